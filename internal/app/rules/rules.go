// Package rules contains the operations on rules about transactions: list, test on the whole budget, save, reorder,
// apply; and applies them to incoming transactions for other packages (tell.go). Package app embeds Rules, so that
// its methods belong to the application.
//
// Start with rules.go, then try.go.
package rules

import (
	"context"
	"encoding/json"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Rules contains the operations on rules.
type Rules struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Rules { return &Rules{a} }

// Rule is a rule with its words.
type Rule struct {
	Entry
	When string `json:"when_text"` // "payee contains “rewe” and spent at least 10.00"
	Then string `json:"then_text"` // "category Groceries"
}

// RulesOf returns the rules of a budget in order.
func (rs *Rules) RulesOf(ctx context.Context, who users.Actor, id string) ([]Rule, error) {
	return budgetsession.Read(ctx, rs.access, who, id, func(v *store.ReadTx) ([]Rule, error) {
		list, err := v.Rules()
		if err != nil || len(list) == 0 {
			return []Rule{}, err
		}
		n, err := namesIn(v)
		return iterutil.Map(list, func(r budget.Rule) Rule { return n.rule(&r) }), err
	})
}

// names contains the records that rules refer to.
type names struct {
	*store.ReadTx
	known *budgetsession.Names
	words rule.Names
}

func namesIn(v *store.ReadTx) (*names, error) {
	known, err := budgetsession.NamesIn(v)
	n := &names{ReadTx: v, known: known}
	n.words = rule.Names{
		Account:  func(no budget.AccountNo) string { return n.known.Accounts[no].Name },
		Category: func(no budget.CategoryNo) string { return n.known.Categories[no].Name },
		Payee:    func(no budget.PayeeNo) string { return n.known.Payees[no].Name },
		Amount:   v.Info().Currency.Spoken,
		Day:      func(d civil.Date) string { return d.In(v.Info().DateFormat) },
		Schedule: n.schedule,
	}
	return n, err
}

// Verb returns the verb of a condition about a text: see [rule.Verb].
func Verb(field budget.RuleField, test budget.RuleTest, not bool) string {
	return rule.Verb(field, test, not)
}

// schedule describes a scheduled transaction by its id.
func (n *names) schedule(id string) string {
	s, err := n.ScheduledByID(id)
	if err != nil {
		return "transaction that was deleted"
	}
	return n.scheduleName(&s)
}

// scheduleName returns the name of the other side of a scheduled transaction, or its account's.
func (n *names) scheduleName(s *budget.Scheduled) string {
	switch {
	case s.TransferAccount != 0:
		return budget.TransferPayee + n.known.Accounts[s.TransferAccount].Name
	case s.Payee != 0:
		return n.known.Payees[s.Payee].Name
	}
	return "transaction of " + n.known.Accounts[s.Account].Name
}

func (n *names) rule(r *budget.Rule) Rule {
	return Rule{Entry: n.entry(r), When: n.words.When(r), Then: n.words.Then(r)}
}

// find returns the index of the rule with an id, or a NotFound error.
func find(all []budget.Rule, id string) (int, error) {
	if i := slices.IndexFunc(all, func(r budget.Rule) bool { return r.ID == id }); i >= 0 {
		return i, nil
	}
	return 0, apperr.Gone("rule")
}

func version(r *budget.Rule) string {
	seen := *r
	seen.Sort = 0
	text, err := json.Marshal(seen)
	if err != nil {
		panic(err) // a plain record
	}
	shown := budgetsession.NewPreviewHash()
	shown.Write(text)
	return shown.String()
}
