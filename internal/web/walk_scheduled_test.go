package web

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
)

// TestWalkScheduled schedules, edits, enters, skips and deletes, lets one enter by
// itself when its day comes, and takes each back and makes it again.
func TestWalkScheduled(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	w := newWalker(t, world, looks[0])
	w.id = world.importSample(t)
	today := cal.DateOf(time.Now())
	w.law() // builds the program, which takes longer than a toast stays
	w.open("/budgets/" + w.id)
	w.click("Scheduled")
	w.see("Nothing here enters by itself")
	browsertest.Shot(t, w.tab, "walk-scheduled")
	checkPage(t, w.tab, "scheduled")

	w.click("New")
	w.see("How often")
	w.fill("Payee", "Landlord")
	w.fill("Category", "Rent")
	w.keys(kb.Escape)
	w.fill("Amount", "850")
	w.choose("How often", "Every month")
	browsertest.Shot(t, w.tab, "walk-scheduled-form")
	checkPage(t, w.tab, "the form of a scheduled transaction")
	w.eval(`(f => { const save = f.querySelector('[data-save]'); f.requestSubmit(save); f.requestSubmit(save) })(document.querySelector('.row-fields-form'))`) // a double click
	w.see("Scheduled Landlord")
	w.until("one Landlord", `[...document.querySelectorAll('.schedule th bdi')].filter(e => e.innerText === 'Landlord').length === 1`)
	w.see("Landlord")
	w.undone("Scheduled Landlord")

	// The page says in words when it comes; changed, it says so too.
	w.clickIn("Landlord", "Landlord")
	w.choose("How often", "Every week")
	w.fill("Amount", "900"+kb.Enter)
	w.see("Changed the scheduled Landlord")
	w.see("Every week on " + today.Time().Weekday().String())
	w.undone("Changed the scheduled Landlord")

	w.clickIn("Landlord", "Enter Landlord")
	w.see("Entered the scheduled Landlord")
	w.next("Landlord", today.AddDays(7))
	w.undone("Entered the scheduled Landlord")
	w.keys("z", chromedp.ModifierCtrl)
	w.next("Landlord", today)
	w.see("Its row was taken back: enter or skip it.")
	browsertest.Shot(t, w.tab, "walk-scheduled-taken-back")
	checkPage(t, w.tab, "what was taken back")

	w.click("Menu of Landlord")
	browsertest.Shot(t, w.tab, "walk-scheduled-menu")
	w.click("Skip")
	w.see("Skipped the scheduled Landlord")
	w.next("Landlord", today.AddDays(7))
	w.undone("Skipped the scheduled Landlord")

	w.comesByItself(today)
	w.law()

	w.click("Menu of Landlord")
	w.click("Delete")
	w.see("Rows that came of it stay")
	w.clickDelete()
	w.see("Deleted the scheduled Landlord")
	w.undone("Deleted the scheduled Landlord")
}

// comesByItself lets the clock move on to the day on which something enters.
func (w *walker) comesByItself(today cal.Date) {
	w.Helper()
	enter := func(day cal.Date) []app.Entered {
		w.Helper()
		done, err := w.world.app.NewByItself().Enter(w.Context(), day)
		if err != nil {
			w.Fatal(err)
		}
		return done
	}
	w.click("Landlord enters by itself") // off, and on again
	w.see("1 scheduled transaction waits to be entered from now on")
	if done := enter(today.AddDays(20)); len(done) != 0 {
		h, _ := w.world.app.History(w.Context(), app.Machine(), w.id, 0, 9)
		for _, e := range h {
			w.Logf("%d %s %s %d", e.Change, e.Actor, e.Label, e.Reverses)
		}
		browsertest.Shot(w, w.tab, "failed-x")
		w.Fatalf("it entered although it was switched off: %+v", done)
	}
	w.click("Landlord enters by itself")
	w.see("1 scheduled transaction enters by itself from now on")
	w.undone("1 scheduled transaction enters by itself")

	if done := enter(today.AddDays(15)); len(done) != 1 {
		w.Fatalf("%+v", done)
	}
	w.next("Landlord", today.AddDays(21)) // the open page follows
	w.law()
	w.open("/budgets/" + w.id + "/history")
	w.see("Entered 2 scheduled rows")
	w.see("Holdover")
	w.click("Undo Entered 2 scheduled rows")
	w.see("Undone: Entered 2 scheduled rows")
	w.law()
	if done := enter(today.AddDays(15)); len(done) != 0 {
		w.Fatalf("what was taken back came again: %+v", done)
	}
	w.click("Redo")
	w.see("Made again: Entered 2 scheduled rows")
	w.click("Scheduled")
	w.next("Landlord", today.AddDays(21))
}

// next waits until something scheduled comes next on a day.
func (w *walker) next(name string, day cal.Date) {
	w.Helper()
	w.until(name+" on "+day.String(), `[...document.querySelectorAll('.schedule tr')].some(r => r.querySelector('th bdi')?.innerText === `+quoted(name)+` && r.querySelector('time').dateTime === `+quoted(day.String())+`)`)
}

// TestScheduledLooks looks at the page and form with names that are hard to
// show, wide and as a phone, light and dark.
func TestScheduledLooks(t *testing.T) {
	requireAssets(t)
	world := newWorld(t)
	id := world.uglySchedules(t)
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			w := newWalker(t, world, l)
			w.id = id
			for name, path := range map[string]string{"scheduled": "/scheduled", "scheduled-new": "/scheduled/new", "payees": "/payees"} {
				w.open("/budgets/" + id + path)
				browsertest.Shot(t, w.tab, "look-"+name+"-"+l.name)
				checkPage(t, w.tab, name)
			}
		})
	}
}

// uglySchedules is a budget with scheduled transactions of all kinds: due,
// refused, taken back, split, a transfer, of an unknown frequency.
func (w *world) uglySchedules(t testing.TB) string {
	t.Helper()
	ctx, me, id := t.Context(), app.Machine(), w.importSample(t)
	w.addPayees(t, id)
	accounts, err := w.app.Accounts(ctx, me, id)
	if err != nil {
		t.Fatal(err)
	}
	today := cal.DateOf(time.Now())
	for i, name := range append(uglyPayees, "Salary", "") {
		entry := app.ScheduledEntry{Frequency: []string{"daily", "monthly", "twiceAMonth", "never", "weekly"}[i%5], ByItself: i%2 == 0, RowEntry: app.RowEntry{
			Account: accounts[i%3].ID, Date: today.AddDays(6*i - 8), Amount: -1234560, PayeeName: name, Memo: strings.Repeat("note ", 10*(i%2)), FlagColour: []string{"", "red"}[i%2],
		}}
		switch i {
		case 1:
			entry.PayeeName, entry.TransferTo = "", accounts[2].ID
		case 2:
			entry.Parts = []app.PartEntry{{Amount: -1000000}, {Amount: -234560, Memo: "<i>part</i>"}}
		case len(uglyPayees):
			entry.Amount = 3210000
		}
		if _, _, err := w.app.AddScheduled(ctx, me, id, entry); err != nil {
			t.Fatal(err)
		}
	}
	closed := accounts[0].ID
	if balance := accounts[0].Balance; balance != 0 {
		if _, _, err := w.app.AddRow(ctx, me, id, app.RowEntry{Account: closed, Date: today, Amount: -balance, PayeeName: "The rest"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.app.CloseAccount(ctx, me, id, closed, app.Rest{}); err != nil {
		t.Fatal(err)
	}
	return id
}
