package register_test

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// missedLessons returns a budget with a weekly schedule of which two days are due, and a payment that occurred four
// times.
func missedLessons(t *testing.T) (world *walk.Env, id, account string, today civil.Date) {
	t.Helper()
	world = walk.NewEnv(t, webtest.Pages)
	id, today = world.ImportSample(t), civil.DateOf(time.Now())
	account = world.AccountIDs(t, id)[0]
	lessons := schedules.Entry{Frequency: "weekly", Entry: rows.Entry{Account: account, Date: today.AddDays(-7), Amount: -42_000, PayeeName: "Piano lessons", Category: categoryOf(t, world, id, "Rent")}}
	if _, _, err := world.App.AddScheduled(t.Context(), app.Machine(), id, lessons); err != nil {
		t.Fatal(err)
	}
	for month := range 4 {
		entry := rows.Entry{Account: account, Date: today.AddMonths(-1 - month), Amount: -9_990, PayeeName: "Stream & Co"}
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
			t.Fatal(err)
		}
	}
	return world, id, account, today
}

// TestWalkUpcomingByKeyboard enters and skips due rows above a register, checks the budget and the next thirty days,
// creates a schedule from a transaction with an interval, an end and a weekend rule, dismisses a suggestion and
// restores it, with the keyboard only.
func TestWalkUpcomingByKeyboard(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world, id, account, today := missedLessons(t)
	w := walk.New(t, world, walk.WideLight)
	w.ID = id
	register := "/budgets/" + id + "/accounts/" + url.PathEscape(account)
	enter := func() { w.Helper(); w.Do(chromedp.KeyEvent(kb.Enter)) }

	w.Open(register)
	w.See("2 due")
	inTheBudget(w, today, 2)
	w.Open(register)
	w.TabTo(`e.matches('.coming-row button') && e.innerText.startsWith('Enter')`)
	enter()
	w.See("Entered the scheduled Piano lessons")
	w.Until("the focus stays where it was", `document.activeElement.matches('.coming-row button')`)
	w.TabTo(`e.matches('.coming-row button') && e.innerText.startsWith('Skip')`)
	enter()
	w.See("Skipped the scheduled Piano lessons")
	w.Until("nothing is due", `!document.querySelector('.coming-row .due-tag')`)
	inTheBudget(w, today, 0)

	w.Open(register + "?search=Stream")
	w.TabTo(`e.matches('.tx .edit-row')`)
	w.TabTo(`e.ariaLabel?.startsWith('Menu of Stream & Co')`)
	enter()
	w.TabToWords("Repeat…")
	enter()
	w.See("New scheduled transaction")
	w.TabTo(`e.id === 'row-frequency'`)
	w.Keys("Other")
	w.TabToWords("Day of the month, weekends, end, about how much")
	enter()
	w.Until("the fields of the end", `document.querySelector('.more-often').open`)
	w.TabTo(`e.id === 'row-every'`)
	w.Keys("5")
	w.TabTo(`e.name === 'unit'`)
	w.Keys("w")
	w.TabTo(`e.id === 'row-weekend'`)
	w.Keys("The M")
	w.TabTo(`e.name === 'times'`)
	w.Keys("3" + kb.Enter)
	w.See("Scheduled Stream & Co")
	w.Open("/budgets/" + id + "/scheduled")
	w.See("Every 5 weeks")
	w.See("at weekends on the Monday after, until")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Suggestions")

	w.TabToWords("Dismiss Stream & Co")
	enter()
	w.See("Dismissed the suggestion Stream & Co")
	w.See("1 dismissed")
	w.Until("it is offered no more", `![...document.querySelectorAll('.found-does')].some(e => e.innerText.includes('Stream & Co'))`)
	walk.Check(t, w.Tab, "a suggestion that was dismissed")
	w.TabToWords("1 dismissed")
	enter()
	w.TabToWords("Restore Stream & Co")
	enter()
	w.See("Restored the suggestion Stream & Co")
	w.Until("it is offered again", `[...document.querySelectorAll('.found-does')].some(e => e.innerText.includes('Stream & Co'))`)
	w.TabToWords("Schedule Stream & Co")
	enter()
	w.See("New scheduled transaction")
	w.TabToWords("Save")
	enter()
	w.See("Scheduled Stream & Co")

	// The menu, and the switch, which asks for confirmation if days are past.
	w.Open("/budgets/" + id + "/accounts/" + url.PathEscape(saved(t, world, id, today)))
	lowest(w, today)
	last := `document.querySelector('.coming-later [datetime="` + today.AddDays(28).String() + `"]').checkVisibility()`
	w.Until("the last one is out of sight", "!"+last)
	w.TabToWords("Show all")
	enter()
	w.Until("the last one", last)
	w.TabTo(`e.matches('#coming-here > summary')`, chromedp.ModifierShift)
	enter()
	w.Until("none is in sight", "!"+last)
	w.See("lowest on ")
	w.Open("/budgets/" + id + "/scheduled")
	w.TabToWords("Menu of Swimming")
	enter()
	w.TabToWords("Enter now, dated today")
	enter()
	w.See("Entered the scheduled Swimming")
	w.TabToWords("Swimming is automatic")
	enter()
	w.See("1 transaction is entered at once")
	w.TabTo(`e.matches('#spot button.primary') && e.innerText.trim() === 'Make automatic'`)
	enter()
	w.See("1 scheduled transaction is automatic from now on")
	w.TabTo(`e.matches('.sidebar a.badge') && e.title.endsWith('due')`)
	w.TabToWords("Enter all due")
	enter()
	w.See("Entered 1 scheduled transaction up to")
	w.WaitGone("Enter all due")
	w.CheckConserved()
}

// lessonsIn describes the upcoming rows of Rent in this month and the next: each week from today on, and the due
// dates; nothing for a month without any.
func lessonsIn(today civil.Date, due int) map[civil.Month]string {
	weeks, words := map[civil.Month]int{today.Month(): due}, map[civil.Month]string{}
	for day := today.AddDays(7); day.Month() <= today.Month()+1; day = day.AddDays(7) {
		weeks[day.Month()]++
	}
	for month, n := range weeks {
		if n > 0 {
			words[month] = fmt.Sprintf("%d.00 coming", 42*n)
		}
	}
	return words
}

// inTheBudget opens the budget by keyboard and reads the upcoming rows of Rent in this month and the next.
func inTheBudget(w *walk.Walker, today civil.Date, due int) {
	w.Helper()
	comes := lessonsIn(today, due)
	checkMonth := func(month civil.Month) {
		w.Helper()
		w.Until("what comes in "+month.Name()+": "+comes[month], `location.pathname === '/budgets/`+w.ID+`' && (r => { const said = r?.querySelector('.coming-words')?.innerText ?? ''; return !!r && (`+walk.Quoted(comes[month])+
			` ? said.startsWith(`+walk.Quoted(comes[month])+`) : !said) })([...document.querySelectorAll('.sheet tr')].find(r => r.checkVisibility() && r.querySelector('th bdi')?.innerText.trim() === 'Rent'))`)
	}
	w.TabToWords("Budget")
	w.Do(chromedp.KeyEvent(kb.Enter))
	checkMonth(today.Month())
	w.TabTo(`e.matches('[rel=next]')`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	checkMonth(today.Month() + 1)
}

// TestUpcomingWithoutScripts checks upcoming rows above a register, in the budget and its badge, and enters, skips,
// repeats, dismisses and restores them, with links and forms only.
func TestUpcomingWithoutScripts(t *testing.T) {
	t.Parallel()
	world, id, account, today := missedLessons(t)
	b := walk.NewPlain(t, world)
	home := "/budgets/" + id
	register := home + "/accounts/" + url.PathEscape(account)
	b.Open(register)
	for _, words := range []string{" in 30 days", "2 due", "lowest on", "scheduled transaction is due"} {
		b.Sees(words)
	}
	b.Open(home)
	b.Sees(lessonsIn(today, 2)[today.Month()])
	b.Open(register)
	b.Send("/do/enter-scheduled", "Piano lessons", nil)
	b.Sees("Entered the scheduled Piano lessons")
	b.Send("/do/skip-scheduled", "Piano lessons", nil)
	b.Sees("Skipped the scheduled Piano lessons")
	if b.At[:len(register)] != register {
		t.Errorf("skipping redirects to %s", b.At)
	}

	row := world.RowsOf(t, id, "Stream & Co")[0]
	b.Open(home + "/menu?row=" + url.QueryEscape(row) + "&back=" + url.QueryEscape(register))
	b.Follow("Repeat…")
	b.Sees("New scheduled transaction")
	b.Sees(`value="Stream & Co"`)

	got, err := world.App.Scheduled(t.Context(), app.Machine(), id, today)
	if err != nil || len(got.Found) == 0 {
		t.Fatal(err)
	}
	b.Open(home + "/scheduled")
	b.Send("/do/dismiss-recurring", "Stream & Co", nil)
	b.Sees("Dismissed the suggestion Stream & Co")
	b.Sees("1 dismissed")
	b.Send("/do/offer-recurring", "Stream & Co", nil)
	b.Sees("Restored the suggestion Stream & Co")
	b.Follow("Schedule Stream & Co")
	b.Sees("New scheduled transaction")
	if status := b.Send("/do/add-scheduled", "Stream & Co", url.Values{
		"account": {account}, "direction": {"out"}, "frequency": {"other"}, "every": {"5"}, "unit": {"Weeks"}, "weekend": {"before"}, "times": {"4"}, "until": {""},
	}); status != 200 {
		t.Fatalf("add the schedule: status %d\n%s", status, b.Page)
	}
	b.Sees("Scheduled Stream & Co")
	b.Open(home + "/scheduled")
	b.Sees("Every 5 weeks on ")
	b.Sees("at weekends on the Friday before, until ")

	// For an invalid frequency the form is rendered again with an error for the field.
	for _, invalid := range []struct{ field, value, says string }{
		{"times", "9999999999999", "1,000 times"}, {"times", "-1", "number of times"}, {"times", "0", "number of times"}, {"until", "31/12/99999", "not a date"}, {"until", "40.40.9999", "not a date"}, {"date", "9999-12-31", "year"}, {"every", "1000", "from 1 to 999"}, {"every", "0", "from 1 to 999"},
	} {
		b.Open(home + "/scheduled/new?from=" + url.QueryEscape(got.Found[0].Row) + "&every=monthly")
		fields := url.Values{"account": {account}, "direction": {"out"}, "frequency": {"other"}, "every": {"5"}, "unit": {"Weeks"}, "weekend": {""}, "times": {""}, "until": {""}}
		fields.Set(invalid.field, invalid.value)
		if status := b.Send("/do/add-scheduled", "Stream & Co", fields); status < 400 || status >= 500 {
			t.Errorf("%s %q: status %d, want it refused", invalid.field, invalid.value, status)
		}
		b.Sees(invalid.says)
		b.Sees("New scheduled transaction")
	}
}
