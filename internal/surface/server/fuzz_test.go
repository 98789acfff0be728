package server

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// loopback matches names of this machine: an IPv4 loopback address, alone or within an IPv6 address, or IPv6's
// loopback address, which may end in IPv4 form, with or without brackets and a port.
var loopback = regexp.MustCompile(`(?i)^\[?(localhost|127(\.\d+){3}|[0:]*:(0*1|0\.0\.0\.1)|[0:]*:ffff:(127(\.\d+){3}|7f[0-9a-f]{2}:[0-9a-f]{1,4}))\]?(:[^:]*)?$`)

// FuzzHosts checks that without sign-in only this machine's own names are accepted as Host, and that a public address
// contains nothing else.
func FuzzHosts(f *testing.F) {
	testkit.Fuzz(f, []string{"localhost", "LOCALHOST:80", "127.0.0.1:8080", "[::1]", "::1", "::1:80", "[0:0::1]:80", "[::ffff:127.0.0.1]:1", "[::0.0.0.1]:", "localhost.evil.example", "127.0.0.1.evil.example", "https://money.example", "https://a@b", "http://x/y?z#w"}, func(t testing.TB, input []byte) {
		text := string(input)
		if namesThisMachine(text) && !loopback.MatchString(text) {
			t.Fatalf("%q is accepted as a name of this machine", text)
		}
		if public, err := ParsePublic(text); err == nil {
			u, err := url.Parse(public)
			if err != nil || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(public, "\r\n\"'<> ") {
				t.Fatalf("public address %q is parsed as %q (error %v)", text, public, err)
			}
			if again, err := ParsePublic(public); err != nil || again != public {
				t.Fatalf("public address %q is parsed again as %q (error %v)", public, again, err)
			}
		}
	})
}
