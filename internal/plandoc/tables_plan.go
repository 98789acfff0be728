package plandoc

var plans = newTable((*Plan).core,
	field[Plan]{name: "id", at: func(r *Plan) any { return &r.ID }},
	field[Plan]{name: "name", at: func(r *Plan) any { return &r.Name }},
	field[Plan]{name: "last_modified_on", alias: "last_accessed_on", at: func(r *Plan) any { return &r.LastModifiedOn }, rule: minor},
	field[Plan]{name: "first_month", at: func(r *Plan) any { return &r.FirstMonth }, rule: minor},
	field[Plan]{name: "last_month", at: func(r *Plan) any { return &r.LastMonth }, rule: minor},
	field[Plan]{
		name: "date_format", at: func(r *Plan) any { return &r.DateFormat },
		nest: objectOf[DateFormat]{dateFormats}, rule: nullable | minor,
	},
	field[Plan]{
		name: "currency_format", at: func(r *Plan) any { return &r.CurrencyFormat },
		nest: objectOf[CurrencyFormat]{currencyFormats}, rule: nullable | minor,
	},
	array("accounts", accounts, func(r *Plan) any { return &r.Accounts }),
	array("payees", payees, func(r *Plan) any { return &r.Payees }),
	array("payee_locations", payeeLocations, func(r *Plan) any { return &r.PayeeLocations }),
	array("category_groups", categoryGroups, func(r *Plan) any { return &r.CategoryGroups }),
	array("categories", categories, func(r *Plan) any { return &r.Categories }),
	array("months", months, func(r *Plan) any { return &r.Months }),
	array("transactions", transactions, func(r *Plan) any { return &r.Transactions }),
	array("subtransactions", subtransactions, func(r *Plan) any { return &r.Subtransactions }),
	array("scheduled_transactions", scheduledTransactions, func(r *Plan) any { return &r.ScheduledTransactions }),
	array("scheduled_subtransactions", scheduledSubtransactions, func(r *Plan) any { return &r.ScheduledSubtransactions }),
)

func array[T any](name string, of *table[T], at func(*Plan) any) field[Plan] {
	return field[Plan]{name: name, at: at, nest: listOf[T]{of}}
}

// isArray tells whether a member of a plan is one of its arrays.
func isArray(name string) bool {
	i, ok := plans.index[name]
	return ok && i >= 0 && plans.fields[i].nest != nil && plans.fields[i].nest.opens() == '['
}

var dateFormats = newTable((*DateFormat).core,
	field[DateFormat]{name: "format", at: func(r *DateFormat) any { return &r.Format }, rule: minor},
)

var currencyFormats = newTable((*CurrencyFormat).core,
	field[CurrencyFormat]{name: "iso_code", at: func(r *CurrencyFormat) any { return &r.ISOCode }, rule: minor},
	field[CurrencyFormat]{name: "example_format", at: func(r *CurrencyFormat) any { return &r.ExampleFormat }, rule: minor},
	field[CurrencyFormat]{name: "decimal_digits", at: func(r *CurrencyFormat) any { return &r.DecimalDigits }, rule: minor},
	field[CurrencyFormat]{name: "decimal_separator", at: func(r *CurrencyFormat) any { return &r.DecimalSeparator }, rule: minor},
	field[CurrencyFormat]{name: "symbol_first", at: func(r *CurrencyFormat) any { return &r.SymbolFirst }, rule: minor},
	field[CurrencyFormat]{name: "group_separator", at: func(r *CurrencyFormat) any { return &r.GroupSeparator }, rule: minor},
	field[CurrencyFormat]{name: "currency_symbol", at: func(r *CurrencyFormat) any { return &r.CurrencySymbol }, rule: minor},
	field[CurrencyFormat]{name: "display_symbol", at: func(r *CurrencyFormat) any { return &r.DisplaySymbol }, rule: minor},
)
