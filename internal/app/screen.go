package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Screen contains the data of the budget screen, from one snapshot.
type Screen struct {
	pageframe.Frame
	Groups     []budget.Group         // in display order
	Categories []budget.Category      // in display order, group by group
	Months     []budget.Month         // those with notes or other data, oldest first
	Sheet      *envelope.Sheet        // may be shared: not to be changed
	Views      []OwnView              // in display order
	Aims       *budgetsession.Targets // the states of the categories' targets in any month
	scheduled  []budget.Scheduled
	coming     map[budget.CellKey]schedules.CategoryComing
}

// comingMonths is the number of months after the present one that show scheduled rows.
const comingMonths = 12

// Frame returns the data around the screens of a budget.
func (a *App) Frame(ctx context.Context, who Actor, id string) (pageframe.Frame, error) {
	var f pageframe.Frame
	err := pageframe.View(ctx, a.access, who, id, &f, func(*store.ReadTx) error { return nil })
	return f, err
}

// Screen returns the data of the budget screen.
func (a *App) Screen(ctx context.Context, who Actor, id string) (Screen, error) {
	var s Screen
	err := pageframe.View(ctx, a.access, who, id, &s.Frame, func(v *store.ReadTx) (err error) {
		if err := iterutil.Try(iterutil.Store(&s.Groups, v.Groups), iterutil.Store(&s.Categories, v.Categories), iterutil.Store(&s.Months, v.Months)); err != nil {
			return err
		}
		if s.Views, err = ownViews(v, s.Groups, s.Categories); err != nil {
			return err
		}
		if s.scheduled, err = v.Scheduled(); err != nil {
			return err
		}
		today := a.Today(ctx)
		s.coming = schedules.ComingFor(s.scheduled, today, today.Month().Add(comingMonths).Last())
		if s.Sheet, err = v.Sheet(); err != nil {
			return err
		}
		s.Aims, err = budgetsession.TargetsOf(v, &envelope.Outline{Groups: s.Groups, Categories: s.Categories}, s.Sheet, today)
		return err
	})
	return s, err
}

// ComingFor returns the rows scheduled for a category in a month, from today on.
func (s *Screen) ComingFor(category budget.CategoryNo, m civil.Month) schedules.CategoryComing {
	return s.coming[budget.CellKey{Category: category, Month: m}]
}

// SchedulesOf returns the ids of the scheduled transactions that take money from a category.
func (s *Screen) SchedulesOf(category budget.CategoryNo) map[string]bool {
	ids := map[string]bool{}
	for i := range s.scheduled {
		if target.Takes(&s.scheduled[i], category) > 0 {
			ids[s.scheduled[i].ID] = true
		}
	}
	return ids
}

// PageVersion is the version of a budget's pages for the actor on a day.
type PageVersion struct {
	store.PageVersion
	Today civil.Date
	Banks int64 // the version of the states of bank connections
}

// PageVersion returns the version of a budget's pages, at the cost of one statement.
func (a *App) PageVersion(ctx context.Context, who Actor, id string) (PageVersion, error) {
	version, err := a.access.PageVersion(ctx, who, id)
	if err != nil {
		return PageVersion{}, err
	}
	banks, err := a.StateOf(ctx, version.Budget())
	return PageVersion{version, a.Today(ctx), banks.Version}, err
}

// Knowledge returns the number of a budget's last change: open pages request it to detect changes by other processes.
func (a *App) Knowledge(ctx context.Context, who Actor, id string) (int64, error) {
	h, err := a.access.Header(ctx, who, id, auth.See)
	return h.Knowledge, err
}
