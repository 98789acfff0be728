package budget

import (
	"fmt"
	"net/url"
	"strconv"

	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// Start contains the first steps in a budget that was not imported. It is shown until all are done or the user leaves
// them.
type Start struct {
	Accounts   string // how many there are, in words; empty for none
	Categories bool   // there are groups of categories
	Budgeted   bool   // an amount was budgeted
	Entered    bool   // an account has more than its starting balance

	AccountURL, RowURL, ImportURL, TourURL string
}

// startSteps is the number of first steps.
const startSteps = 4

// count returns the number of steps that are done.
func (s *Start) count() (n int) {
	for _, isDone := range [startSteps]bool{s.Accounts != "", s.Categories, s.Budgeted, s.Entered} {
		if isDone {
			n++
		}
	}
	return n
}

// Done says how many steps are done.
func (s *Start) Done() string { return fmt.Sprintf("%d of %d done", s.count(), startSteps) }

// startOf returns the first steps, or nil if they are not shown.
func (d *drawing) startOf(p *BudgetPage) *Start {
	if p.DoURL == "" || d.frame.Imported || d.view.startLeft || d.looking != nil || p.Tour != nil {
		return nil
	}
	s := &Start{
		Categories: len(p.Groups) > 0 || p.HiddenCount > 0, AccountURL: d.NewAccount(""), RowURL: d.To("rows/new?first=amount&ask=account"), ImportURL: "/import",
		TourURL: d.tourURL(1),
	}
	if n := len(d.frame.Accounts); n > 0 {
		s.Accounts = humanize.Number(n, "account", "accounts")
	}
	for i := range d.frame.Accounts {
		s.Entered = s.Entered || d.frame.Accounts[i].Transactions > 1
	}
	for i := range d.sheet.Months {
		s.Budgeted = s.Budgeted || d.sheet.Months[i].Budgeted != 0
	}
	if s.count() == startSteps {
		return nil
	}
	return s
}

// Tour is a step of the tour, which explains the parts of the screen one after the other.
type Tour struct {
	Part        string // the part that the style sheet marks
	Title, Text string
	Step, Of    int
	BackURL     string // empty for the first step
	NextURL     string // empty for the last step
	LeaveURL    string
}

var tour = []Tour{
	{Part: "to-budget", Title: "To Budget", Text: "This is the money that has no category yet. Give all of it to categories, until it is 0."},
	{Part: "budgeted", Title: "Budgeted", Text: "This is what you give a category this month. Choose a figure, type an amount and press Enter: the next category opens."},
	{Part: "activity", Title: "Activity", Text: "This is what was spent or received in the month. Choose a figure to see its transactions."},
	{Part: "balance", Title: "Balance", Text: "This is what is left to spend. It stays in the category next month. Choose it to move money or to cover overspending."},
	{Part: "accounts", Title: "Accounts", Text: "Open an account to enter transactions, to import a bank's file and to reconcile it with the bank's balance."},
	{Part: "go", Title: "Find and undo", Text: "Go to… (Ctrl+K) finds every page, category, payee and action. Ctrl+Z takes your last change back, and History lists all changes."},
}

// tourIn returns the step of the tour that a query asks for, or nil.
func (s *screen) tourIn(q url.Values) *Tour {
	n, err := strconv.Atoi(q.Get("tour"))
	if err != nil || n < 1 || n > len(tour) {
		return nil
	}
	step := tour[n-1]
	step.Step, step.Of, step.LeaveURL = n, len(tour), s.Base
	if n > 1 {
		step.BackURL = s.tourURL(n - 1)
	}
	if n < len(tour) {
		step.NextURL = s.tourURL(n + 1)
	}
	return &step
}

// tourURL returns the address of a step of the tour.
func (s *screen) tourURL(step int) string { return s.Base + "?tour=" + strconv.Itoa(step) }

// tourDestination is the tour on the page *Go to*.
var tourDestination = ui.Destination{Label: "Tour of the budget", Kind: "Page", Words: "help first steps introduction", URL: "?tour=1"}
