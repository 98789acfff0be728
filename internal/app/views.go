package app

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// MonthSpan is the months from From to To; zero is open-ended.
type MonthSpan struct{ From, To civil.Month }

func (s MonthSpan) has(m civil.Month) bool {
	return m >= s.From && (s.To == 0 || m <= s.To)
}

// Month is a month's figures with every category's, in milliunits.
type Month struct {
	Month              civil.Month     `json:"month"`
	Income             money.Milli     `json:"income"`
	Funds              money.Milli     `json:"funds"`                // income + last month's To Budget + amount held last month
	OverspentLastMonth money.Milli     `json:"overspent_last_month"` // zero or negative
	Budgeted           money.Milli     `json:"budgeted"`             // plain sum of the categories
	Activity           money.Milli     `json:"activity"`
	Held               money.Milli     `json:"held"`
	ToBudget           money.Milli     `json:"to_budget"`
	Balance            money.Milli     `json:"balance"`
	Uncategorised      money.Milli     `json:"uncategorised"`
	UncategorisedLeft  money.Milli     `json:"uncategorised_left"` // at the month's end
	OnTheWay           money.Milli     `json:"on_the_way"`         // between budget accounts at the month's end
	CardDebt           money.Milli     `json:"card_debt"`          // charged this month without money for it, with card envelopes
	Note               string          `json:"note"`
	Underfunded        money.Milli     `json:"underfunded"`  // the amount that targets need and that is not budgeted yet, without snoozed ones
	TargetsCost        money.Milli     `json:"targets_cost"` // the total amount that targets need
	Categories         []MonthCategory `json:"categories"`
}

// MonthCategory is a category in a month, in milliunits.
type MonthCategory struct {
	ID       string      `json:"id"`
	SourceID string      `json:"source_id"`
	GroupID  string      `json:"group_id"`
	Group    string      `json:"group"`
	Name     string      `json:"name"`
	Hidden   bool        `json:"hidden"`
	Income   bool        `json:"income"`
	Card     string      `json:"card,omitempty"` // the account that it pays, with card envelopes
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	Rollover bool        `json:"rollover"`
	// Target is the status of its target, or nil.
	Target *MonthTarget `json:"target,omitempty"`
}

// MonthTarget is a category's target in a month with its figures.
type MonthTarget struct {
	budget.Target
	Snoozed     bool        `json:"snoozed"`
	Needed      money.Milli `json:"needed"` // asked for in this month, budgeted or not
	UnderFunded money.Milli `json:"under_funded"`
	Funded      money.Milli `json:"overall_funded"`
	Left        money.Milli `json:"overall_left"`
	Percent     int         `json:"percentage_complete"`
	Months      int         `json:"months_to_budget"`
}
