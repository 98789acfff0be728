package web

// VerifyPage says how a budget compares with the file it came from.
type VerifyPage struct {
	Frame
	Mark      Mark
	Sentence  string
	ToBudget  string // the second sentence
	Numbers   []Number
	Months    []VerifyMonth
	Sections  []ReportSection
	Month     *VerifyDetail // one month in detail, nil for all months
	ReportURL string
	CleanURL  string
	BackURL   string
}

// VerifyMonth is To Budget beside the source's figure.
type VerifyMonth struct {
	Name        string
	URL         string
	ToBudget    Figure
	Source      Figure
	Difference  Figure
	Unexplained Figure
	Wrong       bool // something is unexplained
	Causes      []VerifyCause
}

// VerifyCause is an amount with its reason and what it is made of.
type VerifyCause struct {
	Words    string
	Amount   Figure
	Evidence []VerifyEvidence
	More     string // how many pieces of evidence are not listed
	AllURL   string // lists them
}

// VerifyEvidence is a piece of what a cause is made of.
type VerifyEvidence struct {
	Month  string
	URL    string
	Of     string
	Rows   string // how many rows
	Amount Figure
}

// VerifyDetail is a month with every category.
type VerifyDetail struct {
	VerifyMonth
	BudgetURL  string
	Categories []VerifyCategory
	Newer      string // addresses of the months beside it, empty at the ends
	Older      string
}

// VerifyCategory is a category in a month, here and in the file.
type VerifyCategory struct {
	Name, Group                 string
	URL                         string // its transactions of the month
	Budgeted, Activity, Balance VerifyFigure
	Why                         string // empty where all is equal
}

// VerifyFigure is a figure here and, where it differs, in the file.
type VerifyFigure struct {
	Here    Figure
	File    Figure
	Differs bool
}

func (*VerifyPage) template() string { return "verify" }
