package banks

import (
	"context"
	"crypto/rand"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
	"holdover/internal/storage/serverkey"
)

// mostConnections is the largest number of connections of a budget.
const mostConnections = 20

// ConnectBank returns the next step of connecting through a provider, as bankapi.Provider.Connect does. Only the owner of the
// budget connects.
func (b *Banks) ConnectBank(ctx context.Context, who users.Actor, id string, kind bankapi.Kind, in bankapi.Input) (bankapi.Step, error) {
	if _, err := b.access.Header(ctx, who, id, auth.Manage); err != nil {
		return bankapi.Step{}, err
	}
	p, err := b.provider(kind)
	if err != nil {
		return bankapi.Step{}, err
	}
	return p.Connect(ctx, in)
}

// AddBankConnection stores the connection that the last step of connecting returned, and returns its id. It lists the bank
// accounts; none is linked yet. If the list fails for a moment, the connection is stored without it: some accesses can be
// obtained only once. If renewed is the id of a connection, the new access replaces that one's, and its links stay.
func (b *Banks) AddBankConnection(ctx context.Context, who users.Actor, id string, kind bankapi.Kind, last *bankapi.Step, renewed string) (connection string, err error) {
	h, err := b.access.Header(ctx, who, id, auth.Manage)
	if err != nil {
		return "", err
	}
	p, err := b.provider(kind)
	if err != nil {
		return "", err
	}
	access, err := p.Open(last.Secret)
	if err != nil {
		return "", err
	}
	list, failed := access.Accounts(ctx)
	if failed != nil && apperr.CodeOf(failed) != bankapi.Down && apperr.CodeOf(failed) != bankapi.TooOften {
		return "", failed
	}
	if renewed != "" {
		return renewed, b.renew(ctx, h.No, renewed, kind, last, &list, failed)
	}
	existing, err := b.store.Of(ctx, h.No)
	if err != nil {
		return "", err
	}
	if len(existing) >= mostConnections {
		return "", apperr.New(apperr.Invalid, "a budget has at most %d bank connections", mostConnections).WithHint("end one that is not used")
	}
	d := &document{Name: last.Name, Links: []link{}}
	d.listed(&list, failed)
	c := connectionstore.Connection{ID: rand.Text(), Budget: h.No, Provider: string(kind), NextAt: never}
	if c.Secret, err = b.key.Seal(last.Secret, purpose(c.ID)); err != nil {
		return "", err
	}
	if c.Body, err = d.encode(); err != nil {
		return "", err
	}
	if err := b.store.Add(ctx, &c); err != nil {
		return "", err
	}
	return c.ID, b.ReadStates(ctx)
}

// listed stores the list of bank accounts, or why there is none.
func (d *document) listed(list *bankapi.Accounts, failed error) {
	if failed != nil {
		d.Problem = sentence(failed)
		return
	}
	d.Problem = ""
	d.found(list)
}

// purpose ties a sealed secret to its connection.
func purpose(connection string) string { return "bank connection " + connection }

// renew replaces the access of a connection.
func (b *Banks) renew(ctx context.Context, no int64, connection string, kind bankapi.Kind, last *bankapi.Step, list *bankapi.Accounts, failed error) error {
	old, err := b.store.Connection(ctx, no, connection)
	if err != nil {
		return err
	}
	if old.Provider != string(kind) {
		return apperr.New(apperr.Conflict, "this connection is of another provider").WithHint("make a new connection")
	}
	sealed, err := b.key.Seal(last.Secret, purpose(connection))
	if err != nil {
		return err
	}
	return b.update(ctx, &old, func(c *connectionstore.Connection, d *document) error {
		c.Secret = sealed
		for i := range d.Links {
			d.Links[i].renew()
		}
		d.Name, d.NeedsReconnect, d.Failures = last.Name, false, 0
		d.listed(list, failed)
		c.NextAt = never
		if d.isStarted() {
			c.NextAt = b.access.Now()
		}
		return nil
	})
}

// update changes a stored connection in one transaction.
func (b *Banks) update(ctx context.Context, stored *connectionstore.Connection, change func(*connectionstore.Connection, *document) error) error {
	c, err := b.store.Update(ctx, stored.No, func(c *connectionstore.Connection) error {
		d, err := decode(c)
		if err != nil {
			return err
		}
		if err := change(c, d); err != nil {
			return err
		}
		c.Body, err = d.encode()
		return err
	})
	if err != nil {
		return err
	}
	*stored = c
	return b.ReadStates(ctx)
}

// RenewState returns the state with which a connection is renewed, if its provider can renew it without asking again for what
// the user has entered; otherwise nil.
func (b *Banks) RenewState(ctx context.Context, who users.Actor, id, connection string) ([]byte, error) {
	c, err := b.connection(ctx, who, id, connection, auth.Manage)
	if err != nil {
		return nil, err
	}
	p, err := b.provider(bankapi.Kind(c.Provider))
	if err != nil {
		return nil, err
	}
	r, ok := p.(bankapi.Renewer)
	if !ok {
		return nil, nil
	}
	secret, err := b.key.Open(c.Secret, purpose(c.ID))
	if apperr.CodeOf(err) == serverkey.WrongKey {
		return nil, nil // everything is asked again
	}
	if err != nil {
		return nil, err
	}
	return r.Renew(secret)
}

// open returns the access of a stored connection. An access that cannot be decrypted has to be connected again.
func (b *Banks) open(c *connectionstore.Connection) (bankapi.Connection, error) {
	p, err := b.provider(bankapi.Kind(c.Provider))
	if err != nil {
		return nil, err
	}
	secret, err := b.key.Open(c.Secret, purpose(c.ID))
	if apperr.CodeOf(err) == serverkey.WrongKey {
		return nil, apperr.New(apperr.NotFound, "the access to this bank was encrypted on another server").WithCode(bankapi.Reconnect).WithCause(err).
			WithHint("connect again, or copy the key file of that server")
	}
	if err != nil {
		return nil, err
	}
	return p.Open(secret)
}

// ListBankAccounts asks the provider for the bank accounts of a connection again.
func (b *Banks) ListBankAccounts(ctx context.Context, who users.Actor, id, connection string) error {
	c, err := b.connection(ctx, who, id, connection, auth.Manage)
	if err != nil {
		return err
	}
	access, err := b.open(&c)
	if err != nil {
		return err
	}
	list, err := access.Accounts(ctx)
	if err != nil {
		return err
	}
	return b.update(ctx, &c, func(_ *connectionstore.Connection, d *document) error {
		if d.found(&list); d.LastFetch.IsZero() {
			d.Problem = "" // that of listing
		}
		return nil
	})
}

// DisconnectBank deletes a connection and ends the access at the provider. The transactions stay. If the provider cannot be
// reached, the access ends there automatically; ended reports whether it was ended.
func (b *Banks) DisconnectBank(ctx context.Context, who users.Actor, id, connection string) (ended bool, err error) {
	c, err := b.connection(ctx, who, id, connection, auth.Manage)
	if err != nil {
		return false, err
	}
	access, failed := b.open(&c)
	if err := b.store.Delete(ctx, c.No); err != nil {
		return false, err
	}
	if failed == nil {
		failed = access.Disconnect(ctx)
	}
	if failed != nil {
		b.access.Log.Info("a bank connection was deleted, but not at its provider", "provider", c.Provider, "err", failed)
	}
	return failed == nil, b.ReadStates(ctx)
}
