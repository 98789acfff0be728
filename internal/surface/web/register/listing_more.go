package register

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// Fields with several values in an address: a repeated name lists values to include, or to exclude if "not" has the
// name. "none" stands for no payee, no flag or no tag.

const noneOf = "none"

// severally are the fields that accept several values in an address, in the order of the form.
var severally = []string{"category", "payee", "account", "state", "flag", "tag"}

// regexpsOf returns the regular expressions by their names in addresses.
func regexpsOf(m *rows.More) ui.Regexps { return ui.RegexpsOf(&m.PayeeRegexp, &m.NotesRegexp) }

// kinds are the yes/no properties of transactions.
var kinds = []string{"split", "transfer", "receipt", "scheduled", "uncategorised", "unapproved"}

// someOf returns a list by its name in addresses.
func someOf(m *rows.More, name string) *rows.SomeOf {
	return map[string]*rows.SomeOf{"category": &m.Categories, "payee": &m.Payees, "account": &m.Accounts, "state": &m.Cleared, "flag": &m.Flags, "tag": &m.Tags}[name]
}

// onlyOf returns a yes/no filter by its name in addresses.
func onlyOf(m *rows.More, name string) *rows.Only {
	return map[string]*rows.Only{"split": &m.Split, "transfer": &m.Transfer, "uncategorised": &m.Uncategorised, "unapproved": &m.Unapproved, "receipt": &m.Receipt, "scheduled": &m.Scheduled}[name]
}

// oneOf returns the field for a single value by its name in addresses; nil for tags, which have none.
func oneOf(f *rows.Filter, name string) *string {
	return map[string]*string{"category": &f.Category, "payee": &f.Payee, "account": &f.Account, "state": &f.Cleared, "flag": &f.Flag}[name]
}

// accountGroup returns the group of accounts that the register is of, or nil.
func (l *listing) accountGroup(f *pageframe.Frame) *budget.AccountGroup {
	m := l.Filter.More
	if l.Account != "" || m == nil || m.Accounts.Not || len(m.Accounts.Of) != 1 {
		return nil
	}
	return iterutil.First(f.AccountGroups, func(g budget.AccountGroup) bool { return rows.GroupRef+g.ID == m.Accounts.Of[0] })
}

// changeMore changes the part of a filter with more than one value of each field.
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

// readMore parses the parameters beyond one value of each field.
func (l *listing) readMore(q url.Values) {
	changeMore(&l.Filter, func(m *rows.More) {
		for _, name := range severally {
			if name == "account" && l.Account != "" {
				continue
			}
			some := someIn(q, name)
			one := oneOf(&l.Filter, name)
			if plain := one != nil && len(some.Of) == 1 && !some.Not && some.Of[0] != "" && !strings.HasPrefix(some.Of[0], rows.GroupRef); plain {
				*one = some.Of[0]
			} else if len(some.Of) > 0 {
				*someOf(m, name) = some
			}
		}
		for _, name := range kinds {
			if only := onlyOf(m, name); q.Get(name) == "no" {
				*only = budget.OnlyNot
			} else if q.Get(name) != "" && name != "uncategorised" && name != "unapproved" { // these two have other values for yes
				*only = budget.OnlySo
			}
		}
		m.PayeeWords, m.Notes = strings.TrimSpace(q.Get("payee-words")), strings.TrimSpace(q.Get("notes"))
		regexpsOf(m).Read(q)
	})
}

// someIn returns the distinct values of a parameter.
func someIn(q url.Values, name string) (some rows.SomeOf) {
	for _, value := range q[name] {
		if value == noneOf && (name == "payee" || name == "flag" || name == "tag") {
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
	regexpsOf(m).Write(q)
	for name, words := range map[string]string{"payee-words": m.PayeeWords, "notes": m.Notes} {
		if words != "" {
			q.Set(name, words)
		}
	}
}
