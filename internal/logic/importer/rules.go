package importer

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// addRules imports the rules about transactions. A rule that could not be entered here is left out.
func (im *importing) addRules() {
	if im.marks == nil {
		return
	}
	taken := map[string]bool{"": true} // a newer document's rules are matched by their ids
	for i := range im.marks.Rules {
		m := &im.marks.Rules[i]
		r, err := im.rule(m)
		switch {
		case err != nil:
		case taken[m.ID]:
			err = apperr.New(apperr.Invalid, "its id is missing or belongs to another rule")
		case len(im.whole.Rules) == rule.MaxRules:
			err = apperr.New(apperr.Invalid, "a budget has at most %d rules", rule.MaxRules)
		}
		if err != nil {
			im.notes.warn("rule", "A rule in the file is invalid; it was left out.", "rule %d (id %s): %v", i+1, m.ID, err)
			continue
		}
		taken[m.ID] = true
		r.No, r.Sort = budget.RuleNo(len(im.whole.Rules)+1), len(im.whole.Rules)
		im.whole.Rules = append(im.whole.Rules, *r)
	}
}

// rule returns a rule with the numbers of the records that it names. It returns an Invalid error if one of them was
// not imported, or for a rule that users cannot enter.
func (im *importing) rule(m *ynabdoc.MarkedRule) (*budget.Rule, error) {
	named := references{importing: im}
	r := &budget.Rule{ID: m.ID, Off: m.Off, Any: m.Any, Then: budget.Outcome{
		Payee: named.payee(m.Then.Payee), Category: named.category(m.Then.Category), Transfer: named.account(m.Then.Transfer),
		Notes: m.Then.Notes, Flag: m.Then.Flag, LeaveOut: m.Then.LeaveOut, Schedule: named.schedule(m.Then.Schedule), AnyAmount: m.Then.AnyAmount,
	}}
	for i := range m.When {
		c := &m.When[i]
		r.When = append(r.When, budget.Condition{
			Field: budget.RuleField(c.Field), Test: budget.RuleTest(c.Test), Not: c.Not, Text: c.Text, Account: named.account(c.Account),
			Min: c.Min, Max: c.Max, From: c.From, Until: c.Until,
		})
	}
	for _, s := range m.Then.Shares {
		r.Then.Shares = append(r.Then.Shares, budget.Share{Category: named.category(s.Category), Share: s.Share, Notes: s.Notes})
	}
	if named.missing != nil {
		return nil, named.missing
	}
	return r, rule.Check(r)
}

// references finds the records that a rule names, and notes one that was not imported.
type references struct {
	*importing
	missing error
}

func (r *references) account(id string) budget.AccountNo {
	no := r.accounts[id]
	r.check(id, no != 0, "an account")
	return no
}

// payee refuses the payee of an account: a rule makes a transfer by naming the account.
func (r *references) payee(id string) budget.PayeeNo {
	no := r.payees[id]
	r.check(id, no != 0 && r.whole.Payees[no-1].TransferAccount == 0, "a payee")
	return no
}

func (r *references) category(id string) budget.CategoryNo {
	no := r.categories[id].no
	r.check(id, no != 0, "a category")
	return no
}

// schedule returns the id that a scheduled transaction of the document has here, or the same id if it was deleted.
func (r *references) schedule(id string) string {
	if id == "" {
		return ""
	}
	if s := iterutil.First(r.whole.Scheduled, func(s budget.Scheduled) bool { return s.SourceID == id || s.ID == id }); s != nil {
		return s.ID
	}
	return id
}

func (r *references) check(id string, found bool, kind string) {
	if id != "" && !found {
		r.missing = apperr.New(apperr.Invalid, "%q is not %s that it can name", id, kind)
	}
}
