package users

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"holdover/internal/testing/testkit"
)

// passkeyDevice is an authenticator with one passkey, whose answers a test can falsify.
type passkeyDevice struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte // of the user, from the options
	rpID   string
	origin string
	flags  byte
	count  uint32
}

// The flags of authenticator data.
const (
	userPresent, userVerified, backupEligible, backedUp, hasCredential = 1, 4, 8, 16, 64
)

const passkeyOrigin = "https://budget.example"

func newPasskeyDevice(t *testing.T) *passkeyDevice {
	t.Helper()
	id := make([]byte, 32)
	_, _ = rand.Read(id)
	return &passkeyDevice{
		t: t, key: testkit.Must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t), id: id,
		rpID: "budget.example", origin: passkeyOrigin, flags: userPresent | userVerified,
	}
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// options contains the parts of the server's options that the device needs.
type options struct {
	Challenge string `json:"challenge"`
	User      struct {
		ID string `json:"id"`
	} `json:"user"`
	UserVerification string `json:"userVerification"`
}

func (d *passkeyDevice) options(raw json.RawMessage) (o options) {
	d.t.Helper()
	testkit.NoError(d.t, json.Unmarshal(raw, &o))
	return o
}

func (d *passkeyDevice) clientData(kind, challenge string) []byte {
	return testkit.Must(json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false}))(d.t)
}

func (d *passkeyDevice) authData(flags byte) []byte {
	hash := sha256.Sum256([]byte(d.rpID))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), d.count)
}

// create answers the options for a new passkey.
func (d *passkeyDevice) create(raw json.RawMessage) string {
	d.t.Helper()
	o := d.options(raw)
	d.handle = testkit.Must(base64.RawURLEncoding.DecodeString(o.User.ID))(d.t)
	data := append(d.authData(d.flags|hasCredential), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(d.id))), d.id...)
	point := testkit.Must(d.key.PublicKey.Bytes())(d.t) // 4, x, y
	// A COSE key in CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
	data = append(data, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20)
	data = append(append(append(data, point[1:33]...), 0x22, 0x58, 0x20), point[33:]...)
	// {"fmt": "none", "attStmt": {}, "authData": data}
	object := append([]byte{0xa3, 0x63}, "fmt"...)
	object = append(append(object, 0x64), "none"...)
	object = append(append(object, 0x67), "attStmt"...)
	object = append(append(object, 0xa0, 0x68), "authData"...)
	object = append(append(object, 0x58, byte(len(data))), data...)
	return d.answer(map[string]any{"clientDataJSON": text(d.clientData("webauthn.create", o.Challenge)), "attestationObject": text(object), "transports": []string{"internal"}})
}

// sign answers the options for a sign-in.
func (d *passkeyDevice) sign(raw json.RawMessage) string {
	d.t.Helper()
	return d.signAs("webauthn.get", d.options(raw).Challenge)
}

func (d *passkeyDevice) signAs(kind, challenge string) string {
	d.t.Helper()
	client, data := d.clientData(kind, challenge), d.authData(d.flags)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature := testkit.Must(ecdsa.SignASN1(rand.Reader, d.key, sum[:]))(d.t)
	return d.answer(map[string]any{"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature), "userHandle": text(d.handle)})
}

func (d *passkeyDevice) answer(response map[string]any) string {
	return string(testkit.Must(json.Marshal(map[string]any{
		"id": text(d.id), "rawId": text(d.id), "type": "public-key", "authenticatorAttachment": "platform", "clientExtensionResults": map[string]any{}, "response": response,
	}))(d.t))
}
