package web_test

import (
	"log/slog"
	"net/url"
	"regexp"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestAttackAccountEnumeration: a wrong password gets the same answer, after the same statements, for a user with a second
// factor, a user without one, and a name that no user has.
func TestAttackAccountEnumeration(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	a, _ := openSample(t, tap.URL)
	testkit.NoError(t, a.CreateOwner(t.Context(), "Anna", walk.AnnasPassword))
	testkit.Must(a.AddUser(t.Context(), app.Machine(), "Bens", walk.BensPassword))(t)
	setUpAuthenticator(t, a)
	b := signedInBrowser{t, web.New(a, slog.New(slog.DiscardHandler), ui.Options{}), nil}
	names := regexp.MustCompile(`Anna|Bens|Cleo|data-around="[^"]*"`)
	var wantStatements int
	var wantPage string
	for round := range 2 { // the first one prepares the statements
		for i, name := range []string{"Anna", "Bens", "Cleo"} {
			tap.Statements()
			rec := b.send("/sign-in", url.Values{"name": {name}, "password": {"a wrong password"}})
			sent, page := len(tap.Statements()), names.ReplaceAllString(rec.Body.String(), "")
			if round == 0 {
				continue
			}
			if i == 0 {
				wantStatements, wantPage = sent, page
			}
			if rec.Code != 401 || sent != wantStatements || page != wantPage || len(rec.Result().Cookies()) != 0 {
				t.Errorf("%s: status %d after %d statements, want 401 after %d; cookies %v", name, rec.Code, sent, wantStatements, rec.Result().Cookies())
			}
		}
	}
}
