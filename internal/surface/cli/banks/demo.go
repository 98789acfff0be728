package banks

import (
	"context"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/demobank"
)

// DemoBudget is the name of the budget that is created for the invented bank.
const DemoBudget = "Demo household"

// firstDay returns the first day of the transactions that are fetched from the invented bank.
func firstDay(today civil.Date) civil.Date { return today.Month().Add(-1).First() }

// OpenDemoBudget returns the budget for the invented bank, and creates it if it does not exist.
func OpenDemoBudget(ctx context.Context, a *app.App) (pageframe.Budget, error) {
	b, err := a.FindBudget(ctx, app.Machine(), DemoBudget)
	if apperr.KindOf(err) != apperr.NotFound {
		return b, err
	}
	return a.NewBudget(ctx, app.Machine(), app.BudgetEntry{
		Name: DemoBudget, Currency: "EUR", DateFormat: app.DateFormats()[0], FirstMonth: firstDay(a.Today(ctx)).Month(), Starter: true,
	})
}

// ConnectDemo connects a budget with the invented bank, makes an account for each of the bank's accounts, and imports their
// first transactions. What an earlier call has done is not done again; then the bank is fetched.
func ConnectDemo(ctx context.Context, a *app.App, b pageframe.Budget) ([]Account, error) {
	connection, err := demoConnection(ctx, a, b)
	if err != nil {
		return nil, err
	}
	c, err := a.BankConnection(ctx, app.Machine(), b.ID, connection)
	if err != nil {
		return nil, err
	}
	started := 0
	for i := range c.Links {
		if l := &c.Links[i]; !l.IsStarted {
			if err := startDemo(ctx, a, b, connection, l); err != nil {
				return nil, err
			}
			started++
		}
	}
	if started == 0 {
		return syncOne(ctx, a, b, &c)
	}
	c, err = a.BankConnection(ctx, app.Machine(), b.ID, connection)
	return accountsOf(b, &c), err
}

// demoConnection returns the id of the connection of a budget with the invented bank, and makes it if there is none.
func demoConnection(ctx context.Context, a *app.App, b pageframe.Budget) (string, error) {
	all, err := a.BankConnections(ctx, app.Machine(), b.ID)
	if err != nil {
		return "", err
	}
	if i := slices.IndexFunc(all, func(c banks.Connection) bool { return c.Kind == demobank.Kind }); i >= 0 {
		return all[i].ID, nil
	}
	last, err := a.ConnectBank(ctx, app.Machine(), b.ID, demobank.Kind, bankapi.Input{Values: map[string]string{demobank.FieldCurrency: b.CurrencyFormat.ISOCode}})
	if err != nil {
		return "", err
	}
	return a.AddBankConnection(ctx, app.Machine(), b.ID, demobank.Kind, &last, "")
}

// startDemo links an account of the invented bank with a new account, and imports its first transactions.
func startDemo(ctx context.Context, a *app.App, b pageframe.Budget, connection string, l *banks.Link) error {
	who, from := app.Machine(), firstDay(a.Today(ctx))
	f, err := a.FetchBankFile(ctx, who, b.ID, connection, l.Key, from, banks.Browser{})
	if err != nil {
		return err
	}
	if l.Account == "" {
		entry := app.AccountEntry{Name: "Demo: " + l.Name, Type: l.Type, OnBudget: true, Note: "Its transactions are invented."}
		if f.Opening != nil {
			entry.Balance, entry.Date = f.Opening.Amount, f.Opening.Date
		}
		_, account, err := a.AddAccount(ctx, who, b.ID, entry)
		if err != nil {
			return err
		}
		if err := a.LinkBankAccount(ctx, who, b.ID, connection, banks.LinkChoice{Key: l.Key, Account: account, From: from, Uses: bankapi.Booked}); err != nil {
			return err
		}
	}
	_, _, err = a.ImportFetched(ctx, who, b.ID, connection, l.Key, f.Data, bankimport.Options{Name: f.Name, LeaveUndecided: true})
	return err
}
