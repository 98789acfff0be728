package web

// CleanUpPage proposes what makes a budget match its source, a card for each
// kind of clean-up.
type CleanUpPage struct {
	Frame
	Sentence  string
	Verified  *Verified // after something was applied
	Cards     []CleanUpCard
	MayChange bool
	VerifyURL string
	UndoURL   string
	Fault     *FaultText
	FaultOf   string // the kind whose card the fault belongs to
}

// Verified is the comparison with the file after a clean-up.
type Verified struct {
	Mark     Mark
	Sentence string
	ToBudget string
}

// CleanUpCard is a kind of clean-up: what was found, what would change.
type CleanUpCard struct {
	Kind       string
	Title      string
	About      string // what it is, in a sentence or two
	Found      string // what was found
	Outcome    string // months before and after
	Nothing    bool   // there is nothing to do
	ApplyURL   string // empty where there is nothing to apply
	Apply      string // the button
	PageURL    string // of the page, for looking again with choices
	First      string // the title of a clean-up that is better done before
	FirstURL   string
	Cards      bool // there are cards to have a category each
	IsPerCard  bool // one category for each card
	Plot       *Plot
	Items      []CleanUpRow
	Count      string // how many items there are
	More       string // how many of them are not listed
	All        bool   // all are listed because that was asked for
	Open       bool   // the list of items
	Left       int    // how many are left out
	Reserves   []ReserveRow
	Together   string // what one debt category for all cards has
	Months     []CleanUpMonth
	Guide      []GuideStep
	Done       *CleanUpDone
	Duplicates bool // items are merged, renamed or left
}

// CleanUpRow is an item.
type CleanUpRow struct {
	ID     string
	What   string
	URL    string // of the row that it is about, empty for anything else
	Into   string
	When   string
	Amount Figure
	Why    string
	Do     string // what is done about it
	Left   bool
	Fixed  bool // nothing can be done about it
	Choose bool // merge, rename or leave
	Choice string
	Name   string
}

// ReserveRow is a card whose money set aside had drifted from its balance.
type ReserveRow struct {
	Card     string
	Sentence string
	Balance  Figure
	Reserve  Figure
	Debt     Figure
	Category *Figure
}

// CleanUpMonth is a month's To Budget before and after.
type CleanUpMonth struct {
	Name    string
	URL     string
	Before  Figure
	After   Figure
	Source  *Figure
	Matches bool
}

// GuideStep is a step of doing it oneself; Links are the places it names.
type GuideStep struct {
	Text  string
	Links []GuideLink
}

// GuideLink leads to the place of a step.
type GuideLink struct{ Text, URL string }

// CleanUpDone is a clean-up that was applied and stands.
type CleanUpDone struct {
	Label  string
	When   string
	Change int64
}

func (*CleanUpPage) template() string { return "cleanup" }
