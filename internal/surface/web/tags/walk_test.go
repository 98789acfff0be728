package tags_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/tag"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// addTagged adds transactions with tags of every colour.
func addTagged(t *testing.T, w *walk.Walker, world *walk.Env) {
	t.Helper()
	accounts, err := world.App.Accounts(t.Context(), app.Machine(), w.ID)
	if err != nil {
		t.Fatal(err)
	}
	add := func(amount int, memo string) {
		t.Helper()
		e := rows.Entry{Account: accounts[0].ID, Date: civil.MakeDate(2026, 8, 20), Amount: walkAmount(amount), PayeeName: "Ferry", Memo: memo}
		if _, _, err := world.App.AddRow(t.Context(), app.Machine(), w.ID, e); err != nil {
			t.Fatal(err)
		}
	}
	add(-120_000, "to Calais #holiday, with #family")
	add(-30_000, "#Holiday lunch")
	add(-7_000, "#donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft")
	for i, colour := range tag.Colours {
		add(-1_000*(i+1), "#"+colour+"-one")
		if _, err := world.App.DescribeTag(t.Context(), app.Machine(), w.ID, colour+"-one", colour, "The colour "+colour); err != nil {
			t.Fatal(err)
		}
	}
}
