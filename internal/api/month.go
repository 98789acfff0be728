package api

import (
	"holdover/internal/budget"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// MonthSummaryBase is a month's figures in milliunits. To be budgeted is
// Holdover's own To Budget, which later months do not change.
type MonthSummaryBase struct {
	Month        string      `json:"month" format:"date" doc:"Its first day"`
	Note         *string     `json:"note"`
	Income       money.Milli `json:"income"`
	Budgeted     money.Milli `json:"budgeted"`
	Activity     money.Milli `json:"activity"`
	ToBeBudgeted money.Milli `json:"to_be_budgeted" doc:"To Budget"`
	AgeOfMoney   *int32      `json:"age_of_money"`
	Deleted      bool        `json:"deleted"`
}

// MonthSummary is a month as lists show it: with its amounts as text and numbers.
type MonthSummary struct {
	MonthSummaryBase
	IncomeFormatted       string  `json:"income_formatted"`
	IncomeCurrency        decimal `json:"income_currency"`
	BudgetedFormatted     string  `json:"budgeted_formatted"`
	BudgetedCurrency      decimal `json:"budgeted_currency"`
	ActivityFormatted     string  `json:"activity_formatted"`
	ActivityCurrency      decimal `json:"activity_currency"`
	ToBeBudgetedFormatted string  `json:"to_be_budgeted_formatted"`
	ToBeBudgetedCurrency  decimal `json:"to_be_budgeted_currency"`
}

// MonthDetail is a month with its categories.
type MonthDetail struct {
	MonthSummary
	Categories []Category `json:"categories" nullable:"false"`
}

// MonthDetailBase is a month of a whole plan, with its categories.
type MonthDetailBase struct {
	_ struct{} `additionalProperties:"true"`
	MonthSummaryBase
	Categories []CategoryBase `json:"categories" nullable:"false"`
}

func (l *look) monthSummary(m envelope.MonthFigures, record budget.Month) MonthSummary {
	f := l.format
	return MonthSummary{
		MonthSummaryBase: monthBase(m, record),
		IncomeFormatted:  f.WithSymbol(m.Income), IncomeCurrency: decimal(m.Income),
		BudgetedFormatted: f.WithSymbol(m.Budgeted), BudgetedCurrency: decimal(m.Budgeted),
		ActivityFormatted: f.WithSymbol(m.Activity), ActivityCurrency: decimal(m.Activity),
		ToBeBudgetedFormatted: f.WithSymbol(m.ToBudget), ToBeBudgetedCurrency: decimal(m.ToBudget),
	}
}

func monthBase(m envelope.MonthFigures, record budget.Month) MonthSummaryBase {
	out := MonthSummaryBase{
		Month: m.Month.First().String(), Note: some(record.Note), Income: m.Income, Budgeted: m.Budgeted, Activity: m.Activity,
		ToBeBudgeted: m.ToBudget,
	}
	if record.AgeOfMoney != nil {
		days := int32(min(max(*record.AgeOfMoney, 0), 1<<31-1)) //nolint:gosec // bounded the moment before
		out.AgeOfMoney = &days
	}
	return out
}
