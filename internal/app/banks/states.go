package banks

import (
	"context"
	"sync"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/connectionstore"
)

// states caches the states of all budgets, so that no page reads them from the database. Each process reads them once a
// minute, and after its own changes.
type states struct {
	// reading is locked while the states are read, so that those read last are stored last.
	reading sync.Mutex

	mu  sync.Mutex
	all map[int64]budgetsession.BankState // by the budget's number; nil before the first reading
}

// ConsentWarningDays is the number of days before the end of a consent from which it needs attention.
const ConsentWarningDays = 7

// BankState returns the state of the connections of a budget, at most a minute old.
func (b *Banks) BankState(ctx context.Context, who users.Actor, id string) (budgetsession.BankState, error) {
	h, err := b.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return budgetsession.BankState{}, err
	}
	return b.StateOf(ctx, h.No)
}

// StateOf is BankState for a caller that has checked the right to see the budget with a number.
func (b *Banks) StateOf(ctx context.Context, no int64) (budgetsession.BankState, error) {
	b.states.mu.Lock()
	all := b.states.all
	b.states.mu.Unlock()
	if all == nil {
		if err := b.ReadStates(ctx); err != nil {
			return budgetsession.BankState{}, err
		}
		return b.StateOf(ctx, no)
	}
	return all[no], nil
}

// ReadStates reads the states of all budgets. A connection that cannot be read is left out: it must not stop the others.
func (b *Banks) ReadStates(ctx context.Context) error {
	b.states.reading.Lock()
	defer b.states.reading.Unlock()
	stored, err := b.store.All(ctx)
	if err != nil {
		return err
	}
	all := map[int64]budgetsession.BankState{}
	for i := range stored {
		d, err := decode(&stored[i])
		if err != nil {
			b.access.Log.Error("a bank connection cannot be read", "err", err)
			continue
		}
		of := all[stored[i].Budget]
		if of.Accounts == nil {
			of.Accounts = map[budget.AccountNo]budgetsession.AccountBankState{}
		}
		needsAttention := d.addStates(of.Accounts, &stored[i], b.access.Now())
		if of.Version = 31*of.Version + stored[i].No + 2*stored[i].Version; needsAttention {
			of.Attention = append(of.Attention, stored[i].ID)
			of.Version++ // a consent comes to its end without a change
		}
		all[stored[i].Budget] = of
	}
	b.states.mu.Lock()
	b.states.all = all
	b.states.mu.Unlock()
	return nil
}

// addStates adds the states of a connection's accounts. It reports whether the connection needs the user's attention.
func (d *document) addStates(to map[budget.AccountNo]budgetsession.AccountBankState, c *connectionstore.Connection, now time.Time) (needsAttention bool) {
	problem := d.Problem
	if problem == "" && !d.ConsentUntil.IsZero() && now.Add(ConsentWarningDays*24*time.Hour).After(d.ConsentUntil) {
		problem = "The access to " + d.Name + " ends on " + civil.DateOf(d.ConsentUntil.In(now.Location())).String() + ". Connect again."
	}
	needsAttention = problem != ""
	for i := range d.Links {
		l := &d.Links[i]
		if l.Account == 0 {
			continue
		}
		s := budgetsession.AccountBankState{Connection: c.ID, Name: d.Name, LastFetch: l.LastFetch, Rows: l.Rows, Undecided: l.Undecided, Problem: l.Problem}
		if s.Problem == "" {
			s.Problem = problem
		}
		if balance, ok := l.balance(); ok {
			s.Balance, s.BalanceDate = balance.Amount, balance.Date
		}
		needsAttention = needsAttention || l.Problem != "" || l.Undecided > 0
		to[l.Account] = s
	}
	return needsAttention
}
