package store

import (
	"database/sql"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
)

// orders contains the lines of the cells in which the order of lines matters.
type orders map[budget.CellKey][]envelope.CardLine

// lines returns the number of lines.
func (o orders) lines() (n int) {
	for _, lines := range o {
		n += len(lines)
	}
	return n
}

// keptOrders returns the cached orders that are still valid. The cells that changes touched since are removed.
func (v *ReadTx) keptOrders() (orders, error) {
	have, of, found := latest[orders](v.store, v.no, cachedOrders, v.committed())
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

// orders returns the lines on cards of some cells, in the source's order. Cells without changes since an earlier read
// are taken from the cache; the others are read.
func (v *ReadTx) orders(cells []budget.CellKey, of map[budget.AccountNo]int, in figures.Counted) (orders, error) {
	if len(cells) == 0 {
		return nil, nil
	}
	kept, err := v.keptOrders()
	if err != nil {
		return nil, err
	}
	found := make(orders, len(cells))
	missing := map[budget.CategoryNo][]civil.Month{}
	for _, cell := range cells {
		if lines, ok := kept[cell]; ok {
			found[cell] = lines
		} else {
			missing[cell.Category] = append(missing[cell.Category], cell.Month)
		}
	}
	for category, months := range missing {
		if err := v.readOrders(category, months, of, in, found); err != nil {
			return nil, err
		}
	}
	if v.settle == nil { // a WriteTx's changes may be rolled back: they are not cached
		v.store.putLatest(v.no, cachedOrders, v.header.Knowledge, found, bytesOfLine*found.lines())
	}
	return found, nil
}

// selectCharges selects the lines of a category on some cards in a span of days, including lines that are transfers.
const selectCharges = `SELECT t.account, t.date, t.no, 0, t.id, t.source_id, t.amount, t.transfer_account FROM tx t
	WHERE t.budget = $1 AND t.category = $2 AND t.date >= $3 AND t.date <= $4 AND NOT t.split AND t.account IN (%)
	UNION ALL SELECT t.account, p.date, t.no, p.pos, t.id, t.source_id, p.amount, p.transfer_account FROM part p
	JOIN tx t ON t.budget = p.budget AND t.no = p.tx
	WHERE p.budget = $1 AND p.category = $2 AND p.date >= $3 AND p.date <= $4 AND t.account IN (%) ORDER BY 2, 3, 4`

// readOrders adds the lines of a category in some months.
func (v *ReadTx) readOrders(category budget.CategoryNo, months []civil.Month, of map[budget.AccountNo]int, in figures.Counted, found orders) error {
	slices.Sort(months)
	args := []any{v.no, int64(category), int64(months[0].First()), int64(months[len(months)-1].DayAt(31))}
	list := database.Places(len(args)+1, len(of))
	for account := range of {
		args = append(args, int64(account))
	}
	read := make(orders, len(months)) // the span may contain other months
	for _, m := range months {
		read[budget.CellKey{Category: category, Month: m}] = nil
	}
	query := strings.ReplaceAll(selectCharges, "%", list[2:])
	err := v.q.Each(query, args, func(r database.Row) error {
		var account, date, no, pos, amount, transfer int64
		var id string
		var source sql.NullString
		if err := r.Scan(&account, &date, &no, &pos, &id, &source, &amount, &transfer); err != nil {
			return err
		}
		key := budget.CellKey{Category: category, Month: civil.Date(date).Month()}
		lines, wanted := read[key]
		if !wanted || category == 0 && in.OnBudget(budget.AccountNo(transfer)) {
			return nil
		}
		t := budget.Transaction{ID: id, SourceID: tables.SourceOf(id, source), Date: civil.Date(date)}
		read[key] = append(lines, envelope.LineOf(&t, of[budget.AccountNo(account)], money.Milli(amount)))
		return nil
	})
	for cell, lines := range read {
		envelope.SortLines(lines)
		found[cell] = lines
	}
	return err
}
