// Package pushtest is a push service for tests, with the part of a browser that decrypts its messages. It is used by tests
// only.
//
// Start with New.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

// address is the public address of the service. Clients of Service.Client reach it there.
const address = "https://push.example.com"

// Service is a push service on an address of this machine.
type Service struct {
	*httptest.Server
	t testing.TB

	mu       sync.Mutex
	browsers map[string]*Browser // by the path of the endpoint
	failing  int                 // the status of responses; 0 for success
}

// Browser is a browser that has subscribed.
type Browser struct {
	Endpoint, P256dh, Auth string

	service  *Service
	key      *ecdh.PrivateKey
	secret   []byte
	server   string // the public key of the server that may send
	messages []Message
}

// Message is a decrypted message.
type Message struct{ Title, Body, URL, Tag string }

// New starts a push service that verifies the server's key and the encryption of each message.
func New(t testing.TB) *Service {
	t.Helper()
	s := &Service{t: t, browsers: map[string]*Browser{}}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(s.receive))
	t.Cleanup(s.Close)
	return s
}

// Subscribe returns a new browser that accepts messages of the server with a public key.
func (s *Service) Subscribe(server string) *Browser {
	s.t.Helper()
	b := &Browser{service: s, key: testkit.Must(ecdh.P256().GenerateKey(rand.Reader))(s.t), secret: make([]byte, 16), server: server}
	testkit.Must(rand.Read(b.secret))(s.t)
	path := "/push/" + rand.Text()
	b.Endpoint, b.P256dh, b.Auth = address+path, base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(b.secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers[path] = b
	return b
}

// Fail makes the service answer with a status; 0 makes it accept messages again.
func (s *Service) Fail(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failing = status
}

// Take returns the messages since the last call.
func (b *Browser) Take() []Message {
	b.service.mu.Lock()
	defer b.service.mu.Unlock()
	all := b.messages
	b.messages = nil
	return all
}

func (s *Service) receive(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, known := s.browsers[r.URL.Path]
	if s.failing != 0 || !known {
		status := s.failing
		if !known {
			status = http.StatusGone
		}
		w.WriteHeader(status)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = b.verify(r.Header)
	}
	var m Message
	if err == nil {
		var text []byte
		if text, err = b.decrypt(body); err == nil {
			err = json.Unmarshal(text, &m)
		}
	}
	if err != nil {
		s.t.Errorf("push message refused: %v", err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	b.messages = append(b.messages, m)
	w.WriteHeader(http.StatusCreated)
}

// verify checks the token in the header Authorization (RFC 8292).
func (b *Browser) verify(h http.Header) error {
	token, key, ok := strings.Cut(strings.TrimPrefix(h.Get("Authorization"), "vapid t="), ", k=")
	signed, signature, _ := cutLast(token)
	if !ok || key != b.server || h.Get("TTL") == "" || h.Get("Content-Encoding") != "aes128gcm" {
		return fmt.Errorf("headers %v, expected key %s", h, b.server)
	}
	public, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return err
	}
	signer, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), public)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(signed))
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b) }
	if err != nil || len(sig) != 64 || !ecdsa.Verify(signer, sum[:], number(sig[:32]), number(sig[32:])) {
		return errors.New("the signature of the token is wrong")
	}
	_, payload, _ := strings.Cut(signed, ".")
	text, err := base64.RawURLEncoding.DecodeString(payload)
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err == nil {
		err = json.Unmarshal(text, &claims)
	}
	if left := time.Until(time.Unix(claims.Exp, 0)); err != nil || claims.Aud != address || left <= 0 || left > 24*time.Hour || !strings.HasPrefix(claims.Sub, "https://") && !strings.HasPrefix(claims.Sub, "mailto:") {
		return fmt.Errorf("claims of the token: %s (%w)", text, err)
	}
	return nil
}

func cutLast(token string) (signed, signature string, ok bool) {
	i := strings.LastIndex(token, ".")
	if i < 0 {
		return "", "", false
	}
	return token[:i], token[i+1:], true
}

// decrypt decrypts a message of one record (RFC 8188 and 8291).
func (b *Browser) decrypt(body []byte) ([]byte, error) {
	if len(body) < 21 || int(body[20]) != 65 || len(body) < 86 || len(body) > 4096 {
		return nil, fmt.Errorf("message of %d bytes", len(body))
	}
	salt, size, sender := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86]
	if size < uint32(len(body)-86) {
		return nil, fmt.Errorf("record of %d bytes, message of %d", size, len(body))
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := b.key.ECDH(public)
	if err != nil {
		return nil, err
	}
	derive := func(secret, salt []byte, info string, length int) []byte {
		if err == nil {
			secret, err = hkdf.Key(sha256.New, secret, salt, info, length)
		}
		return secret
	}
	ikm := derive(shared, b.secret, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender), 32)
	key := derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce := derive(ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	text, err := gcm.Open(nil, nonce, body[86:], nil)
	end := strings.LastIndexByte(string(text), 2)
	if err != nil || end < 0 {
		return nil, fmt.Errorf("record %q: %w", text, err)
	}
	return text[:end], nil
}
