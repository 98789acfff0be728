// Package simplefin gets transactions through SimpleFIN, a protocol that lets users share bank data for reading. The SimpleFIN
// Bridge speaks it for banks of the USA and Canada. Versions 1 and 2 of the protocol are read.
//
// Start with New, then connection.go, and read.go for the format.
package simplefin

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
)

const (
	name       = "SimpleFIN"
	page       = "https://bridge.simplefin.org/simplefin/create"
	tokenField = "token"
	// mostAddress is the maximum length of a setup token and of an access URL.
	mostAddress = 4096
)

// Provider connects to servers of SimpleFIN. Its connections' secret is the access URL.
type Provider struct{ options bankapi.Options }

// New returns the provider.
func New(o bankapi.Options) *Provider { return &Provider{options: o} }

// About describes the provider.
func (p *Provider) About() bankapi.About {
	return bankapi.About{
		Kind:   "simplefin",
		Name:   "SimpleFIN Bridge",
		Covers: "Banks, cards and loans in the USA and Canada.",
		Costs:  "You pay the SimpleFIN Bridge, about $15 a year. Holdover costs nothing.",
		Needs: []string{
			"Create an account at the SimpleFIN Bridge and connect your banks there.",
			"Create a setup token at " + page + " and copy it.",
		},
		Page: page, Ending: "SimpleFIN keeps the access until you disable this application on its page.",
	}
}

// Connect asks for a setup token and exchanges it for the access URL.
func (p *Provider) Connect(ctx context.Context, in bankapi.Input) (bankapi.Step, error) {
	token, ok := in.Values[tokenField]
	if !ok {
		return bankapi.Step{
			Title: "Enter the setup token",
			Text:  "A setup token works once. Holdover exchanges it for access to the transactions and balances of the banks that you connected, for reading only.",
			Fields: []bankapi.Field{{
				Name: tokenField, Label: "Setup token", Secret: true, Long: true,
				Hint: "The long text that the SimpleFIN Bridge shows once. It begins with aHR0c.",
			}},
		}, nil
	}
	claim, err := p.claimAddress(token)
	if err != nil {
		return bankapi.Step{}, err
	}
	access, err := p.claim(ctx, claim)
	if err != nil {
		return bankapi.Step{}, err
	}
	return bankapi.Step{Name: p.About().Name, Secret: []byte(access.String())}, nil
}

// claimAddress returns the address in a setup token.
func (p *Provider) claimAddress(token string) (*url.URL, error) {
	token = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(strings.Join(strings.Fields(token), "")), "=")
	if token == "" {
		return nil, apperr.New(apperr.Invalid, "the setup token is missing").AtField(tokenField).WithHint("create one at %s and paste it", page)
	}
	notAToken := func() error {
		return apperr.New(apperr.Invalid, "this is not a setup token").AtField(tokenField).WithHint("create one at %s and paste it completely", page)
	}
	decoded, err := base64.RawStdEncoding.DecodeString(token)
	if err != nil || len(decoded) > mostAddress {
		return nil, notAToken()
	}
	claim, err := p.options.ParseAddress(string(decoded))
	switch {
	case err != nil && apperr.KindOf(err) == apperr.Invalid && bytes.HasPrefix(decoded, []byte("http://")):
		return nil, apperr.New(apperr.Invalid, "the setup token leads to an address without encryption").AtField(tokenField).WithHint("use the token of a server with https")
	case err != nil || claim.User != nil:
		return nil, notAToken()
	}
	return claim, nil
}

// claim exchanges a setup token for an access URL, which succeeds once.
func (p *Provider) claim(ctx context.Context, claim *url.URL) (access *url.URL, err error) {
	request := bankapi.Request{Provider: name, Method: http.MethodPost, Address: claim}
	request.Refused = func(status int, _ http.Header, _ []byte) error {
		if status != http.StatusForbidden {
			return nil
		}
		return apperr.New(apperr.Invalid, "this setup token does not exist, or it was used before").AtField(tokenField).
			WithHint("if you did not use it yourself, another person may have read it and may see your bank data: disable it at the SimpleFIN Bridge. Then create a new one")
	}
	err = p.options.Do(ctx, request, func(body io.Reader) error {
		text, err := io.ReadAll(io.LimitReader(body, mostAddress+1))
		if err != nil {
			return err
		}
		access, err = p.accessAddress(text)
		return err
	})
	return access, err
}

// accessAddress parses an access URL, which contains a user and a password.
func (p *Provider) accessAddress(text []byte) (*url.URL, error) {
	access, err := p.options.ParseAddress(string(text))
	if err != nil || len(text) > mostAddress || access.User == nil || access.User.Username() == "" {
		return nil, apperr.New(apperr.Unavailable, "the access URL from SimpleFIN is not an https address with a user and a password").WithCode(bankapi.Malformed).
			WithHint("create a new setup token at %s and connect again", page)
	}
	access.RawQuery = ""
	return access, nil
}

// Open returns the connection with an access URL.
func (p *Provider) Open(secret []byte) (bankapi.Connection, error) {
	access, err := p.accessAddress(secret)
	if err != nil {
		return nil, err
	}
	return &connection{options: p.options, access: access}, nil
}
