package store

import (
	"context"
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/staging"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// Import is a budget to be stored for the first time.
type Import struct {
	Whole    *budget.Whole
	Summary  func() (DocumentSummary, error) // returns the data stored with the document, called after all rows are written; may be nil
	Original *blob.Original                  // the imported document; may be nil
	Meta     Meta
	Owner    userstore.UserNo // the budget's owner; 0 leaves it to the admin, once there is one
	// Admit, if set, may refuse the import by the budgets that the owner has, or by all budgets without an owner. Two
	// imports of one owner with Admit are not stored concurrently.
	Admit func([]ExistingBudget) error
}

// ExistingBudget is an existing budget of an owner.
type ExistingBudget struct {
	ID       string
	Name     string
	SourceID string
	Brought  bool // it was imported from a document
	Role     auth.Role
}

// Import stores a whole budget in one transaction. The journal contains it as change number 1, which has no rows and
// is not undoable. Import sorts in.Whole.Transactions, unless the rows are in a staging.Rows, and sets the number of
// the document.
func (s *Store) Import(ctx context.Context, in Import) (h Header, err error) {
	passing := newPassing(in.Whole.CountTransactions(), s.warming == nil)
	defer passing.close()
	err = s.db.Change(ctx, func(q *database.Session) error {
		if err := in.admitted(q); err != nil {
			return err
		}
		if in.Original != nil || in.Summary != nil {
			in.Whole.Info.Document = firstDocument
		}
		if h, err = s.insertBudget(q, &in.Whole.Info, in.Meta); err != nil {
			return err
		}
		f := figures.OfCells(in.Whole.Cells)
		last, err := s.insertWhole(q, h.No, in.Whole, f, passing)
		if err != nil {
			return err
		}
		if err := in.keepDocument(q, h.No); err != nil {
			return err
		}
		h, err = s.begun(q, h.No, max(last, lastNumber(in.Whole))+1, countsOf(f, in.Whole.Months, in.Whole.Rollovers, len(in.Whole.Accounts)), in.Meta, in.Owner)
		return err
	})
	if err == nil {
		s.keepPassed(ctx, &h, in.Whole, passing)
	}
	return h, err
}

// admitted calls Admit.
func (in *Import) admitted(q *database.Session) error {
	if in.Admit == nil {
		return nil
	}
	others, err := lockedBudgets(q, in.Owner)
	if err != nil {
		return err
	}
	return in.Admit(others)
}

// BudgetsOf returns the budgets of a user, or all budgets if the user is 0. It locks them as lockedBudgets does.
func (w *WriteTx) BudgetsOf(user userstore.UserNo) ([]ExistingBudget, error) {
	return lockedBudgets(w.q, user)
}

// lockedBudgets returns the budgets of a user, or all budgets if the user is 0, and prevents other transactions of
// the same user from adding or renaming a budget until this one ends. It locks the user's row. The user at the
// machine has no row, so it locks the first row of the table of schema versions, which every database has. SQLite
// needs no lock: it has one writer at a time.
func lockedBudgets(q *database.Session, user userstore.UserNo) (all []ExistingBudget, err error) {
	lock, args := "UPDATE goose_db_version SET is_applied = is_applied WHERE version_id = 0", []any(nil)
	query := "SELECT id, name, source_id, document > 0, 'owner' FROM budget"
	if user != 0 {
		lock, args = "UPDATE user_account SET name = name WHERE no = $1", []any{int64(user)}
		query = "SELECT b.id, b.name, b.source_id, b.document > 0, s.role FROM budget b JOIN share s ON s.budget = b.no WHERE s.user_no = $1"
	}
	if err := q.Write(lock, args...); err != nil { // sent with the query, which PostgreSQL runs once it has the lock
		return nil, err
	}
	return database.List(q, func(r database.Row) (o ExistingBudget, err error) {
		return o, r.Scan(&o.ID, &o.Name, &o.SourceID, &o.Brought, &o.Role)
	}, query, args...)
}

func (in *Import) keepDocument(q *database.Session, no int64) error {
	var told DocumentSummary
	if in.Summary != nil {
		var err error
		if told, err = in.Summary(); err != nil {
			return err
		}
	}
	return keepDocument(q, no, firstDocument, in.Original, told, in.Meta.At)
}

func (s *Store) insertBudget(q *database.Session, info *budget.Info, meta Meta) (h Header, err error) {
	at := meta.At.UnixMilli()
	if err := q.Write("INSERT INTO budget_id (id) VALUES ($1)", info.ID); err != nil {
		return h, err
	}
	args := append(tables.InfoValues(info), at, at)
	_, err = q.One(`INSERT INTO budget (id, source_id, name, currency, date_format, extra, card_payments, card_envelopes, cards_left, document, archived_before, expected_income, created_at, modified_at,
		knowledge, next_no, first_month, last_month, accounts, transactions)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, 1, 0, 0, 0, 0) RETURNING no`, args, &h.No)
	return h, err
}

// begun completes a new budget: it sets the owner, writes the first entry of the journal, and saves the header.
func (s *Store) begun(q *database.Session, no, nextNo int64, has counts, meta Meta, owner userstore.UserNo) (Header, error) {
	if err := userstore.SetOwner(q, no, owner); err != nil {
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

// insertWhole writes all records and figures. It adds the figures of the rows to f, passes the rows to passing, and
// returns the highest number of a row or part.
func (s *Store) insertWhole(q *database.Session, no int64, whole *budget.Whole, f figures.Set, passing *importIndexer) (last int64, err error) {
	slices.SortFunc(whole.Transactions, func(a, b budget.Transaction) int { return staging.Compare(&a, &b) })
	err = iterutil.Try(
		func() error { return tables.Accounts.InsertAll(q, no, whole.Accounts) },
		func() error { return tables.AccountGroups.InsertAll(q, no, whole.AccountGroups) },
		func() error { return tables.Groups.InsertAll(q, no, whole.Groups) },
		func() error { return tables.Categories.InsertAll(q, no, whole.Categories) },
		func() error { return tables.Payees.InsertAll(q, no, whole.Payees) },
		func() error { return tables.Locations.InsertAll(q, no, whole.Locations) },
		func() error { return tables.Schedules.InsertAll(q, no, whole.Scheduled) },
		func() error { return tables.Rules.InsertAll(q, no, whole.Rules) },
		func() error { return tables.Tags.InsertAll(q, no, whole.Tags) },
		func() error { return tables.Cells.InsertAll(q, no, whole.Cells) },
		func() error { return tables.Months.InsertAll(q, no, whole.Months) },
		func() error { return tables.Rollovers.InsertAll(q, no, whole.Rollovers) },
		iterutil.Store(&last, func() (int64, error) { return s.insertTransactions(q, no, whole, f, passing) }),
		func() error { return f.Insert(q, no) },
	)
	return last, err
}

// insertTransactions writes the rows with their parts.
func (s *Store) insertTransactions(q *database.Session, no int64, whole *budget.Whole, f figures.Set, passing *importIndexer) (last int64, err error) {
	there := func() (rows int, err error) {
		_, err = q.One("SELECT coalesce(sum(transactions), 0) FROM budget", nil, &rows)
		return rows, err
	}
	err = q.RebuildIndexesAround(whole.CountTransactions(), there, []string{tables.Transactions.Name, tables.Parts.Name}, func() error {
		last, err = insertRows(q, no, whole, f, passing)
		return err
	})
	return last, err
}

// insertRows writes the rows. Another goroutine prepares the next rows in the meantime.
func insertRows(q *database.Session, no int64, whole *budget.Whole, f figures.Set, passing *importIndexer) (int64, error) {
	counts := figures.CountedIn(whole.Accounts, whole.Categories)
	rows, last := tables.NewBulk(q, no), int64(0)
	var wrong error
	for ready := range iterutil.Ahead(func(yield func(*tables.Ready) bool) {
		for t := range whole.EachTransaction() {
			if _, wrong = tables.ClearedCode(t.Cleared); wrong != nil {
				return
			}
			f.AddTransaction(t, counts, 1)
			passing.row(t)
			last = max(last, int64(t.No), lastPart(t.Parts))
			if ready := tables.ReadyOf(t); !yield(&ready) {
				return
			}
		}
	}) {
		if err := rows.Add(*ready); err != nil {
			return 0, err
		}
	}
	if wrong != nil {
		return 0, wrong
	}
	passing.over()
	if kept, ok := whole.Staged.(*staging.Rows); ok && kept.Err() != nil {
		return 0, kept.Err()
	}
	return last, rows.Done()
}

// lastNumber returns the highest number of all records except the rows.
func lastNumber(w *budget.Whole) int64 {
	last := max(highest(w.Accounts), highest(w.AccountGroups), highest(w.Groups), highest(w.Categories), highest(w.Payees), highest(w.Locations), highest(w.Scheduled), highest(w.Rules), highest(w.Tags))
	for i := range w.Scheduled {
		last = max(last, lastPart(w.Scheduled[i].Parts))
	}
	return last
}

// highest returns the highest number of some records.
func highest[T any, P budget.RecordOf[T]](all []T) (last int64) {
	for i := range all {
		last = max(last, *P(&all[i]).Number())
	}
	return last
}

func lastPart(all []budget.Part) (last int64) {
	for i := range all {
		last = max(last, int64(all[i].No))
	}
	return last
}
