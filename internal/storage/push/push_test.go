package push

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"holdover/internal/storage/publicnet"
	"holdover/internal/storage/userstore"
	"holdover/internal/testing/testkit"
)

// subscription returns a valid subscription at an address.
func subscription(t *testing.T, endpoint string) *userstore.PushSubscription {
	t.Helper()
	key := testkit.Must(ecdh.P256().GenerateKey(rand.Reader))(t)
	text := base64.RawURLEncoding.EncodeToString
	return &userstore.PushSubscription{Endpoint: endpoint, P256dh: text(key.PublicKey().Bytes()), Auth: text(make([]byte, 16)), Origin: "https://budget.example.org"}
}

// TestOnlyPublicAddressesAreConnectedTo sends to a server on this machine, by its address and by a name that leads to it, as
// a name server could answer after the subscription was checked.
func TestOnlyPublicAddressesAreConnectedTo(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer server.Close()
	key := testkit.Must(NewKey())(t)
	for _, endpoint := range []string{server.URL, strings.Replace(server.URL, "127.0.0.1", "localhost", 1)} {
		err := NewSender(NewClient()).Send(t.Context(), key, subscription(t, endpoint+"/push"), []byte("text"))
		if err == nil || !strings.Contains(err.Error(), "not a public address") || requests.Load() != 0 {
			t.Errorf("%s: error %v after %d requests", endpoint, err, requests.Load())
		}
	}
	for text, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "172.32.0.1": true, "127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.100.0.1": false,
		"0.0.0.0": false, "0.1.2.3": false, "224.0.0.1": false, "255.255.255.255": false, "::": false, "::1": false, "fe80::1": false, "fd00::1": false, "ff02::1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false,
		"::ffff:127.0.0.1": false, "::ffff:0:7f00:1": false, "2001:20::1": false, "3fff::1": false,
	} {
		if got := publicnet.IsPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: public %t, want %t", text, got, want)
		}
	}
}

// TestRedirectsAreNotFollowed sends to a push service that redirects elsewhere.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
			return
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	client := NewClient()
	client.Transport = server.Client().Transport
	key := testkit.Must(NewKey())(t)
	err := NewSender(client).Send(t.Context(), key, subscription(t, server.URL+"/push"), []byte("text"))
	if err == nil || !strings.Contains(err.Error(), "status 307") || requests.Load() != 1 {
		t.Errorf("error %v after %d requests", err, requests.Load())
	}
	if err := NewSender(client).Send(t.Context(), key, subscription(t, server.URL+"/gone"), []byte("text")); !errors.Is(err, ErrGone) {
		t.Errorf("unknown subscription: error %v", err)
	}
}

// TestAttackPushToHiddenPrivateAddresses writes addresses of private networks in other ways: inside of addresses of IPv6, as
// numbers, and as networks that are no longer assigned.
func TestAttackPushToHiddenPrivateAddresses(t *testing.T) {
	t.Parallel()
	key := testkit.Must(NewKey())(t)
	for _, host := range []string{
		"[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]", "[::10.0.0.1]", "[64:ff9b::10.0.0.1]", "[2002:a00:1::1]", "[fec0::1]", "[100::1]", "[fe80::1%25lo]", "192.88.99.1",
	} {
		if Check(subscription(t, "https://"+host+":8443/push")) == nil {
			t.Errorf("%s counts as public", host)
		}
	}
	for _, host := range []string{"2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost.", "LOCALHOST"} { // names: they are checked when they are resolved
		err := NewSender(NewClient()).Send(t.Context(), key, subscription(t, "https://"+host+":22/push"), []byte("text"))
		if err == nil || !strings.Contains(err.Error(), "not a public address") && !strings.Contains(err.Error(), "lookup") {
			t.Errorf("%s: error %v", host, err)
		}
	}
}
