package bankfile

import (
	"holdover/internal/surface/ui"
)

// BankFilePage is the page that accepts a bank's file for an account and shows its preview.
type BankFilePage struct {
	ui.Frame
	Account     string
	RegisterURL string
	Action      string
	BanksURL    string // the banks that the budget is connected with
	Closed      bool   // the account is closed, so that nothing can be imported
	Fault       *ui.FaultText
	Preview     *BankPreview // nil before the upload
}

type BankPreview struct {
	Sentence string // "38 rows: 31 new, 6 already in the account, …"
	Do       string // label of the button, or "" if there is nothing to import
	Nothing  string // text in place of the button
	Confirms string // effect on entered transactions
	Action   string
	From     string // where the rows are: "In the file"
	Facts    []BankFact
	Unread   *ui.FaultText // error that prevents reading the file
	Asks     *BankAsks     // nil without questions
	Warnings *BankWarnings // nil for none
	Pairs    *BankPairs    // nil for none
	Notes    []string
	Category *BankCategory // nil if the file has no categories
	Accounts []ui.Option
	Account  int // index of the previewed account
	Deleted  *BankDeleted
	Columns  *BankColumns
	Style    *BankStyle // set for a file without columns
	Filters  []BankFilter
	Rows     []BankRowLine
	Problems []BankProblem
	MoreBad  string // number of problems that are not listed
	Pages    BankPages
}

// BankAsks contains the open questions, with the guess and the first rows as they would be imported.
type BankAsks struct {
	Which     string // the questions, for the form
	Sentences []string
	Rows      []BankRowLine
	Turn      string // label of the button that inverts signs, if that is the only question
}

// BankWarnings contains the warnings about importing the file.
type BankWarnings struct {
	Codes     []string
	Sentences []string
	Accepted  bool
}

// BankPairs contains the possible duplicates.
type BankPairs struct {
	Count string
	More  string // number of those that are not shown
	Pairs []BankPair
}

// BankPair is a row of the file and the transaction that it may be.
type BankPair struct {
	BankRowLine

	Why                            string
	HereDate, HerePayee, HereNotes string
	HereAmount                     ui.Figure
	Matching                       string // effect of matching the two
}

// BankCategory offers to import the file's categories.
type BankCategory struct {
	Sentence string
	Chosen   bool
}

// BankFact is a line about the file.
type BankFact struct {
	Label, Text string
	Good        bool // with a check mark
}

// BankDeleted contains the rows that were deleted earlier.
type BankDeleted struct {
	Sentence string
	Label    string
	Again    bool
}

// BankStyle is the notation of dates and amounts in a file.
type BankStyle struct {
	Order, Decimal []ui.Option // nil if the format specifies them
	Encoding       []ui.Option
	Was            string
	Open           bool
	Sentence       string
}

// BankColumns contains the choices for reading a CSV file.
type BankColumns struct {
	BankStyle
	Width     int
	Heads     []BankColumn
	Lines     []BankFirstLine // the first lines as they are in the file
	First     []ui.Option     // choices for the line of the first row
	Delimiter []ui.Option
	Sign      []ui.Option
	Words     []ui.Option // choices for the direction's word for money out
	Delimited string      // current delimiter
	Encoded   string      // current encoding
}

// BankColumn is a column with its possible roles.
type BankColumn struct {
	No    int
	Name  string // its header
	Roles []ui.Option
}

// BankFirstLine is one of the first lines of the file.
type BankFirstLine struct {
	No    int
	Above bool // a header or a line above it
	Cells []string
}

// BankFilter is a link that shows only rows of one kind.
type BankFilter struct {
	Value, Label, Count string
	Current             bool
}

type BankRowLine struct {
	No       int
	Date     string
	Payee    string
	BankText string // set if the payee has another name in the budget
	Notes    string
	Amount   ui.Figure
	Says     string // effect of the import on the row, in one or two words
	Category string
	ByRules  []string // the rules that apply, in words
	Kind     string   // name of the field that lists the row; "" if it has no choice
	Ticked   bool     // the row is added
	Matches  bool     // an existing transaction; the box to add it as new has its words
	Left     bool
	Quiet    bool   // the import does not affect the row
	Here     string // the existing transaction, in words
	Half     string // the other half of a transfer, in words
	CanLink  bool   // the two can be linked
	Linked   bool
	Name     string // label of the row: date, payee and amount
}

// BankProblem is a line that cannot be read.
type BankProblem struct {
	Line        string
	Field, What string
}

// BankPages contains the links between the pages of rows.
type BankPages struct {
	From, To, Total string
	Show            string // the filter
	Page            int
	Newer, Older    int // page numbers; 0 is none
}

func (*BankFilePage) Template() string { return "bank_file" }
