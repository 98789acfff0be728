package sourceapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// FuzzAddressAndToken checks that a pasted address and token are either refused with a specific error or usable in a request,
// and that no output reveals a token.
func FuzzAddressAndToken(f *testing.F) {
	testkit.Fuzz(f, []string{"", "api.ynab.com", "http://127.0.0.1:8585/v1/", "https://user:pass@host/", "[::1]:80", "HTTPS://X/../v1?a#b", "Bearer abc-DEF_123", "abc…", "'x'", "host%zz"}, func(t testing.TB, input []byte) {
		text := string(input)
		if a, err := ParseAddress(text); err == nil {
			u, err := url.Parse(a.String())
			if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || !strings.HasSuffix(u.Path, "/v1") || u.RawQuery != "" || u.Fragment != "" {
				t.Fatalf("ParseAddress(%q) = %q is not a plain address (error %v)", text, a, err)
			}
			if again, err := ParseAddress(a.String()); err != nil || again != a {
				t.Fatalf("address %q is parsed as %q (error %v)", a, again, err)
			}
			_, _, _ = a.Name(), a.Open(), a.TokenPage()
		} else if apperr.KindOf(err) != apperr.Invalid {
			t.Fatal(err)
		}
		if token, err := ParseToken(text); err == nil {
			if s := token.Reveal(); s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
				t.Fatalf("token %q cannot be sent in a header", s)
			}
			if shown := fmt.Sprintf("%v %+v %#v", token, token, token); strings.Count(shown, hidden) != 3 {
				t.Fatalf("printed token is not hidden: %s", shown)
			}
		}
	})
}

// FuzzResponse checks that any response leads to valid JSON records or an error without control characters.
func FuzzResponse(f *testing.F) {
	seeds := []string{
		`{"data":{"transactions":[{"id":"a"},{}],"server_knowledge":7}}`, `{"data":{"month":{"month":"2026-01-01"}}}`, `{"error":{"id":"401","name":"unauthorized","detail":"no\u202e\u001b[31m"}}`,
		`{"data":{"plans":[{"id":"p","name":"n","last_modified_on":"2026-01-01T00:00:00Z","first_month":"2026-01-01","currency_format":{"iso_code":"EUR"}}]}}`, "<html><title>\x1b]0;x\x07</title>", `{"data":{"transactions":[`,
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		for _, member := range []string{"transactions", "month"} {
			records := 0
			s := splitter{member: member, eachRecord: func(raw json.RawMessage) error {
				if records++; !json.Valid(raw) {
					t.Fatalf("record is invalid JSON: %q", raw)
				}
				return nil
			}}
			if err := s.split(bytes.NewReader(input)); err == nil && !s.found || records > len(input) {
				t.Fatalf("split of %q: %d records, array found: %t (error %v)", input, records, s.found, err)
			}
		}
		_, _ = readPlan(input)
		for _, text := range []string{printable(string(input)), pageTitle(input)} {
			if len(text) > 300 || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) }) {
				t.Fatalf("printable text is longer than 300 bytes or has a control character: %q", text)
			}
		}
	})
}
