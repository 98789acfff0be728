package app

import (
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

// automaticSchedule returns an automatic scheduled transaction; its memo identifies its rows.
func automaticSchedule(frequency string, first civil.Date, memo string) schedules.Entry {
	return schedules.Entry{Frequency: frequency, AutoEnter: true, Entry: rows.Entry{Account: "bank", Date: first, Amount: -700, Category: "food", Memo: memo}}
}

// enter enters all automatic transactions up to a day.
func (h *testBudget) enter(t *testing.T, today civil.Date) []schedules.Entered {
	t.Helper()
	done, err := h.a.NewAutoEnter().Enter(t.Context(), today)
	if err != nil {
		h.Fatalf("enter due schedules: %v", err)
	}
	h.checkConsistent(t)
	return done
}

func (h *testBudget) rowDates(t *testing.T) (days []civil.Date) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		days = append(days, row.Date)
	}
	return days
}

func TestDueSchedulesAreEnteredAutomatically(t *testing.T) {
	h := newTestBudget(t)
	rent := h.schedule(t, automaticSchedule("monthly", march, "rent"))
	byHand := automaticSchedule("monthly", march, "by hand")
	byHand.AutoEnter = false
	h.schedule(t, byHand)
	if done := h.enter(t, march.AddDays(-1)); len(done) != 0 {
		t.Errorf("entered before the date: %+v", done)
	}
	// The program was not running for two months.
	done := h.enter(t, march.AddMonths(2))
	if len(done) != 1 || done[0].Label != "Entered 3 scheduled transactions up to 15.05.2026" || len(h.rowDates(t)) != 3 {
		t.Errorf("entered: %+v with dates %v, want 3", done, h.rowDates(t))
	}
	if again := h.enter(t, march.AddMonths(2)); len(again) != 0 {
		t.Errorf("entered again: %+v", again)
	}
	entries, err := h.a.History(t.Context(), Machine(), h.id, 0, 1)
	if err != nil || entries[0].Actor != "Holdover" || !entries[0].Undoable {
		t.Errorf("history: %+v, want an undoable entry of Holdover (error %v)", entries, err)
	}
	off, err := h.a.SetAutoEnter(t.Context(), Machine(), h.id, []string{rent}, false)
	if h.must(t, off, err); off.Label != "1 scheduled transaction waits to be entered from now on" || len(h.enter(t, march.AddMonths(9))) != 0 {
		t.Errorf("switched off: %+v, entered dates %v", off, h.rowDates(t))
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
		"two days before":        {"13.03.2026", "Landlord", "-0,70", 1},
		"on the day":             {"15.03.2026", "Landlord", "-0,70", 1},
		"three days after":       {"18.03.2026", "Landlord", "-0,70", 1},
		"closer to another date": {"11.03.2026", "Landlord", "-0,70", 2},
		"another payee":          {"15.03.2026", "Baker", "-0,70", 2},
		"another amount":         {"15.03.2026", "Landlord", "-0,80", 2},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTestBudget(t)
			ctx, me := t.Context(), Machine()
			rent := automaticSchedule("weekly", march, "rent")
			rent.PayeeName = "Landlord"
			h.schedule(t, rent)
			file := []byte("Date;Payee;Amount\n" + c.date + ";" + c.payee + ";" + c.amount + "\n")
			imported, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{GuessesConfirmed: true})
			h.must(t, imported, err)
			entered := h.enter(t, march)
			all := h.whole(t).Transactions
			if len(all) != c.rows {
				t.Fatalf("%d rows, want %d", len(all), c.rows)
			}
			if c.rows > 1 {
				return
			}
			if row := all[0]; row.Date != march || row.Cleared != budget.ClearedYes || row.Category == 0 || row.Bank.Match == nil || row.Memo != "rent" {
				t.Errorf("matched row: %+v", row)
			}
			again, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
			if err != nil || again.Change != 0 || result.ImportedBefore != 1 {
				t.Errorf("import of the same file again: %+v, want no change (error %v)", result, err)
			}
			undone, err := h.a.Undo(ctx, me, h.id, entered[0].Change)
			if h.must(t, undone, err); len(h.rowDates(t)) != 1 || h.whole(t).Transactions[0].Memo != "" {
				t.Errorf("rows after the undo: %v", h.rowDates(t))
			}
		})
	}
}

// A daily schedule that was missed for many years is entered completely, in several changes.
func TestSchedulesOfManyYearsAreEnteredCompletely(t *testing.T) {
	h := newTestBudget(t)
	h.schedule(t, automaticSchedule("daily", march.AddDays(-2*schedules.DueAtOnce), "daily"))
	if done := h.enter(t, march); len(done) != 3 || len(h.rowDates(t)) != 2*schedules.DueAtOnce+1 {
		t.Errorf("%d changes and %d rows, want 3 and %d", len(done), len(h.rowDates(t)), 2*schedules.DueAtOnce+1)
	}
}

// An automatically entered row that was undone is not entered automatically again: not the next day, not if it was
// the only date, not after another redo and undo.
func TestUndoneAutomaticEntryIsNotRepeated(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	weekly := h.schedule(t, automaticSchedule("weekly", march, "weekly"))
	once := h.schedule(t, automaticSchedule("never", march, "once"))
	entered := h.enter(t, march.AddDays(8))
	// Undo without a number undoes the user's own change: an automatic one is undone by its number, as in History.
	undo := func() (ChangeResult, error) { return h.a.Undo(ctx, me, h.id, entered[len(entered)-1].Change) }
	for _, step := range []func() (ChangeResult, error){undo, func() (ChangeResult, error) { return h.a.Redo(ctx, me, h.id, 0) }, undo} {
		done, err := step()
		h.must(t, done, err)
	}
	if again := h.enter(t, march.AddDays(30)); len(again) != 0 || h.scheduled(t, once) == nil {
		t.Fatalf("undone date was entered again: %+v, dates %v", again, h.rowDates(t))
	}
	// After the user enters or skips it, the schedule continues automatically.
	for range 2 {
		done, err := h.a.SkipScheduled(ctx, me, h.id, weekly, 0)
		h.must(t, done, err)
	}
	if done := h.enter(t, march.AddDays(15)); len(done) != 1 || len(h.rowDates(t)) != 1 || h.rowDates(t)[0] != march.AddDays(14) {
		t.Errorf("the next day: entered %+v, dates %v; want only the new date", done, h.rowDates(t))
	}
	// After an undone manual entry, it waits too.
	done, err := h.a.EnterScheduled(ctx, me, h.id, weekly, 0, 0)
	h.must(t, done, err)
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if again := h.enter(t, march.AddDays(60)); len(again) != 0 {
		t.Errorf("after another undo: entered %+v, want nothing", again)
	}
}

// A schedule that cannot be entered waits until it can, and no date is lost.
func TestScheduleThatCannotBeEnteredWaits(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.schedule(t, automaticSchedule("weekly", march, "weekly"))
	cash := automaticSchedule("weekly", march, "cash")
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
		t.Fatalf("entered dates: %v, want 2", got)
	}
	done, err = h.a.ReopenAccount(ctx, me, h.id, "cash")
	h.must(t, done, err)
	if entered, err := run.Enter(ctx, march.AddDays(9)); err != nil || len(entered) != 1 || len(h.rowDates(t)) != 4 {
		t.Errorf("after the account was reopened: entered %+v, dates %v, want 4 (error %v)", entered, h.rowDates(t), err)
	}
}

// Two processes of one database enter the same schedules concurrently: each day is entered once.
func TestTwoProcessesEnterEachDayOnce(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { enterInTwoProcesses(t, store.Config{Dir: databasetest.Dir(t)}) })
	t.Run("postgres", func(t *testing.T) { enterInTwoProcesses(t, store.Config{URL: databasetest.Postgres(t)}) })
}

func enterInTwoProcesses(t *testing.T, cfg store.Config) {
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
	h := openTestBudget(t, t, apps[0])
	for i := range 5 {
		h.schedule(t, automaticSchedule("daily", march.AddDays(-i), fmt.Sprint(i)))
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
	h.checkConsistent(t)
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
		t.Fatalf("entered without being switched on: %+v (error %v)", done, err)
	}
	if _, err := a.SetAutoEnter(ctx, me, got.Budget.ID, nil, true); err != nil {
		t.Fatal(err)
	}
	if done, err := a.NewAutoEnter().Enter(ctx, far); err != nil || len(done) == 0 {
		t.Fatalf("nothing was entered (error %v)", err)
	}
	report, err := a.Verify(ctx, me, got.Budget.ID)
	if err != nil || !report.Sound() {
		t.Errorf("verification: %s (error %v)", report.Sentence, err)
	}
}

// A copy keeps the switch, except for dates undone here.
func TestCopyKeepsAutomaticEntry(t *testing.T) {
	h := newTestBudget(t)
	h.schedule(t, automaticSchedule("weekly", march, "taken back"))
	entered := h.enter(t, march)
	done, err := h.a.Undo(t.Context(), Machine(), h.id, entered[0].Change)
	h.must(t, done, err)
	h.schedule(t, automaticSchedule("weekly", march.AddDays(1), "goes on"))
	for _, s := range wholeOf(t, h.a, h.reimported(t, h.a)).Scheduled {
		if s.AutoEnter != (s.Memo == "goes on") {
			t.Errorf("schedule in the copy: %+v", s)
		}
	}
	// A duplicate here remembers, too.
	copied, err := h.a.Duplicate(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.NewAutoEnter().Enter(t.Context(), march); err != nil || len(wholeOf(t, h.a, copied.ID).Transactions) != 0 {
		t.Errorf("the duplicate entered an undone date (error %v)", err)
	}
}
