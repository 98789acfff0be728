// Package budgetapi fetches the transactions of accounts from YNAB, or from another Holdover, which offers the same API. A
// household can thus move slowly, or use two servers.
//
// Start with New; connect.go connects, fetch.go fetches, row.go makes rows of transactions.
package budgetapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/publicnet"
	"holdover/internal/storage/sourceapi"
)

// Kind identifies the provider.
const Kind bankapi.Kind = "budgetapi"

// name is the provider's name for users. A connection has the name of its server.
const name = "YNAB or another Holdover"

// mostBytes is the maximum size of a response.
const mostBytes = 64 << 20

// Provider connects to budgets of other servers.
type Provider struct{ o bankapi.Options }

// New returns the provider.
func New(o bankapi.Options) *Provider { return &Provider{o: o} }

// About describes the provider.
func (p *Provider) About() bankapi.About {
	return bankapi.About{
		Kind: Kind, Name: name,
		Covers: "The accounts of a budget at YNAB or on another Holdover, wherever the bank is.",
		Costs:  "Nothing besides a subscription at YNAB.",
		Needs: []string{
			"Create a token there: at YNAB under Account settings, Developer settings; in Holdover under Settings, Developer settings.",
			"Reading is enough: nothing is changed there.",
		},
		Page: "https://app.ynab.com/settings/developer", Ending: "The token stays valid there until you revoke it where you created it.",
	}
}

// access is the content of a secret.
type access struct {
	Address string `json:"address"` // "" is YNAB's
	Token   string `json:"token"`
	Plan    string `json:"plan"` // its id
}

// client returns a client of a server.
func (p *Provider) client(a *access) (*sourceapi.Client, sourceapi.Address, error) {
	at, err := p.parseAddress(a.Address)
	if err != nil {
		return nil, at, err
	}
	token, err := sourceapi.ParseToken(a.Token)
	if err != nil {
		return nil, at, err
	}
	c, err := sourceapi.New(sourceapi.Options{Address: at, Token: token, HTTP: p.o.Client, Once: true, Most: mostBytes})
	return c, at, err
}

// parseAddress parses an address as a user enters it. An empty one is YNAB's.
func (p *Provider) parseAddress(text string) (sourceapi.Address, error) {
	at, err := sourceapi.ParseAddress(text)
	if err == nil {
		_, err = p.o.ParseAddress(at.String())
	}
	return at, err
}

// Open returns the connection with a secret.
func (p *Provider) Open(secret []byte) (bankapi.Connection, error) {
	var a access
	if err := json.Unmarshal(secret, &a); err != nil {
		return nil, bankapi.Ended(name).WithCause(err)
	}
	c, at, err := p.client(&a)
	if err != nil {
		return nil, err
	}
	return &connection{p: p, c: c, plan: a.Plan, server: at.Name()}, nil
}

// Renew returns the state that asks for a new token only.
func (p *Provider) Renew(secret []byte) ([]byte, error) {
	var a access
	if err := json.Unmarshal(secret, &a); err != nil {
		return nil, err
	}
	return json.Marshal(state{Address: a.Address, Plan: a.Plan})
}

// translated returns an error of the client with the codes of package bankapi.
func translated(err error, server string) error {
	e, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return err // the request was cancelled
	}
	fail := func(code apperr.Code) error {
		return apperr.New(apperr.Unavailable, "%s", e.Message).WithCode(code).WithHint("%s", cmp.Or(e.Hint, "fetch again later; if this stays, connect again")).WithCause(err).WithRetry(e.Retry)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, publicnet.ErrPrivate):
		return apperr.New(apperr.Unavailable, "the address of %s leads into a private network, which this Holdover does not connect to", server).WithCode(bankapi.Down).WithCause(err).
			WithHint("if the server is in your own network, its administrator has to allow private addresses")
	case e.Code == bankapi.Malformed:
		return e
	case e.Code == sourceapi.TooLarge:
		return bankapi.TooMuch(server).WithCause(err)
	case e.Code == sourceapi.Unpaid:
		return fail(bankapi.Unpaid)
	case e.Kind == apperr.TooMany:
		return fail(bankapi.TooOften)
	case e.Kind == apperr.Unauthorized:
		return bankapi.Ended(server).WithCause(err)
	case e.Kind == apperr.Forbidden:
		return fail(bankapi.Reconnect)
	case e.Kind == apperr.Unavailable && e.Code != sourceapi.Strange:
		return fail(bankapi.Down)
	}
	return fail(bankapi.Malformed)
}
