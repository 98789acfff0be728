package app

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/sample"
	"holdover/internal/store"
	"holdover/internal/testkit"
)

// comes is a scheduled transaction that enters by itself; its memo tells its
// rows from others.
func comes(frequency string, first cal.Date, memo string) ScheduledEntry {
	return ScheduledEntry{Frequency: frequency, ByItself: true, RowEntry: RowEntry{Account: "bank", Date: first, Amount: -700, Category: "food", Memo: memo}}
}

// enter lets everything enter by itself up to a day.
func (h *home) enter(t *testing.T, today cal.Date) []Entered {
	t.Helper()
	done, err := h.a.NewByItself().Enter(t.Context(), today)
	if err != nil {
		h.Fatalf("%v", err)
	}
	h.sound(t)
	return done
}

func (h *home) rowDates(t *testing.T) (days []cal.Date) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		days = append(days, row.Date)
	}
	return days
}

func TestEntersByItself(t *testing.T) {
	h := newHome(t)
	rent := h.schedule(t, comes("monthly", march, "rent"))
	byHand := comes("monthly", march, "by hand")
	byHand.ByItself = false
	h.schedule(t, byHand)
	if done := h.enter(t, march.AddDays(-1)); len(done) != 0 {
		t.Errorf("entered before its day: %+v", done)
	}
	// The program was not running for two months.
	done := h.enter(t, march.AddMonths(2))
	if len(done) != 1 || done[0].Label != "Entered 3 scheduled rows up to 2026-05-15" || len(h.rowDates(t)) != 3 {
		t.Errorf("%+v %v", done, h.rowDates(t))
	}
	if again := h.enter(t, march.AddMonths(2)); len(again) != 0 {
		t.Errorf("entered again: %+v", again)
	}
	entries, err := h.a.History(t.Context(), Machine(), h.id, 0, 1)
	if err != nil || entries[0].Actor != "Holdover" || !entries[0].Undoable {
		t.Errorf("%+v %v", entries, err)
	}
	off, err := h.a.SetByItself(t.Context(), Machine(), h.id, []string{rent}, false)
	if h.must(t, off, err); off.Label != "1 scheduled transaction waits to be entered from now on" || len(h.enter(t, march.AddMonths(9))) != 0 {
		t.Errorf("%+v %v", off, h.rowDates(t))
	}
}

// A daily one that lay for many years is entered whole, in several changes.
func TestEntersALongTime(t *testing.T) {
	h := newHome(t)
	h.schedule(t, comes("daily", march.AddDays(-2*dueAtOnce), "daily"))
	if done := h.enter(t, march); len(done) != 3 || len(h.rowDates(t)) != 2*dueAtOnce+1 {
		t.Errorf("%d changes, %d rows", len(done), len(h.rowDates(t)))
	}
}

// What was entered by itself and taken back does not come again by itself, not
// the next day, not where it was the only time, not after a redo and undo more.
func TestWhatIsTakenBackStaysAway(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	weekly := h.schedule(t, comes("weekly", march, "weekly"))
	once := h.schedule(t, comes("never", march, "once"))
	h.enter(t, march.AddDays(8))
	for _, step := range []func() (Done, error){
		func() (Done, error) { return h.a.Undo(ctx, me, h.id, 0) },
		func() (Done, error) { return h.a.Redo(ctx, me, h.id, 0) },
		func() (Done, error) { return h.a.Undo(ctx, me, h.id, 0) },
	} {
		done, err := step()
		h.must(t, done, err)
	}
	if again := h.enter(t, march.AddDays(30)); len(again) != 0 || h.scheduled(t, once) == nil {
		t.Fatalf("came again: %+v %v", again, h.rowDates(t))
	}
	// A person says what is to become of it, and it goes on by itself.
	for range 2 {
		done, err := h.a.SkipScheduled(ctx, me, h.id, weekly)
		h.must(t, done, err)
	}
	if done := h.enter(t, march.AddDays(15)); len(done) != 1 || len(h.rowDates(t)) != 1 || h.rowDates(t)[0] != march.AddDays(14) {
		t.Errorf("%+v %v", done, h.rowDates(t))
	}
	// Entered by hand and taken back, it waits too.
	done, err := h.a.EnterScheduled(ctx, me, h.id, weekly, 0)
	h.must(t, done, err)
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if again := h.enter(t, march.AddDays(60)); len(again) != 0 {
		t.Errorf("%+v", again)
	}
}

// What cannot be entered waits until it can, and nothing of it is lost.
func TestWaitsForItsAccount(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	h.schedule(t, comes("weekly", march, "weekly"))
	cash := comes("weekly", march, "cash")
	cash.Account = "cash"
	h.schedule(t, cash)
	done, err := h.a.CloseAccount(ctx, me, h.id, "cash", Rest{})
	h.must(t, done, err)
	run := h.a.NewByItself()
	for day := range 3 {
		if _, err := run.Enter(ctx, march.AddDays(7+day)); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.rowDates(t); len(got) != 2 {
		t.Fatalf("%v", got)
	}
	done, err = h.a.ReopenAccount(ctx, me, h.id, "cash")
	h.must(t, done, err)
	if entered, err := run.Enter(ctx, march.AddDays(9)); err != nil || len(entered) != 1 || len(h.rowDates(t)) != 4 {
		t.Errorf("%+v %v %v", entered, err, h.rowDates(t))
	}
}

// TestEnteredOnce: whatever day it is asked on, restarted or not, with undo, redo,
// skipping and entering by hand in between, no day of a schedule enters by itself
// twice, and none that is to come is left out.
func TestEnteredOnce(t *testing.T) {
	a := newApp(t)
	rapid.Check(t, func(r *rapid.T) {
		o := &once{home: openHome(t, r, a), T: t, r: r, run: a.NewByItself(), today: march, entered: map[string]int{}}
		for i := range rapid.IntRange(1, 3).Draw(r, "schedules") {
			frequency := rapid.SampledFrom([]string{"never", "daily", "weekly", "twiceAMonth", "monthly"}).Draw(r, "frequency")
			_, id, err := a.AddScheduled(t.Context(), Machine(), o.id, comes(frequency, march.AddDays(rapid.IntRange(-5, 40).Draw(r, "first")), fmt.Sprint("s", i)))
			if err != nil {
				r.Fatalf("%v", err)
			}
			o.ids = append(o.ids, id)
		}
		r.Repeat(map[string]func(*rapid.T){
			"days pass": o.pass, "restart": func(*rapid.T) { o.run = a.NewByItself() }, "": o.complete,
			"undo": o.hand(a.Undo), "redo": o.hand(a.Redo), "skip": o.one(func(id string) (Done, error) { return a.SkipScheduled(t.Context(), Machine(), o.id, id) }),
			"by hand": o.one(func(id string) (Done, error) { return a.EnterScheduled(t.Context(), Machine(), o.id, id, 0) }),
		})
		if err := a.store.Delete(t.Context(), o.no); err != nil {
			r.Fatalf("%v", err)
		}
	})
}

type once struct {
	*home
	*testing.T
	r       *rapid.T
	run     *ByItself
	today   cal.Date
	ids     []string
	entered map[string]int // memo and day of what entered by itself
}

func (o *once) Helper()                           { o.T.Helper() }
func (o *once) Errorf(format string, args ...any) { o.r.Errorf(format, args...) }
func (o *once) Fatalf(format string, args ...any) { o.r.Fatalf(format, args...) }

// pass lets days pass and counts what entered by itself.
func (o *once) pass(r *rapid.T) {
	o.today = o.today.AddDays(rapid.IntRange(0, 45).Draw(r, "days"))
	before := map[string]bool{}
	for _, row := range o.whole(o.T).Transactions {
		before[row.ID] = true
	}
	if _, err := o.run.Enter(o.T.Context(), o.today); err != nil {
		r.Fatalf("%v", err)
	}
	for _, row := range o.sound(o.T).Transactions {
		if before[row.ID] {
			continue
		}
		if key := row.Memo + " " + row.Date.String(); o.entered[key] > 0 {
			r.Fatalf("%s entered twice", key)
		} else {
			o.entered[key]++
		}
	}
	// Nothing that may enter is left.
	until := o.until()
	for _, s := range o.whole(o.T).Scheduled {
		if s.DateNext <= o.today && s.DateNext > until[s.No] {
			r.Fatalf("%s was left out on %s", s.DateNext, o.today)
		}
	}
}

func (o *once) until() (until map[budget.ScheduledNo]cal.Date) {
	err := o.a.view(o.T.Context(), Machine(), o.id, func(v *store.View) (err error) {
		until, err = v.EnteredUntil()
		return err
	})
	if err != nil {
		o.r.Fatalf("%v", err)
	}
	return until
}

func (o *once) complete(*rapid.T) { o.sound(o.T) }

func (o *once) hand(do func(context.Context, Actor, string, int64) (Done, error)) func(*rapid.T) {
	return func(r *rapid.T) {
		if _, err := do(o.T.Context(), Machine(), o.id, 0); err != nil && fault.KindOf(err) != fault.Conflict && fault.KindOf(err) != fault.NotFound {
			r.Fatalf("%v", err)
		}
	}
}

func (o *once) one(do func(string) (Done, error)) func(*rapid.T) {
	return func(r *rapid.T) {
		if _, err := do(rapid.SampledFrom(o.ids).Draw(r, "which")); err != nil && fault.KindOf(err) != fault.NotFound {
			r.Fatalf("%v", err)
		}
	}
}

// Two programs on one database, at the same moment: each day once.
func TestTwoEnterOnce(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { twoEnterOnce(t, store.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { twoEnterOnce(t, store.Config{URL: testkit.Postgres(t)}) })
}

func twoEnterOnce(t *testing.T, cfg store.Config) {
	var apps [2]*App
	for i := range apps {
		a, err := Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
		apps[i] = a
	}
	h := openHome(t, t, apps[0])
	for i := range 5 {
		h.schedule(t, comes("daily", march.AddDays(-i), fmt.Sprint(i)))
	}
	for day := range 10 {
		var both sync.WaitGroup
		start := make(chan struct{})
		for _, a := range apps {
			both.Go(func() {
				<-start
				if _, err := a.NewByItself().Enter(t.Context(), march.AddDays(day)); err != nil {
					t.Error(err)
				}
			})
		}
		close(start)
		both.Wait()
		if got, want := len(h.rowDates(t)), 10+5*(day+1); got != want {
			t.Fatalf("day %d: %d rows, not %d", day, got, want)
		}
	}
	h.sound(t)
}

// What entered by itself after an import is told apart from it: every figure
// still matches the file.
func TestVerificationStaysTrue(t *testing.T) {
	a := newApp(t)
	doc, err := sample.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	got, err := a.Import(t.Context(), Machine(), doc, ImportOptions{FileName: sample.Name})
	if err != nil {
		t.Fatal(err)
	}
	ctx, me, far := t.Context(), Machine(), cal.MakeDate(2027, 6, 30)
	if done, err := a.NewByItself().Enter(ctx, far); err != nil || len(done) != 0 {
		t.Fatalf("something entered that nobody asked for: %+v %v", done, err)
	}
	if _, err := a.SetByItself(ctx, me, got.Budget.ID, nil, true); err != nil {
		t.Fatal(err)
	}
	if done, err := a.NewByItself().Enter(ctx, far); err != nil || len(done) == 0 {
		t.Fatalf("nothing entered: %v", err)
	}
	report, err := a.Verify(ctx, me, got.Budget.ID)
	if err != nil || !report.Sound() {
		t.Errorf("%+v %v", report.Sentence, err)
	}
}

// A copy elsewhere keeps the switch, but for what was taken back here.
func TestSwitchTravels(t *testing.T) {
	h := newHome(t)
	h.schedule(t, comes("weekly", march, "taken back"))
	h.enter(t, march)
	done, err := h.a.Undo(t.Context(), Machine(), h.id, 0)
	h.must(t, done, err)
	h.schedule(t, comes("weekly", march.AddDays(1), "goes on"))
	var document bytes.Buffer
	if err := h.a.Document(t.Context(), Machine(), h.id, "plan", &document); err != nil {
		t.Fatal(err)
	}
	got, err := h.a.Import(t.Context(), Machine(), &document, ImportOptions{FileName: "copy.json"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range wholeOf(t, h.a, got.Budget.ID).Scheduled {
		if s.ByItself != (s.Memo == "goes on") {
			t.Errorf("%+v", s)
		}
	}
	// A duplicate here remembers, too.
	twin, err := h.a.Duplicate(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.NewByItself().Enter(t.Context(), march); err != nil || len(wholeOf(t, h.a, twin.ID).Transactions) != 0 {
		t.Errorf("the duplicate entered what was taken back: %v", err)
	}
}
