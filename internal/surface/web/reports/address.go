package reports

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/logic/report"
	"holdover/internal/surface/ui"
)

// An address contains all settings of a report; it omits defaults, so that two addresses of one report are equal.

// ownField names the saved report from which an address started.
const ownField = "own"

// askOf parses the address of a report, relative to a month.
func askOf(name report.Kind, q url.Values, this civil.Month) (reports.Ask, error) {
	ask := reports.Ask{Kind: name, Time: report.Time(q.Get("time")), By: reports.SpendingBy(q.Get("by")), Across: reports.SpendingBy(q.Get("across"))}
	for field, to := range lists(&ask) {
		*to = slices.DeleteFunc(slices.Clone(q[field]), func(v string) bool { return v == "" })
		if len(*to) == 0 {
			*to = nil
		}
	}
	for _, ref := range slices.Clone(ask.Categories) { // in the form, groups are values of the category field
		if group, is := strings.CutPrefix(ref, rows.GroupRef); is {
			ask.Groups = append(ask.Groups, group)
		}
	}
	ask.Categories = slices.DeleteFunc(ask.Categories, func(ref string) bool { return strings.HasPrefix(ref, rows.GroupRef) })
	ask.Not = listsBut(q)
	regexpsOf(&ask).Read(q)
	for field, to := range amounts(&ask) {
		if err := readAmount(q, field, to); err != nil {
			return ask, err
		}
	}
	ask.Any = q.Get(ui.MatchKey) == ui.MatchAny && ask.HasAlternatives()
	ask.Targets = q.Get("targets") == "1"
	if ask.Time == report.TwelveMonths {
		ask.Time = ""
	}
	if ask.By == reports.ByGroup {
		ask.By = ""
	}
	if text := q.Get("days"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return ask, apperr.New(apperr.Invalid, "%q is not a number of days", text).AtField("days")
		}
		ask.Days = n
	}
	if ask.Days == daysAhead {
		ask.Days = 0
	}
	if q.Get("from") == "" && q.Get("to") == "" {
		return ask, nil
	}
	var s report.Span
	var err error
	if s.Until, err = month(q, "to", this); err != nil {
		return ask, err
	}
	s.From, err = month(q, "from", s.Until.Add(-11))
	ask.Time = report.TimeOf(s)
	return ask, err
}

// notField is the query parameter that names the fields with excluded values.
const notField = "not"

// allBut returns the fields that an address excludes by their values: lists and regular expressions.
func allBut(q url.Values) []string {
	not := listsBut(q)
	for _, name := range ui.RegexpKeys {
		if q.Get(name) != "" && slices.Contains(q[notField], name) {
			not = append(not, name)
		}
	}
	return not
}

// regexpsOf returns the regular expressions of a request by their names in addresses.
func regexpsOf(ask *reports.Ask) ui.Regexps { return ui.RegexpsOf(&ask.PayeeRegexp, &ask.NotesRegexp) }

// listsBut returns the fields for which an address excludes the listed values; a field without values is ignored.
func listsBut(q url.Values) (not []string) {
	for _, field := range reports.ExcludableFields {
		lists := slices.ContainsFunc(q[field], func(v string) bool { return v != "" }) || field == "category" && q.Has("group")
		if lists && slices.Contains(q[notField], field) {
			not = append(not, field)
		}
	}
	return not
}

func lists(ask *reports.Ask) map[string]*[]string {
	return map[string]*[]string{"group": &ask.Groups, "category": &ask.Categories, "account": &ask.Accounts, "payee": &ask.Payees, "flag": &ask.Flags, "tag": &ask.Tags}
}

// amounts returns the amounts of a request by their names in addresses.
func amounts(ask *reports.Ask) map[string]**money.Milli {
	return map[string]**money.Milli{"least": &ask.Least, "most": &ask.Most}
}

// readAmount parses an amount in an address. It is written as number fields send it, in every currency: 12.5.
func readAmount(q url.Values, field string, to **money.Milli) error {
	text := strings.TrimSpace(q.Get(field))
	if text == "" {
		return nil
	}
	amount, err := amountparse.Amount(money.Format{DecimalDigits: 3, DecimalSeparator: "."}, text, 0)
	if err != nil {
		return apperr.Placed(err, func(f *apperr.Error) { f.Field = field })
	}
	*to = new(amount.Abs())
	return nil
}

// plainAmount writes an amount as readAmount reads it, or "" for none.
func plainAmount(m *money.Milli) string {
	if m == nil {
		return ""
	}
	return strings.TrimSuffix(strings.TrimRight(m.String(), "0"), ".")
}

func month(q url.Values, field string, otherwise civil.Month) (civil.Month, error) {
	text := q.Get(field)
	if text == "" {
		return otherwise, nil
	}
	m, err := civil.ParseMonth(text)
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "%q is not a month", text).AtField(field).WithHint("write the month like 2026-03")
	}
	return m, nil
}

// queryOf returns the query of a request for a report.
func queryOf(ask reports.Ask) url.Values {
	q := url.Values{}
	for field, from := range lists(&ask) {
		if len(*from) > 0 {
			q[field] = slices.Clone(*from)
		}
	}
	if len(ask.Not) > 0 {
		q[notField] = slices.Clone(ask.Not)
	}
	regexpsOf(&ask).Write(q)
	if ask.Any {
		q.Set(ui.MatchKey, ui.MatchAny)
	}
	for field, from := range amounts(&ask) {
		if *from != nil {
			q.Set(field, plainAmount(*from))
		}
	}
	if s, err := ask.Time.On(1, 1); err == nil && ask.Time == report.TimeOf(s) {
		q.Set("from", s.From.String())
		q.Set("to", s.Until.String())
	} else if ask.Time != "" {
		q.Set("time", string(ask.Time))
	}
	if ask.By != "" {
		q.Set("by", string(ask.By))
	}
	if ask.Across != "" {
		q.Set("across", string(ask.Across))
	}
	if ask.Targets {
		q.Set("targets", "1")
	}
	if ask.Days != 0 {
		q.Set("days", strconv.Itoa(ask.Days))
	}
	return q
}

// readingOf returns the request of a report, with the months of its period relative to today.
func readingOf(r *ui.Request, ask reports.Ask) (*reading, error) {
	rd := &reading{Request: r, ask: ask, url: queryOf(ask), query: reports.Query{Relative: ask.Time.IsRelative(), ReportFilters: ask.ReportFilters}}
	var first civil.Month
	if ask.Time == report.AllTime || ask.Least != nil || ask.Most != nil {
		b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return nil, err
		}
		first, rd.format = b.FirstMonth, b.CurrencyFormat
	}
	var err error
	rd.query.Span, err = ask.Time.On(r.Today.Month(), first)
	return rd, err
}

// address returns the address of a report with the given fields.
func (rd *reading) address(name report.Kind, q url.Values) string {
	if not := allBut(q); len(not) < len(q[notField]) { // a filter was removed
		if q = withoutFields(q, notField); len(not) > 0 {
			q[notField] = not
		}
	}
	page := rd.To("reports/" + string(name))
	if name == report.KindCategory {
		q = withoutFields(q, "category")
		page = rd.To("reports/categories/" + url.PathEscape(rd.ask.Categories[0]))
	}
	if len(q) > 0 {
		page += "?" + q.Encode()
	}
	return page
}

// withoutFields returns the parameters except some.
func withoutFields(q url.Values, fields ...string) url.Values {
	left := url.Values{}
	for field, values := range q {
		if !slices.Contains(fields, field) {
			left[field] = values
		}
	}
	return left
}

// with returns this address with fields set; an empty value removes one. A month replaces a period, and the reverse.
func (rd *reading) with(pairs ...string) string {
	q := withoutFields(rd.url)
	for i := 0; i < len(pairs); i += 2 {
		switch pairs[i] {
		case "time":
			q.Del("from")
			q.Del("to")
			q.Del(outField)
		case "from":
			q.Del("time")
		}
		q.Del(pairs[i])
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return rd.address(rd.ask.Kind, q)
}

// narrowed returns the address of a report about some values of a field only, by another dimension. It is "" if any
// condition suffices, so that the values would be one more of them; accounts always apply.
func (rd *reading) narrowed(by reports.SpendingBy, field string, values ...string) string {
	if rd.ask.Any && field != "account" {
		return ""
	}
	of := *rd
	of.url = withoutFields(rd.url, field, notField, ownField)
	if field == "category" || field == "group" {
		of.url = withoutFields(of.url, "category", "group")
	}
	name := field
	if name == "group" {
		name = "category"
	}
	if not := slices.DeleteFunc(slices.Clone(rd.url[notField]), func(n string) bool { return n == name }); len(not) > 0 {
		of.url[notField] = not
	}
	of.url[field] = values
	return of.with("across", "", "by", strings.TrimPrefix(string(by), string(reports.ByGroup)))
}

// sameTime returns the fields that links to other reports keep: the period.
func (rd *reading) sameTime() url.Values {
	return withoutFields(rd.url, append([]string{"by", "across", "days", "targets", ownField, outField}, filterFields...)...)
}
