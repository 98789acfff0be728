package register_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// A viewer can search, filter and open splits, but finds no way to change anything; a submitted change is refused.
func TestViewersCannotChangeTheRegister(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	viewer := world.AsViewer(t, id)
	b := walk.NewPlain(t, viewer)
	b.Open("/budgets/" + id + "/accounts/all")
	b.Sees("300 transactions")
	for _, control := range []string{`name="pick"`, `edit-row`, `mark-it`, `flag-at`, `Add transaction`, `id="chosen"`, `class="dots"`, `rows/new`} {
		if strings.Contains(b.Page, control) {
			t.Errorf("a viewer sees %s", control)
		}
	}
	row, err := world.App.Register(t.Context(), app.Machine(), id, registers.Query{})
	if err != nil {
		t.Fatal(err)
	}
	named := row.Rows[slices.IndexFunc(row.Rows, func(r registers.Row) bool { return r.PayeeID != "" && r.TransferAccountID == "" })]
	b.Follow(named.PayeeName)
	if !strings.Contains(b.At, "payee="+named.PayeeID) {
		t.Errorf("the name of a payee leads to %s", b.At)
	}
	for _, what := range []string{"delete-rows", "duplicate-rows", "rows-flag", "rows-approve", "rows-category", "rows-cleared"} {
		if status := b.Read(b.HTTP.PostForm(viewer.Server.URL+"/budgets/"+id+"/do/"+what, map[string][]string{"rows": {row.Rows[0].ID}})); status != http.StatusForbidden {
			t.Errorf("%s by a viewer: status %d", what, status)
		}
	}

	w := walk.New(t, viewer, walk.WideDark)
	w.Open("/budgets/" + id + "/accounts/all")
	browsertest.Shot(t, w.Tab, "register-viewer")
	walk.Check(t, w.Tab, "the register of a viewer")
	w.ClickInRow("Split, 4 parts", ".split")
	w.Until("closed", `!!document.querySelector('.tx[data-folded]')`)
	w.Click("Filter")
	w.Choose("Flag", "Red")
	w.Click("Show")
	w.See("Red flag")
}
