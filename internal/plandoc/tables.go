package plandoc

// The tables: which member of the JSON object is which Go field, in the order of
// the source. What is amount or date, where money would become wrong without it,
// is required; goals, debts, places and dates of schedules are minor.

var accounts = newTable((*Account).core,
	field[Account]{name: "id", at: func(r *Account) any { return &r.ID }, rule: required},
	field[Account]{name: "name", at: func(r *Account) any { return &r.Name }},
	field[Account]{name: "type", at: func(r *Account) any { return &r.Type }},
	field[Account]{name: "on_budget", at: func(r *Account) any { return &r.OnBudget }, rule: required},
	field[Account]{name: "closed", at: func(r *Account) any { return &r.Closed }},
	field[Account]{name: "note", at: func(r *Account) any { return &r.Note }, rule: nullable | long},
	field[Account]{name: "balance", at: func(r *Account) any { return &r.Balance }},
	field[Account]{name: "cleared_balance", at: func(r *Account) any { return &r.ClearedBalance }},
	field[Account]{name: "uncleared_balance", at: func(r *Account) any { return &r.UnclearedBalance }},
	field[Account]{name: "transfer_payee_id", at: func(r *Account) any { return &r.TransferPayeeID }, rule: nullable},
	field[Account]{name: "direct_import_linked", at: func(r *Account) any { return &r.DirectImportLinked }, rule: minor},
	field[Account]{name: "direct_import_in_error", at: func(r *Account) any { return &r.DirectImportInError }, rule: minor},
	field[Account]{name: "last_reconciled_at", at: func(r *Account) any { return &r.LastReconciledAt }, rule: nullable | minor},
	field[Account]{name: "debt_original_balance", at: func(r *Account) any { return &r.DebtOriginalBalance }, rule: nullable | minor},
	field[Account]{name: "debt_interest_rates", at: func(r *Account) any { return &r.DebtInterestRates }, rule: minor},
	field[Account]{name: "debt_minimum_payments", at: func(r *Account) any { return &r.DebtMinimumPayments }, rule: minor},
	field[Account]{name: "debt_escrow_amounts", at: func(r *Account) any { return &r.DebtEscrowAmounts }, rule: minor},
	field[Account]{name: "deleted", at: func(r *Account) any { return &r.Deleted }},
)

var payees = newTable((*Payee).core,
	field[Payee]{name: "id", at: func(r *Payee) any { return &r.ID }, rule: required},
	field[Payee]{name: "name", at: func(r *Payee) any { return &r.Name }},
	field[Payee]{name: "transfer_account_id", at: func(r *Payee) any { return &r.TransferAccountID }, rule: nullable},
	field[Payee]{name: "deleted", at: func(r *Payee) any { return &r.Deleted }},
)

var payeeLocations = newTable((*PayeeLocation).core,
	field[PayeeLocation]{name: "id", at: func(r *PayeeLocation) any { return &r.ID }, rule: required},
	field[PayeeLocation]{name: "payee_id", at: func(r *PayeeLocation) any { return &r.PayeeID }},
	field[PayeeLocation]{name: "latitude", at: func(r *PayeeLocation) any { return &r.Latitude }, rule: nullable | minor},
	field[PayeeLocation]{name: "longitude", at: func(r *PayeeLocation) any { return &r.Longitude }, rule: nullable | minor},
	field[PayeeLocation]{name: "deleted", at: func(r *PayeeLocation) any { return &r.Deleted }},
)

var categoryGroups = newTable((*CategoryGroup).core,
	field[CategoryGroup]{name: "id", at: func(r *CategoryGroup) any { return &r.ID }, rule: required},
	field[CategoryGroup]{name: "name", at: func(r *CategoryGroup) any { return &r.Name }},
	field[CategoryGroup]{name: "hidden", at: func(r *CategoryGroup) any { return &r.Hidden }},
	field[CategoryGroup]{name: "internal", at: func(r *CategoryGroup) any { return &r.Internal }},
	field[CategoryGroup]{name: "note", at: func(r *CategoryGroup) any { return &r.Note }, rule: optional | long},
	field[CategoryGroup]{name: "deleted", at: func(r *CategoryGroup) any { return &r.Deleted }},
	field[CategoryGroup]{
		name: "categories", at: func(r *CategoryGroup) any { return &r.Categories },
		nest: listOf[Category]{categories}, rule: optional,
	},
)

// Of the plan's own categories the figures are those of one month only and come
// again in months.
var (
	categories      = categoryTable(0)
	monthCategories = categoryTable(required)
)

func categoryTable(budgeted rule) *table[Category] {
	return newTable((*Category).core,
		field[Category]{name: "id", at: func(r *Category) any { return &r.ID }, rule: required},
		field[Category]{name: "category_group_id", at: func(r *Category) any { return &r.GroupID }},
		field[Category]{name: "category_group_name", at: func(r *Category) any { return &r.GroupName }},
		field[Category]{name: "name", at: func(r *Category) any { return &r.Name }},
		field[Category]{name: "hidden", at: func(r *Category) any { return &r.Hidden }},
		field[Category]{name: "internal", at: func(r *Category) any { return &r.Internal }},
		field[Category]{name: "original_category_group_id", at: func(r *Category) any { return &r.OriginalGroupID }, rule: nullable},
		field[Category]{name: "note", at: func(r *Category) any { return &r.Note }, rule: nullable | long},
		field[Category]{name: "budgeted", at: func(r *Category) any { return &r.Budgeted }, rule: budgeted},
		field[Category]{name: "activity", at: func(r *Category) any { return &r.Activity }},
		field[Category]{name: "balance", at: func(r *Category) any { return &r.Balance }},
		goal("goal_type", func(r *Category) any { return &r.GoalType }),
		goal("goal_needs_whole_amount", func(r *Category) any { return &r.GoalNeedsWholeAmount }),
		goal("goal_day", func(r *Category) any { return &r.GoalDay }),
		goal("goal_cadence", func(r *Category) any { return &r.GoalCadence }),
		goal("goal_cadence_frequency", func(r *Category) any { return &r.GoalCadenceFrequency }),
		goal("goal_creation_month", func(r *Category) any { return &r.GoalCreationMonth }),
		goal("goal_target", func(r *Category) any { return &r.GoalTarget }),
		goal("goal_target_month", func(r *Category) any { return &r.GoalTargetMonth }),
		goal("goal_target_date", func(r *Category) any { return &r.GoalTargetDate }),
		goal("goal_percentage_complete", func(r *Category) any { return &r.GoalPercentage }),
		goal("goal_months_to_budget", func(r *Category) any { return &r.GoalMonthsToBudget }),
		goal("goal_under_funded", func(r *Category) any { return &r.GoalUnderFunded }),
		goal("goal_overall_funded", func(r *Category) any { return &r.GoalOverallFunded }),
		goal("goal_overall_left", func(r *Category) any { return &r.GoalOverallLeft }),
		goal("goal_snoozed_at", func(r *Category) any { return &r.GoalSnoozedAt }),
		field[Category]{name: "deleted", at: func(r *Category) any { return &r.Deleted }},
	)
}

func goal(name string, at func(*Category) any) field[Category] {
	return field[Category]{name: name, at: at, rule: nullable | minor}
}

var months = newTable((*Month).core,
	field[Month]{name: "month", alias: "date", at: func(r *Month) any { return &r.Month }, rule: required},
	field[Month]{name: "note", at: func(r *Month) any { return &r.Note }, rule: nullable | long},
	field[Month]{name: "income", at: func(r *Month) any { return &r.Income }},
	field[Month]{name: "budgeted", at: func(r *Month) any { return &r.Budgeted }},
	field[Month]{name: "activity", at: func(r *Month) any { return &r.Activity }},
	field[Month]{name: "to_be_budgeted", at: func(r *Month) any { return &r.ToBeBudgeted }},
	field[Month]{name: "age_of_money", at: func(r *Month) any { return &r.AgeOfMoney }, rule: nullable | minor},
	field[Month]{name: "deleted", at: func(r *Month) any { return &r.Deleted }},
	field[Month]{
		name: "categories", at: func(r *Month) any { return &r.Categories },
		nest: listOf[Category]{monthCategories},
	},
)
