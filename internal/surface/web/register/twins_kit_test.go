package register_test

import (
	"net/url"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// twins adds two transactions of the same account and amount, newer than all others, and returns their ids.
func twins(t *testing.T, world *walk.Env, id string) (ids []string) {
	t.Helper()
	for _, payee := range []string{"Twin typed", "Twin of the bank"} {
		_, row, err := world.App.AddRow(t.Context(), app.Machine(), id, rows.Entry{Account: world.AccountIDs(t, id)[0], Date: civil.MakeDate(2026, 11, 21), Amount: -77_770, PayeeName: payee})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, row)
	}
	return ids
}

// twinsIn opens a separate environment with a budget that has the duplicates among 300 other transactions.
func twinsIn(t *testing.T, look walk.Look) (w *walk.Walker, ids []string) {
	t.Helper()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w = walk.New(t, world, look)
	w.ID = world.ImportFile(t, walk.UglyPlan(t))
	return w, twins(t, world, w.ID)
}

// twinsShown opens the register with the duplicates that contain words.
func twinsShown(t *testing.T, look walk.Look, words string) (w *walk.Walker, ids []string) {
	t.Helper()
	w, ids = twinsIn(t, look)
	w.Open("/budgets/" + w.ID + "/accounts/all?search=" + url.QueryEscape(words))
	w.Until("the twins alone", `document.querySelectorAll('.tx').length > 0 && [...document.querySelectorAll('.tx')].every(e => e.innerText.includes('Twin'))`)
	return w, ids
}

// twinsOnAPhone selects both duplicates on a phone.
func twinsOnAPhone(t *testing.T, look walk.Look) *walk.Walker {
	t.Helper()
	w, _ := twinsShown(t, look, "twin 77.77")
	w.CheckTally("2 transactions")
	w.Click("Select")
	w.Tick(0)
	w.Tick(1)
	w.See("2 selected")
	return w
}
