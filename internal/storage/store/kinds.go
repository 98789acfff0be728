package store

import (
	"encoding/json"
	"fmt"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// Kind is a kind of record. The journal stores it.
type Kind string

// The kinds of records in a budget. A Rollovers record contains all switches of one category. There is one Info
// record.
const (
	KindInfo         Kind = "info"
	KindAccount      Kind = "account"
	KindAccountGroup Kind = "account_group"
	KindGroup        Kind = "group"
	KindCategory     Kind = "category"
	KindPayee        Kind = "payee"
	KindLocation     Kind = "location"
	KindTransaction  Kind = "transaction"
	KindScheduled    Kind = "scheduled"
	KindRule         Kind = "rule"
	KindCell         Kind = "cell"
	KindMonth        Kind = "month"
	KindRollovers    Kind = "rollovers"
	KindReport       Kind = "report"
	KindView         Kind = "view"
	KindReceipt      Kind = "receipt"
	KindDismissed    Kind = "dismissed"
	KindTag          Kind = "tag"
	KindArchive      Kind = "archive"
)

// kindOps contains the functions by which the journal reads and writes records of a kind generically, and the tables
// of the kind. Records are pointers to the domain's types. A new kind needs an entry in kinds and in kindOf and a table
// in tables/records.go. Duplicates, deletion, undo and checks use them.
type kindOps struct {
	tables []tables.Layout                             // none if the record is in the header
	load   func(w *WriteTx, k tables.Key) (any, error) // returns nil if no record exists
	write  func(w *WriteTx, k tables.Key, old, new any) error
	decode func(text []byte) (any, error)
	// refer calls to for each record that a record refers to. It is nil if the kind refers to none.
	refer func(record any, to func(kind Kind, no int64))
	// list calls do for each record of a budget. It is nil if the records have no numbers.
	list func(q *database.Session, no int64, do func(number int64, record any)) error
	// describe returns a record's id and its name for messages.
	describe func(record any) (id, name string)
}

// switches is the journal's record of a category's rollover switches.
type switches struct {
	Switches []budget.Rollover `json:"switches"`
}

var kinds map[Kind]kindOps

func init() { // a map literal would refer to itself through the writers
	kinds = map[Kind]kindOps{
		KindAccount: plainOps(&tables.Accounts, func(a *budget.Account) (string, string) { return a.ID, a.Name },
			referOfAccount, (*WriteTx).accountWritten),
		KindAccountGroup: plainOps(&tables.AccountGroups, func(g *budget.AccountGroup) (string, string) { return g.ID, g.Name }, nil, nil),
		KindGroup:        plainOps(&tables.Groups, func(g *budget.Group) (string, string) { return g.ID, g.Name }, nil, nil),
		KindCategory: plainOps(&tables.Categories, func(c *budget.Category) (string, string) { return c.ID, c.Name },
			referOfCategory, (*WriteTx).categoryWritten),
		KindPayee: plainOps(&tables.Payees, func(p *budget.Payee) (string, string) { return p.ID, p.Name },
			func(p *budget.Payee, to func(Kind, int64)) { to(KindAccount, int64(p.TransferAccount)) }, nil),
		KindLocation: plainOps(&tables.Locations, func(l *budget.Location) (string, string) { return l.ID, "" },
			func(l *budget.Location, to func(Kind, int64)) { to(KindPayee, int64(l.Payee)) }, nil),
		KindScheduled: plainOps(&tables.Schedules, func(s *budget.Scheduled) (string, string) { return s.ID, s.Memo },
			referOfScheduled, (*WriteTx).scheduledWritten),
		KindRule: plainOps(&tables.Rules, func(r *budget.Rule) (string, string) { return r.ID, "" },
			referOfRule, nil),
		KindReport: plainOps(&tables.KeptReports, func(r *budget.SavedReport) (string, string) { return r.ID, r.Name }, nil, nil),
		KindView:   plainOps(&tables.KeptViews, func(v *budget.SavedView) (string, string) { return v.ID, v.Name }, nil, nil),
		KindReceipt: plainOps(&tables.Receipts, func(r *budget.Receipt) (string, string) { return r.ID, r.Name },
			func(r *budget.Receipt, to func(Kind, int64)) { to(KindTransaction, int64(r.Tx)) }, nil),
		KindDismissed: plainOps(&tables.Dismissed, func(d *budget.Dismissed) (string, string) { return d.ID, "" }, nil, nil),
		KindTag:       plainOps(&tables.Tags, func(t *budget.Tag) (string, string) { return t.ID, "#" + t.Name }, nil, nil),
		KindArchive:   plainOps(&tables.Archives, func(a *budget.Archive) (string, string) { return a.ID, a.Before.String() }, nil, nil),
		KindCell: plainOps(&tables.Cells, func(c *budget.Cell) (string, string) { return "", c.Month.String() },
			func(c *budget.Cell, to func(Kind, int64)) { to(KindCategory, int64(c.Category)) }, (*WriteTx).cellWritten),
		KindMonth: plainOps(&tables.Months, func(m *budget.Month) (string, string) { return "", m.Month.String() },
			nil, (*WriteTx).monthWritten),
		KindTransaction: opsOf(func(t *budget.Transaction) (string, string) { return t.ID, t.Date.String() }, referOfTransaction,
			(*WriteTx).loadTransaction, (*WriteTx).writeTransaction, tables.Transactions.Layout, tables.Parts.Layout),
		KindRollovers: opsOf(func(*switches) (string, string) { return "", "" }, referOfSwitches,
			(*WriteTx).loadSwitches, (*WriteTx).writeSwitches, tables.Rollovers.Layout),
		KindInfo: opsOf(func(i *budget.Info) (string, string) { return i.ID, i.Name }, nil,
			(*WriteTx).loadInfo, (*WriteTx).writeInfo),
	}
}

// kindOf returns the kind of a record with a number.
func kindOf(record budget.Record) Kind {
	switch record.(type) {
	case *budget.Account:
		return KindAccount
	case *budget.AccountGroup:
		return KindAccountGroup
	case *budget.Group:
		return KindGroup
	case *budget.Category:
		return KindCategory
	case *budget.Payee:
		return KindPayee
	case *budget.Location:
		return KindLocation
	case *budget.Scheduled:
		return KindScheduled
	case *budget.Rule:
		return KindRule
	case *budget.SavedReport:
		return KindReport
	case *budget.SavedView:
		return KindView
	case *budget.Receipt:
		return KindReceipt
	case *budget.Dismissed:
		return KindDismissed
	case *budget.Archive:
		return KindArchive
	case *budget.Tag:
		return KindTag
	}
	panic(fmt.Sprintf("store: the type %T has no kind", record))
}

// plainOps returns the functions of a kind with records of one row. written, if not nil, is called after each write.
func plainOps[T any](
	t *tables.Of[T], describe func(*T) (string, string), refer func(*T, func(Kind, int64)), written func(w *WriteTx, old, new *T) error,
) kindOps {
	load := func(w *WriteTx, k tables.Key) (*T, error) { return t.Get(w.q, w.no, k) }
	ops := opsOf(describe, refer, load, func(w *WriteTx, k tables.Key, old, new *T) error {
		if err := t.Put(w.q, w.no, k, old, new); err != nil || written == nil {
			return err
		}
		return written(w, old, new)
	}, t.Layout)
	if _, numbered := any(new(T)).(budget.Record); numbered {
		ops.list = func(q *database.Session, no int64, do func(int64, any)) error {
			all, err := t.All(q, no)
			for i := range all {
				do(*any(&all[i]).(budget.Record).Number(), &all[i])
			}
			return err
		}
	}
	return ops
}

// opsOf returns the functions of a kind with records of type T.
func opsOf[T any](
	describe func(*T) (id, name string), refer func(*T, func(Kind, int64)),
	load func(*WriteTx, tables.Key) (*T, error), write func(w *WriteTx, k tables.Key, old, new *T) error, lie ...tables.Layout,
) kindOps {
	ops := kindOps{
		tables: lie,
		load:   func(w *WriteTx, k tables.Key) (any, error) { return orNil(load(w, k)) },
		write: func(w *WriteTx, k tables.Key, old, new any) error {
			before, _ := old.(*T)
			after, _ := new.(*T)
			return write(w, k, before, after)
		},
		decode: func(text []byte) (any, error) {
			record := new(T)
			return record, json.Unmarshal(text, record)
		},
		describe: func(record any) (string, string) { return describe(record.(*T)) },
	}
	if refer != nil {
		ops.refer = func(record any, to func(Kind, int64)) { refer(record.(*T), to) }
	}
	return ops
}

// orNil prevents a nil pointer from becoming a non-nil interface.
func orNil[T any](record *T, err error) (any, error) {
	if record == nil || err != nil {
		return nil, err
	}
	return record, nil
}

func (w *WriteTx) loadTransaction(k tables.Key) (*budget.Transaction, error) {
	return tables.Transaction(w.q, w.no, budget.TxNo(k.No))
}

func (w *WriteTx) loadSwitches(k tables.Key) (*switches, error) {
	all, err := w.RolloversOf(budget.CategoryNo(k.No))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &switches{all}, nil
}

// writeSwitches replaces the switches of a category. The figures change from the month of each switch that was added
// or removed.
func (w *WriteTx) writeSwitches(k tables.Key, old, new *switches) error {
	if err := w.q.Write("DELETE FROM rollover WHERE budget = $1 AND category = $2", w.no, k.No); err != nil {
		return err
	}
	w.touched.Categories = appendNew(w.touched.Categories, budget.CategoryNo(k.No))
	before, after := old.all(), new.all()
	for i := range after {
		if err := w.nearMonth(after[i].From); err != nil {
			return err
		}
		if err := tables.Rollovers.Insert(w.q, w.no, &after[i]); err != nil {
			return err
		}
	}
	for _, one := range slices.Concat(before, after) {
		if !slices.Contains(before, one) || !slices.Contains(after, one) {
			w.since(one.From)
		}
	}
	return nil
}

func referOfSwitches(s *switches, to func(Kind, int64)) {
	for i := range s.Switches {
		to(KindCategory, int64(s.Switches[i].Category))
	}
}

// all returns the switches, or nil if there is no record.
func (s *switches) all() []budget.Rollover {
	if s == nil {
		return nil
	}
	return s.Switches
}

func (w *WriteTx) loadInfo(tables.Key) (*budget.Info, error) { return new(w.header.Info), nil }

func (w *WriteTx) writeInfo(_ tables.Key, _, info *budget.Info) error {
	if info == nil {
		return apperr.New(apperr.Internal, "a budget's info cannot be deleted")
	}
	w.header.Info = *info
	return tables.SaveInfo(w.q, w.no, info)
}

// since notes a month with figures that a change touches. Touched.From is the first of them.
func (w *WriteTx) since(m civil.Month) {
	if m != 0 && (w.touched.From == 0 || m < w.touched.From) {
		w.touched.From = m
	}
}
