package bankapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/publicnet"
	"holdover/internal/testing/testkit"
)

const secret = "s3cret"

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// serve starts a server. It returns options with a client that trusts it, and a request with secrets in its address.
func serve(t *testing.T, handler http.HandlerFunc) (bankapi.Options, bankapi.Request) {
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	o := bankapi.Options{Client: server.Client(), Now: func() time.Time { return now }}
	o.Client.CheckRedirect = publicnet.NewClient(time.Minute).CheckRedirect
	address := testkit.Must(o.ParseAddress(strings.Replace(server.URL, "://", "://"+secret+":"+secret+"@", 1) + "/" + secret + "?token=" + secret))(t)
	return o, bankapi.Request{Provider: "Example Bridge", Address: address, Header: http.Header{"X-Token": {secret}}}
}

// checkError verifies an error's code, its texts, and that neither it nor its causes contain a secret.
func checkError(t *testing.T, err error, code apperr.Code, contains string) *apperr.Error {
	t.Helper()
	known, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		t.Fatalf("the error is %T %v, want an *apperr.Error with code %q", err, err, code)
	}
	if known.Code != code || !strings.Contains(known.Message, contains) || known.Hint == "" {
		t.Errorf("the error is %q: %s (%s), want code %q and %q", known.Code, known.Message, known.Hint, code, contains)
	}
	if all := fmt.Sprintf("%v %s %s %v", err, known.Message, known.Hint, known.Cause); strings.Contains(all, secret) {
		t.Errorf("the error contains a secret: %s", all)
	}
	return known
}

func TestStatusesBecomeErrors(t *testing.T) {
	for _, c := range []struct {
		status   int
		code     apperr.Code
		contains string
	}{
		{301, bankapi.Malformed, "redirect"},
		{400, bankapi.Malformed, "400"},
		{401, bankapi.Reconnect, "no longer gives access"},
		{402, bankapi.Unpaid, "paid"},
		{403, bankapi.Reconnect, "no longer gives access"},
		{408, bankapi.Down, "408"},
		{429, bankapi.TooOften, "too many requests"},
		{500, bankapi.Down, "500"},
	} {
		o, request := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "https://169.254.169.254/"+secret)
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(c.status)
			fmt.Fprint(w, secret)
		})
		known := checkError(t, o.JSON(t.Context(), request, new(any)), c.code, c.contains)
		if c.code == bankapi.TooOften && known.Retry != 90*time.Second {
			t.Errorf("the error asks to wait %v", known.Retry)
		}
	}
}

func TestProviderDecidesAboutStatus(t *testing.T) {
	o, request := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, "body")
	})
	request.Refused = func(status int, _ http.Header, body []byte) error {
		return apperr.New(apperr.Unavailable, "%d %s", status, body).WithCode(bankapi.NoAccount).WithHint("none")
	}
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.NoAccount, "403 body")
	request.Refused = func(int, http.Header, []byte) error { return nil }
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Reconnect, "")
}

func TestUnreadableResponseIsMalformed(t *testing.T) {
	for _, body := range []string{"", "<html>" + secret, `{"a":`} {
		o, request := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
		checkError(t, o.JSON(t.Context(), request, new(map[string]string)), bankapi.Malformed, "cannot be read")
	}
}

// zeros reads zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestLargeResponseIsRefused(t *testing.T) {
	var size int64
	o, request := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if _, err := io.CopyN(w, zeros{}, size); err != nil && size == 64<<20 {
			t.Error(err)
		}
	})
	read := func(body io.Reader) error {
		_, err := io.Copy(io.Discard, body)
		return err
	}
	size = 64 << 20
	if err := o.Do(t.Context(), request, read); err != nil {
		t.Errorf("a response of exactly the limit is refused: %v", err)
	}
	size++
	checkError(t, o.Do(t.Context(), request, read), bankapi.Malformed, "200,000")
}

func TestBrokenConnectionIsDown(t *testing.T) {
	o, request := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, `{"a":`)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Down, "failed")
	o.Client = publicnet.NewPrivateClient(time.Minute) // does not trust the test server's certificate
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Down, "certificate")
	request.Address.Host = "name.invalid"
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Down, "")
}

func TestSlowResponseIsDown(t *testing.T) {
	end := make(chan struct{})
	o, request := serve(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "[")
		w.(http.Flusher).Flush()
		<-end
	})
	t.Cleanup(func() { close(end) })
	o.Client.Timeout = 100 * time.Millisecond
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Down, "too long")
}

func TestCancelledRequestReturnsTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o, request := serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if err := o.JSON(ctx, request, new(any)); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	o, request := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was reached") })
	o.Client = publicnet.NewClient(time.Minute)
	checkError(t, o.JSON(t.Context(), request, new(any)), bankapi.Down, "private network")
}

func TestAddressesAreChecked(t *testing.T) {
	for _, text := range []string{"", "https://", "ftp://example.org", "example.org", "https:example.org", "javascript:alert(1)", "http://example.org", "https://a b/", "https://[::1/"} {
		if u, err := (bankapi.Options{}).ParseAddress(text); err == nil {
			t.Errorf("%q was accepted as %s", text, u)
		}
	}
	for _, text := range []string{"https://example.org/a?b", " https://u:p@example.org "} {
		testkit.Must((bankapi.Options{}).ParseAddress(text))(t)
	}
	testkit.Must((bankapi.Options{AllowPrivate: true}).ParseAddress("http://10.0.0.1:8080/"))(t)
	o, request := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the server was reached") })
	request.Address.Scheme = "http"
	if err := o.Do(t.Context(), request, func(io.Reader) error { return nil }); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("a request to an unencrypted address returns %v", err)
	}
}

func TestTextsAreCleaned(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{" Coffee\r\n\tand\u2028tea\x00\x1b[2J ", "Coffee and tea[2J"},
		{"a\xffb\u202e", "ab"},
		{"Café Ñandú 日本 👩\u200d👧 e\u0301", "Café Ñandú 日本 👩\u200d👧 e\u0301"},
		{strings.Repeat("x", 60), strings.Repeat("x", 50) + "…"},
	} {
		if got := bankapi.Text(c.in, 50); got != c.want {
			t.Errorf("Text(%q) is %q, want %q", c.in, got, c.want)
		}
	}
	got := bankapi.Message(`<p>Please <a href="javascript:x">sign in</a> at A&amp;B &lt;script&gt;x&lt;/script&gt; if 1 < 2</p>`)
	if want := "Please sign in at A&B x if 1 < 2"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
}

func TestAmountsAreExact(t *testing.T) {
	for text, want := range map[string]money.Milli{
		"12.30": 12300, "-33293.43": -33293430, "+5": 5000, "0": 0, "-0.00": 0, ".5": 500, "1.": 1000, "0.001": 1, "1.2340000": 1234, "000012": 12000, "1000000000000": money.Limit,
	} {
		if got, err := bankapi.Amount(text); err != nil || got != want {
			t.Errorf("Amount(%q) is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", "1,5", "1e3", "--1", "-+1", "0x1", "1.2.3", "NaN", "0.0005", "12.3456", "1000000000000.001", "99999999999999999999", "٣"} {
		if got, err := bankapi.Amount(text); err == nil {
			t.Errorf("Amount(%q) is %v", text, got)
		}
	}
}
