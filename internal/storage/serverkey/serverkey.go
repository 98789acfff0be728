// Package serverkey encrypts secrets that the program needs without a user, such as the access to a bank. The key is in a
// file beside the database, so that neither the database nor its backups reveal the secrets.
//
// Start with Key.
package serverkey

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
)

// size is the size of a key in bytes.
const size = 32

// WrongKey is the code of the error for a secret that was encrypted with another key.
const WrongKey apperr.Code = "server-key"

// Key is a key in a file. It is safe for concurrent use.
type Key struct {
	path string
	mu   sync.Mutex
	aead cipher.AEAD // nil until it is needed
}

// In returns the key in a file; without a name of a file nothing can be encrypted. The file is read at the first use, and made by the first call of Seal.
func In(path string) *Key { return &Key{path: path} }

// Seal encrypts a secret. Only a call of Open with the same purpose decrypts it.
func (k *Key) Seal(secret []byte, purpose string) ([]byte, error) {
	aead, err := k.cipher(true)
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, secret, []byte(purpose)), nil
}

// Open decrypts a secret. Error: NotFound with the code WrongKey if it was encrypted with another key.
func (k *Key) Open(sealed []byte, purpose string) ([]byte, error) {
	aead, err := k.cipher(false)
	if err != nil {
		return nil, err
	}
	secret, err := aead.Open(nil, nil, sealed, []byte(purpose))
	if err != nil {
		return nil, k.wrong(err)
	}
	return secret, nil
}

func (k *Key) wrong(cause error) error {
	return apperr.New(apperr.NotFound, "the key in %s is not the one that encrypted this secret", k.path).WithCode(WrongKey).WithCause(cause).
		WithHint("copy the file from the server that made it")
}

// cipher returns the key's cipher. Without a file it makes one if mayMake is set.
func (k *Key) cipher(mayMake bool) (cipher.AEAD, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.aead != nil {
		return k.aead, nil
	}
	if k.path == "" {
		return nil, apperr.New(apperr.Invalid, "no file is set for the key that encrypts secrets").WithHint("set --key-file or HOLDOVER_KEY_FILE")
	}
	text, err := os.ReadFile(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		if !mayMake {
			return nil, k.wrong(err)
		}
		text, err = k.make()
	}
	if err != nil {
		return nil, apperr.New(apperr.Unavailable, "the key file %s cannot be read or written", k.path).WithCause(err).WithHint("check the folder and its rights")
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != size {
		return nil, apperr.New(apperr.Invalid, "the key file %s is damaged: it must contain %d hexadecimal digits", k.path, 2*size).WithHint("copy the file from a copy of the folder")
	}
	k.aead, err = auth.NewSealer(key)
	return k.aead, err
}

// make writes a new key, readable by the program's user only. If another process has made the file at the same time, it returns
// that one's content. The file appears with its whole content.
func (k *Key) make() ([]byte, error) {
	key := make([]byte, size)
	_, _ = rand.Read(key) // it never fails
	text := []byte(hex.EncodeToString(key) + "\n")
	if err := os.MkdirAll(filepath.Dir(k.path), 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(k.path), ".key-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it is only a second name of the file
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, fmt.Errorf("write the key: %w", err)
	}
	if err := os.Link(f.Name(), k.path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return os.ReadFile(k.path)
}
