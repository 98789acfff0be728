package register

import (
	"unicode/utf8"

	"holdover/internal/ui"
)

// RegisterPage is the register of one account or of all.
type RegisterPage struct {
	ui.Frame
	Heading string
	Detail  string // "Checking, on budget"
	Sums    []Sum
	// Tools are what can be done with the account, Reconcile its comparison with
	// the bank; nil for rows of several accounts, and where none is under way.
	Tools     *AccountTools
	Reconcile *ReconcileBar
	Card      *CardBar // nil where the account is no card on budget
	Payment   string   // what the activity of a card payment category is made up of
	// AllAccounts says that rows name their account.
	AllAccounts bool
	NewRowURL   string // where a row is added; empty for those who may only look
	MenuURL     string // shows what can be done with a row; empty likewise
	DoURL       string // takes changes; empty likewise
	ToDo        []ToDoLink
	Find        Find
	Tally       Tally
	Coming      *ComingHere // what is scheduled; nil for nothing
	Columns     []Heading
	Rows        RegisterRows
	Pager       ui.Pager
	BackURL     string // where the rows were come from, with its name
	BackLabel   string
	EmptyTitle  string // what is said where there are no rows
	EmptyText   string
	EmptyAllURL string // the same filter in all accounts, where an account has nothing that matches
	EmptyURL    string // where an account is added, where there is none; empty for those who may only look
}

// Wide says how much room its longest amount needs beyond what most have: nothing, "more" or "most".
func (p *RegisterPage) Wide() string {
	longest := 0
	see := func(f ui.Figure) { longest = max(longest, utf8.RuneCountInString(f.Text)) }
	for i := range p.Rows {
		r := &p.Rows[i]
		see(r.Amount)
		if r.Balance != nil {
			see(*r.Balance)
		}
		for j := range r.Parts {
			see(r.Parts[j].Amount)
		}
	}
	switch {
	case longest <= 12:
		return ""
	case longest <= 15:
		return "more"
	}
	return "most"
}

// Sum is a labelled amount above a register.
type Sum struct {
	Label  string
	Amount ui.Figure
}

// ToDoLink leads to the rows that wait for something: "3 need a category".
type ToDoLink struct{ Label, URL string }

// Find is what narrows a register down.
type Find struct {
	URL       string     // of the register without its query
	Search    string     // what is searched for
	Keep      []ui.Field // the rest of the address, which goes along with a search
	PanelURL  string     // where the other filters are
	PanelSpot string     // the same with the address in it
	PanelKeep []ui.Field // the address, which goes along there
	Chips     []Chip
	ClearURL  string // the register with nothing filtered
	CSVURL    string // all that is shown, as a file
	PrintURL  string // and on paper
}

// Chip is a filter that is on, with the address of the register without it.
type Chip struct{ Label, Without string }

// Tally is how many rows there are, and what they come to.
type Tally struct {
	Rows    string // "214 transactions"
	Sum     ui.Figure
	Total   string // the number of rows alone, for programs
	Query   string // what chose them
	Counted *Sum   // what one category has of them, where that is not all
	Digits  int    // how amounts are written, for the script that adds selected ones up
	Point   string
	Group   string
}

// Heading is the head of a column that the rows can be put in order of.
type Heading struct {
	Class  string
	Label  string
	URL    string
	Order  string // aria-sort's word; empty where rows are in another order
	Number bool
	Mark   bool // narrow: the label is for those who hear it
}

// RegisterRow is a transaction as it reads on a statement.
type RegisterRow struct {
	ID          string
	Label       string // names the row to those who hear it: "REWE, 31.03.2026, −12.00"
	EditURL     string // empty for those who may only look
	Date        string // in the budget's own format
	ISODate     string
	Account     string // empty where all rows are of one account
	URL         string // of that account
	Payee       string
	Category    CategoryText
	Notes       NotesText
	Milli       int64
	Amount      ui.Figure
	Balance     *ui.Figure // nil where there is none
	Cleared     ClearedMark
	Flag        string // the flag's colour, one of the source's names
	FlagName    string // what the person calls it
	Future      bool
	Unapproved  bool
	Folded      bool // its parts are shown on demand
	Receipts    int
	ReceiptsURL string // where they are, and more can be added
	Parts       []PartRow
	WithAccount bool // the register has a column for it
}

// PartRow is a part of a split.
type PartRow struct {
	Payee       string
	Category    CategoryText
	Notes       NotesText
	Amount      ui.Figure
	Aside       bool // another part is what was asked for
	WithAccount bool
	WithBalance bool
}

// NotesText is what somebody wrote about a row. What is long opens on demand.
type NotesText struct {
	Text string
	Long bool
}

// CategoryText is a category's name, or a word in its place.
type CategoryText struct {
	Group  string
	Name   string
	Kind   CategoryTextKind
	Shared bool // a category of another group has the same name
}

// Text is the name, after its group's where the name alone does not say which category it is.
func (c CategoryText) Text() string {
	if c.Shared {
		return c.Group + ": " + c.Name
	}
	return c.Name
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
	return "Uncleared"
}

// Other is what a click makes of the mark.
func (m ClearedMark) Other() ClearedMark {
	if m == NotCleared {
		return IsCleared
	}
	return NotCleared
}

// BulkActions are what can be done with the rows selected.
func (*RegisterPage) BulkActions() []ui.Option {
	return []ui.Option{
		{Value: "category", Label: "Category"},
		{Value: "payee", Label: "Payee"},
		{Value: "notes", Label: "Notes"},
		{Value: "account", Label: "Account"},
		{Value: "date", Label: "Date"},
		{Value: "cleared", Label: "Cleared"},
		{Value: "flag", Label: "Flag"},
		{Value: "approve", Label: "Approve"},
		{Value: "merge", Label: "Merge"},
		{Value: "duplicate", Label: "Duplicate"},
		{Value: "delete", Label: "Delete"},
	}
}

// Pictures are those that the rows show.
func (*RegisterPage) Pictures() []string {
	return []string{"circle", "check", "lock", "dots", "fold", "clip"}
}

func (*RegisterPage) Template() string { return "register" }
