package web

// ReportPage says what an import brought over and whether the figures match.
type ReportPage struct {
	Frame
	Mark      Mark
	Sentence  string
	Explained string // a second sentence where one is needed
	Numbers   []Number
	Sections  []ReportSection
	BudgetURL string
}

// Mark is a report's verdict; it is also the class name.
type Mark string

// The marks.
const (
	AllMatch    Mark = "match"
	Explained   Mark = "explained"   // differences with known reasons
	Unexplained Mark = "unexplained" // something has no reason yet
)

// Number is a count in large type.
type Number struct {
	Value string
	Label string
	Note  string
}

// ReportSection is a table that opens on demand.
type ReportSection struct {
	Title string
	Count string
	Intro string
	Warns bool // worth a look
	Open  bool
	Table Table
}

// Table is a plain table of a report.
type Table struct {
	Columns []Column
	Rows    [][]TableCell
}

// Column is a column's heading.
type Column struct {
	Title   string
	Numbers bool
}

// TableCell is text or a number in a table.
type TableCell struct {
	Text    string
	Numbers bool
	Sign    Sign
	URL     string // a file to download, empty for none
}

func (*ReportPage) template() string { return "report" }

// figureCell is an amount in a report's table.
func figureCell(f Figure) TableCell { return TableCell{Text: f.Text, Numbers: true, Sign: f.Sign} }
