package bankfile

import (
	"holdover/internal/ui"
)

// BankFilePage takes a bank's file for an account, and says what it would do.
type BankFilePage struct {
	ui.Frame
	Account     string
	RegisterURL string
	Action      string
	Closed      bool // nothing can be imported into the account
	Fault       *ui.FaultText
	Preview     *BankPreview // nil before a file was given
}

// BankPreview is what a file would do.
type BankPreview struct {
	Sentence string // "38 rows: 31 new, 6 here already, …"
	Do       string // the button's words, empty where there is nothing to import
	Nothing  string // what is said in place of the button
	Confirms string // what happens to rows that were typed in
	Action   string
	Facts    []BankFact
	Unread   *ui.FaultText // why the file cannot be read as it is
	Asks     *BankAsks     // nil where the file proves all
	Category *BankCategory // nil where the file has none
	Accounts []ui.Option
	Deleted  *BankDeleted
	Columns  *BankColumns
	Style    *BankStyle // of a file without columns
	Filters  []BankFilter
	Rows     []BankRowLine
	Problems []BankProblem
	MoreBad  string // how many problems are not listed
	Pages    BankPages
}

// BankAsks is what the file does not prove, with the guess and the first rows as
// they would come in.
type BankAsks struct {
	Which     string // the questions, for the form
	Sentences []string
	Rows      []BankRowLine
	Turn      string // the button that turns signs, where that is all that is asked
}

// BankCategory offers to take the file's categories along.
type BankCategory struct {
	Sentence string
	Chosen   bool
}

// BankFact is a line about the file.
type BankFact struct {
	Label, Text string
	Warn        string // what to look at twice
	Good        bool   // with a check mark
}

// BankDeleted are rows that were deleted here earlier.
type BankDeleted struct {
	Sentence string
	Label    string
	Again    bool
}

// BankStyle is how a file writes dates and amounts.
type BankStyle struct {
	Order, Decimal []ui.Option // none where the format says them
	Encoding       []ui.Option
	Was            string
	Open           bool
	Sentence       string
}

// BankColumns is how a CSV file is read.
type BankColumns struct {
	BankStyle
	Width     int
	Heads     []BankColumn
	Lines     []BankFirstLine // the first lines, as they stand in the file
	First     []ui.Option     // the line of the first row
	Delimiter []ui.Option
	Sign      []ui.Option
	Words     []ui.Option // of the direction's column, for money out
	Delimited string      // the delimiter as it is
	Encoded   string      // the encoding as it is
}

// BankColumn is a column with what it may be for.
type BankColumn struct {
	No    int
	Name  string // its header
	Roles []ui.Option
}

// BankFirstLine is a line of the file beside the columns.
type BankFirstLine struct {
	No    int
	Above bool // not a row: a header or what stands above it
	Cells []string
}

// BankFilter shows rows of one kind alone.
type BankFilter struct {
	Value, Label, Count string
	Current             bool
}

// BankRowLine is a row of the file.
type BankRowLine struct {
	No       int
	Date     string
	Payee    string
	BankText string // where the payee is called otherwise here
	Notes    string
	Amount   ui.Figure
	Says     string // in a word or two what will happen to it
	Category string
	ByRules  []string // the words of the rules that say so
	Box      bool     // it can be left out
	Alike    bool     // it looks like one that is here
	Choice   string
	Left     bool
	Quiet    bool   // nothing happens to it
	Here     string // the row that is here, in words
	Name     string // for labels: date, payee and amount
}

// BankProblem is a line that cannot be read.
type BankProblem struct {
	Line        string
	Field, What string
}

// BankPages leads through the rows.
type BankPages struct {
	From, To, Total string
	Show            string // the filter
	Page            int
	Newer, Older    int // pages; 0 is none
}

func (*BankFilePage) Template() string { return "bank_file" }
