package api

import (
	"encoding/json"

	"holdover/internal/budget"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// CategoryGroup is a group of categories.
type CategoryGroup struct {
	_        struct{} `additionalProperties:"true"`
	ID       string   `json:"id" format:"uuid"`
	Name     string   `json:"name"`
	Hidden   bool     `json:"hidden"`
	Internal bool     `json:"internal" doc:"A group of the source's own"`
	Deleted  bool     `json:"deleted"`
}

// Goal is a category's goal; every member is null where there is none.
type Goal struct {
	GoalType             *string      `json:"goal_type" doc:"TB, TBD, MF, NEED or DEBT"`
	GoalNeedsWholeAmount *bool        `json:"goal_needs_whole_amount"`
	GoalDay              *int32       `json:"goal_day"`
	GoalCadence          *int32       `json:"goal_cadence"`
	GoalCadenceFrequency *int32       `json:"goal_cadence_frequency"`
	GoalCreationMonth    *string      `json:"goal_creation_month" format:"date"`
	GoalTarget           *money.Milli `json:"goal_target"`
	GoalTargetMonth      *string      `json:"goal_target_month" format:"date"`
	GoalTargetDate       *string      `json:"goal_target_date" format:"date"`
	GoalPercentage       *int32       `json:"goal_percentage_complete"`
	GoalMonthsToBudget   *int32       `json:"goal_months_to_budget"`
	GoalUnderFunded      *money.Milli `json:"goal_under_funded"`
	GoalOverallFunded    *money.Milli `json:"goal_overall_funded"`
	GoalOverallLeft      *money.Milli `json:"goal_overall_left"`
	GoalSnoozedAt        *string      `json:"goal_snoozed_at" format:"date-time"`
}

// CategoryGroupWithCategories is a group with its categories.
type CategoryGroupWithCategories struct {
	CategoryGroup
	Categories []Category `json:"categories" nullable:"false"`
}

// CategoryBase is a category with its figures of one month, in milliunits: of the
// current month where no other is asked for.
type CategoryBase struct {
	_                 struct{}    `additionalProperties:"true"`
	ID                string      `json:"id" format:"uuid"`
	CategoryGroupID   string      `json:"category_group_id" format:"uuid"`
	CategoryGroupName string      `json:"category_group_name"`
	Name              string      `json:"name"`
	Hidden            bool        `json:"hidden"`
	Internal          bool        `json:"internal"`
	OriginalGroupID   *string     `json:"original_category_group_id"`
	Note              *string     `json:"note"`
	Budgeted          money.Milli `json:"budgeted" doc:"Assigned in the month"`
	Activity          money.Milli `json:"activity" doc:"What the category's transactions sum to; spending is negative"`
	Balance           money.Milli `json:"balance" doc:"What is left at the month's end"`
	Goal
	Deleted bool `json:"deleted"`
}

// Category is a category as lists show it: with its amounts as text and numbers.
type Category struct {
	CategoryBase
	BalanceFormatted      string   `json:"balance_formatted"`
	BalanceCurrency       decimal  `json:"balance_currency"`
	ActivityFormatted     string   `json:"activity_formatted"`
	ActivityCurrency      decimal  `json:"activity_currency"`
	BudgetedFormatted     string   `json:"budgeted_formatted"`
	BudgetedCurrency      decimal  `json:"budgeted_currency"`
	GoalTargetFormatted   *string  `json:"goal_target_formatted"`
	GoalTargetCurrency    *decimal `json:"goal_target_currency" nullable:"true"`
	UnderFundedFormatted  *string  `json:"goal_under_funded_formatted"`
	UnderFundedCurrency   *decimal `json:"goal_under_funded_currency" nullable:"true"`
	OverallFundedFormat   *string  `json:"goal_overall_funded_formatted"`
	OverallFundedCurrency *decimal `json:"goal_overall_funded_currency" nullable:"true"`
	OverallLeftFormatted  *string  `json:"goal_overall_left_formatted"`
	OverallLeftCurrency   *decimal `json:"goal_overall_left_currency" nullable:"true"`
}

func groupOf(g *budget.Group) CategoryGroup {
	return CategoryGroup{ID: g.ID, Name: g.Name, Hidden: g.Hidden, Internal: g.Income}
}

// category is a category in a month; goal is what the month says of its goal.
func (l *look) category(c *budget.Category, cell envelope.Cell, note string, goal json.RawMessage) Category {
	f := l.format
	out := Category{
		CategoryBase:     l.categoryBase(c, cell, note, goal),
		BalanceFormatted: f.WithSymbol(cell.Balance), BalanceCurrency: decimal(cell.Balance),
		ActivityFormatted: f.WithSymbol(cell.Activity), ActivityCurrency: decimal(cell.Activity),
		BudgetedFormatted: f.WithSymbol(cell.Budgeted), BudgetedCurrency: decimal(cell.Budgeted),
	}
	out.show(f)
	return out
}

func (l *look) categoryBase(c *budget.Category, cell envelope.Cell, note string, goal json.RawMessage) CategoryBase {
	group := l.groups[c.Group]
	out := CategoryBase{
		ID: c.ID, CategoryGroupID: group.ID, CategoryGroupName: group.Name, Name: c.Name, Hidden: c.Hidden, Internal: group.Income,
		Note: some(c.Note), Budgeted: cell.Budgeted, Activity: cell.Activity, Balance: cell.Balance,
	}
	if note != "" {
		out.Note = &note
	}
	kept(c.Extra, &struct {
		Original **string `json:"original_category_group_id"`
	}{&out.OriginalGroupID})
	kept(c.Goal, &out.Goal) // the members that differ in the month go over the category's own
	kept(goal, &out.Goal)
	return out
}

// show adds the goal's amounts as lists show them.
func (c *Category) show(f money.Format) {
	c.GoalTargetFormatted, c.GoalTargetCurrency = shown(c.GoalTarget, f)
	c.UnderFundedFormatted, c.UnderFundedCurrency = shown(c.GoalUnderFunded, f)
	c.OverallFundedFormat, c.OverallFundedCurrency = shown(c.GoalOverallFunded, f)
	c.OverallLeftFormatted, c.OverallLeftCurrency = shown(c.GoalOverallLeft, f)
}

// shown is an amount as text and as a number, null where there is none.
func shown(m *money.Milli, f money.Format) (*string, *decimal) {
	if m == nil {
		return nil, nil
	}
	return some(f.WithSymbol(*m)), (*decimal)(m)
}
