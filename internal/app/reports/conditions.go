package reports

import (
	"slices"

	"holdover/internal/app/rows"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
)

// addConditions adds the regular expressions of a query to the scope. If one condition suffices, the filter that a register
// has for these conditions replaces those of the scope, except for the accounts.
func (k *reporting) addConditions(n *rows.Names, q Query) error {
	any := q.Any && q.HasAlternatives()
	f := rows.Filter{More: &rows.More{PayeeRegexp: q.PayeeRegexp, NotesRegexp: q.NotesRegexp}}
	if any {
		f = q.anyCondition()
	} else if f.More.Nothing() {
		return nil
	}
	is, err := n.Filter(k.view, f)
	if err != nil {
		return err
	}
	if !any {
		k.scope.PayeeRegexp, k.scope.NotesRegexp = is.Multi.PayeeRegexp, is.Multi.NotesRegexp
		return nil
	}
	k.scope = rowindex.Scope{From: k.scope.From, Until: k.scope.Until, MonthsBefore: k.scope.MonthsBefore, Accounts: k.scope.Accounts, Where: &is}
	return nil
}

// anyCondition returns a register's filter by any condition of the query.
func (q *Query) anyCondition() rows.Filter {
	list := func(field string, refs []string) rows.SomeOf {
		some := rows.SomeOf{Not: q.AllBut(field), Of: slices.Clone(refs)}
		for i, ref := range some.Of {
			if ref == rows.None {
				some.Of[i] = ""
			}
		}
		return some
	}
	f := rows.Filter{Any: true, More: &rows.More{
		Payees: list("payee", q.Payees), Flags: list("flag", q.Flags), Tags: list("tag", q.Tags),
		PayeeRegexp: q.PayeeRegexp, NotesRegexp: q.NotesRegexp, Least: q.Least, Most: q.Most,
	}}
	categories := append(slices.Clone(q.Categories), iterutil.Map(q.Groups, func(group string) string { return rows.GroupRef + group })...)
	if slices.Equal(categories, []string{rows.None}) && !q.AllBut("category") {
		f.Uncategorised = true
		return f
	}
	f.More.Categories = rows.SomeOf{Of: categories, Not: q.AllBut("category")}
	return f
}
