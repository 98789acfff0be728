package budgetapi

import (
	"context"
	"fmt"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
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
	f := &fetch{connection: c, r: r, names: namesOf(accounts, groups), accounts: map[string]*sourceapi.Account{}, found: map[string][]sourceapi.Transaction{}, mirrors: map[mirror]bool{}}
	for i := range accounts {
		if a := &accounts[i]; !a.Deleted {
			f.accounts[c.key(a)] = a
		}
	}
	if err := f.read(ctx, wanted); err != nil {
		return bankapi.Fetched{}, translated(err, c.server)
	}
	got := bankapi.Fetched{Statements: map[string]bankapi.Statement{}}
	for i := range wanted {
		got.Statements[wanted[i].Key] = f.statement(&wanted[i])
	}
	got.Messages = f.messages
	return got, nil
}

// fetch is one fetch of several accounts.
type fetch struct {
	*connection
	r        *sourceapi.PlanReader
	names    *names
	accounts map[string]*sourceapi.Account // by key

	found    map[string][]sourceapi.Transaction // by account
	mirrors  map[mirror]bool
	messages []string // about transactions that were left out
}

// mirror identifies a transaction that is the other side of a part of a split. It is no transfer here: a bank file cannot link
// it with the part, so the money would be moved twice.
type mirror struct {
	account, other string
	date           civil.Date
	amount         money.Milli
}

// read reads the transactions of all accounts, because the parts of one belong to those of others.
func (f *fetch) read(ctx context.Context, wanted []bankapi.Wanted) error {
	from, isWanted := civil.Date(0), map[string]bool{}
	for _, w := range wanted {
		if a := f.accounts[w.Key]; a != nil {
			isWanted[a.ID] = true
			if from == 0 || w.From < from {
				from = w.From
			}
		}
	}
	if len(isWanted) == 0 {
		return nil
	}
	rows := 0
	return f.r.Transactions(ctx, from, func(t *sourceapi.Transaction) error {
		if rows++; rows > bankapi.MostRows {
			return bankapi.TooMuch(f.server)
		}
		if t.Deleted {
			return nil
		}
		for _, p := range t.Parts {
			if p.TransferAccount != "" && !p.Deleted {
				f.mirrors[mirror{p.TransferAccount, t.Account, t.Date, -p.Amount}] = true
			}
		}
		if isWanted[t.Account] {
			f.found[t.Account] = append(f.found[t.Account], *t)
		}
		return nil
	})
}

// mostMessages is the maximum number of transactions that are named as left out.
const mostMessages = 20

// statement returns the transactions of one account.
func (f *fetch) statement(w *bankapi.Wanted) (s bankapi.Statement) {
	account := f.accounts[w.Key]
	if account == nil {
		s.Err = noAccount(f.server)
		return s
	}
	for i := range f.found[account.ID] {
		t := &f.found[account.ID][i]
		if t.Date < w.From {
			continue
		}
		if f.mirrors[mirror{t.Account, t.TransferAccount, t.Date, t.Amount}] {
			t.TransferAccount, t.Payee = "", strings.TrimPrefix(t.Payee, budget.TransferPayee)
		}
		f.add(&s, t)
	}
	s.Currency, s.Balances = bankapi.Text(f.r.Plan.Currency, 10), f.balances(account)
	s.Closing = &bankfile.Balance{Date: s.Balances[0].Date, Amount: account.Cleared}
	return s
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
