package store

import (
	"context"
	"fmt"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
)

// mostFindings is the maximum number of findings listed for a budget.
const mostFindings = 20

// Verify computes all derived figures of a budget from its rows and describes where the stored ones differ, and which
// records have invalid references. The result is empty if the budget is sound. It reads every row, and holds none in
// memory.
func (s *Store) Verify(ctx context.Context, no int64) (differences []string, err error) {
	err = s.ReadTx(ctx, no, func(v *ReadTx) error {
		differences, err = v.verify()
		return err
	})
	return differences, err
}

func (v *ReadTx) verify() (found []string, err error) {
	whole, err := v.allButRows()
	if err != nil {
		return nil, err
	}
	right, refs := figures.OfCells(whole.Cells), referencesIn(whole)
	counts := figures.CountedIn(whole.Accounts, whole.Categories)
	refs.ofRecords(whole)
	last, err := v.lastNumber(whole)
	if err != nil {
		return nil, err
	}
	lost, err := v.verifyReceipts()
	if err != nil {
		return nil, err
	}
	rows, twoDates := 0, map[budget.TxNo]budget.TxNo{} // the transfers with two dates
	for t, err := range v.Transactions(Filter{}) {
		if err != nil {
			return nil, err
		}
		if t.Date < firstDate || t.Date > lastDate {
			return append(refs.found, fmt.Sprintf("transaction %d has the date %d, which is none", t.No, t.Date)), nil
		}
		right.AddTransaction(&t, counts, 1)
		refs.of(KindTransaction, "transaction", t.No, &t)
		if t.Transfer.TwoDates {
			twoDates[t.No] = t.Transfer.Tx
		}
		rows++
	}
	for no, other := range twoDates {
		if twoDates[other] != no {
			refs.found = append(refs.found, fmt.Sprintf("the other side of transaction %d does not know that the transfer has two dates", no))
		}
	}
	stored, err := figures.Load(v.q, v.no)
	if err != nil {
		return nil, err
	}
	found = append(append(figures.Differences(stored, right), refs.found...), lost...)
	if h := v.header; h.Transactions != rows || h.Accounts != len(whole.Accounts) {
		found = append(found, fmt.Sprintf("it has %d transactions and %d accounts, and says %d and %d", rows, len(whole.Accounts), h.Transactions, h.Accounts))
	}
	is := right.Span(whole.Months, whole.Rollovers)
	if h := v.header; h.FirstMonth != is.First || h.LastMonth != is.Last {
		found = append(found, fmt.Sprintf("its months are %s to %s, and it says %s to %s", is.First, is.Last, h.FirstMonth, h.LastMonth))
	}
	if v.header.nextNo <= last {
		found = append(found, "the next number is taken")
	}
	return found[:min(len(found), mostFindings)], err
}

// lastNumber returns the highest number of all records with numbers.
func (v *ReadTx) lastNumber(whole *budget.Whole) (last int64, err error) {
	last = lastNumber(whole)
	for _, ops := range kinds {
		for _, table := range ops.tables {
			if table.Columns[0] != "no" {
				continue
			}
			var most int64
			if _, err := v.q.One("SELECT coalesce(max(no), 0) FROM "+table.Name+" WHERE budget = $1", []any{v.no}, &most); err != nil {
				return 0, err
			}
			last = max(last, most)
		}
	}
	return last, nil
}

// A range that includes all valid dates of transactions.
var (
	firstDate = civil.MakeDate(1, 1, 1)
	lastDate  = civil.MakeDate(9999, 12, 31)
)

// references contains the records that others may refer to, and the invalid references found.
type references struct {
	there map[reference]bool
	found []string
}

func referencesIn(w *budget.Whole) *references {
	there := map[reference]bool{}
	for i := range w.Accounts {
		there[reference{KindAccount, int64(w.Accounts[i].No)}] = true
	}
	for i := range w.AccountGroups {
		there[reference{KindAccountGroup, int64(w.AccountGroups[i].No)}] = true
	}
	for i := range w.Groups {
		there[reference{KindGroup, int64(w.Groups[i].No)}] = true
	}
	for i := range w.Categories {
		there[reference{KindCategory, int64(w.Categories[i].No)}] = true
	}
	for i := range w.Payees {
		there[reference{KindPayee, int64(w.Payees[i].No)}] = true
	}
	return &references{there: there}
}

// of records the invalid references of a record.
func (r *references) of(kind Kind, name string, no, record any) {
	kinds[kind].refer(record, func(to Kind, other int64) {
		if other != 0 && !r.there[reference{to, other}] && len(r.found) < mostFindings {
			r.found = append(r.found, fmt.Sprintf("%s %v refers to %s %d, which is not there", name, no, to, other))
		}
	})
}

func (r *references) ofRecords(w *budget.Whole) {
	for a := range iterutil.Pointers(w.Accounts) {
		r.of(KindAccount, "account", a.No, a)
	}
	for c := range iterutil.Pointers(w.Categories) {
		r.of(KindCategory, "category", c.No, c)
	}
	for p := range iterutil.Pointers(w.Payees) {
		r.of(KindPayee, "payee", p.No, p)
	}
	for l := range iterutil.Pointers(w.Locations) {
		r.of(KindLocation, "location", l.No, l)
	}
	for s := range iterutil.Pointers(w.Scheduled) {
		r.of(KindScheduled, "scheduled transaction", s.No, s)
	}
	for rule := range iterutil.Pointers(w.Rules) {
		r.of(KindRule, "rule", rule.No, rule)
	}
	for c := range iterutil.Pointers(w.Cells) {
		r.of(KindCell, "cell of", c.Month, c)
	}
	r.of(KindRollovers, "rollover", "switch", &switches{w.Rollovers})
}
