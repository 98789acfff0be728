package store

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// Meta describes a change: its actor, action, label, time and request.
type Meta struct {
	Actor   string     // the user's id; empty for the user at the machine
	Action  string     // the action, for programs: "budget.hold"
	Label   string     // the action, for users: "Hold 120.00 in March 2026"
	At      time.Time  // milliseconds; passed in, because the store has no clock
	Request RequestKey // written, but read only from changes of repeated requests
}

// RequestKey identifies a request, so that sending it again does not repeat its change. The zero RequestKey identifies
// none.
type RequestKey struct {
	Key    string // random
	Digest string // of the values that the request sends
	Once   bool   // a change that was undone since counts as well; not stored
}

// Change is an entry of the journal. Its number is the budget's knowledge after the change. The zero Change means
// that nothing changed.
type Change struct {
	No int64
	Meta
	Undoable bool
	Reversal
	Reverses int64         // the change that this one undid; 0 if none
	UndoneBy int64         // the change that undid this one; 0 if none
	Rows     int           // number of changed records
	Touched  Touched       // the figures that changed
	rows     []budget.TxNo // written or deleted rows; nil if unknown to this process
}

// Reversal describes which change an undo undid or a redo redid. It is set on the result of an undo or redo, and on
// entries of the history.
type Reversal struct {
	Of    string // the label of the other change
	Again bool
}

// Describe returns the description of a change with a label. An undo or redo has no label; its description is made from
// that of the other change.
func (r Reversal) Describe(label string) string {
	switch {
	case r.Of == "":
		return label
	case r.Again:
		return "Redone: " + r.Of
	}
	return "Undone: " + r.Of
}

// Touched contains the figures that a change touched.
type Touched struct {
	From       civil.Month         `json:"from,omitempty"` // first changed month; 0 if no month's figures changed
	Accounts   []budget.AccountNo  `json:"accounts,omitempty"`
	Categories []budget.CategoryNo `json:"categories,omitempty"` // 0 is for lines without a category
	// Charges are the cells with changed lines on cards, if cards are envelopes. AllCharges replaces them if there
	// are more than maxCharges.
	Charges    []CategoryMonth `json:"charges,omitempty"`
	AllCharges bool            `json:"all_charges,omitempty"`
	// Kinds are the kinds of records that were written. It is empty in changes that an earlier version wrote.
	Kinds []Kind `json:"kinds,omitempty"`
	// TargetsStay reports that none of the written cells had or has a separate target.
	TargetsStay bool `json:"targets_stay,omitempty"`
}

// CategoryMonth is a month of a category, or of the lines without one.
type CategoryMonth struct {
	Category budget.CategoryNo `json:"category"`
	Month    civil.Month       `json:"month"`
}

// maxCharges is the maximum number of cells in Touched.Charges.
const maxCharges = 64

// ChangeFor runs fn in one write transaction of the budget that the user requests, if the user may change it. The
// journal records it as one change. An error rolls everything back. If fn changes nothing, nothing is recorded and
// the zero Change is returned. If an earlier request with the same key made the change, fn is not called, and that change
// is returned.
func (s *Store) ChangeFor(ctx context.Context, asked userstore.AccessRequest, meta Meta, fn func(*WriteTx) error) (Change, error) {
	return s.journaled(ctx, asked, meta, func(w *WriteTx) error {
		w.entry.Undoable = true
		return fn(w)
	})
}

func (s *Store) journaled(ctx context.Context, asked userstore.AccessRequest, meta Meta, fn func(*WriteTx) error) (done Change, err error) {
	var no int64
	var after *WriteTx
	err = s.db.ChangeOf(ctx, asked.ID, func(q *database.Session) error {
		w, err := s.newWriter(q, asked, meta)
		if err != nil {
			return err
		}
		no = w.no
		if done, err = w.repeated(); err != nil {
			return err
		}
		if done.No != 0 {
			return errRepeated
		}
		if err := fn(w); err != nil {
			return err
		}
		if done, err = w.finish(); err == nil && done.No == 0 {
			err = errNothing
		}
		after = w
		return err
	})
	switch {
	case errors.Is(err, errNothing):
		return Change{}, nil
	case errors.Is(err, errRepeated):
		return done, nil
	case err != nil && !s.settled(ctx, no, &done, err):
		return Change{}, err
	}
	s.changes.add(no, done.No-1, done.No, done)
	after.keepFigures()
	s.live.Publish(no, done.No)
	return done, nil
}

// settled reports whether a change with an unknown commit result was committed. A missing change proves nothing: the
// server may still be committing it.
func (s *Store) settled(ctx context.Context, no int64, done *Change, failed error) bool {
	if apperr.CodeOf(failed) != database.InDoubt {
		return false
	}
	is, err := s.ChangeByNo(ctx, no, done.No)
	if err != nil || !is.At.Equal(time.UnixMilli(done.At.UnixMilli())) || is.Actor != done.Actor || is.Label != done.Label || is.Rows != done.Rows {
		return false
	}
	apperr.SetOutcome(ctx, apperr.Changed)
	return true
}

// errRepeated rolls back a change that an earlier request made.
var errRepeated = errors.New("an earlier request made this change")

// errNothing rolls back the change number of a change that changed nothing.
var errNothing = errors.New("nothing was changed")

// newWriter increments the budget's change number. This also locks the budget: its other writers wait until this one
// ends.
func (s *Store) newWriter(q *database.Session, asked userstore.AccessRequest, meta Meta) (*WriteTx, error) {
	header, role, err := s.countUpFor(q, &asked, meta.At)
	if err != nil {
		return nil, err
	}
	w := &WriteTx{
		ReadTx: ReadTx{q: q, no: header.No, header: header, role: role, store: s},
		entry:  Change{No: header.Knowledge, Meta: meta}, reach: header.Reach(civil.DateOf(meta.At)),
		txNos: []budget.TxNo{}, pending: figures.Set{}, ready: figures.Set{}, begunWith: header.nextNo,
		needed: map[reference]bool{}, left: map[budget.TxNo]bool{}, deletedNames: map[reference]string{}, lined: map[budget.CategoryNo]bool{},
	}
	w.changed = &w.touched
	w.settle, w.draft, w.written, w.own = w.flush, w.draftIndex, map[Kind]bool{}, figures.Set{}
	return w, nil
}

// finish checks the result of the change and writes the journal's entry.
func (w *WriteTx) finish() (Change, error) {
	if w.entry.Rows == 0 {
		return Change{}, nil
	}
	if err := iterutil.Try(w.flush, w.check, w.checkTotals, w.touch); err != nil {
		return Change{}, err
	}
	w.touched.Kinds = slices.Sorted(maps.Keys(w.written))
	w.touched.TargetsStay = w.written[KindCell] && !w.targeted
	w.entry.Touched, w.entry.rows = w.touched, w.txNos
	if err := insertChange(w.q, w.no, &w.entry); err != nil {
		return Change{}, err
	}
	if err := w.saveCounts(); err != nil {
		return Change{}, err
	}
	return w.entry, nil
}

// touch lists the accounts and categories with changed figures. It includes figures of cards: a category's amounts on
// cards may change while the sum over all accounts stays the same, because income on a card cannot be assigned.
func (w *WriteTx) touch() error {
	for _, k := range w.own.Sorted() {
		switch k.Kind {
		case figures.Budgeted, figures.Activity:
			w.touched.Categories = appendNew(w.touched.Categories, budget.CategoryNo(k.No))
		case figures.Charged, figures.Refunded:
			_, category := k.Pair()
			w.touched.Categories = appendNew(w.touched.Categories, category)
		case figures.OnTheWay:
			w.touched.Categories = appendNew(w.touched.Categories, 0)
		case figures.Cleared, figures.Uncleared, figures.RowCount:
			w.touched.Accounts = appendNew(w.touched.Accounts, budget.AccountNo(k.No))
		}
	}
	return w.touchPayments()
}

// touchPayments lists the card payment categories as well, because the available amounts of other categories
// determine how much moves to them.
func (w *WriteTx) touchPayments() error {
	if !w.header.Info.CardEnvelopes || w.touched.From == 0 {
		return nil
	}
	all, err := w.Categories()
	for i := range all {
		if all[i].Card != 0 {
			w.touched.Categories = appendNew(w.touched.Categories, all[i].No)
		}
	}
	return err
}

func appendNew[N comparable](all []N, n N) []N {
	if slices.Contains(all, n) {
		return all
	}
	return append(all, n)
}

func insertChange(q *database.Session, no int64, c *Change) error {
	var reverses, key, digest any
	if c.Reverses != 0 {
		reverses = c.Reverses
	}
	if c.Request.Key != "" {
		key, digest = c.Request.Key, c.Request.Digest
	}
	return q.Write(`INSERT INTO change (budget, no, at, actor, action, label, undoable, reverses, row_count, touched, request_key, request_digest)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		no, c.No, c.At.UnixMilli(), c.Actor, c.Action, c.Label, c.Undoable, reverses, c.Rows, string(tables.JSON(c.Touched)), key, digest)
}

// counts contains the header's fields that are derived from figures and records.
type counts struct {
	civil.Span     // of months with data
	rows, accounts int
}

func (h *Header) counts() counts {
	return counts{civil.Span{First: h.FirstMonth, Last: h.LastMonth}, h.Transactions, h.Accounts}
}

// countsOf derives the counts from the figures and from the other records that make a month count as one with data.
func countsOf(f figures.Set, records []budget.Month, switches []budget.Rollover, accounts int) counts {
	return counts{f.Span(records, switches), f.Rows(), accounts}
}

// saveCounts updates the header from the figures and records.
func (w *WriteTx) saveCounts() error {
	var f figures.Set
	var records []budget.Month
	var switches []budget.Rollover
	var accounts []budget.Account
	if err := iterutil.Try(iterutil.Store(&f, w.allFigures), iterutil.Store(&records, w.Months), iterutil.Store(&switches, w.Rollovers), iterutil.Store(&accounts, w.AccountRecords)); err != nil {
		return err
	}
	is := countsOf(f, records, switches, len(accounts))
	if is == w.header.counts() && w.header.nextNo == w.begunWith {
		return nil
	}
	w.header.FirstMonth, w.header.LastMonth, w.header.Transactions, w.header.Accounts = is.First, is.Last, is.rows, is.accounts
	return is.save(w.q, w.no, w.header.nextNo)
}

func (c counts) save(q *database.Session, no, nextNo int64) error {
	return q.Write("UPDATE budget SET next_no = $2, first_month = $3, last_month = $4, transactions = $5, accounts = $6 WHERE no = $1",
		no, nextNo, int64(c.First), int64(c.Last), int64(c.rows), int64(c.accounts))
}
