package reimport

import (
	"cmp"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// rules is the kind of rules. Conditions and outcome are taken over together, because a mixture would be a rule that
// was entered nowhere.
var rules = kind[budget.Rule, budget.RuleNo]{
	name: "rule", no: func(r *budget.Rule) budget.RuleNo { return r.No }, unit: []string{"any", "when", "then"},
	describe: func(r *budget.Rule) Change { return Change{Name: describeRule(r)} },
}

// describeRule returns the first text that a rule looks for, or the field that it tests.
func describeRule(r *budget.Rule) string {
	for i := range r.When {
		if text := cmp.Or(r.When[i].Text, string(r.When[i].Field)); text != "" {
			return text
		}
	}
	return ""
}

// rules compares the rules. New ones follow those that are here: a rule decides before those after it.
func (c *comparison) rules() ([]budget.Rule, []budget.RuleNo) {
	put, gone := records(c, rules, c.was.Rules, c.is.Rules, c.now.Rules)
	sortLast(c.now.Rules, put, func(r *budget.Rule) (int64, *int) { return int64(r.No), &r.Sort })
	return put, gone
}

// groupsOfAccounts compares the account groups. New ones follow those that are here.
func (c *comparison) groupsOfAccounts() ([]budget.AccountGroup, []budget.AccountGroupNo) {
	put, gone := records(c, accountGroups, c.was.AccountGroups, c.is.AccountGroups, c.now.AccountGroups)
	sortLast(c.now.AccountGroups, put, func(g *budget.AccountGroup) (int64, *int) { return int64(g.No), &g.Sort })
	return put, gone
}

// sortLast places new records after those that are here.
func sortLast[T any](now, put []T, of func(*T) (no int64, sort *int)) {
	last := 0
	for i := range now {
		_, sort := of(&now[i])
		last = max(last, *sort+1)
	}
	for i := range put {
		if no, sort := of(&put[i]); no < 0 {
			*sort = last
			last++
		}
	}
}

// soundRule reports whether the records that a rule names exist. A payee deleted here is restored.
func (s *validation) soundRule(r *budget.Rule) bool {
	sound := true
	r.Refers(
		func(no budget.AccountNo) { sound = sound && (no == 0 || s.accounts[no]) },
		func(no budget.PayeeNo) { sound = sound && s.payee(no) == no },
		func(no budget.CategoryNo) { sound = sound && (no == 0 || s.categories[no]) },
	)
	return sound
}

// rule returns a rule with new numbers.
func (n *renumbering) rule(r budget.Rule) budget.Rule {
	r.No = n.rules[r.No]
	r.When = iterutil.Map(r.When, func(c budget.Condition) budget.Condition {
		c.Account = n.accounts[c.Account]
		return c
	})
	r.Then.Payee, r.Then.Category, r.Then.Transfer = n.payees[r.Then.Payee], n.categories[r.Then.Category], n.accounts[r.Then.Transfer]
	r.Then.Shares = iterutil.Map(r.Then.Shares, func(s budget.Share) budget.Share {
		s.Category = n.categories[s.Category]
		return s
	})
	return r
}
