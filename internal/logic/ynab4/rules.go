package ynab4

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// rules returns the rules that rename payees of imported transactions, in the order of the payees. A payee's conditions
// are alternatives.
func (c *conversionState) rules() []ynabdoc.MarkedRule {
	var all []ynabdoc.MarkedRule
	for i := range c.payees {
		p := &c.payees[i]
		when := c.conditions(p)
		if p.Deleted || p.Account != "" || c.payee[p.ID] != p {
			when = nil
		}
		for len(when) > 0 {
			some := when[:min(len(when), rule.MaxConditions)]
			when = when[len(some):]
			if len(all) == rule.MaxRules {
				c.remarks.Lose("rules that rename payees, beyond the number of rules of a budget", p.Name)
				continue
			}
			all = append(all, ynabdoc.MarkedRule{ID: c.ruleID(p, some), Any: len(some) > 1, When: some, Then: ynabdoc.MarkedOutcome{Payee: c.id(p.ID)}})
		}
	}
	return all
}

// ruleID returns the id of a rule, derived from its payee and its first condition, so that a newer file has the same id.
func (c *conversionState) ruleID(p *payee, when []ynabdoc.MarkedCondition) string {
	return uuid.NewSHA1(c.planID, []byte("rule "+p.ID+" "+when[0].Test+" "+when[0].Text)).String()
}

// conditions returns the conditions that rename a payee.
func (c *conversionState) conditions(p *payee) []ynabdoc.MarkedCondition {
	var all []ynabdoc.MarkedCondition
	for i := range p.Renames {
		r := &p.Renames[i]
		text := strings.TrimSpace(r.Operand)
		test, known := tests[r.Operator]
		switch {
		case r.Deleted || text == "" || p.Deleted:
			c.remarks.Skip("rules", deleted)
			continue
		case r.Operator == "Is" && budget.NameKey(text) == budget.NameKey(p.Name):
			c.remarks.Skip("rules", "it renames a payee to the name that it has")
			continue
		case r.Operator == "EndsWith":
			text = regexp.QuoteMeta(text) + `\s*$`
		}
		if !known || utf8.RuneCountInString(text) > rule.MaxText {
			c.remarks.Lose("conditions that rename payees, of an unknown kind or too long", r.Operand)
			continue
		}
		all = append(all, ynabdoc.MarkedCondition{Field: string(budget.RulePayee), Test: string(test), Text: text})
	}
	return all
}

// tests maps the operators of YNAB 4 to tests of rules.
var tests = map[string]budget.RuleTest{
	"Is": budget.RuleIs, "Contains": budget.RuleContains, "StartsWith": budget.RuleBegins, "EndsWith": budget.RuleMatches,
}
