package migration

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/surface/ui"
)

// Long lists are shortened initially and complete on demand.
func TestLongListsAreCompleteOnDemand(t *testing.T) {
	t.Parallel()
	b := &pageframe.Budget{CurrencyFormat: money.DefaultFormat(), DateFormat: "DD.MM.YYYY"}
	view := migration.Reimport{New: 1500}
	for i := range 1500 {
		view.Changes = append(view.Changes, app.ReimportChange{Action: app.ReimportNew, Kind: "payee", Name: fmt.Sprint(i)})
	}
	if p := newerPreview(view, b, false); !p.Shortened || len(p.Sections[0].Table.Rows) != maxChanges || p.Sections[0].Count != "1,500" {
		t.Errorf("%d changes are shown, counted as %+v", len(p.Sections[0].Table.Rows), p.Sections[0].Count)
	}
	if p := newerPreview(view, b, true); p.Shortened || len(p.Sections[0].Table.Rows) != 1500 {
		t.Errorf("%d changes are shown of all", len(p.Sections[0].Table.Rows))
	}

	proposal := &migration.CleanUp{Proposal: &cleanup.Proposal{Kind: cleanup.Holds}}
	for i := range 1500 {
		proposal.Proposal.Items = append(proposal.Proposal.Items, cleanup.Item{ID: fmt.Sprint(i), Action: cleanup.Hold})
	}
	list := func(form url.Values) { // the result of app for the same request
		items := proposal.Proposal.Items
		for _, one := range cleanUpsAsked(form) {
			if one.Kind == cleanup.Holds && one.Most > 0 {
				items = items[:one.Most]
			}
		}
		proposal.Items = iterutil.Map(items, func(i cleanup.Item) migration.CleanUpItem { return migration.CleanUpItem{Item: i} })
	}
	list(url.Values{"kind": {"hold"}})
	d := &cleanUpDrawing{screen: &app.Screen{}, Figures: ui.Figures{Format: b.CurrencyFormat}, Links: ui.LinksOf("b"), chosen: cleanup.Holds}
	if card := d.card(proposal); card.More != "and 1,400 more" || len(card.Items) != maxItems || card.Count != "1,500" || card.All {
		t.Errorf("%d items are shown, with the link %q", len(card.Items), card.More)
	}
	d.all = true
	list(url.Values{"kind": {"hold"}, "all": {"1"}})
	if card := d.card(proposal); card.More != "" || len(card.Items) != 1500 || !card.All {
		t.Errorf("%d items are shown of all, with the link %q", len(card.Items), card.More)
	}

	march := civil.MakeMonth(2026, 3)
	report := &verification.Report{Evidence: map[verification.Cause][]verification.Evidence{}}
	for i := range 400 {
		report.Evidence[verification.EditedHere] = append(report.Evidence[verification.EditedHere], verification.Evidence{Month: march, Of: fmt.Sprint(i), Amount: 1})
	}
	v := &verifyDrawing{Report: report, Figures: ui.Figures{Format: b.CurrencyFormat}, Links: ui.LinksOf("b")}
	var some, all VerifyCause
	v.prove(&some, verification.EditedHere, march)
	v.all = true
	v.prove(&all, verification.EditedHere, march)
	if len(some.Evidence) != maxEvidence || !strings.HasSuffix(some.AllURL, "month=2026-03&all=1") || some.More != "and 100 older ones" {
		t.Errorf("%d items of evidence are shown, with the link %q to %s", len(some.Evidence), some.More, some.AllURL)
	}
	if len(all.Evidence) != 400 || all.AllURL != "" {
		t.Errorf("%d items of evidence are shown of all", len(all.Evidence))
	}

	// A page with five thousand differences had sixty thousand elements.
	for i := range 400 {
		v.Cells.List = append(v.Cells.List, verification.CellLine{Month: march, Category: fmt.Sprint(i), Blame: verification.FileContradicts})
		v.Contradictions = append(v.Contradictions, fmt.Sprint(i))
	}
	for _, all := range []bool{false, true} {
		v.all = all
		long := 0
		for _, s := range v.page().Sections {
			if s.Count == "400" && (all && s.More == "" && len(s.Table.Rows) == 400 || !all && s.More == "and 100 more" && s.AllURL == v.To("verification?all=1") && len(s.Table.Rows) == maxListed) {
				long++
			}
		}
		if long != 2 {
			t.Errorf("all %v: %d sections have the right length", all, long)
		}
	}
}
