package store

import (
	"math"
	"testing"

	"github.com/google/uuid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// edges contains days around the reach of a budget of 2026, including its first and last days, and whether they are
// accepted.
var edges = map[civil.Date]bool{
	civil.MakeDate(1, 1, 1): false, civil.MakeDate(206, 5, 1): false, civil.MakeDate(1899, 12, 31): false, civil.MakeDate(2200, 1, 1): false, civil.MakeDate(9999, 12, 31): false,
	civil.MakeDate(1970, 1, 1): false, civil.MakeDate(2062, 1, 1): false, civil.MakeDate(2016, 2, 29): false, civil.MakeDate(2036, 4, 1): false,
	civil.MakeDate(2016, 3, 1): true, civil.MakeDate(2036, 3, 31): true,
}

// No record accepts a day or month ten years before the budget or ten years ahead, by any way
// to write it. The error names the field. A change with confirmed dates accepts the years from 1900 to 2199.
func TestDatesOutOfRangeAreRefused(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(3, size{2, 3, 2, 10, 3}))
		for day, fits := range edges {
			for name, write := range map[string]func(w *WriteTx) error{
				"transaction": func(w *WriteTx) error {
					return w.PutTransaction(&budget.Transaction{ID: "far", Account: firstAccount(t, w), Date: day, Amount: 1, Cleared: budget.Uncleared})
				},
				"many transactions": func(w *WriteTx) error {
					n := budget.TxNo(w.NewNumber())
					return w.AddTransactions([]budget.Transaction{{No: n, ID: "far2", Account: firstAccount(t, w), Date: day, Amount: 1, Cleared: budget.Uncleared}})
				},
				"schedule": func(w *WriteTx) error {
					return w.Put(&budget.Scheduled{ID: "far3", Account: firstAccount(t, w), DateFirst: day, DateNext: day, Frequency: "never", Amount: 1})
				},
				"amount budgeted": func(w *WriteTx) error { return w.SetBudgeted(firstCategory(t, w), day.Month(), 5) },
				"hold":            func(w *WriteTx) error { return w.PutMonth(budget.Month{Month: day.Month(), Held: 5}) },
				"rollover": func(w *WriteTx) error {
					c := firstCategory(t, w)
					return w.SetRollovers(c, []budget.Rollover{{Category: c, From: day.Month(), On: true}})
				},
			} {
				for confirmed, fits := range map[bool]bool{false: fits, true: !day.FarOff()} {
					_, err := s.Change(t.Context(), h.No, meta(name), func(w *WriteTx) error {
						if confirmed {
							w.AcceptFarDates()
						}
						if err := write(w); err != nil {
							return err
						}
						return apperr.New(apperr.Conflict, "taken back")
					})
					if taken := apperr.KindOf(err) == apperr.Conflict; taken != fits {
						t.Errorf("%s on %s, confirmed %t: error %v, want the date accepted: %t", name, day, confirmed, err, fits)
					}
					if !fits && apperr.CodeOf(err) != DateFarOff {
						t.Errorf("%s on %s: error code %q, want %q", name, day, apperr.CodeOf(err), DateFarOff)
					}
				}
			}
		}
	})
}

// Rows of a budget with old months stay editable: a row may stay at its date, and may move to every date within the
// budget's months.
func TestRowsOfOldBudgetsStayEditable(t *testing.T) {
	s := open(t, database.Config{Dir: t.TempDir()})
	old := household(3, size{2, 3, 2, 10, 3})
	old.Transactions[0].Date, old.Transactions[1].Date = civil.MakeDate(1970, 1, 1), civil.MakeDate(2062, 5, 5)
	h := imported(t, s, old)
	for no, days := range map[budget.TxNo][]civil.Date{
		old.Transactions[0].No: {civil.MakeDate(1970, 1, 1), civil.MakeDate(1960, 1, 1), civil.MakeDate(1965, 2, 3)},
		old.Transactions[1].No: {civil.MakeDate(2062, 5, 5), civil.MakeDate(2062, 5, 31)},
	} {
		for _, day := range days {
			if _, err := s.Change(t.Context(), h.No, meta("edit"), func(w *WriteTx) error {
				row, err := w.Transaction(no)
				if err != nil {
					return err
				}
				row.Date, row.Memo = day, row.Memo+" edited"
				return w.PutTransaction(&row)
			}); err != nil {
				t.Errorf("move a row to %s: %v", day, err)
			}
		}
	}
}

func firstAccount(t *testing.T, w *WriteTx) budget.AccountNo {
	t.Helper()
	all, err := w.Accounts()
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	return all[0].No
}

func firstCategory(t *testing.T, w *WriteTx) budget.CategoryNo {
	t.Helper()
	all, err := w.Categories()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if !c.Income {
			return c.No
		}
	}
	t.Fatal("no category found")
	return 0
}

// Far-off days that an earlier version accepted count in the nearest allowed month. Every figure
// can be written, and no amount is lost.
func TestStoredDatesOutOfRangeCountInTheNearestMonth(t *testing.T) {
	s := open(t, database.Config{Dir: t.TempDir()})
	w := household(3, size{2, 3, 2, 40, 3})
	var total money.Milli
	for i, day := range []civil.Date{civil.MakeDate(9999, 12, 31), civil.MakeDate(206, 5, 1), civil.MakeDate(1, 1, 1)} {
		w.Transactions[i].Date = day
	}
	w.Cells = append(w.Cells, budget.Cell{Category: w.Categories[0].No, Month: civil.MakeMonth(9999, 12), Budgeted: 700})
	on := map[budget.AccountNo]bool{}
	for _, a := range w.Accounts {
		on[a.No] = a.OnBudget
	}
	for i := range w.Transactions {
		if on[w.Transactions[i].Account] {
			total += w.Transactions[i].Amount
		}
	}
	no := imported(t, s, w).No
	if err := s.ReadTx(t.Context(), no, func(v *ReadTx) error {
		h := v.header
		if h.FirstMonth.FarOff() || h.LastMonth.FarOff() {
			t.Errorf("months of the budget: %s to %s, want none out of range", h.FirstMonth, h.LastMonth)
		}
		sheet, err := v.Sheet()
		if err != nil {
			return err
		}
		if n := len(sheet.Months); n > 300*12 {
			t.Errorf("%d months, want at most 300 years", n)
		}
		last := sheet.Month(sheet.First.Add(len(sheet.Months) - 1))
		sum := last.ToBudget + last.Held + last.Balance
		for _, m := range sheet.Months {
			sum += m.Uncategorised
		}
		if sum != total {
			t.Errorf("figures sum to %s, accounts to %s", sum, total)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// Amounts are refused if their sum would overflow a figure, in one change or in several, and the
// figures before stay unchanged.
func TestOverflowingTotalsAreRefused(t *testing.T) {
	s := open(t, database.Config{Dir: t.TempDir()})
	no := imported(t, s, household(3, size{2, 3, 2, 10, 3})).No
	put := func(n int, amount money.Milli) error {
		_, err := s.Change(t.Context(), no, meta("large"), func(w *WriteTx) error {
			account := firstAccount(t, w)
			rows := make([]budget.Transaction, n)
			for i := range rows {
				rows[i] = budget.Transaction{No: budget.TxNo(w.NewNumber()), ID: uuid.NewString(), Account: account, Date: civil.MakeDate(2026, 3, 1+i%28), Amount: amount, Cleared: budget.Uncleared}
			}
			return w.AddTransactions(rows)
		})
		return err
	}
	if err := put(10_000, money.Limit); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("ten thousand of the largest amounts: error %v, want them invalid", err)
	}
	refused := false
	for range 20 {
		if err := put(500, money.Limit); err != nil {
			refused = true
			if apperr.KindOf(err) != apperr.Invalid {
				t.Fatal(err)
			}
		}
	}
	if !refused {
		t.Error("no amount was refused")
	}
	if err := s.ReadTx(t.Context(), no, func(v *ReadTx) error {
		sheet, err := v.Sheet()
		if err != nil {
			return err
		}
		for _, m := range sheet.Months {
			if m.Uncategorised < 0 && m.Month == civil.MakeMonth(2026, 3) || m.ToBudget.Abs() == math.MaxInt64 {
				t.Errorf("%s: uncategorised %s, To Budget %s: wrapped around", m.Month, m.Uncategorised, m.ToBudget)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}
