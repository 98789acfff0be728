// Package moneymovement derives the source's money movements from the journal: the journal records the change of each
// category's budgeted amount, and the source's API reports movements between two categories.
//
// Start with Changes.
package moneymovement

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Budgeted is a change of the amount budgeted to a category in a month.
type Budgeted struct {
	Change   int64
	At       time.Time
	Actor    string // as in the journal
	Label    string
	Category budget.CategoryNo
	Month    civil.Month
	Amount   money.Milli // more is positive
}

// Movement is money moved from one category to another; 0 is To Budget.
type Movement struct {
	// Change is the number of the change in the journal. For an amount that the budget began with, it is the negative
	// number of the category.
	Change   int64
	At       time.Time
	Actor    string // as in the journal; empty for an amount that the budget began with
	Label    string
	Month    civil.Month
	From, To budget.CategoryNo
	Amount   money.Milli // above zero
}

// Changes returns the movements of all changes, those of one change in one month together. Together with those of
// [Brought], the movements into a category in a month sum to its budgeted amount.
func Changes(all []Budgeted) (changes [][]Movement) {
	type key struct {
		change int64
		month  civil.Month
	}
	of, order := map[key][]Budgeted{}, []key{}
	for _, b := range all {
		k := key{b.Change, b.Month}
		if of[k] == nil {
			order = append(order, k)
		}
		if before := iterutil.First(of[k], func(o Budgeted) bool { return o.Category == b.Category }); before != nil {
			before.Amount += b.Amount // it wrote the category twice
		} else {
			of[k] = append(of[k], b)
		}
	}
	for _, k := range order {
		if change := pair(of[k]); len(change) > 0 {
			changes = append(changes, change)
		}
	}
	return changes
}

// pair returns the movements of one change: the amounts that categories lost go to the categories that gained, and
// the difference comes from or goes to To Budget.
func pair(change []Budgeted) (out []Movement) {
	var got, lost []Budgeted
	for _, b := range change {
		switch {
		case b.Amount > 0:
			got = append(got, b)
		case b.Amount < 0:
			b.Amount = -b.Amount
			lost = append(lost, b)
		}
	}
	move := func(from, to budget.CategoryNo, amount money.Milli) {
		of := change[0]
		out = append(out, Movement{of.Change, of.At, of.Actor, of.Label, of.Month, from, to, amount})
	}
	for len(got) > 0 && len(lost) > 0 {
		amount := min(got[0].Amount, lost[0].Amount)
		move(lost[0].Category, got[0].Category, amount)
		if got[0].Amount -= amount; got[0].Amount == 0 {
			got = got[1:]
		}
		if lost[0].Amount -= amount; lost[0].Amount == 0 {
			lost = lost[1:]
		}
	}
	for _, b := range got {
		move(0, b.Category, b.Amount)
	}
	for _, b := range lost {
		move(b.Category, 0, b.Amount)
	}
	return out
}

// Brought returns the movements of the amounts that an import brought: the amounts of the cells that no change set.
func Brought(cells []budget.Cell, since []Budgeted, begun time.Time) (out []Movement) {
	had := map[budget.CellKey]money.Milli{}
	for i := range cells {
		had[budget.CellKey{Category: cells[i].Category, Month: cells[i].Month}] += cells[i].Budgeted
	}
	for _, b := range since {
		had[budget.CellKey{Category: b.Category, Month: b.Month}] -= b.Amount
	}
	keys := slices.SortedFunc(maps.Keys(had), func(a, b budget.CellKey) int {
		return cmp.Or(cmp.Compare(a.Month, b.Month), cmp.Compare(a.Category, b.Category))
	})
	for _, key := range keys {
		from, to, amount := budget.CategoryNo(0), key.Category, had[key]
		if amount < 0 {
			from, to, amount = to, from, -amount
		}
		if amount != 0 {
			out = append(out, Movement{Change: -int64(key.Category), At: begun, Label: "Brought with the budget", Month: key.Month, From: from, To: to, Amount: amount})
		}
	}
	return out
}
