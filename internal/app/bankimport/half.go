package bankimport

import (
	"maps"
	"slices"

	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// otherHalf is a transaction of another account that may be the other half of a transfer.
type otherHalf struct {
	budget.Transaction
	account string
	// isNamed reports whether the row names the account. The two are then linked by default.
	isNamed bool
}

// findHalves finds, for new rows, the transactions of other accounts that may be the other half of a transfer. Both
// banks list a transfer, and each file is imported separately.
func (read *reading) findHalves() error {
	read.halves = make([]*otherHalf, len(read.matches))
	var rows []matching.Half
	var at []int
	for i := range read.matches {
		row := &read.statement.Rows[i]
		if read.matches[i].Verdict != matching.New || read.isDeleted[i] || row.Amount == 0 {
			continue
		}
		as, _, err := read.told(row)
		if err != nil {
			return err
		}
		if len(as.Parts) == 0 {
			rows, at = append(rows, matching.Half{Account: int(as.Transfer), Date: row.Date, Amount: row.Amount}), append(at, i)
		}
	}
	existing, halves, err := read.unlinked(rows)
	if err != nil {
		return err
	}
	for k, e := range matching.PairHalves(rows, existing) {
		if e >= 0 {
			halves[e].isNamed = rows[k].Account != 0
			read.halves[at[k]] = &halves[e]
		}
	}
	return nil
}

// unlinked returns the transactions of other accounts that may be halves of transfers, in the days of the rows.
func (read *reading) unlinked(rows []matching.Half) (existing []matching.Half, halves []otherHalf, err error) {
	if len(rows) == 0 {
		return nil, nil, nil
	}
	first, last := rows[0].Date, rows[0].Date
	for _, r := range rows {
		first, last = min(first, r.Date), max(last, r.Date)
	}
	for _, no := range slices.Sorted(maps.Keys(read.payees.accounts)) {
		a := read.payees.accounts[no]
		if a.No == read.account.No || a.Closed {
			continue
		}
		for t, err := range read.view.Transactions(store.Filter{Account: a.No, From: first.AddDays(-matching.Days), Until: last.AddDays(matching.Days)}) {
			if err != nil {
				return nil, nil, err
			}
			if t.Transfer.Account == 0 && len(t.Parts) == 0 {
				existing = append(existing, matching.Half{Account: int(a.No), Date: t.Date, Amount: t.Amount})
				halves = append(halves, otherHalf{Transaction: t, account: a.Name})
			}
		}
	}
	return existing, halves, nil
}

// isLinked reports whether the import links a row with the other half of its transfer.
func (read *reading) isLinked(i int) bool {
	no := read.statement.Rows[i].No
	return read.halves[i] != nil && !read.isLeft(i) && (read.link[no] || read.halves[i].isNamed && !read.add[no])
}
