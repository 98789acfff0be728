package register_test

import (
	"net/url"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/testing/browsertest/walk"
)

// saved returns an account with 100.00 that pays 42.00 each week, since a week ago.
func saved(t *testing.T, world *walk.Env, id string, today civil.Date) (account string) {
	t.Helper()
	_, account, err := world.App.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Piggy", Type: "checking", OnBudget: true, Balance: 100_000, Date: today.AddDays(-30)})
	if err != nil {
		t.Fatal(err)
	}
	weekly := schedules.Entry{Frequency: "weekly", Entry: rows.Entry{Account: account, Date: today.AddDays(-7), Amount: -42_000, PayeeName: "Swimming"}}
	if _, _, err := world.App.AddScheduled(t.Context(), app.Machine(), id, weekly); err != nil {
		t.Fatal(err)
	}
	return account
}

// lowest waits until a register shows the lowest future balance: 100.00 minus six weeks of 42.00.
func lowest(w *walk.Walker, today civil.Date) {
	w.Helper()
	b, err := w.Env.App.Budget(w.Context(), app.Machine(), w.ID)
	if err != nil {
		w.Fatal(err)
	}
	w.See("Upcoming in 30 days")
	w.See("lowest on " + today.AddDays(28).In(b.DateFormat) + " −152.00")
}

// fillEnd sets an interval, a weekend rule and an end in the form of a schedule.
func fillEnd(w *walk.Walker) {
	w.Helper()
	w.Click("Day of the month, weekends, end, about how much")
	w.Choose("How often", "Other interval")
	w.Fill("Other interval: every", "5")
	w.Eval(`document.querySelector('select[name=unit]').value = 'Weeks'`)
	w.Choose("At weekends", "The Monday after")
	w.Fill("Or number of times", "3")
}

// TestWalkUpcomingOnAPhone uses upcoming rows on a phone, in both colour schemes: the lowest balance, due rows,
// suggestions to schedule or dismiss, a schedule created from a transaction, with an end, its menu and its switch.
func TestWalkUpcomingOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		world, id, account, today := missedLessons(t)
		piggy := saved(t, world, id, today)
		w := walk.New(t, world, look)
		w.ID = id
		w.CheckConserved() // this builds the program, which takes longer than a toast is shown
		home := "/budgets/" + id
		w.Open(home + "/accounts/" + url.PathEscape(piggy))
		lowest(w, today)
		w.CheckTouchTargets("#coming-here")
		w.Click("Show all")
		w.Until("the last one", `[...document.querySelectorAll('.coming-later .coming-row')].some(e => e.checkVisibility() && e.querySelector('time').dateTime === `+walk.Quoted(today.AddDays(28).String())+`)`)
		w.Shoot("coming-phone-" + look.Name)
		w.Click("File")
		w.Click("Scheduled, 2 due")
		w.See("2 due")

		w.CheckTouchTargets(".found")
		w.Eval(`document.querySelector('.found').scrollIntoView()`)
		w.Shoot("found-" + look.Name)
		w.Click("Dismiss Stream & Co")
		w.See("Dismissed the suggestion Stream & Co")
		w.Click("1 dismissed")
		w.Shoot("dismissed-" + look.Name)
		w.Click("Undo")
		w.See("Undone: Dismissed the suggestion Stream & Co")
		w.Until("the end of the page clear of the toast", `(scrollTo(0, document.documentElement.scrollHeight),
			document.querySelector('main').lastElementChild.getBoundingClientRect().bottom <= document.querySelector('.toast').getBoundingClientRect().top)`)
		w.WaitGone("1 dismissed")

		w.Open(home + "/scheduled") // without the toast
		w.Click("Schedule Stream & Co")
		w.See("New scheduled transaction")
		fillEnd(w)
		w.CheckTouchTargets(".row-fields-form")
		w.Shoot("coming-form-" + look.Name)
		w.Click("Save")
		w.See("Scheduled Stream & Co")
		w.See("Every 5 weeks")
		w.See("at weekends on the Monday after, until ")
		w.CheckUndo("Scheduled Stream & Co")
		w.Click("Undo")
		w.See("Undone: Scheduled Stream & Co")

		w.Open(home + "/accounts/" + url.PathEscape(account) + "?search=Stream")
		w.ClickInRow("Stream & Co", ".more-of .dots")
		w.Click("Repeat…")
		w.See("New scheduled transaction")
		w.Choose("How often", "Every other week")
		w.Click("Save")
		w.See("Scheduled Stream & Co")

		w.Open(home + "/scheduled")
		w.CheckTouchTargets(".schedule")
		walk.Check(t, w.Tab, "scheduled transactions")
		w.Click("Menu of Swimming")
		w.CheckTouchTargets("#spot")
		w.Click("Enter now, dated today")
		w.See("Entered the scheduled Swimming")
		if rows := (walk.RowWalker{Walker: w}).OnlyRow("Swimming"); rows.Date < today {
			t.Errorf("the transaction was entered on %s", rows.Date)
		}
		w.Click("Undo")
		w.See("Undone: Entered the scheduled Swimming")
		w.Click("Menu of Swimming")
		w.Click("Skip ")
		w.See("Skipped the scheduled Swimming")
		w.Click("Piano lessons is automatic")
		w.See("2 transactions are entered at once")
		walk.Check(t, w.Tab, "what asks before days that are past are entered")
		w.ClickPrimary()
		w.See("1 scheduled transaction is automatic from now on")
		w.Click("Enter all due")
		w.See("Entered 3 scheduled transactions up to")
		w.WaitGone("Enter all due")
		w.CheckConserved()
	})
}
