// Package pageframe contains the data around every screen of a budget: its settings, its accounts with their balances,
// the actor's role, and the number of rows that need attention. The reads of package app and its feature packages
// start here.
//
// Start with Frame and View.
package pageframe

import (
	"cmp"
	"context"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Frame is the data around every screen of a budget: its settings, its accounts, and the actor's role.
type Frame struct {
	Budget   Budget
	Accounts []Account // in display order
	// AccountGroups are in display order; a group may have no accounts.
	AccountGroups []budget.AccountGroup
	Role          auth.Role
	Imported      bool // there is a report and an original document
	// Waiting is the number of transactions that need attention; zero while a large budget is being indexed.
	Waiting RowsToDo
	Indexed bool // the rows are counted
	// Due is the number of scheduled transactions that are due.
	Due int
	// BanksInNeed is the number of bank connections that need attention.
	BanksInNeed int
	// Zone is the actor's time zone.
	Zone *time.Location
}

// MayChange reports whether the actor may change the budget.
func (f *Frame) MayChange() bool { return f.Role.May(auth.Change) }

// View fills a frame and calls do with the same snapshot of the budget with an id, if the actor may see it.
func View(ctx context.Context, a *budgetsession.Access, who users.Actor, id string, f *Frame, do func(*store.ReadTx) error) error {
	return ViewTo(ctx, a, who, id, auth.See, f, do)
}

// ViewTo is View for an actor with a right to the budget.
func ViewTo(ctx context.Context, a *budgetsession.Access, who users.Actor, id string, right auth.Right, f *Frame, do func(*store.ReadTx) error) error {
	var no int64
	var accounts []store.Account
	err := a.ReadTxWith(ctx, who, id, right, func(v *store.ReadTx) error {
		v.Warm()
		f.Role, f.Zone = v.Role(), cmp.Or(budgetsession.Zone(ctx), time.Local)
		f.Budget, f.Imported = BudgetOf(v.Header()), v.Info().Document != 0
		no = v.Header().No
		if err := iterutil.Try(iterutil.Store(&accounts, v.Accounts), iterutil.Store(&f.AccountGroups, v.AccountGroups)); err != nil {
			return err
		}
		f.Accounts = AccountsOf(accounts, f.AccountGroups)
		if err := f.countDue(v, a.Today(ctx)); err != nil {
			return err
		}
		if f.Indexed = v.CountsAtOnce(); f.Indexed {
			if err := f.Waiting.Count(v); err != nil {
				return err
			}
		}
		return do(v)
	})
	if err != nil || a.BankState == nil {
		return err
	}
	return f.addBanks(ctx, a, no, accounts)
}

// addBanks adds the states of the budget's bank connections.
func (f *Frame) addBanks(ctx context.Context, a *budgetsession.Access, no int64, accounts []store.Account) error {
	state, err := a.BankState(ctx, no)
	if err != nil {
		return err
	}
	f.BanksInNeed = len(state.Attention)
	for i := range accounts {
		if of, isConnected := state.Accounts[accounts[i].No]; isConnected {
			f.Accounts[i].Bank = &of
		}
	}
	return nil
}

// countDue counts the schedules with a date that has been reached.
func (f *Frame) countDue(v *store.ReadTx, today civil.Date) error {
	all, err := v.Scheduled()
	f.Due = iterutil.Count(all, func(s *budget.Scheduled) bool { return s.DateNext != 0 && s.DateNext <= today })
	return err
}

// RowsToDo is the number of rows of the whole budget that need a category or approval. It is computed over all
// accounts unless there is a filter.
type RowsToDo struct{ Categorise, Approve int }

// Count computes the numbers.
func (t *RowsToDo) Count(v *store.ReadTx) (err error) {
	t.Categorise, t.Approve, err = v.Waiting()
	return err
}

// Budget is a budget in a list.
type Budget struct {
	ID             string       `json:"id"`
	SourceID       string       `json:"source_id"`
	Name           string       `json:"name"`
	Currency       string       `json:"currency"`
	FirstMonth     civil.Month  `json:"first_month"` // first month with data
	LastMonth      civil.Month  `json:"last_month"`  // last month with data
	Accounts       int          `json:"accounts"`
	Transactions   int          `json:"transactions"`
	LastModifiedOn time.Time    `json:"last_modified_on"`
	CurrencyFormat money.Format `json:"currency_format"`
	DateFormat     string       `json:"date_format"`
	Knowledge      int64        `json:"server_knowledge"`
	CardEnvelopes  bool         `json:"card_envelopes"`            // cards are kept as envelopes
	ArchivedBefore civil.Date   `json:"archived_before,omitempty"` // the first day that is not archived, or zero
	ExpectedIncome money.Milli  `json:"expected_income,omitempty"` // in a month; zero for none
	Pending        bool         `json:"-"`                         // in a list: a share that the user has not accepted yet
}

// BudgetOf converts a header of the store.
func BudgetOf(h store.Header) Budget {
	return Budget{
		ID: h.Info.ID, SourceID: h.Info.SourceID, Name: h.Info.Name, Currency: h.Info.Currency.ISOCode,
		FirstMonth: h.FirstMonth, LastMonth: h.LastMonth, Accounts: h.Accounts, Transactions: h.Transactions,
		LastModifiedOn: h.Modified, CurrencyFormat: h.Info.Currency, DateFormat: h.Info.DateFormat, Knowledge: h.Knowledge, CardEnvelopes: h.Info.CardEnvelopes,
		ArchivedBefore: h.Info.ArchivedBefore, ExpectedIncome: h.Info.ExpectedIncome,
	}
}

// Account is an account with its balances.
type Account struct {
	No               budget.AccountNo `json:"-"`
	ID               string           `json:"id"`
	SourceID         string           `json:"source_id"`
	Name             string           `json:"name"`
	Type             string           `json:"type"`
	OnBudget         bool             `json:"on_budget"`
	Closed           bool             `json:"closed"`
	Group            string           `json:"account_group_id,omitempty"` // empty for none
	GroupName        string           `json:"account_group_name,omitempty"`
	Note             string           `json:"note"`
	Balance          money.Milli      `json:"balance"`
	ClearedBalance   money.Milli      `json:"cleared_balance"`
	UnclearedBalance money.Milli      `json:"uncleared_balance"`
	Transactions     int              `json:"transactions"`
	LastReconciledAt *time.Time       `json:"last_reconciled_at"` // null before the first time
	// Bank is the state of the connection with the bank, or nil.
	Bank *budgetsession.AccountBankState `json:"-"`
}

// AccountOf converts an account of the store for display, without its group.
func AccountOf(acc store.Account) Account {
	return Account{
		No: acc.No, ID: acc.ID, SourceID: acc.SourceID, Name: acc.Name, Type: string(acc.Type), OnBudget: acc.OnBudget, Closed: acc.Closed,
		Note: acc.Note, Balance: acc.Totals.Balance(), ClearedBalance: acc.Totals.Cleared, UnclearedBalance: acc.Totals.Uncleared,
		Transactions: acc.Totals.Rows, LastReconciledAt: acc.LastReconciledAt,
	}
}

// AccountsOf converts accounts of the store for display, with their groups. groups are all account groups.
func AccountsOf(accounts []store.Account, groups []budget.AccountGroup) []Account {
	shown := iterutil.Map(accounts, AccountOf)
	for i := range shown {
		if g := iterutil.First(groups, func(g budget.AccountGroup) bool { return g.No == accounts[i].Group }); g != nil {
			shown[i].Group, shown[i].GroupName = g.ID, g.Name
		}
	}
	return shown
}
