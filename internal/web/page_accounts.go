package web

// AccountsPage lists the accounts of a budget with what is in them.
type AccountsPage struct {
	Frame
	Kinds []AccountKind
	Total Figure
}

func (*AccountsPage) template() string { return "accounts" }
