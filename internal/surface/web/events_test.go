package web_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
)

// An open page received events after its session was ended, until it was closed: only the user's role was checked.
func TestEventsEndWithTheirSession(t *testing.T) {
	web.SetBeat(t, 50*time.Millisecond)
	a := apptest.New(t)
	id := apptest.Household(t, a, app.Machine())
	if err := a.CreateOwner(t.Context(), "Anna", walk.AnnasPassword); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(web.New(a, slog.New(slog.DiscardHandler), ui.Options{}))
	t.Cleanup(server.Close)
	listen := func() (key string, events io.ReadCloser) {
		t.Helper()
		in, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: walk.AnnasPassword, Device: users.Device{Address: "192.0.2.1"}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/budgets/"+id+"/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.AddCookie(&http.Cookie{Name: "holdover_session", Value: in.Key.Reveal()})
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return in.Key.Reveal(), res.Body
	}
	ends, ended := listen()
	_, goesOn := listen()
	if err := a.SignOut(t.Context(), ends); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, ended); err != nil { // blocks if the events continue
		t.Error(err)
	}
	if n, err := io.ReadAtLeast(goesOn, make([]byte, 200), 100); err != nil {
		t.Errorf("the events of another session ended too, after %d bytes: %v", n, err)
	}
}
