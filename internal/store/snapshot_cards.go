package store

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// fillCards adds what the figures of cards as envelopes follow from: the sums that
// are kept, and the order of lines in the few cells that depend on it.
func (v *View) fillCards(next *computed, last *envelope.Sheet, all []budget.Category, f figures) error {
	accounts, err := v.AccountRecords()
	if err != nil {
		return err
	}
	in := countedIn(&budget.Whole{Accounts: accounts, Categories: all})
	s := next.snapshot
	cards := &envelope.Cards{On: make(map[budget.CategoryNo][]envelope.OnCard, len(all)+1)}
	s.Cards = cards
	// By their accounts, so that what is kept of an order holds when categories move.
	cards.All = envelope.CardsOf(all, in.onBudget, 0)
	of := map[budget.AccountNo]int{}
	for i := range cards.All {
		of[cards.All[i].Account] = i
		cards.All[i].Paid = next.lists.of(f, seriesKey{paid, int64(cards.All[i].Account)})
	}
	next.lists.onCards(cards, 0, f)
	for i := range all {
		next.lists.onCards(cards, all[i].No, f)
	}
	cards.Order, err = v.orders(last.NextContested(s), of, in)
	return err
}

// onCards adds what a category, or none, has on each card.
func (l *lists) onCards(cards *envelope.Cards, category budget.CategoryNo, f figures) {
	var lines []envelope.OnCard
	for i := range cards.All {
		net, refunds := pairKey(charged, cards.All[i].Account, category), pairKey(refunded, cards.All[i].Account, category)
		on := envelope.OnCard{Card: i, Net: l.of(f, net)}
		if f[refunds] != nil {
			on.Refunds = l.of(f, refunds)
		}
		if f[net] != nil || on.Refunds != nil {
			lines = append(lines, on)
		}
	}
	if lines != nil {
		cards.On[category] = lines
	}
}

// orders are the lines on cards of some cells, in the source's order: those kept
// from an earlier look where nothing was written to them since, the others read.
func (v *View) orders(cells []budget.CellKey, of map[budget.AccountNo]int, in counted) (orders, error) {
	if len(cells) == 0 {
		return nil, nil
	}
	kept, err := v.keptOrders()
	if err != nil {
		return nil, err
	}
	found := make(orders, len(cells))
	missing := map[budget.CategoryNo][]cal.Month{}
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
	if v.settle == nil { // what a Writer sees may never come to be
		v.store.orders.put(v.no, v.header.Knowledge, found, found.lines())
	}
	return found, nil
}

// selectCharges are the lines of a category on some cards in a span of days, with
// the transfers that line may be.
const selectCharges = `SELECT t.account, t.date, t.no, 0, t.id, t.source_id, t.amount, t.transfer_account FROM tx t
	WHERE t.budget = $1 AND t.category = $2 AND t.date >= $3 AND t.date <= $4 AND NOT t.split AND t.account IN (%)
	UNION ALL SELECT t.account, p.date, t.no, p.pos, t.id, t.source_id, p.amount, p.transfer_account FROM part p
	JOIN tx t ON t.budget = p.budget AND t.no = p.tx
	WHERE p.budget = $1 AND p.category = $2 AND p.date >= $3 AND p.date <= $4 AND t.account IN (%) ORDER BY 2, 3, 4`

func (v *View) readOrders(category budget.CategoryNo, months []cal.Month, of map[budget.AccountNo]int, in counted, found map[budget.CellKey][]envelope.CardLine) error {
	slices.Sort(months)
	args := []any{v.no, int64(category), int64(months[0].First()), int64(months[len(months)-1].DayAt(31))}
	var list strings.Builder
	for account := range of {
		args = append(args, int64(account))
		list.WriteString(", $" + strconv.Itoa(len(args)))
	}
	for _, m := range months {
		found[budget.CellKey{Category: category, Month: m}] = nil
	}
	query := strings.ReplaceAll(selectCharges, "%", list.String()[2:])
	err := v.q.Each(query, args, func(r database.Row) error {
		var account, date, no, pos, amount, transfer int64
		var id string
		var source sql.NullString
		if err := r.Scan(&account, &date, &no, &pos, &id, &source, &amount, &transfer); err != nil {
			return err
		}
		key := budget.CellKey{Category: category, Month: cal.Date(date).Month()}
		lines, wanted := found[key]
		if !wanted || category == 0 && in.onBudget(budget.AccountNo(transfer)) {
			return nil
		}
		t := budget.Transaction{ID: id, SourceID: sourceOf(id, source), Date: cal.Date(date)}
		found[key] = append(lines, envelope.LineOf(&t, of[budget.AccountNo(account)], money.Milli(amount)))
		return nil
	})
	for _, m := range months {
		envelope.SortLines(found[budget.CellKey{Category: category, Month: m}])
	}
	return err
}
