package store

import (
	"context"
	"fmt"
	"slices"

	"holdover/internal/budget"
)

// Verify works all derived figures of a budget out from its rows and says where
// the stored ones differ, and which records refer to what is not there. An empty
// answer is a sound budget. It reads every row.
func (s *Store) Verify(ctx context.Context, no int64) (differences []string, err error) {
	err = s.View(ctx, no, func(v *View) error {
		differences, err = v.verify()
		return err
	})
	return differences, err
}

func (v *View) verify() (found []string, err error) {
	whole, err := v.Whole()
	if err != nil {
		return nil, err
	}
	stored, err := loadFigures(v.q, v.no)
	if err != nil {
		return nil, err
	}
	right := figuresOf(whole)
	for k, s := range right {
		if s.trim(); len(s.values) == 0 {
			delete(right, k)
		}
	}
	for k, s := range right {
		if is := stored[k]; is == nil || is.first != s.first || !slices.Equal(is.values, s.values) {
			found = append(found, fmt.Sprintf("figure %d of %d: stored %v, right %v", k.figure, k.no, is, s))
		}
	}
	for k := range stored {
		if right[k] == nil {
			found = append(found, fmt.Sprintf("figure %d of %d: stored, but there is nothing to it", k.figure, k.no))
		}
	}
	first, last, err := dataSpan(v.q, v.no)
	if h := v.header; h.FirstMonth != first || h.LastMonth != last || h.Transactions != len(whole.Transactions) || h.Accounts != len(whole.Accounts) {
		found = append(found, fmt.Sprintf("header: %s to %s, %d transactions, %d accounts", h.FirstMonth, h.LastMonth, h.Transactions, h.Accounts))
	}
	if v.header.nextNo <= lastNumber(whole) {
		found = append(found, "header: the next number is taken")
	}
	return append(found, dangling(whole)...), err
}

// dangling lists references to records that are not there.
func dangling(w *budget.Whole) (found []string) {
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
	from := func(what string, kind Kind, no int64) {
		if no != 0 && !there[reference{kind, no}] {
			found = append(found, fmt.Sprintf("%s refers to %s %d, which is not there", what, kind, no))
		}
	}
	line := func(what string, account budget.AccountNo, payee budget.PayeeNo, category budget.CategoryNo) {
		from(what, KindAccount, int64(account))
		from(what, KindPayee, int64(payee))
		from(what, KindCategory, int64(category))
	}
	for i := range w.Transactions {
		t := &w.Transactions[i]
		what := fmt.Sprintf("transaction %d", t.No)
		from(what, KindAccount, int64(t.Account))
		line(what, t.Transfer.Account, t.Payee, t.Category)
		for _, p := range t.Parts {
			line(what, p.Transfer.Account, p.Payee, p.Category)
		}
	}
	for i := range w.Scheduled {
		s := &w.Scheduled[i]
		line(fmt.Sprintf("scheduled transaction %d", s.No), s.Account, s.Payee, s.Category)
	}
	for _, c := range w.Categories {
		from(fmt.Sprintf("category %d", c.No), KindGroup, int64(c.Group))
	}
	for _, c := range w.Cells {
		from("cell of "+c.Month.String(), KindCategory, int64(c.Category))
	}
	for _, r := range w.Rollovers {
		from("rollover from "+r.From.String(), KindCategory, int64(r.Category))
	}
	for _, p := range w.Payees {
		from(fmt.Sprintf("payee %d", p.No), KindAccount, int64(p.TransferAccount))
	}
	for _, l := range w.Locations {
		from(fmt.Sprintf("location %d", l.No), KindPayee, int64(l.Payee))
	}
	return found
}
