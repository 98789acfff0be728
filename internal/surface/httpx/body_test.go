package httpx

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

// startServer starts a server on :0 with one route of each kind.
func startServer(t *testing.T) (address string) {
	t.Helper()
	rt := NewRouter(writeError)
	say := func(w http.ResponseWriter, r *http.Request) error {
		_, err := fmt.Fprintf(w, "got %d", len(r.PostFormValue("name")))
		return err
	}
	rt.Handle("POST /form", say)
	rt.HandleForm("POST /long", 1<<20, say)
	rt.HandleFile("POST /file", 1<<20, func(w http.ResponseWriter, r *http.Request) error {
		parts, err := r.MultipartReader()
		if err != nil {
			return err
		}
		for {
			part, err := parts.NextPart()
			if errors.Is(err, io.EOF) {
				return say(w, r)
			}
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, part); err != nil {
				return err
			}
		}
	})
	rt.Handle("GET /page", say)
	srv := httptest.NewServer(Wrap(rt, slog.New(slog.DiscardHandler), writeError))
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

// multipartOf returns a multipart form of a size.
func multipartOf(bytes int) string {
	return "--x\r\nContent-Disposition: form-data; name=\"theme\"; filename=\"f\"\r\n\r\n" + strings.Repeat("a", bytes) + "\r\n--x--\r\n"
}

// A form is limited in size and encoding, and a refused one leaves no file on the disk: POST /theme once accepted 120
// MB from any client and stored them.
func TestFormsAreLimited(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := "http://" + startServer(t)
	for _, c := range []struct {
		name, path, kind, body string
		status                 int
	}{
		{"a form", "/form", "application/x-www-form-urlencoded", "name=Anna", 200},
		{"invalid UTF-8", "/form", "application/x-www-form-urlencoded", "name=%ff%fe", 400},
		{"a zero byte", "/form", "application/x-www-form-urlencoded", "name=a%00b", 400},
		{"invalid UTF-8 in a name", "/form", "application/x-www-form-urlencoded", "%ff=a", 400},
		{"a form of 64 KB", "/form", "application/x-www-form-urlencoded", "name=" + strings.Repeat("a", FormBytes-5), 200},
		{"a form of 64 KB and a byte", "/form", "application/x-www-form-urlencoded", "name=" + strings.Repeat("a", FormBytes-4), 413},
		{"a long form where one is accepted", "/long", "application/x-www-form-urlencoded", "name=" + strings.Repeat("a", FormBytes), 200},
		{"files where a form is expected", "/form", "multipart/form-data; boundary=x", multipartOf(100), 415},
		{"large files where a form is expected", "/form", "multipart/form-data; boundary=x", multipartOf(40 << 20), 415},
		{"a form where files are expected", "/file", "application/x-www-form-urlencoded", "name=Anna", 415},
		{"a file", "/file", "multipart/form-data; boundary=x", multipartOf(1000), 200},
		{"a file too large", "/file", "multipart/form-data; boundary=x", multipartOf(1 << 20), 413},
		{"no content type", "/form", "", "name=Anna", 415},
	} {
		for _, chunked := range []bool{false, true} {
			var body io.Reader = strings.NewReader(c.body)
			if chunked {
				body = struct{ io.Reader }{body}
			}
			req, err := http.NewRequest(http.MethodPost, at+c.path, body)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", c.kind)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Errorf("request with %s: %v", c.name, err)
				continue
			}
			_ = resp.Body.Close()
			if resp.StatusCode != c.status {
				t.Errorf("%s, chunked %v: %d, want %d", c.name, chunked, resp.StatusCode, c.status)
			}
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("temporary files left behind: %v (error %v)", left, err)
	}
}

// A client that sends too much, and reads only afterwards, as most do, gets the response: before, it got a reset
// connection.
func TestClientThatSendsTooMuchGetsTheResponse(t *testing.T) {
	address := startServer(t)
	const bytes = 17 << 20
	for path, status := range map[string]string{"/form": "415", "/long": "413", "/file": "415", "/nowhere": "404"} {
		line, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		kind := "text/plain"
		if path == "/long" {
			kind = "application/x-www-form-urlencoded"
		}
		if _, err := fmt.Fprintf(line, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", path, kind, bytes, strings.Repeat("a", bytes)); err != nil {
			t.Errorf("POST %s: the body could not be sent: %v", path, err)
		}
		if statusLine, err := bufio.NewReader(line).ReadString('\n'); err != nil || !strings.HasPrefix(statusLine, "HTTP/1.1 "+status) {
			t.Errorf("%s: %q %v, want %s", path, statusLine, err, status)
		}
		_ = line.Close()
	}
}

// A client that sends "Expect: 100-continue" gets the refusal immediately.
func TestExpectContinueIsRefusedBeforeTheBody(t *testing.T) {
	line, err := net.Dial("tcp", startServer(t))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	if _, err := io.WriteString(line, "POST /form HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: text/plain\r\nContent-Length: 17000000\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if statusLine, err := bufio.NewReader(line).ReadString('\n'); err != nil || !strings.HasPrefix(statusLine, "HTTP/1.1 415") {
		t.Errorf("response to Expect: 100-continue: %q, want status 415 (error %v)", statusLine, err)
	}
}

// A body that does not arrive ends the connection, even if no handler reads it: 16 of them once held hundreds of
// megabytes and as many connections.
func TestHalfSentBodyEndsTheConnection(t *testing.T) {
	before := bodyPatience
	bodyPatience = 100 * time.Millisecond
	t.Cleanup(func() { bodyPatience = before })
	address := startServer(t)
	for _, request := range []string{
		"POST /form HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n",
		"POST /file HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n",
		"POST /nowhere HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n",
		"GET /page HTTP/1.1\r\n",
	} {
		line, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(line, request+"Host: x\r\nContent-Length: 1000\r\n\r\nname="); err != nil {
			t.Fatal(err)
		}
		// The response ends with the connection: the test hangs if it stays open.
		if _, err := io.Copy(io.Discard, bufio.NewReader(line)); err != nil && !errors.Is(err, io.EOF) && !strings.Contains(err.Error(), "reset") {
			t.Errorf("request %q: error %v, want the connection closed", request, err)
		}
		_ = line.Close()
	}
}

// The deadline of the body does not apply to the response: the handler may process a completely read request for
// longer.
func TestBodyDeadlineDoesNotLimitTheResponse(t *testing.T) {
	before := bodyPatience
	bodyPatience = 50 * time.Millisecond
	t.Cleanup(func() { bodyPatience = before })
	rt := NewRouter(writeError)
	rt.Handle("POST /form", func(w http.ResponseWriter, r *http.Request) error {
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-time.After(4 * bodyPatience):
		}
		_, err := w.Write([]byte("done"))
		return err
	})
	srv := httptest.NewServer(Wrap(rt, slog.New(slog.DiscardHandler), writeError))
	defer srv.Close()
	resp, err := http.Post(srv.URL+"/form", "application/x-www-form-urlencoded", strings.NewReader("name=Anna"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || string(text) != "done" {
		t.Errorf("response: status %d, body %q, want \"done\" (error %v)", resp.StatusCode, text, err)
	}
}
