package oauth

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// signedInLongAgo moves all sign-ins an hour into the past.
func (h *holdover) signedInLongAgo() {
	h.t.Helper()
	s := testkit.Must(store.Open(h.t.Context(), store.Config{Dir: h.dir}))(h.t)
	defer s.Close()
	testkit.NoError(h.t, s.DB().Exec(h.t.Context(), "UPDATE session SET created_at = $1", time.Now().Add(-time.Hour).UnixMilli()))
}

// TestAttackConsentInAnOldSession: with the session of a user, found open, an application that registered itself got access
// that lasts longer than the session, while a token needed the password.
func TestAttackConsentInAnOldSession(t *testing.T) {
	t.Parallel()
	h := newHoldover(t)
	anna, address := h.person("Anna"), h.program(false).AuthCodeURL("xyz")
	_, body := anna.send(http.MethodGet, address, nil)
	form := consentForm(body)
	h.signedInLongAgo()
	resp, _ := anna.send(http.MethodGet, address, nil)
	to, err := resp.Location()
	if err != nil || to.Path != "/settings/sign-in" || h.url+to.Query().Get("back") != address {
		t.Errorf("redirect to %v (error %v)", to, err)
	}
	form.Set("choice", "allow")
	form.Set("scope", "full")
	if resp, body := anna.send(http.MethodPost, "/oauth/authorize", form); resp.StatusCode != http.StatusForbidden || !strings.Contains(body, "Confirm that it is you") {
		t.Error(resp.Status, body)
	}
}

// TestApplicationsNeedARecentSignIn: long after the sign-in, an application was registered and got a new secret. The page
// leads to the confirmation instead; access can still be removed.
func TestApplicationsNeedARecentSignIn(t *testing.T) {
	t.Parallel()
	h := newHoldover(t)
	anna := h.person("Anna")
	fields := url.Values{"name": {"Tool"}, "redirects": {h.url + "/callback"}, "kind": {"secret"}}
	if resp, body := anna.send("POST", settingsURL, fields); resp.StatusCode != http.StatusSeeOther {
		t.Fatal(resp.Status, body)
	}
	h.signedInLongAgo()

	_, page := anna.send("GET", settingsURL, nil)
	_, id, _ := strings.Cut(page, "/settings/oauth/applications/")
	id, _, _ = strings.Cut(id, `"`)
	for _, form := range []string{`action="/settings/oauth"`, `value="secret"`, `value="save"`} {
		if strings.Contains(page, form) {
			t.Errorf("the page has %s", form)
		}
	}
	if !strings.Contains(page, `href="/settings/sign-in?back=%2Fsettings%2Foauth"`) {
		t.Error("no link to the confirmation", page)
	}
	change := settingsURL + "/applications/" + id
	for address, form := range map[string]url.Values{settingsURL: fields, change: {"do": {"secret"}}} {
		if resp, body := anna.send("POST", address, form); resp.StatusCode != http.StatusForbidden || !strings.Contains(body, "more than 10 minutes since you signed in") {
			t.Error(address, resp.Status, body)
		}
	}
	if resp, _ := anna.send("POST", change, url.Values{"do": {"remove"}}); resp.StatusCode != http.StatusSeeOther {
		t.Error("the application was not removed", resp.Status)
	}
}
