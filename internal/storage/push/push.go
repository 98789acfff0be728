// Package push sends reminders to the push services of browsers. The address of a push service comes from the browser, so
// it may lead anywhere: only public addresses are connected to, redirects are not followed, and responses are not read.
//
// Start with Sender.
package push

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/publicnet"
	"holdover/internal/storage/userstore"
)

const (
	patience    = 10 * time.Second // for a push service
	maxEndpoint = 1000             // bytes
	keepFor     = 24 * time.Hour   // how long a push service stores a message for a device that is off
)

// ErrGone is the error for a subscription that the push service no longer knows.
var ErrGone = errors.New("the push service does not know the subscription")

// Sender sends messages by a client.
type Sender struct{ client *http.Client }

// NewSender returns a sender. Tests pass a client that reaches their own push service; others pass NewClient's.
func NewSender(c *http.Client) *Sender { return &Sender{c} }

// NewClient returns the client that connects only to public addresses.
func NewClient() *http.Client { return publicnet.NewClient(patience) }

// NewKey returns a new key of a server.
func NewKey() (userstore.PushKey, error) {
	private, public, err := webpush.GenerateVAPIDKeys()
	return userstore.PushKey{Public: public, Private: private}, err
}

// Check returns an Invalid error for a subscription that no browser makes.
func Check(p *userstore.PushSubscription) error {
	at, err := url.Parse(p.Endpoint)
	if err != nil || len(p.Endpoint) > maxEndpoint || at.Scheme != "https" || at.Hostname() == "" || at.User != nil || at.Fragment != "" {
		return refused("the address of the push service is not valid")
	}
	if ip, err := netip.ParseAddr(at.Hostname()); err == nil && !publicnet.IsPublic(ip) {
		return refused("the address of the push service is not public")
	}
	public, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(p.P256dh, "="))
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(public)
	}
	secret, failed := base64.RawURLEncoding.DecodeString(strings.TrimRight(p.Auth, "="))
	if err != nil || failed != nil || len(secret) != 16 {
		return refused("the keys of the browser are not valid")
	}
	return nil
}

func refused(problem string) error {
	return apperr.New(apperr.Invalid, "%s", problem).WithHint("turn reminders off in this browser and on again")
}

// Send sends a message to a browser. The push service cannot read it. Errors: ErrGone if the subscription has ended.
func (s *Sender) Send(ctx context.Context, key userstore.PushKey, to *userstore.PushSubscription, body []byte) error {
	res, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{Auth: to.Auth, P256dh: to.P256dh}}, &webpush.Options{
		HTTPClient: s.client, Subscriber: contact(to.Origin), TTL: int(keepFor.Seconds()), Urgency: webpush.UrgencyNormal,
		VAPIDPublicKey: key.Public, VAPIDPrivateKey: key.Private,
	})
	if err != nil {
		return err
	}
	defer res.Body.Close()
	switch {
	case res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone:
		return ErrGone
	case res.StatusCode >= 300:
		return fmt.Errorf("the push service answered with status %d", res.StatusCode)
	}
	return nil
}

// contact returns the address by which a push service can learn about the server.
func contact(origin string) string {
	if strings.HasPrefix(origin, "https://") {
		return origin
	}
	return "holdover@localhost" // the library adds mailto:
}
