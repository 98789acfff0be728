package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// TestRandomOperationsOnSavedReports saves, changes, renames, shows, moves and deletes reports at random, with undo and redo: they
// always equal a plain list, also in a copy of the budget.
func TestRandomOperationsOnSavedReports(t *testing.T) {
	a := newApp(t)
	ctx := t.Context()
	rapid.Check(t, func(rt *rapid.T) {
		b, err := a.NewBudget(ctx, Machine(), BudgetEntry{Name: NewID(), Currency: "EUR"})
		if err != nil {
			rt.Fatal(err)
		}
		id := b.ID
		var now []reports.SavedReport
		var before, after [][]reports.SavedReport // of the applied steps, and of the undone ones
		must := func(err error) {
			if err != nil {
				rt.Fatal(err)
			}
		}
		step := func(next []reports.SavedReport, done ChangeResult, err error) {
			must(err)
			if done.Change != 0 {
				before, after, now = append(before, now), nil, next
			}
		}
		one := func() int {
			if len(now) == 0 {
				rt.Skip("no saved reports")
			}
			return rapid.IntRange(0, len(now)-1).Draw(rt, "one")
		}
		rt.Repeat(map[string]func(*rapid.T){
			"keep": func(rt *rapid.T) {
				if len(now) == 12 {
					rt.Skip("no report can be added")
				}
				r := reports.SavedReport{ID: NewID(), Name: fmt.Sprint("Report ", len(before), len(now), NewID()), Front: rapid.Bool().Draw(rt, "front"), Ask: reports.Ask{
					Kind: report.KindSpending, Time: rapid.SampledFrom(report.Times).Draw(rt, "time"), By: rapid.SampledFrom(reports.SpendingWays).Draw(rt, "by"), Across: rapid.SampledFrom([]reports.SpendingBy{"", reports.ByMonth, reports.ByYear}).Draw(rt, "across"),
					ReportFilters: budget.ReportFilters{Flags: []string{"red", rows.None}},
				}}
				done, err := a.KeepReport(ctx, Machine(), id, r)
				step(append(slices.Clone(now), r), done, err)
				again, err := a.KeepReport(ctx, Machine(), id, r) // a form that was sent twice
				must(err)
				if again.Change != 0 {
					rt.Fatal("the same report was saved twice")
				}
			},
			"change": func(rt *rapid.T) {
				next, i := slices.Clone(now), one()
				next[i].Ask = reports.Ask{Kind: report.KindComing, Days: rapid.IntRange(1, 9).Draw(rt, "days")}
				r := next[i]
				r.Name = ""
				done, err := a.KeepReport(ctx, Machine(), id, r)
				step(next, done, err)
			},
			"rename": func(rt *rapid.T) {
				next, i := slices.Clone(now), one()
				next[i].Name = NewID()
				done, err := a.RenameReport(ctx, Machine(), id, next[i].ID, next[i].Name)
				step(next, done, err)
			},
			"show": func(rt *rapid.T) {
				next, i := slices.Clone(now), one()
				next[i].Front = !next[i].Front
				done, err := a.ShowReport(ctx, Machine(), id, next[i].ID, next[i].Front)
				step(next, done, err)
			},
			"move": func(rt *rapid.T) {
				i, to := one(), one()
				moved, next := now[i], slices.Delete(slices.Clone(now), i, i+1)
				if i == to {
					next = append(next, moved)
					done, err := a.MoveReport(ctx, Machine(), id, moved.ID, "")
					step(next, done, err)
					return
				}
				at := slices.IndexFunc(next, func(r reports.SavedReport) bool { return r.ID == now[to].ID })
				done, err := a.MoveReport(ctx, Machine(), id, moved.ID, now[to].ID)
				step(slices.Insert(next, at, moved), done, err)
			},
			"delete": func(rt *rapid.T) {
				i := one()
				done, err := a.DeleteReport(ctx, Machine(), id, now[i].ID)
				step(slices.Delete(slices.Clone(now), i, i+1), done, err)
			},
			"undo": func(rt *rapid.T) {
				if len(before) == 0 {
					rt.Skip("nothing to undo")
				}
				_, err := a.Undo(ctx, Machine(), id, 0)
				must(err)
				last := len(before) - 1
				after, now, before = append(after, now), before[last], before[:last]
			},
			"redo": func(rt *rapid.T) {
				if len(after) == 0 {
					rt.Skip("nothing to redo")
				}
				_, err := a.Redo(ctx, Machine(), id, 0)
				must(err)
				last := len(after) - 1
				before, now, after = append(before, now), after[last], after[:last]
			},
			"": func(rt *rapid.T) {
				got, err := a.OwnReports(ctx, Machine(), id)
				must(err)
				if diff := cmp.Diff(now, got, cmp.Comparer(func(a, b []reports.SavedReport) bool { return len(a) == len(b) && (len(a) == 0 || cmp.Equal(a, b)) })); diff != "" {
					rt.Fatal(diff)
				}
			},
		})
		another, err := a.Duplicate(ctx, Machine(), id)
		must(err)
		copied, err := a.OwnReports(ctx, Machine(), another.ID)
		must(err)
		if len(now) > 0 && !cmp.Equal(now, copied) {
			rt.Fatalf("reports in the copy differ: %s", cmp.Diff(now, copied))
		}
		h, err := a.store.Budget(ctx, id)
		must(err)
		faults, err := a.store.Verify(ctx, h.No)
		must(err)
		if len(faults) > 0 {
			rt.Fatal(faults)
		}
		must(a.Delete(ctx, Machine(), id))
		must(a.Delete(ctx, Machine(), another.ID))
	})
}

// Deleted values of a saved report's filter are dropped, and a filter without remaining values does not become one
// for all.
func TestSavedReportDropsDeletedValues(t *testing.T) {
	a := newApp(t)
	ctx := t.Context()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "1", "--tx", "60"))
	_, other, err := a.AddPayee(ctx, Machine(), id, "Baker Nobody Else Has")
	if err != nil {
		t.Fatal(err)
	}
	saveReport := func(name string, payees ...string) {
		t.Helper()
		if _, err := a.KeepReport(ctx, Machine(), id, reports.SavedReport{Name: name, Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: budget.ReportFilters{Payees: payees}}}); err != nil {
			t.Fatal(err)
		}
	}
	saveReport("Baker", "Baker Nobody Else Has") // given by name; the id is stored
	saveReport("Baker and others", other, rows.None)
	if _, err := a.DeletePayees(ctx, Machine(), id, []string{other}); err != nil {
		t.Fatal(err)
	}
	own, err := a.OwnReports(ctx, Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	if !own[0].Lost || own[1].Lost || !slices.Equal(own[1].Payees, []string{rows.None}) {
		t.Errorf("saved reports: %+v, want the first without its deleted value", own)
	}
	if _, err := a.Undo(ctx, Machine(), id, 0); err != nil {
		t.Fatal(err)
	}
	if own, err = a.OwnReports(ctx, Machine(), id); err != nil || own[0].Lost || !slices.Equal(own[0].Payees, []string{other}) {
		t.Errorf("saved reports after an undo: %+v, want the value back (error %v)", own, err)
	}
}

// A saved report stores excluded values once each; excluding only deleted values includes everything. A group and a
// category belong to one filter: it is lost when both are deleted.
func TestSavedReportWithExcludedValues(t *testing.T) {
	h := newTestBudget(t)
	ctx := t.Context()
	h.change(t, func(e *changeTx) error {
		if err := e.Put(&budget.Group{No: 9, ID: "trips", Name: "Trips"}); err != nil {
			return err
		}
		return e.Put(&budget.Category{No: 9, ID: "fuel", Group: 2, Name: "Fuel"})
	})
	for name, f := range map[string]budget.ReportFilters{
		"all but the baker":   {Payees: []string{"baker"}, Not: []string{"payee", "payee"}},
		"all but trips":       {Groups: []string{"trips"}, Payees: []string{"bakery"}, Not: []string{"category"}},
		"all but trips, fuel": {Groups: []string{"trips"}, Categories: []string{"fuel"}, Not: []string{"category"}},
		"trips and fuel":      {Groups: []string{"trips"}, Categories: []string{"fuel"}},
		"trips by a baker":    {Groups: []string{"trips"}, Payees: []string{"baker"}},
	} {
		if _, err := h.a.KeepReport(ctx, Machine(), h.id, reports.SavedReport{Name: name, Ask: reports.Ask{Kind: report.KindSpending, ReportFilters: f}}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(name string, lost bool, want budget.ReportFilters) {
		t.Helper()
		own, err := h.a.OwnReports(ctx, Machine(), h.id)
		if err != nil {
			t.Fatal(err)
		}
		r := own[slices.IndexFunc(own, func(r reports.SavedReport) bool { return r.Name == name })]
		if diff := cmp.Diff(want, r.ReportFilters); diff != "" || r.Lost != lost {
			t.Errorf("%s: lost %t, want %t; filters differ: %s", name, r.Lost, lost, diff)
		}
	}
	check("all but the baker", false, budget.ReportFilters{Payees: []string{"baker"}, Not: []string{"payee"}})
	check("all but trips", false, budget.ReportFilters{Groups: []string{"trips"}, Payees: []string{"bakery"}, Not: []string{"category"}})
	if _, err := h.a.DeletePayees(ctx, Machine(), h.id, []string{"baker"}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.a.DeleteGroup(ctx, Machine(), h.id, "trips", ""); err != nil {
		t.Fatal(err)
	}
	check("all but the baker", false, budget.ReportFilters{})
	check("all but trips", false, budget.ReportFilters{Payees: []string{"bakery"}})
	check("all but trips, fuel", false, budget.ReportFilters{Categories: []string{"fuel"}, Not: []string{"category"}})
	check("trips and fuel", false, budget.ReportFilters{Categories: []string{"fuel"}})
	check("trips by a baker", true, budget.ReportFilters{})
	if _, err := h.a.DeleteCategory(ctx, Machine(), h.id, "fuel", ""); err != nil {
		t.Fatal(err)
	}
	check("trips and fuel", true, budget.ReportFilters{})
}

// A report is saved only if it can be shown.
func TestOnlyValidReportsAreSaved(t *testing.T) {
	a := newApp(t)
	ctx := t.Context()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "1", "--tx", "60"))
	good := reports.SavedReport{Name: "Mine", Ask: reports.Ask{Kind: report.KindIncome}}
	if _, err := a.KeepReport(ctx, Machine(), id, good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*reports.SavedReport){
		"name in use":               func(r *reports.SavedReport) { r.Name = " mine " },
		"name of a standard report": func(r *reports.SavedReport) { r.Name = "Spending" },
		"empty name":                func(r *reports.SavedReport) { r.Name = "  " },
		"name too long":             func(r *reports.SavedReport) { r.Name = strings.Repeat("x", 10_000) },
		"unknown kind":              func(r *reports.SavedReport) { r.Kind = "weather" },
		"unknown period":            func(r *reports.SavedReport) { r.Time = "yesterday" },
		"unknown dimension":         func(r *reports.SavedReport) { r.By = "weather" },
		"unknown columns":           func(r *reports.SavedReport) { r.Across = "weather" },
		"columns of the same kind":  func(r *reports.SavedReport) { r.By, r.Across = reports.ByMonth, reports.ByYear },
		"months without columns":    func(r *reports.SavedReport) { r.By = reports.ByMonth },
		"period too long":           func(r *reports.SavedReport) { r.Days = 100_000 },
		"unknown category":          func(r *reports.SavedReport) { r.Categories = []string{"nowhere"} },
		"category missing":          func(r *reports.SavedReport) { r.Kind = report.KindCategory },
		"unknown flag":              func(r *reports.SavedReport) { r.Flags = []string{strings.Repeat("x", 10_000)} },
		"a million ids":             func(r *reports.SavedReport) { r.Flags = slices.Repeat([]string{"red"}, 1_000_000) },
	} {
		r := good
		r.Name = "Another"
		change(&r)
		if _, err := a.KeepReport(ctx, Machine(), id, r); apperr.KindOf(err) == apperr.Internal || err == nil {
			t.Errorf("%s: error %v, want the report refused", name, err)
		}
	}
	if _, err := a.RenameReport(ctx, Machine(), id, "nowhere", "x"); apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
}

// A group without categories selects nothing, rather than everything.
func TestReportOfAnEmptyGroupSelectsNothing(t *testing.T) {
	a := newApp(t)
	ctx := t.Context()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "41", "--years", "1", "--tx", "60"))
	if _, err := a.NewGroup(ctx, Machine(), id, "Nothing yet"); err != nil {
		t.Fatal(err)
	}
	span := report.Span{From: civil.MakeMonth(2020, 1), Until: civil.MakeMonth(2029, 12)}
	got, err := a.Spending(ctx, Machine(), id, reports.Query{Span: span, ReportFilters: budget.ReportFilters{Groups: []string{"Nothing yet"}}}, reports.ByCategory)
	if err != nil || len(got.Lines) > 0 {
		t.Errorf("report of an empty group has %d lines, want none (error %v)", len(got.Lines), err)
	}
}
