package sourceapi

import (
	"net/netip"
	"net/url"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/model/guide"
)

// Address is the address of a source. The zero value is YNAB's.
type Address struct {
	base string // canonical: scheme, host and a path that ends in /v1
}

// ParseAddress parses an address as a user types it: with or without the scheme, /v1 or a trailing slash. An empty
// one is YNAB's.
func ParseAddress(s string) (Address, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Address{}, nil
	}
	if !strings.Contains(s, "://") {
		s = guessScheme(s) + "://" + s
	}
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return Address{}, apperr.New(apperr.Invalid, "the source's address is not valid").WithHint("use an address such as http://127.0.0.1:8585 or https://api.ynab.com")
	}
	if u.User != nil {
		return Address{}, apperr.New(apperr.Invalid, "the source's address carries a name or password").WithHint("leave it out: the token is all that is needed")
	}
	path := strings.TrimRight(u.Path, "/")
	if !strings.HasSuffix(path, "/v1") {
		path += "/v1"
	}
	clean := url.URL{Scheme: u.Scheme, Host: strings.ToLower(u.Host), Path: path}
	if clean.Hostname() == "ynab.com" || clean.Hostname() == "app.ynab.com" || clean.String() == guide.API {
		return Address{}, nil
	}
	return Address{base: clean.String()}, nil
}

// guessScheme returns http for this machine, which has no certificate, and https for any other.
func guessScheme(hostAndPath string) string {
	u := url.URL{Host: strings.SplitN(hostAndPath, "/", 2)[0]}
	if isLoopback(u.Hostname()) {
		return "http"
	}
	return "https"
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || (err == nil && ip.IsLoopback())
}

// String returns the address with its version: "https://api.ynab.com/v1".
func (a Address) String() string {
	if a.base == "" {
		return guide.API
	}
	return a.base
}

// Name returns the name of the source for display: "YNAB" or its host.
func (a Address) Name() string {
	if a.base == "" {
		return "YNAB"
	}
	return a.url().Host
}

// Open reports whether requests, including the token, travel to another machine unencrypted.
func (a Address) Open() bool {
	u := a.url()
	return u.Scheme == "http" && !isLoopback(u.Hostname())
}

// TokenPage returns the address of the page where the source issues tokens.
func (a Address) TokenPage() string {
	if a.base == "" {
		return "https://app.ynab.com/settings/developer"
	}
	u := a.url()
	return u.Scheme + "://" + u.Host + " under Settings, Developer settings"
}

func (a Address) url() *url.URL {
	u, err := url.Parse(a.String())
	if err != nil {
		panic("sourceapi: an address that was parsed once is parsed again: " + err.Error())
	}
	return u
}
