package reports_test

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestAgesOfFutureDaysAreUnknown: ages of this month end with today, those of other months at their end.
func TestAgesOfFutureDaysAreUnknown(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	today := civil.DateOf(time.Now())
	for _, m := range []civil.Month{today.Month().Add(-1), today.Month(), today.Month().Add(1)} {
		b.Open("/budgets/" + id + "/reports/age-of-money?from=" + m.String() + "&to=" + m.String())
		want := m.Last().Day()
		if m == today.Month() {
			want = today.Day()
		}
		if got := strings.Count(b.Page, `<tr class="depth-0">`); got != want {
			t.Errorf("%s: %d days, want %d", m, got, want)
		}
	}
}

// TestASavedReportShowsDeletedRecords: the card of a saved report shows that the records of its filter are deleted. Its
// page, which then includes everything, offers to save that.
func TestASavedReportShowsDeletedRecords(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	a := world.App
	_, payee, err := a.AddPayee(t.Context(), app.Machine(), id, "Baker Nobody Else Has")
	if err != nil {
		t.Fatal(err)
	}
	saved := app.NewID()
	of := reports.SavedReport{ID: saved, Name: "The baker", Front: true, Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: budget.ReportFilters{Payees: []string{payee}}}}
	if _, err := a.KeepReport(t.Context(), app.Machine(), id, of); err != nil {
		t.Fatal(err)
	}
	const gone, save = "What it filters by no longer exists.", "Save the change"
	b := walk.NewPlain(t, world)
	checkText := func(page, text string, want bool) {
		t.Helper()
		if b.Open("/budgets/" + id + "/reports" + page); strings.Contains(b.Page, text) != want {
			t.Errorf("%s contains %q: %t", page, text, !want)
		}
	}
	checkText("", gone, false)
	checkText("/spending?payee="+payee+"&own="+saved, save, false)
	if _, err := a.DeletePayees(t.Context(), app.Machine(), id, []string{payee}); err != nil {
		t.Fatal(err)
	}
	checkText("", gone, true)
	checkText("/spending?own="+saved, save, true)
}

// TestTheFilterOffersOnlyWhatTheReportCounts: tracking accounts are offered for net worth only, and income and card
// payment categories not at all.
func TestTheFilterOffersOnlyWhatTheReportCounts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, testkit.Plan(t, "--seed", "41", "--years", "1", "--tx", "60", "--accounts", "5", "--cards", "2"))
	if _, err := world.App.KeepCards(t.Context(), app.Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	screen, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	b := walk.NewPlain(t, world)
	offers := func(filter, id string) bool {
		b.Open(filter)
		return strings.Contains(b.Page, `value="`+id+`"`)
	}
	spending, worth := "/budgets/"+id+"/reports/filter/spending", "/budgets/"+id+"/reports/filter/net-worth"
	off, cards := 0, 0
	for _, acc := range screen.Accounts {
		if offers(spending, acc.ID) != acc.OnBudget || !offers(worth, acc.ID) {
			t.Errorf("%s is offered, on budget: %t", acc.Name, acc.OnBudget)
		}
		if !acc.OnBudget {
			off++
		}
	}
	for i := range screen.Categories {
		c := &screen.Categories[i]
		if c.Card != 0 {
			cards++
		}
		if !c.Hidden && offers(spending, c.ID) != (c.Card == 0 && !c.Income) {
			t.Errorf("%s is offered, card %d, income: %t", c.Name, c.Card, c.Income)
		}
	}
	if off == 0 || cards == 0 {
		t.Errorf("the sample has %d accounts off budget, %d categories of cards", off, cards)
	}
}

// TestLinksToOtherReportsKeepThePeriod: links to other reports keep the period, but no filter.
func TestLinksToOtherReportsKeepThePeriod(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	b.Open("/budgets/" + id + "/reports/spending?by=payee&category=none&from=2026-01&to=2026-06")
	for _, report := range []string{"income", "net-worth", "age-of-money", "calendar"} {
		b.Sees(`href="/budgets/` + id + `/reports/` + report + `?from=2026-01&to=2026-06"`)
	}
}

// TestUpcomingShowsTheFirstNegativeDay: the main figure of Upcoming is the first day on which an account becomes
// negative.
func TestUpcomingShowsTheFirstNegativeDay(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	a, today := world.App, civil.DateOf(time.Now())
	b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Home", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	_, account, err := a.AddAccount(t.Context(), app.Machine(), b.ID, app.AccountEntry{Name: "Bank", Type: string(budget.Checking)})
	if err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{5, 9} {
		if _, _, err := a.AddRow(t.Context(), app.Machine(), b.ID, rows.Entry{Account: account, Date: today.AddDays(days), Amount: -7_000}); err != nil {
			t.Fatal(err)
		}
	}
	p := walk.NewPlain(t, world)
	p.Open("/budgets/" + b.ID + "/reports")
	p.Sees(`<p class="main-figure">` + today.AddDays(5).In(b.DateFormat) + `</p>`)
}
