// Package demobank implements an invented bank without a network, so that users and tests see a connected account.
//
// Start with New, then days.go for the transactions.
package demobank

import (
	"context"
	"encoding/json"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/storage/bankapi"
)

// Kind identifies the provider.
const Kind bankapi.Kind = "demo"

// The keys of the accounts.
const (
	Current = "demo-current"
	Savings = "demo-savings"
)

// FieldCurrency is the name of the only field of the form: the ISO code of the currency of both accounts. With a value for
// it, the first step is also the last.
const FieldCurrency = "currency"

const bankName = "Demo bank"

// Provider is the invented bank.
type Provider struct{ o bankapi.Options }

// New returns the provider.
func New(o bankapi.Options) *Provider { return &Provider{o: o} }

// About describes the bank.
func (p *Provider) About() bankapi.About {
	return bankapi.About{
		Kind: Kind, Name: bankName, Covers: "Two invented accounts, to see how a connected bank works.", Costs: "Nothing.",
		Needs: []string{"Nothing: the bank is part of Holdover."}, IsDemo: true,
	}
}

// access is the content of a secret.
type access struct {
	Currency string `json:"currency"`
}

// Connect asks for the currency of the accounts.
func (p *Provider) Connect(_ context.Context, in bankapi.Input) (bankapi.Step, error) {
	code, given := in.Values[FieldCurrency]
	if !given {
		return bankapi.Step{Title: "Connect the " + bankName, Fields: []bankapi.Field{{
			Name: FieldCurrency, Label: "Currency", Hint: "Three letters, such as EUR. Use the currency of the budget.", Value: "EUR",
		}}}, nil
	}
	format, ok := money.FormatOf(code, "")
	if !ok {
		return bankapi.Step{}, apperr.New(apperr.Invalid, "the currency “%s” is not a code of three letters", bankapi.Text(code, 20)).AtField(FieldCurrency).WithHint("use a code such as EUR or USD")
	}
	secret, err := json.Marshal(access{Currency: format.ISOCode})
	return bankapi.Step{Secret: secret, Name: bankName}, err
}

// Open returns the connection.
func (p *Provider) Open(secret []byte) (bankapi.Connection, error) {
	var a access
	if err := json.Unmarshal(secret, &a); err != nil {
		return nil, bankapi.Ended(bankName).WithCause(err)
	}
	format, ok := money.FormatOf(a.Currency, "")
	if !ok {
		return nil, bankapi.Ended(bankName)
	}
	return &connection{o: p.o, currency: format.ISOCode, digits: format.DecimalDigits}, nil
}

// connection is the access to the two accounts in a currency.
type connection struct {
	o        bankapi.Options
	currency string
	digits   int
}

// message is shown with the accounts and with each fetch.
var message = []string{"This bank is invented, and so are its transactions. A real bank's messages appear here."}

// Accounts lists the accounts.
func (c *connection) Accounts(context.Context) (bankapi.Accounts, error) {
	account := func(key, name, number string, kind budget.AccountType) bankapi.Account {
		_, _, balances := c.rows(key, c.today(), false)
		return bankapi.Account{
			Key: key, Handle: key, Name: name, Bank: bankName, Number: number, Currency: c.currency, Type: kind, Balances: balances,
		}
	}
	return bankapi.Accounts{Messages: message, Accounts: []bankapi.Account{
		account(Current, "Current account", "DEMO 0001", budget.Checking), account(Savings, "Savings account", "DEMO 0002", budget.Savings),
	}}, nil
}

func (c *connection) today() civil.Date { return civil.DateOf(c.o.Now().In(c.o.Zone)) }

// Fetch returns the transactions.
func (c *connection) Fetch(_ context.Context, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	got := bankapi.Fetched{Statements: map[string]bankapi.Statement{}, Messages: message}
	for _, w := range wanted {
		if w.Key != Current && w.Key != Savings {
			got.Statements[w.Key] = bankapi.Statement{Err: apperr.New(apperr.NotFound, "the %s has no such account", bankName).WithCode(bankapi.NoAccount).WithHint("link one of its two accounts")}
			continue
		}
		booked, pending, balances := c.rows(w.Key, w.From, w.ByPurchaseDate)
		s := bankapi.Statement{Pending: pending, Balances: balances}
		s.Statement = bankfile.Statement{
			Account: map[string]string{Current: "DEMO 0001", Savings: "DEMO 0002"}[w.Key], Currency: c.currency, Rows: booked,
			Closing: &bankfile.Balance{Date: balances[0].Date, Amount: balances[0].Amount},
		}
		got.Statements[w.Key] = s
	}
	return got, nil
}

// Disconnect ends nothing: the bank keeps no record of its connections.
func (c *connection) Disconnect(context.Context) error { return nil }

// rows returns the booked rows of an account from a day on and those that are pending, and the balances of today.
func (c *connection) rows(key string, from civil.Date, byPurchase bool) (booked, pending []bankfile.Row, balances []bankapi.Balance) {
	today := c.today()
	sum, expected := c.amount(openings[key]), money.Milli(0)
	for day := firstDay; day <= today; day = day.AddDays(1) {
		for _, e := range entriesOf(key, day) {
			row := bankfile.Row{Date: day, Amount: c.amount(e.cents), Payee: e.payee, Memo: e.memo}
			if e.isCard && day == today {
				row.BankID = "pending-" + e.id(key, day)
				pending, expected = append(pending, row), expected+row.Amount
				continue
			}
			if e.isCard && !byPurchase {
				row.Date = day.AddDays(1)
			}
			if sum += row.Amount; row.Date >= from {
				row.BankID = e.id(key, day)
				booked = append(booked, row)
			}
		}
	}
	slices.SortStableFunc(booked, func(a, b bankfile.Row) int { return int(a.Date) - int(b.Date) })
	return booked, pending, []bankapi.Balance{
		{Kind: bankapi.Booked, Amount: sum, Date: today}, {Kind: bankapi.Available, Amount: sum + expected, Date: today},
	}
}

// amount returns an amount in the currency. A currency without decimals has a hundred times as many units.
func (c *connection) amount(cents int64) money.Milli {
	if c.digits == 0 {
		return money.Milli(cents * 1000)
	}
	return money.Milli(cents * 10)
}
