package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/web"
	"holdover/internal/testing/testkit"
)

// serving runs a handler with Serve and returns its address. stop stops the server and waits for it.
func serving(t *testing.T, h http.Handler) (url string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- Serve(ctx, "127.0.0.1:0", h, slog.New(slog.DiscardHandler), func(url string) { ready <- url })
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return <-ready, stop
}

// Requests that run when the server stops are not cancelled, and Serve waits for them.
func TestRunningRequestsFinish(t *testing.T) {
	started, resume := make(chan struct{}), make(chan struct{})
	url, stop := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(started)
		<-resume
		if r.Context().Err() == nil {
			_, _ = io.WriteString(w, "done")
		}
	}))
	answer := make(chan string, 1)
	go func() {
		resp, err := http.Get(url)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		answer <- string(text)
	}()
	<-started
	stopped := make(chan struct{})
	go func() { defer close(stopped); stop() }()
	for { // until it accepts no more connections
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			break
		}
		conn.Close()
	}
	close(resume)
	if got := <-answer; got != "done" {
		t.Errorf("response is %q, want \"done\"", got)
	}
	<-stopped
}

// TestCancelledImportReportsTheReason: the page of a cancelled import blamed the program, and neither it nor the log
// contained the reason.
func TestCancelledImportReportsTheReason(t *testing.T) {
	a, _ := running(t, web.Options{})
	owner, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := testkit.Household()
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	ctx, cut := context.WithCancelCause(t.Context())
	body, form := io.Pipe()
	parts := multipart.NewWriter(form)
	go func() {
		sent := parts.WriteField("name", "Household")
		file, err := parts.CreateFormFile("file", testkit.HouseholdName)
		if err == nil {
			_, err = io.CopyN(file, plan, 1000)
		}
		cut(httpx.ErrStopped)
		if err == nil {
			_, err = io.Copy(file, plan)
		}
		form.CloseWithError(errors.Join(sent, err, parts.Close()))
	}()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/import", body)
	r.Header.Set("Content-Type", parts.FormDataContentType())
	answer := httptest.NewRecorder()
	var log bytes.Buffer
	Handler(Config{App: a, Log: slog.New(slog.NewJSONHandler(&log, nil)), Pages: web.Options{As: owner.Who}}).ServeHTTP(answer, r)
	const says = "Holdover was stopped before it had an answer; nothing was changed"
	if answer.Code != http.StatusServiceUnavailable || !strings.Contains(answer.Body.String(), says) || !strings.Contains(log.String(), says) {
		t.Errorf("cancelled import: status %d: %s; log:\n%s", answer.Code, answer.Body.String(), log.String())
	}
}

// TestSlowDownloadsDoNotBlockOthers stalls more downloads than the database has connections, and then requests the health
// check, pages and the API.
func TestSlowDownloadsDoNotBlockOthers(t *testing.T) {
	a, _ := running(t, web.Options{})
	doc, err := os.Open(testkit.Plan(t, "--seed", "1", "--years", "5", "--tx", "30000")) // more than all buffers in between can store
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	got, err := a.Import(t.Context(), app.Machine(), doc, migration.ImportOptions{FileName: "plan.json"})
	if err != nil {
		t.Fatal(err)
	}
	owner, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	token, _, err := a.NewToken(t.Context(), owner.Who, users.TokenRequest{Name: "slow", Scope: auth.ReadOnly, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	url, _ := serving(t, Handler(Config{App: a, Log: slog.New(slog.DiscardHandler)}))
	request := "GET /v1/plans/" + got.Budget.ID + " HTTP/1.1\r\nHost: " + strings.TrimPrefix(url, "http://") + "\r\nAuthorization: Bearer " + token.Reveal() + "\r\n\r\n"
	for range 8 { // the limit of one user
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(conn, make([]byte, 20)); err != nil { // the download has started, and no more is read
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/healthz", "/sign-in", "/v1/plans"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token.Reveal())
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Errorf("GET %s during the downloads: %s", path, resp.Status)
		}
	}
}
