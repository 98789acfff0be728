package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/app/apptest"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/mcp"
)

// listening serves a handler as every program does, until the test ends.
func listening(t *testing.T, h http.Handler) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	at, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- Serve(ctx, "127.0.0.1:0", h, slog.New(slog.DiscardHandler), func(url string) { at <- url })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return <-at
}

// A client that announced a body and never sent it could hold a connection forever at addresses outside the surfaces:
// at /healthz, at paths that the mux redirects, and at the paths of assistants. Only the surfaces had time limits.
func TestMissingBodyDoesNotHoldAConnection(t *testing.T) {
	t.Parallel()
	a, log := apptest.New(t), slog.New(slog.DiscardHandler)
	tools := http.NewServeMux()
	tools.Handle("/mcp", mcp.Handler(mcp.Config{App: a, Log: log}))
	var all sync.WaitGroup
	for name, h := range map[string]http.Handler{"serve": Handler(Config{App: a, Log: log}), "mcp": tools} {
		address := strings.TrimPrefix(listening(t, h), "http://")
		for _, asks := range []string{"GET /healthz", "POST //x", "GET //x", "POST /mcp", "GET /nowhere", "POST /v1/plans"} {
			for _, body := range []string{"Content-Length: 9", "Transfer-Encoding: chunked"} {
				all.Go(func() {
					if answer, err := answerTo(address, asks+" HTTP/1.1\r\nHost: x\r\n"+body+"\r\n\r\n"); err != nil || !strings.HasPrefix(answer, "HTTP/1.1 ") {
						t.Errorf("%s of %s, %s: response %q (error %v)", asks, name, body, answer, err)
					}
				})
			}
		}
	}
	all.Wait()
}

// answerTo sends the start of a request, and reads until the server closes the connection.
func answerTo(address, request string) (string, error) {
	line, err := net.Dial("tcp", address)
	if err != nil {
		return "", err
	}
	defer line.Close()
	if err := line.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return "", err
	}
	if _, err := io.WriteString(line, request); err != nil {
		return "", err
	}
	answer, err := io.ReadAll(line)
	return string(answer), err
}

// Responses outside the surfaces have the same headers as those of the surfaces.
func TestEveryResponseHasTheSecurityHeaders(t *testing.T) {
	a, log := apptest.New(t), slog.New(slog.DiscardHandler)
	tools := http.NewServeMux()
	tools.Handle("/mcp", mcp.Handler(mcp.Config{App: a, Log: log}))
	for _, h := range []http.Handler{Handler(Config{App: a, Log: log}), tools} {
		url := listening(t, h)
		for _, path := range []string{"/healthz", "//x", "/mcp", "/nowhere", "/v1/plans"} {
			resp, _ := ask(t, http.MethodGet, url+path)
			if h := resp.Header; h.Get("Content-Security-Policy") == "" || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
				t.Errorf("GET %s: status %d, header %v; want the security headers", path, resp.StatusCode, h)
			}
		}
	}
}

// Each reason why the server cannot listen has its own error. Every address was once reported as in use.
func TestListenErrorStatesTheReason(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for address, why := range map[string]string{taken.Addr().String(): "is using it", "192.0.2.1:8585": "an address of this machine"} {
		err := Serve(t.Context(), address, http.NotFoundHandler(), slog.New(slog.DiscardHandler), func(string) {})
		if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(apperr.HintOf(err), why) {
			t.Errorf("listen on %s: error %v (hint %q), want %q", address, err, apperr.HintOf(err), why)
		}
	}
}
