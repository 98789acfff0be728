package api

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

type TransactionsResponse struct {
	Data struct {
		Transactions    []TransactionDetail `json:"transactions" nullable:"false"`
		ServerKnowledge int64               `json:"server_knowledge"`
	} `json:"data"`
}

type HybridTransactionsResponse struct {
	Data struct {
		Transactions    []HybridTransaction `json:"transactions" nullable:"false"`
		ServerKnowledge int64               `json:"server_knowledge"`
	} `json:"data"`
}

type OneTransaction struct {
	Transaction     TransactionDetail `json:"transaction"`
	ServerKnowledge int64             `json:"server_knowledge"`
}

type transactionIn struct {
	PlanPath
	TransactionID string `path:"transaction_id"`
}

// RowQuery is the questions that every list of transactions takes.
type RowQuery struct {
	SinceDate string `query:"since_date" doc:"From this day on; a year ago when not given"`
	UntilDate string `query:"until_date" doc:"Up to this day"`
	Type      string `query:"type" doc:"uncategorized or unapproved"`
	Since     int64  `query:"last_knowledge_of_server" doc:"Only what has changed since this server_knowledge"`
}

type planRowsIn struct {
	PlanPath
	RowQuery
}

type accountRowsIn struct {
	AccountPath
	RowQuery
}

type categoryRowsIn struct {
	CategoryPath
	RowQuery
}

type payeeRowsIn struct {
	PayeePath
	RowQuery
}

type monthRowsIn struct {
	MonthPath
	RowQuery
}

func (l *readSession) oneTransaction(in *transactionIn, out *OneTransaction) error {
	found, err := l.transactionsNamed([]string{in.TransactionID})
	if err != nil {
		return err
	}
	t := found[strings.ToLower(in.TransactionID)]
	if t == nil {
		return noSuch("transaction", in.TransactionID)
	}
	out.ServerKnowledge = l.Knowledge()
	out.Transaction, err = l.detail(t)
	return err
}

// transactionsNamed returns transactions by the ids that programs know, in lower case. A transaction and the import
// that was matched with it are one transaction with two ids; matched_transaction_id is the other one.
func (l *readSession) transactionsNamed(ids []string) (map[string]*budget.Transaction, error) {
	rows, err := l.TransactionsOrImports(ids)
	if err == nil {
		err = l.others.Know(rows)
	}
	if err != nil {
		return nil, err
	}
	isAsked, named := iterutil.SetOf(ids, strings.ToLower), map[string]*budget.Transaction{}
	for t := range iterutil.Pointers(rows) {
		own := strings.ToLower(t.ID)
		if isMatched := t.Bank != nil && t.Bank.Match != nil; isMatched && (!isAsked[own] || named[own] != nil) {
			bank := *t.Bank
			t.ID, bank.MatchedID = bank.MatchedID, t.ID
			t.Bank = &bank
		}
		named[strings.ToLower(t.ID)] = t
	}
	return named, nil
}

// rowsOf registers a list of transactions of a plan.
func rowsOf[I, T any, P planned[I]](a *api, s stream[T], do func(*readSession, P, io.Writer) error) {
	streaming(a, s, func(ctx context.Context, in *I, w io.Writer) error {
		return a.look(ctx, *P(in).plan(), func(l *readSession) error { return do(l, in, w) })
	})
}

func (l *readSession) transactions(in *planRowsIn, w io.Writer) error {
	return l.write(w, &in.RowQuery, store.Filter{}, l.details)
}

func (l *readSession) accountTransactions(in *accountRowsIn, w io.Writer) error {
	acc, err := l.AccountByID(in.AccountID)
	if err != nil {
		return err
	}
	return l.write(w, &in.RowQuery, store.Filter{Account: acc.No}, l.details)
}

func (l *readSession) categoryTransactions(in *categoryRowsIn, w io.Writer) error {
	c, err := l.CategoryByID(in.CategoryID)
	if apperr.KindOf(err) == apperr.NotFound {
		return l.besideTransactions(w, in)
	}
	if err != nil {
		return err
	}
	return l.write(w, &in.RowQuery, store.Filter{Category: c.No}, func(t *budget.Transaction, do func(any) error) error {
		return l.lines(t, func(of budget.CategoryNo, _ budget.PayeeNo) bool { return of == c.No }, do)
	})
}

// besideTransactions lists the lines of a category stored from the import: those without category are in the source's
// Uncategorized, and card payments have none, since transfers have no category.
func (l *readSession) besideTransactions(w io.Writer, in *categoryRowsIn) error {
	category, err := l.monthCategory("current", in.CategoryID)
	if err != nil {
		return err
	}
	if category.Internal && (category.Name == "Uncategorized" || category.Name == "None") {
		return l.write(w, &in.RowQuery, store.Filter{Uncategorised: true}, l.uncategorised)
	}
	out, err := newList(w, "transactions")
	if err != nil {
		return err
	}
	return out.end(l.Knowledge())
}

// uncategorised hands over the lines of a row that lack a category.
func (l *readSession) uncategorised(t *budget.Transaction, do func(any) error) error {
	if len(t.Parts) == 0 {
		return l.lines(t, func(budget.CategoryNo, budget.PayeeNo) bool { return true }, do)
	}
	lines, err := l.hybridParts(t, func(p *budget.Part) bool {
		return l.needsCategory(t.Account, &budget.Line{Category: p.Category, Transfer: p.Transfer})
	})
	return handOver(lines, err, do)
}

// payeeTransactions lists a split by its parts if one of them names the payee. A part without payee has that of its
// row.
func (l *readSession) payeeTransactions(in *payeeRowsIn, w io.Writer) error {
	p, err := l.PayeeByID(in.PayeeID)
	if err != nil {
		return err
	}
	return l.write(w, &in.RowQuery, store.Filter{Payee: p.No}, func(t *budget.Transaction, do func(any) error) error {
		said := iterutil.First(t.Parts, func(part budget.Part) bool { return part.Payee == p.No }) != nil
		return l.lines(t, func(_ budget.CategoryNo, of budget.PayeeNo) bool {
			return of == p.No || said && of == 0 && t.Payee == p.No
		}, do)
	})
}

func (l *readSession) monthTransactions(in *monthRowsIn, w io.Writer) error {
	m, err := monthNamed(in.Month, l.today)
	if err != nil {
		return err
	}
	in.SinceDate = cmp.Or(in.SinceDate, m.First().String())
	return l.write(w, &in.RowQuery, store.Filter{}.Within(m), l.details)
}

// details passes a row on in the form of transaction lists.
func (l *readSession) details(t *budget.Transaction, do func(any) error) error {
	d, err := l.detail(t)
	if err != nil {
		return err
	}
	return do(&d)
}

// lines passes on the lines of a row that match a category or payee.
func (l *readSession) lines(t *budget.Transaction, belongs func(budget.CategoryNo, budget.PayeeNo) bool, do func(any) error) error {
	lines, err := l.hybrids(t, belongs)
	return handOver(lines, err, do)
}

func handOver(lines []HybridTransaction, err error, do func(any) error) error {
	if err != nil {
		return err
	}
	return iterutil.EachPtr(lines, func(line *HybridTransaction) error { return do(line) })
}

// write streams the transactions selected by the query and a filter, oldest first. A delta includes deleted ones.
func (l *readSession) write(w io.Writer, in *RowQuery, f store.Filter, as func(*budget.Transaction, func(any) error) error) error {
	f, err := l.filter(in, f)
	if err != nil {
		return err
	}
	c, err := l.changedSince(in.Since, store.KindTransaction)
	if err != nil {
		return err
	}
	out, err := newList(w, "transactions")
	if err != nil {
		return err
	}
	if c.all {
		for t, err := range l.others.Each(l.Transactions(f)) {
			if err == nil {
				err = as(&t, out.add)
			}
			if err != nil {
				return err
			}
		}
		return out.end(l.Knowledge())
	}
	if err := l.eachChanged(&c, f, as, out.add); err != nil {
		return err
	}
	return out.end(l.Knowledge())
}

// eachChanged reads changed rows one by one: usually there are few.
func (l *readSession) eachChanged(c *changed, f store.Filter, as func(*budget.Transaction, func(any) error) error, do func(any) error) error {
	for _, no := range slices.Sorted(maps.Keys(c.numbers)) {
		t, err := l.Transaction(budget.TxNo(no))
		if err != nil {
			return err
		}
		if !l.chosen(&t, &f) {
			continue
		}
		if err := as(&t, l.withLostParts(c, &t, do)); err != nil {
			return err
		}
	}
	gone, err := deleted[budget.Transaction](c)
	if err != nil {
		return err
	}
	return iterutil.EachPtr(gone, func(t *budget.Transaction) error {
		if !l.chosen(t, &f) {
			return nil
		}
		return as(t, l.withLostParts(c, t, func(record any) error { return do(asDeleted(record)) }))
	})
}

// withLostParts adds the removed parts of a split, marked as deleted, so that a program with a copy can drop them.
func (l *readSession) withLostParts(c *changed, t *budget.Transaction, do func(any) error) func(any) error {
	lost := c.lostParts(int64(t.No), t.Parts)
	return func(record any) error {
		d, whole := record.(*TransactionDetail)
		for i := 0; whole && i < len(lost); i++ {
			part, err := l.part(t.ID, &lost[i])
			if err != nil {
				return err
			}
			part.Deleted = true
			d.Subtransactions = append(d.Subtransactions, part)
		}
		return do(record)
	}
}

func asDeleted(record any) any {
	switch r := record.(type) {
	case *TransactionDetail:
		r.Deleted = true
		for i := range r.Subtransactions {
			r.Subtransactions[i].Deleted = true
		}
	case *HybridTransaction:
		r.Deleted = true
	}
	return record
}

// filter adds the query to a filter. A delta includes rows of any age.
func (l *readSession) filter(in *RowQuery, f store.Filter) (store.Filter, error) {
	since, err := day("since_date", in.SinceDate)
	if err != nil {
		return f, err
	}
	until, err := day("until_date", in.UntilDate)
	if err != nil {
		return f, err
	}
	if in.SinceDate == "" && in.Since <= 0 {
		since = l.today.AddMonths(-12)
	}
	f.From = max(f.From, since)
	if until != 0 && (f.Until == 0 || until < f.Until) {
		f.Until = until
	}
	switch in.Type {
	case "":
	case "uncategorized":
		f.Uncategorised = true
	case "unapproved":
		f.Unapproved = true
	default:
		return f, apperr.New(apperr.Invalid, "type is uncategorized or unapproved, not %q", in.Type)
	}
	return f, nil
}

func day(name, text string) (civil.Date, error) {
	if text == "" {
		return 0, nil
	}
	d, err := civil.ParseDate(text)
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "%s: %v", name, err)
	}
	return d, nil
}

// chosen reports whether a list's filter selects a row that was read individually.
func (l *readSession) chosen(t *budget.Transaction, f *store.Filter) bool {
	if (f.From != 0 && t.Date < f.From) || (f.Until != 0 && t.Date > f.Until) ||
		(f.Account != 0 && t.Account != f.Account) || (f.Unapproved && t.Approved) {
		return false
	}
	category, payee, bare := f.Category == 0, f.Payee == 0 || t.Payee == f.Payee, !f.Uncategorised
	for line := range t.Lines {
		category = category || line.Category == f.Category
		payee = payee || line.Payee == f.Payee
		bare = bare || l.needsCategory(t.Account, &line)
	}
	return category && payee && bare
}

// needsCategory reports whether a line lacks a required category.
func (l *readSession) needsCategory(account budget.AccountNo, line *budget.Line) bool {
	return line.Category == 0 && l.accounts[account].OnBudget && !l.accounts[line.Transfer.Account].OnBudget
}
