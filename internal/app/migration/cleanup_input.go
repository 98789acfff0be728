package migration

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// input returns the input of clean-up: the budget's records, the row index and its figures. It reads no rows.
func (b *brought) input(v *store.ReadTx) (*cleanup.Input, error) {
	in := &cleanup.Input{Budget: &budget.Whole{Info: v.Info()}, Source: b.months}
	w := in.Budget
	err := iterutil.Try(
		iterutil.Store(&w.Accounts, v.AccountRecords), iterutil.Store(&w.Groups, v.Groups), iterutil.Store(&w.Categories, v.Categories), iterutil.Store(&w.Payees, v.Payees),
		iterutil.Store(&w.Scheduled, v.Scheduled), iterutil.Store(&w.Months, v.Months), iterutil.Store(&w.Rollovers, v.Rollovers), iterutil.Store(&in.Budgeted, v.Budgeted),
		func() (err error) { in.Rows, err = v.Lines(); return err },
		func() (err error) { in.Figures, err = cleanUpFigures(v, w, b.months); return err },
	)
	in.Renamed = renamedIn(w, b.report.Notes.Renames)
	return in, err
}

// renamedIn returns the groups and categories of a budget that got a suffix to their names by the import.
func renamedIn(w *budget.Whole, renames []importer.Rename) (all []cleanup.Renamed) {
	for _, r := range renames {
		switch r.Kind {
		case "group":
			if i := slices.IndexFunc(w.Groups, func(g budget.Group) bool { return g.ID == r.ID }); i >= 0 {
				all = append(all, cleanup.Renamed{Group: w.Groups[i].No, From: r.From})
			}
		case "category":
			if i := slices.IndexFunc(w.Categories, func(c budget.Category) bool { return c.ID == r.ID }); i >= 0 {
				all = append(all, cleanup.Renamed{Category: w.Categories[i].No, From: r.From})
			}
		}
	}
	return all
}

func cleanUpFigures(v *store.ReadTx, whole *budget.Whole, source []cleanup.SourceMonth) (cleanup.Figures, error) {
	f := cleanup.Figures{Balance: make(map[budget.CategoryNo][]money.Milli, len(whole.Categories))}
	sheet, err := v.Sheet()
	if err != nil {
		return f, err
	}
	first, last := sheet.First, sheet.First.Add(len(sheet.Months)-1)
	if len(source) > 0 {
		from, to := source[0].Month, source[len(source)-1].Month
		if len(sheet.Months) == 0 {
			first, last = from, to
		}
		first, last = min(first, from), max(last, to)
	}
	f.First = first
	for m := first; m <= last; m++ {
		f.ToBudget = append(f.ToBudget, sheet.Month(m).ToBudget)
		for i := range whole.Categories {
			if c := &whole.Categories[i]; !c.Income {
				f.Balance[c.No] = append(f.Balance[c.No], sheet.Cell(c.No, m).Balance)
			}
		}
	}
	return f, nil
}
