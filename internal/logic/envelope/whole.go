package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// SnapshotOf builds the snapshot of a whole budget. It covers every month from the first to the last that has a row
// on a budget account, a cell, a hold or a rollover switch, future ones included; it is empty for a budget without
// any. A date outside the supported range counts in the nearest month inside.
//
// A line of an unknown category counts as uncategorised, so that the conservation law holds for any input.
func SnapshotOf(w *budget.Whole) *Snapshot {
	g := gatherer{at: make(map[budget.CategoryNo]int, len(w.Categories)), onBudget: budgetAccounts(w.Accounts)}
	for i := range w.Categories {
		g.at[w.Categories[i].No] = i
	}
	months := g.span(w)
	g.snapshot = NewSnapshot(months.First, months.Months(), w.Categories)
	g.addMonths(w)
	g.addRollovers(w.Rollovers)
	for t := range w.EachTransaction() {
		g.addRow(t)
	}
	if w.Info.CardEnvelopes {
		g.addCards(w)
	}
	return g.snapshot
}

type gatherer struct {
	snapshot *Snapshot
	at       map[budget.CategoryNo]int
	onBudget map[budget.AccountNo]bool
}

func budgetAccounts(accounts []budget.Account) map[budget.AccountNo]bool {
	on := make(map[budget.AccountNo]bool, len(accounts))
	for i := range accounts {
		on[accounts[i].No] = accounts[i].OnBudget
	}
	return on
}

func (g *gatherer) span(w *budget.Whole) (s civil.Span) {
	see := func(m civil.Month) { s.Cover(m.Near()) }
	for t := range w.EachTransaction() {
		if g.onBudget[t.Account] {
			see(t.Date.Month())
		}
	}
	for i := range w.Cells {
		if w.Cells[i].Budgeted != 0 {
			see(w.Cells[i].Month)
		}
	}
	for i := range w.Months {
		if w.Months[i].Held != 0 {
			see(w.Months[i].Month)
		}
	}
	for _, r := range w.Rollovers {
		see(r.From)
	}
	return s
}

func (g *gatherer) addMonths(w *budget.Whole) {
	for i := range w.Months {
		if m, ok := g.snapshot.Index(w.Months[i].Month.Near()); ok {
			g.snapshot.Held[m] += w.Months[i].Held
		}
	}
	for c := range iterutil.Pointers(w.Cells) {
		m, covered := g.snapshot.Index(c.Month.Near())
		if row, ok := g.at[c.Category]; ok && covered {
			g.snapshot.Categories[row].Budgeted[m] += c.Budgeted
		}
	}
}

func (g *gatherer) addRollovers(switches []budget.Rollover) {
	for _, r := range switches {
		if row, ok := g.at[r.Category]; ok {
			g.snapshot.Categories[row].Rollovers = append(g.snapshot.Categories[row].Rollovers, r)
		}
	}
	for i := range g.snapshot.Categories {
		slices.SortStableFunc(g.snapshot.Categories[i].Rollovers, func(a, b budget.Rollover) int { return cmp.Compare(a.From, b.From) })
	}
}

func (g *gatherer) addRow(t *budget.Transaction) {
	if !g.onBudget[t.Account] {
		return
	}
	m, _ := g.snapshot.Index(t.Date.Month().Near()) // span covers the months of all such rows
	for line := range t.Lines {
		row, known := g.at[line.Category]
		switch {
		case known:
			g.snapshot.Categories[row].Activity[m] += line.Amount
		case line.Transfer.TwoDates && g.onBudget[line.Transfer.Account]:
			g.snapshot.Moved[m] += line.Amount
		default:
			g.snapshot.Uncategorised[m] += line.Amount
		}
	}
}
