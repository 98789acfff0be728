// Package banks contains the pages about the banks that a budget is connected with: the list of connections and providers,
// the steps of connecting, and a connection with its bank accounts.
//
// The pages know no provider: a provider describes itself and its steps, see package bankapi.
//
// Start with list.go, then connect.go and connection.go.
package banks

import (
	"embed"
	"net/url"
	"slices"

	"holdover/internal/app/banks"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Destinations: ui.Pages("Page", "Banks", "banks")}
}

// State is the state of a connection in words.
type State struct {
	Problem  string   // what needs the user's attention, or ""
	Sentence string   // about the last fetch
	Next     string   // when the program fetches next, or ""
	Consent  string   // how long the access lasts, or ""
	Ends     bool     // the access ends soon
	Messages []string // of the provider
}

// stateOf describes the state of a connection.
func stateOf(f *pageframe.Frame, today civil.Date, c *banks.Connection) State {
	s := State{Problem: c.Problem, Messages: c.Messages}
	switch {
	case c.IsFetching:
		s.Sentence = "Transactions are being fetched right now"
	case c.LastFetch == nil && isStarted(c):
		s.Sentence = "Not fetched by itself yet"
	case c.LastFetch == nil:
		s.Sentence = "No account is linked yet"
	default:
		s.Sentence = "Last fetched " + ui.Moment(f, today, *c.LastFetch)
	}
	if c.LastFetch == nil && !isStarted(c) && isLinked(c) {
		s.Sentence = "No account has its first transactions yet"
	}
	if c.NextFetch != nil && !c.NeedsReconnect {
		s.Next = "Next " + ui.Moment(f, today, *c.NextFetch)
		if civil.DateOf(c.NextFetch.In(f.Zone)) < today {
			s.Next = "Next within minutes"
		}
	}
	if c.ConsentUntil != nil {
		until := civil.DateOf(c.ConsentUntil.In(f.Zone))
		left := until.Since(today)
		switch s.Ends = left <= banks.ConsentWarningDays; {
		case left < 0:
			s.Consent = "The access ended on " + until.In(f.Budget.DateFormat)
		case left == 0:
			s.Consent = "The access ends today"
		default:
			s.Consent = "Access until " + until.In(f.Budget.DateFormat) + ", " + humanize.Number(left, "day", "days") + " left"
		}
	}
	return s
}

func isStarted(c *banks.Connection) bool {
	return slices.ContainsFunc(c.Links, func(l banks.Link) bool { return l.IsStarted })
}

func isLinked(c *banks.Connection) bool {
	return slices.ContainsFunc(c.Links, func(l banks.Link) bool { return l.Account != "" })
}

// brought describes the result of a fetch.
func brought(rows int) string {
	if rows == 0 {
		return "nothing new"
	}
	return humanize.Number(rows, "transaction", "transactions")
}

// LinkLine is a linked bank account in the list of connections.
type LinkLine struct {
	Name     string // of the bank account
	Account  string // of the budget
	URL      string // of its register
	State    string
	Problem  string
	Decide   *Decide // nil if no possible duplicate is undecided
	Unbooked string  // what the bank has not booked yet, or ""
	Balance  string  // at the bank, with its day, or ""
}

// Decide is a form that fetches transactions and leads to their preview.
type Decide struct {
	Action, Key string
	Label       string
}

// lineOf describes a linked bank account.
func lineOf(f *pageframe.Frame, l ui.Links, today civil.Date, connection string, in *banks.Link) LinkLine {
	fig := ui.Figures{Format: f.Budget.CurrencyFormat}
	line := LinkLine{Name: in.Name, Account: in.AccountName, URL: l.Account(in.Account), Problem: in.Problem}
	switch {
	case !in.IsStarted:
		line.State = "The first transactions are not imported yet"
	case in.LastFetch != nil:
		line.State = "Fetched " + ui.Moment(f, today, *in.LastFetch) + ", " + brought(in.Rows)
	}
	if in.Undecided > 0 && f.MayChange() {
		line.Decide = &Decide{
			Action: connectionURL(l, connection) + "/preview", Key: in.Key,
			Label: "Decide about " + humanize.Number(in.Undecided, "possible duplicate", "possible duplicates"),
		}
	}
	if in.Pending > 0 {
		line.Unbooked = humanize.Number(in.Pending, "transaction", "transactions") + " of " + fig.Symbol(in.PendingAmount).Text + " not booked by the bank yet"
	}
	if in.BalanceDate != 0 {
		line.Balance = "Balance at the bank " + fig.Symbol(in.Balance).Text + " on " + in.BalanceDate.In(f.Budget.DateFormat)
	}
	return line
}

// connectionURL returns the address of the page of a connection.
func connectionURL(l ui.Links, id string) string { return l.To("banks/" + url.PathEscape(id)) }

// mayConnect reports whether the user may connect and disconnect banks.
func mayConnect(r *ui.Request) bool { return r.Require(auth.Manage) == nil }
