package api_test

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// tester is what a test of package testing and one of package rapid have.
type tester interface {
	Helper()
	Context() context.Context
	Fatal(why ...any)
}

// exchange makes a request as it is given, and reads the answer to its end.
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

// bearer is the header that says who asks.
func bearer(token string) map[string]string {
	return map[string]string{"Authorization": "Bearer " + token}
}
