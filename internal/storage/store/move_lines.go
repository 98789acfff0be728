package store

import (
	"slices"
	"strconv"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
)

// MoveLines moves all lines of one category to another: rows, parts of splits, scheduled transactions and the
// categories that rules set. All unsplit rows move in one statement. Budgeted amounts do not move.
func (w *WriteTx) MoveLines(from, to budget.CategoryNo) error {
	if from == 0 || to == 0 || from == to {
		return apperr.New(apperr.Invalid, "a category's transactions can only go to another category")
	}
	if err := w.moveFigures(from, to); err != nil {
		return err
	}
	if err := w.moveCharges(from, to); err != nil {
		return err
	}
	w.refers(KindCategory, int64(to))
	w.lined[to] = true
	if err := w.moveRows("category", int64(from), int64(to)); err != nil {
		return err
	}
	swap := func(c *budget.CategoryNo) {
		if *c == from {
			*c = to
		}
	}
	if err := w.moveInRules(func(r *budget.Rule) {
		swap(&r.Then.Category)
		for i := range r.Then.Shares {
			swap(&r.Then.Shares[i].Category)
		}
	}); err != nil {
		return err
	}
	return w.moveInRecords("category", int64(from), func(p *budget.Part) { swap(&p.Category) }, func(s *budget.Scheduled) { swap(&s.Category) })
}

// MovePayee moves all references from one payee to another: in rows, parts of splits, scheduled transactions,
// locations and the payees that rules set.
func (w *WriteTx) MovePayee(from, to budget.PayeeNo) error {
	if from == 0 || to == 0 || from == to {
		return apperr.New(apperr.Invalid, "a payee's transactions can only go to another payee")
	}
	w.refers(KindPayee, int64(to))
	if err := w.moveRows("payee", int64(from), int64(to)); err != nil {
		return err
	}
	swap := func(p *budget.PayeeNo) {
		if *p == from {
			*p = to
		}
	}
	places, err := database.List(w.q, tables.Locations.Scan, tables.Locations.Select()+" AND payee = $2", w.no, int64(from))
	if err != nil {
		return err
	}
	for i := range places {
		places[i].Payee = to
		if err := w.Put(&places[i]); err != nil {
			return err
		}
	}
	if err := w.moveInRules(func(r *budget.Rule) { swap(&r.Then.Payee) }); err != nil {
		return err
	}
	return w.moveInRecords("payee", int64(from), func(p *budget.Part) { swap(&p.Payee) }, func(s *budget.Scheduled) { swap(&s.Payee) })
}

// moveFigures moves the activity of a category's unsplit rows, by month.
func (w *WriteTx) moveFigures(from, to budget.CategoryNo) error {
	return w.q.Each(`SELECT t.date / 100, CAST(sum(t.amount) AS BIGINT) FROM tx t JOIN account a ON a.budget = t.budget AND a.no = t.account
		WHERE t.budget = $1 AND t.category = $2 AND a.on_budget GROUP BY t.date / 100`, []any{w.no, int64(from)}, func(r database.Row) error {
		var yearMonth, sum int64
		err := r.Scan(&yearMonth, &sum)
		m := civil.MakeMonth(int(yearMonth/100), int(yearMonth%100))
		w.pending.Add(figures.Activity.Of(int64(from)), m, -sum)
		w.pending.Add(figures.Activity.Of(int64(to)), m, sum)
		return err
	})
}

// moveRows updates unsplit rows and writes their journal, in two statements.
func (w *WriteTx) moveRows(column string, from, to int64) error {
	patch := func(value int64) string { return `{"` + column + `":` + strconv.FormatInt(value, 10) + "}" }
	moved, err := w.q.Exec(`INSERT INTO change_row (budget, change, seq, kind, no, sub, id, old, new)
		SELECT budget, CAST($3 AS BIGINT), CAST($4 AS BIGINT) + row_number() OVER (ORDER BY no), CAST($5 AS TEXT), no, 0, id, CAST($6 AS TEXT), CAST($7 AS TEXT)
		FROM tx WHERE budget = $1 AND `+column+` = $2`,
		w.no, from, w.entry.No, int64(w.entry.Rows), string(KindTransaction), patch(from), patch(to))
	if err != nil {
		return err
	}
	w.entry.Rows += int(moved)
	w.written[KindTransaction], w.txNos = true, nil
	return w.q.Run("UPDATE tx SET "+column+" = $3 WHERE budget = $1 AND "+column+" = $2", w.no, from, to)
}

// moveInRecords updates the parts of splits, and scheduled transactions.
func (w *WriteTx) moveInRecords(column string, from int64, part func(*budget.Part), schedule func(*budget.Scheduled)) error {
	splits, err := database.List(w.q, database.Only[budget.TxNo],
		"SELECT DISTINCT tx FROM part WHERE budget = $1 AND "+column+" = $2 ORDER BY tx", w.no, from)
	if err != nil {
		return err
	}
	for _, no := range splits {
		t, err := w.Transaction(no)
		if err != nil {
			return err
		}
		for i := range t.Parts {
			part(&t.Parts[i])
		}
		if err := w.PutTransaction(&t); err != nil {
			return err
		}
	}
	all, err := w.Scheduled()
	if err != nil {
		return err
	}
	return iterutil.EachPtr(all, func(s *budget.Scheduled) error {
		schedule(s)
		for i := range s.Parts {
			part(&s.Parts[i])
		}
		return w.Put(s)
	})
}

// moveInRules updates all rules.
func (w *WriteTx) moveInRules(change func(*budget.Rule)) error {
	all, err := w.Rules()
	if err != nil {
		return err
	}
	return iterutil.EachPtr(all, func(r *budget.Rule) error {
		r.Then.Shares = slices.Clone(r.Then.Shares)
		change(r)
		return w.Put(r)
	})
}
