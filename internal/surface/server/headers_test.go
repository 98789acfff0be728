package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web"
)

// ask makes a request with the given headers.
func ask(t *testing.T, method, address string, headers ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// Without sign-in, another site's page that made its name resolve to this address (DNS rebinding) could read the
// budgets, create a token and add a user.
func TestDemoAcceptsOnlyLoopbackNames(t *testing.T) {
	_, url := running(t, web.Options{As: app.Machine()})
	for host, good := range map[string]bool{
		"127.0.0.1:8585": true, "localhost": true, "LOCALHOST:1": true, "[::1]:8585": true, "127.9.9.9": true,
		"evil.example": false, "localhost.evil.example": false, "127.0.0.1.evil.example:8585": false, "192.168.1.7:8585": false, "0.0.0.0:8585": false, "[::]": false,
	} {
		for _, path := range []string{"/budgets", "/v1/plans", "/settings/oauth", "/oauth/authorize"} {
			resp, body := ask(t, http.MethodGet, url+path, "Host", host)
			if (resp.StatusCode != http.StatusMisdirectedRequest) != good || !good && strings.Contains(body, "Household") {
				t.Errorf("GET %s%s: status %d, want it accepted: %t", host, path, resp.StatusCode, good)
			}
		}
	}
}

func TestHSTSBehindTLS(t *testing.T) {
	_, url := running(t, web.Options{BehindProxy: true})
	for _, path := range []string{"/sign-in", "/v1/plans", "/healthz", "/assets/none"} {
		if resp, _ := ask(t, http.MethodGet, url+path, "X-Forwarded-Proto", "https"); resp.Header.Get("Strict-Transport-Security") != "max-age=31536000" {
			t.Errorf("GET %s: header %v, want HSTS for a year", path, resp.Header)
		}
		if resp, _ := ask(t, http.MethodGet, url+path); resp.Header.Get("Strict-Transport-Security") != "" {
			t.Errorf("GET %s without TLS: header %v, want no HSTS", path, resp.Header)
		}
	}
}

// The issuer does not depend on the Host header, which the example nginx configuration passes on.
func TestIssuerIsFixedBehindProxies(t *testing.T) {
	const metadata = "/.well-known/oauth-authorization-server"
	_, url := runningAs(t, Config{Pages: web.Options{BehindProxy: true}, Public: "https://money.example"})
	resp, body := ask(t, http.MethodGet, url+metadata, "Host", "evil.example")
	if resp.StatusCode != http.StatusOK || strings.Contains(body, "evil") || !strings.Contains(body, `"issuer":"https://money.example"`) {
		t.Errorf("metadata under another host name: status %d, want the public issuer: %s", resp.StatusCode, body)
	}
	_, url = running(t, web.Options{BehindProxy: true})
	for _, path := range []string{metadata, "/oauth/authorize?client_id=x"} {
		if resp, body := ask(t, http.MethodGet, url+path, "Host", "evil.example"); resp.StatusCode != http.StatusServiceUnavailable || strings.Contains(body, "evil") {
			t.Errorf("GET %s without a public address: status %d, want 503: %s", path, resp.StatusCode, body)
		}
	}
	// Without a proxy the issuer is the requested address, since no other is configured. A client that sends another
	// host receives only its own response, which is not cached, and browsers send no session cookie there.
	_, url = running(t, web.Options{})
	for _, host := range []string{strings.TrimPrefix(url, "http://"), "nas.local:8585"} {
		resp, body := ask(t, http.MethodGet, url+metadata, "Host", host, "X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https", "Forwarded", "host=evil.example")
		if !strings.Contains(body, `"issuer":"http://`+host+`"`) || strings.Contains(body, "evil") || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("metadata under %s: status %d, header %v, want this issuer: %s", host, resp.StatusCode, resp.Header, body)
		}
	}
	for text, want := range map[string]string{
		"https://money.example/": "https://money.example", "http://NAS:8585": "http://nas:8585", "money.example": "", "https://": "", "ftp://x": "",
		"https://money.example/below": "", "https://a@money.example": "", "https://money.example?x": "",
	} {
		if got, err := ParsePublic(text); got != want || (err == nil) != (want != "") {
			t.Errorf("ParsePublic(%q) = %q, want %q (error %v)", text, got, want, err)
		}
	}
}

// Pages stored by the browser of a shared machine could be read by the next user.
func TestPagesAreNotStored(t *testing.T) {
	_, url := running(t, web.Options{As: app.Machine()})
	for _, path := range []string{"/budgets", "/settings/oauth", "/no-such-page", "/healthz", "/export-guide"} {
		if resp, _ := ask(t, http.MethodGet, url+path); resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("GET %s: Cache-Control %q, want no-store", path, resp.Header.Get("Cache-Control"))
		}
	}
}

// The length of a header line is limited.
func TestHeadersAreLimited(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	at, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Serve(ctx, "127.0.0.1:0", http.NotFoundHandler(), slog.New(slog.DiscardHandler), func(url string) { at <- url })
	}()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	url := <-at
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/sign-in", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Long", strings.Repeat("a", 128<<10))
	resp, err := http.DefaultClient.Do(request)
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return // refused before it was completely sent
	}
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Error(resp.StatusCode)
	}
}
