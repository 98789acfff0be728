package cleanup

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// known caches intermediate results of an Input, since several proposals begin with the same steps.
type known struct {
	onCards bool
	cards   []budget.AccountNo                               // those on budget
	brought []rowindex.BroughtCell                           // sums of the document's rows on cards, by month and category
	entered map[budget.CellKey]money.Milli                   // amounts entered here
	moved   map[budget.AccountNo]map[civil.Month]money.Milli // sums of the rows on each card
	debts   map[strategy]*work                               // for choices without excluded items
}

// strategy contains the choices that determine how card debt is handled.
type strategy struct{ perCard, stayAboveZero bool }

// withDebt starts a proposal with the card debt.
func withDebt(kind Kind, in *Input, choices *Choices) *work {
	if len(choices.Leave)+len(choices.Take)+len(choices.Rename) > 0 {
		return newDebt(kind, in, choices)
	}
	as := strategy{choices.PerCard, choices.StayAboveZero}
	done := in.known.debts[as]
	if done == nil {
		done = newDebt(CardDebt, in, choices)
		if in.known.debts == nil {
			in.known.debts = map[strategy]*work{}
		}
		in.known.debts[as] = done
	}
	again, proposal := *done, *done.proposal // a shallow copy: later steps change only these fields
	again.toBudget = slices.Clone(done.toBudget)
	proposal.Kind, again.proposal = kind, &proposal
	done.proposal.Items = slices.Clip(done.proposal.Items) // so that appending copies
	return &again
}

func newDebt(kind Kind, in *Input, choices *Choices) *work {
	w := begin(kind, in, choices)
	w.proposeDebt(w.capped())
	return w
}

// onCards returns the cached results about rows on cards.
func (in *Input) onCards() *known {
	k := &in.known
	if !k.onCards {
		k.onCards, k.cards = true, cardsOf(in.Budget.Accounts)
		k.brought, k.entered, k.moved = in.Rows.Brought(k.cards), in.Rows.Entered(), in.Rows.Moved(k.cards)
	}
	return k
}

// linesOf returns the lines of the document's rows on cards that are in some cells, by date, row and part. It scans
// the rows once, however many cells there are.
func (in *Input) linesOf(cells []rowindex.BroughtCell) []rowindex.BroughtLine {
	if len(cells) == 0 {
		return nil
	}
	wanted := iterutil.SetOf(cells, func(c rowindex.BroughtCell) budget.CellKey { return cellOf(&c) })
	return slices.SortedFunc(in.Rows.BroughtLines(in.onCards().cards, wanted), func(a, b rowindex.BroughtLine) int {
		return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx), cmp.Compare(a.Part, b.Part))
	})
}

func cellOf(c *rowindex.BroughtCell) budget.CellKey {
	return budget.CellKey{Category: c.Category, Month: c.Month}
}
