package register

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

const today civil.Date = 20260311

func milli(n int64) *money.Milli { m := money.Milli(n); return &m }

// An address is parsed, and written in its shortest form.
func TestListingsAreParsedAndWrittenShort(t *testing.T) {
	t.Parallel()
	march, year := civil.MakeMonth(2026, 3), civil.Date(20260101)
	for _, c := range []struct {
		name, account, query string
		want                 rows.Filter
		sort                 registers.Sort
		ascending            bool
		again                string // the query as written; "=" for the same as query
	}{
		{name: "nothing", query: "", again: "="},
		{name: "defaults", query: "search=+&category=&since=&least=&most=&way=&order=&state=", again: ""},
		{name: "an account", account: "a1", query: "", want: rows.Filter{Account: "a1"}, again: "="},
		{name: "an account in its own register", account: "a1", query: "account=a2", want: rows.Filter{Account: "a1"}, again: ""},
		{name: "an account in the register of all accounts", query: "account=a2", want: rows.Filter{Account: "a2"}, again: "="},
		{name: "a search", query: "search=+caf%C3%A9+", want: rows.Filter{Search: "café"}, again: "search=caf%C3%A9"},
		{name: "names", query: "category=c&flag=red&payee=p&state=reconciled", want: rows.Filter{Category: "c", Payee: "p", Flag: "red", Cleared: "reconciled"}, again: "="},
		{name: "boxes", query: "on-budget=1&unapproved=1&uncategorised=1", want: rows.Filter{OnBudget: true, Uncategorised: true, Unapproved: true}, again: "="},
		{name: "rows that count", query: "counts=spending", want: rows.Filter{Counts: "spending"}, again: "="},
		{name: "a month", query: "month=2026-03", want: rows.Filter{Since: march.First(), Until: march.Last()}, again: "="},
		{name: "a month by its days", query: "since=2026-03-01&until=2026-03-31", want: rows.Filter{Since: march.First(), Until: march.Last()}, again: "month=2026-03"},
		{name: "days", query: "since=2026-03-01&until=2026-03-30", want: rows.Filter{Since: 20260301, Until: 20260330}, again: "="},
		{name: "from a day on", query: "since=2026-01-01", want: rows.Filter{Since: year}, again: "="},
		{name: "spent", query: "least=10&most=20%2C5&way=spent", want: rows.Filter{Min: milli(-20_500), Max: milli(-10_000)}, again: "="},
		{name: "either way", query: "least=10&most=-20", want: rows.Filter{More: &rows.More{Least: milli(10_000), Most: milli(20_000)}}, again: "="},
		{name: "spent at most", query: "most=10&way=spent", want: rows.Filter{Min: milli(-10_000), Max: milli(-1)}, again: "most=10&way=spent"},
		{name: "received", query: "least=1.234%2C50&way=received", want: rows.Filter{Min: milli(1_234_500)}, again: "="},
		{name: "any income", query: "way=received", want: rows.Filter{Min: milli(1)}, again: "="},
		{name: "amounts without signs", query: "least=-10&way=received", want: rows.Filter{Min: milli(10_000)}, again: "="},
		{name: "several", query: "category=c&category=d&payee=p", want: rows.Filter{Payee: "p", More: &rows.More{Categories: rows.SomeOf{Of: []string{"c", "d"}}}}, again: "="},
		{name: "the same value twice", query: "category=c&category=c", want: rows.Filter{Category: "c"}, again: "category=c"},
		{name: "a group", query: "category=group%3Ag", want: rows.Filter{More: &rows.More{Categories: rows.SomeOf{Of: []string{"group:g"}}}}, again: "="},
		{name: "all but", query: "flag=red&not=flag&not=payee&payee=p", want: rows.Filter{More: &rows.More{Payees: rows.SomeOf{Of: []string{"p"}, Not: true}, Flags: rows.SomeOf{Of: []string{"red"}, Not: true}}}, again: "flag=red&not=payee&not=flag&payee=p"},
		{name: "all but one account", query: "category=c&category=d&flag=blue&flag=red&not=flag", want: rows.Filter{More: &rows.More{Categories: rows.SomeOf{Of: []string{"c", "d"}}, Flags: rows.SomeOf{Of: []string{"blue", "red"}, Not: true}}}, again: "="},
		{name: "all but no category", query: "not=flag&flag=&not=else", again: ""},
		{name: "none", query: "flag=none&payee=none", want: rows.Filter{More: &rows.More{Payees: rows.SomeOf{Of: []string{""}}, Flags: rows.SomeOf{Of: []string{""}}}}, again: "="},
		{name: "kinds", query: "split=1&transfer=no&unapproved=no&uncategorised=1", want: rows.Filter{Uncategorised: true, More: &rows.More{Split: "yes", Transfer: "no", Unapproved: "no"}}, again: "="},
		{name: "words in one place", query: "notes=a+-b&payee-words=%22c+d%22", want: rows.Filter{More: &rows.More{PayeeWords: `"c d"`, Notes: "a -b"}}, again: "="},
		{name: "several values in an account", account: "a1", query: "account=a2&account=a3&state=cleared&state=reconciled", want: rows.Filter{Account: "a1", More: &rows.More{Cleared: rows.SomeOf{Of: []string{"cleared", "reconciled"}}}}, again: "state=cleared&state=reconciled"},
		{name: "a relative period", query: "time=last-month", want: rows.Filter{Since: 20260201, Until: 20260228}, again: "="},
		{name: "typed dates precede a period", query: "time=last-month&since=2026-01-01", want: rows.Filter{Since: year}, again: "since=2026-01-01"},
		{name: "newest first", query: "order=down", again: ""},
		{name: "oldest first", query: "order=up", ascending: true, again: "="},
		{name: "payees", query: "sort=payee", sort: registers.SortPayee, ascending: true, again: "="},
		{name: "payees in reverse order", query: "order=down&sort=payee", sort: registers.SortPayee, again: "="},
		{name: "flagged first", query: "sort=flag", sort: registers.SortFlag, again: "="},
	} {
		q, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		l, err := listingIn(c.account, q, preview.Euro, today)
		if err != nil {
			t.Errorf("%s is refused: %v", c.name, err)
			continue
		}
		if !reflect.DeepEqual(l.Filter, c.want) || l.Sort != c.sort || l.Ascending != c.ascending {
			t.Errorf("%s: the listing is %+v", c.name, l)
		}
		written := l.query().Encode()
		if c.again == "=" {
			c.again = c.query
		}
		if written != c.again {
			t.Errorf("%s is written %q, want %q", c.name, written, c.again)
		}
		q, _ = url.ParseQuery(written)
		if twice, err := listingIn(c.account, q, preview.Euro, today); err != nil || !reflect.DeepEqual(twice, l) {
			t.Errorf("%s differs when it is parsed again: %+v, error %v", c.name, twice, err)
		}
		if l.narrowed() == (c.want == rows.Filter{Account: c.account}) {
			t.Errorf("%s: is filtered: %t", c.name, l.narrowed())
		}
	}
}

func TestInvalidListingsAreRefused(t *testing.T) {
	t.Parallel()
	for query, message := range map[string]string{
		"month=march": "not a month", "since=tomorrow": "not a date", "until=2026-02-30": "not a date", "least=much": "not an amount", "time=someday": "not a time range", "most=1,,2": "not an amount",
	} {
		q, _ := url.ParseQuery(query)
		_, err := listingIn("", q, preview.Euro, today)
		if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(err.Error(), message) || apperr.HintOf(err) == "" {
			t.Errorf("%s: error %v, want %q with a hint", query, err, message)
		}
	}
}

// The labels of filter chips.
func TestLabelsOfFilterChips(t *testing.T) {
	t.Parallel()
	d := &rowDrawing{Page: &registers.Page{}, Figures: ui.Figures{Format: preview.Euro}}
	d.Budget.DateFormat = "DD.MM.YYYY"
	for query, want := range map[string]string{
		"month=2026-03": "March 2026", "since=2026-01-01&until=2026-12-31": "2026", "since=2026-03-04": "From 04.03.2026", "until=2026-03-04": "Until 04.03.2026",
		"since=2026-03-04&until=2026-03-04": "04.03.2026", "since=2026-03-04&until=2026-04-05": "04.03.2026 to 05.04.2026",
		"way=spent": "Spent", "way=received": "Received", "least=5&way=spent": "Spent from 5,00", "least=5": "Amount from 5,00", "most=5": "Amount up to 5,00", "least=5&most=5": "Amount 5,00", "least=5&most=6": "Amount 5,00 to 6,00",
		"flag=red&flag=blue": "Flag: Red, Blue", "flag=red&not=flag": "Flag not: Red", "flag=none": "Flag: none", "state=cleared&state=uncleared": "Cleared: Cleared, Uncleared",
		"payee=a&payee=b&payee=c&payee=d": "Payee: a, b, c and 1 more", "split=1": "Split", "transfer=no": "Not: Transfer", "uncategorised=no": "Not: Needs a category", "notes=x+-y": "Notes have “x -y”",
		"payee-words=x": "Payee has “x”", "time=last-month": "Last month", "most=5&way=received": "Received up to 5,00",
		"least=1000&most=2000&way=spent": "Spent 1.000,00 to 2.000,00", "least=3&most=3&way=spent": "Spent 3,00", "state=uncleared": "Uncleared", "flag=red": "Red flag",
		"on-budget=1": "Accounts on budget", "counts=income": "Counts as income", "uncategorised=1": "Needs a category", "unapproved=1": "To approve", "search=x": "“x”",
	} {
		q, _ := url.ParseQuery(query)
		var err error
		if d.listing, err = listingIn("", q, preview.Euro, today); err != nil {
			t.Fatal(err)
		}
		chips := d.chips()
		if len(chips) != 1 || chips[0].Label != want || !strings.HasSuffix(chips[0].Without, "/accounts/all") {
			t.Errorf("%s: the chips are %+v, want %q", query, chips, want)
		}
	}
}
