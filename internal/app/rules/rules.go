// Package rules is what people do with rules about transactions: look at them,
// try one on the whole budget, save it, change their order, apply them to what is
// there; and what others ask of them for transactions that come in (tell.go).
// Package app embeds Rules, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people and access. Start with rules.go, then try.go.
package rules

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"strconv"

	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/people"
	"holdover/internal/rule"
	"holdover/internal/store"
)

// Rules is what people do with rules.
type Rules struct {
	access *access.Access
	turn   chan struct{} // full while somebody tries rules on a whole budget
}

// New is it on access to budgets.
func New(a *access.Access) *Rules { return &Rules{access: a, turn: make(chan struct{}, 1)} }

// Rule is a rule with its words.
type Rule struct {
	Entry
	When string `json:"when_text"` // "payee contains “rewe” and spent at least 10.00"
	Then string `json:"then_text"` // "category Groceries"
}

// RulesOf are the rules of a budget, the upper ones first.
func (rs *Rules) RulesOf(ctx context.Context, who people.Actor, id string) ([]Rule, error) {
	all := []Rule{}
	err := rs.access.View(ctx, who, id, func(v *store.View) error {
		list, err := v.Rules()
		if err != nil || len(list) == 0 {
			return err
		}
		n, err := namesIn(v)
		for i := range list {
			all = append(all, n.rule(&list[i]))
		}
		return err
	})
	return all, err
}

// names knows the records that rules name.
type names struct {
	*store.View
	accounts   map[budget.AccountNo]budget.Account
	categories map[budget.CategoryNo]budget.Category
	payees     map[budget.PayeeNo]budget.Payee
	words      rule.Names
}

func namesIn(v *store.View) (*names, error) {
	n := &names{View: v}
	accounts, err := v.AccountRecords()
	if err != nil {
		return n, err
	}
	categories, err := v.Categories()
	if err != nil {
		return n, err
	}
	payees, err := v.Payees()
	n.accounts = each.By(accounts, func(a budget.Account) budget.AccountNo { return a.No })
	n.categories = each.By(categories, func(c budget.Category) budget.CategoryNo { return c.No })
	n.payees = each.By(payees, func(p budget.Payee) budget.PayeeNo { return p.No })
	n.words = rule.Names{
		Account:  func(no budget.AccountNo) string { return n.accounts[no].Name },
		Category: func(no budget.CategoryNo) string { return n.categories[no].Name },
		Payee:    func(no budget.PayeeNo) string { return n.payees[no].Name },
		Amount:   v.Info().Currency.Spoken,
		Day:      dayIn(v.Info().DateFormat),
	}
	return n, err
}

func (n *names) rule(r *budget.Rule) Rule {
	return Rule{Entry: n.entry(r), When: n.words.When(r), Then: n.words.Then(r)}
}

// find is the rule with an id among those of a budget, and its place. Fault: NotFound.
func find(all []budget.Rule, id string) (int, error) {
	for i := range all {
		if all[i].ID == id {
			return i, nil
		}
	}
	return 0, fault.Gone("rule")
}

// version is a rule as somebody saw it, in short.
func version(r *budget.Rule) string {
	seen := *r
	seen.Sort = 0
	text, err := json.Marshal(seen)
	if err != nil {
		panic(err) // a plain record
	}
	h := fnv.New64a()
	h.Write(text)
	return strconv.FormatUint(h.Sum64(), 36)
}
