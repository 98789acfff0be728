// Package enablebanking gets transactions of banks in Europe through Enable Banking. The user registers an application there;
// its id and private key sign every request. A session is the access to the accounts of one bank, for which the user agrees
// on the bank's page.
//
// Start with New; connect.go has the steps of connecting, fetch.go the work of a connection.
package enablebanking

import (
	"encoding/json"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/bankapi"
)

// Kind identifies the provider.
const Kind bankapi.Kind = "enablebanking"

const (
	name    = "Enable Banking"
	address = "https://api.enablebanking.com"
)

// Provider implements bankapi.Provider.
type Provider struct{ o bankapi.Options }

// New returns the provider.
func New(o bankapi.Options) *Provider { return &Provider{o: o} }

// About describes the provider.
func (p *Provider) About() bankapi.About {
	return bankapi.About{
		Kind: Kind, Name: name,
		Covers: "Most banks in the European Union, Iceland, Liechtenstein and Norway.",
		Costs:  "Free for your own accounts.",
		Needs: []string{
			"Sign in at Enable Banking and register an application of the environment “Production”. Its redirect URL is the address that the next page here shows.",
			"Let the browser generate the private key. It saves the key as a file.",
			"Activate the application there by linking your own accounts.",
		},
		Page: "https://enablebanking.com/cp/applications",
	}
}

// secret is the access of a connection.
type secret struct {
	Application string    `json:"application"`
	Key         string    `json:"key"`
	Country     string    `json:"country"`
	Bank        string    `json:"bank"`
	Session     string    `json:"session"`
	Until       time.Time `json:"until"`
	Accounts    []account `json:"accounts"`
}

// account is an account of a session, which names most of it only once.
type account struct {
	UID      string `json:"uid"` // names it within the session
	Key      string `json:"key"`
	Name     string `json:"name"`
	Number   string `json:"number,omitempty"`
	Currency string `json:"currency,omitempty"`
	Type     string `json:"type,omitempty"`
}

// Open returns the connection with a secret.
func (p *Provider) Open(stored []byte) (bankapi.Connection, error) {
	s, err := readSecret(stored)
	if err != nil {
		return nil, err
	}
	key, err := parseKey(s.Key)
	if err != nil {
		return nil, err
	}
	return &connection{api: api{o: p.o, application: s.Application, key: key}, secret: s}, nil
}

// Renew returns the state from which a user connects to the same bank again with the application and the key of a secret.
func (p *Provider) Renew(stored []byte) ([]byte, error) {
	s, err := readSecret(stored)
	if err != nil {
		return nil, err
	}
	return state{Stage: stageRenew, Application: s.Application, Key: s.Key, Country: s.Country, Bank: s.Bank}.encode()
}

func readSecret(stored []byte) (s secret, err error) {
	if err := json.Unmarshal(stored, &s); err != nil || s.Session == "" {
		return secret{}, apperr.New(apperr.Internal, "the stored access to %s cannot be read", name).WithCode(bankapi.Reconnect).WithCause(err).WithHint("connect again")
	}
	return s, nil
}
