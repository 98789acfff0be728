package register_test

import (
	"testing"

	"holdover/internal/browsertest"
	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// TestAddTransactionOnAPhone: FOUND "Pages" 7. Save is in sight above the bar at the bottom, and the payee comes first.
func TestAddTransactionOnAPhone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewWorld(t, webtest.Pages)
	w := walk.New(t, world, walk.Looks[2])
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID + "/accounts/" + w.FirstAccount())
	w.Click("Add transaction")
	w.Until("the payee", `document.activeElement.id === 'row-payee'`)
	browsertest.Shot(t, w.Tab, "add-phone")
	if w.Eval(`(b => { const r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)) })(document.querySelector('.row-form [data-save]'))`) != "true" {
		t.Error("Save is covered, or out of sight")
	}
}
