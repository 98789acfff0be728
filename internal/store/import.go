package store

import (
	"context"
	"encoding/json"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/peoplestore"
)

// Import is a budget to be stored for the first time.
type Import struct {
	Whole    *budget.Whole
	Report   json.RawMessage // the import's report; may be nil
	Original *Original       // the document it came from; may be nil
	Meta     Meta
	Owner    peoplestore.UserNo // whose budget it is; zero leaves it to the admin, as soon as there is one
}

// Import stores a budget whole, in one transaction: all of it or nothing. The
// journal has it as one change without rows, number 1, that is not undoable. The
// transactions of in.Whole are sorted on the way, where they are not in Rows, and its
// document numbered.
func (s *Store) Import(ctx context.Context, in Import) (h Header, err error) {
	err = s.db.Change(ctx, func(q *database.Session) error {
		if in.Original != nil || in.Report != nil {
			in.Whole.Info.Document = firstDocument
		}
		if h, err = s.insertBudget(q, &in.Whole.Info, in.Meta); err != nil {
			return err
		}
		f := figuresOf(in.Whole)
		last, err := s.insertWhole(q, h.No, in.Whole, f)
		if err != nil {
			return err
		}
		if err := keepDocument(q, h.No, firstDocument, in.Original, in.Report, in.Meta.At); err != nil {
			return err
		}
		h, err = s.begun(q, h.No, max(last, lastNumber(in.Whole))+1, countsOf(f, in.Whole.Months, in.Whole.Rollovers, len(in.Whole.Accounts)), in.Meta, in.Owner)
		return err
	})
	return h, err
}

func (s *Store) insertBudget(q *database.Session, info *budget.Info, meta Meta) (h Header, err error) {
	at := meta.At.UnixMilli()
	args := append(infoValues(info), at, at)
	_, err = q.One(`INSERT INTO budget (id, source_id, name, currency, date_format, extra, card_payments, card_envelopes, cards_left, document, created_at, modified_at,
		knowledge, next_no, first_month, last_month, accounts, transactions)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, 1, 0, 0, 0, 0) RETURNING no`, args, &h.No)
	return h, err
}

// begun ends what makes a budget: it has an owner, its journal begins, its
// header is right.
func (s *Store) begun(q *database.Session, no, nextNo int64, has counts, meta Meta, owner peoplestore.UserNo) (Header, error) {
	if err := peoplestore.Own(q, no, owner); err != nil {
		return Header{}, err
	}
	if err := insertChange(q, no, &Change{No: 1, Meta: meta}); err != nil {
		return Header{}, err
	}
	if err := has.save(q, no, nextNo); err != nil {
		return Header{}, err
	}
	return s.header(q, no)
}

// insertWhole writes all records and the figures, to which it adds those of the rows,
// and gives the last number of a row.
func (s *Store) insertWhole(q *database.Session, no int64, whole *budget.Whole, f figures) (last int64, err error) {
	slices.SortFunc(whole.Transactions, func(a, b budget.Transaction) int { return placeOf(&a).compare(placeOf(&b)) })
	for _, insert := range []func() error{
		func() error { return insertAll(q, no, &accounts, whole.Accounts) },
		func() error { return insertAll(q, no, &groups, whole.Groups) },
		func() error { return insertAll(q, no, &categories, whole.Categories) },
		func() error { return insertAll(q, no, &payees, whole.Payees) },
		func() error { return insertAll(q, no, &locations, whole.Locations) },
		func() error { return insertAll(q, no, &schedules, whole.Scheduled) },
		func() error { return insertAll(q, no, &rules, whole.Rules) },
		func() error { return insertAll(q, no, &cells, whole.Cells) },
		func() error { return insertAll(q, no, &months, whole.Months) },
		func() error { return insertAll(q, no, &rollovers, whole.Rollovers) },
		func() error { last, err = s.insertTransactions(q, no, whole, f); return err },
	} {
		if err := insert(); err != nil {
			return 0, err
		}
	}
	return last, s.insertFigures(q, no, f)
}

// insertTransactions writes the rows with their parts.
func (s *Store) insertTransactions(q *database.Session, no int64, whole *budget.Whole, f figures) (last int64, err error) {
	there := 0
	if _, err := q.One("SELECT coalesce(sum(transactions), 0) FROM budget", nil, &there); err != nil {
		return 0, err
	}
	err = q.Filling(whole.CountTransactions(), there, []string{transactions.name, parts.name}, func() error {
		last, err = insertRows(q, no, whole, f)
		return err
	})
	return last, err
}

func insertRows(q *database.Session, no int64, whole *budget.Whole, f figures) (last int64, err error) {
	counts := countedIn(whole)
	rows := database.NewBulk(q, no, transactions.name, transactions.columns)
	partRows := database.NewBulk(q, no, parts.name, parts.columns)
	for t := range whole.EachTransaction() {
		f.addTransaction(t, counts, 1)
		last = max(last, int64(t.No), lastPart(t.Parts))
		if _, err := clearedCode(t.Cleared); err != nil {
			return 0, err
		}
		if err := rows.Add(txValues(t)); err != nil {
			return 0, err
		}
		for pos := range t.Parts {
			if err := partRows.Add(parts.values(&partRow{tx: t.No, pos: int64(pos), date: t.Date, Part: t.Parts[pos]})); err != nil {
				return 0, err
			}
		}
	}
	if kept, ok := whole.Aside.(*Rows); ok && kept.Err() != nil {
		return 0, kept.Err()
	}
	if err := rows.Done(); err != nil {
		return 0, err
	}
	return last, partRows.Done()
}

// figuresOf are the derived figures of a budget without its rows.
func figuresOf(whole *budget.Whole) figures {
	f := figures{}
	for i := range whole.Cells {
		f.addCell(&whole.Cells[i], 1)
	}
	return f
}

func (s *Store) insertFigures(q *database.Session, no int64, f figures) error {
	b := database.NewBulk(q, no, "series", []string{"kind", "no", "first_month", "last_month", "packed"})
	for _, k := range f.sorted() {
		one := f[k]
		if one.trim(); len(one.values) == 0 {
			continue
		}
		if err := b.Add([]any{int64(k.figure), k.no, int64(one.first), int64(one.last()), one.pack()}); err != nil {
			return err
		}
	}
	return b.Done()
}

// lastNumber is the highest number of any record but the rows.
func lastNumber(w *budget.Whole) (last int64) {
	for i := range w.Accounts {
		last = max(last, int64(w.Accounts[i].No))
	}
	for i := range w.Groups {
		last = max(last, int64(w.Groups[i].No))
	}
	for i := range w.Categories {
		last = max(last, int64(w.Categories[i].No))
	}
	for i := range w.Payees {
		last = max(last, int64(w.Payees[i].No))
	}
	for i := range w.Locations {
		last = max(last, int64(w.Locations[i].No))
	}
	for i := range w.Scheduled {
		last = max(last, int64(w.Scheduled[i].No), lastPart(w.Scheduled[i].Parts))
	}
	for i := range w.Rules {
		last = max(last, int64(w.Rules[i].No))
	}
	return last
}

func lastPart(all []budget.Part) (last int64) {
	for i := range all {
		last = max(last, int64(all[i].No))
	}
	return last
}
