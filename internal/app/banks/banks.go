// Package banks connects budgets to banks, and fetches and imports their transactions. Package app embeds Banks, so that its
// methods belong to the application.
//
//   - banks.go contains what users see of a connection.
//   - connect.go makes, renews and ends connections, link.go links bank accounts with the budget's.
//   - preview.go fetches a file to be previewed, fetch.go fetches and imports, job.go decides when.
//   - document.go contains the stored form.
//   - states.go contains what pages show of each account.
//
// Start with Banks, then fetch.go.
package banks

import (
	"context"
	"slices"
	"sync"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/budgetapi"
	"holdover/internal/storage/bankapi/demobank"
	"holdover/internal/storage/bankapi/enablebanking"
	"holdover/internal/storage/bankapi/simplefin"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/publicnet"
	"holdover/internal/storage/serverkey"
	"holdover/internal/storage/store"
)

// Banks contains the operations on connections to banks.
type Banks struct {
	access   *budgetsession.Access
	importer *bankimport.BankImport
	store    *connectionstore.Store
	key      *serverkey.Key
	states   states

	mu        sync.Mutex
	providers []bankapi.Provider
}

// requestTimeout is the time limit of one request to a provider.
const requestTimeout = 2 * time.Minute

// New returns the operations. keyFile is the file of the key that encrypts the access to banks.
func New(a *budgetsession.Access, importer *bankimport.BankImport, keyFile string) *Banks {
	b := &Banks{access: a, importer: importer, store: connectionstore.On(a.Store.DB()), key: serverkey.In(keyFile)}
	b.AllowPrivateBanks(false)
	a.BankState = b.StateOf
	return b
}

// AllowPrivateBanks decides whether providers may have unencrypted addresses and addresses of private networks.
func (b *Banks) AllowPrivateBanks(isAllowed bool) {
	o := bankapi.Options{Client: publicnet.NewClient(requestTimeout), Now: b.access.Now, Zone: time.Local, AllowPrivate: isAllowed}
	if isAllowed {
		o.Client = publicnet.NewPrivateClient(requestTimeout)
	}
	b.UseProviders(providers(o)...)
}

// providers returns the providers in the order in which users see them.
func providers(o bankapi.Options) []bankapi.Provider {
	return []bankapi.Provider{
		simplefin.New(o),
		enablebanking.New(o),
		budgetapi.New(o),
		demobank.New(o),
	}
}

// UseProviders replaces the providers.
func (b *Banks) UseProviders(all ...bankapi.Provider) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.providers = all
}

// BankProviders describes the providers that users can choose.
func (b *Banks) BankProviders() (all []bankapi.About) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range b.providers {
		if about := p.About(); !about.IsDemo {
			all = append(all, about)
		}
	}
	return all
}

// provider returns the provider of a kind. Error: NotFound.
func (b *Banks) provider(kind bankapi.Kind) (bankapi.Provider, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.IndexFunc(b.providers, func(p bankapi.Provider) bool { return p.About().Kind == kind }); i >= 0 {
		return b.providers[i], nil
	}
	return nil, apperr.New(apperr.NotFound, "this version of Holdover cannot connect to banks through %q", kind).WithHint("choose another way")
}

// Connection is a connection of a budget as users see it.
type Connection struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Provider bankapi.About `json:"-"`
	Kind     bankapi.Kind  `json:"provider"`
	// Problem is a sentence about why the last fetch failed, or "", and NeedsReconnect reports that the user has to connect
	// again.
	Problem        string     `json:"problem,omitempty"`
	NeedsReconnect bool       `json:"needs_reconnect,omitempty"`
	Messages       []string   `json:"messages,omitempty"` // of the provider, from the last fetch
	ConsentUntil   *time.Time `json:"consent_until,omitempty"`
	LastFetch      *time.Time `json:"last_fetch,omitempty"` // the last successful one
	NextFetch      *time.Time `json:"next_fetch,omitempty"` // nil if the program does not fetch automatically
	IsFetching     bool       `json:"is_fetching,omitempty"`
	Links          []Link     `json:"accounts"`
}

// Link is a bank account of a connection, linked with an account of the budget or not.
type Link struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Bank     string `json:"bank,omitempty"`
	Number   string `json:"number,omitempty"`
	Currency string `json:"currency"`
	Type     string `json:"type,omitempty"`
	// Account is the id of the budget's account, or "" if the bank account is not linked.
	Account     string `json:"account_id,omitempty"`
	AccountName string `json:"account_name,omitempty"`
	// IsMissing reports that the bank account was not in the last list of the provider.
	IsMissing      bool                `json:"is_missing,omitempty"`
	From           civil.Date          `json:"from,omitempty"` // the first day to fetch
	ByPurchaseDate bool                `json:"by_purchase_date,omitempty"`
	Uses           bankapi.BalanceKind `json:"uses,omitempty"` // the balance that is offered for reconciling
	// IsStarted reports that a first import was made. From then on the program fetches automatically.
	IsStarted bool       `json:"is_started"`
	LastFetch *time.Time `json:"last_fetch,omitempty"` // the last successful one
	// Rows is the number of transactions that the last fetch added or matched, and LastRows the time of the last fetch with any.
	Rows          int         `json:"rows"`
	LastRows      *time.Time  `json:"last_rows,omitempty"`
	Undecided     int         `json:"undecided,omitempty"` // possible duplicates about which the user has to decide
	Pending       int         `json:"pending,omitempty"`   // transactions that the bank has not booked yet
	PendingAmount money.Milli `json:"pending_amount,omitempty"`
	Balance       money.Milli `json:"balance"` // of the kind Uses, valid if BalanceDate is set
	BalanceDate   civil.Date  `json:"balance_date,omitempty"`
	Problem       string      `json:"problem,omitempty"`
}

// BankConnections returns the connections of a budget, in the order in which they were made.
func (b *Banks) BankConnections(ctx context.Context, who users.Actor, id string) (all []Connection, err error) {
	h, err := b.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	stored, err := b.store.Of(ctx, h.No)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	return all, b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		for i := range stored {
			one, err := b.shown(v, &stored[i])
			if err != nil {
				return err
			}
			all = append(all, one)
		}
		return nil
	})
}

// BankConnection returns a connection of a budget. Error: NotFound.
func (b *Banks) BankConnection(ctx context.Context, who users.Actor, id, connection string) (shown Connection, err error) {
	stored, err := b.connection(ctx, who, id, connection, auth.See)
	if err != nil {
		return shown, err
	}
	return shown, b.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		shown, err = b.shown(v, &stored)
		return err
	})
}

// connection returns a stored connection of a budget on which the actor has a right.
func (b *Banks) connection(ctx context.Context, who users.Actor, id, connection string, right auth.Right) (connectionstore.Connection, error) {
	h, err := b.access.Header(ctx, who, id, right)
	if err != nil {
		return connectionstore.Connection{}, err
	}
	return b.store.Connection(ctx, h.No, connection)
}

// shown returns a stored connection as users see it.
func (b *Banks) shown(v *store.ReadTx, stored *connectionstore.Connection) (Connection, error) {
	d, err := decode(stored)
	if err != nil {
		return Connection{}, err
	}
	accounts, err := v.Accounts()
	if err != nil {
		return Connection{}, err
	}
	c := Connection{
		ID: stored.ID, Name: d.Name, Kind: bankapi.Kind(stored.Provider), Problem: d.Problem, NeedsReconnect: d.NeedsReconnect, Messages: d.Messages,
		ConsentUntil: timeOf(d.ConsentUntil), LastFetch: timeOf(d.LastFetch), IsFetching: stored.ClaimedUntil.After(b.access.Now()), Links: []Link{},
	}
	if p, err := b.provider(c.Kind); err == nil {
		c.Provider = p.About()
	}
	if stored.NextAt.Before(never) && d.isStarted() {
		c.NextFetch = new(stored.NextAt)
	}
	for i := range d.Links {
		l := &d.Links[i]
		one := Link{
			Key: l.Key, Name: l.Name, Bank: l.Bank, Number: l.Number, Currency: l.Currency, Type: string(l.Type), IsMissing: l.IsMissing, From: l.From,
			ByPurchaseDate: l.ByPurchaseDate, Uses: l.Uses, IsStarted: l.IsStarted, LastFetch: timeOf(l.LastFetch), Rows: l.Rows, LastRows: timeOf(l.LastRows),
			Undecided: l.Undecided, Pending: l.Pending, PendingAmount: l.PendingAmount, Problem: l.Problem,
		}
		if balance, ok := l.balance(); ok {
			one.Balance, one.BalanceDate = balance.Amount, balance.Date
		}
		for k := range accounts {
			if l.Account != 0 && accounts[k].No == l.Account {
				one.Account, one.AccountName = accounts[k].ID, accounts[k].Name
			}
		}
		c.Links = append(c.Links, one)
	}
	return c, nil
}

// timeOf returns nil for the zero time.
func timeOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
