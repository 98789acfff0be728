package rows

import (
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/schedule"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Filter chooses transactions; empty fields choose all. Accounts, categories
// and payees are given by id or by name. With Any, one condition suffices; see
// [rowindex.Filter] for the conditions that must hold in any case.
type Filter struct {
	Account, Category, Payee, Search, Flag, Cleared string
	Since, Until                                    civil.Date
	Min, Max                                        *money.Milli // of the whole row, both included
	Uncategorised, Unapproved                       bool
	Counts                                          Side  // rows of which something counts there
	OnBudget                                        bool  // rows of budget accounts only: those that count as activity
	More                                            *More // further conditions; nil for none
	Any                                             bool  // one condition suffices
	Limit                                           int   // 0 is all
}

// HasAlternatives reports whether the filter has conditions of which, with Any, one suffices.
func (f Filter) HasAlternatives() bool {
	required := Filter{Account: f.Account, Search: f.Search, Since: f.Since, Until: f.Until, Counts: f.Counts, OnBudget: f.OnBudget, Limit: f.Limit}
	if f.Any = false; f.More != nil {
		more := *f.More
		if more.Accounts = (SomeOf{}); more.Nothing() {
			f.More = nil
		}
	}
	return f != required
}

// Side is a side of income and expenses, as reports count them.
type Side = rowindex.Side

const (
	CountsAsSpending = rowindex.Spending
	CountsAsIncome   = rowindex.Income
)

// Conditions of a filter beyond one value of each field; see Filter.
type (
	More   = budget.MoreRows
	SomeOf = budget.SomeOf
	Only   = budget.Only
)

// Time is words for the days that a register shows, which move on: this month, last year.
type Time = report.Time

// Times lists the offered periods, without AnyTime.
var Times = []Time{report.ThisMonth, report.LastMonth, report.ThreeMonths, report.ThisYear, report.LastYear}

// AnyTime is all days.
const AnyTime = report.AllTime

// GroupRef is the prefix of a group in a list of categories or accounts: it stands for all its members.
const GroupRef = "group:"

const (
	maxSomeOf = 200  // values of one thing
	MaxWords  = 1000 // bytes of words that are searched for
)

// among looks up the values that a filter names by id or name.
func (n *Names) among(v *store.ReadTx, m *More) (*rowindex.MultiFilter, error) {
	if m == nil {
		return nil, nil
	}
	if err := bounded(m); err != nil {
		return nil, err
	}
	a := &rowindex.MultiFilter{
		PayeeWords: m.PayeeWords, Notes: m.Notes, Least: m.Least, Most: m.Most,
		Split: onlyWay(m.Split), Transfer: onlyWay(m.Transfer), Uncategorised: onlyWay(m.Uncategorised), Unapproved: onlyWay(m.Unapproved),
	}
	if err := addRegexps(v, a, m); err != nil {
		return nil, err
	}
	if m.Receipt != budget.Either {
		counts, err := CountReceipts(v)
		if err != nil {
			return nil, err
		}
		a.Receipt, a.WithReceipts = onlyWay(m.Receipt), slices.Sorted(maps.Keys(counts))
	}
	if m.Scheduled != budget.Either {
		all, err := v.Scheduled()
		if err != nil {
			return nil, err
		}
		a.Scheduled, a.Schedules = onlyWay(m.Scheduled), alikeTo(all)
	}
	a.Flags = rowindex.Values[string]{Of: m.Flags.Of, Not: m.Flags.Not}
	for _, state := range m.Cleared.Of {
		if err := knownState(budget.Cleared(state)); err != nil {
			return nil, err
		}
		a.Cleared.Of = append(a.Cleared.Of, budget.Cleared(state))
	}
	a.Cleared.Not = m.Cleared.Not
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	if a.Tags, err = tagKeys(m.Tags); err != nil {
		return nil, err
	}
	accountGroups, err := v.AccountGroups()
	if err != nil {
		return nil, err
	}
	if a.Accounts, err = n.accountsAmong(m.Accounts, accountGroups); err != nil {
		return nil, err
	}
	if a.Payees, err = allOf(m.Payees, n.FindPayee); err != nil {
		return nil, err
	}
	a.Categories, err = n.categoriesAmong(m.Categories, groups)
	return a, err
}

// The fields of regular expressions in errors, and their names in addresses.
const (
	PayeeRegexpField = "payee-regexp"
	NotesRegexpField = "notes-regexp"
)

// addRegexps compiles the regular expressions of a filter.
func addRegexps(v *store.ReadTx, a *rowindex.MultiFilter, m *More) (err error) {
	if a.PayeeRegexp, err = compiled(m.PayeeRegexp, PayeeRegexpField); err != nil {
		return err
	}
	if a.NotesRegexp, err = compiled(m.NotesRegexp, NotesRegexpField); a.NotesRegexp == nil {
		return err
	}
	x, err := v.Lines()
	if err != nil {
		return err
	}
	return placed(x.CheckWork(a.NotesRegexp), NotesRegexpField)
}

// compiled returns a compiled regular expression, or nil for an empty one.
func compiled(r budget.Regexp, field string) (*rowindex.Regexp, error) {
	if r.Text == "" {
		return nil, nil
	}
	is, err := rowindex.CompileRegexp(r.Text, r.Not)
	return is, placed(err, field)
}

func placed(err error, field string) error {
	if err == nil {
		return nil
	}
	return apperr.Placed(err, func(e *apperr.Error) { e.Field = field })
}

// tagKeys returns the keys of tags; "" is none.
func tagKeys(some SomeOf) (v rowindex.Values[string], err error) {
	v.Not = some.Not
	for _, text := range some.Of {
		key := ""
		if text != "" {
			if key, _, err = ParseTag(text); err != nil {
				return v, err
			}
		}
		v.Of = append(v.Of, key)
	}
	return v, nil
}

// ParseTag returns the key and the name of a tag as typed, with or without its sign. It returns an Invalid error.
func ParseTag(text string) (key, name string, err error) {
	name, is := tag.Parse(text)
	if !is {
		return "", "", apperr.New(apperr.Invalid, "%q is not a tag", text).AtField("tag").WithHint("write one word, such as #holiday")
	}
	return tag.Key(name), name, nil
}

// alikeTo returns the patterns of transactions that are scheduled, including the other sides of transfers.
func alikeTo(all []budget.Scheduled) (alike []rowindex.Pattern) {
	for i := range all {
		s := &all[i]
		like := rowindex.Pattern{Account: s.Account, Payee: s.Payee, Other: s.TransferAccount}
		like.Least, like.Most = schedule.Like(s.Amount)
		if alike = append(alike, like); s.TransferAccount != 0 {
			alike = append(alike, rowindex.Pattern{Account: s.TransferAccount, Other: s.Account, Least: -like.Most, Most: -like.Least})
		}
	}
	return alike
}

// allOf looks up named values; "" is none.
func allOf[N comparable](some SomeOf, find func(string) (N, string, string, error)) (v rowindex.Values[N], err error) {
	v.Not = some.Not
	for _, ref := range some.Of {
		var no N
		if ref != "" {
			if no, _, _, err = find(ref); err != nil {
				return v, err
			}
		}
		v.Of = append(v.Of, no)
	}
	return v, nil
}

// categoriesAmong looks up categories, and all categories of a group.
func (n *Names) categoriesAmong(some SomeOf, groups []budget.Group) (v rowindex.Values[budget.CategoryNo], err error) {
	v.Not = some.Not
	if len(some.Of) > 0 { // a group may have none
		v.Of = []budget.CategoryNo{}
	}
	for _, ref := range some.Of {
		if named, isGroup := strings.CutPrefix(ref, GroupRef); isGroup {
			group, _, _, err := n.FindGroup(groups)(named)
			if err != nil {
				return v, err
			}
			v.Of = append(v.Of, n.inGroup(group)...)
			continue
		}
		no, _, _, err := n.FindCategory(ref)
		if err != nil {
			return v, err
		}
		v.Of = append(v.Of, no)
	}
	return v, nil
}

func (n *Names) inGroup(group budget.GroupNo) (of []budget.CategoryNo) {
	for no, c := range n.Categories {
		if c.Group == group {
			of = append(of, no)
		}
	}
	return of
}

// Called maps the references in a filter to names.
func (n *Names) Called(v *store.ReadTx, m *More) (map[string]string, error) {
	if m == nil {
		return nil, nil
	}
	groups, err := v.Groups()
	if err != nil {
		return nil, err
	}
	accountGroups, err := v.AccountGroups()
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	nameAll(all, m.Accounts, n.FindAccounts(accountGroups))
	nameAll(all, m.Payees, n.FindPayee)
	nameAll(all, m.Categories, func(ref string) (budget.CategoryNo, string, string, error) {
		if group, is := strings.CutPrefix(ref, GroupRef); is {
			_, id, name, err := n.FindGroup(groups)(group)
			return 0, id, name, err
		}
		return n.FindCategory(ref)
	})
	return all, nil
}

func nameAll[N any](all map[string]string, some SomeOf, find func(string) (N, string, string, error)) {
	for _, ref := range some.Of {
		if _, _, name, err := find(ref); err == nil {
			all[ref] = name
		}
	}
}

func knownState(c budget.Cleared) error {
	switch c {
	case "", budget.Uncleared, budget.ClearedYes, budget.Reconciled:
		return nil
	}
	return apperr.New(apperr.Invalid, "%q is not a cleared state", c).WithHint("it is uncleared, cleared or reconciled")
}

func onlyWay(o Only) rowindex.Only {
	return map[Only]rowindex.Only{budget.OnlySo: rowindex.Yes, budget.OnlyNot: rowindex.No}[o]
}

// bounded refuses a filter with an implausible number of values.
func bounded(m *More) error {
	for field, some := range map[string]SomeOf{"account": m.Accounts, "category": m.Categories, "payee": m.Payees, "flag": m.Flags, "state": m.Cleared, "tag": m.Tags} {
		if len(some.Of) > maxSomeOf {
			return apperr.New(apperr.Invalid, "a filter can have at most %d of a kind", maxSomeOf).AtField(field).WithHint("remove some, or search for words")
		}
	}
	if len(m.PayeeWords) > MaxWords || len(m.Notes) > MaxWords {
		return apperr.New(apperr.Invalid, "the search text is too long").WithHint("use fewer words")
	}
	for _, only := range []Only{m.Split, m.Transfer, m.Uncategorised, m.Unapproved, m.Receipt, m.Scheduled} {
		if only != budget.Either && only != budget.OnlySo && only != budget.OnlyNot {
			return apperr.New(apperr.Invalid, "%q must be yes or no", only)
		}
	}
	return nil
}
