package api

import (
	"holdover/internal/money"
	"holdover/internal/plandoc"
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
	AgeOfMoney   *int32      `json:"age_of_money" doc:"Days that money stayed before it was spent, as the report on it says; null before the tenth payment"`
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

func monthOf(r *plandoc.Month, f money.Format) MonthSummary {
	return MonthSummary{
		MonthSummaryBase: monthBase(r),
		IncomeFormatted:  f.WithSymbol(r.Income), IncomeCurrency: decimal(r.Income),
		BudgetedFormatted: f.WithSymbol(r.Budgeted), BudgetedCurrency: decimal(r.Budgeted),
		ActivityFormatted: f.WithSymbol(r.Activity), ActivityCurrency: decimal(r.Activity),
		ToBeBudgetedFormatted: f.WithSymbol(r.ToBeBudgeted), ToBeBudgetedCurrency: decimal(r.ToBeBudgeted),
	}
}

func monthBase(r *plandoc.Month) MonthSummaryBase {
	out := MonthSummaryBase{
		Month: r.Month.First().String(), Note: some(r.Note), Income: r.Income, Budgeted: r.Budgeted, Activity: r.Activity,
		ToBeBudgeted: r.ToBeBudgeted, Deleted: r.Deleted,
	}
	if r.Has("age_of_money") {
		out.AgeOfMoney = new(int32Of(r.AgeOfMoney))
	}
	return out
}
