package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"holdover/internal/testing/testkit"
)

// PasskeyDevice is a device with passkeys that Chromium simulates in a tab. It confirms each request at once.
type PasskeyDevice struct {
	tab context.Context
	id  webauthn.AuthenticatorID
}

// AddPasskeyDevice adds a device that verifies its user.
func AddPasskeyDevice(t testing.TB, tab context.Context) PasskeyDevice {
	t.Helper()
	testkit.Must(chromedp.Call(tab, webauthn.Enable, webauthn.EnableParams{}))(t)
	added := testkit.Must(chromedp.Call(tab, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}}))(t)
	return PasskeyDevice{tab, added.AuthenticatorID}
}

// SetVerified sets whether the device verifies its user from now on.
func (d PasskeyDevice) SetVerified(t testing.TB, verified bool) {
	t.Helper()
	testkit.Must(chromedp.Call(d.tab, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: d.id, IsUserVerified: verified}))(t)
}
