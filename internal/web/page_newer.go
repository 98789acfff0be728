package web

// NewerPage takes a newer file of the plan that a budget came from, and says what
// it changes.
type NewerPage struct {
	Frame
	BudgetName string
	Action     string
	ImportURL  string
	Fault      *FaultText
	MayChange  bool
	Preview    *NewerPreview // nil before a file was given
}

// NewerPreview is what a newer file changes.
type NewerPreview struct {
	Sentence string
	ApplyURL string // empty where there is nothing to take over
	Sections []ReportSection
	// Shortened says that not all changes are listed; AllURL lists them.
	Shortened bool
	AllURL    string
}

func (*NewerPage) template() string { return "newer" }
