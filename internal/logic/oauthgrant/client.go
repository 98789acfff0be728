package oauthgrant

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

// Client is a registered OAuth application.
type Client struct {
	ID        string
	Name      string
	Secret    auth.Digest // empty for a public client: a program in a browser or on a user's machine
	Redirects []string
	// Restricted marks a new application: until the mode is turned off, no more than MostUsers users may connect.
	Restricted bool
	MostUsers  int
	// Implicit allows the older form of asking for a token in the address, which leaves tokens in histories and does
	// not prove the sender of the request (RFC 9700, 2.1.2).
	Implicit bool
	// SelfRegistered reports whether the application registered itself over HTTP, so that no user has verified its
	// name.
	SelfRegistered bool
}

// RestrictedUsers is the number of users that may connect to a new application.
const RestrictedUsers = 25

// Public reports whether the client cannot store a secret safely.
func (c Client) Public() bool { return c.Secret == "" }

// Admit returns a refusal if one more user may not connect to a client with connected users. A user that is already
// connected may connect again.
func (c Client) Admit(ask Ask, connected int, among bool) *Refusal {
	if !c.Restricted || among || connected < c.MostUsers {
		return nil
	}
	r := refuse(UnauthorizedClient, "the application is in restricted mode and has reached its limit of users")
	r.back = ask.back
	return r
}

// CheckRedirect returns an error if an address cannot be registered as a redirect address. Plain http is allowed for
// this machine and the home network, where hosts have no certificates.
func CheckRedirect(address string) error {
	bad := func(why string) error {
		return apperr.New(apperr.Invalid, "the redirect address %q cannot be used: %s", address, why).
			WithHint("use an address such as https://tool.example/callback, or http://127.0.0.1:8586/callback on your own machine")
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || r == '\\' }):
		return bad("it cannot be read")
	case !u.IsAbs():
		return bad("it does not start with https://")
	case u.Fragment != "" || strings.Contains(address, "#"):
		return bad("it has a part after #")
	case u.User != nil:
		return bad("it has a user's name in it")
	case strings.Contains(address, "*"):
		return bad("it must be a single address without *")
	case !plainHost(u.Host):
		return bad("its host name has invalid characters")
	case !validPort(u.Port()):
		return bad("its port is not between 1 and 65535")
	}
	switch scheme := u.Scheme; {
	case scheme == "https" && u.Hostname() != "":
		return nil
	case scheme == "http" && near(u.Hostname()):
		return nil
	case scheme == "http":
		return bad("outside your own network it must start with https://")
	case strings.Contains(scheme, "."): // com.example.app:/callback, RFC 8252, 7.1
		return nil
	}
	return bad("it does not start with https://")
}

// plainHost refuses hosts that net/url accepts besides names and addresses: zones, semicolons, quotes. The host
// becomes part of the consent page's policy, where a semicolon starts another directive.
func plainHost(host string) bool {
	return !strings.ContainsFunc(host, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune(".-_:[]", r)
	})
}

// validPort reports whether a port can be connected to. An empty port is valid too.
func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// near reports whether a host is this machine or in the home network.
func near(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	}
	if host == "" || host == "localhost" {
		return host != ""
	}
	for _, home := range []string{".localhost", ".local", ".lan", ".home.arpa", ".internal"} {
		if strings.HasSuffix(host, home) {
			return true
		}
	}
	return !strings.Contains(host, ".")
}

// allows reports whether an address is registered for the client. Addresses are compared as text (RFC 9700, 2.1);
// only the port of a loopback address may differ, because a native program uses any free port (RFC 8252, 7.3).
func (c Client) allows(address string) bool {
	return slices.ContainsFunc(c.Redirects, func(registered string) bool {
		return registered == address || sameButPort(registered, address)
	})
}

func sameButPort(registered, address string) bool {
	a, okA := loopbackWithoutPort(registered)
	b, okB := loopbackWithoutPort(address)
	return okA && okB && a == b
}

func loopbackWithoutPort(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || CheckRedirect(address) != nil {
		return "", false
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.IsLoopback() {
		return "", false
	}
	return u.Hostname() + u.EscapedPath() + "?" + u.RawQuery, true
}
