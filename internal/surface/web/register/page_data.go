package register

import (
	"unicode/utf8"

	"holdover/internal/surface/ui"
)

// RegisterPage is the register of one account or of all.
type RegisterPage struct {
	ui.Frame
	Heading string
	Detail  string // "Checking, on budget"
	Sums    []Sum
	// Tools are the actions of the account, nil for all accounts. Reconcile is the comparison with the bank, nil
	// unless one has begun.
	Tools     *AccountTools
	Reconcile *ReconcileBar
	Card      *CardBar   // nil unless the account is a card on budget
	Payment   *CardWords // components of the activity of a card payment category
	// AllAccounts is set if rows show their account.
	AllAccounts bool
	NewRowURL   string // form of a new row; empty for a viewer
	MenuURL     string // menu of a row; empty for a viewer
	DoURL       string // address of changes; empty for a viewer
	ToDo        []ToDoLink
	Find        Find
	Tally       Tally
	Coming      *ComingHere // upcoming rows; nil if there are none
	Columns     []Heading
	Choice      ColumnChoice
	Rows        RegisterRows
	Pager       ui.Pager
	BackURL     string // the previous page, with its name
	BackLabel   string
	EmptyTitle  string // message if there are no rows
	EmptyText   string
	EmptyAllURL string // the same filter in all accounts, if no row of the account matches
	EmptyURL    string // form of a new account if there are none; empty for a viewer
}

// Wide returns the additional width that its longest amount needs: "", "more" or "most".
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

// ToDoLink links to the rows that need an action: "3 need a category".
type ToDoLink struct{ Label, URL string }

// Find contains the search and filters of a register.
type Find struct {
	URL       string     // the register without its query
	Search    string     // the searched text
	Keep      []ui.Field // other parameters of the address, submitted with a search
	PanelURL  string     // form of the other filters
	PanelSpot string     // the same with the address's parameters
	PanelKeep []ui.Field // parameters of the address, submitted with it
	Chips     []Chip
	ClearURL  string // the register without filters
	CSVURL    string // all matching rows as a file
	PrintURL  string // all matching rows for printing
}

// Chip is an active filter, with the address of the register without it.
type Chip struct{ Label, Without string }

// Tally is the number and sum of the selected rows.
type Tally struct {
	Rows    string // "214 transactions"
	Sum     ui.Figure
	Total   string // only the number of rows, for scripts
	Query   string // the query that selected them
	Counted *Sum   // sum of the filtered category's parts, if it differs
	Digits  int    // number format, for the script that sums selected rows
	Point   string
	Group   string
}

// Heading is the heading of a column by which rows can be sorted.
type Heading struct {
	Class  string
	Label  string
	URL    string
	Order  string // value of aria-sort; empty if rows are sorted by another column
	Number bool
	Mark   bool // narrow: the label is for screen readers only
}

// RegisterRow is a transaction, formatted for display.
type RegisterRow struct {
	ID          string
	Label       string // the row's name for screen readers: "REWE, 31.03.2026, −12.00"
	EditURL     string // empty for a viewer
	PayeeURL    string // all transactions of the payee; empty for a row that can be edited
	Date        string // in the budget's format
	ISODate     string
	Account     string // empty in the register of one account
	URL         string // register of that account
	Payee       string
	Category    CategoryText
	OtherDate   string // shown after the category of a transfer with two dates: "arrives 02.04.2026"
	Notes       NotesText
	Milli       int64
	Amount      ui.Figure
	Balance     *ui.Figure // nil if the order or filter has no balances
	Cleared     ClearedMark
	Flag        string // the flag's colour, one of the source's names
	FlagName    string // the user's name for the colour
	Future      bool
	Unapproved  bool
	Collapsed   bool // its parts are shown on demand
	Receipts    int
	ReceiptsURL string // page of its receipts
	Parts       []PartRow
	WithAccount bool // the register has an account column
}

type PartRow struct {
	Payee       string
	Category    CategoryText
	Notes       NotesText
	Amount      ui.Figure
	Aside       bool // the filter matches another part
	WithAccount bool
	WithBalance bool
}

// NotesText contains the notes of a row. Long notes open on demand.
type NotesText struct {
	ui.Notes
	Long bool
}

// CategoryText is a category's name, or a text in its place.
type CategoryText struct {
	Group  string
	Name   string
	Kind   CategoryTextKind
	Shared bool // a category of another group has the same name
}

// Text returns the name, preceded by the group if several categories have the name.
func (c CategoryText) Text() string {
	if c.Shared {
		return c.Group + ": " + c.Name
	}
	return c.Name
}

// CategoryTextKind distinguishes a category's name from the texts in its place.
type CategoryTextKind string

// The kinds; Named is the name of a category.
const (
	Named       CategoryTextKind = ""
	NoneNeeded  CategoryTextKind = "none"    // a transfer, or an account off budget
	NoneGiven   CategoryTextKind = "missing" // it should have one
	SplitInto   CategoryTextKind = "split"
	IncomeNamed CategoryTextKind = "income"
)

// ClearedMark is the cleared state of a row.
type ClearedMark string

const (
	NotCleared   ClearedMark = "uncleared"
	IsCleared    ClearedMark = "cleared"
	IsReconciled ClearedMark = "reconciled"
)

// Label returns the state in words.
func (m ClearedMark) Label() string {
	switch m {
	case IsCleared:
		return "Cleared"
	case IsReconciled:
		return "Reconciled"
	}
	return "Uncleared"
}

// Other returns the state after a click.
func (m ClearedMark) Other() ClearedMark {
	if m == NotCleared {
		return IsCleared
	}
	return NotCleared
}

func (*RegisterPage) Template() string { return "register" }
