package budget

import (
	"holdover/internal/surface/ui"
)

// BudgetPage is the budget screen: categories in rows, months in columns.
type BudgetPage struct {
	ui.Frame
	URL     string // the screen without a month
	ViewURL string // address that stores folded groups and the view
	MenuURL string // address of menus
	DoURL   string // address of changes; empty for a viewer
	Month   string // the first month shown, as "2026-03"
	Strip   MonthStrip
	Chosen  int // number of months that the user chose; 0 for as many as fit
	Months  []MonthSummary
	Start   *Start      // nil without first steps
	Tour    *Tour       // nil outside of the tour
	Cost    *CostToBeMe // nil without an expected income
	// NeedsCategory is nil if each transaction has a category.
	NeedsCategory *NeedsCategory
	Groups        []GroupRows
	Income        []GroupRows
	Looks         []LookLink
	Looking       string // name of the active filter; empty if all categories are shown
	LookingIn     string // the month that it filters by
	HiddenShown   bool
	HiddenCount   int    // hidden groups and categories
	Width         string // class for the width of the longest figure, from widthOf
	Names         string // class for the width of the longest name, from nameWidthOf
}

// LookLink links to a filter of categories.
type LookLink struct {
	Name, URL string
	Count     int // number of its categories; 0 for all
	Chosen    bool
	About     string // reference for its menu, if it has one
}

// nameWidthOf returns the style sheet's class for the width of names with a number of characters. Longer names take
// two lines.
func nameWidthOf(characters int) string {
	switch {
	case characters <= 18:
		return "short"
	case characters <= 25:
		return "medium"
	}
	return "long"
}

// widthOf returns the style sheet's class for the width of figures with a number of characters.
func widthOf(characters int) string {
	switch {
	case characters <= 9:
		return "narrow"
	case characters <= 11:
		return "medium"
	case characters <= 14:
		return "wide"
	case characters <= 16:
		return "widest"
	}
	return "huge"
}

// MonthStrip contains the links to other months.
type MonthStrip struct {
	Title      string // "March 2026" or "March to May 2026"
	EarlierURL string
	LaterURL   string
	TodayURL   string
	Months     []MonthLink // of the year shown
	Years      []YearLinks // the month picker
	Counts     []ui.Link   // links for the number of months: as many as fit, or a fixed number
}

// YearLinks is a year in the month picker.
type YearLinks struct {
	Year    int
	Current bool
	Months  []MonthLink
}

type MonthLink struct {
	Label  string // "Mar"
	Year   int
	URL    string
	Shown  bool // among the months on the screen
	First  bool // first month on the screen
	Today  bool
	Beyond bool // before the first or after the last month with data
}

// MonthSummary is the head of a month's column. To Budget is the sum of the lines below it.
type MonthSummary struct {
	Name      string
	Month     string // "2026-03"
	Today     bool
	Note      string
	CanChange bool
	ToBudget  ui.Figure
	Funds     ui.Figure
	Overspent ui.Figure   // zero or negative
	Targets   *TargetSums // nil without targets
	Budgeted  ui.Figure   // amount subtracted: negative if money was budgeted
	ForNext   ui.Figure   // amount held, also subtracted
	OnTheWay  *ui.Figure  // between two accounts at the month's end; nil for none
}

type GroupRows struct {
	ID         string
	Name       string
	Note       string
	Hidden     bool
	Folded     bool
	CanChange  bool
	Cells      []Cells
	Categories []CategoryRow
}

// CategoryRow is a category with its figures in the shown months.
type CategoryRow struct {
	ID        string
	Name      string
	Note      string
	Hidden    bool
	CanChange bool
	Target    *TargetWords // of the month in focus; nil without target
	Coming    string       // upcoming rows in the month in focus
	Cells     []Cells
}

// TargetSums is the total of a month's targets.
type TargetSums struct {
	AssignURL string    // address that assigns all of it
	Under     ui.Figure // amount not budgeted yet, without snoozed targets
	Cost      ui.Figure // amount that all targets need
	Income    ui.Figure // income of the month
}

// CostToBeMe compares the need of a month's targets with the expected income.
type CostToBeMe struct {
	Month    string // "November 2026"
	Need     ui.Figure
	Expected ui.Figure
	Rest     ui.Figure // the difference, without a sign
	Missing  bool      // the targets need more than the income
}

// NeedsCategory describes the transactions without a category, which no balance contains.
type NeedsCategory struct {
	Count string // "2 transactions need a category"
	URL   string // the transactions
	Sum   ui.Figure
}

// TargetWords describes the status of a category's target in a few words.
type TargetWords struct {
	Text  string // "37.50 more by the 20th"
	State TargetState
	Month string // "November 2026"
}

// TargetState determines the appearance of the text and the bar.
type TargetState string

const (
	Short   TargetState = "short" // the target needs an amount that is not budgeted yet
	Funded  TargetState = "funded"
	Over    TargetState = "over"
	Snoozed TargetState = "snoozed"
	Quiet   TargetState = "quiet" // the target needs nothing now
	// Overspent is the state of any target of a category with a negative balance.
	Overspent TargetState = "overspent"
)

// Bar shows the funded part of a month's target.
type Bar struct {
	Percent int // 0 to 100
	State   TargetState
	Title   string
}

// Cells are the three figures of a row in a month.
type Cells struct {
	Key         string // reference for the figures' menus; empty if there are none
	ActivityURL string // the rows behind the activity; empty for sums
	Budgeted    ui.Figure
	Activity    ui.Figure
	Balance     ui.Figure
	Rollover    bool // the negative balance is carried into the next month
	OnCard      bool // all of the negative balance becomes debt of cards
	Bar         *Bar // nil without target
}

func (*BudgetPage) Template() string { return "budget" }
