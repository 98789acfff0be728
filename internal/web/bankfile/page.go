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
	Warnings *BankWarnings // nil for none
	Pairs    *BankPairs    // nil for none
	Notes    []string
	Category *BankCategory // nil where the file has none
	Accounts []ui.Option
	Account  int // the one that is looked at, from 0
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

// BankWarnings are what speaks against importing the file as it is.
type BankWarnings struct {
	Codes     []string
	Sentences []string
	Accepted  bool
}

// BankPairs are the possible duplicates.
type BankPairs struct {
	Count string
	More  string // how many are not shown
	Pairs []BankPair
}

// BankPair is a row of the file beside the transaction that it may be.
type BankPair struct {
	BankRowLine

	Why                            string
	HereDate, HerePayee, HereNotes string
	HereAmount                     ui.Figure
	Matching                       string // what matching the two does
}

// BankCategory offers to take the file's categories along.
type BankCategory struct {
	Sentence string
	Chosen   bool
}

// BankFact is a line about the file.
type BankFact struct {
	Label, Text string
	Good        bool // with a check mark
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
	Kind     string   // the name of the field that lists the row; empty where there is nothing to choose
	Ticked   bool     // it is added
	Left     bool
	Quiet    bool   // nothing happens to it
	Here     string // the transaction that is here, in words
	Half     string // the other half of a transfer, in words
	CanLink  bool   // the two can be linked
	Linked   bool
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
