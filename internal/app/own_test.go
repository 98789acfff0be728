package app

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// TestSavedViewsAndFiltersAreSeparate saves views and filters, which share a table: they have separate positions and names,
// and a changed one keeps its name if the given name is empty.
func TestSavedViewsAndFiltersAreSeparate(t *testing.T) {
	a, ctx, me := newApp(t), t.Context(), Machine()
	b, err := a.NewBudget(ctx, me, BudgetEntry{Name: "Shelves", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	filter := registers.OwnFilter{ID: NewID(), Name: "Mine", SavedRows: registers.KeptOf(&rows.Filter{Search: "rent"})}
	view := OwnView{ID: NewID(), Name: "Mine", Look: FilterOverspent}
	keepFilter := func(f registers.OwnFilter) error { _, err := a.KeepFilter(ctx, me, b.ID, f); return err }
	keepView := func(v OwnView) error { _, err := a.KeepView(ctx, me, b.ID, v); return err }
	fails := func(what string, err error, kind apperr.Kind) {
		t.Helper()
		var appErr *apperr.Error
		if !errors.As(err, &appErr) || appErr.Kind != kind {
			t.Errorf("%s: error %v, want kind %v", what, err, kind)
		}
	}
	for _, err := range []error{keepFilter(filter), keepView(view), keepFilter(filter), keepView(view)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	fails("a view in a filter's place", keepView(OwnView{ID: filter.ID, Name: "Other"}), apperr.NotFound)
	fails("a filter in a view's place", keepFilter(registers.OwnFilter{ID: view.ID, Name: "Other", SavedRows: filter.SavedRows}), apperr.NotFound)
	fails("a name that a filter has", keepFilter(registers.OwnFilter{Name: "mine", SavedRows: filter.SavedRows}), apperr.Conflict)
	fails("a name that a look has", keepView(OwnView{Name: "snoozed"}), apperr.Conflict)
	fails("an id that is none", keepFilter(registers.OwnFilter{ID: strings.Repeat("x", 1000), Name: "Long", SavedRows: filter.SavedRows}), apperr.Invalid)
	fails("words without end", keepFilter(registers.OwnFilter{Name: "Long", SavedRows: registers.KeptOf(&rows.Filter{Search: strings.Repeat("x", rows.MaxWords+1)})}), apperr.Invalid)
	fails("a time that there is not", keepFilter(registers.OwnFilter{Name: "When", SavedRows: budget.SavedRows{Time: "some-day"}}), apperr.Invalid)
	fails("no name", keepView(OwnView{ID: NewID()}), apperr.Invalid)

	if err := keepFilter(registers.OwnFilter{ID: filter.ID, SavedRows: registers.KeptOf(&rows.Filter{Min: new(money.Milli(5))})}); err != nil {
		t.Fatal(err)
	}
	if err := keepView(OwnView{ID: view.ID, Look: FilterSnoozed}); err != nil {
		t.Fatal(err)
	}
	filters, err := a.OwnFilters(ctx, me, b.ID)
	if err != nil || len(filters) != 1 || filters[0].Name != "Mine" || filters[0].Search != "" || *filters[0].Min != 5 {
		t.Errorf("saved filters: %+v, want one named Mine (error %v)", filters, err)
	}
	screen, err := a.Screen(ctx, me, b.ID)
	if err != nil || len(screen.Views) != 1 || screen.Views[0].Name != "Mine" || screen.Views[0].Look != FilterSnoozed {
		t.Errorf("saved views: %+v, want one named Mine (error %v)", screen.Views, err)
	}
	if _, err := a.DeleteView(ctx, me, b.ID, filter.ID); err == nil {
		t.Error("a filter was deleted as a view")
	}
}

// A saved filter with deleted values selects fewer rows and says so, unless it excludes the deleted value.
func TestSavedFilterDropsDeletedValues(t *testing.T) {
	for _, c := range []struct {
		not, lost bool
	}{{false, true}, {true, false}} {
		h, ctx, me := newTestBudget(t), t.Context(), Machine()
		rows := registers.KeptOf(&rows.Filter{Search: "bread", More: &rows.More{Payees: rows.SomeOf{Of: []string{"baker"}, Not: c.not}}})
		done, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{Name: "Mine", SavedRows: rows})
		h.must(t, done, err)
		h.change(t, func(e *changeTx) error { return e.Remove(&budget.Payee{No: 3}) })
		filters, err := h.a.OwnFilters(ctx, me, h.id)
		if err != nil || len(filters) != 1 || filters[0].Lost != c.lost || filters[0].More != nil || filters[0].Search != "bread" {
			t.Errorf("excluded %t: saved filters %+v, want lost %t (error %v)", c.not, filters, c.lost, err)
		}
	}
}

// Saved filters of a merged payee refer to the payee that it became, once if both were named, and undoing the merge
// restores them.
func TestSavedFiltersAndReportsFollowAMerge(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	saveFilter := func(name string, f rows.Filter) {
		t.Helper()
		done, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{Name: name, SavedRows: registers.KeptOf(&f)})
		h.must(t, done, err)
	}
	saveFilter("One", rows.Filter{Payee: "bakery"})
	saveFilter("Both", rows.Filter{More: &rows.More{Payees: rows.SomeOf{Of: []string{"bakery", "", "baker"}}}})
	saveFilter("All but one", rows.Filter{More: &rows.More{Payees: rows.SomeOf{Of: []string{"bakery"}, Not: true}}})
	ask := reports.Ask{Kind: report.KindSpending, ReportFilters: budget.ReportFilters{Payees: []string{"bakery", "baker"}}}
	done, err := h.a.KeepReport(ctx, me, h.id, reports.SavedReport{Name: "Bread", Ask: ask})
	h.must(t, done, err)
	want := func(one string, both, but, report []string) {
		t.Helper()
		filters, err := h.a.OwnFilters(ctx, me, h.id)
		own, err2 := h.a.OwnReports(ctx, me, h.id)
		if err != nil || err2 != nil || len(filters) != 3 || len(own) != 1 {
			t.Fatalf("saved filters %+v, reports %+v; want 3 and 1 (errors %v, %v)", filters, own, err, err2)
		}
		for i := range filters {
			if filters[i].Lost {
				t.Errorf("filter %s has lost a value", filters[i].Name)
			}
		}
		if filters[0].Payee != one || !slices.Equal(filters[1].More.Payees.Of, both) || !slices.Equal(filters[2].More.Payees.Of, but) || !slices.Equal(own[0].Payees, report) {
			t.Errorf("after a merge: filters %+v, reports %+v", filters, own)
		}
	}
	before := func() {
		want("bakery", []string{"bakery", "", "baker"}, []string{"bakery"}, []string{"bakery", "baker"})
	}
	before()
	merged, err := h.a.MergePayees(ctx, me, h.id, "baker", []string{"bakery"})
	h.must(t, merged, err)
	want("baker", []string{"baker", ""}, []string{"baker"}, []string{"baker"})
	undone, err := h.a.Undo(ctx, me, h.id, merged.Change)
	h.must(t, undone, err)
	before()
}
