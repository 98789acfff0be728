package api

import (
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/storage/store"
)

type AccountList struct {
	Accounts        []Account `json:"accounts" nullable:"false"`
	ServerKnowledge int64     `json:"server_knowledge"`
}

type OneAccount struct {
	Account Account `json:"account"`
}

type AccountPath struct {
	PlanPath
	AccountID string `path:"account_id"`
}

func (session *readSession) listAccounts(in *sinceIn, out *AccountList) (err error) {
	out.ServerKnowledge = session.Knowledge()
	out.Accounts, err = session.accountsSince(in.Since)
	return err
}

// accountsSince returns the accounts with a change to the account or to its balances.
func (session *readSession) accountsSince(knowledge int64) ([]Account, error) {
	c, err := session.changedSince(knowledge, store.KindAccount)
	if err != nil {
		return nil, err
	}
	also(&c, c.touched.Accounts)
	return since(&c, session.order.accounts, func(r *store.Account) int64 { return int64(r.No) }, session.account, func(a *Account) { a.Deleted = true })
}

func (session *readSession) oneAccount(in *AccountPath, out *OneAccount) (err error) {
	out.Account, err = session.accountWith(in.AccountID)
	return err
}

func (session *readSession) accountWith(id string) (Account, error) {
	acc := iterutil.First(session.order.accounts, func(r store.Account) bool { return sameID(r.ID, id) })
	if acc == nil {
		return Account{}, noSuch("account", id)
	}
	return session.account(acc), nil
}

func noSuch(what, id string) error {
	return apperr.New(apperr.NotFound, "the plan has no %s %s", what, id)
}

// AccountBase is an account with its balances in milliunits.
type AccountBase struct {
	_                   struct{}         `additionalProperties:"true"`
	ID                  string           `json:"id" format:"uuid"`
	Name                string           `json:"name"`
	Type                string           `json:"type" doc:"checking, savings, cash, creditCard, lineOfCredit, otherAsset, otherLiability, mortgage, autoLoan, studentLoan, personalLoan, medicalDebt or otherDebt"`
	OnBudget            bool             `json:"on_budget" doc:"Whether the account counts for the budget, or is only tracked"`
	Closed              bool             `json:"closed"`
	Note                *string          `json:"note"`
	Balance             money.Milli      `json:"balance" doc:"Milliunits"`
	ClearedBalance      money.Milli      `json:"cleared_balance" doc:"Milliunits"`
	UnclearedBalance    money.Milli      `json:"uncleared_balance" doc:"Milliunits"`
	TransferPayeeID     *string          `json:"transfer_payee_id" doc:"The payee that means a transfer to this account"`
	DirectImportLinked  bool             `json:"direct_import_linked"`
	DirectImportInError bool             `json:"direct_import_in_error"`
	LastReconciledAt    *string          `json:"last_reconciled_at" format:"date-time"`
	DebtOriginalBalance *money.Milli     `json:"debt_original_balance"`
	DebtInterestRates   map[string]int64 `json:"debt_interest_rates" doc:"By the date from which they hold, in thousandths of a percent"`
	DebtMinimumPayments map[string]int64 `json:"debt_minimum_payments" doc:"By the date from which they hold, in milliunits"`
	DebtEscrowAmounts   map[string]int64 `json:"debt_escrow_amounts" doc:"By the date from which they hold, in milliunits"`
	AccountGroupID      *string          `json:"account_group_id,omitempty" doc:"Holdover only: the id of its account group; absent for none"`
	Deleted             bool             `json:"deleted" doc:"Deleted records are in answers to last_knowledge_of_server alone"`
}

// Account is an account as lists show it: with its balances as text and numbers.
type Account struct {
	AccountBase
	BalanceFormatted          string  `json:"balance_formatted"`
	BalanceCurrency           decimal `json:"balance_currency"`
	ClearedBalanceFormatted   string  `json:"cleared_balance_formatted"`
	ClearedBalanceCurrency    decimal `json:"cleared_balance_currency"`
	UnclearedBalanceFormatted string  `json:"uncleared_balance_formatted"`
	UnclearedBalanceCurrency  decimal `json:"uncleared_balance_currency"`
}

func (session *readSession) account(r *store.Account) Account {
	base, f := session.accountBase(r), session.format
	return Account{
		AccountBase:      base,
		BalanceFormatted: f.WithSymbol(base.Balance), BalanceCurrency: decimal(base.Balance),
		ClearedBalanceFormatted: f.WithSymbol(base.ClearedBalance), ClearedBalanceCurrency: decimal(base.ClearedBalance),
		UnclearedBalanceFormatted: f.WithSymbol(base.UnclearedBalance), UnclearedBalanceCurrency: decimal(base.UnclearedBalance),
	}
}

func (session *readSession) accountBase(r *store.Account) AccountBase {
	a := AccountBase{
		ID: r.ID, Name: r.Name, Type: string(r.Type), OnBudget: r.OnBudget, Closed: r.Closed, Note: some(r.Note),
		Balance: r.Totals.Balance(), ClearedBalance: r.Totals.Cleared, UnclearedBalance: r.Totals.Uncleared,
		TransferPayeeID:   some(session.payees[r.TransferPayee].ID),
		DebtInterestRates: map[string]int64{}, DebtMinimumPayments: map[string]int64{}, DebtEscrowAmounts: map[string]int64{},
	}
	if g, isGrouped := session.accountGroups[r.Group]; isGrouped {
		a.AccountGroupID = some(g.ID)
	}
	if r.LastReconciledAt != nil {
		a.LastReconciledAt = some(r.LastReconciledAt.UTC().Format(time.RFC3339))
	}
	if d := r.Debt; d != nil {
		a.DebtOriginalBalance = d.OriginalBalance
		a.DebtInterestRates, a.DebtMinimumPayments, a.DebtEscrowAmounts = byDay(d.InterestRates), byDay(d.MinimumPayments), byDay(d.EscrowAmounts)
	}
	kept(r.Extra, &struct {
		Linked *bool `json:"direct_import_linked"`
		Error  *bool `json:"direct_import_in_error"`
	}{&a.DirectImportLinked, &a.DirectImportInError})
	return a
}

// byDay writes the dates of a loan's figures.
func byDay[N ~int64](figures map[civil.Date]N) map[string]int64 {
	out := make(map[string]int64, len(figures))
	for day, figure := range figures {
		out[day.String()] = int64(figure)
	}
	return out
}
