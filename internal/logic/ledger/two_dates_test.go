package ledger

import (
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// dates fails unless the sides of a transfer have the dates, and are marked if these differ.
func (s *rowStore) dates(t *testing.T, no budget.TxNo, own, other civil.Date) {
	t.Helper()
	s.whole(t)
	row := s.rows[no]
	if o := s.rows[row.Transfer.Tx]; row.Date != own || o.Date != other || row.Transfer.TwoDates != (own != other) {
		t.Errorf("the sides are of %s and %s, marked %v, want %s and %s", row.Date, o.Date, row.Transfer.TwoDates, own, other)
	}
}

func TestATransferWithTwoDates(t *testing.T) {
	s := newRowStore()
	left, arrived := day, day.AddDays(2)
	no := s.add(t, Entry{Account: bank, Date: left, Amount: -5000, Other: cash, TwoDates: true, OtherDate: arrived})
	other := s.rows[no].Transfer.Tx
	s.dates(t, no, left, arrived)
	s.edit(t, no, func(e *Entry) { e.Amount, e.Memo = -6000, "slow" })
	if s.rows[other].Amount != 6000 {
		t.Errorf("the amount of the other side did not follow: %+v", s.rows[other])
	}
	s.dates(t, no, left, arrived)

	// Each side keeps its own date when the other one changes.
	s.edit(t, other, func(e *Entry) { e.Date = arrived.AddDays(1) })
	s.dates(t, no, left, arrived.AddDays(1))
	to := left.AddDays(-1)
	if err := s.do(func(b *EditSet) error { _, err := b.Set(no, Setting{Date: &to}); return err }, false); err != nil {
		t.Fatal(err)
	}
	s.dates(t, no, left.AddDays(-1), arrived.AddDays(1))

	// A copy takes as many days.
	var twin budget.TxNo
	if err := s.do(func(b *EditSet) (err error) { twin, err = b.Duplicate(no, left); return err }, false); err != nil {
		t.Fatal(err)
	}
	s.dates(t, twin, left, arrived.AddDays(2))

	// The reconciled side is not touched.
	s.edit(t, other, func(e *Entry) { e.Cleared = budget.Reconciled })
	s.edit(t, no, func(e *Entry) { e.Date = left })
	s.dates(t, no, left, arrived.AddDays(1))
	oneDate := func(b *EditSet) error {
		row := s.rows[no]
		e := EntryOf(&row)
		e.TwoDates = false
		return b.Edit(no, e)
	}
	if err := s.do(oneDate, UnlessReconciled); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("the date of a reconciled side changed: %v", err)
	}
	if err := s.do(oneDate, AlsoReconciled); err != nil {
		t.Fatal(err)
	}
	s.dates(t, no, left, left)
}

func TestTheSameDateTwiceIsOneDate(t *testing.T) {
	s := newRowStore()
	no := s.add(t, Entry{Account: bank, Date: day, Amount: -5000, Other: cash, TwoDates: true, OtherDate: day})
	s.dates(t, no, day, day)
	s.edit(t, no, func(e *Entry) { e.TwoDates, e.OtherDate = true, day.AddDays(3) })
	s.dates(t, no, day, day.AddDays(3))
	s.edit(t, no, func(e *Entry) { e.Date = day.AddDays(3) })
	s.dates(t, no, day.AddDays(3), day.AddDays(3))
	s.edit(t, no, func(e *Entry) { e.Date = day }) // both sides move, since there is one date again
	s.dates(t, no, day, day)
}

// Transfers that an earlier version imported with two dates are not marked. An edit keeps both dates.
func TestAnUnmarkedTransferWithTwoDatesKeepsThem(t *testing.T) {
	s := newRowStore()
	no := s.add(t, Entry{Account: bank, Date: day, Amount: -5000, Other: cash})
	other := s.rows[s.rows[no].Transfer.Tx]
	other.Date = day.AddDays(4)
	s.rows[other.No] = other
	s.edit(t, no, func(e *Entry) { e.Memo = "edited" })
	s.dates(t, no, day, day.AddDays(4))
}

func TestTransfersThatHaveOneDate(t *testing.T) {
	s := newRowStore()
	_, other := splitTransfer(t, s)
	for want, step := range map[string]func(*EditSet) error{
		"other-date: the other side is a part of a split": func(b *EditSet) error {
			row := s.rows[other]
			e := EntryOf(&row)
			e.TwoDates, e.OtherDate = true, day.AddDays(1)
			return b.Edit(other, e)
		},
		"other-date: the transfer has a category": func(b *EditSet) error { // as a plan document may have it
			b.Know([]budget.Transaction{
				{No: 1, Account: bank, Date: day, Amount: -5, Category: food, Transfer: budget.Transfer{Account: cash, Tx: 2}, Cleared: budget.Uncleared},
				{No: 2, Account: cash, Date: day, Amount: 5, Transfer: budget.Transfer{Account: bank, Tx: 1}, Cleared: budget.Uncleared},
			})
			t, err := b.Row(1)
			if err != nil {
				return err
			}
			e := EntryOf(&t)
			e.TwoDates, e.OtherDate = true, day.AddDays(1)
			return b.Edit(1, e)
		},
	} {
		if err := s.do(step, AlsoReconciled); err == nil || !strings.HasPrefix(err.Error(), want) || apperr.HintOf(err) == "" {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
