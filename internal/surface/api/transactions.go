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

func (session *readSession) oneTransaction(in *transactionIn, out *OneTransaction) error {
	found, err := session.transactionsNamed([]string{in.TransactionID})
	if err != nil {
		return err
	}
	t := found[strings.ToLower(in.TransactionID)]
	if t == nil {
		return noSuch("transaction", in.TransactionID)
	}
	out.ServerKnowledge = session.Knowledge()
	out.Transaction, err = session.detail(t)
	return err
}

// transactionsNamed returns transactions by the ids that programs know, in lower case. A transaction and the import
// that was matched with it are one transaction with two ids; matched_transaction_id is the other one.
func (session *readSession) transactionsNamed(ids []string) (map[string]*budget.Transaction, error) {
	rows, err := session.TransactionsOrImports(ids)
	if err == nil {
		err = session.others.Know(rows)
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

// getRowStream registers a list of transactions of a plan.
func getRowStream[I, T any, P planPath[I]](a *api, s stream[T], do func(*readSession, P, io.Writer) error) {
	getStream(a, s, func(ctx context.Context, in *I, w io.Writer) error {
		return a.readPlan(ctx, *P(in).planID(), func(session *readSession) error { return do(session, in, w) })
	})
}

func (session *readSession) transactions(in *planRowsIn, w io.Writer) error {
	return session.write(w, &in.RowQuery, store.Filter{}, session.details)
}

func (session *readSession) accountTransactions(in *accountRowsIn, w io.Writer) error {
	acc, err := session.AccountByID(in.AccountID)
	if err != nil {
		return err
	}
	return session.write(w, &in.RowQuery, store.Filter{Account: acc.No}, session.details)
}

func (session *readSession) categoryTransactions(in *categoryRowsIn, w io.Writer) error {
	c, err := session.CategoryByID(in.CategoryID)
	if apperr.KindOf(err) == apperr.NotFound {
		return session.besideTransactions(w, in)
	}
	if err != nil {
		return err
	}
	return session.write(w, &in.RowQuery, store.Filter{Category: c.No}, func(t *budget.Transaction, do func(any) error) error {
		return session.lines(t, func(of budget.CategoryNo, _ budget.PayeeNo) bool { return of == c.No }, do)
	})
}

// besideTransactions lists the lines of a category stored from the import: those without category are in the source's
// Uncategorized, and card payments have none, since transfers have no category.
func (session *readSession) besideTransactions(w io.Writer, in *categoryRowsIn) error {
	category, err := session.monthCategory("current", in.CategoryID)
	if err != nil {
		return err
	}
	if category.Internal && (category.Name == "Uncategorized" || category.Name == "None") {
		return session.write(w, &in.RowQuery, store.Filter{Uncategorised: true}, session.uncategorised)
	}
	out, err := newListWriter(w, "transactions")
	if err != nil {
		return err
	}
	return out.end(session.Knowledge())
}

// uncategorised hands over the lines of a row that lack a category.
func (session *readSession) uncategorised(t *budget.Transaction, do func(any) error) error {
	if len(t.Parts) == 0 {
		return session.lines(t, func(budget.CategoryNo, budget.PayeeNo) bool { return true }, do)
	}
	lines, err := session.hybridParts(t, func(p *budget.Part) bool {
		return session.needsCategory(t.Account, &budget.Line{Category: p.Category, Transfer: p.Transfer})
	})
	return handOver(lines, err, do)
}

// payeeTransactions lists a split by its parts if one of them names the payee. A part without payee has that of its
// row.
func (session *readSession) payeeTransactions(in *payeeRowsIn, w io.Writer) error {
	p, err := session.PayeeByID(in.PayeeID)
	if err != nil {
		return err
	}
	return session.write(w, &in.RowQuery, store.Filter{Payee: p.No}, func(t *budget.Transaction, do func(any) error) error {
		said := iterutil.First(t.Parts, func(part budget.Part) bool { return part.Payee == p.No }) != nil
		return session.lines(t, func(_ budget.CategoryNo, of budget.PayeeNo) bool {
			return of == p.No || said && of == 0 && t.Payee == p.No
		}, do)
	})
}

func (session *readSession) monthTransactions(in *monthRowsIn, w io.Writer) error {
	m, err := monthNamed(in.Month, session.today)
	if err != nil {
		return err
	}
	in.SinceDate = cmp.Or(in.SinceDate, m.First().String())
	return session.write(w, &in.RowQuery, store.Filter{}.Within(m), session.details)
}

// details passes a row on in the form of transaction lists.
func (session *readSession) details(t *budget.Transaction, do func(any) error) error {
	d, err := session.detail(t)
	if err != nil {
		return err
	}
	return do(&d)
}

// lines passes on the lines of a row that match a category or payee.
func (session *readSession) lines(t *budget.Transaction, belongs func(budget.CategoryNo, budget.PayeeNo) bool, do func(any) error) error {
	lines, err := session.hybrids(t, belongs)
	return handOver(lines, err, do)
}

func handOver(lines []HybridTransaction, err error, do func(any) error) error {
	if err != nil {
		return err
	}
	return iterutil.EachPtr(lines, func(line *HybridTransaction) error { return do(line) })
}

// write streams the transactions selected by the query and a filter, oldest first. A delta includes deleted ones.
func (session *readSession) write(w io.Writer, in *RowQuery, f store.Filter, as func(*budget.Transaction, func(any) error) error) error {
	f, err := session.filter(in, f)
	if err != nil {
		return err
	}
	c, err := session.changedSince(in.Since, store.KindTransaction)
	if err != nil {
		return err
	}
	out, err := newListWriter(w, "transactions")
	if err != nil {
		return err
	}
	if c.all {
		for t, err := range session.others.Each(session.Transactions(f)) {
			if err == nil {
				err = as(&t, out.add)
			}
			if err != nil {
				return err
			}
		}
		return out.end(session.Knowledge())
	}
	if err := session.eachChanged(&c, f, as, out.add); err != nil {
		return err
	}
	return out.end(session.Knowledge())
}

// eachChanged reads changed rows one by one: usually there are few. A side of a transfer with two dates contains the date of
// the other side, so it is read with it.
func (session *readSession) eachChanged(c *changed, f store.Filter, as func(*budget.Transaction, func(any) error) error, do func(any) error) error {
	numbers := slices.Sorted(maps.Keys(c.numbers))
	for i := 0; i < len(numbers); i++ {
		t, err := session.Transaction(budget.TxNo(numbers[i]))
		if err != nil {
			return err
		}
		if other := int64(t.Transfer.Tx); t.Transfer.TwoDates && !c.numbers[other] {
			c.numbers[other] = true
			numbers = append(numbers, other)
		}
		if !session.chosen(&t, &f) {
			continue
		}
		if err := as(&t, session.withLostParts(c, &t, do)); err != nil {
			return err
		}
	}
	gone, err := deleted[budget.Transaction](c)
	if err != nil {
		return err
	}
	return iterutil.EachPtr(gone, func(t *budget.Transaction) error {
		if !session.chosen(t, &f) {
			return nil
		}
		return as(t, session.withLostParts(c, t, func(record any) error { return do(asDeleted(record)) }))
	})
}

// withLostParts adds the removed parts of a split, marked as deleted, so that a program with a copy can drop them.
func (session *readSession) withLostParts(c *changed, t *budget.Transaction, do func(any) error) func(any) error {
	lost := c.lostParts(int64(t.No), t.Parts)
	return func(record any) error {
		d, whole := record.(*TransactionDetail)
		for i := 0; whole && i < len(lost); i++ {
			part, err := session.part(t.ID, &lost[i])
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
func (session *readSession) filter(in *RowQuery, f store.Filter) (store.Filter, error) {
	since, err := day("since_date", in.SinceDate)
	if err != nil {
		return f, err
	}
	until, err := day("until_date", in.UntilDate)
	if err != nil {
		return f, err
	}
	if in.SinceDate == "" && in.Since <= 0 {
		since = session.today.AddMonths(-12)
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
func (session *readSession) chosen(t *budget.Transaction, f *store.Filter) bool {
	if (f.From != 0 && t.Date < f.From) || (f.Until != 0 && t.Date > f.Until) ||
		(f.Account != 0 && t.Account != f.Account) || (f.Unapproved && t.Approved) {
		return false
	}
	category, payee, bare := f.Category == 0, f.Payee == 0 || t.Payee == f.Payee, !f.Uncategorised
	for line := range t.Lines {
		category = category || line.Category == f.Category
		payee = payee || line.Payee == f.Payee
		bare = bare || session.needsCategory(t.Account, &line)
	}
	return category && payee && bare
}

// needsCategory reports whether a line lacks a required category.
func (session *readSession) needsCategory(account budget.AccountNo, line *budget.Line) bool {
	return line.Category == 0 && session.accounts[account].OnBudget && !session.accounts[line.Transfer.Account].OnBudget
}
