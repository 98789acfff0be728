package server

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestMetricsNameRoutesWithoutIDs requests pages and calls with ids and tokens in their addresses. The metrics name the pattern of
// each route, so that they reveal no id and do not grow with the number of addresses.
func TestMetricsNameRoutesWithoutIDs(t *testing.T) {
	for name, cfg := range map[string]store.Config{"SQLite": {Dir: t.TempDir()}, "PostgreSQL": {URL: databasetest.Postgres(t)}} {
		a := apptest.Open(t, cfg)
		testkit.NoError(t, a.CreateOwner(t.Context(), "Anna", password))
		in := testkit.Must(a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password}))(t)
		token, _, err := a.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "script", Scope: auth.Full, Password: password})
		testkit.NoError(t, err)
		pages := web.Options{As: in.Who}
		h, scrape := measured(Handler(Config{App: a, Log: slog.New(slog.DiscardHandler), Pages: pages}), Config{App: a, Version: "1.2.3"})
		get := func(h http.Handler, path string) *httptest.ResponseRecorder {
			rec, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil)
			if strings.HasPrefix(path, "/v1/") {
				r.Header.Set("Authorization", "Bearer "+token.Reveal())
			}
			h.ServeHTTP(rec, r)
			return rec
		}
		const id = "0b5a1f5e-3c7e-4a55-8a1e-2f6a3d1c9b77"
		for _, path := range []string{"/budgets/" + id, "/v1/plans/" + id + "/accounts?search=secret", "/no-such-page/" + id} {
			get(h, path)
		}
		rec := get(scrape, "/metrics")
		text := rec.Body.String()
		for _, want := range []string{`holdover_build_info{version="1.2.3"} 1`, `route="/budgets/{id}"`, `route="/v1/plans/{plan_id}/accounts"`, "\nholdover_database_bytes ", "\nholdover_cache_bytes "} {
			if rec.Code != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("%s: the metrics (status %d) lack %q:\n%s", name, rec.Code, want, text)
			}
		}
		for _, unwanted := range []string{id, "secret", "no-such-page"} {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s: the metrics contain %q:\n%s", name, unwanted, text)
			}
		}
		if status := get(scrape, "/").Code; status != http.StatusNotFound {
			t.Errorf("%s: the address of the metrics answers / with %d, want 404", name, status)
		}
	}
}

// TestTakenMetricsAddressIsReportedFirst starts a server whose address for metrics is taken. It once printed the address of the
// pages first, although it stopped at once.
func TestTakenMetricsAddressIsReportedFirst(t *testing.T) {
	taken := testkit.Must((&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	err := Run(t.Context(), Config{
		Listen: "127.0.0.1:0", Metrics: taken.Addr().String(), App: apptest.New(t), Log: slog.New(slog.DiscardHandler),
		Ready: func(url string) { t.Errorf("ready at %s", url) },
	})
	if err == nil || !strings.Contains(err.Error(), taken.Addr().String()) {
		t.Errorf("got the error %v, want one about %s", err, taken.Addr())
	}
}
