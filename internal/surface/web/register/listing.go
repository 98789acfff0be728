package register

import (
	"cmp"
	"net/url"
	"strings"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/surface/ui"
)

// listing selects the rows of a register and their order: everything in its address except the page.
type listing struct {
	Account   string // the register's account; "" for all accounts
	Filter    rows.Filter
	Time      rows.Time // period relative to today; "" if the dates are fixed
	Amounts   amountRange
	Sort      registers.Sort
	Ascending bool
	UnderWay  underWay // the reconciliation of the account
}

// amountRange is a range of amounts as typed: the filter's Min and Max have signs.
type amountRange struct {
	Way         amountWay
	Least, Most string // without sign; empty means no limit
}

// amountWay is the direction of money, either if empty; addresses contain its values.
type amountWay string

const (
	spent    amountWay = "spent"
	received amountWay = "received"
)

// wayIn returns the direction in an address.
func wayIn(q url.Values) amountWay {
	if way := amountWay(q.Get("way")); way == received || way == spent {
		return way
	}
	return ""
}

// listingIn parses an address: the account of its path, and its query.
func listingIn(account string, q url.Values, format money.Format, today civil.Date) (listing, error) {
	is := func(name string) bool { return q.Get(name) != "" && q.Get(name) != "no" }
	l := listing{Account: account, Filter: rows.Filter{
		Search: strings.TrimSpace(q.Get("search")), Uncategorised: is("uncategorised"), Unapproved: is("unapproved"), OnBudget: is("on-budget"), Counts: rows.Side(q.Get("counts")),
	}}
	l.readMore(q)
	if account != "" {
		l.Filter.Account = account
		l.UnderWay = underWayIn(q)
	}
	if err := l.readTime(q, today); err != nil {
		return l, err
	}
	if err := l.readDates(q); err != nil {
		return l, err
	}
	if err := l.readAmounts(q, format); err != nil {
		return l, err
	}
	l.Filter.Any = q.Get(ui.MatchKey) == ui.MatchAny && l.Filter.HasAlternatives()
	l.Sort = registers.Sort(q.Get("sort"))
	l.Ascending = startsAscending(l.Sort)
	switch q.Get("order") {
	case "up":
		l.Ascending = true
	case "down":
		l.Ascending = false
	}
	return l, nil
}

// startsAscending reports the initial direction of a column: newest rows and flagged rows first, otherwise
// alphabetical.
func startsAscending(by registers.Sort) bool {
	return by != registers.SortDate && by != registers.SortFlag
}

// readTime parses a period relative to today.
func (l *listing) readTime(q url.Values, today civil.Date) error {
	l.Time = rows.Time(q.Get("time"))
	if l.Time == "" || l.Time == rows.AnyTime || q.Get("since") != "" || q.Get("until") != "" {
		l.Time = ""
		return nil
	}
	span, err := l.Time.On(today.Month(), 0)
	if err != nil {
		return err
	}
	l.Filter.Since, l.Filter.Until = span.From.First(), span.Until.Last()
	return nil
}

func (l *listing) readDates(q url.Values) error {
	if l.Time != "" {
		return nil
	}

	if text := q.Get("month"); text != "" {
		m, err := civil.ParseMonth(text)
		if err != nil {
			return apperr.New(apperr.Invalid, "%q is not a month", text).WithHint("write the month like 2026-03")
		}
		l.Filter.Since, l.Filter.Until = m.First(), m.Last()
		return nil
	}
	for name, date := range map[string]*civil.Date{"since": &l.Filter.Since, "until": &l.Filter.Until} {
		text := q.Get(name)
		if text == "" {
			continue
		}
		var err error
		if *date, err = civil.ParseDate(text); err != nil {
			return apperr.New(apperr.Invalid, "%q is not a date", text).WithHint("write the date like 2026-03-31")
		}
	}
	return nil
}

// readAmounts sets the filter's amounts from the typed ones: expenses are negative.
func (l *listing) readAmounts(q url.Values, format money.Format) error {
	a := amountRange{wayIn(q), strings.TrimSpace(q.Get(leastKey)), strings.TrimSpace(q.Get(mostKey))}
	if a == (amountRange{}) {
		return nil
	}
	least, err := amountparse.Amount(format, a.Least, 0)
	if err != nil {
		return mistyped(err, leastKey)
	}
	most, err := amountparse.Amount(format, a.Most, 0)
	if err != nil {
		return mistyped(err, mostKey)
	}
	l.Amounts = a
	if a.Way == "" {
		changeMore(&l.Filter, func(m *rows.More) { m.Least, m.Most = sizeTyped(a.Least, least), sizeTyped(a.Most, most) })
		return nil
	}
	least, most = max(least.Abs(), 1), most.Abs() // zero is neither spent nor received
	from, to := &least, &most
	if a.Most == "" {
		to = nil
	}
	if a.Way == spent {
		least, most = -least, -most
		from, to = to, from
	}
	l.Filter.Min, l.Filter.Max = from, to
	return nil
}

// sizeTyped returns a typed amount without its sign.
func sizeTyped(text string, m money.Milli) *money.Milli {
	if m = m.Abs(); text == "" {
		return nil
	}
	return &m
}

// query returns the address's query without empty values.
func (l *listing) query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	f := &l.Filter
	if l.Account == "" {
		set("account", f.Account)
	}
	set("search", f.Search)
	set("category", f.Category)
	set("payee", f.Payee)
	set("flag", f.Flag)
	set("state", f.Cleared)
	set("counts", string(f.Counts))
	set("way", string(l.Amounts.Way))
	set("least", l.Amounts.Least)
	set("most", l.Amounts.Most)
	set("sort", string(l.Sort))
	if l.Ascending != startsAscending(l.Sort) {
		q.Set("order", map[bool]string{true: "up", false: "down"}[l.Ascending])
	}
	for name, is := range map[string]bool{"uncategorised": f.Uncategorised, "unapproved": f.Unapproved, "on-budget": f.OnBudget} {
		if is {
			q.Set(name, "1")
		}
	}
	if f.Any {
		q.Set(ui.MatchKey, ui.MatchAny)
	}
	l.setMore(q)
	l.UnderWay.set(q)
	l.setDates(q)
	return q
}

func (l *listing) setDates(q url.Values) {
	if l.Time != "" {
		q.Set("time", string(l.Time))
		return
	}
	since, until := l.Filter.Since, l.Filter.Until
	if m, whole := wholeMonth(since, until); whole {
		q.Set("month", m.String())
		return
	}
	if since != 0 {
		q.Set("since", since.String())
	}
	if until != 0 {
		q.Set("until", until.String())
	}
}

// wholeMonth returns the month that begins and ends on the given dates.
func wholeMonth(since, until civil.Date) (civil.Month, bool) {
	if since == 0 || until == 0 {
		return 0, false
	}
	m := since.Month()
	return m, since == m.First() && until == m.Last()
}

// narrowed reports whether the register does not show all its rows.
func (l *listing) narrowed() bool {
	return l.Filter != rows.Filter{Account: l.Account}
}

// but returns a copy of the listing with a change.
func (l *listing) but(change func(*listing)) listing {
	other := *l
	change(&other)
	return other
}

func (l *listing) url(to ui.Links) string {
	at := to.Account(cmp.Or(l.Account, ui.AllAccounts))
	if q := l.query().Encode(); q != "" {
		at += "?" + q
	}
	return at
}
