package app

import (
	"bytes"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// comes returns an automatic scheduled transaction; its memo identifies its rows.
func comes(frequency string, first civil.Date, memo string) schedules.Entry {
	return schedules.Entry{Frequency: frequency, AutoEnter: true, Entry: rows.Entry{Account: "bank", Date: first, Amount: -700, Category: "food", Memo: memo}}
}

// enter enters all automatic transactions up to a day.
func (h *home) enter(t *testing.T, today civil.Date) []schedules.Entered {
	t.Helper()
	done, err := h.a.NewAutoEnter().Enter(t.Context(), today)
	if err != nil {
		h.Fatalf("%v", err)
	}
	h.sound(t)
	return done
}

func (h *home) rowDates(t *testing.T) (days []civil.Date) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		days = append(days, row.Date)
	}
	return days
}

func TestDueSchedulesAreEnteredAutomatically(t *testing.T) {
	h := newHome(t)
	rent := h.schedule(t, comes("monthly", march, "rent"))
	byHand := comes("monthly", march, "by hand")
	byHand.AutoEnter = false
	h.schedule(t, byHand)
	if done := h.enter(t, march.AddDays(-1)); len(done) != 0 {
		t.Errorf("entered before its day: %+v", done)
	}
	// The program was not running for two months.
	done := h.enter(t, march.AddMonths(2))
	if len(done) != 1 || done[0].Label != "Entered 3 scheduled transactions up to 15.05.2026" || len(h.rowDates(t)) != 3 {
		t.Errorf("%+v %v", done, h.rowDates(t))
	}
	if again := h.enter(t, march.AddMonths(2)); len(again) != 0 {
		t.Errorf("entered again: %+v", again)
	}
	entries, err := h.a.History(t.Context(), Machine(), h.id, 0, 1)
	if err != nil || entries[0].Actor != "Holdover" || !entries[0].Undoable {
		t.Errorf("%+v %v", entries, err)
	}
	off, err := h.a.SetAutoEnter(t.Context(), Machine(), h.id, []string{rent}, false)
	if h.must(t, off, err); off.Label != "1 scheduled transaction waits to be entered from now on" || len(h.enter(t, march.AddMonths(9))) != 0 {
		t.Errorf("%+v %v", off, h.rowDates(t))
	}
}

// TestScheduledPaymentImportedFromTheBankIsEnteredOnce: a bank books before weekends, and a payment scheduled for Monday
// was added although the bank's row of Friday existed. In the reverse order, with the file after the schedule, the
// two were matched.
func TestScheduledPaymentImportedFromTheBankIsEnteredOnce(t *testing.T) {
	for name, c := range map[string]struct {
		date, payee, amount string
		rows                int
	}{
		"two days before":   {"13.03.2026", "Landlord", "-0,70", 1},
		"on the day":        {"15.03.2026", "Landlord", "-0,70", 1},
		"three days after":  {"18.03.2026", "Landlord", "-0,70", 1},
		"nearer to another": {"11.03.2026", "Landlord", "-0,70", 2},
		"of somebody else":  {"15.03.2026", "Baker", "-0,70", 2},
		"another amount":    {"15.03.2026", "Landlord", "-0,80", 2},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			ctx, me := t.Context(), Machine()
			rent := comes("weekly", march, "rent")
			rent.PayeeName = "Landlord"
			h.schedule(t, rent)
			file := []byte("Date;Payee;Amount\n" + c.date + ";" + c.payee + ";" + c.amount + "\n")
			brought, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{Right: true})
			h.must(t, brought, err)
			entered := h.enter(t, march)
			all := h.whole(t).Transactions
			if len(all) != c.rows {
				t.Fatalf("%d rows", len(all))
			}
			if c.rows > 1 {
				return
			}
			if row := all[0]; row.Date != march || row.Cleared != budget.ClearedYes || row.Category == 0 || row.Bank.Match == nil || row.Memo != "rent" {
				t.Errorf("%+v", row)
			}
			again, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
			if err != nil || again.Change != 0 || result.There != 1 {
				t.Errorf("the file again: %+v %v", result, err)
			}
			back, err := h.a.Undo(ctx, me, h.id, entered[0].Change)
			if h.must(t, back, err); len(h.rowDates(t)) != 1 || h.whole(t).Transactions[0].Memo != "" {
				t.Errorf("taken back: %v", h.rowDates(t))
			}
		})
	}
}

// A daily one that lay for many years is entered whole, in several changes.
func TestSchedulesOfManyYearsAreEnteredCompletely(t *testing.T) {
	h := newHome(t)
	h.schedule(t, comes("daily", march.AddDays(-2*schedules.DueAtOnce), "daily"))
	if done := h.enter(t, march); len(done) != 3 || len(h.rowDates(t)) != 2*schedules.DueAtOnce+1 {
		t.Errorf("%d changes, %d rows", len(done), len(h.rowDates(t)))
	}
}

// An automatically entered row that was undone is not entered automatically again: not the next day, not if it was
// the only date, not after another redo and undo.
func TestUndoneAutomaticEntryIsNotRepeated(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	weekly := h.schedule(t, comes("weekly", march, "weekly"))
	once := h.schedule(t, comes("never", march, "once"))
	entered := h.enter(t, march.AddDays(8))
	// Undo without a number undoes the user's own change: an automatic one is undone by its number, as in History.
	undo := func() (ChangeResult, error) { return h.a.Undo(ctx, me, h.id, entered[len(entered)-1].Change) }
	for _, step := range []func() (ChangeResult, error){undo, func() (ChangeResult, error) { return h.a.Redo(ctx, me, h.id, 0) }, undo} {
		done, err := step()
		h.must(t, done, err)
	}
	if again := h.enter(t, march.AddDays(30)); len(again) != 0 || h.scheduled(t, once) == nil {
		t.Fatalf("came again: %+v %v", again, h.rowDates(t))
	}
	// After the user enters or skips it, the schedule continues automatically.
	for range 2 {
		done, err := h.a.SkipScheduled(ctx, me, h.id, weekly, 0)
		h.must(t, done, err)
	}
	if done := h.enter(t, march.AddDays(15)); len(done) != 1 || len(h.rowDates(t)) != 1 || h.rowDates(t)[0] != march.AddDays(14) {
		t.Errorf("%+v %v", done, h.rowDates(t))
	}
	// After an undone manual entry, it waits too.
	done, err := h.a.EnterScheduled(ctx, me, h.id, weekly, 0, 0)
	h.must(t, done, err)
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if again := h.enter(t, march.AddDays(60)); len(again) != 0 {
		t.Errorf("%+v", again)
	}
}

// A schedule that cannot be entered waits until it can, and no date is lost.
func TestScheduleThatCannotBeEnteredWaits(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	h.schedule(t, comes("weekly", march, "weekly"))
	cash := comes("weekly", march, "cash")
	cash.Account = "cash"
	h.schedule(t, cash)
	done, err := h.a.CloseAccount(ctx, me, h.id, "cash", ClosingTransfer{})
	h.must(t, done, err)
	run := h.a.NewAutoEnter()
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

// Two programs on one database, at the same moment: each day once.
func TestTwoProcessesEnterEachDayOnce(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { twoEnterOnce(t, store.Config{Dir: databasetest.Dir(t)}) })
	t.Run("postgres", func(t *testing.T) { twoEnterOnce(t, store.Config{URL: databasetest.Postgres(t)}) })
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
				if _, err := a.NewAutoEnter().Enter(t.Context(), march.AddDays(day)); err != nil {
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

// Rows entered automatically after an import are separated from it: every figure still matches the file.
func TestVerificationSeparatesAutomaticEntries(t *testing.T) {
	a := newApp(t)
	doc, err := testkit.Household()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	got, err := a.Import(t.Context(), Machine(), doc, migration.ImportOptions{FileName: testkit.HouseholdName})
	if err != nil {
		t.Fatal(err)
	}
	ctx, me, far := t.Context(), Machine(), civil.DateOf(time.Now()).AddDays(200)
	if done, err := a.NewAutoEnter().Enter(ctx, far); err != nil || len(done) != 0 {
		t.Fatalf("something entered that nobody asked for: %+v %v", done, err)
	}
	if _, err := a.SetAutoEnter(ctx, me, got.Budget.ID, nil, true); err != nil {
		t.Fatal(err)
	}
	if done, err := a.NewAutoEnter().Enter(ctx, far); err != nil || len(done) == 0 {
		t.Fatalf("nothing entered: %v", err)
	}
	report, err := a.Verify(ctx, me, got.Budget.ID)
	if err != nil || !report.Sound() {
		t.Errorf("%+v %v", report.Sentence, err)
	}
}

// A copy keeps the switch, except for dates undone here.
func TestCopyKeepsAutomaticEntry(t *testing.T) {
	h := newHome(t)
	h.schedule(t, comes("weekly", march, "taken back"))
	entered := h.enter(t, march)
	done, err := h.a.Undo(t.Context(), Machine(), h.id, entered[0].Change)
	h.must(t, done, err)
	h.schedule(t, comes("weekly", march.AddDays(1), "goes on"))
	var document bytes.Buffer
	if err := h.a.Document(t.Context(), Machine(), h.id, "plan", &document); err != nil {
		t.Fatal(err)
	}
	got, err := h.a.Import(t.Context(), Machine(), &document, migration.ImportOptions{FileName: "copy.json"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range wholeOf(t, h.a, got.Budget.ID).Scheduled {
		if s.AutoEnter != (s.Memo == "goes on") {
			t.Errorf("%+v", s)
		}
	}
	// A duplicate here remembers, too.
	twin, err := h.a.Duplicate(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.NewAutoEnter().Enter(t.Context(), march); err != nil || len(wholeOf(t, h.a, twin.ID).Transactions) != 0 {
		t.Errorf("the duplicate entered what was taken back: %v", err)
	}
}
