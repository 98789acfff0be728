package api

import (
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

type CategoryGroup struct {
	_        struct{} `additionalProperties:"true"`
	ID       string   `json:"id" format:"uuid"`
	Name     string   `json:"name"`
	Hidden   bool     `json:"hidden"`
	Internal bool     `json:"internal" doc:"A group of the source's own"`
	Note     string   `json:"note,omitempty" doc:"Where there is one; the source has none"`
	Deleted  bool     `json:"deleted"`
}

// Goal is a category's goal; every member is null without one.
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

	GoalRule *ynabdoc.GoalRule `json:"goal_rule,omitempty" doc:"A goal without an amount, whose goal_type is null; the source does not have it"`
}

type CategoryGroupWithCategories struct {
	CategoryGroup
	Categories []Category `json:"categories" nullable:"false"`
}

// CategoryBase is a category with its figures of one month in milliunits: the requested month, or the present one.
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

func groupOf(r *ynabdoc.CategoryGroup) CategoryGroup {
	return CategoryGroup{ID: r.ID, Name: r.Name, Hidden: r.Hidden, Internal: r.Internal, Note: r.Note, Deleted: r.Deleted}
}

func categoryOf(r *ynabdoc.Category, f money.Format) Category {
	out := Category{
		CategoryBase:     categoryBase(r),
		BalanceFormatted: f.WithSymbol(r.Balance), BalanceCurrency: decimal(r.Balance),
		ActivityFormatted: f.WithSymbol(r.Activity), ActivityCurrency: decimal(r.Activity),
		BudgetedFormatted: f.WithSymbol(r.Budgeted), BudgetedCurrency: decimal(r.Budgeted),
	}
	out.GoalTargetFormatted, out.GoalTargetCurrency = shown(out.GoalTarget, f)
	out.UnderFundedFormatted, out.UnderFundedCurrency = shown(out.GoalUnderFunded, f)
	out.OverallFundedFormat, out.OverallFundedCurrency = shown(out.GoalOverallFunded, f)
	out.OverallLeftFormatted, out.OverallLeftCurrency = shown(out.GoalOverallLeft, f)
	return out
}

func categoryBase(r *ynabdoc.Category) CategoryBase {
	return CategoryBase{
		ID: r.ID, CategoryGroupID: r.GroupID, CategoryGroupName: r.GroupName, Name: r.Name, Hidden: r.Hidden, Internal: r.Internal,
		OriginalGroupID: some(r.OriginalGroupID), Note: some(r.Note), Budgeted: r.Budgeted, Activity: r.Activity, Balance: r.Balance,
		Goal: goalOf(r), Deleted: r.Deleted,
	}
}

func goalOf(r *ynabdoc.Category) Goal {
	return Goal{
		GoalType: some(r.GoalType), GoalNeedsWholeAmount: ynabdoc.Given(r, "goal_needs_whole_amount", r.GoalNeedsWholeAmount),
		GoalDay: ynabdoc.Given(r, "goal_day", int32Of(r.GoalDay)), GoalCadence: ynabdoc.Given(r, "goal_cadence", int32Of(r.GoalCadence)),
		GoalCadenceFrequency: ynabdoc.Given(r, "goal_cadence_frequency", int32Of(r.GoalCadenceFrequency)),
		GoalCreationMonth:    some(r.GoalCreationMonth.String()), GoalTargetMonth: some(r.GoalTargetMonth.String()),
		GoalTargetDate: some(r.GoalTargetDate.String()), GoalTarget: ynabdoc.Given(r, "goal_target", r.GoalTarget),
		GoalPercentage:     ynabdoc.Given(r, "goal_percentage_complete", int32Of(r.GoalPercentage)),
		GoalMonthsToBudget: ynabdoc.Given(r, "goal_months_to_budget", int32Of(r.GoalMonthsToBudget)),
		GoalUnderFunded:    ynabdoc.Given(r, "goal_under_funded", r.GoalUnderFunded),
		GoalOverallFunded:  ynabdoc.Given(r, "goal_overall_funded", r.GoalOverallFunded),
		GoalOverallLeft:    ynabdoc.Given(r, "goal_overall_left", r.GoalOverallLeft), GoalSnoozedAt: some(r.GoalSnoozedAt), GoalRule: r.GoalRule,
	}
}

func int32Of(n int) int32 {
	return int32(min(max(n, -1<<31), 1<<31-1)) //nolint:gosec // it fits
}

// shown returns an amount as text and as a number, or null.
func shown(m *money.Milli, f money.Format) (*string, *decimal) {
	if m == nil {
		return nil, nil
	}
	return some(f.WithSymbol(*m)), (*decimal)(m)
}
