// Package tokens stores the token of a source on this machine: in the system's keyring, otherwise in a file readable
// only by its owner.
//
// Start with Memory.
package tokens

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/adrg/xdg"
	"github.com/zalando/go-keyring"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/prompt"
)

// Store stores the token of the source at an address.
type Store struct{ Address string }

const keyringService = "holdover"

// errNoKeyring is the error for a system without a keyring.
var errNoKeyring = errors.New("no keyring")

// Load returns the stored token, or zero.
func (m Store) Load() (sourceapi.Token, error) {
	text, err := withKeyring(func() (string, error) { return keyring.Get(keyringService, m.Address) })
	if err != nil {
		tokens, err := read()
		if err != nil {
			return sourceapi.Token{}, err
		}
		text = tokens[m.Address]
	}
	if text == "" {
		return sourceapi.Token{}, nil
	}
	return sourceapi.ParseToken(text)
}

// Save stores the token and returns the place.
func (m Store) Save(token sourceapi.Token) (where string, err error) {
	_, err = withKeyring(func() (string, error) { return "", keyring.Set(keyringService, m.Address, token.Reveal()) })
	if err == nil {
		return "the system's keyring", nil
	}
	tokens, err := read()
	if err != nil {
		return "", err
	}
	tokens[m.Address] = token.Reveal()
	return file(), write(tokens)
}

// Forget deletes the token wherever it is stored and reports whether there was one.
func (m Store) Forget() (had bool, err error) {
	_, err = withKeyring(func() (string, error) { return "", keyring.Delete(keyringService, m.Address) })
	had = err == nil
	tokens, err := read()
	if err != nil {
		return had, err
	}
	if _, ok := tokens[m.Address]; !ok {
		return had, nil
	}
	delete(tokens, m.Address)
	return true, write(tokens)
}

// withKeyring calls the keyring with a time limit. The keyring may ask the user to unlock it, and may never respond.
func withKeyring(ask func() (string, error)) (string, error) {
	if !mayHaveKeyring() {
		return "", errNoKeyring
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return prompt.Await(ctx, ask)
}

// mayHaveKeyring reports whether a keyring may exist. On a Linux system without a session, a request to the keyring
// would start a message bus and then find no keyring.
func mayHaveKeyring() bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	_, err := os.Stat(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus"))
	return err == nil && os.Getenv("XDG_RUNTIME_DIR") != ""
}

func file() string { return filepath.Join(xdg.ConfigHome, "holdover", "tokens.json") }

// read reads the file of tokens by the address of their source.
func read() (map[string]string, error) {
	tokens := map[string]string{}
	text, err := os.ReadFile(file())
	if errors.Is(err, fs.ErrNotExist) {
		return tokens, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &tokens)
	}
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "the remembered tokens in %s cannot be read", file()).WithCause(err).
			WithHint("delete the file and give the token again")
	}
	return tokens, nil
}

// write replaces the whole file. Without tokens it removes the file.
func write(tokens map[string]string) (err error) {
	defer func() {
		if err != nil {
			err = apperr.New(apperr.Invalid, "%s cannot be written", file()).WithCause(err)
		}
	}()
	if len(tokens) == 0 {
		return os.Remove(file())
	}
	if err := os.MkdirAll(filepath.Dir(file()), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file()), ".tokens-*") // made with 0600
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	enc := json.NewEncoder(temp)
	enc.SetIndent("", "  ")
	if err := errors.Join(enc.Encode(tokens), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file())
}
