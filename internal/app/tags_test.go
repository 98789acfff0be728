package app

import (
	"slices"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/app/tags"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// tagged is a budget with tags in notes of a transaction, a split, a schedule and a rule, in a saved filter and in a saved report.
type tagged struct {
	*testing.T
	a  *App
	id string
}

func newTagged(t *testing.T) *tagged {
	a := newApp(t)
	ctx, me := t.Context(), Machine()
	b, err := a.NewBudget(ctx, me, BudgetEntry{Name: "Journeys", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	h := &tagged{t, a, b.ID}
	_, account, err := a.AddAccount(ctx, me, h.id, AccountEntry{Name: "Checking", Type: "checking", OnBudget: true})
	if err != nil {
		t.Fatal(err)
	}
	add := func(e rows.Entry) {
		t.Helper()
		e.Account, e.Date = account, march
		if _, _, err := a.AddRow(ctx, me, h.id, e); err != nil {
			t.Fatal(err)
		}
	}
	add(rows.Entry{Amount: -5_000, Memo: "ferry #Holiday #family"})
	add(rows.Entry{Amount: -3_000, Memo: "market", Parts: []rows.PartEntry{{Amount: -1_000, Memo: "#holiday"}, {Amount: -2_000, Memo: "bread #Food"}}})
	add(rows.Entry{Amount: -9_000, Memo: "##holiday #holidays"})
	if _, _, err := a.AddScheduled(ctx, me, h.id, schedules.Entry{Entry: rows.Entry{Account: account, Date: march.AddDays(40), Amount: -1_000, Memo: "#holiday fund"}, Frequency: "monthly"}); err != nil {
		t.Fatal(err)
	}
	asks := rules.Condition{Field: budget.RuleNotes, Test: budget.RuleContains, Text: "#holiday"}
	if _, _, err := a.SaveRule(ctx, me, h.id, rules.Entry{Conditions: []rules.Condition{asks}, Outcome: rules.Outcome{Notes: "x #holiday"}}, nil); err != nil {
		t.Fatal(err)
	}
	own := registers.OwnFilter{ID: NewID(), Name: "Journeys", SavedRows: registers.KeptOf(&rows.Filter{Search: "ferry -#family #holiday", More: &rows.More{Tags: rows.SomeOf{Of: []string{"#holiday"}}}})}
	if _, err := a.KeepFilter(ctx, me, h.id, own); err != nil {
		t.Fatal(err)
	}
	journeys := reports.Ask{Kind: report.KindSpending, By: reports.ByTag, Across: reports.ByMonth, ReportFilters: budget.ReportFilters{Tags: []string{"holiday", rows.None}, Not: []string{"tag"}}}
	if _, err := a.KeepReport(ctx, me, h.id, reports.SavedReport{Name: "Journeys", Ask: journeys}); err != nil {
		t.Fatal(err)
	}
	return h
}

// texts returns all texts that may have tags, sorted.
func (h *tagged) texts() (all []string) {
	w := wholeOf(h.T, h.a, h.id)
	for i := range w.Transactions {
		all = append(all, w.Transactions[i].Memo)
		all = append(all, iterutil.Map(w.Transactions[i].Parts, func(p budget.Part) string { return p.Memo })...)
	}
	all = append(all, w.Scheduled[0].Memo, w.Rules[0].When[0].Text, w.Rules[0].Then.Notes)
	own, err := h.a.OwnFilters(h.Context(), Machine(), h.id)
	if err != nil {
		h.Fatal(err)
	}
	all = append(append(all, own[0].Search), own[0].More.Tags.Of...)
	saved, err := h.a.OwnReports(h.Context(), Machine(), h.id)
	if err != nil || !saved[0].AllBut("tag") {
		h.Fatalf("the saved report is %+v, error %v", saved[0], err)
	}
	all = append(all, saved[0].Tags...)
	return slices.Sorted(slices.Values(all))
}

func (h *tagged) want(texts ...string) {
	h.Helper()
	slices.Sort(texts)
	if got := h.texts(); !slices.Equal(got, texts) {
		h.Errorf("the texts are %q, want %q", got, texts)
	}
	if err := h.a.CheckBudget(h.Context(), h.id); err != nil {
		h.Error(err)
	}
}

func (h *tagged) done(done ChangeResult, err error) ChangeResult {
	h.Helper()
	if err != nil || done.Change == 0 {
		h.Fatalf("change %+v, error %v", done, err)
	}
	return done
}

// TestTagsAreListedWithTheirUse lists names, colours, numbers and sums.
func TestTagsAreListedWithTheirUse(t *testing.T) {
	h := newTagged(t)
	h.done(h.a.DescribeTag(t.Context(), Machine(), h.id, "#food", new("pink"), new(" Eating ")))
	got, err := h.a.TagsOf(t.Context(), Machine(), h.id)
	if err != nil {
		t.Fatal(err)
	}
	type use struct {
		name                   string
		uses, scheduled, rules int
		sum                    money.Milli
	}
	uses := iterutil.Map(got.Tags, func(t tags.Tag) use { return use{t.Name, t.Uses, t.Scheduled, t.Rules, t.Sum} })
	want := []use{{"family", 1, 0, 0, -5_000}, {"food", 1, 0, 0, -2_000}, {"Holiday", 2, 1, 1, -6_000}, {"holidays", 1, 0, 0, -9_000}}
	uses[2].name = "Holiday" // the newest of two on one day decides
	if !slices.Equal(uses, want) {
		t.Errorf("tags %+v, want %+v", uses, want)
	}
	if food := got.Tags[1]; food.Colour != "pink" || !food.OwnColour || food.Description != "Eating" {
		t.Errorf("the described tag is %+v", food)
	}
	names, err := h.a.SuggestTags(t.Context(), Machine(), h.id, "H", 5)
	if err != nil || len(names) != 2 {
		t.Errorf("tags that begin with H: %q, error %v", names, err)
	}
	found := 0
	if err := h.a.Transactions(t.Context(), Machine(), h.id, rows.Filter{Search: "#holiday"}, func(rows.Row) error { found++; return nil }); err != nil || found != 2 {
		t.Errorf("%d transactions with the tag, want 2; error %v", found, err)
	}
}

// TestATagIsRenamedEverywhere renames a tag in all notes, in one change, and undoes it.
func TestATagIsRenamedEverywhere(t *testing.T) {
	h := newTagged(t)
	before := h.texts()
	done := h.done(h.a.RenameTag(t.Context(), Machine(), h.id, "holiday", "#Viaje-é"))
	h.want("ferry #Viaje-é #family", "market", "#Viaje-é", "bread #Food", "##holiday #holidays", "#Viaje-é fund", "#Viaje-é", "x #Viaje-é", "ferry -#family #Viaje-é", "#Viaje-é", "#Viaje-é", rows.None)
	if _, err := h.a.Undo(t.Context(), Machine(), h.id, done.Change); err != nil {
		t.Fatal(err)
	}
	h.want(before...)
	for _, name := range []string{"", "two words", "#", "12", "a#b"} {
		if _, err := h.a.RenameTag(t.Context(), Machine(), h.id, "holiday", name); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("renaming to %q: error %v, want Invalid", name, err)
		}
	}
	if _, err := h.a.RenameTag(t.Context(), Machine(), h.id, "holiday", "FOOD"); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("renaming to the name of another tag: error %v, want Conflict", err)
	}
	if _, err := h.a.RenameTag(t.Context(), Machine(), h.id, "nothing", "x"); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("renaming a missing tag: error %v, want NotFound", err)
	}
	h.want(before...)
}

// TestTagsAreMergedAndRemoved merges a described tag into another one, removes that, and undoes both.
func TestTagsAreMergedAndRemoved(t *testing.T) {
	h := newTagged(t)
	before := h.texts()
	h.done(h.a.DescribeTag(t.Context(), Machine(), h.id, "holiday", new("red"), new("away")))
	h.done(h.a.DescribeTag(t.Context(), Machine(), h.id, "food", new("blue"), new("eating")))
	h.done(h.a.MergeTag(t.Context(), Machine(), h.id, "holiday", "food"))
	h.want("ferry #food #family", "market", "#food", "bread #Food", "##holiday #holidays", "#food fund", "#food", "x #food", "ferry -#family #food", "#food", "#food", rows.None)
	if all := wholeOf(t, h.a, h.id).Tags; len(all) != 1 || all[0].Name != "food" || all[0].Colour != "blue" {
		t.Errorf("the records after merging are %+v", all)
	}
	h.done(h.a.RemoveTag(t.Context(), Machine(), h.id, "FOOD"))
	h.want("ferry #family", "market", "", "bread", "##holiday #holidays", "fund", "#food", "x", "ferry -#family #food", "#food", "#food", rows.None)
	if all := wholeOf(t, h.a, h.id).Tags; len(all) != 0 {
		t.Errorf("the records after removing are %+v", all)
	}
	for range 4 {
		if _, err := h.a.Undo(t.Context(), Machine(), h.id, 0); err != nil {
			t.Fatal(err)
		}
	}
	h.want(before...)
}
