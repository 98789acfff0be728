package cleanup

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Tally is what a budget's rows come to, as far as proposals want no more of them
// than that: a budget of a million rows is not held for it.
type Tally struct {
	onBudget map[budget.AccountNo]bool
	cards    map[budget.AccountNo]map[cal.Month]money.Milli // what moved on each card on budget
	uses     map[budget.CategoryNo]*use
	own      map[budget.CellKey]money.Milli // of rows entered here, on budget accounts
}

// use is how many lines a category has, and in which months.
type use struct {
	lines  int
	months cal.Span
}

// NewTally counts rows of accounts.
func NewTally(accounts []budget.Account) *Tally {
	t := &Tally{
		onBudget: map[budget.AccountNo]bool{}, cards: map[budget.AccountNo]map[cal.Month]money.Milli{},
		uses: map[budget.CategoryNo]*use{}, own: map[budget.CellKey]money.Milli{},
	}
	for i := range accounts {
		a := &accounts[i]
		t.onBudget[a.No] = a.OnBudget
		if a.OnBudget && a.Type.IsCard() {
			t.cards[a.No] = map[cal.Month]money.Milli{}
		}
	}
	return t
}

// isCard says that an account is a card on budget.
func (t *Tally) isCard(account budget.AccountNo) bool { return t.cards[account] != nil }

// Row counts a row, and says whether Input.Rows is to have it: the document's rows on
// cards can be moved. What was entered here is the person's own.
func (t *Tally) Row(r *budget.Transaction) bool {
	m, entered := r.Date.Month(), r.SourceID == ""
	for line := range r.Lines {
		u := t.uses[line.Category]
		if u == nil {
			u = &use{}
			t.uses[line.Category] = u
		}
		u.lines++
		u.months.Cover(m)
		if entered && t.onBudget[r.Account] {
			t.own[budget.CellKey{Category: line.Category, Month: m}] += line.Amount
		}
	}
	moved := t.cards[r.Account]
	if moved != nil {
		moved[m] += r.Amount
	}
	return moved != nil && !entered
}
