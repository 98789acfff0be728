package store

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
)

// Sheet returns all figures of the budget. The sheet may be shared with other ReadTxs and must not be changed.
func (v *ReadTx) Sheet() (*envelope.Sheet, error) {
	_, sheet, err := v.figureSheet()
	return sheet, err
}

// figureSheet returns the sheet from the cache if it is of the same change number, which was read in this
// transaction. Otherwise it makes a new one from the cached one. After a WriteTx has written, the sheet is not cached,
// because the changes may be rolled back.
func (v *ReadTx) figureSheet() (*envelope.Snapshot, *envelope.Sheet, error) {
	pure := len(v.written) == 0
	at := v.committed()
	last, of, _ := latest[computed](v.store, v.no, cachedSheet, at)
	if pure && last.sheet != nil && of == at {
		return last.snapshot, last.sheet, nil
	}
	next, err := v.computed(last)
	if err != nil {
		return nil, nil, err
	}
	if pure {
		v.store.putLatest(v.no, cachedSheet, at, next, bytesOfFigure*next.values())
	}
	return next.snapshot, next.sheet, nil
}

// computed contains the figures of a budget, and the input they were computed from.
type computed struct {
	lists    figures.Lists
	snapshot *envelope.Snapshot
	sheet    *envelope.Sheet // nil if nothing was computed
}

// values returns the estimated number of values for the cache: one for each month of a list, five for a cell, fifteen
// for a month, three for a card's month, and eight for each list.
func (c *computed) values() int {
	return c.lists.Months()*(c.lists.Made()+5*len(c.sheet.Rows)+3*len(c.sheet.Cards)+15) + 8*c.lists.Made()
}

// computed returns the figures, made incrementally from earlier ones of the budget at any change.
func (v *ReadTx) computed(last computed) (next computed, err error) {
	var all []budget.Category
	var switches []budget.Rollover
	var records []budget.Month
	var f figures.Set
	if err := iterutil.Try(iterutil.Store(&all, v.Categories), iterutil.Store(&switches, v.Rollovers), iterutil.Store(&records, v.Months), iterutil.Store(&f, v.allFigures)); err != nil {
		return next, err
	}
	span := f.Span(records, switches)
	next = computed{lists: last.lists.Next(span.First, span.Months())}
	next.snapshot = next.lists.Snapshot(f, all, switches, records)
	if v.header.Info.CardEnvelopes {
		if err := v.fillCards(&next, last.sheet, all, f); err != nil {
			return next, err
		}
	}
	next.lists.Done()
	next.sheet = last.sheet.Next(next.snapshot)
	return next, nil
}

// fillCards adds the input for card envelopes: the stored sums, and the order of lines in the few cells that depend
// on it.
func (v *ReadTx) fillCards(next *computed, last *envelope.Sheet, all []budget.Category, f figures.Set) error {
	accounts, err := v.AccountRecords()
	if err != nil {
		return err
	}
	in := figures.CountedIn(accounts, all)
	cards := next.lists.Cards(f, all, in)
	next.snapshot.Cards = cards
	of := map[budget.AccountNo]int{}
	for i := range cards.All {
		of[cards.All[i].Account] = i
	}
	cards.Order, err = v.orders(last.NextContested(next.snapshot), of, in)
	return err
}
