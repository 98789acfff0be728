// Package publicnet makes HTTP clients for addresses that users or foreign services name, which may lead anywhere: only
// public addresses are connected to, without a proxy, and redirects are not followed.
//
// Start with NewClient.
package publicnet

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// dialTimeout is the time limit for a connection and for its TLS handshake.
const dialTimeout = 10 * time.Second

// ErrPrivate is the cause of the error for an address that does not belong to the public internet.
var ErrPrivate = errors.New("it is not a public address")

// NewClient returns a client with a time limit for a whole request. The address is checked when the connection is made, so
// the answers of a name server cannot change after the check.
func NewClient(timeout time.Duration) *http.Client {
	return newClient(timeout, &net.Dialer{Timeout: dialTimeout, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil || !IsPublic(at.Addr()) {
			return fmt.Errorf("%s: %w", address, ErrPrivate)
		}
		return nil
	}})
}

// NewPrivateClient is NewClient for servers whose administrator allows addresses of private networks.
func NewPrivateClient(timeout time.Duration) *http.Client {
	return newClient(timeout, &net.Dialer{Timeout: dialTimeout})
}

func newClient(timeout time.Duration, dialer *net.Dialer) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		Transport:     &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTimeout, MaxIdleConns: 10, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// special lists networks that are not public although their addresses count as global: shared and reserved ones, and those
// that contain an address of IPv4.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("::ffff:0:0:0/96"), netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("5f00::/16"), netip.MustParsePrefix("fec0::/10"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
}

// IsPublic reports whether an address belongs to the public internet.
func IsPublic(at netip.Addr) bool {
	at = at.Unmap()
	if !at.IsGlobalUnicast() || at.IsPrivate() || at.Zone() != "" {
		return false
	}
	for _, network := range special {
		if network.Contains(at) {
			return false
		}
	}
	return true
}
