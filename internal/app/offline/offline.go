// Package offline contains the snapshot of a budget that a browser stores, to show it without a connection: figures of
// this month and the next, balances, the latest transactions of each account and those to approve, and the payees that a
// new transaction may have. Package app embeds Snapshots, so that its methods belong to the application.
//
// Start with Snapshot, whose type in the browser is in internal/surface/web/offline/scripts/snapshot.ts.
package offline

import (
	"context"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Format is the version of the snapshot's format.
const Format = 1

// Limits of a snapshot.
const (
	maxRows        = 2000 // at most
	rowsOfAccount  = 50   // the latest of each account, fewer in a budget with many accounts
	rowsToApprove  = 200
	maxPayees      = 300
	placesOfPayees = 10 // of each payee
)

// Snapshots contains the operations on snapshots.
type Snapshots struct{ access *budgetsession.Access }

// New returns the operations, which open budgets with access.
func New(a *budgetsession.Access) *Snapshots { return &Snapshots{a} }

// Snapshot is the data of a budget at one version. Amounts are written as decimal text.
type Snapshot struct {
	Format        int        `json:"format"`
	Budget        Named      `json:"budget"`
	Currency      Currency   `json:"currency"`
	DateFormat    string     `json:"dateFormat"`
	Knowledge     int64      `json:"knowledge"`
	Today         civil.Date `json:"today"`
	At            time.Time  `json:"at"`
	MayChange     bool       `json:"mayChange"`
	Accounts      []Account  `json:"accounts"`                // open ones in display order
	AccountGroups []string   `json:"accountGroups,omitempty"` // the names of the account groups, in display order
	Groups        []Group    `json:"groups"`                  // visible ones in display order
	Months        []Month    `json:"months"`                  // this month and the next
	Payees        []Payee    `json:"payees"`                  // favourites, then the most recently used
	Rows          []Row      `json:"rows"`                    // newest first
	ToApprove     int        `json:"toApprove"`
}

// Named is a record with its name.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Currency describes how amounts are shown.
type Currency struct {
	Digits      int    `json:"digits"`
	Point       string `json:"point"`
	Group       string `json:"group"`
	Symbol      string `json:"symbol"` // "" if amounts are shown without symbol
	SymbolFirst bool   `json:"symbolFirst"`
}

// Account is an open account.
type Account struct {
	Named
	OnBudget  bool        `json:"onBudget"`
	Card      bool        `json:"card"`
	Balance   money.Milli `json:"balance,string"`
	Cleared   money.Milli `json:"cleared,string"`
	Uncleared money.Milli `json:"uncleared,string"`
	Group     string      `json:"group,omitempty"` // the name of its group
}

// Group is a group of categories.
type Group struct {
	Named
	Income     bool    `json:"income"`
	Cards      bool    `json:"cards"` // card payment categories, which no transaction can have
	Categories []Named `json:"categories"`
}

// Month contains the figures of a month.
type Month struct {
	Month    civil.Month        `json:"month"`
	ToBudget money.Milli        `json:"toBudget,string"`
	Figures  map[string]Figures `json:"figures"` // by the id of the category
}

// Figures are those of a category in a month.
type Figures struct {
	Budgeted money.Milli `json:"budgeted,string"`
	Activity money.Milli `json:"activity,string"`
	Balance  money.Milli `json:"balance,string"`
}

// Payee is a recently used payee.
type Payee struct {
	Named
	Category string    `json:"category"` // the id of its usual category, "" for none
	Places   []float64 `json:"places"`   // latitude, longitude, latitude, longitude, …
}

// Row is a transaction.
type Row struct {
	ID        string      `json:"id"`
	Account   string      `json:"account"`
	Date      civil.Date  `json:"date"`
	Amount    money.Milli `json:"amount,string"`
	Payee     string      `json:"payee"` // "" for none, and for a transfer
	PayeeName string      `json:"payeeName"`
	Transfer  string      `json:"transfer"` // the id of the other account
	Category  string      `json:"category"`
	Notes     string      `json:"notes"`
	Cleared   string      `json:"cleared"`
	Flag      string      `json:"flag"`
	Approved  bool        `json:"approved"`
	Split     bool        `json:"split"`
	Seen      string      `json:"seen"` // its fingerprint
}

// OfflineSnapshot returns the snapshot of a budget, from one database transaction.
func (s *Snapshots) OfflineSnapshot(ctx context.Context, who users.Actor, id string) (Snapshot, error) {
	var f pageframe.Frame
	out := Snapshot{Format: Format, Today: s.access.Today(ctx), At: s.access.Now().UTC().Truncate(time.Second)}
	err := pageframe.View(ctx, s.access, who, id, &f, func(v *store.ReadTx) error {
		out.head(&f)
		return iterutil.Try(func() error { return out.addFigures(v) }, func() error { return out.addPayees(v) }, func() error { return out.addRows(v) })
	})
	return out, err
}

// head fills in what the frame of a page has.
func (s *Snapshot) head(f *pageframe.Frame) {
	s.Budget, s.DateFormat, s.Knowledge, s.MayChange = Named{f.Budget.ID, f.Budget.Name}, f.Budget.DateFormat, f.Budget.Knowledge, f.MayChange()
	format := f.Budget.CurrencyFormat
	s.Currency = Currency{Digits: format.DecimalDigits, Point: format.DecimalSeparator, Group: format.GroupSeparator, SymbolFirst: format.SymbolFirst}
	if format.DisplaySymbol {
		s.Currency.Symbol = format.CurrencySymbol
	}
	for i := range f.AccountGroups {
		s.AccountGroups = append(s.AccountGroups, f.AccountGroups[i].Name)
	}
	s.Accounts = []Account{}
	for i := range f.Accounts {
		if a := &f.Accounts[i]; !a.Closed {
			s.Accounts = append(s.Accounts, Account{
				Named: Named{a.ID, a.Name}, OnBudget: a.OnBudget, Card: budget.AccountType(a.Type).IsCard(),
				Balance: a.Balance, Cleared: a.ClearedBalance, Uncleared: a.UnclearedBalance, Group: a.GroupName,
			})
		}
	}
}
