package web

// AccountsPage lists the accounts of a budget with what is in them.
type AccountsPage struct {
	Frame
	Kinds   []AccountKind
	Total   Figure
	AddURL  string // empty for those who may only look, as the next two
	MenuURL string
	DoURL   string // where forms and scripts send changes
}

func (*AccountsPage) template() string { return "accounts" }
