// Package proxyauth reads the name of the user that a reverse proxy in front of the server has verified, from a header of
// the request. The header is believed only of configured addresses.
//
// Start with Config.
package proxyauth

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/app/openid"
	"holdover/internal/base/apperr"
)

// Config is the configuration of a proxy.
type Config struct {
	Header   string         // its name, in the canonical form
	Networks []netip.Prefix // the addresses of the proxy; empty only if Access is set
	Create   bool           // an unknown name becomes a user
	SignOut  string         // the address at the proxy that signs out; may be empty
	Access   *openid.Access // verifies the header's value, if it is a token of Cloudflare Access; otherwise nil
}

// isTrusted reports whether a request comes from the proxy, by the address of the connection. No header can change it.
func (c *Config) isTrusted(r *http.Request) bool {
	if len(c.Networks) == 0 {
		return c.Access != nil
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	ip = ip.Unmap().WithZone("")
	return err == nil && slices.ContainsFunc(c.Networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// Name returns the name of the user that the proxy has verified, or "" if the request has no header or does not come from
// the proxy. Errors: Forbidden for a header that is not unambiguous, Unauthorized for a token that is not valid.
func (c *Config) Name(r *http.Request) (string, error) {
	values := r.Header.Values(c.Header)
	if len(values) == 0 || !c.isTrusted(r) {
		return "", nil
	}
	value := values[0]
	switch {
	case len(values) > 1:
		return "", c.refuse("was sent more than once")
	case value == "" || value != strings.TrimSpace(value):
		return "", c.refuse("is empty or begins or ends with a space")
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return "", c.refuse("contains characters that are not allowed")
	case c.Access != nil:
		return c.Access.Name(r.Context(), value)
	case strings.Contains(value, ","):
		return "", c.refuse("contains several names")
	}
	return value, nil
}

func (c *Config) refuse(reason string) error {
	return apperr.New(apperr.Forbidden, "the header %s of the proxy %s, so it does not identify a user", c.Header, reason).
		WithHint("correct the configuration of the proxy")
}

// Stripped removes the header from requests that do not come from the proxy.
func (c *Config) Stripped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.isTrusted(r) {
			r.Header.Del(c.Header)
		}
		next.ServeHTTP(w, r)
	})
}
