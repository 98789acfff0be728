package proxyauth

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// TestAttackHeader: the header names a user only if the connection comes from the proxy, and only if it is unambiguous.
func TestAttackHeader(t *testing.T) {
	t.Parallel()
	c := &Config{Header: "Remote-User", Networks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/64")}}
	for name, try := range map[string]struct {
		peer   string
		values []string
		others http.Header
		want   string
		kind   apperr.Kind
	}{
		"of the proxy":          {peer: "10.1.2.3:5", values: []string{"anna"}, want: "anna"},
		"of the proxy by IPv6":  {peer: "[fd00::7]:5", values: []string{"anna"}, want: "anna"},
		"mapped":                {peer: "[::ffff:10.1.2.3]:5", values: []string{"anna"}, want: "anna"},
		"none":                  {peer: "10.1.2.3:5"},
		"of a stranger":         {peer: "192.0.2.1:5", values: []string{"anna"}},
		"of a stranger, twice":  {peer: "192.0.2.1:5", values: []string{"anna", "ben"}},
		"of this machine":       {peer: "127.0.0.1:5", values: []string{"anna"}},
		"without a peer":        {peer: "", values: []string{"anna"}},
		"through another proxy": {peer: "192.0.2.1:5", values: []string{"anna"}, others: http.Header{"X-Forwarded-For": {"10.1.2.3"}, "X-Real-Ip": {"10.1.2.3"}, "Forwarded": {"for=10.1.2.3"}}},
		"sent twice":            {peer: "10.1.2.3:5", values: []string{"anna", "ben"}, kind: apperr.Forbidden},
		"sent twice, equal":     {peer: "10.1.2.3:5", values: []string{"anna", "anna"}, kind: apperr.Forbidden},
		"joined by a proxy":     {peer: "10.1.2.3:5", values: []string{"anna, ben"}, kind: apperr.Forbidden},
		"empty":                 {peer: "10.1.2.3:5", values: []string{""}, kind: apperr.Forbidden},
		"empty and a name":      {peer: "10.1.2.3:5", values: []string{"", "anna"}, kind: apperr.Forbidden},
		"blank":                 {peer: "10.1.2.3:5", values: []string{" "}, kind: apperr.Forbidden},
		"NUL":                   {peer: "10.1.2.3:5", values: []string{"anna\x00"}, kind: apperr.Forbidden},
		"line break":            {peer: "10.1.2.3:5", values: []string{"anna\r\nRemote-User: ben"}, kind: apperr.Forbidden},
		"not UTF-8":             {peer: "10.1.2.3:5", values: []string{"ann\xe4"}, kind: apperr.Forbidden},
		"other name":            {peer: "10.1.2.3:5", others: http.Header{"Remote_user": {"anna"}, "X-Remote-User": {"anna"}}},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if r.RemoteAddr = try.peer; try.others != nil {
			r.Header = try.others
		}
		if try.values != nil {
			r.Header["Remote-User"] = try.values
		}
		got, err := c.Name(r)
		if testkit.WantKind(t, err, try.kind); got != try.want {
			t.Errorf("%s: %q, want %q", name, got, try.want)
		}
		c.Stripped(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if removed := r.Header.Values("Remote-User") == nil; try.values != nil && removed != (try.want == "" && try.kind == "") {
				t.Errorf("%s: removed: %v", name, removed)
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
	}
}
