package store

import (
	"maps"
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
)

// figures returns the figures of some kinds. They may be shared and must not be changed.
func (v *ReadTx) figures(kinds ...figures.Kind) (figures.Set, error) {
	all, err := v.allFigures()
	some := make(figures.Set, len(all))
	for k, s := range all {
		if slices.Contains(kinds, k.Kind) {
			some[k] = s
		}
	}
	return some, err
}

// allFigures returns the figures of all kinds.
func (v *ReadTx) allFigures() (figures.Set, error) {
	if v.settle != nil {
		if err := v.settle(); err != nil {
			return nil, err
		}
	}
	committed, err := v.committedFigures()
	if err != nil || len(v.own) == 0 {
		return committed, err
	}
	all := maps.Clone(committed)
	for k, s := range v.own {
		if all[k] = s; s.Empty() {
			delete(all, k)
		}
	}
	return all, nil
}

// committedFigures returns the figures of the last committed change. If they are not cached, they are read again, and
// may include a WriteTx's own changes.
func (v *ReadTx) committedFigures() (figures.Set, error) {
	at := v.committed()
	have, of, found := latest[figures.Set](v.store, v.no, cachedFigures, at)
	if found && of == at {
		return have, nil
	}
	var all figures.Set
	if found {
		touched, known, err := v.touchedAfter(of)
		if err != nil {
			return nil, err
		}
		if known {
			if all, err = v.figuresSince(have, &touched); err != nil {
				return nil, err
			}
		}
	}
	if all == nil {
		var err error
		if all, err = figures.Load(v.q, v.no); err != nil {
			return nil, err
		}
	}
	if len(v.own) == 0 {
		v.store.putLatest(v.no, cachedFigures, at, all, bytesOfFigure*all.Size())
	}
	return all, nil
}

// figuresSince returns earlier figures after reading the touched ones again. A figure with an unchanged value keeps
// its pointer.
func (v *ReadTx) figuresSince(earlier figures.Set, touched *Touched) (figures.Set, error) {
	keys := touched.keys()
	if len(keys) == 0 && !touched.charged() {
		return earlier, nil
	}
	all, again := maps.Clone(earlier), figures.Set{}
	for _, k := range keys {
		delete(all, k)
	}
	if len(keys) > 0 {
		if err := again.LoadKeys(v.q, v.no, keys); err != nil {
			return nil, err
		}
	}
	if touched.charged() {
		maps.DeleteFunc(all, func(k figures.Key, _ *figures.Series) bool { return touched.charges(k) })
		if err := again.LoadCharges(v.q, v.no, touched.chargedIn()); err != nil {
			return nil, err
		}
	}
	for k, s := range again {
		if was := earlier[k]; was != nil && was.Same(s) {
			s = was
		}
		all[k] = s
	}
	return all, nil
}

// charges reports whether a figure of cards may have changed when charges were touched. The payments of an account
// from before it was a card change with the charges.
func (t *Touched) charges(k figures.Key) bool {
	switch k.Kind {
	case figures.Paid:
		return true
	case figures.Charged, figures.Refunded:
		_, category := k.Pair()
		return t.AllCharges || slices.ContainsFunc(t.Charges, func(c CategoryMonth) bool { return c.Category == category })
	}
	return false
}

// chargedIn returns the categories with touched charges, nil for all.
func (t *Touched) chargedIn() []budget.CategoryNo {
	if t.AllCharges {
		return nil
	}
	return iterutil.Map(t.Charges, func(c CategoryMonth) budget.CategoryNo { return c.Category })
}

// keys returns the keys of the figures of accounts and categories that a change may have touched.
func (t *Touched) keys() []figures.Key {
	var keys []figures.Key
	for _, c := range t.Categories {
		keys = append(keys, figures.Budgeted.Of(int64(c)), figures.Activity.Of(int64(c)))
		if c == 0 {
			keys = append(keys, figures.OnTheWay.Of(0))
		}
	}
	for _, a := range t.Accounts {
		for _, kind := range []figures.Kind{figures.Cleared, figures.Uncleared, figures.RowCount, figures.Paid} {
			keys = append(keys, kind.Of(int64(a)))
		}
	}
	return keys
}

// charged reports whether amounts of categories on cards were touched.
func (t *Touched) charged() bool { return t.AllCharges || len(t.Charges) > 0 }
