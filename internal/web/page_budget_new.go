package web

// NewBudgetPage begins a budget with nothing in it.
type NewBudgetPage struct {
	Frame
	Name       string
	Currencies []Option
	Numbers    []Option
	Dates      []Option
	Months     []Option
	Starter    bool
	Example    string // how amounts and dates will look
	Faults     FieldFaults
}

func (*NewBudgetPage) template() string { return "budget_new" }
