package web

// NewAccountPage adds an account: first its kind is chosen, then the rest is
// filled in.
type NewAccountPage struct {
	Frame
	BackURL string
	First   bool            // there is no other account yet
	Kinds   []KindLinks     // to choose from, where none is chosen yet
	Form    *NewAccountForm // nil as long as no kind is chosen
}

// KindLinks are kinds of accounts to choose from, under one heading.
type KindLinks struct {
	Title string
	Kinds []KindLink
}

// KindLink is a kind of account to choose.
type KindLink struct{ Name, Meaning, Place, URL string }

// NewAccountForm is an account as it is filled in.
type NewAccountForm struct {
	Action     string
	Type       string
	Kind       string // the type in words, with what it means
	Meaning    string
	OtherURL   string // to choose another kind
	Name       string
	OnBudget   bool
	Owed       bool
	Amount     string // as typed
	Date       string // ISO
	Categories []OptionGroup
	Begins     string // what the account will begin with, in words
	Faults     FieldFaults
}

// FieldFaults are what is wrong with a form, by the field; "" is the whole of it.
type FieldFaults map[string]FaultText

func (*NewAccountPage) template() string { return "account_new" }
