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
	rows := 0
	for t, err := range v.Transactions(Filter{}) {
		if err != nil {
			return nil, err
		}
		if t.Date < firstDate || t.Date > lastDate {
			return append(refs.found, fmt.Sprintf("transaction %d has the date %d, which is none", t.No, t.Date)), nil
		}
		right.AddTransaction(&t, counts, 1)
		refs.ofTransaction(&t)
		rows, last = rows+1, max(last, int64(t.No))
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

// lastNumber returns the highest number of all records except the rows.
func (v *ReadTx) lastNumber(whole *budget.Whole) (int64, error) {
	var reports []budget.SavedReport
	var views []budget.SavedView
	var dismissed []budget.Dismissed
	var receipts []budget.Receipt
	err := iterutil.Try(iterutil.Into(&reports, v.KeptReports), iterutil.Into(&views, v.KeptViews), iterutil.Into(&dismissed, v.Dismissed), iterutil.Into(&receipts, v.Receipts))
	return max(
		lastNumber(whole),
		highest(reports, func(r *budget.SavedReport) int64 { return int64(r.No) }),
		highest(views, func(v *budget.SavedView) int64 { return int64(v.No) }),
		highest(dismissed, func(d *budget.Dismissed) int64 { return int64(d.No) }),
		highest(receipts, func(r *budget.Receipt) int64 { return int64(r.No) }),
	), err
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

// from records an invalid reference. what returns a description of the referring record.
func (r *references) from(what func() string, kind Kind, no int64) {
	if no != 0 && !r.there[reference{kind, no}] && len(r.found) < mostFindings {
		r.found = append(r.found, fmt.Sprintf("%s refers to %s %d, which is not there", what(), kind, no))
	}
}

func (r *references) line(what func() string, account budget.AccountNo, payee budget.PayeeNo, category budget.CategoryNo) {
	r.from(what, KindAccount, int64(account))
	r.from(what, KindPayee, int64(payee))
	r.from(what, KindCategory, int64(category))
}

func (r *references) ofTransaction(t *budget.Transaction) {
	what := func() string { return fmt.Sprintf("transaction %d", t.No) }
	r.from(what, KindAccount, int64(t.Account))
	r.line(what, t.Transfer.Account, t.Payee, t.Category)
	for _, p := range t.Parts {
		r.line(what, p.Transfer.Account, p.Payee, p.Category)
	}
}

func (r *references) ofRecords(w *budget.Whole) {
	named := func(format string, about any) func() string {
		return func() string { return fmt.Sprintf(format, about) }
	}
	for s := range iterutil.In(w.Scheduled) {
		r.line(named("scheduled transaction %d", s.No), s.Account, s.Payee, s.Category)
	}
	for rule := range iterutil.In(w.Rules) {
		what := named("rule %d", rule.No)
		rule.Refers(func(no budget.AccountNo) { r.from(what, KindAccount, int64(no)) }, func(no budget.PayeeNo) { r.from(what, KindPayee, int64(no)) },
			func(no budget.CategoryNo) { r.from(what, KindCategory, int64(no)) })
	}
	for _, c := range w.Categories {
		r.from(named("category %d", c.No), KindGroup, int64(c.Group))
		r.from(named("category %d", c.No), KindAccount, int64(c.Card))
	}
	for _, c := range w.Cells {
		r.from(named("cell of %s", c.Month), KindCategory, int64(c.Category))
	}
	for _, one := range w.Rollovers {
		r.from(named("rollover from %s", one.From), KindCategory, int64(one.Category))
	}
	for _, p := range w.Payees {
		r.from(named("payee %d", p.No), KindAccount, int64(p.TransferAccount))
	}
	for _, l := range w.Locations {
		r.from(named("location %d", l.No), KindPayee, int64(l.Payee))
	}
}
