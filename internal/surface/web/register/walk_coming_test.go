package register_test

import (
	"net/url"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkUpcoming enters and skips upcoming rows of an account before they are due; a badge counts them, the budget
// shows them by category, and a transaction becomes a schedule.
func TestWalkUpcoming(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	today := civil.DateOf(time.Now())
	account := world.AccountIDs(t, id)[0]
	category := categoryOf(t, world, id, "Rent")
	b, err := world.App.Budget(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = world.App.AddScheduled(t.Context(), app.Machine(), id, schedules.Entry{Frequency: "weekly", Entry: rows.Entry{
		Account: account, Date: today.AddDays(-7), Amount: -42_000, PayeeName: "Piano lessons", Category: category, Memo: "A note that is longer than its place",
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, look := range walk.Sizes {
		t.Run(look.Name, func(t *testing.T) {
			w := walk.New(t, world, look)
			w.ID = id
			w.Open("/budgets/" + id + "/accounts/" + url.PathEscape(account))
			w.See("Upcoming in 30 days")
			w.See("2 due")
			browsertest.Shot(t, w.Tab, "coming-"+look.Name)
			walk.Check(t, w.Tab, "what is coming")
			if !look.Phone {
				w.CheckNarrowWidths("an account with what is coming")
			}
			w.Click("Enter Piano lessons on " + today.AddDays(-7).In(b.DateFormat))
			w.See("Entered the scheduled Piano lessons")
			w.Until("one is due", `[...document.querySelectorAll('.coming-row .due-tag')].some(e => e.innerText === 'Due')`)
			w.Click("Skip Piano lessons on " + today.In(b.DateFormat))
			w.See("Skipped the scheduled Piano lessons")
			w.Until("nothing is due", `!document.querySelector('.coming-row .due-tag')`)
			w.Keys("z", 2)
			w.Until("it is due again", `document.querySelector('.coming-row .due-tag')?.innerText === 'Due'`)
			w.Keys("z", 2)
			w.Until("both are due again", `document.querySelector('.coming-row .due-tag')?.innerText === '2 due'`)
			w.Open("/budgets/" + id)
			w.Until("what comes, by its category", `[...document.querySelectorAll('.sheet tr')].some(r => r.checkVisibility() && r.innerText.includes('Rent') && /\b(42|84|126|168|210|252)\.00 coming/.test(r.innerText))`)
			browsertest.Shot(t, w.Tab, "coming-budget-"+look.Name)
			walk.Check(t, w.Tab, "the budget with what is coming")
			w.CheckConserved()
		})
	}
	barOverColumnHeads(t, world, id, account)
	w := walk.New(t, world, walk.WideDark)
	w.ID = id
	w.Open("/budgets/" + id + "/accounts/" + url.PathEscape(account))
	w.Until("the badge", `document.querySelector('.sidebar a.badge[title$="scheduled transaction is due"]')?.innerText === '1'`)
	w.Click("Menu of Piano lessons, " + today.AddDays(-7).In(b.DateFormat))
	w.Click("Edit")
	w.See("Next date")
	fillEnd(w)
	browsertest.Shot(t, w.Tab, "coming-form")
	walk.Check(t, w.Tab, "the form with an end")
	w.Click("Save")
	w.See("Changed the scheduled Piano lessons")
	w.See("Every 5 weeks")
	w.CheckUndo("Changed the scheduled Piano lessons")
}

// barOverColumnHeads checks that the actions on the selected rows cover the column heads, also below upcoming rows. They
// covered the first upcoming row.
func barOverColumnHeads(t *testing.T, world *walk.Env, id, account string) {
	t.Helper()
	w := walk.New(t, world, walk.WideLight)
	w.Open("/budgets/" + id + "/accounts/" + url.PathEscape(account))
	w.See("Upcoming in 30 days")
	w.Tick(0)
	w.See("1 selected")
	browsertest.Shot(t, w.Tab, "coming-selected")
	w.Until("the bar over the column heads", `Math.abs(document.querySelector('#chosen').getBoundingClientRect().top - document.querySelector('#rows thead').getBoundingClientRect().top) <= 1`)
}

// categoryOf returns the id of the category with a name.
func categoryOf(t *testing.T, world *walk.Env, id, name string) string {
	t.Helper()
	form, err := world.App.RowForm(t.Context(), app.Machine(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range form.Categories {
		if c := &form.Categories[i]; !c.Income && !c.Hidden && c.Name == name {
			return c.ID
		}
	}
	t.Fatalf("category %s does not exist", name)
	return ""
}

// TestWalkRepeat enters all due rows, creates schedules from a transaction and from a suggestion, and dismisses a
// suggestion, in both colour schemes; the account shows its lowest balance.
func TestWalkRepeat(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes[:1] {
		t.Run(look.Name, func(t *testing.T) {
			t.Parallel()
			repeats(t, look)
		})
	}
}

func repeats(t *testing.T, look walk.Look) {
	world, id, account, today := missedLessons(t)
	w := walk.New(t, world, look)
	w.ID = id
	w.Open("/budgets/" + w.ID + "/accounts/" + url.PathEscape(saved(t, world, id, today)))
	lowest(w, today)
	w.Click("Show all")
	w.Until("the last one", `document.querySelector('.coming-later [datetime="`+today.AddDays(28).String()+`"]').checkVisibility()`)
	w.Open("/budgets/" + w.ID + "/scheduled")
	w.Click("Enter all due")
	w.See("Entered 4 scheduled transactions up to")
	w.Click("Undo")
	w.See("Undone: Entered 4 scheduled transactions up to")
	w.See("Suggestions")
	w.See("4 times")
	browsertest.Shot(t, w.Tab, "repeat-found")
	walk.Check(t, w.Tab, "what was found")
	w.Click("Schedule Stream & Co")
	w.See("New scheduled transaction")
	w.Click("Save")
	w.See("Scheduled Stream & Co")
	w.CheckUndo("Scheduled Stream & Co")
	w.Keys("z", 2)
	w.See("Undone: Scheduled Stream & Co")
	w.Click("Dismiss Stream & Co")
	w.See("Dismissed the suggestion Stream & Co")
	w.Click("1 dismissed")
	w.Click("Restore Stream & Co")
	w.See("Restored the suggestion Stream & Co")

	w.Open("/budgets/" + w.ID + "/accounts/" + url.PathEscape(account) + "?search=Stream")
	w.ClickInRow("Stream & Co", ".more-of .dots")
	w.Click("Repeat…")
	w.See("New scheduled transaction")
	w.Choose("How often", "Every other week")
	w.Click("Save")
	w.See("Scheduled Stream & Co")
	w.CheckConserved()
}
