package enablebanking

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/bankapi"
)

// connection implements bankapi.Connection.
type connection struct {
	api    api
	secret secret
}

const (
	// shortHistory is the number of past days that each bank has to give.
	shortHistory = 90
	// mostEmptyPages is the maximum number of pages without transactions in a row. Banks may have a few.
	mostEmptyPages = 50
	// mostMessages is the maximum number of messages about left out transactions of an account.
	mostMessages = 10
)

// Fetch returns the transactions of accounts.
func (c *connection) Fetch(ctx context.Context, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	out := bankapi.Fetched{Statements: map[string]bankapi.Statement{}}
	for i := range wanted {
		st, messages, err := c.fetchAccount(ctx, &wanted[i])
		if err != nil && (ctx.Err() != nil || apperr.CodeOf(err) == bankapi.Reconnect) {
			return bankapi.Fetched{}, err
		}
		if err != nil {
			st, messages = bankapi.Statement{Err: err}, nil
		}
		out.Statements[wanted[i].Key] = st
		out.Messages = append(out.Messages, messages...)
	}
	return out, nil
}

// reader reads the data of an account.
type reader struct {
	*connection
	account account
	wanted  *bankapi.Wanted
	header  http.Header // about the user
}

// fetchAccount returns the statement of an account. Balances that cannot be read are missing in it.
func (c *connection) fetchAccount(ctx context.Context, w *bankapi.Wanted) (st bankapi.Statement, messages []string, err error) {
	i := slices.IndexFunc(c.secret.Accounts, func(a account) bool { return a.Key == w.Key })
	if i < 0 {
		return st, nil, code("ACCOUNT_DOES_NOT_EXIST").describe()
	}
	r := &reader{connection: c, account: c.secret.Accounts[i], wanted: w}
	if w.Waiting && w.UserIP != "" {
		r.header = http.Header{"Psu-Ip-Address": {w.UserIP}, "Psu-User-Agent": {cmp.Or(bankapi.Text(w.UserAgent, 500), "unknown")}}
	}
	all, from, err := r.transactions(ctx)
	if err != nil {
		return st, nil, err
	}
	if from != w.From {
		messages = append(messages, fmt.Sprintf("%s: the bank gives no transactions before %s. Download older ones there as a file and import it.", r.account.Name, from))
	}
	var leftOut []string
	for _, raw := range all {
		if why := r.add(&st, raw); why != "" {
			leftOut = append(leftOut, fmt.Sprintf("%s: a transaction was left out: %s.", r.account.Name, why))
		}
	}
	if more := len(leftOut) - mostMessages; more > 0 {
		leftOut = append(leftOut[:mostMessages], fmt.Sprintf("%s: %s more were left out.", r.account.Name, humanize.Number(more, "transaction", "transactions")))
	}
	messages = append(messages, leftOut...)
	if err := r.readBalances(ctx, &st); err != nil {
		if ctx.Err() != nil || apperr.CodeOf(err) == bankapi.Reconnect {
			return st, nil, err
		}
		messages = append(messages, fmt.Sprintf("%s: the balance could not be read.", r.account.Name))
	}
	st.Account, st.Currency, st.Type = r.account.Number, r.account.Currency, accountTypes[r.account.Type]
	return st, messages, nil
}

// get requests data of the account. A bank that needs more about the user than is known, or refuses it, is asked as without a
// user.
func (r *reader) get(ctx context.Context, kind string, query url.Values, into any) error {
	path := []string{"accounts", r.account.UID, kind}
	err := r.api.call(ctx, http.MethodGet, path, query, r.header, nil, into)
	if c := codeOf(err); r.header != nil && (c == wrongHeaders || c == badHeaders) {
		r.header = nil
		err = r.api.call(ctx, http.MethodGet, path, query, nil, nil, into)
	}
	return err
}

// page is a page of transactions.
type page struct {
	Transactions []json.RawMessage `json:"transactions"`
	Next         string            `json:"continuation_key"`
}

// transactions returns the transactions from a day that the bank has, and that day. One read has booked and pending ones,
// because banks count the reads.
func (r *reader) transactions(ctx context.Context) ([]json.RawMessage, civil.Date, error) {
	today := civil.DateOf(r.api.o.Now().UTC()) // the service counts the days in UTC
	from := min(r.wanted.From, today)
	all, err := r.pages(ctx, from)
	if short := today.AddDays(1 - shortHistory); codeOf(err) == wrongPeriod && from < short {
		all, err = r.pages(ctx, short)
		return all, short, err
	}
	return all, r.wanted.From, err
}

// pages follows the keys of pages. It ends at a key that it has seen, and leaves out a page that it has seen: one bank answers
// the key of its last page with the same page and the same key.
func (r *reader) pages(ctx context.Context, from civil.Date) (all []json.RawMessage, err error) {
	keys, seen := map[string]bool{"": true}, map[[sha256.Size]byte]bool{}
	query := url.Values{}
	if from != 0 {
		query.Set("date_from", from.String())
	}
	for empty := 0; ; {
		var p page
		if err := r.get(ctx, "transactions", query, &p); err != nil {
			return nil, err
		}
		if digest := p.digest(); len(p.Transactions) > 0 && !seen[digest] {
			seen[digest], empty = true, 0
			all = append(all, p.Transactions...)
		} else if empty++; empty > mostEmptyPages {
			return nil, code("WRONG_CONTINUATION_KEY").describe()
		}
		if len(all) > bankapi.MostRows {
			return nil, bankapi.TooMuch(name)
		}
		if keys[p.Next] {
			return all, nil
		}
		keys[p.Next] = true
		query.Set("continuation_key", p.Next)
	}
}

// digest identifies the content of a page. It ignores the ids of details, which differ in each response.
func (p page) digest() [sha256.Size]byte {
	h := sha256.New()
	for _, raw := range p.Transactions {
		var fields map[string]any
		if json.Unmarshal(raw, &fields) != nil {
			h.Write(raw)
			continue
		}
		delete(fields, "transaction_id")
		sorted, err := json.Marshal(fields) // keys are sorted
		if err != nil {
			sorted = raw
		}
		h.Write(sorted)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Balances that banks name, the preferred first. An expected balance may contain pending transactions, so it is the last.
var (
	bookedBalances    = []string{"CLBD", "ITBD", "XPCD"}
	availableBalances = []string{"CLAV", "ITAV"}
)

type balance struct {
	Type    string `json:"balance_type"`
	Amount  amount `json:"balance_amount"`
	Day     string `json:"reference_date"`
	Changed string `json:"last_change_date_time"`
}

// readBalances adds the balances to a statement.
func (r *reader) readBalances(ctx context.Context, st *bankapi.Statement) error {
	var in struct {
		Balances []balance `json:"balances"`
	}
	if err := r.get(ctx, "balances", nil, &in); err != nil {
		return err
	}
	for _, kind := range []bankapi.BalanceKind{bankapi.Booked, bankapi.Available} {
		types := bookedBalances
		if kind == bankapi.Available {
			types = availableBalances
		}
		if b, ok := r.choose(in.Balances, types); ok {
			b.Kind = kind
			st.Balances = append(st.Balances, b)
		}
	}
	if len(st.Balances) > 0 && st.Balances[0].Kind == bankapi.Booked {
		st.Closing = &bankfile.Balance{Date: st.Balances[0].Date, Amount: st.Balances[0].Amount}
	}
	return nil
}

// choose returns the balance of the first type that the bank names in the account's currency.
func (r *reader) choose(all []balance, types []string) (bankapi.Balance, bool) {
	for _, kind := range types {
		for _, b := range all {
			value, err := bankapi.Amount(string(b.Amount.Value))
			if b.Type != kind || err != nil || r.isForeign(b.Amount.Currency) {
				continue
			}
			day, err := civil.ParseDate(b.Day)
			if err != nil {
				at, err := time.Parse(time.RFC3339, b.Changed)
				if err != nil {
					at = r.api.o.Now()
				}
				day = civil.DateOf(at.In(r.api.o.Zone))
			}
			return bankapi.Balance{Amount: value, Date: day}, true
		}
	}
	return bankapi.Balance{}, false
}

// isForeign reports whether a currency is not the account's. Without a currency from the bank, the account has that of its
// first transaction or balance.
func (r *reader) isForeign(currency string) bool {
	currency = currencyOf(currency)
	if r.account.Currency == "" {
		r.account.Currency = currency
	}
	return currency != "" && currency != r.account.Currency
}
