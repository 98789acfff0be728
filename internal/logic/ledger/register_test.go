package ledger

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

const (
	bank, cash, house, closed   budget.AccountNo  = 1, 2, 3, 4
	food, rent                  budget.CategoryNo = 1, 2
	toBank, toCash, toHouse, me budget.PayeeNo    = 11, 12, 13, 20
	day                         civil.Date        = 20260228
)

// rowStore stores the rows of the tests.
type rowStore struct {
	rows map[budget.TxNo]budget.Transaction
	next int64
}

func newRowStore() *rowStore { return &rowStore{rows: map[budget.TxNo]budget.Transaction{}, next: 100} }

func (s *rowStore) open() *EditSet {
	return Open(Context{
		Accounts: []budget.Account{
			{No: bank, Name: "Bank", OnBudget: true, TransferPayee: toBank},
			{No: cash, Name: "Cash", OnBudget: true, TransferPayee: toCash},
			{No: house, Name: "House", TransferPayee: toHouse},
			{No: closed, Name: "Old", OnBudget: true, Closed: true},
		},
		Categories: []budget.Category{{No: food, Name: "Food"}, {No: rent, Name: "Rent"}},
		Currency:   money.DefaultFormat(),
		Load: func(no budget.TxNo) (budget.Transaction, error) {
			t, ok := s.rows[no]
			if !ok {
				return t, apperr.New(apperr.NotFound, "there is no such row")
			}
			return copied(&t), nil
		},
		Number: func() int64 { s.next++; return s.next },
		ID:     func() string { return "id-" + strconv.FormatInt(s.next, 10) },
	})
}

// do stores the changes of one step.
func (s *rowStore) do(step func(*EditSet) error, even EvenReconciled) error {
	b := s.open()
	if err := step(b); err != nil {
		return err
	}
	put, deleted, err := b.Changes(even)
	if err != nil {
		return err
	}
	for i := range put {
		s.rows[put[i].No] = copied(&put[i])
	}
	for _, no := range deleted {
		delete(s.rows, no)
	}
	return nil
}

func (s *rowStore) add(t *testing.T, e Entry) (no budget.TxNo) {
	t.Helper()
	err := s.do(func(b *EditSet) (err error) { no, err = b.Add(e); return err }, false)
	if err != nil {
		t.Fatal(err)
	}
	return no
}

func (s *rowStore) edit(t *testing.T, no budget.TxNo, change func(*Entry)) {
	t.Helper()
	row := s.rows[no]
	e := EntryOf(&row)
	change(&e)
	if err := s.do(func(b *EditSet) error { return b.Edit(no, e) }, false); err != nil {
		t.Fatal(err)
	}
}

type complainer interface {
	Helper()
	Fatalf(string, ...any)
}

// whole checks the invariants of all rows.
func (s *rowStore) whole(t complainer) {
	t.Helper()
	for _, row := range s.rows {
		var sum money.Milli
		for i := range row.Parts {
			sum += row.Parts[i].Amount
		}
		if len(row.Parts) > 0 && sum != row.Amount {
			t.Fatalf("the parts of row %d sum to %s, the row is %s", row.No, sum, row.Amount)
		}
		for at := range sides(&row) {
			s.wholeSide(t, at)
		}
	}
}

func (s *rowStore) wholeSide(t complainer, at side) {
	t.Helper()
	link := at.transfer
	if link.Tx == 0 {
		if link.Account != 0 {
			t.Fatalf("a transfer of row %d has no other side", at.row.No)
		}
		return
	}
	row, ok := s.rows[link.Tx]
	if !ok {
		t.Fatalf("row %d is linked to %d, which does not exist", at.row.No, link.Tx)
	}
	for o := range sides(&row) {
		back := o.transfer
		if o.no != link.Part {
			continue
		}
		if back.Tx != at.row.No || back.Part != at.no || back.Account != at.row.Account || link.Account != row.Account ||
			*o.amount != -*at.amount || row.Account == at.row.Account || back.TwoDates != link.TwoDates || link.TwoDates == (row.Date == at.row.Date) {
			t.Fatalf("the sides differ:\n%+v\n%+v", at.row, row)
		}
		return
	}
	t.Fatalf("row %d is linked to part %d of %d, which does not exist", at.row.No, link.Part, link.Tx)
}

func TestTheOtherSideOfATransferFollows(t *testing.T) {
	s := newRowStore()
	no := s.add(t, Entry{Account: bank, Date: day, Amount: -5000, Other: cash, Memo: "purse"})
	other := s.rows[s.rows[no].Transfer.Tx]
	if other.Account != cash || other.Amount != 5000 || other.Payee != toBank || s.rows[no].Payee != toCash || other.Memo != "purse" || !other.Approved {
		t.Fatalf("the other side is %+v", other)
	}
	s.edit(t, other.No, func(e *Entry) { e.Amount, e.Date = 7000, day.AddDays(1) })
	if row := s.rows[no]; row.Amount != -7000 || row.Date != day.AddDays(1) {
		t.Errorf("the first side did not follow: %+v", row)
	}
	s.whole(t)
	s.edit(t, no, func(e *Entry) { e.Other, e.Category = house, food })
	if _, still := s.rows[other.No]; still || len(s.rows) != 2 || s.rows[no].Category != food {
		t.Errorf("the other side did not move to the other account: %+v", s.rows)
	}
	s.whole(t)
	s.edit(t, no, func(e *Entry) { e.Other, e.Payee = 0, me })
	if len(s.rows) != 1 || s.rows[no].Payee != me {
		t.Errorf("a row that is no longer a transfer left its other side: %+v", s.rows)
	}
}

func splitTransfer(t *testing.T, s *rowStore) (no, other budget.TxNo) {
	t.Helper()
	no = s.add(t, Entry{Account: bank, Date: day, Amount: -9000, Payee: me, Parts: []Part{
		{Amount: -4000, Category: food}, {Amount: -3000, Other: cash}, {Amount: -2000, Other: house, Category: rent},
	}})
	s.whole(t)
	return no, s.rows[no].Parts[1].Transfer.Tx
}

// A split follows a change of the other side of one of its parts in sum and date; the other sides of its other parts
// follow in date.
func TestASplitFollowsTheOtherSideOfAPart(t *testing.T) {
	s := newRowStore()
	no, other := splitTransfer(t, s)
	s.edit(t, other, func(e *Entry) { e.Amount, e.Date = 3500, day.AddDays(3) })
	row := s.rows[no]
	if row.Amount != -9500 || row.Date != day.AddDays(3) || s.rows[row.Parts[2].Transfer.Tx].Date != row.Date {
		t.Errorf("the split does not follow: %+v", s.rows)
	}
	s.whole(t)
	s.edit(t, other, func(e *Entry) { e.Account = house; e.Category = 0 })
	if row := s.rows[no]; row.Parts[1].Transfer.Account != house || row.Parts[1].Payee != toHouse {
		t.Errorf("the part is not linked to the other account: %+v", row.Parts[1])
	}
	s.whole(t)
}

// Deleting the other side of a part keeps the part; deleting a split or part deletes the other sides.
func TestDeletionsOfSidesAndParts(t *testing.T) {
	s := newRowStore()
	no, other := splitTransfer(t, s)
	remove := func(no budget.TxNo) {
		t.Helper()
		if err := s.do(func(b *EditSet) error { return b.Delete(no) }, false); err != nil {
			t.Fatal(err)
		}
		s.whole(t)
	}
	remove(other)
	if row := s.rows[no]; len(row.Parts) != 3 || row.Amount != -9000 || row.Parts[1].Transfer != (budget.Transfer{}) || row.Parts[1].Payee != 0 {
		t.Errorf("the part whose other side was deleted is not kept: %+v", row)
	}
	s.edit(t, no, func(e *Entry) { e.Parts = slices.Delete(e.Parts, 2, 3); e.Amount = e.Amount - e.Left() })
	if len(s.rows) != 1 || s.rows[no].Amount != -7000 {
		t.Errorf("the removed part left its other side: %+v", s.rows)
	}
	no, _ = splitTransfer(t, s)
	remove(no)
	if len(s.rows) != 1 {
		t.Errorf("the deleted split left other sides: %+v", s.rows)
	}
}

func TestDuplicate(t *testing.T) {
	s := newRowStore()
	no, _ := splitTransfer(t, s)
	row := s.rows[no]
	row.Cleared, row.Bank = budget.Reconciled, &budget.Bank{ImportID: "bank:1"}
	s.rows[no] = row
	var copyNo budget.TxNo
	err := s.do(func(b *EditSet) (err error) { copyNo, err = b.Duplicate(no, day.AddDays(30)); return err }, false)
	if err != nil {
		t.Fatal(err)
	}
	s.whole(t)
	twin := s.rows[copyNo]
	if len(s.rows) != 6 || twin.Cleared != budget.Uncleared || twin.Bank != nil || twin.Date != day.AddDays(30) || twin.ID == row.ID || twin.Parts[0].No == row.Parts[0].No {
		t.Errorf("the duplicate is %+v", twin)
	}
}

// Data that the bank confirmed is protected, also through the other side; the user's data is not.
func TestReconciledDataIsProtected(t *testing.T) {
	s := newRowStore()
	no := s.add(t, Entry{Account: bank, Date: day, Amount: -5000, Other: house, Category: food, Cleared: budget.Reconciled})
	other := s.rows[no].Transfer.Tx
	s.edit(t, no, func(e *Entry) { e.Category, e.Memo, e.FlagColour = rent, "new", "red" })
	steps := map[string]func(*EditSet) error{
		"amount": func(b *EditSet) error {
			e := EntryOf(&budget.Transaction{Account: house, Date: day, Amount: 1, Transfer: budget.Transfer{Account: bank}})
			return b.Edit(other, e)
		},
		"delete":          func(b *EditSet) error { return b.Delete(no) },
		"delete other":    func(b *EditSet) error { return b.Delete(other) },
		"cleared":         func(b *EditSet) error { to := budget.Uncleared; _, err := b.Set(no, Setting{Cleared: &to}); return err },
		"date of other":   func(b *EditSet) error { to := day.AddDays(1); _, err := b.Set(other, Setting{Date: &to}); return err },
		"another account": func(b *EditSet) error { to := cash; _, err := b.Set(no, Setting{Account: &to}); return err },
	}
	for name, step := range steps {
		err := s.do(step, false)
		if apperr.KindOf(err) != apperr.Conflict || apperr.HintOf(err) == "" || !strings.Contains(err.Error(), "Bank is reconciled") {
			t.Errorf("%s: error %v, want that Bank is reconciled, with a hint", name, err)
		}
		kept := &rowStore{rows: maps.Clone(s.rows), next: s.next}
		if err := kept.do(step, true); err != nil {
			t.Errorf("%s with confirmation: %v", name, err)
		}
		kept.whole(t)
	}
}

// Imported transfers stay unlinked if their other side was never found: creating another side would create money.
func TestUnlinkedTransfersStayUnlinked(t *testing.T) {
	s := newRowStore()
	s.rows[1] = budget.Transaction{No: 1, Account: bank, Date: day, Amount: -5, Transfer: budget.Transfer{Account: cash}, Cleared: budget.Uncleared}
	s.edit(t, 1, func(e *Entry) { e.Amount = -6 })
	if len(s.rows) != 1 || s.rows[1].Amount != -6 || s.rows[1].Transfer.Account != cash {
		t.Errorf("the unlinked transfer became %+v", s.rows)
	}
}

func TestErrorsNameTheField(t *testing.T) {
	good := Entry{Account: bank, Date: day, Amount: -10}
	for want, change := range map[string]func(*Entry){
		"account: not found":                                    func(e *Entry) { e.Account = 99 },
		"account: Old is closed":                                func(e *Entry) { e.Account = closed },
		"date: it is missing":                                   func(e *Entry) { e.Date = 0 },
		"amount: it is too large":                               func(e *Entry) { e.Amount = money.Limit + 1 },
		`cleared: "maybe" is not a cleared state`:               func(e *Entry) { e.Cleared = "maybe" },
		"category: not found":                                   func(e *Entry) { e.Category = 99 },
		"category: House is off budget":                         func(e *Entry) { e.Account, e.Category = house, food },
		"category: a transfer between two accounts":             func(e *Entry) { e.Other, e.Category = cash, food },
		"transfer: both sides of the transfer would be in Bank": func(e *Entry) { e.Other = bank },
		"transfer: not found":                                   func(e *Entry) { e.Other = 99 },
		"category: a split transaction cannot have one":         func(e *Entry) { e.Category, e.Parts = food, []Part{{Amount: -10}} },
		"amount: the parts add up to":                           func(e *Entry) { e.Parts = []Part{{Amount: -4}, {Amount: -5}} },
		"part 2, transfer: Old is closed":                       func(e *Entry) { e.Parts = []Part{{Amount: -4}, {Amount: -6, Other: closed}} },
		"part 1, this part of the transaction no longer exists": func(e *Entry) { e.Parts = []Part{{No: 5, Amount: -10}} },
	} {
		e := good
		change(&e)
		s := newRowStore()
		err := s.do(func(b *EditSet) error { _, err := b.Add(e); return err }, false)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if s := newRowStore(); s.do(func(b *EditSet) error { _, err := b.Add(good); return err }, false) != nil || len(s.rows) != 1 {
		t.Error("a valid entry is refused")
	}
}

func TestSetChangesManyRows(t *testing.T) {
	s := newRowStore()
	split, other := splitTransfer(t, s)
	plain := s.add(t, Entry{Account: bank, Date: day, Amount: -1, Category: food})
	to, off := rent, house
	for no, want := range map[budget.TxNo]bool{split: false, other: false, plain: true} {
		var can bool
		err := s.do(func(b *EditSet) (err error) { can, err = b.Set(no, Setting{Category: &to}); return err }, false)
		if err != nil || can != want {
			t.Errorf("set the category of row %d: %v, error %v, want %v", no, can, err, want)
		}
	}
	if err := s.do(func(b *EditSet) error { _, err := b.Set(plain, Setting{Account: &off}); return err }, false); err != nil {
		t.Fatal(err)
	}
	if row := s.rows[plain]; row.Account != house || row.Category != 0 {
		t.Errorf("a row off budget has a category: %+v", row)
	}
	s.whole(t)
}

// After any sequence of operations the rows are consistent.
func TestRowsAreConsistentAfterAnyOperations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newRowStore()
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			nos := slices.Sorted(maps.Keys(s.rows))
			what := rapid.SampledFrom([]string{"add", "add", "edit", "edit", "delete", "duplicate", "set"}).Draw(t, "what")
			if len(nos) == 0 {
				what = "add"
			}
			err := s.do(func(b *EditSet) error { return anyStep(t, s, b, what, nos) }, EvenReconciled(rapid.Bool().Draw(t, "even reconciled")))
			if kind := apperr.KindOf(err); kind != "" && kind != apperr.Invalid && kind != apperr.Conflict {
				t.Fatalf("%s: error %v, want invalid or conflict", what, err)
			}
			s.whole(t)
		}
	})
}

func anyStep(t *rapid.T, s *rowStore, b *EditSet, what string, nos []budget.TxNo) error {
	if what == "add" {
		_, err := b.Add(anyEntry(t, Entry{}))
		return err
	}
	no := rapid.SampledFrom(nos).Draw(t, "row")
	switch what {
	case "edit":
		row := s.rows[no]
		return b.Edit(no, anyEntry(t, EntryOf(&row)))
	case "delete":
		if err := b.Delete(no); err != nil {
			return err
		}
		return b.Delete(rapid.SampledFrom(nos).Draw(t, "another"))
	case "duplicate":
		_, err := b.Duplicate(no, day)
		return err
	}
	account, date := anyAccount(t), day.AddDays(rapid.IntRange(0, 60).Draw(t, "day"))
	_, err := b.Set(no, Setting{Account: &account, Date: &date})
	return err
}

func anyAccount(t *rapid.T) budget.AccountNo {
	return rapid.SampledFrom([]budget.AccountNo{bank, cash, house}).Draw(t, "account")
}

func anyOther(t *rapid.T) budget.AccountNo {
	return rapid.SampledFrom([]budget.AccountNo{0, 0, bank, cash, house}).Draw(t, "other")
}

func anyAmount(t *rapid.T) money.Milli {
	return money.Milli(rapid.IntRange(-9999, 9999).Draw(t, "amount"))
}

// anyEntry changes an entry; known parts may stay, go or come.
func anyEntry(t *rapid.T, e Entry) Entry {
	e.Account, e.Date, e.Other, e.Category = anyAccount(t), day.AddDays(rapid.IntRange(0, 60).Draw(t, "day")), anyOther(t), 0
	e.Cleared = rapid.SampledFrom([]budget.Cleared{"", budget.ClearedYes, budget.Reconciled}).Draw(t, "cleared")
	e.Amount = anyAmount(t)
	if e.TwoDates = rapid.Bool().Draw(t, "two dates"); e.TwoDates && rapid.Bool().Draw(t, "with the other date") {
		e.OtherDate = day.AddDays(rapid.IntRange(0, 60).Draw(t, "other date"))
	}
	parts := slices.DeleteFunc(slices.Clone(e.Parts), func(Part) bool { return rapid.Bool().Draw(t, "gone") })
	for range rapid.IntRange(0, 3).Draw(t, "new parts") {
		parts = append(parts, Part{Amount: anyAmount(t), Other: anyOther(t)})
	}
	if e.Parts = parts; len(parts) > 0 {
		e.Other, e.Amount = 0, 0
		e.Amount = -e.Left()
	}
	return e
}

// A field that a user changes no longer counts as set by a rule; the other fields do.
func TestAnEditedFieldNoLongerCountsAsSetByARule(t *testing.T) {
	s := newRowStore()
	no := s.add(t, Entry{Account: bank, Date: day, Amount: -9, Payee: me, Category: food, Memo: "m", FlagColour: "red"})
	all := budget.ByRule{Payee: 1, Money: 2, Notes: 3, Flag: 4}
	for _, c := range []struct {
		change func(*Entry)
		left   budget.ByRule
	}{
		{func(e *Entry) { e.Date++ }, all},
		{func(e *Entry) { e.Payee = toHouse }, budget.ByRule{Money: 2, Notes: 3, Flag: 4}},
		{func(e *Entry) { e.Category = rent }, budget.ByRule{Payee: 1, Notes: 3, Flag: 4}},
		{func(e *Entry) { e.Memo = "" }, budget.ByRule{Payee: 1, Money: 2, Flag: 4}},
		{func(e *Entry) { e.FlagColour = "" }, budget.ByRule{Payee: 1, Money: 2, Notes: 3}},
		{func(e *Entry) { e.Category, e.Parts = 0, []Part{{Amount: -4}, {Amount: -5}} }, budget.ByRule{Payee: 1, Notes: 3, Flag: 4}},
		{func(e *Entry) { e.Parts, e.Other = nil, cash }, budget.ByRule{Notes: 3, Flag: 4}},
	} {
		row := s.rows[no]
		row.ByRule = all
		s.rows[no] = row
		if s.edit(t, no, c.change); s.rows[no].ByRule != c.left {
			t.Errorf("set by a rule: %+v, want %+v", s.rows[no].ByRule, c.left)
		}
	}
}
