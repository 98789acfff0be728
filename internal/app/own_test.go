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

// TestSavedViewsAndFiltersAreSeparate saves a view and a filter with the same name. They share a table, but a view cannot
// be changed or deleted as a filter, or the reverse. Saving one again changes it: it keeps its name if the new name is
// empty.
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
	wantKind := func(what string, err error, kind apperr.Kind) {
		t.Helper()
		var appErr *apperr.Error
		if !errors.As(err, &appErr) || appErr.Kind != kind {
			t.Errorf("%s: got error %v, want kind %v", what, err, kind)
		}
	}
	for _, err := range []error{keepFilter(filter), keepView(view), keepFilter(filter), keepView(view)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantKind("a view with the id of a filter", keepView(OwnView{ID: filter.ID, Name: "Other"}), apperr.NotFound)
	wantKind("a filter with the id of a view", keepFilter(registers.OwnFilter{ID: view.ID, Name: "Other", SavedRows: filter.SavedRows}), apperr.NotFound)
	wantKind("the name of another filter", keepFilter(registers.OwnFilter{Name: "mine", SavedRows: filter.SavedRows}), apperr.Conflict)
	wantKind("the name of a built-in condition", keepView(OwnView{Name: "snoozed"}), apperr.Conflict)
	wantKind("an id that is too long", keepFilter(registers.OwnFilter{ID: strings.Repeat("x", 1000), Name: "Long", SavedRows: filter.SavedRows}), apperr.Invalid)
	wantKind("search text that is too long", keepFilter(registers.OwnFilter{Name: "Long", SavedRows: registers.KeptOf(&rows.Filter{Search: strings.Repeat("x", rows.MaxWords+1)})}), apperr.Invalid)
	wantKind("an unknown period", keepFilter(registers.OwnFilter{Name: "When", SavedRows: budget.SavedRows{Time: "some-day"}}), apperr.Invalid)
	wantKind("no name", keepView(OwnView{ID: NewID()}), apperr.Invalid)

	if err := keepFilter(registers.OwnFilter{ID: filter.ID, SavedRows: registers.KeptOf(&rows.Filter{Min: new(money.Milli(5))})}); err != nil {
		t.Fatal(err)
	}
	if err := keepView(OwnView{ID: view.ID, Look: FilterSnoozed}); err != nil {
		t.Fatal(err)
	}
	filters, err := a.OwnFilters(ctx, me, b.ID)
	if err != nil || len(filters) != 1 || filters[0].Name != "Mine" || filters[0].Search != "" || *filters[0].Min != 5 {
		t.Errorf("got saved filters %+v, want one named Mine with the minimum 5 and no search text (error %v)", filters, err)
	}
	screen, err := a.Screen(ctx, me, b.ID)
	if err != nil || len(screen.Views) != 1 || screen.Views[0].Name != "Mine" || screen.Views[0].Look != FilterSnoozed {
		t.Errorf("got saved views %+v, want one named Mine for snoozed categories (error %v)", screen.Views, err)
	}
	if _, err := a.DeleteView(ctx, me, b.ID, filter.ID); err == nil {
		t.Error("a filter was deleted as a view, want an error")
	}
}

// OwnFilters leaves out deleted payees in a list of payees of a filter. If the filter includes only deleted payees, it is
// reported as lost, because without them it would select unrelated rows. If it excludes only deleted payees, it is not
// lost, because without them it selects the same rows.
func TestSavedFilterOmitsDeletedValues(t *testing.T) {
	for _, excludes := range []bool{false, true} {
		wantLost := !excludes
		h, ctx, me := newTestBudget(t), t.Context(), Machine()
		saved := registers.KeptOf(&rows.Filter{Search: "bread", More: &rows.More{Payees: rows.SomeOf{Of: []string{"baker"}, Not: excludes}}})
		done, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{Name: "Mine", SavedRows: saved})
		h.must(t, done, err)
		const baker = 3
		h.change(t, func(e *changeTx) error { return e.Remove(&budget.Payee{No: baker}) })
		filters, err := h.a.OwnFilters(ctx, me, h.id)
		if err != nil || len(filters) != 1 || filters[0].Lost != wantLost || filters[0].More != nil || filters[0].Search != "bread" {
			t.Errorf("filter that excludes the deleted payee %t: got saved filters %+v, want one without payees, lost %t (error %v)", excludes, filters, wantLost, err)
		}
	}
}

// Saved filters and reports that name a merged payee name the payee that it was merged into instead. If they named both,
// they name it once. Undoing the merge restores the filters and reports.
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
	check := func(when, one string, both, allBut, inReport []string) {
		t.Helper()
		filters, err := h.a.OwnFilters(ctx, me, h.id)
		savedReports, reportsErr := h.a.OwnReports(ctx, me, h.id)
		if err != nil || reportsErr != nil || len(filters) != 3 || len(savedReports) != 1 {
			t.Fatalf("%s: got saved filters %+v and reports %+v, want 3 and 1 (errors %v, %v)", when, filters, savedReports, err, reportsErr)
		}
		for i := range filters {
			if filters[i].Lost {
				t.Errorf("%s: the filter %s is lost, want all its payees", when, filters[i].Name)
			}
		}
		if filters[0].Payee != one || !slices.Equal(filters[1].More.Payees.Of, both) || !slices.Equal(filters[2].More.Payees.Of, allBut) || !slices.Equal(savedReports[0].Payees, inReport) {
			t.Errorf("%s: got filters %+v and reports %+v, want the payees %q, %q, %q in filters and %q in the report", when, filters, savedReports, one, both, allBut, inReport)
		}
	}
	checkUnmerged := func(when string) {
		t.Helper()
		check(when, "bakery", []string{"bakery", "", "baker"}, []string{"bakery"}, []string{"bakery", "baker"})
	}
	checkUnmerged("before the merge")
	merged, err := h.a.MergePayees(ctx, me, h.id, "baker", []string{"bakery"})
	h.must(t, merged, err)
	check("after the merge", "baker", []string{"baker", ""}, []string{"baker"}, []string{"baker"})
	undone, err := h.a.Undo(ctx, me, h.id, merged.Change)
	h.must(t, undone, err)
	checkUnmerged("after undoing the merge")
}
