// Package cleanuptest implements clean-up's queries by scanning the rows of a budget one by one, to compare the
// results with those of package rowindex.
//
// Only tests import it. Start at [Rows].
package cleanuptest

import (
	"cmp"
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// Rows provides the transactions of a budget for cleanup.Input.
type Rows struct{ Whole *budget.Whole }

// CategoryUses returns the use of each category that has lines.
func (r Rows) CategoryUses() map[budget.CategoryNo]rowindex.CategoryUse {
	uses := map[budget.CategoryNo]rowindex.CategoryUse{}
	for t := range iterutil.Pointers(r.Whole.Transactions) {
		for line := range t.Lines {
			use := uses[line.Category]
			use.Lines++
			use.Months.Cover(t.Date.Month())
			uses[line.Category] = use
		}
	}
	return uses
}

// Moved returns the sums of the rows on some accounts by month.
func (r Rows) Moved(accounts []budget.AccountNo) map[budget.AccountNo]map[civil.Month]money.Milli {
	all := map[budget.AccountNo]map[civil.Month]money.Milli{}
	for _, a := range accounts {
		all[a] = map[civil.Month]money.Milli{}
	}
	for i := range r.Whole.Transactions {
		if t := &r.Whole.Transactions[i]; all[t.Account] != nil {
			all[t.Account][t.Date.Month()] += t.Amount
		}
	}
	return all
}

// Entered returns the sums of the lines of rows entered here, on accounts on budget.
func (r Rows) Entered() map[budget.CellKey]money.Milli {
	onBudget, all := map[budget.AccountNo]bool{}, map[budget.CellKey]money.Milli{}
	for i := range r.Whole.Accounts {
		onBudget[r.Whole.Accounts[i].No] = r.Whole.Accounts[i].OnBudget
	}
	for i := range r.Whole.Transactions {
		if t := &r.Whole.Transactions[i]; t.SourceID == "" && onBudget[t.Account] {
			for line := range t.Lines {
				all[budget.CellKey{Category: line.Category, Month: t.Date.Month()}] += line.Amount
			}
		}
	}
	return all
}

// Brought returns the sums of the lines of imported rows on some accounts.
func (r Rows) Brought(accounts []budget.AccountNo) (all []rowindex.BroughtCell) {
	for _, l := range r.brought(accounts) {
		at := slices.IndexFunc(all, func(c rowindex.BroughtCell) bool {
			return c.Month == l.Date.Month() && c.Category == l.Category && c.Account == l.Account
		})
		if at < 0 {
			at, all = len(all), append(all, rowindex.BroughtCell{Month: l.Date.Month(), Category: l.Category, Account: l.Account})
		}
		all[at].Lines++
		all[at].Sum += l.Amount
		if l.Amount < 0 {
			all[at].Below += l.Amount
		}
	}
	slices.SortFunc(all, func(a, b rowindex.BroughtCell) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Category, b.Category), cmp.Compare(a.Account, b.Account))
	})
	return all
}

// BroughtLines yields those of these lines that are in some cells.
func (r Rows) BroughtLines(accounts []budget.AccountNo, wanted map[budget.CellKey]bool) iter.Seq[rowindex.BroughtLine] {
	return slices.Values(slices.DeleteFunc(r.brought(accounts), func(l rowindex.BroughtLine) bool {
		return !wanted[budget.CellKey{Category: l.Category, Month: l.Date.Month()}]
	}))
}

// brought returns the lines of all imported rows by date and number.
func (r Rows) brought(accounts []budget.AccountNo) (all []rowindex.BroughtLine) {
	for t := range iterutil.Pointers(r.Whole.Transactions) {
		if t.SourceID == "" || !slices.Contains(accounts, t.Account) {
			continue
		}
		for line := range t.Lines {
			all = append(all, rowindex.BroughtLine{
				Tx: t.No, Part: line.Part, Account: t.Account, Other: line.Transfer.Account, Date: t.Date,
				Category: line.Category, Payee: t.Payee, Amount: line.Amount,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b rowindex.BroughtLine) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx))
	})
	return all
}

// Budgeted returns the budget's amounts that are not zero.
func Budgeted(w *budget.Whole) map[budget.CellKey]money.Milli {
	all := map[budget.CellKey]money.Milli{}
	for i := range w.Cells {
		if c := &w.Cells[i]; c.Budgeted != 0 {
			all[c.Key()] = c.Budgeted
		}
	}
	return all
}
