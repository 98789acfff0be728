package banks_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestOnlyTheOwnerSeesForms shows the state of connections to others, without the forms that connect, link and disconnect.
func TestOnlyTheOwnerSeesForms(t *testing.T) {
	t.Parallel()
	w := webtest.NewEnvWithSignIn(t, ui.Options{})
	w.AddAnnaAndBen(t)
	c := connectable(t, w)
	testkit.NoError(t, c.App.SetShare(t.Context(), app.Machine(), c.id, "Anna", "owner"))
	testkit.NoError(t, c.App.SetShare(t.Context(), app.Machine(), c.id, "Ben", "viewer"))
	connection := c.connect(w.SignedInPlain(t, "Anna", walk.AnnasPassword))
	ben := w.SignedInPlain(t, "Ben", walk.BensPassword)
	for path, words := range map[string]string{c.at: "Only the owner of this budget can connect banks", connection: "Only the owner of this budget can link bank accounts"} {
		ben.Open(path)
		sees(ben, words, "No account is linked yet")
		if strings.Contains(ben.Page, `action="`+c.at) {
			t.Errorf("%s has forms for a viewer: %s", path, ben.Page)
		}
	}
}
