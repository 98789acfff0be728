package envelope_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// world is a budget in memory to which the tests apply the changes that the rules return.
type world struct{ budget.Whole }

// tester is the common interface of *testing.T and *rapid.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

var (
	_ tester = (*testing.T)(nil)
	_ tester = (*rapid.T)(nil)
)

func (w *world) sheet() *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(&w.Whole)) }

func (w *world) outline() *envelope.Outline {
	return &envelope.Outline{Groups: w.Groups, Categories: w.Categories}
}

func (w *world) switches(c budget.CategoryNo) []budget.Rollover {
	var of []budget.Rollover
	for _, r := range w.Rollovers {
		if r.Category == c {
			of = append(of, r)
		}
	}
	slices.SortFunc(of, func(a, b budget.Rollover) int { return cmp.Compare(a.From, b.From) })
	return of
}

func (w *world) setSwitches(c budget.CategoryNo, to []budget.Rollover) {
	w.Rollovers = slices.DeleteFunc(w.Rollovers, func(r budget.Rollover) bool { return r.Category == c })
	w.Rollovers = append(w.Rollovers, to...)
}

func (w *world) setHeld(m civil.Month, held money.Milli) {
	i := slices.IndexFunc(w.Months, func(x budget.Month) bool { return x.Month == m })
	if i < 0 {
		w.Months, i = append(w.Months, budget.Month{Month: m}), len(w.Months)
	}
	w.Months[i].Held = held
}

func (w *world) putCell(c budget.Cell) {
	i := slices.IndexFunc(w.Cells, func(x budget.Cell) bool { return x.Category == c.Category && x.Month == c.Month })
	if i < 0 {
		w.Cells = append(w.Cells, c)
		return
	}
	w.Cells[i] = c
}

func (w *world) assign(all []envelope.Assignment) {
	for _, a := range all {
		i := slices.IndexFunc(w.Cells, func(x budget.Cell) bool { return x.Category == a.Category && x.Month == a.Month })
		if i < 0 {
			w.Cells = append(w.Cells, budget.Cell{Category: a.Category, Month: a.Month, Budgeted: a.Budgeted})
			continue
		}
		w.Cells[i].Budgeted = a.Budgeted
	}
}

// contents returns the data that the rules on deletion read.
func (w *world) contents() envelope.Contents {
	used := map[budget.CategoryNo]bool{}
	for i := range w.Transactions {
		for line := range w.Transactions[i].Lines {
			used[line.Category] = true
		}
	}
	return envelope.Contents{Used: used, Cells: w.Cells}
}

// recategorise moves every line of one category to another.
func (w *world) recategorise(from, to budget.CategoryNo) {
	for i := range w.Transactions {
		t := &w.Transactions[i]
		if t.Category == from {
			t.Category = to
		}
		for j := range t.Parts {
			if t.Parts[j].Category == from {
				t.Parts[j].Category = to
			}
		}
	}
}

func (w *world) delete(d *envelope.Deletion) {
	for _, c := range d.Categories {
		w.recategorise(c, d.Receiver)
		w.forget(c)
	}
	for _, c := range d.Cells {
		w.putCell(c)
	}
	w.Groups = slices.DeleteFunc(w.Groups, func(g budget.Group) bool { return g.No == d.Group })
}

// forget removes a category with its cells and switches.
func (w *world) forget(c budget.CategoryNo) {
	w.Categories = slices.DeleteFunc(w.Categories, func(x budget.Category) bool { return x.No == c })
	w.Cells = slices.DeleteFunc(w.Cells, func(x budget.Cell) bool { return x.Category == c })
	w.setSwitches(c, nil)
}

func (w *world) putCategories(changed []budget.Category) {
	for _, c := range changed {
		w.Categories[slices.IndexFunc(w.Categories, func(x budget.Category) bool { return x.No == c.No })] = c
	}
}

// conserved fails unless the conservation law holds in every month, and in some months after the last. It computes
// the account balances from the register.
func (w *world) conserved(t tester) {
	t.Helper()
	on := map[budget.AccountNo]bool{}
	for _, a := range w.Accounts {
		on[a.No] = a.OnBudget
	}
	for _, c := range w.Categories {
		if w.Info.CardEnvelopes && c.Card != 0 {
			on[c.Card] = false // its money cannot be budgeted
		}
	}
	sheet := w.sheet()
	for m := sheet.First - 1; m < sheet.First.Add(len(sheet.Months)+3); m++ {
		var accounts, balances, uncategorised money.Milli
		for i := range w.Transactions {
			if tx := &w.Transactions[i]; on[tx.Account] && tx.Date.Month() <= m {
				accounts += tx.Amount
			}
		}
		for u := sheet.First; u <= m; u++ {
			uncategorised += sheet.Month(u).Uncategorised
		}
		if left := sheet.Month(m).UncategorisedLeft; w.Info.CardEnvelopes {
			uncategorised = left + sheet.Month(m).CardDebt
		} else if left != uncategorised || sheet.Month(m).CardDebt != 0 {
			t.Fatalf("%s: %s has no category, the month's figure is %s", m, uncategorised, left)
		}
		for _, c := range w.Categories {
			balances += sheet.Cell(c.No, m).Balance
		}
		f := sheet.Month(m)
		if balances != f.Balance {
			t.Fatalf("%s: balances sum to %s, the month's figure is %s", m, balances, f.Balance)
		}
		if f.Held < 0 {
			t.Fatalf("%s: the held amount is %s", m, f.Held)
		}
		if inBudget := f.ToBudget + f.Held + balances + uncategorised; accounts+f.OnTheWay != inBudget {
			t.Fatalf("%s: the accounts have %s, %s is on its way, the budget has %s", m, accounts, f.OnTheWay, inBudget)
		}
	}
}

// budgetedByMonth sums the cells of all categories.
func (w *world) budgetedByMonth() map[civil.Month]money.Milli {
	sum := map[civil.Month]money.Milli{}
	for _, c := range w.Cells {
		sum[c.Month] += c.Budgeted
	}
	maps.DeleteFunc(sum, func(_ civil.Month, amount money.Milli) bool { return amount == 0 })
	return sum
}
