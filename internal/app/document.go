package app

import (
	"context"
	"io"
	"sync"

	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Document streams the present budget as a plan document, so that memory use does not depend on its size. leadingKey
// is plan or budget. The plan has its id at the source, by which it is recognised.
func (a *App) Document(ctx context.Context, who Actor, id, leadingKey string, w io.Writer) error {
	return a.document(ctx, who, id, w, func(*exporter.Options) {}, leadingKey)
}

// PlanDocument is Document with the budget's id here, and with all figures of targets as of today. sees is called
// with the change number of the snapshot before the document begins.
func (a *App) PlanDocument(ctx context.Context, who Actor, id, leadingKey string, w io.Writer, sees func(knowledge int64)) error {
	return a.document(ctx, who, id, w, func(o *exporter.Options) {
		o.OwnID, o.Live = true, true
		sees(o.Knowledge)
	}, leadingKey)
}

func (a *App) document(ctx context.Context, who Actor, id string, w io.Writer, with func(*exporter.Options), leadingKey string) error {
	return a.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		src, err := fullSourceOf(v)
		if err != nil {
			return err
		}
		options := ExportOptions(v, leadingKey, a.Today(ctx))
		with(&options)
		return exporter.Export(w, src, options)
	})
}

// fullSourceOf returns the input of the exporters for all months.
func fullSourceOf(v *store.ReadTx) (*exporter.Source, error) {
	cells, err := v.Cells()
	if err != nil {
		return nil, err
	}
	return SourceOf(v, cells)
}

// ExportOptions returns the options for exporting a read transaction on a date.
func ExportOptions(v *store.ReadTx, leadingKey string, today civil.Date) exporter.Options {
	h := v.Header()
	return exporter.Options{LeadingKey: leadingKey, Month: today.Month(), Today: today, LastModified: h.Modified, Knowledge: h.Knowledge}
}

// MonthsSourceOf returns the part of the exporter's input that months without their categories need.
func MonthsSourceOf(v *store.ReadTx) (*exporter.Source, error) {
	src := &exporter.Source{Info: v.Info()}
	ages := sync.OnceValues(v.Ages)
	src.Age = func(m civil.Month) (*int, error) {
		all, err := ages()
		if err != nil {
			return nil, err
		}
		return all.At(m), nil
	}
	return src, iterutil.Try(
		iterutil.Store(&src.Sheet, v.Sheet), iterutil.Store(&src.Groups, v.Groups), iterutil.Store(&src.Categories, v.Categories), iterutil.Store(&src.Months, v.Months),
	)
}

// SourceOf returns the input of the exporter. The cells are those of the months to write.
func SourceOf(v *store.ReadTx, cells []budget.Cell) (*exporter.Source, error) {
	src, err := MonthsSourceOf(v)
	if err != nil {
		return nil, err
	}
	others := rows.NewOtherSides(v)
	stream := rows.NewStream(v, others)
	src.Cells, src.OtherID, src.Transactions, src.Splits = cells, others.ID, stream.All, stream.Splits
	if err := iterutil.Try(
		iterutil.Store(&src.Payees, v.Payees), iterutil.Store(&src.Locations, v.Locations), iterutil.Store(&src.Rollovers, v.Rollovers), iterutil.Store(&src.Rules, v.Rules), iterutil.Store(&src.Tags, v.Tags), iterutil.Store(&src.AccountGroups, v.AccountGroups),
		iterutil.Store(&src.Scheduled, func() ([]budget.Scheduled, error) { return scheduledAway(v) }),
	); err != nil {
		return nil, err
	}
	accounts, err := v.Accounts()
	src.Accounts = iterutil.Map(accounts, func(a store.Account) exporter.Account {
		return exporter.Account{Account: a.Account, Balance: a.Totals.Balance(), Cleared: a.Totals.Cleared}
	})
	return src, err
}

// scheduledAway returns the scheduled transactions for another Holdover: a date that was entered here and undone must
// not be entered automatically there.
func scheduledAway(v *store.ReadTx) ([]budget.Scheduled, error) {
	until, err := v.EnteredUntil()
	if err != nil {
		return nil, err
	}
	all, err := v.Scheduled()
	for i := range all {
		all[i].AutoEnter = schedules.MayAutoEnter(&all[i], until[all[i].No])
	}
	return all, err
}
