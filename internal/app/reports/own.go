package reports

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Ask is a request for a report with its filters: the part that can be saved.
type Ask struct {
	Kind report.Kind `json:"kind"`
	Time report.Time `json:"time,omitempty"` // twelve months by default
	By   SpendingBy  `json:"by,omitempty"`
	// Across is the dimension of the columns of a report by two.
	Across SpendingBy `json:"across,omitempty"`
	Days   int        `json:"days,omitempty"`
	// Targets reports whether Upcoming includes the needs of targets.
	Targets bool `json:"targets,omitempty"`
	budget.ReportFilters
}

// SavedReport is a saved report, shared by the users of the budget.
type SavedReport struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Ask
	Front bool `json:"front"` // it is shown on the page of all reports
	// Lost reports whether all values of a filter are deleted, so that there is nothing to report.
	Lost bool `json:"lost,omitempty"`
}

const (
	maxFront        = 12
	maxReportFilter = 500
)

var reportShelf = budgetsession.SavedList[budget.SavedReport, *budget.SavedReport]{
	Noun: "report", Hint: "choose a name such as Eating out", Limit: 200, Reserved: iterutil.Map(report.Kinds, func(k report.Kind) string { return string(k) }),
	All: (*store.ReadTx).KeptReports, Includes: func(*budget.SavedReport) bool { return true }, Saved: func(k *budget.SavedReport) *budget.Saved { return &k.Saved },
}

// OwnReports returns the saved reports in display order, without deleted values of filters.
func (rp *Reports) OwnReports(ctx context.Context, who users.Actor, id string) ([]SavedReport, error) {
	return budgetsession.Read(ctx, rp.access, who, id, func(v *store.ReadTx) ([]SavedReport, error) {
		names, err := rows.NamesIn(v)
		if err != nil {
			return nil, err
		}
		return ownReports(v, names)
	})
}

func ownReports(v *store.ReadTx, n *rows.Names) ([]SavedReport, error) {
	kept, err := reportShelf.List(v)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	accountGroups, err := v.AccountGroups()
	if err != nil {
		return nil, err
	}
	own := make([]SavedReport, len(kept))
	for i := range kept {
		k := &kept[i]
		r := &own[i]
		r.ID, r.Name, r.Front = k.ID, k.Name, k.Front
		r.Ask = Ask{Kind: report.Kind(k.Kind), Time: report.Time(k.Time), By: SpendingBy(k.By), Across: SpendingBy(k.Across), Days: k.Days, Targets: k.Targets}
		r.Flags, r.Tags, r.Least, r.Most = k.Flags, k.Tags, k.Least, k.Most
		r.Any, r.PayeeRegexp, r.NotesRegexp = k.Any, k.PayeeRegexp, k.NotesRegexp
		r.Groups, r.Categories = iterutil.Where(k.Groups, rows.IsThere(n.FindGroup(groups))), iterutil.Where(k.Categories, rows.IsThere(n.FindCategory))
		r.Accounts, r.Payees = iterutil.Where(k.Accounts, rows.IsThere(n.FindAccounts(accountGroups))), iterutil.Where(k.Payees, rows.IsThere(n.FindPayee))
		r.left("category", k, len(k.Groups)+len(k.Categories), len(r.Groups)+len(r.Categories))
		r.left("account", k, len(k.Accounts), len(r.Accounts))
		r.left("payee", k, len(k.Payees), len(r.Payees))
		r.left("flag", k, len(k.Flags), len(r.Flags))
		r.left("tag", k, len(k.Tags), len(r.Tags))
	}
	return own, nil
}

// left updates Lost for a filter with a number of stored and of existing values. A filter that excludes deleted
// values includes everything, so nothing is lost.
func (r *SavedReport) left(field string, k *budget.SavedReport, kept, are int) {
	switch {
	case k.AllBut(field) && are > 0:
		r.Not = append(r.Not, field)
	case !k.AllBut(field) && are == 0 && kept > 0:
		r.Lost = true
	}
}

// KeepReport saves a report under a name, after all others. One with the same id is changed instead, so that a form
// sent twice saves one. It returns an Invalid error, Conflict if the name is taken, and NotFound for a missing value
// of a filter.
func (rp *Reports) KeepReport(ctx context.Context, who users.Actor, id string, r SavedReport) (budgetsession.ChangeResult, error) {
	return rp.access.Change(ctx, who, id, "keep-report", func(e *budgetsession.ChangeTx) error {
		return reportShelf.Save(e, r.ID, r.Name, func(all []budget.SavedReport, kept *budget.SavedReport) error {
			if err := putInFront(all, kept, r.Front); err != nil {
				return err
			}
			return asks(e, kept, &r.Ask)
		})
	})
}

// asks writes a request into a saved report: names become ids, and missing values are an error.
func asks(e *budgetsession.ChangeTx, kept *budget.SavedReport, ask *Ask) error {
	if _, err := report.KindOf(string(ask.Kind)); err != nil {
		return err
	}
	if _, err := ask.Time.On(1, 1); err != nil {
		return err
	}
	if ask.Kind == report.KindCategory && len(ask.Categories) != 1 {
		return apperr.New(apperr.Invalid, "this report is of one category").AtField("category")
	}
	if err := checkWays(ask.By, ask.Across); err != nil {
		return err
	}
	if ask.Days < 0 || ask.Days > MaxDaysAhead {
		return errDays(ask.Days)
	}
	f := &ask.ReportFilters
	if len(f.Groups)+len(f.Categories)+len(f.Accounts)+len(f.Payees)+len(f.Flags)+len(f.Tags) > maxReportFilter {
		return apperr.New(apperr.Invalid, "a saved report can filter by %d items at most", maxReportFilter)
	}
	k := &reporting{view: &e.ReadTx}
	n, err := rows.NamesIn(k.view)
	if err == nil {
		err = iterutil.Try(iterutil.Store(&k.groups, e.Groups), iterutil.Store(&k.accountGroups, e.AccountGroups))
	}
	if err == nil {
		err = k.choose(n, Query{ReportFilters: *f})
	}
	if err != nil {
		return err
	}
	kept.Kind, kept.Time, kept.By, kept.Across = string(ask.Kind), string(ask.Time), string(ask.By), string(ask.Across)
	kept.Days, kept.Targets, kept.ReportFilters = ask.Days, ask.Targets, budget.ReportFilters{}
	kept.Least, kept.Most = f.Least, f.Most
	kept.Any, kept.PayeeRegexp, kept.NotesRegexp = f.Any, f.PayeeRegexp, f.NotesRegexp
	lists := map[string]*[]string{"group": &kept.Groups, "category": &kept.Categories, "account": &kept.Accounts, "payee": &kept.Payees, "flag": &kept.Flags, "tag": &kept.Tags}
	for _, one := range k.filters {
		*lists[one.Field] = append(*lists[one.Field], one.ID)
	}
	for _, field := range f.Not {
		if !kept.AllBut(field) {
			kept.Not = append(kept.Not, field)
		}
	}
	return nil
}

// RenameReport renames a saved report.
func (rp *Reports) RenameReport(ctx context.Context, who users.Actor, id, own, name string) (budgetsession.ChangeResult, error) {
	return rp.access.Change(ctx, who, id, "rename-report", func(e *budgetsession.ChangeTx) error { return reportShelf.Rename(e, own, name) })
}

// ShowReport adds a saved report to the overview page, or removes it.
func (rp *Reports) ShowReport(ctx context.Context, who users.Actor, id, own string, front bool) (budgetsession.ChangeResult, error) {
	return rp.access.Change(ctx, who, id, "show-report", func(e *budgetsession.ChangeTx) error {
		return reportShelf.With(e, own, func(all []budget.SavedReport, kept *budget.SavedReport) error {
			e.Say("Removed the chart of %s from the Reports page", kept.Name)
			if front {
				e.Say("Added a chart of %s to the Reports page", kept.Name)
			}
			if err := putInFront(all, kept, front); err != nil {
				return err
			}
			return e.Put(kept)
		})
	})
}

// putInFront adds a report to the overview page, within the limit, or removes it.
func putInFront(all []budget.SavedReport, kept *budget.SavedReport, front bool) error {
	inFront := iterutil.Where(all, func(k budget.SavedReport) bool { return k.Front })
	if front && !kept.Front && len(inFront) >= maxFront {
		return apperr.New(apperr.Invalid, "the Reports page already has %d charts of saved reports", maxFront).WithHint("remove another one first")
	}
	kept.Front = front
	return nil
}

// DeleteReport deletes a saved report.
func (rp *Reports) DeleteReport(ctx context.Context, who users.Actor, id, own string) (budgetsession.ChangeResult, error) {
	return rp.access.Change(ctx, who, id, "delete-report", func(e *budgetsession.ChangeTx) error { return reportShelf.Delete(e, own) })
}

// MoveReport moves a saved report before another one, or to the end if before is "".
func (rp *Reports) MoveReport(ctx context.Context, who users.Actor, id, own, before string) (budgetsession.ChangeResult, error) {
	return rp.access.Change(ctx, who, id, "move-report", func(e *budgetsession.ChangeTx) error {
		return reportShelf.With(e, own, func(all []budget.SavedReport, kept *budget.SavedReport) error {
			if before == own {
				return nil
			}
			all, ok := iterutil.MoveBefore(all, *kept, before, func(k budget.SavedReport) string { return k.ID })
			if !ok {
				return apperr.Gone(reportShelf.Noun)
			}
			e.Say("Moved the report %s", kept.Name)
			return budgetsession.Renumber(e, all, func(k *budget.SavedReport) *int { return &k.Sort })
		})
	})
}
