package store

import (
	"maps"

	"holdover/internal/budget"
	"holdover/internal/envelope"
)

// orders are the lines of the cells in which their order matters.
type orders map[budget.CellKey][]envelope.CardLine

// lines is how many there are.
func (o orders) lines() (n int) {
	for _, lines := range o {
		n += len(lines)
	}
	return n
}

// keptOrders are those that are kept of the budget and still hold: an edit asks again
// for those that it touched.
func (v *View) keptOrders() (orders, error) {
	have, of, found := v.store.orders.upTo(v.no, v.committed())
	if !found || of == v.header.Knowledge {
		return have, nil
	}
	touched, known, err := v.touchedAfter(of)
	if v.changed != nil {
		touched.join(*v.changed)
	}
	if err != nil || !known || touched.AllCharges {
		return nil, err
	}
	fresh := maps.Clone(have)
	for _, t := range touched.Charges {
		delete(fresh, budget.CellKey{Category: t.Category, Month: t.Month})
	}
	return fresh, nil
}
