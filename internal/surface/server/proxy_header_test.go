package server

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/users"
	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/proxyauth"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// TestAttackProxyHeader sends the header over the network: to pages, to the API, to health checks, in another case and twice.
// Tokens go on without it.
func TestAttackProxyHeader(t *testing.T) {
	t.Parallel()
	a := apptest.Open(t, store.Config{Dir: databasetest.Dir(t)})
	testkit.NoError(t, a.CreateOwner(t.Context(), "Anna", "four plain words here"))
	secret, _, err := a.NewToken(t.Context(), app.Machine(), users.TokenRequest{Name: "program", Scope: "full"})
	testkit.NoError(t, err)
	serve := func(network string) string {
		proxy := &proxyauth.Config{Header: "Remote-User", Networks: []netip.Prefix{netip.MustParsePrefix(network)}}
		srv := httptest.NewServer(Handler(Config{App: a, Log: slog.New(slog.DiscardHandler), Pages: web.Options{Proxy: proxy, BehindProxy: true}}))
		t.Cleanup(srv.Close)
		return strings.TrimPrefix(srv.URL, "http://")
	}
	ask := func(address, path string, headers ...string) (int, string) {
		t.Helper()
		conn := testkit.Must(net.Dial("tcp", address))(t)
		defer conn.Close()
		_, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: money.example\r\nAccept: text/html\r\nConnection: close\r\n%s\r\n", path, strings.Join(append(headers, ""), "\r\n"))
		testkit.NoError(t, err)
		res := testkit.Must(http.ReadResponse(bufio.NewReader(conn), nil))(t)
		defer res.Body.Close()
		return res.StatusCode, string(testkit.Must(io.ReadAll(res.Body))(t))
	}
	trusted, others := serve("127.0.0.0/8"), serve("10.0.0.0/8")
	for _, c := range []struct {
		at, path string
		headers  []string
		want     int
	}{
		{trusted, "/settings", []string{"Remote-User: Anna"}, 200},
		{trusted, "/settings", []string{"rEMOTE-uSER: anna"}, 200},
		{trusted, "/settings", nil, 303},
		{trusted, "/settings", []string{"Remote_User: Anna"}, 303},
		{trusted, "/settings", []string{"Remote-User: Anna", "remote-user: Anna"}, 403},
		{trusted, "/settings", []string{"Remote-User: Carl"}, 403},
		{trusted, "/settings", []string{"Remote-User:"}, 403},
		{trusted, "/settings", []string{"Remote-User: An\x00na"}, 400},
		{trusted, "/v1/budgets", []string{"Remote-User: Anna"}, 401},
		{trusted, "/v1/budgets", []string{"Remote-User: Carl", "Authorization: Bearer " + secret.Reveal()}, 200},
		{trusted, "/mcp", []string{"Remote-User: Anna"}, 401},
		{trusted, "/healthz", []string{"Remote-User: Carl", "Remote-User: Anna"}, 200},
		{others, "/settings", []string{"Remote-User: Anna"}, 303},
		{others, "/settings", []string{"Remote-User: Anna", "X-Forwarded-For: 10.1.2.3", "X-Real-Ip: 10.1.2.3", "Forwarded: for=10.1.2.3"}, 303},
		{others, "/settings", []string{"Remote-User: Anna", "Remote-User: Anna"}, 303},
		{others, "/healthz", []string{"Remote-User: Anna"}, 200},
		{others, "/v1/budgets", []string{"Authorization: Bearer " + secret.Reveal()}, 200},
	} {
		if got, body := ask(c.at, c.path, c.headers...); got != c.want {
			t.Errorf("%s with %q: %d, want %d\n%s", c.path, c.headers, got, c.want, body)
		}
	}
	if _, body := ask(trusted, "/settings", "Remote-User: Anna"); !strings.Contains(body, "Sign out") || strings.Contains(body, "Set-Cookie") {
		t.Error(body)
	}
}
