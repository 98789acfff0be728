package app

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

func (h *testBudget) schedule(t *testing.T, entry schedules.Entry) string {
	t.Helper()
	done, id, err := h.a.AddScheduled(t.Context(), Machine(), h.id, entry)
	h.must(t, done, err)
	return id
}

func (h *testBudget) scheduled(t *testing.T, id string) *budget.Scheduled {
	t.Helper()
	all := h.whole(t).Scheduled
	for i := range all {
		if all[i].ID == id {
			return &all[i]
		}
	}
	return nil
}

// Due rows are entered once, also after a long time, and undone in one step.
func TestDueSchedulesAreEnteredOnce(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	end := civil.MakeDate(2026, 1, 31)
	rent := h.schedule(t, schedules.Entry{Frequency: "monthly", Entry: rows.Entry{Account: "bank", Date: end, Amount: -9000, Payee: "baker", Parts: []rows.PartEntry{
		{Amount: -5000, Category: "rent"}, {Amount: -4000, TransferTo: "cash"},
	}}})
	once := h.schedule(t, schedules.Entry{Frequency: "never", Entry: rows.Entry{Account: "cash", Date: march, Amount: -10, TransferTo: "house", Category: "food"}})
	later := h.schedule(t, schedules.Entry{Frequency: "yearly", Entry: rows.Entry{Account: "bank", Date: civil.MakeDate(2027, 1, 1), Amount: -1}})
	stuck := h.schedule(t, schedules.Entry{Frequency: "daily", Entry: rows.Entry{Account: "bank", Date: march, Amount: -1}})
	h.change(t, func(e *changeTx) error {
		s, err := e.ScheduledByID(stuck)
		if err != nil {
			return err
		}
		s.Frequency = "everyFullMoon"
		return e.Put(&s)
	})
	done, err := h.a.EnterDue(ctx, me, h.id, civil.MakeDate(2026, 3, 31))
	if h.must(t, done, err); done.Label != "Entered 4 scheduled transactions up to 31.03.2026; 1 could not be entered" {
		t.Error(done.Label)
	}
	w := h.whole(t)
	var days []string
	for _, row := range w.Transactions {
		days = append(days, row.Date.String())
	}
	if got := strings.Join(days, " "); len(w.Transactions) != 8 || !strings.Contains(got, "2026-02-28") || !strings.Contains(got, "2026-03-31") {
		t.Error(got)
	}
	if next := h.scheduled(t, rent).DateNext; next != civil.MakeDate(2026, 4, 30) || h.scheduled(t, once) != nil || h.scheduled(t, later).DateNext.Year() != 2027 {
		t.Error(next)
	}
	if again, err := h.a.EnterDue(ctx, me, h.id, civil.MakeDate(2026, 3, 31)); err != nil || again.Change != 0 {
		t.Errorf("entered again: %+v, want no change (error %v)", again, err)
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if len(h.whole(t).Transactions) != 0 || h.scheduled(t, rent).DateNext != end || h.scheduled(t, once) == nil {
		t.Error("undo does not revert all of it")
	}
}

func TestCreateEditAndDeleteSchedules(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	entry := schedules.Entry{Frequency: "weekly", Entry: rows.Entry{Account: "bank", Date: march, Amount: -30, PayeeName: "Tram", Parts: []rows.PartEntry{{Amount: -10, Category: "food"}, {Amount: -20}}}}
	id := h.schedule(t, entry)
	part := h.scheduled(t, id).Parts[1]
	says := func(label, verb string, of, next civil.Date) {
		t.Helper()
		want := " of " + of.In("DD.MM.YYYY") + ", the last one"
		if next != 0 {
			want = " of " + of.In("DD.MM.YYYY") + ", next on " + next.In("DD.MM.YYYY")
		}
		if !strings.HasPrefix(label, verb+" the scheduled ") || !strings.HasSuffix(label, want) {
			t.Errorf("%q, not %s …%s", label, verb, want)
		}
	}
	done, err := h.a.SkipScheduled(ctx, me, h.id, id, 0)
	h.must(t, done, err)
	says(done.Label, "Skipped", march, march.AddDays(7))
	if s := h.scheduled(t, id); s.DateNext != march.AddDays(7) || s.DateFirst != march {
		t.Errorf("schedule after a skipped date: %+v", s)
	}
	done, err = h.a.EnterScheduled(ctx, me, h.id, id, 0, march.AddDays(2))
	h.must(t, done, err)
	says(done.Label, "Entered", march.AddDays(7), march.AddDays(14))
	if w := h.whole(t); len(w.Transactions) != 1 || w.Transactions[0].Date != march.AddDays(2) || len(w.Transactions[0].Parts) != 2 || w.Transactions[0].Parts[0].ID == part.ID {
		t.Errorf("entered rows: %+v", w.Transactions)
	}
	entry.Date, entry.Amount, entry.Parts = march.AddDays(14), -25, []rows.PartEntry{{ID: part.ID, Amount: -25, TransferTo: "cash"}}
	done, err = h.a.EditScheduled(ctx, me, h.id, id, entry, "")
	h.must(t, done, err)
	if s := h.scheduled(t, id); s.DateFirst != march || s.Amount != -25 || s.Parts[0].No != part.No || s.Parts[0].Transfer != (budget.Transfer{Account: 2}) {
		t.Errorf("edited schedule: %+v", s)
	}
	if len(h.whole(t).Transactions) != 1 {
		t.Error("a new schedule made a row")
	}
	entry.Frequency = "sometimes"
	for what, bad := range map[string]schedules.Entry{
		"frequency": entry, "date": {Frequency: "never", Entry: rows.Entry{Account: "bank"}}, "account": {Frequency: "never", Entry: rows.Entry{Account: "old", Date: march}},
	} {
		if _, err := h.a.EditScheduled(ctx, me, h.id, id, bad, ""); apperr.KindOf(err) != apperr.Invalid || !strings.HasPrefix(err.Error(), what) {
			t.Errorf("invalid %s: error %v, want it named", what, err)
		}
	}
	done, err = h.a.DeleteScheduled(ctx, me, h.id, id)
	if h.must(t, done, err); h.scheduled(t, id) != nil {
		t.Error("the schedule exists after its deletion")
	}
	entry.Frequency, entry.Parts = "never", nil
	done, err = h.a.EnterScheduled(ctx, me, h.id, h.schedule(t, entry), 0, 0)
	h.must(t, done, err)
	says(done.Label, "Entered", entry.Date, 0)
}

// A schedule with a pattern starts on its first day, and keeps the pattern when it is entered and edited. Undo restores
// the schedule without it.
func TestScheduleOnADayOfTheMonth(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	entry := schedules.Entry{Frequency: "monthly", Pattern: "2-friday", Entry: rows.Entry{Account: "bank", Date: civil.MakeDate(2026, 1, 20), Amount: -30, Category: "food"}}
	id := h.schedule(t, entry)
	is := func(first, next civil.Date, pattern string) {
		t.Helper()
		if s := h.scheduled(t, id); s.DateFirst != first || s.DateNext != next || s.Pattern != pattern {
			t.Errorf("the schedule is %+v, want %s, next on %s, with the pattern %q", s, first, next, pattern)
		}
	}
	february, march13 := civil.MakeDate(2026, 2, 13), civil.MakeDate(2026, 3, 13)
	is(february, february, "2-friday")
	done, err := h.a.EnterScheduled(ctx, me, h.id, id, february, 0)
	h.must(t, done, err)
	is(february, march13, "2-friday")
	entry.Date, entry.Amount = march13, -40
	done, err = h.a.EditScheduled(ctx, me, h.id, id, entry, "")
	h.must(t, done, err)
	is(february, march13, "2-friday")

	entry.Pattern, entry.Weekend = "last-day", "after" // 31 May is a Sunday
	entry.Date = civil.MakeDate(2026, 5, 20)
	done, err = h.a.EditScheduled(ctx, me, h.id, id, entry, "")
	h.must(t, done, err)
	is(civil.MakeDate(2026, 5, 31), civil.MakeDate(2026, 6, 1), "last-day")
	entry.Date, entry.Weekend = civil.MakeDate(2026, 6, 1), "nearest"
	done, err = h.a.EditScheduled(ctx, me, h.id, id, entry, "")
	h.must(t, done, err)
	is(civil.MakeDate(2026, 5, 31), civil.MakeDate(2026, 6, 1), "last-day")
	for range 2 {
		done, err = h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
	}
	is(february, march13, "2-friday")

	for field, change := range map[string]func(*schedules.Entry){
		"pattern":   func(e *schedules.Entry) { e.Pattern = "5-friday" },
		"frequency": func(e *schedules.Entry) { e.Frequency = "everyFullMoon" },
		"weekend":   func(e *schedules.Entry) { e.Weekend = "sometimes" },
		"pattern ":  func(e *schedules.Entry) { e.Frequency = "weekly" },
	} {
		bad := entry
		change(&bad)
		if _, err := h.a.EditScheduled(ctx, me, h.id, id, bad, ""); apperr.KindOf(err) != apperr.Invalid || !strings.HasPrefix(err.Error(), strings.TrimSpace(field)) {
			t.Errorf("invalid %s: error %v, want it named", field, err)
		}
	}
}

// A schedule with an approximate amount enters its amount unapproved. A row that the bank has booked within the range is
// merged and sets the amount; one outside of the range stays separate.
func TestApproximateSchedules(t *testing.T) {
	for _, c := range []struct {
		booked money.Milli
		rows   int
		amount money.Milli // of the entered row
	}{{0, 1, -80_000}, {-83_120, 1, -83_120}, {-80_000, 1, -80_000}, {-88_001, 2, -80_000}} {
		h := newTestBudget(t)
		ctx, me := t.Context(), Machine()
		id := h.schedule(t, schedules.Entry{Frequency: "monthly", SpreadPercent: 10, Entry: rows.Entry{Account: "bank", Date: march, Amount: -80_000, Payee: "baker", Category: "food"}})
		if c.booked != 0 {
			account, payee, importID, day := "bank", "baker", "bank:1", march.AddDays(-1)
			done, _, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{{TransactionFields: TransactionFields{Account: &account, Date: &day, Amount: &c.booked, Payee: &payee}, ImportID: importID}})
			h.must(t, done, err)
		}
		done, err := h.a.EnterScheduled(ctx, me, h.id, id, march, 0)
		h.must(t, done, err)
		all := h.whole(t).Transactions
		found := slices.IndexFunc(all, func(t budget.Transaction) bool { return t.Date == march })
		if len(all) != c.rows || found < 0 || all[found].Amount != c.amount || all[found].Approved || all[found].Category == 0 {
			t.Errorf("booked %s: rows %+v, want %d, one of %s, not approved", c.booked, all, c.rows, c.amount)
		}
		done, err = h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
		if w := h.whole(t); len(w.Transactions) != min(1, int(c.booked.Abs())) || h.scheduled(t, id).DateNext != march {
			t.Errorf("booked %s: after the undo %+v", c.booked, w.Transactions)
		}
	}
	h := newTestBudget(t)
	split := []rows.PartEntry{{Amount: -10, Category: "food"}, {Amount: -20, Category: "rent"}}
	for _, bad := range []schedules.Entry{{Spread: 30}, {Spread: -1}, {SpreadPercent: 101}, {Spread: 1, SpreadPercent: 1}, {Spread: 1, Entry: rows.Entry{Parts: split}}} {
		bad.Frequency, bad.Account, bad.Date, bad.Amount = "monthly", "bank", march, -30
		if _, _, err := h.a.AddScheduled(t.Context(), Machine(), h.id, bad); apperr.KindOf(err) != apperr.Invalid || !strings.HasPrefix(err.Error(), "spread") {
			t.Errorf("spread %s, %d %%, %d parts: error %v, want it refused", bad.Spread, bad.SpreadPercent, len(bad.Parts), err)
		}
	}
}

// A bank's row within the range of a schedule's entered transaction confirms it and sets its amount. A row outside of
// the range is new, and so is one after the transaction was approved.
func TestABankFileConfirmsApproximateSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		amount   string
		approved bool
		rows     int
		is       money.Milli // the amount of the entered row
	}{
		"in the range": {"-83,12", false, 1, -83_120}, "outside": {"-88,01", false, 2, -80_000}, "approved": {"-83,12", true, 2, -80_000},
	} {
		h := newTestBudget(t)
		ctx, me := t.Context(), Machine()
		id := h.schedule(t, schedules.Entry{Frequency: "monthly", Spread: 8_000, Entry: rows.Entry{Account: "bank", Date: march, Amount: -80_000, PayeeName: "Power", Category: "food"}})
		done, err := h.a.EnterScheduled(ctx, me, h.id, id, march, 0)
		h.must(t, done, err)
		entered := h.whole(t).Transactions[0].ID
		if c.approved {
			done, _, err = h.a.UpdateTransactions(ctx, me, h.id, []TransactionChange{{ID: entered, TransactionFields: TransactionFields{Approved: &c.approved}}})
			h.must(t, done, err)
		}
		file := []byte("Date;Payee;Amount\n" + march.AddDays(2).In("DD.MM.YYYY") + ";Power;" + c.amount + "\n18.03.2026;Old;-1,00\n")
		done, _, err = h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
		h.must(t, done, err)
		all := h.whole(t).Transactions
		k := slices.IndexFunc(all, func(t budget.Transaction) bool { return t.ID == entered })
		if len(all) != c.rows+1 || all[k].Amount != c.is || (all[k].Bank != nil) != (c.rows == 1) || all[k].Category == 0 {
			t.Errorf("%s: the entered row is %+v of %d, want %s of %d", name, all[k], len(all), c.is, c.rows+1)
		}
		done, err = h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
		if w := h.whole(t); len(w.Transactions) != 1 || w.Transactions[0].Amount != -80_000 || w.Transactions[0].Bank != nil {
			t.Errorf("%s: after the undo %+v", name, w.Transactions)
		}
	}
}

// change changes the budget in ways that no use case offers.
func (h *testBudget) change(t *testing.T, do func(*changeTx) error) {
	t.Helper()
	done, err := h.a.change(t.Context(), Machine(), h.id, "test", do)
	h.must(t, done, err)
}
