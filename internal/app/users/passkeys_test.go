package users

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// passkeyHouse is a house in which Anna has a passkey. Its device has counted to 5.
type passkeyHouse struct {
	*house
	t         *testing.T
	at        time.Time
	anna, ben Actor
	key       string // of Anna's session
	device    *passkeyDevice
}

func newPasskeyHouse(t *testing.T) *passkeyHouse {
	t.Helper()
	a, _, ben := annaAndBen(t)
	h := &passkeyHouse{house: a, t: t, at: time.Now(), ben: ben, device: newPasskeyDevice(t)}
	a.now = func() time.Time { return h.at }
	in := signIn(t, a, "Anna", annasPassword)
	h.anna, h.key = in.Who, in.Key.Reveal()
	h.device.count = 5
	options := testkit.Must(a.BeginAddPasskey(t.Context(), h.anna, passkeyOrigin))(t)
	testkit.NoError(t, h.add(h.device.create(options)))
	return h
}

func (h *passkeyHouse) add(response string) error {
	return h.AddPasskey(h.t.Context(), h.anna, NewPasskey{Name: " Phone ", Response: response, Origin: passkeyOrigin, FactorChange: FactorChange{Device: here}})
}

func (h *passkeyHouse) signed(response string) SignedPasskey {
	return SignedPasskey{Response: response, Origin: passkeyOrigin, Device: here}
}

// begin returns the answer of the device to a new challenge.
func (h *passkeyHouse) begin() string {
	h.t.Helper()
	return h.device.sign(testkit.Must(h.BeginPasskey(h.t.Context(), passkeyOrigin))(h.t))
}

func TestSignInByPasskey(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	factor := testkit.Must(h.SecondFactor(ctx, h.anna))(t)
	if len(factor.Passkeys) != 1 || factor.Passkeys[0].Name != "Phone" || factor.Passkeys[0].Synced || !factor.Passkeys[0].Used.IsZero() {
		t.Fatalf("the passkeys are %+v", factor.Passkeys)
	}
	h.device.count++
	in := testkit.Must(h.SignInByPasskey(ctx, h.signed(h.begin())))(t)
	if who, _, err := h.Session(ctx, in.Key.Reveal()); err != nil || who.Name != "Anna" || in.Next != Done {
		t.Errorf("the session is of %q, error %v", who.Name, err)
	}
	// A passkey counts as both factors: no code is asked for after it, and the rule of the owner is met.
	testkit.NoError(t, h.RequireSecondFactor(ctx, h.anna, true))
	h.device.count++
	testkit.Must(h.SignInByPasskey(ctx, h.signed(h.begin())))(t)
	events := testkit.Must(h.SignInLog(ctx, h.anna))(t)
	if events[0].Kind != SignedInByPasskey || events[2].Kind != PasskeyAdded {
		t.Errorf("the log has %+v", events)
	}
}

// A passkey that is synced between devices counts nothing: its sign count stays 0.
func TestPasskeyWithoutASignCount(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	h.device = newPasskeyDevice(t)
	h.device.flags |= backupEligible | backedUp
	testkit.NoError(t, h.add(h.device.create(testkit.Must(h.BeginAddPasskey(ctx, h.anna, passkeyOrigin))(t))))
	for range 2 {
		testkit.Must(h.SignInByPasskey(ctx, h.signed(h.begin())))(t)
	}
	if all := testkit.Must(h.SecondFactor(ctx, h.anna))(t).Passkeys; len(all) != 2 || all[0].Synced == all[1].Synced {
		t.Errorf("the passkeys are %+v", all)
	}
	h.device.flags &^= backupEligible | backedUp
	_, err := h.SignInByPasskey(ctx, h.signed(h.begin()))
	testkit.WantKind(t, err, apperr.Unauthorized) // whether a passkey can be synced never changes
}

// Each falsified answer is refused, and the same device signs in afterwards.
func TestAttackFalsifiedPasskey(t *testing.T) {
	for name, answer := range map[string]func(h *passkeyHouse) string{
		"wrong origin": func(h *passkeyHouse) string {
			h.device.origin = "https://budget.example.evil.example"
			return h.begin()
		},
		"other port of the host":  func(h *passkeyHouse) string { h.device.origin = passkeyOrigin + ":8443"; return h.begin() },
		"without encryption":      func(h *passkeyHouse) string { h.device.origin = "http://budget.example"; return h.begin() },
		"passkey of another site": func(h *passkeyHouse) string { h.device.rpID = "evil.example"; return h.begin() },
		"user not verified":       func(h *passkeyHouse) string { h.device.flags = userPresent; return h.begin() },
		"user not present":        func(h *passkeyHouse) string { h.device.flags = userVerified; return h.begin() },
		"handle of another user":  func(h *passkeyHouse) string { h.device.handle = []byte(h.ben.UserID); return h.begin() },
		"unknown passkey":         func(h *passkeyHouse) string { h.device.id = []byte("another id"); return h.begin() },
		"another key":             func(h *passkeyHouse) string { h.device.key = newPasskeyDevice(h.t).key; return h.begin() },
		"own challenge":           func(h *passkeyHouse) string { return h.device.signAs("webauthn.get", text(make([]byte, 32))) },
		"answer to a creation": func(h *passkeyHouse) string {
			options := testkit.Must(h.BeginPasskey(h.t.Context(), passkeyOrigin))(h.t)
			return h.device.signAs("webauthn.create", h.device.options(options).Challenge)
		},
		"challenge of a creation": func(h *passkeyHouse) string {
			return h.device.sign(testkit.Must(h.BeginAddPasskey(h.t.Context(), h.anna, passkeyOrigin))(h.t))
		},
		"expired challenge": func(h *passkeyHouse) string {
			signed := h.begin()
			h.at = h.at.Add(challengeLife + time.Second)
			return signed
		},
		"removed passkey": func(h *passkeyHouse) string {
			id := testkit.Must(h.SecondFactor(h.t.Context(), h.anna))(h.t).Passkeys[0].ID
			testkit.NoError(h.t, h.RemovePasskey(h.t.Context(), h.anna, id, FactorChange{Device: here}))
			return h.begin()
		},
		"changed data": func(h *passkeyHouse) string {
			return strings.Replace(h.begin(), `"signature":"`, `"signature":"AAAA`, 1)
		},
		"no JSON": func(*passkeyHouse) string { return "credential" },
		"nothing": func(*passkeyHouse) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			h := newPasskeyHouse(t)
			right := *h.device
			h.device.count++
			in, err := h.SignInByPasskey(t.Context(), h.signed(answer(h)))
			if testkit.WantKind(t, err, apperr.Unauthorized); in.Key.Reveal() != "" {
				t.Error("a session began")
			}
			if name == "removed passkey" {
				return
			}
			h.device = &right
			h.device.count += 2
			testkit.Must(h.SignInByPasskey(t.Context(), h.signed(h.begin())))(t)
		})
	}
}

// A challenge is used once, even if it was answered wrongly.
func TestAttackReplayedPasskey(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	h.device.count++
	signed := h.begin()
	testkit.Must(h.SignInByPasskey(ctx, h.signed(signed)))(t)
	_, err := h.SignInByPasskey(ctx, h.signed(signed))
	testkit.WantKind(t, err, apperr.Unauthorized)

	h.device.count++
	options := testkit.Must(h.BeginPasskey(ctx, passkeyOrigin))(t)
	wrong := *h.device
	wrong.flags = userPresent
	_, err = h.SignInByPasskey(ctx, h.signed(wrong.sign(options)))
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = h.SignInByPasskey(ctx, h.signed(h.device.sign(options)))
	testkit.WantKind(t, err, apperr.Unauthorized)
}

// A device whose sign count goes back or stays was copied: it is refused, and the user reads about it.
func TestAttackClonedPasskey(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	h.device.count = 9
	testkit.Must(h.SignInByPasskey(ctx, h.signed(h.begin())))(t)
	for _, count := range []uint32{9, 6, 0} {
		h.device.count = count
		in, err := h.SignInByPasskey(ctx, h.signed(h.begin()))
		if apperr.KindOf(err) != apperr.Unauthorized || !strings.Contains(err.Error(), "copied") || in.Key.Reveal() != "" {
			t.Errorf("sign count %d: error %v", count, err)
		}
		if events := testkit.Must(h.SignInLog(ctx, h.anna))(t); events[0].Kind != PasskeyCopied {
			t.Errorf("the log begins with %+v", events[0])
		}
	}
	h.device.count = 10
	testkit.Must(h.SignInByPasskey(ctx, h.signed(h.begin())))(t)
}

// A passkey is added only by the user and in the browser that asked for it, once, with its user verified.
func TestAttackFalsifiedNewPasskey(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	begin := func() []byte { return testkit.Must(h.BeginAddPasskey(ctx, h.anna, passkeyOrigin))(t) }
	d := newPasskeyDevice(t)
	d.origin = "https://evil.example"
	testkit.WantKind(t, h.add(d.create(begin())), apperr.Unauthorized)
	d = newPasskeyDevice(t)
	d.rpID = "evil.example"
	testkit.WantKind(t, h.add(d.create(begin())), apperr.Unauthorized)
	d = newPasskeyDevice(t)
	d.flags = userPresent
	testkit.WantKind(t, h.add(d.create(begin())), apperr.Unauthorized)
	testkit.WantKind(t, h.add("{}"), apperr.Unauthorized)

	h.ben = signIn(t, h.house, "Ben", bensPassword).Who
	d = newPasskeyDevice(t)
	response := d.create(testkit.Must(h.BeginAddPasskey(ctx, h.ben, passkeyOrigin))(t))
	testkit.WantKind(t, h.add(response), apperr.Unauthorized) // Ben's challenge
	d = newPasskeyDevice(t)
	response = d.create(begin())
	testkit.NoError(t, h.add(response))
	testkit.WantKind(t, h.add(response), apperr.Unauthorized)
	testkit.WantKind(t, h.add(d.create(begin())), apperr.Conflict) // the same passkey
	h.device.handle = []byte(h.ben.UserID)
	bensOptions := testkit.Must(h.BeginAddPasskey(ctx, h.ben, passkeyOrigin))(t)
	err := h.AddPasskey(ctx, h.ben, NewPasskey{Response: h.device.create(bensOptions), Origin: passkeyOrigin, FactorChange: FactorChange{Device: here}})
	testkit.WantKind(t, err, apperr.Conflict) // Anna's passkey does not become Ben's

	h.at = h.at.Add(recentFor)
	_, err = h.BeginAddPasskey(ctx, h.anna, passkeyOrigin)
	testkit.WantKind(t, err, apperr.Forbidden)
	testkit.WantKind(t, h.add(response), apperr.Forbidden)
}

// With the owner's rule, the password of a user with a passkey alone neither signs in nor sets up an app.
func TestAttackDowngradeToPassword(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	if in := signIn(t, h.house, "Anna", annasPassword); in.Next != Done {
		t.Errorf("without the rule the next step is %q", in.Next)
	}
	testkit.NoError(t, h.RequireSecondFactor(ctx, h.anna, true))
	in, err := h.SignIn(ctx, Credentials{Name: "Anna", Password: annasPassword, Device: Device{Address: "192.0.2.1"}})
	if apperr.KindOf(err) != apperr.Forbidden || in != (SignedIn{}) {
		t.Errorf("with the rule the password gave %+v, error %v", in, err)
	}
	id := testkit.Must(h.SecondFactor(ctx, h.anna))(t).Passkeys[0].ID
	change := FactorChange{Device: here}
	testkit.WantKind(t, h.RemovePasskey(ctx, h.anna, id, change), apperr.Conflict)
	testkit.WantKind(t, h.RemovePasskey(ctx, h.ben, id, change), apperr.NotFound)
	offered := testkit.Must(h.OfferApp(ctx, h.anna, h.key, ""))(t)
	testkit.Must(h.SetUpApp(ctx, h.anna, AppSetup{Nonce: offered.Nonce, Code: offered.Secret.Code(h.at), Key: h.key, Device: here}))(t)
	if in := signIn(t, h.house, "Anna", annasPassword); in.Next != EnterCode {
		t.Errorf("with an app the next step is %q", in.Next)
	}
	testkit.NoError(t, h.RemoveApp(ctx, h.anna, change)) // the passkey is left
	testkit.NoError(t, h.ResetSecondFactor(ctx, Machine(), "Anna", false))
	h.device.count++
	_, err = h.SignInByPasskey(ctx, h.signed(h.begin()))
	testkit.WantKind(t, err, apperr.Unauthorized)
}

func TestConfirmByPasskey(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	h.at = h.at.Add(recentFor)
	h.ben = signIn(t, h.house, "Ben", bensPassword).Who
	h.at = h.at.Add(recentFor)
	h.device.count++
	testkit.WantKind(t, second(h.ConfirmByPasskey(ctx, h.ben, h.signed(h.begin()))), apperr.Unauthorized) // Anna's passkey
	h.device.count++
	testkit.NoError(t, second(h.ConfirmByPasskey(ctx, h.anna, h.signed(h.begin()))))
	testkit.Must(h.BeginAddPasskey(ctx, h.anna, passkeyOrigin))(t)
	_, err := h.BeginAddPasskey(ctx, h.ben, passkeyOrigin)
	testkit.WantKind(t, err, apperr.Forbidden)
}

func TestPasskeyNames(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	id := testkit.Must(h.SecondFactor(ctx, h.anna))(t).Passkeys[0].ID
	testkit.WantKind(t, h.RenamePasskey(ctx, h.ben, id, "Mine"), apperr.NotFound)
	testkit.WantKind(t, h.RenamePasskey(ctx, h.anna, id, strings.Repeat("x", mostPasskeyName+1)), apperr.Invalid)
	testkit.WantKind(t, h.RenamePasskey(ctx, h.anna, id, "a\x00b"), apperr.Invalid)
	testkit.NoError(t, h.RenamePasskey(ctx, h.anna, id, strings.Repeat("ñ", mostPasskeyName)))
}

func TestPasskeyMethodsCheckTheirActor(t *testing.T) {
	h := newPasskeyHouse(t)
	ctx := t.Context()
	readOnly := h.anna
	readOnly.Scope = auth.ReadOnly
	for _, who := range []Actor{{}, readOnly, Machine()} {
		want := apperr.Forbidden
		if who.IsAnonymous() {
			want = apperr.Unauthorized
		}
		for name, err := range map[string]error{
			"BeginAddPasskey":  second(h.BeginAddPasskey(ctx, who, passkeyOrigin)),
			"AddPasskey":       h.AddPasskey(ctx, who, NewPasskey{FactorChange: FactorChange{}}),
			"RenamePasskey":    h.RenamePasskey(ctx, who, "x", ""),
			"RemovePasskey":    h.RemovePasskey(ctx, who, "x", FactorChange{}),
			"ConfirmByPasskey": second(h.ConfirmByPasskey(ctx, who, SignedPasskey{})),
		} {
			if apperr.KindOf(err) != want {
				t.Errorf("%s by %q: error %v, want %s", name, who.Name, err, want)
			}
		}
	}
}

// Where only the identity provider signs users in, a passkey opens nothing.
func TestAttackPasskeyAroundTheProvider(t *testing.T) {
	h := newPasskeyHouse(t)
	h.device.count++
	signed := h.begin()
	h.DisablePasswords()
	in, err := h.SignInByPasskey(t.Context(), h.signed(signed))
	if testkit.WantKind(t, err, apperr.Forbidden); in.Key.Reveal() != "" {
		t.Error("a session began")
	}
	testkit.WantKind(t, h.PasskeysAt(passkeyOrigin), apperr.Forbidden)
}

func TestAddressesForPasskeys(t *testing.T) {
	for origin, want := range map[string]string{
		"https://budget.example": "", "https://budget.example:8443": "", "http://localhost:8080": "", "https://localhost": "",
		"http://budget.example": "HTTPS", "http://192.0.2.1:8080": "host name", "https://192.0.2.1": "host name", "https://[2001:db8::1]": "host name", "http://127.0.0.1:8080": "host name",
	} {
		_, err := relyingPartyAt(origin)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", origin, err, want)
		}
	}
}
