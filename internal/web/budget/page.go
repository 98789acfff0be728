package budget

import (
	"holdover/internal/ui"
)

// BudgetPage is the budget screen: categories down, months across.
type BudgetPage struct {
	ui.Frame
	URL         string // of the screen without a month
	ViewURL     string // takes what is folded and shown
	MenuURL     string // shows what can be done with a figure
	DoURL       string // takes changes; empty for those who may only look
	Month       string // the first month shown, as "2026-03"
	Strip       MonthStrip
	Chosen      int // how many months the person wants to see; 0 is as many as fit
	Months      []MonthSummary
	Start       *Start // nil unless the budget has no group of categories
	Groups      []GroupRows
	Income      []GroupRows
	Looks       []LookLink
	Looking     string // the name of the look that is on; empty where all categories are shown
	LookingIn   string // the month that it is about
	HiddenShown bool
	HiddenCount int    // hidden groups and categories
	Width       string // that the longest figure needs, of widthOf
	Names       string // that the longest name needs, of nameWidthOf
}

// Start says what to do first in an empty budget.
type Start struct {
	HasAccount            bool
	AccountURL, ImportURL string
}

// LookLink leads to the categories that have something in common.
type LookLink struct {
	Name, URL string
	Count     int // of the categories it shows; 0 for all
	Chosen    bool
	About     string // of its menu, where there is one
}

// nameWidthOf is how much room names of the given number of characters need, as the style sheet has it; longer ones take two lines.
func nameWidthOf(characters int) string {
	switch {
	case characters <= 18:
		return "short"
	case characters <= 25:
		return "medium"
	}
	return "long"
}

// widthOf is how much room figures of the given number of characters need, as the style sheet has it.
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

// MonthStrip is the way to other months.
type MonthStrip struct {
	Title      string // "March 2026" or "March to May 2026"
	EarlierURL string
	LaterURL   string
	TodayURL   string
	Months     []MonthLink // of the year shown
	Years      []YearLinks // the month picker
	Counts     []ui.Link   // so many months from now on: as many as fit, or a number of one's choice
}

// YearLinks is a year in the month picker.
type YearLinks struct {
	Year    int
	Current bool
	Months  []MonthLink
}

// MonthLink leads to a month.
type MonthLink struct {
	Label  string // "Mar"
	Year   int
	URL    string
	Shown  bool // among the months on the screen
	First  bool // the first of them
	Today  bool
	Beyond bool // before the first or after the last month with data
}

// MonthSummary is the head of a month's column. To Budget is what the lines
// below it come to.
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
	Budgeted  ui.Figure   // what it takes away: negative when money was budgeted
	ForNext   ui.Figure   // what is held, taken away too
}

// GroupRows is a group with its categories.
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

// CategoryRow is a category through the months shown.
type CategoryRow struct {
	ID        string
	Name      string
	Note      string
	Hidden    bool
	CanChange bool
	Target    *TargetWords // of the month in focus; nil without target
	Coming    string       // what is scheduled for it in the month in focus
	Cells     []Cells
}

// TargetSums is what the targets of a month come to.
type TargetSums struct {
	AssignURL string    // where all of it is assigned
	Under     ui.Figure // what is not budgeted yet, but for what is snoozed
	Cost      ui.Figure // what is asked for altogether
	Income    ui.Figure // what comes in
}

// TargetWords is how a category stands to its target, in a few words.
type TargetWords struct {
	Text  string // "37.50 more by the 20th"
	State TargetState
	Month string // "November 2026"
}

// TargetState is how the words and the bar look.
type TargetState string

// The states.
const (
	Short   TargetState = "short" // something is asked for and not budgeted yet
	Funded  TargetState = "funded"
	Over    TargetState = "over"
	Snoozed TargetState = "snoozed"
	Quiet   TargetState = "quiet" // nothing is asked for now
)

// Bar is how much of what a month's target asks for is there.
type Bar struct {
	Percent int // 0 to 100
	State   TargetState
	Title   string
}

// Cells are the three figures of a row in a month.
type Cells struct {
	Key         string // what the figures' menus are asked for by; empty where nothing can be done
	ActivityURL string // the rows behind the activity; empty for sums
	Budgeted    ui.Figure
	Activity    ui.Figure
	Balance     ui.Figure
	Rollover    bool // the negative balance goes into the next month
	OnCard      bool // all of the negative balance becomes debt of cards
	Bar         *Bar // nil without target
}

func (*BudgetPage) Template() string { return "budget" }
