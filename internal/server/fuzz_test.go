package server

import (
	"net/url"
	"strings"
	"testing"

	"holdover/internal/testkit"
)

// FuzzHosts holds that of all Host headers only this machine's own names are taken
// where everybody is signed in, and that the public address has nothing in it but
// where to go.
func FuzzHosts(f *testing.F) {
	testkit.Fuzz(f, []string{"localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "[::ffff:127.0.0.1]:1", "localhost.evil.example", "127.0.0.1.evil.example", "https://money.example", "https://a@b", "http://x/y?z#w"}, func(t testing.TB, input []byte) {
		text := string(input)
		if namesThisMachine(text) {
			name, _, _ := strings.Cut(strings.ToLower(text), ":")
			if strings.HasPrefix(text, "[") {
				name = strings.ToLower(text)
			}
			if !strings.HasPrefix(name, "localhost") && !strings.Contains(name, "127.") && !strings.Contains(name, "::1") && !strings.Contains(name, ":1") && !strings.Contains(name, "7f") {
				t.Fatalf("%q names this machine", text)
			}
			if strings.Contains(name, "evil") {
				t.Fatalf("%q names this machine", text)
			}
		}
		if public, err := ParsePublic(text); err == nil {
			u, err := url.Parse(public)
			if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(public, "\r\n\"'<> ") {
				t.Fatalf("%q is opened at %q: %v", text, public, err)
			}
			if again, err := ParsePublic(public); err != nil || again != public {
				t.Fatalf("%q became %q, %v", public, again, err)
			}
		}
	})
}
