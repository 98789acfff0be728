package budgetapi

import (
	"context"
	"fmt"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/sourceapi"
)

// connection is the access to one budget of a server.
type connection struct {
	p      *Provider
	c      *sourceapi.Client
	plan   string
	server string
}

// open lists the budgets of the server and returns the reader of the connection's one.
func (c *connection) open(ctx context.Context) (*sourceapi.PlanReader, []sourceapi.Account, error) {
	r, err := c.c.OpenPlan(ctx, c.plan)
	if apperr.KindOf(err) == apperr.NotFound {
		return nil, nil, apperr.New(apperr.Unavailable, "%s no longer has the budget of this connection, or the token can no longer read it", c.server).WithCode(bankapi.Reconnect).WithCause(err).
			WithHint("connect again; the links to your accounts stay")
	}
	if err != nil {
		return nil, nil, translated(err, c.server)
	}
	accounts, err := r.Accounts(ctx)
	if err != nil {
		return nil, nil, translated(err, c.server)
	}
	return r, accounts, nil
}

// key returns the key of an account.
func (c *connection) key(a *sourceapi.Account) string { return c.plan + "/" + a.ID }

// Accounts lists the open accounts of the budget.
func (c *connection) Accounts(ctx context.Context) (out bankapi.Accounts, err error) {
	r, accounts, err := c.open(ctx)
	if err != nil {
		return out, err
	}
	for i := range accounts {
		a := &accounts[i]
		if a.Closed || a.Deleted {
			continue
		}
		kind := budget.AccountType((&ynabdoc.Account{Type: a.Type}).AccountType())
		if !kind.IsKnown() {
			kind = ""
		}
		out.Accounts = append(out.Accounts, bankapi.Account{
			Key: c.key(a), Handle: c.key(a), Name: bankapi.Text(a.Name, 100), Bank: bankapi.Text(r.Plan.Name, 100), Currency: bankapi.Text(r.Plan.Currency, 10),
			Type: kind, Balances: c.balances(a),
		})
	}
	return out, nil
}

// balances returns the balances of an account today.
func (c *connection) balances(a *sourceapi.Account) []bankapi.Balance {
	today := civil.DateOf(c.p.o.Now().In(c.p.o.Zone))
	return []bankapi.Balance{{Kind: bankapi.Booked, Amount: a.Cleared, Date: today}, {Kind: bankapi.Available, Amount: a.Balance, Date: today}}
}

// Fetch returns the cleared transactions of accounts, and as pending those that are not cleared.
func (c *connection) Fetch(ctx context.Context, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	r, accounts, err := c.open(ctx)
	if err != nil {
		return bankapi.Fetched{}, err
	}
	groups, err := r.Categories(ctx)
	if err != nil {
		return bankapi.Fetched{}, translated(err, c.server)
	}
	f := &fetch{connection: c, r: r, accounts: accounts, names: namesOf(accounts, groups)}
	got := bankapi.Fetched{Statements: map[string]bankapi.Statement{}}
	for i := range wanted {
		s, err := f.statement(ctx, &wanted[i])
		if s.Err = err; err != nil && apperr.CodeOf(err) != bankapi.NoAccount {
			return bankapi.Fetched{}, err
		}
		got.Statements[wanted[i].Key] = s
	}
	got.Messages = f.messages
	return got, nil
}

// fetch is one fetch of several accounts.
type fetch struct {
	*connection
	r        *sourceapi.PlanReader
	accounts []sourceapi.Account
	names    *names

	rows     int      // transactions of all accounts
	messages []string // about those that were left out
}

// mostMessages is the maximum number of transactions that are named as left out.
const mostMessages = 20

// statement fetches the transactions of one account.
func (f *fetch) statement(ctx context.Context, w *bankapi.Wanted) (s bankapi.Statement, err error) {
	i := slices.IndexFunc(f.accounts, func(a sourceapi.Account) bool { return f.key(&a) == w.Key && !a.Deleted })
	if i < 0 {
		return s, noAccount(f.server)
	}
	account := &f.accounts[i]
	err = f.r.Transactions(ctx, account.ID, w.From, func(t *sourceapi.Transaction) error {
		if f.rows++; f.rows > bankapi.MostRows {
			return bankapi.TooMuch(f.server)
		}
		if !t.Deleted && t.Date >= w.From {
			f.add(&s, t)
		}
		return nil
	})
	if apperr.KindOf(err) == apperr.NotFound {
		return bankapi.Statement{}, noAccount(f.server)
	}
	if err != nil {
		return bankapi.Statement{}, translated(err, f.server)
	}
	s.Currency, s.Balances = bankapi.Text(f.r.Plan.Currency, 10), f.balances(account)
	s.Closing = &bankfile.Balance{Date: s.Balances[0].Date, Amount: account.Cleared}
	return s, nil
}

// add adds a transaction to a statement, or a message if it cannot be a row.
func (f *fetch) add(s *bankapi.Statement, t *sourceapi.Transaction) {
	row, problem := f.names.row(t)
	switch {
	case problem != "" && len(f.messages) < mostMessages:
		f.messages = append(f.messages, fmt.Sprintf("The transaction “%s” of %s was left out, because %s.", bankapi.Text(t.Payee, 60), t.Date, problem))
	case problem != "":
	case (&ynabdoc.Transaction{Cleared: t.Cleared}).ClearedState() == "uncleared":
		s.Pending = append(s.Pending, row)
	default:
		s.Rows = append(s.Rows, row)
	}
}

func noAccount(server string) error {
	return apperr.New(apperr.NotFound, "%s does not list this account any more", server).WithCode(bankapi.NoAccount).
		WithHint("link another account, or end the link")
}

// Disconnect ends nothing: the API cannot revoke a token. The user deletes it at the server.
func (c *connection) Disconnect(context.Context) error { return nil }
