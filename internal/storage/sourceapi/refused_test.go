package sourceapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/sourcetest"
)

func TestRefusedRequestsAreExplained(t *testing.T) {
	fail := func(status int, id, detail string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { sourcetest.Fail(w, status, id, "x", detail) }
	}
	page := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, "\n<!DOCTYPE html><html><title>Sign in to\n Wi-Fi</title>")
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		kind   apperr.Kind
		says   string
	}{
		"token":                 {fail(401, "401", "Bearer "+sourcetest.Token), apperr.Unauthorized, "shortened form"},
		"subscription":          {fail(403, "403.1", ""), apperr.Forbidden, "subscription"},
		"trial":                 {fail(403, "403.2", ""), apperr.Forbidden, "trial"},
		"scope":                 {fail(403, "403.3", ""), apperr.Forbidden, "may not read"},
		"too many requests":     {fail(403, "403.4", ""), apperr.Forbidden, "limit of data"},
		"other 403":             {fail(403, "403.9", "for "+sourcetest.Token), apperr.Forbidden, "for (token)"},
		"unknown path":          {fail(404, "404.1", ""), apperr.NotFound, "does not know the list"},
		"bad request":           {fail(400, "400", "x\x1b[31my"), apperr.Invalid, "x [31my"},
		"server error":          {fail(503, "503", ""), apperr.Unavailable, "could not give the list of plans"},
		"response is a page":    {page, apperr.Unavailable, `"Sign in to Wi-Fi"`},
		"response without data": {func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, "{}") }, apperr.Unavailable, "not the list of plans"},
		"empty response":        {func(http.ResponseWriter, *http.Request) {}, apperr.Unavailable, "was lost"},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(c.answer)
			defer s.Close()
			_, err := newClient(t, s.URL, sourcetest.Token, nil).Plans(t.Context())
			message := fmt.Sprintf("%v · %s", err, apperr.HintOf(err))
			if apperr.KindOf(err) != c.kind || !strings.Contains(message, c.says) {
				t.Errorf("%s: %s, want %s and %q", apperr.KindOf(err), message, c.kind, c.says)
			}
			if strings.Contains(fmt.Sprintf("%+v %#v", chain(err), err), sourcetest.Token) {
				t.Errorf("error contains the token: %v", chain(err))
			}
		})
	}
}

// chain returns every text of an error's chain, all of which a log could contain.
func chain(err error) (texts []string) {
	for err != nil {
		texts = append(texts, err.Error())
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			break
		}
		err = u.Unwrap()
	}
	return texts
}

func TestUnreachableServerIsReported(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	for address, want := range map[string]string{s.URL: "nothing answers at 127.0.0.1", "http://no-such-host.invalid": "no-such-host.invalid"} {
		_, err := newClient(t, address, "x", nil).Plans(t.Context())
		if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("plans of %s: error %v, want unavailable with %q", address, err, want)
		}
	}
}

func TestRedirectsDoNotRevealTheToken(t *testing.T) {
	var stolen string
	thief := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { stolen += r.Header.Get("Authorization") }))
	defer thief.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, thief.URL, http.StatusFound) }))
	defer s.Close()
	_, err := newClient(t, s.URL, "secret", nil).Plans(t.Context())
	if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), "redirects to") {
		t.Errorf("plans of a server that redirects: error %v, want unavailable and the redirect named", err)
	}
	if stolen != "" {
		t.Errorf("redirect sent the token to another host: %q", stolen)
	}
}

func TestToken(t *testing.T) {
	for in, want := range map[string]string{" abc\n": "abc", `"abc"`: "abc", "Bearer abc": "abc", "bearer  a-b_c": "a-b_c"} {
		if got, err := ParseToken(in); err != nil || got.Reveal() != want {
			t.Errorf("ParseToken(%q) = %q, want %q (error %v)", in, got.Reveal(), want, err)
		}
	}
	for _, in := range []string{"", "  ", "abc•••", "****f3", "XXX...abc", "a b", "añb", "a\x00b"} {
		if got, err := ParseToken(in); err == nil {
			t.Errorf("ParseToken(%q) = %q, want an error", in, got.Reveal())
		}
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", Token{"secret"}, "in", struct{ T Token }{Token{"secret"}})
	fmt.Fprintf(&log, "%v %+v %#v %s %q", Token{"secret"}, Token{"secret"}, Token{"secret"}, Token{"secret"}, Token{"secret"})
	if strings.Contains(log.String(), "secret") {
		t.Errorf("log contains the token: %s", log.String())
	}
}

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"":                        "https://api.ynab.com/v1",
		"https://api.ynab.com":    "https://api.ynab.com/v1",
		"https://api.ynab.com/v1": "https://api.ynab.com/v1",
		"ynab.com":                "https://api.ynab.com/v1",
		"http://127.0.0.1:8585":   "http://127.0.0.1:8585/v1",
		"127.0.0.1:8585/v1/":      "http://127.0.0.1:8585/v1",
		"[::1]:8585":              "http://[::1]:8585/v1",
		"localhost:8585":          "http://localhost:8585/v1",
		"nas.example":             "https://nas.example/v1",
		"https://Nas.example/h/":  "https://nas.example/h/v1",
		"http://nas:8585?a=b#c":   "http://nas:8585/v1",
	} {
		if got, err := ParseAddress(in); err != nil || got.String() != want {
			t.Errorf("ParseAddress(%q) = %q, want %q (error %v)", in, got, want, err)
		}
	}
	for _, in := range []string{"ftp://x", "http://", "http://u:p@host", "http://[::1", ":::"} {
		if got, err := ParseAddress(in); err == nil {
			t.Errorf("ParseAddress(%q) = %q, want an error", in, got)
		}
	}
}

func TestPick(t *testing.T) {
	plans := []Plan{{ID: "1", Name: "Home"}, {ID: "2", Name: "Work", dflt: true}, {ID: "3", Name: "work"}}
	for ref, want := range map[string]string{"1": "1", "home ": "1", LastUsed: "1", Default: "2", "3": "3", "Work": "", "x": ""} {
		got, err := Pick(plans, ref)
		if got.ID != want || (err == nil) == (want == "") {
			t.Errorf("Pick(%q) = plan %q, want %q (error %v)", ref, got.ID, want, err)
		}
	}
}
