package envelope_test

import (
	"slices"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// chain is a sequence of sheets, each computed from the previous one, as for a budget that is edited.
type chain struct {
	snapshot *envelope.Snapshot
	sheet    *envelope.Sheet
}

// follow computes the next sheet and compares it with one computed from scratch.
func (c *chain) follow(t tester, w *budget.Whole) {
	s := envelope.SnapshotOf(w)
	want, contested := envelope.Compute(s), envelope.Contested(s)
	if c.snapshot != nil {
		sameLists(s, c.snapshot)
	}
	if got := c.sheet.NextContested(s); !slices.Equal(contested, got) {
		t.Fatalf("contested accounts are %v, want %v", got, contested)
	}
	got := c.sheet.Next(s)
	sameCells := func(a, b envelope.Row) bool {
		return a.No == b.No && a.Income == b.Income && slices.Equal(a.Cells, b.Cells)
	}
	sameCard := func(a, b envelope.CardRow) bool {
		return a.Account == b.Account && a.Category == b.Category && slices.Equal(a.Months, b.Months)
	}
	if want.First != got.First || !slices.Equal(want.Months, got.Months) || !slices.EqualFunc(want.Rows, got.Rows, sameCells) || !slices.EqualFunc(want.Cards, got.Cards, sameCard) {
		t.Fatalf("the sheet differs from one computed anew:\n%s", cmp.Diff(want, got, cmpopts.IgnoreUnexported(envelope.Sheet{}, envelope.Row{})))
	}
	if after := want.Last().Add(1); want.Month(after) != got.Month(after) {
		t.Fatalf("%s is %+v, want %+v", after, got.Month(after), want.Month(after))
	}
	c.snapshot, c.sheet = s, got
}

// sameLists replaces the lists of a snapshot by the equal lists of an earlier one, as the store does.
func sameLists(s, earlier *envelope.Snapshot) {
	for i := range s.Categories {
		c := &s.Categories[i]
		if k := slices.IndexFunc(earlier.Categories, func(e envelope.Series) bool { return e.No == c.No }); k >= 0 {
			c.Budgeted, c.Activity = one(earlier.Categories[k].Budgeted, c.Budgeted), one(earlier.Categories[k].Activity, c.Activity)
		}
	}
	if s.Cards == nil || earlier.Cards == nil {
		return
	}
	for no, lines := range s.Cards.On {
		for i := range lines {
			if was := earlier.Cards.On[no]; i < len(was) {
				lines[i].Net, lines[i].Refunds = one(was[i].Net, lines[i].Net), one(was[i].Refunds, lines[i].Refunds)
			}
		}
	}
	for cell, lines := range s.Cards.Order {
		s.Cards.Order[cell] = one(earlier.Cards.Order[cell], lines)
	}
}

// one returns the earlier slice if the later one has equal elements.
func one[T comparable](earlier, later []T) []T {
	if slices.Equal(earlier, later) {
		return earlier
	}
	return later
}

// A change of any single input slice makes the row be recomputed.
func TestAMonthIsRecomputedIfAnyInputChanges(t *testing.T) {
	for name, change := range map[string]func(*world){
		"nothing":                  func(*world) {},
		"a budgeted amount":        func(w *world) { w.Cells[0].Budgeted += 4000 },
		"a row":                    func(w *world) { w.Transactions[0].Amount = -5000 },
		"a row's card":             func(w *world) { w.Transactions[2].Account = 3 },
		"cash instead of the card": func(w *world) { w.Transactions[3].Account = 1 },
		"the order by day":         func(w *world) { w.Transactions[0].Date = start.DayAt(9) },
		"the order by id":          func(w *world) { w.Transactions[0].ID = "z" },
		"a refund and a charge":    func(w *world) { w.Transactions[4].Account, w.Transactions[5].Account = 3, 3 },
		"the card of all rows":     func(w *world) { w.Transactions[7].Account = 3 },
		"rollover":                 func(w *world) { w.setSwitches(3, []budget.Rollover{{Category: 3, From: start, On: true}}) },
		"income":                   func(w *world) { w.Categories[2].Income = true },
		"a card off budget":        func(w *world) { w.Accounts[2].OnBudget = false },
		"the payment category":     func(w *world) { w.Categories[4].Card, w.Categories[6].Card = 2, 0 },
		"the setting for cards":    func(w *world) { w.Info.CardEnvelopes = false },
		"everything a month later": func(w *world) {
			for i := range w.Transactions {
				date := &w.Transactions[i].Date
				*date = date.Month().Add(1).DayAt(date.Day())
			}
			w.Cells[0].Month++
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, c := onCards(), &chain{}
			c.follow(t, &w.Whole)
			change(w)
			c.follow(t, &w.Whole)
			c.follow(t, &onCards().Whole) // and back
		})
	}
}

// onCards returns a budget in which Rent is contested by two cards, and Power cannot cover the charges of one.
func onCards() *world {
	w := newHousehold()
	w.keepCards()
	w.Cells = []budget.Cell{{Category: 2, Month: start, Budgeted: 4000}}
	w.setSwitches(4, []budget.Rollover{{Category: 4, From: start + 1, On: true}})
	add := func(id string, account budget.AccountNo, date civil.Date, amount money.Milli, category budget.CategoryNo) {
		w.Transactions = append(w.Transactions, budget.Transaction{No: budget.TxNo(len(w.Transactions) + 1), ID: id, Account: account, Date: date, Amount: amount, Category: category})
	}
	add("a", 2, start.DayAt(2), -4000, 2)
	add("b", 3, start.DayAt(2), -4000, 2)
	add("c", 2, start.DayAt(2), -4000, 3)
	add("d", 2, start.Add(1).DayAt(2), -4000, 3)
	add("e", 1, start.DayAt(4), 4000, 3)
	add("f", 1, start.DayAt(5), -4000, 3)
	add("g", 3, start.Add(1).DayAt(2), -1000, 3)
	add("h", 2, start.DayAt(2), -4000, 4)
	return w
}
