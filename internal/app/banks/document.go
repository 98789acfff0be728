package banks

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/connectionstore"
)

// document is the stored body of a connection.
type document struct {
	Name           string    `json:"name"`
	ConsentUntil   time.Time `json:"consent_until,omitzero"`
	Problem        string    `json:"problem,omitempty"`
	NeedsReconnect bool      `json:"needs_reconnect,omitempty"`
	Failures       int       `json:"failures,omitempty"` // since the last successful fetch
	Messages       []string  `json:"messages,omitempty"`
	LastFetch      time.Time `json:"last_fetch,omitzero"` // the last successful one
	// Requests counts the fetches by hand on the day Day.
	Day      civil.Date `json:"day,omitempty"`
	Requests int        `json:"requests,omitempty"`
	Links    []link     `json:"links"`
}

// link is a stored bank account, with the account of the budget that gets its transactions.
type link struct {
	Key            string              `json:"key"`
	Handle         string              `json:"handle"`
	Name           string              `json:"name"`
	Bank           string              `json:"bank,omitempty"`
	Number         string              `json:"number,omitempty"`
	Currency       string              `json:"currency"`
	Type           budget.AccountType  `json:"type,omitempty"`
	IsMissing      bool                `json:"is_missing,omitempty"`
	Account        budget.AccountNo    `json:"account,omitempty"` // 0 if it is not linked
	From           civil.Date          `json:"from,omitempty"`
	ByPurchaseDate bool                `json:"by_purchase_date,omitempty"`
	Uses           bankapi.BalanceKind `json:"uses,omitempty"`
	IsStarted      bool                `json:"is_started,omitempty"`
	LastFetch      time.Time           `json:"last_fetch,omitzero"`
	// RenewedOn is the day of the last fetch before the connection was renewed, while a fetch may repeat rows of before: the
	// bank may have given them other ids.
	RenewedOn civil.Date `json:"renewed_on,omitempty"`
	// IsConfirmed reports whether an import was made since then.
	IsConfirmed    bool              `json:"is_confirmed,omitempty"`
	Rows           int               `json:"rows,omitempty"`
	LastRows       time.Time         `json:"last_rows,omitzero"`
	Undecided      int               `json:"undecided,omitempty"`
	UndecidedSince civil.Date        `json:"undecided_since,omitempty"`
	Pending        int               `json:"pending,omitempty"`
	PendingAmount  money.Milli       `json:"pending_amount,omitempty"`
	Balances       []bankapi.Balance `json:"balances,omitempty"`
	Problem        string            `json:"problem,omitempty"`
	// Omitted contains the bank's import ids of transactions that the user did not want to import, the latest last.
	Omitted []string `json:"omitted,omitempty"`
}

// renew notes that the bank account has another key or access from now on.
func (l *link) renew() {
	if l.IsConfirmed = false; l.IsStarted && !l.LastFetch.IsZero() {
		l.RenewedOn = max(l.RenewedOn, civil.DateOf(l.LastFetch))
	}
}

// mostOmitted is the largest number of Omitted. Those of one preview are within the days that the next fetches repeat.
const mostOmitted = 1000

// Limits of what a provider can store. Every process reads all connections once a minute.
const (
	mostAccounts = 200
	mostMessages = 50
	longestKey   = 1000 // in bytes
)

// noTime is the time of an event that has not happened.
var noTime time.Time

func decode(c *connectionstore.Connection) (*document, error) {
	d := &document{}
	if err := json.Unmarshal([]byte(c.Body), d); err != nil {
		return nil, fmt.Errorf("the stored bank connection %s: %w", c.ID, err)
	}
	return d, nil
}

func (d *document) encode() (string, error) {
	text, err := json.Marshal(d)
	return string(text), err
}

// link returns the link with a key, or nil.
func (d *document) link(key string) *link {
	if i := slices.IndexFunc(d.Links, func(l link) bool { return l.Key == key }); i >= 0 {
		return &d.Links[i]
	}
	return nil
}

// isStarted reports whether the program fetches automatically.
func (d *document) isStarted() bool {
	return slices.ContainsFunc(d.Links, func(l link) bool { return l.IsStarted })
}

// found replaces the list of bank accounts by the provider's. Links with accounts of the budget stay: those of bank accounts
// that the provider no longer lists are marked as missing. Of several with one key, and of too many, the first are used.
func (d *document) found(a *bankapi.Accounts) {
	for i := range d.Links {
		d.Links[i].IsMissing = true
	}
	d.ConsentUntil, d.Messages = a.ConsentUntil, nil
	known, unused := map[string]bool{}, 0
	for i := range a.Accounts {
		f := &a.Accounts[i]
		if known[f.Key] || len(known) == mostAccounts || len(f.Key) > longestKey || len(f.Handle) > longestKey {
			unused++
			continue
		}
		known[f.Key] = true
		l := d.link(f.Key)
		if l == nil {
			d.Links = append(d.Links, link{Key: f.Key, Uses: bankapi.Booked})
			l = &d.Links[len(d.Links)-1]
		}
		l.Handle, l.Name, l.Bank, l.Number, l.Currency, l.Type, l.IsMissing, l.Balances = f.Handle, f.Name, f.Bank, f.Number, f.Currency, f.Type, false, f.Balances
	}
	d.forgetMissing()
	if unused > 0 {
		d.Messages = append(d.Messages, humanize.Number(unused, "bank account", "bank accounts")+" cannot be used, because the provider lists too many, or several under one name.")
	}
	d.tell(a.Messages)
}

// tell adds messages of the provider, as many as are stored.
func (d *document) tell(messages []string) {
	d.Messages = append(d.Messages, messages[:min(len(messages), mostMessages)]...)
}

// forgetMissing removes the bank accounts that the provider no longer lists, unless they are linked.
func (d *document) forgetMissing() {
	d.Links = slices.DeleteFunc(d.Links, func(l link) bool { return l.IsMissing && l.Account == 0 })
}

// balance returns the latest balance of the kind that is offered for reconciling.
func (l *link) balance() (bankapi.Balance, bool) {
	best := bankapi.Balance{}
	for _, one := range l.Balances {
		if one.Kind == l.Uses && one.Date >= best.Date && one.Date != 0 {
			best = one
		}
	}
	return best, best.Date != 0
}
