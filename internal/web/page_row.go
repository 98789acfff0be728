package web

// RowPage is the form of a row: a new one, or one that is there. With scripts
// it stands in the register; without, it is a page.
type RowPage struct {
	Frame
	Heading string
	*rowFields
	Action     string // where saving goes
	ShapeURL   string // where splitting and the like go
	SuggestURL string // who the payee may be
	AgainURL   string // the form of the next new row; empty for a row that is there
	SelfURL    string // the row's own page; empty where this is it, and for a new row
	Back       string
	BackURL    string // Back, for a link

	DateFormat string
	ISODate    string // the date as typed, where it can be read
	Example    string // today, as the budget writes days
	Accounts   []OptionGroup
	None       string // why rows of the account have no category; empty where they may
	Categories []OptionGroup
	Payees     []SuggestGroup // for browsers without scripts
	States     []Option       // cleared or not
	Colours    []Option       // of flags
	Line       RowLine
	Lines      []RowLine // the parts of a split
	Left       RowLeft
	Reconciled bool // the row is
	Ask        bool // whether it shall change all the same
	Facts      []RowFact
	Faults     rowFaults
	Schedule   *ScheduleFields // of a scheduled transaction; nil for a row
	Menu       string          // the kind of form, by which what was wrong finds back to it
	FocusOn    string          // the field to go on with
}

// RowLine is the fields of the row or of a part.
type RowLine struct {
	lineFields
	At       string // what its fields' ids begin with: "", "part-2-"
	Name     string // what their names begin with: "", "part-"
	No       int    // of the part, from 1
	Of       string // " of part 2", for who cannot see where it stands
	None     string // why there is no category; empty where there may be one
	Tall     bool   // the notes have more than one line
	Result   string // the amount with its sign, where a sum was typed
	OtherURL string // the other side of the transfer
	Other    string // the account it is in

	PayeeFault, CategoryFault, AmountFault *FaultText
}

// RowLeft is what of a split is left to assign to parts.
type RowLeft struct {
	Split bool
	State LeftState
	Text  string
	// Results are the amounts that were typed as sums, by their field.
	Results []RowResult
}

// LeftState is how far a split is assigned.
type LeftState string

// The states.
const (
	LeftNothing LeftState = "nothing"
	LeftSome    LeftState = "some"
	LeftUnknown LeftState = "unknown" // an amount cannot be read yet
)

// RowResult is what a sum comes to.
type RowResult struct{ Field, Text string }

// RowFact is something that a register does not show of a row.
type RowFact struct{ Label, Text, URL string }

func (*RowPage) template() string { return "row" }
