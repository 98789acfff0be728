package web

// BudgetsPage is the list of budgets, the first thing a person sees.
type BudgetsPage struct {
	Frame
	Budgets   []BudgetCard
	ImportURL string
}

// BudgetCard is one budget in the list.
type BudgetCard struct {
	ID       string
	Name     string
	URL      string
	Currency string
	Span     string // "March 2016 to August 2026"
	Accounts int
	Imported string // when it was brought over, as a person reads it; empty for one begun here
}

func (*BudgetsPage) template() string { return "budgets" }
