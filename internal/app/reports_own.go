package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/report"
	"holdover/internal/store"
)

// ReportAsk is a report with all that it looks at: what can be kept.
type ReportAsk struct {
	Kind report.Kind `json:"kind"`
	Time report.Time `json:"time,omitempty"` // twelve months unless it says others
	By   SpendingBy  `json:"by,omitempty"`
	Days int         `json:"days,omitempty"`
	// Targets says that what targets ask for counts in what is coming.
	Targets bool `json:"targets,omitempty"`
	budget.ReportFilters
}

// OwnReport is a report that somebody kept under a name. Everybody who shares the budget has it.
type OwnReport struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	ReportAsk
	Front bool `json:"front"` // it is shown on the page of all reports
	// Lost says that nothing of a filter is there any more: there is nothing to report.
	Lost bool `json:"lost,omitempty"`
}

const (
	maxOwnReports   = 200
	maxFront        = 12
	maxReportFilter = 500
)

// OwnReports are the reports of one's own, in display order. What they look at and is not there any more is left out.
func (a *App) OwnReports(ctx context.Context, who Actor, id string) (own []OwnReport, err error) {
	err = a.desk.View(ctx, who, id, func(v *store.View) error {
		names, err := loadNames(v)
		if err != nil {
			return err
		}
		own, err = ownReports(v, names)
		return err
	})
	return own, err
}

func ownReports(v *store.View, n *names) ([]OwnReport, error) {
	kept, err := v.KeptReports()
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	own := make([]OwnReport, len(kept))
	for i := range kept {
		k := &kept[i]
		r := &own[i]
		r.ID, r.Name, r.Front = k.ID, k.Name, k.Front
		r.ReportAsk = ReportAsk{Kind: report.Kind(k.Kind), Time: report.Time(k.Time), By: SpendingBy(k.By), Days: k.Days, Targets: k.Targets}
		r.Not, r.Flags = k.Not, k.Flags
		r.Groups = there(r, "group", k.Groups, n.groupsOf(groups))
		r.Categories = there(r, "category", k.Categories, n.findCategory)
		r.Accounts = there(r, "account", k.Accounts, n.findAccount)
		r.Payees = there(r, "payee", k.Payees, n.findPayee)
	}
	return own, nil
}

// there are those of a filter that are still there. All but what is gone is everything, and nothing is lost.
func there[N comparable](r *OwnReport, field string, ids []string, find func(string) (N, string, string, error)) (left []string) {
	for _, id := range ids {
		if _, is, _, err := find(id); err == nil && is == id {
			left = append(left, id)
		}
	}
	r.Lost = r.Lost || len(ids) > 0 && len(left) == 0 && !r.AllBut(field)
	return left
}

// KeepReport keeps a report under a name, after all others. One of the same id is changed instead: a form that is sent
// twice keeps one. Faults: Invalid, Conflict where the name is taken, NotFound for what it looks at.
func (a *App) KeepReport(ctx context.Context, who Actor, id string, r OwnReport) (Done, error) {
	return a.change(ctx, who, id, "keep-report", func(e *editing) error {
		all, err := e.KeptReports()
		if err != nil {
			return err
		}
		kept := budget.KeptReport{ID: r.ID}
		at := slices.IndexFunc(all, func(k budget.KeptReport) bool { return k.ID == r.ID })
		switch {
		case at >= 0:
			kept = all[at]
			e.Say("Changed what the report %s looks at", kept.Name)
		case len(all) >= maxOwnReports:
			return fault.New(fault.Invalid, "there are %d reports already", len(all)).WithHint("delete one that is not looked at any more")
		default:
			if kept.ID == "" {
				kept.ID = newID()
			}
			for i := range all {
				kept.Sort = max(kept.Sort, all[i].Sort+1)
			}
		}
		if kept.Name == "" || r.Name != "" {
			if kept.Name, err = reportName(all, r.Name, kept.No); err != nil {
				return err
			}
		}
		if at < 0 {
			e.Say("Kept the report %s", kept.Name)
		}
		if r.Front && !kept.Front {
			if err := roomInFront(all); err != nil {
				return err
			}
		}
		kept.Front = r.Front
		if err := e.asks(&kept, &r.ReportAsk); err != nil {
			return err
		}
		return e.PutReport(&kept)
	})
}

// asks writes what is asked into a report: with ids where names were given, and nothing that is not there.
func (e *editing) asks(kept *budget.KeptReport, ask *ReportAsk) error {
	if _, err := report.KindOf(string(ask.Kind)); err != nil {
		return err
	}
	if _, err := ask.Time.On(1, 1); err != nil {
		return err
	}
	if ask.Kind == report.KindCategory && len(ask.Categories) != 1 {
		return fault.New(fault.Invalid, "this report is of one category").AtField("category")
	}
	if ask.By != "" && !slices.Contains(SpendingWays, ask.By) {
		return unknownWay(ask.By)
	}
	if ask.Days < 0 || ask.Days > MaxDaysAhead {
		return farAhead(ask.Days)
	}
	f := &ask.ReportFilters
	if len(f.Groups)+len(f.Categories)+len(f.Accounts)+len(f.Payees)+len(f.Flags) > maxReportFilter {
		return fault.New(fault.Invalid, "a report that is kept looks at %d things at most", maxReportFilter)
	}
	k := &reporting{view: &e.View}
	n, err := loadNames(k.view)
	if err == nil {
		k.groups, err = e.Groups()
	}
	if err == nil {
		err = k.choose(n, ReportQuery{ReportFilters: *f})
	}
	if err != nil {
		return err
	}
	kept.Kind, kept.Time, kept.By, kept.Days, kept.Targets, kept.ReportFilters = string(ask.Kind), string(ask.Time), string(ask.By), ask.Days, ask.Targets, budget.ReportFilters{}
	lists := map[string]*[]string{"group": &kept.Groups, "category": &kept.Categories, "account": &kept.Accounts, "payee": &kept.Payees, "flag": &kept.Flags}
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

// RenameReport gives a report of one's own another name.
func (a *App) RenameReport(ctx context.Context, who Actor, id, own, name string) (Done, error) {
	return a.ownReport(ctx, who, id, "rename-report", own, func(e *editing, all []budget.KeptReport, kept *budget.KeptReport) (err error) {
		was := kept.Name
		if kept.Name, err = reportName(all, name, kept.No); err != nil {
			return err
		}
		e.Say("Renamed the report %s to %s", was, kept.Name)
		return e.PutReport(kept)
	})
}

// ShowReport puts a report of one's own on the page of all reports, or takes it off.
func (a *App) ShowReport(ctx context.Context, who Actor, id, own string, front bool) (Done, error) {
	return a.ownReport(ctx, who, id, "show-report", own, func(e *editing, all []budget.KeptReport, kept *budget.KeptReport) error {
		e.Say("Took the picture of %s off the page Reports", kept.Name)
		if front && !kept.Front {
			if err := roomInFront(all); err != nil {
				return err
			}
			e.Say("Put a picture of %s on the page Reports", kept.Name)
		}
		kept.Front = front
		return e.PutReport(kept)
	})
}

// DeleteReport deletes a report of one's own.
func (a *App) DeleteReport(ctx context.Context, who Actor, id, own string) (Done, error) {
	return a.ownReport(ctx, who, id, "delete-report", own, func(e *editing, _ []budget.KeptReport, kept *budget.KeptReport) error {
		e.Say("Deleted the report %s", kept.Name)
		return e.DeleteReport(kept.No)
	})
}

// MoveReport puts a report of one's own before another one, at the end where before is "".
func (a *App) MoveReport(ctx context.Context, who Actor, id, own, before string) (Done, error) {
	return a.ownReport(ctx, who, id, "move-report", own, func(e *editing, all []budget.KeptReport, kept *budget.KeptReport) error {
		if before == own {
			return nil
		}
		e.Say("Moved the report %s", kept.Name)
		moved := *kept
		all = slices.DeleteFunc(all, func(k budget.KeptReport) bool { return k.ID == own })
		to := slices.IndexFunc(all, func(k budget.KeptReport) bool { return k.ID == before })
		if before != "" && to < 0 {
			return noReport()
		}
		if to < 0 {
			to = len(all)
		}
		all = slices.Insert(all, to, moved)
		for i := range all {
			if all[i].Sort == i {
				continue
			}
			all[i].Sort = i
			if err := e.PutReport(&all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// ownReport is change with a report of one's own at hand, among all.
func (a *App) ownReport(ctx context.Context, who Actor, id, action, own string, do func(e *editing, all []budget.KeptReport, kept *budget.KeptReport) error) (Done, error) {
	return a.change(ctx, who, id, action, func(e *editing) error {
		all, err := e.KeptReports()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(k budget.KeptReport) bool { return k.ID == own })
		if at < 0 {
			return noReport()
		}
		kept := all[at]
		return do(e, all, &kept)
	})
}

func noReport() error {
	return fault.New(fault.NotFound, "there is no such report any more").WithHint("it may have been deleted meanwhile")
}

func roomInFront(all []budget.KeptReport) error {
	n := 0
	for i := range all {
		if all[i].Front {
			n++
		}
	}
	if n >= maxFront {
		return fault.New(fault.Invalid, "the page Reports has %d pictures of your own already", maxFront).WithHint("take another one off first")
	}
	return nil
}

// reportName is a name that a report can be given; no is the report itself. The names of reports that there always are
// stay theirs.
func reportName(all []budget.KeptReport, name string, no budget.ReportNo) (string, error) {
	name, err := givenName(name, "a report", "call it by what it answers, such as Eating out")
	if err != nil {
		return "", err
	}
	same := func(other string) bool { return budget.NameKey(other) == budget.NameKey(name) }
	taken := slices.ContainsFunc(report.Kinds, func(k report.Kind) bool { return same(string(k)) }) ||
		slices.ContainsFunc(all, func(k budget.KeptReport) bool { return k.No != no && same(k.Name) })
	if taken {
		return "", fault.New(fault.Conflict, "there is already a report %q", name).Of("name").WithHint("choose another name")
	}
	return name, nil
}
