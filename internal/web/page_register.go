package web

// RegisterPage is the register of one account or of all.
type RegisterPage struct {
	Frame
	Heading string
	Detail  string // "Checking, on budget"
	Sums    []Sum
	Tools   *AccountTools // what can be done with the account; nil for rows of several
	// AllAccounts says that rows name their account and carry no running balance.
	AllAccounts bool
	Rows        []RegisterRow
	Pager       Pager
	BackURL     string // where the rows were come from, with its name
	BackLabel   string
	EmptyTitle  string // what is said in place of rows
	EmptyText   string
}

// Sum is a labelled amount above a register.
type Sum struct {
	Label  string
	Amount Figure
}

// RegisterRow is a transaction as it reads on a statement.
type RegisterRow struct {
	ID       string
	Date     string // in the budget's own format
	ISODate  string
	Account  string
	URL      string // of that account
	Payee    string
	Category CategoryText
	Notes    string
	Amount   Figure
	Balance  Figure
	Cleared  ClearedMark
	Flag     string // the flag's colour, one of the source's names
	FlagName string
	Future   bool
	Parts    []PartRow
}

// PartRow is a part of a split.
type PartRow struct {
	Payee    string
	Category CategoryText
	Notes    string
	Amount   Figure
}

// CategoryText is a category's name, or a word in its place.
type CategoryText struct {
	Group string
	Name  string
	Kind  CategoryTextKind
}

// CategoryTextKind tells a category's name from the words that stand in for one.
type CategoryTextKind string

// The kinds; Named is a category's own name.
const (
	Named       CategoryTextKind = ""
	NoneNeeded  CategoryTextKind = "none"    // a transfer, or an account off budget
	NoneGiven   CategoryTextKind = "missing" // it should have one
	SplitInto   CategoryTextKind = "split"
	IncomeNamed CategoryTextKind = "income"
)

// ClearedMark is how far the bank confirmed a row.
type ClearedMark string

// The marks.
const (
	NotCleared   ClearedMark = "uncleared"
	IsCleared    ClearedMark = "cleared"
	IsReconciled ClearedMark = "reconciled"
)

// Label says the mark in words.
func (m ClearedMark) Label() string {
	switch m {
	case IsCleared:
		return "Cleared"
	case IsReconciled:
		return "Reconciled"
	}
	return "Not cleared"
}

// Pager leads through the pages of a long register.
type Pager struct {
	From, To, Total string // formatted row numbers
	NewestURL       string
	NewerURL        string
	OlderURL        string
	OldestURL       string
}

func (*RegisterPage) template() string { return "register" }
