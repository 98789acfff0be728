package web_test

import (
	"log/slog"
	"net/http"
	"net/url"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// Four changes read their form before they checked the permission, so that the response to a viewer's invalid form
// was 400. Every change now responds 403 to a viewer and 404 to a user without access, for any form.
func TestEveryChangeChecksPermissionFirst(t *testing.T) {
	t.Parallel()
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	id := world.ImportSample(t)
	ben := world.SignedInPlain(t, "Ben", walk.BensPassword)
	paths := []string{
		"/rename", "/delete", "/clean-up/debt", "/clean-up/none", "/cards", "/newer-file/none", "/accounts", "/rows/form",
		"/rules/form", "/scheduled/form", "/accounts/none/bank-file/none", "/undo", "/redo",
		"/banks/connect", "/banks/none/link", "/banks/none/accounts", "/banks/none/disconnect", "/banks/none/fetch", "/banks/none/preview",
	}
	for _, name := range web.ChangeNames() {
		paths = append(paths, "/do/"+name)
	}
	if len(paths) < 60 {
		t.Fatalf("only %d addresses were found", len(paths))
	}
	invalid := url.Values{
		"menu": {"row-form=1"}, "amount": {"twelve"}, "month": {"never"}, "date": {"someday"}, "order": {"x"}, "before": {"x"}, "count": {"x"},
		"kind": {"x"}, "role": {"x"}, "change": {"x"},
	}
	for _, want := range []int{http.StatusNotFound, http.StatusForbidden} {
		if want == http.StatusForbidden {
			testkit.NoError(t, world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"))
		}
		for _, path := range paths {
			for _, form := range []url.Values{nil, invalid} {
				if status := ben.Read(ben.HTTP.PostForm(world.Server.URL+"/budgets/"+id+path, form)); status != want {
					t.Errorf("%s with %v: %d, want %d\n%.300s", path, form, status, want, ben.Page)
				}
			}
		}
	}
}
