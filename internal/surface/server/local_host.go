package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"holdover/internal/base/apperr"
)

// guarded applies the checks of every surface.
func guarded(next http.Handler, cfg Config) http.Handler {
	if cfg.Pages.Proxy != nil {
		next = cfg.Pages.Proxy.Stripped(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !cfg.Pages.As.IsAnonymous() && !namesThisMachine(r.Host) {
			http.Error(w, "Everyone who opens this is signed in, so it only works on this machine: open http://127.0.0.1 or http://localhost with the port that was printed.",
				http.StatusMisdirectedRequest)
			return
		}
		if strings.HasPrefix(cfg.Pages.Origin(r), "https://") {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// namesThisMachine reports whether a request's host is a name that can only mean this machine. Without sign-in, any
// other name could belong to a hostile page that made its name resolve to this address after it was opened.
func namesThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	if inside, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inside, "]")
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Zone() == "" && ip.Unmap().IsLoopback()
}

// issuer returns the address under which programs reach this server. Behind a proxy the Host header is set by the
// browser, and the issuer must not depend on it.
func (cfg Config) issuer(r *http.Request) (string, error) {
	switch {
	case cfg.Public != "":
		return cfg.Public, nil
	case cfg.Pages.BehindProxy:
		return "", apperr.New(apperr.Unavailable, "the public address of this Holdover is not set, so applications cannot ask for access").
			WithHint("start it with --public and its address, such as https://money.example")
	}
	return cfg.Pages.Origin(r), nil
}

// ParsePublic parses the public address. It returns an Invalid error.
func ParsePublic(text string) (string, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || strings.ContainsAny(u.Host, "<>\"'") || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", apperr.New(apperr.Invalid, "the address %q is not valid", text).
			WithHint("use an address such as https://money.example, without a path")
	}
	return u.Scheme + "://" + strings.ToLower(u.Host), nil
}
