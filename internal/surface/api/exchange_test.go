package api_test

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// tester is the common interface of tests of packages testing and rapid.
type tester interface {
	Helper()
	Context() context.Context
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// exchange sends a request and reads the whole response.
func exchange(t tester, method, url, body string, header map[string]string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, text
}

// bearer returns the Authorization header for a token.
func bearer(token string) map[string]string {
	return map[string]string{"Authorization": "Bearer " + token}
}
