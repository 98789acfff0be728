package simplefin

import (
	"context"
	"io"
	"net/url"
	"slices"
	"strconv"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/bankapi"
)

const (
	day = 24 * time.Hour
	// window is the time that one request covers. Servers allow 90 days.
	window = 89 * day
	// mostWindows limits the requests of one fetch, because servers allow about 24 requests a day.
	mostWindows = 16
)

// connection is the access to a server with an access URL.
type connection struct {
	options bankapi.Options
	access  *url.URL
}

// Accounts lists the bank accounts.
func (c *connection) Accounts(ctx context.Context) (bankapi.Accounts, error) {
	var set accountSet
	if err := c.get(ctx, url.Values{"balances-only": {"1"}}, &set); err != nil {
		return bankapi.Accounts{}, err
	}
	if err := set.ended(); err != nil {
		return bankapi.Accounts{}, err
	}
	out := bankapi.Accounts{Messages: set.messages()}
	for i := range set.accounts {
		a := &set.accounts[i]
		out.Accounts = append(out.Accounts, bankapi.Account{
			Key: a.id, Handle: a.id, Name: a.name, Bank: set.bank(a), Currency: a.currency, Balances: a.balances(c.options.Zone),
		})
	}
	return out, nil
}

// Disconnect does nothing: the protocol has no request that ends access. The user ends it at the server.
func (c *connection) Disconnect(context.Context) error { return nil }

// get requests accounts and adds them to a set.
func (c *connection) get(ctx context.Context, query url.Values, into *accountSet) error {
	address := c.access.JoinPath("accounts")
	query.Set("version", "2")
	address.RawQuery = query.Encode()
	return c.options.Do(ctx, bankapi.Request{Provider: name, Address: address}, func(body io.Reader) error { return into.read(&counted{body, into}) })
}

// mostBytes is the maximum size of all responses to one fetch.
const mostBytes = 64 << 20

// counted counts the bytes of the responses to one fetch.
type counted struct {
	from io.Reader
	set  *accountSet
}

// Read reads from a response.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.set.bytes += n; c.set.bytes > mostBytes {
		return 0, bankapi.TooMuch(name)
	}
	return n, err
}

// Fetch returns the transactions of accounts. One request covers a window of time for all accounts that want it.
func (c *connection) Fetch(ctx context.Context, wanted []bankapi.Wanted) (bankapi.Fetched, error) {
	if len(wanted) == 0 {
		return bankapi.Fetched{}, nil
	}
	windows, err := c.windows(wanted)
	if err != nil {
		return bankapi.Fetched{}, err
	}
	var set accountSet
	for _, w := range windows {
		set.start, set.end = w.start, w.end
		if err := c.get(ctx, w.query(), &set); err != nil {
			return bankapi.Fetched{}, err
		}
	}
	if err := set.ended(); err != nil {
		return bankapi.Fetched{}, err
	}
	out := bankapi.Fetched{Statements: map[string]bankapi.Statement{}}
	today := civil.DateOf(c.options.Now().In(c.options.Zone))
	for i := range wanted {
		out.Statements[wanted[i].Key] = set.statement(&wanted[i], c.options.Zone, today)
	}
	out.Messages = set.messages()
	return out, nil
}

// timeWindow is the time that a request covers, for the accounts that want transactions of it.
type timeWindow struct {
	start, end time.Time // end is exclusive, and zero for the last window
	handles    []string
}

// windows divides the time since the earliest wanted day. A day begins at different times in different zones, so the first
// window begins a day earlier.
func (c *connection) windows(wanted []bankapi.Wanted) (out []timeWindow, err error) {
	now := c.options.Now()
	earliest := civil.DateOf(now.UTC()).Time().Add(-(mostWindows - 1) * window)
	start := now
	for i := range wanted {
		w := &wanted[i]
		if w.From.Time().Before(earliest) {
			return nil, apperr.New(apperr.Invalid, "transactions from %s on need too many requests to SimpleFIN, which allows 24 a day", w.From).AtField("from").
				WithHint("choose a start date from %s on", civil.DateOf(earliest))
		}
		if at := w.From.Time().Add(-day); at.Before(start) {
			start = at
		}
	}
	for {
		w := timeWindow{start: start, end: start.Add(window)}
		isLast := w.end.After(now)
		for i := range wanted {
			if isLast || w.end.After(wanted[i].From.Time().Add(-day)) {
				w.handles = append(w.handles, wanted[i].Handle)
			}
		}
		slices.Sort(w.handles)
		if isLast {
			w.end = time.Time{}
			return append(out, w), nil
		}
		out = append(out, w)
		start = w.end
	}
}

// query returns the parameters of a request. Pending transactions are requested once.
func (w timeWindow) query() url.Values {
	q := url.Values{"start-date": {strconv.FormatInt(w.start.Unix(), 10)}, "account": w.handles}
	if w.end.IsZero() {
		q.Set("pending", "1")
	} else {
		q.Set("end-date", strconv.FormatInt(w.end.Unix(), 10))
	}
	return q
}
