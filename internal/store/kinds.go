package store

import (
	"encoding/json"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/store/tables"
)

// Kind is a kind of record, as the journal names it.
type Kind string

// The kinds of records that a budget has. A Rollovers record is all switches of
// one category, and there is one Info.
const (
	KindInfo        Kind = "info"
	KindAccount     Kind = "account"
	KindGroup       Kind = "group"
	KindCategory    Kind = "category"
	KindPayee       Kind = "payee"
	KindLocation    Kind = "location"
	KindTransaction Kind = "transaction"
	KindScheduled   Kind = "scheduled"
	KindRule        Kind = "rule"
	KindCell        Kind = "cell"
	KindMonth       Kind = "month"
	KindRollovers   Kind = "rollovers"
	KindReport      Kind = "report"
	KindView        Kind = "view"
	KindReceipt     Kind = "receipt"
	KindDismissed   Kind = "dismissed"
)

// kindOps is how the journal reads and writes records of a kind without knowing
// them, and where they lie. Records are pointers to the domain's types. A new kind
// is a line in the registry below and its table in tables/records.go: duplicates, deletion
// and undo go by the registry.
type kindOps struct {
	tables []tables.Layout                            // none for what lies in the header
	load   func(w *Writer, k tables.Key) (any, error) // nil where there is none
	write  func(w *Writer, k tables.Key, old, new any) error
	decode func(text []byte) (any, error)
	// describe gives a record's id and what a person calls it.
	describe func(record any) (id, name string)
}

// switches is the journal's record of a category's rollover.
type switches struct {
	Switches []budget.Rollover `json:"switches"`
}

var kinds map[Kind]kindOps

func init() { // a map literal would refer to itself through the writers
	kinds = map[Kind]kindOps{
		KindInfo: infoOps(),
		KindAccount: plainOps(&tables.Accounts, func(a *budget.Account) (string, string) { return a.ID, a.Name },
			(*Writer).accountWritten),
		KindGroup: plainOps(&tables.Groups, func(g *budget.Group) (string, string) { return g.ID, g.Name },
			(*Writer).groupWritten),
		KindCategory: plainOps(&tables.Categories, func(c *budget.Category) (string, string) { return c.ID, c.Name },
			(*Writer).categoryWritten),
		KindPayee: plainOps(&tables.Payees, func(p *budget.Payee) (string, string) { return p.ID, p.Name },
			(*Writer).payeeWritten),
		KindLocation: plainOps(&tables.Locations, func(l *budget.Location) (string, string) { return l.ID, "" },
			(*Writer).locationWritten),
		KindScheduled: plainOps(&tables.Schedules, func(s *budget.Scheduled) (string, string) { return s.ID, s.Memo },
			(*Writer).scheduledWritten),
		KindRule: plainOps(&tables.Rules, func(r *budget.Rule) (string, string) { return r.ID, "" },
			(*Writer).ruleWritten),
		KindReport:    plainOps(&tables.KeptReports, func(r *budget.KeptReport) (string, string) { return r.ID, r.Name }, nil),
		KindView:      plainOps(&tables.KeptViews, func(v *budget.KeptView) (string, string) { return v.ID, v.Name }, nil),
		KindReceipt:   plainOps(&tables.Receipts, func(r *budget.Receipt) (string, string) { return r.ID, r.Name }, (*Writer).receiptWritten),
		KindDismissed: plainOps(&tables.Dismissed, func(d *budget.Dismissed) (string, string) { return d.ID, "" }, nil),
		KindCell: plainOps(&tables.Cells, func(c *budget.Cell) (string, string) { return "", c.Month.String() },
			(*Writer).cellWritten),
		KindMonth: plainOps(&tables.Months, func(m *budget.Month) (string, string) { return "", m.Month.String() },
			(*Writer).monthWritten),
		KindTransaction: transactionOps(),
		KindRollovers:   rolloverOps(),
	}
}

// plainOps are those of a kind whose record is one row. written, where anything follows from such a record, is told of it.
func plainOps[T any](t *tables.Of[T], describe func(*T) (string, string), written func(w *Writer, old, new *T) error) kindOps {
	return kindOps{
		tables: []tables.Layout{t.Layout},
		load:   func(w *Writer, k tables.Key) (any, error) { return orNil(t.Get(w.q, w.no, k)) },
		write: func(w *Writer, k tables.Key, old, new any) error {
			before, _ := old.(*T)
			after, _ := new.(*T)
			if err := t.Put(w.q, w.no, k, before, after); err != nil || written == nil {
				return err
			}
			return written(w, before, after)
		},
		decode:   decodeAs[T],
		describe: func(record any) (string, string) { return describe(record.(*T)) },
	}
}

func decodeAs[T any](text []byte) (any, error) {
	record := new(T)
	return record, json.Unmarshal(text, record)
}

// orNil keeps a nil pointer from becoming an interface that is not nil.
func orNil[T any](record *T, err error) (any, error) {
	if record == nil || err != nil {
		return nil, err
	}
	return record, nil
}

func transactionOps() kindOps {
	return kindOps{
		tables: []tables.Layout{tables.Transactions.Layout, tables.Parts.Layout},
		load: func(w *Writer, k tables.Key) (any, error) {
			return orNil(tables.Transaction(w.q, w.no, budget.TxNo(k.No)))
		},
		write: func(w *Writer, _ tables.Key, old, new any) error {
			before, _ := old.(*budget.Transaction)
			after, _ := new.(*budget.Transaction)
			return w.writeTransaction(before, after)
		},
		decode: decodeAs[budget.Transaction],
		describe: func(record any) (string, string) {
			t := record.(*budget.Transaction)
			return t.ID, t.Date.String()
		},
	}
}

func rolloverOps() kindOps {
	return kindOps{
		tables: []tables.Layout{tables.Rollovers.Layout},
		load: func(w *Writer, k tables.Key) (any, error) {
			all, err := w.RolloversOf(budget.CategoryNo(k.No))
			if err != nil || len(all) == 0 {
				return nil, err
			}
			return &switches{all}, nil
		},
		write: func(w *Writer, k tables.Key, _, new any) error {
			if err := w.q.Write("DELETE FROM rollover WHERE budget = $1 AND category = $2", w.no, k.No); err != nil {
				return err
			}
			w.refers(KindCategory, k.No)
			after, _ := new.(*switches)
			if after == nil {
				return nil
			}
			for i := range after.Switches {
				if err := w.nearMonth(after.Switches[i].From); err != nil {
					return err
				}
				if err := tables.Rollovers.Insert(w.q, w.no, &after.Switches[i]); err != nil {
					return err
				}
				w.since(after.Switches[i].From)
			}
			return nil
		},
		decode:   decodeAs[switches],
		describe: func(any) (string, string) { return "", "" },
	}
}

func infoOps() kindOps {
	return kindOps{
		load: func(w *Writer, _ tables.Key) (any, error) {
			info := w.header.Info
			return &info, nil
		},
		write: func(w *Writer, _ tables.Key, _, new any) error {
			info, ok := new.(*budget.Info)
			if !ok {
				return fault.New(fault.Internal, "a budget's info cannot be deleted")
			}
			w.header.Info = *info
			return tables.SaveInfo(w.q, w.no, info)
		},
		decode: decodeAs[budget.Info],
		describe: func(record any) (string, string) {
			info := record.(*budget.Info)
			return info.ID, info.Name
		},
	}
}

// since notes the first month whose figures a change touches.
func (w *Writer) since(m cal.Month) {
	if m != 0 && (w.touched.From == 0 || m < w.touched.From) {
		w.touched.From = m
	}
}
