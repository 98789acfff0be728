package scheduled_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkScheduled schedules, edits, enters, skips and deletes, waits until one is entered automatically on its day,
// and undoes and redoes each.
func TestWalkScheduled(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	today := civil.DateOf(time.Now())
	w.CheckConserved() // this builds the program, which takes longer than a toast is shown
	w.Open("/budgets/" + w.ID)
	w.Click("Scheduled")
	w.See("None are automatic")
	browsertest.Shot(t, w.Tab, "walk-scheduled")
	walk.Check(t, w.Tab, "scheduled")

	w.Click("New")
	w.See("How often")
	w.Fill("Payee", "Landlord")
	w.Fill("Category", "Rent")
	w.Keys(kb.Escape)
	w.Fill("Amount", "850")
	w.Choose("How often", "Every month")
	browsertest.Shot(t, w.Tab, "walk-scheduled-form")
	walk.Check(t, w.Tab, "the form of a scheduled transaction")
	w.Eval(`(f => { const save = f.querySelector('[data-save]'); f.requestSubmit(save); f.requestSubmit(save) })(document.querySelector('.row-fields-form'))`) // a double click
	w.See("Scheduled Landlord")
	w.Until("one Landlord", `[...document.querySelectorAll('.schedule th bdi')].filter(e => e.innerText === 'Landlord').length === 1`)
	w.See("Landlord")
	w.CheckUndo("Scheduled Landlord")

	// The page shows the frequency in words, also after a change.
	w.ClickIn("Landlord", "Landlord")
	w.Choose("How often", "Every week")
	w.Fill("Amount", "900"+kb.Enter)
	w.See("Changed the scheduled Landlord")
	w.See("Every week on " + today.Time().Weekday().String())
	w.CheckUndo("Changed the scheduled Landlord")
	chooseADayOfTheMonth(t, w)
	keepsOpened(w)

	w.ClickIn("Landlord", "Enter Landlord")
	w.See("Entered the scheduled Landlord")
	next(w, "Landlord", today.AddDays(7))
	w.CheckUndo("Entered the scheduled Landlord")
	w.Keys("z", chromedp.ModifierCtrl)
	next(w, "Landlord", today)
	w.See("Its transaction was undone. Enter or skip it.")
	browsertest.Shot(t, w.Tab, "walk-scheduled-taken-back")
	walk.Check(t, w.Tab, "what was taken back")

	w.Click("Menu of Landlord")
	browsertest.Shot(t, w.Tab, "walk-scheduled-menu")
	w.Click("Skip")
	w.See("Skipped the scheduled Landlord")
	next(w, "Landlord", today.AddDays(7))
	w.CheckUndo("Skipped the scheduled Landlord")

	enterAutomatically(w, today)
	w.CheckConserved()

	w.Click("Menu of Landlord")
	w.Click("Delete")
	w.See("Transactions already entered stay")
	w.ClickDelete()
	w.See("Deleted the scheduled Landlord")
	w.CheckUndo("Deleted the scheduled Landlord")
}

// chooseADayOfTheMonth changes Landlord to the last working day of the month by keyboard, and undoes it.
func chooseADayOfTheMonth(t *testing.T, w *walk.Walker) {
	t.Helper()
	w.ClickIn("Landlord", "Landlord")
	w.Choose("How often", "Every month")
	w.Eval(`document.querySelector('#row-frequency').focus()`)
	w.Keys("\t" + kb.Enter)
	w.Until("the fields of the day", `document.querySelector('.more-often').open`)
	w.Keys("\t\t\tLast\tworking")
	w.Until("the last working day", `document.querySelector('#row-nth').value === '-1' && document.querySelector('[name=of]').value === 'working-day'`)
	browsertest.Shot(t, w.Tab, "walk-scheduled-pattern")
	walk.Check(t, w.Tab, "the day of the month of a scheduled transaction")
	w.Click("Save")
	w.See("Every month on the last working day")
	w.CheckUndo("Changed the scheduled Landlord")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Every week on")
}

// enterAutomatically sets the clock to the day on which a transaction is entered automatically.
func enterAutomatically(w *walk.Walker, today civil.Date) {
	w.Helper()
	enter := func(day civil.Date) []schedules.Entered {
		w.Helper()
		done, err := w.Env.App.NewAutoEnter().Enter(w.Context(), day)
		if err != nil {
			w.Fatal(err)
		}
		return done
	}
	w.Click("Landlord is automatic") // switched off, and on again
	w.See("1 scheduled transaction waits to be entered from now on")
	if done := enter(today.AddDays(20)); len(done) != 0 {
		h, _ := w.Env.App.History(w.Context(), app.Machine(), w.ID, 0, 9)
		for _, e := range h {
			w.Logf("%d %s %s %d", e.Change, e.Actor, e.Label, e.Reverses)
		}
		browsertest.KeepShot(w, w.Tab, "failed-x")
		w.Fatalf("it entered although it was switched off: %+v", done)
	}
	w.Click("Landlord is automatic")
	w.See("1 scheduled transaction is automatic from now on")
	w.CheckUndo("1 scheduled transaction is automatic")

	if done := enter(today.AddDays(15)); len(done) != 1 {
		w.Fatalf("%+v", done)
	}
	next(w, "Landlord", today.AddDays(21)) // the open page is updated
	w.CheckConserved()
	w.Open("/budgets/" + w.ID + "/history")
	w.See("Entered 2 scheduled transactions")
	w.See("Holdover")
	w.Click("Undo Entered 2 scheduled transactions")
	w.See("Undone: Entered 2 scheduled transactions")
	w.CheckConserved()
	if done := enter(today.AddDays(15)); len(done) != 0 {
		w.Fatalf("what was taken back came again: %+v", done)
	}
	w.Click("Redo")
	w.See("Redone: Entered 2 scheduled transactions")
	w.Click("Scheduled")
	next(w, "Landlord", today.AddDays(21))
}

// next waits until a scheduled transaction's next day is the given one.
func next(w *walk.Walker, name string, day civil.Date) {
	w.Helper()
	w.Until(name+" on "+day.String(), `[...document.querySelectorAll('.schedule tr')].some(r => r.querySelector('th bdi')?.innerText === `+walk.Quoted(name)+` && r.querySelector('time').dateTime === `+walk.Quoted(day.String())+`)`)
}

// TestScheduledLooks takes screenshots of the page and form with long and unusual names, wide and on a phone, light
// and dark.
func TestScheduledLooks(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.UglySchedules(t)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			w := walk.New(t, world, l)
			w.ID = id
			for name, path := range map[string]string{"scheduled": "/scheduled", "scheduled-new": "/scheduled/new", "payees": "/payees"} {
				w.Open("/budgets/" + id + path)
				w.Eval(`document.querySelector('.more-often')?.setAttribute('open', '')`)
				browsertest.Shot(t, w.Tab, "look-"+name+"-"+l.Name)
				walk.Check(t, w.Tab, name)
				if !l.Phone {
					w.CheckNarrowWidths(name)
				}
				if red := w.Eval(`[...document.querySelectorAll('.amount.minus')].filter(e => getComputedStyle(e).color !== getComputedStyle(document.body).color).map(e => e.innerText)`); red != "" {
					t.Errorf("%s shows expenses in another colour: %s", name, red)
				}
			}
		})
	}
}

// TestTheTouchAreaOfASwitchDoesNotMoveItsTrack checks that the larger touch area of a switch does not move its track
// away from its knob.
func TestTheTouchAreaOfASwitchDoesNotMoveItsTrack(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.UglySchedules(t)
	for _, l := range walk.Sizes {
		w := walk.New(t, world, l)
		w.ID = id
		w.Open("/budgets/" + id + "/scheduled")
		middles := w.Eval(`(e => ['::before', '::after'].map(part => getComputedStyle(e, part)).map(s => [parseFloat(s.top) + parseFloat(s.marginTop) + parseFloat(s.height) / 2, s.translate].join(' ')).join(', '))(document.querySelector('.switch[aria-checked=false]'))`)
		if track, knob, _ := strings.Cut(middles, ", "); track != knob || !strings.HasSuffix(track, " none") {
			t.Errorf("%s: the centres of its track and its knob, and their shifts, are %s", l.Name, middles)
		}
	}
}

// keepsOpened opens the rare fields of a form without changing them: they stay open when the form is refused, and when a
// button renders it again. They were closed.
func keepsOpened(w *walk.Walker) {
	w.Helper()
	w.Open("/budgets/" + w.ID + "/scheduled/new")
	w.See("How often")
	isOpen := `document.querySelector('.more-often').open`
	w.Until("closed", "!"+isOpen)
	w.Click("Day of the month, weekends")
	w.Fill("Amount", "12x")
	w.Click("Save")
	w.See("is not an amount")
	w.Until("open after an error", isOpen)
	w.Fill("Amount", "12")
	w.Click("Split")
	w.See("Rest evenly")
	w.Until("open in a split", isOpen)
	w.Click("Cancel")
}
