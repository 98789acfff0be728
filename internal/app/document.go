package app

import (
	"context"
	"io"
	"sync"

	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/exporter"
	"holdover/internal/store"
)

// Document writes the budget as it stands, as a plan document, row by row:
// memory does not grow with the budget. leadingKey is plan or budget. The plan
// has the id that it had at the source, by which it is known again.
func (a *App) Document(ctx context.Context, who Actor, id, leadingKey string, w io.Writer) error {
	return a.document(ctx, who, id, w, func(*exporter.Options) {}, leadingKey)
}

// PlanDocument is Document under the id that the budget has here, with all figures
// of targets as they are today. sees is told what knowledge it is of before it begins.
func (a *App) PlanDocument(ctx context.Context, who Actor, id, leadingKey string, w io.Writer, sees func(knowledge int64)) error {
	return a.document(ctx, who, id, w, func(o *exporter.Options) {
		o.OwnID, o.Live = true, true
		sees(o.Knowledge)
	}, leadingKey)
}

func (a *App) document(ctx context.Context, who Actor, id string, w io.Writer, with func(*exporter.Options), leadingKey string) error {
	return a.access.View(ctx, who, id, func(v *store.View) error {
		cells, err := v.Cells()
		if err != nil {
			return err
		}
		src, err := SourceOf(v, cells)
		if err != nil {
			return err
		}
		options := ExportOptions(v, leadingKey, a.Today(ctx))
		with(&options)
		return exporter.Export(w, src, options)
	})
}

// ExportOptions are how a document of a look is written on a day.
func ExportOptions(v *store.View, leadingKey string, today cal.Date) exporter.Options {
	h := v.Header()
	return exporter.Options{LeadingKey: leadingKey, Month: today.Month(), Today: today, LastModified: h.Modified, Knowledge: h.Knowledge}
}

// SourceOf is what the exporter needs to know of a budget. The cells are those
// of the months that are to be written.
func SourceOf(v *store.View, cells []budget.Cell) (*exporter.Source, error) {
	others := rows.NewOtherSides(v)
	rows := rows.NewStream(v, others)
	src := &exporter.Source{Info: v.Info(), Cells: cells, OtherID: others.ID, Transactions: rows.All, Splits: rows.Splits}
	ages := sync.OnceValues(v.Ages)
	src.Age = func(m cal.Month) (*int, error) {
		all, err := ages()
		if err != nil {
			return nil, err
		}
		return all.At(m), nil
	}
	if err := each.Try(
		each.Into(&src.Sheet, v.Sheet), each.Into(&src.Payees, v.Payees), each.Into(&src.Locations, v.Locations), each.Into(&src.Groups, v.Groups),
		each.Into(&src.Categories, v.Categories), each.Into(&src.Months, v.Months), each.Into(&src.Rollovers, v.Rollovers),
		each.Into(&src.Scheduled, func() ([]budget.Scheduled, error) { return scheduledAway(v) }),
	); err != nil {
		return nil, err
	}
	accounts, err := v.Accounts()
	src.Accounts = each.To(accounts, func(a store.Account) exporter.Account {
		return exporter.Account{Account: a.Account, Balance: a.Totals.Balance(), Cleared: a.Totals.Cleared}
	})
	return src, err
}

// scheduledAway are the scheduled transactions as another Holdover is to have
// them: what was entered here and taken back is not to enter by itself there.
func scheduledAway(v *store.View) ([]budget.Scheduled, error) {
	until, err := v.EnteredUntil()
	if err != nil {
		return nil, err
	}
	all, err := v.Scheduled()
	for i := range all {
		all[i].ByItself = schedules.MayByItself(&all[i], until[all[i].No])
	}
	return all, err
}
