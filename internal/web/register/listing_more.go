package register

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/budget"
)

// Fields with several values in an address: a repeated name lists values to include, or to exclude if "not" has the
// name. "none" stands for no payee or no flag.

const noneOf = "none"

// severally are the things of which an address may name several, in the order of the form.
var severally = []string{"category", "payee", "account", "state", "flag"}

// kinds are what transactions can be, or not be.
var kinds = []string{"split", "transfer", "receipt", "scheduled", "uncategorised", "unapproved"}

// someOf is a list by its name in addresses.
func someOf(m *rows.More, name string) *rows.SomeOf {
	return map[string]*rows.SomeOf{"category": &m.Categories, "payee": &m.Payees, "account": &m.Accounts, "state": &m.Cleared, "flag": &m.Flags}[name]
}

// onlyOf is a kind by its name in addresses.
func onlyOf(m *rows.More, name string) *rows.Only {
	return map[string]*rows.Only{"split": &m.Split, "transfer": &m.Transfer, "uncategorised": &m.Uncategorised, "unapproved": &m.Unapproved, "receipt": &m.Receipt, "scheduled": &m.Scheduled}[name]
}

// oneOf is the one value that a filter may have of a thing, by its name in addresses.
func oneOf(f *rows.Filter, name string) *string {
	return map[string]*string{"category": &f.Category, "payee": &f.Payee, "account": &f.Account, "state": &f.Cleared, "flag": &f.Flag}[name]
}

// changeMore is a filter that asks something else beyond one value of each thing.
func changeMore(f *rows.Filter, change func(*rows.More)) {
	var m rows.More
	if f.More != nil {
		m = *f.More
	}
	change(&m)
	if f.More = &m; m.Nothing() {
		f.More = nil
	}
}

// readMore reads what an address asks beyond one value of each thing.
func (l *listing) readMore(q url.Values) {
	changeMore(&l.Filter, func(m *rows.More) {
		for _, name := range severally {
			if name == "account" && l.Account != "" {
				continue
			}
			some := someIn(q, name)
			if plain := len(some.Of) == 1 && !some.Not && some.Of[0] != "" && !strings.HasPrefix(some.Of[0], rows.GroupRef); plain {
				*oneOf(&l.Filter, name) = some.Of[0]
			} else if len(some.Of) > 0 {
				*someOf(m, name) = some
			}
		}
		for _, name := range kinds {
			if only := onlyOf(m, name); q.Get(name) == "no" {
				*only = budget.OnlyNot
			} else if q.Get(name) != "" && name != "uncategorised" && name != "unapproved" { // those two have a value for yes
				*only = budget.OnlySo
			}
		}
		m.PayeeWords, m.Notes = strings.TrimSpace(q.Get("payee-words")), strings.TrimSpace(q.Get("notes"))
	})
}

// someIn are the values of a name in an address, each once.
func someIn(q url.Values, name string) (some rows.SomeOf) {
	for _, value := range q[name] {
		if value == noneOf && (name == "payee" || name == "flag") {
			value = ""
		} else if value == "" {
			continue
		}
		if !slices.Contains(some.Of, value) {
			some.Of = append(some.Of, value)
		}
	}
	if len(some.Of) > 0 {
		some.Not = slices.Contains(q["not"], name)
	}
	return some
}

// setMore writes the filters with several values.
func (l *listing) setMore(q url.Values) {
	m := l.Filter.More
	if m == nil {
		return
	}
	for _, name := range severally {
		some := someOf(m, name)
		for _, value := range some.Of {
			q.Add(name, cmp.Or(value, noneOf))
		}
		if some.Not {
			q.Add("not", name)
		}
	}
	for _, name := range kinds {
		switch *onlyOf(m, name) {
		case budget.Either:
		case budget.OnlySo:
			q.Set(name, "1")
		case budget.OnlyNot:
			q.Set(name, "no")
		}
	}
	for name, words := range map[string]string{"payee-words": m.PayeeWords, "notes": m.Notes} {
		if words != "" {
			q.Set(name, words)
		}
	}
}
