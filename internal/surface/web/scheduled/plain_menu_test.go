package scheduled_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
)

// TestTheMenuEntersAndSkips checks that the menu offers to enter a transaction today, or on its day if that
// differs, and to skip it, and executes each.
func TestTheMenuEntersAndSkips(t *testing.T) {
	p := newPlan(t)
	inSavings := func(e *schedules.Entry) { e.Account = p.accounts["Savings"] }
	past, now, later := p.add("Past", -7, "weekly", -1_230), p.add("Now", 0, "weekly", -1_000), p.add("Later", 5, "never", -1_000)
	closed := p.add("Closed", -7, "weekly", -1_000, inSavings)
	p.closed("Savings")
	day := func(days int) string { return p.today.AddDays(days).String() }
	for _, c := range []struct {
		id        string
		says, not []string
	}{
		{past, []string{"Past", "\u2212$1.23, next on " + day(-7), "Enter now, dated today", "Enter on " + day(-7), "Skip " + day(-7), "Transactions already entered stay."}, nil},
		{now, []string{"Enter now, dated today", "Skip " + day(0)}, []string{"Enter on "}},
		{later, []string{"Enter now, dated today", "Enter on " + day(5), "Skip " + day(5)}, nil},
		{closed, []string{"Skip " + day(-7), "Delete"}, []string{"Enter now", "Enter on "}},
	} {
		p.menu("scheduled", c.id)
		p.has("the menu", p.Page, c.says...)
		p.hasNot("the menu", p.Page, c.not...)
	}
	press := func(id, action, words, says string) {
		p.Helper()
		p.menu("scheduled", id)
		p.Send(action, words, nil)
		p.Sees(says)
	}
	entered := func(payee string, days ...int) {
		p.Helper()
		var on []string
		if err := p.Env.App.Transactions(t.Context(), app.Machine(), p.id, rows.Filter{Search: payee}, func(r rows.Row) error {
			on = append(on, r.Date.String())
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, d := range days {
			want = append(want, day(d))
		}
		if strings.Join(on, " ") != strings.Join(want, " ") {
			t.Errorf("%s was entered on %v, not on %v", payee, on, want)
		}
	}
	press(past, "/do/enter-scheduled", "Enter on "+day(-7), "Entered the scheduled Past")
	entered("Past", -7)
	press(now, "/do/skip-scheduled", "Skip", "Skipped the scheduled Now")
	entered("Now")
	press(later, "/do/enter-scheduled", "Enter now, dated today", "Entered the scheduled Later")
	entered("Later", 0)
	p.hasNot("the list without what comes no more", p.Page, `id="s-`+later+`"`)
	press(closed, "/do/delete-scheduled", "Delete", "Deleted the scheduled Closed")
	p.hasNot("the list without what was deleted", p.Page, `id="s-`+closed+`"`)

	// An outdated menu does not enter a day that was entered or skipped since.
	p.menu("scheduled", past)
	if _, err := p.Env.App.SkipScheduled(t.Context(), app.Machine(), p.id, past, 0); err != nil {
		t.Fatal(err)
	}
	p.CheckStatus(p.Send("/do/enter-scheduled", "Enter now", nil), http.StatusConflict, "has been entered, skipped or moved in the meantime")
	p.menu("scheduled", past)
	p.CheckStatus(p.Send("/do/skip-scheduled", "Skip", url.Values{"due": {"soon"}}), http.StatusBadRequest, "The date cannot be read")
}

// TestAutomaticEntryNeedsConfirmation checks that the menu lists the transactions that are entered at once if one
// schedule, or all, are made automatic.
func TestAutomaticEntryNeedsConfirmation(t *testing.T) {
	p := newPlan(t)
	p.add("Later", 5, "weekly", -1_000)
	p.menu("all-by-themselves", "1")
	p.has("the menu of one that is not due", p.Page, "Make all automatic", "1 scheduled transaction", "Each is entered on its day while Holdover runs, or as soon as it runs again.", "Make all automatic")
	p.hasNot("the menu of one that is not due", p.Page, "entered at once", "newer files")

	inSavings := func(e *schedules.Entry) { e.Account = p.accounts["Savings"] }
	p.add("On", -7, "weekly", -1_000, func(e *schedules.Entry) { e.AutoEnter = true })
	p.add("Closed", -7, "weekly", -1_000, inSavings)
	p.closed("Savings")
	three, one := p.add("Three", -14, "weekly", -1_000), p.add("One", -3, "weekly", -1_000)
	back := p.add("Back", -1, "never", -1_000)
	if _, err := p.Env.App.EnterScheduled(t.Context(), app.Machine(), p.id, back, 0, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Env.App.Undo(t.Context(), app.Machine(), p.id, 0); err != nil {
		t.Fatal(err)
	}
	p.menu("all-by-themselves", "1")
	p.has("the menu of all", p.Page, "5 scheduled transactions", "4 transactions are due and entered at once.") // excludes the closed account's and the undone ones
	p.menu("by-itself", three)
	p.has("the menu of one", p.Page, "Three", "Its next day was "+p.today.AddDays(-14).String()+": 3 transactions are entered at once, each on its own date. To leave out a date, skip it first.")
	p.menu("by-itself", one)
	p.has("the menu of one day", p.Page, "1 transaction is entered at once")
	p.Send("/do/by-itself", "Make automatic", nil)
	p.Sees("1 scheduled transaction is automatic from now on")
	p.has("its switch", p.row(one), `aria-checked="true"`)
	p.menu("all-by-themselves", "1")
	p.has("the menu of the others", p.Page, "4 scheduled transactions", "3 transactions are due")
	p.Send("/do/all-by-themselves", "Make all automatic", nil)
	p.Sees("4 scheduled transactions are automatic from now on")
	for _, menu := range []string{"scheduled", "by-itself"} {
		if status := p.Read(p.HTTP.Get(p.Env.Server.URL + p.home + "/menu?" + menu + "=gone")); status != http.StatusNotFound {
			t.Errorf("the menu %s of an unknown schedule: status %d", menu, status)
		}
	}
}
