package actualfile

import (
	"fmt"
	"regexp"

	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
)

// writeRules writes the rules that have a counterpart in Actual.
func (w *writer) writeRules() error {
	if len(w.Rules) > 1 {
		w.omitted.Omit("the order of rules (Actual applies those with more exact conditions later)", "")
	}
	for i := range w.Rules {
		r := &w.Rules[i]
		name := describeRule(r)
		if r.Off {
			w.omitted.Omit("rules that are switched off", name)
			continue
		}
		when, any, ok := w.ruleConditions(r)
		then := w.ruleActions(r)
		if !ok || len(then) == 0 {
			w.omitted.Omit("rules without a counterpart in Actual", name)
			continue
		}
		if r.Then.Schedule != "" {
			w.omitted.Omit("scheduled transactions that rules enter", name)
		}
		stage := ""
		if r.Then.Payee != 0 {
			stage = "pre" // rules about the new payee come after it
		}
		if err := w.writeRule(idOf("rule", r.ID), stage, any, when, then); err != nil {
			return err
		}
	}
	return nil
}

func describeRule(r *budget.Rule) string {
	if len(r.When) == 0 {
		return ""
	}
	c := &r.When[0]
	return clip(fmt.Sprintf("if %s %s %s", c.Field, c.Test, c.Text))
}

// ruleConditions returns the conditions of a rule. A condition of Holdover becomes one condition of Actual, or two
// alternatives. Alternatives are possible only if one condition of the rule is enough.
func (w *writer) ruleConditions(r *budget.Rule) (all []writtenCondition, any, ok bool) {
	either := r.Any || len(r.When) == 1
	any = r.Any
	for i := range r.When {
		c := &r.When[i]
		if c.Not {
			return nil, false, false
		}
		var when []writtenCondition
		switch c.Field {
		case budget.RulePayee:
			when = w.payeeConditions(c, either)
		case budget.RuleNotes:
			when = textConditions("notes", c)
		case budget.RuleAccount:
			when = []writtenCondition{{"is", "acct", idOf("account", w.accounts[c.Account].ID)}}
		case budget.RuleSpent, budget.RuleReceived:
			when = w.amountConditions(c)
		case budget.RuleAmount:
			spent, received := *c, *c
			spent.Field, received.Field = budget.RuleSpent, budget.RuleReceived
			when = append(w.amountConditions(&spent), w.amountConditions(&received)...)
		case budget.RuleDate:
			when = dateConditions(c)
			if len(when) == 2 { // both must be met
				if r.Any && len(r.When) > 1 {
					return nil, false, false
				}
				all = append(all, when...)
				continue
			}
		}
		switch {
		case len(when) == 0 || len(when) > 1 && !either:
			return nil, false, false
		case len(when) > 1:
			any = true
		}
		all = append(all, when...)
	}
	return all, any, len(all) > 0
}

// payeeConditions returns the conditions that test the name of the payee and, if alternatives are possible, the bank's text.
func (w *writer) payeeConditions(c *budget.Condition, either bool) []writtenCondition {
	bank := textConditions("imported_description", c)
	named := textConditions("description", c)
	if c.Test == budget.RuleIs {
		named = nil
		for i := range w.Payees {
			if p := &w.Payees[i]; p.TransferAccount == 0 && budget.NameKey(p.Name) == budget.NameKey(c.Text) {
				named = []writtenCondition{{"is", "description", w.payeeIDs[p.No]}}
				break
			}
		}
	}
	switch {
	case either:
		return append(named, bank...)
	case len(named) > 0:
		w.omitted.Omit("tests of the bank's text in rules with several conditions (only the payee is tested)", c.Text)
		return named
	}
	return bank
}

func textConditions(field string, c *budget.Condition) []writtenCondition {
	switch c.Test {
	case budget.RuleIs:
		return []writtenCondition{{"is", field, c.Text}}
	case budget.RuleContains:
		return []writtenCondition{{"contains", field, c.Text}}
	case budget.RuleBegins:
		return []writtenCondition{{"matches", field, "^" + regexp.QuoteMeta(c.Text)}}
	case budget.RuleMatches:
		return []writtenCondition{{"matches", field, c.Text}}
	}
	return nil
}

// amountConditions returns the condition about an amount spent or received. Spent amounts are negative in Actual.
func (w *writer) amountConditions(c *budget.Condition) []writtenCondition {
	cents := func(m money.Milli) int64 {
		return w.units(m, func() string { return fmt.Sprintf("%s in a rule", m) })
	}
	least, most, sign, from := cents(c.Min), cents(c.Max), int64(1), "gte"
	if c.Field == budget.RuleSpent {
		sign, from = -1, "lte"
	}
	switch {
	case c.Test == budget.RuleIs:
		return []writtenCondition{{"is", "amount", sign * least}}
	case c.Max == 0:
		return []writtenCondition{{from, "amount", sign * least}}
	}
	return []writtenCondition{{"isbetween", "amount", map[string]int64{"num1": min(sign*least, sign*most), "num2": max(sign*least, sign*most)}}}
}

// dateConditions returns the conditions about a date, which must all be met.
func dateConditions(c *budget.Condition) (all []writtenCondition) {
	if c.Test == budget.RuleIs {
		return []writtenCondition{{"is", "date", c.From.String()}}
	}
	if c.From != 0 {
		all = append(all, writtenCondition{"gte", "date", c.From.String()})
	}
	if c.Until != 0 {
		all = append(all, writtenCondition{"lte", "date", c.Until.String()})
	}
	return all
}

// ruleActions returns the actions of a rule.
func (w *writer) ruleActions(r *budget.Rule) (all []writtenAction) {
	o := &r.Then
	set := func(field string, value any) {
		if value != nil {
			all = append(all, writtenAction{Op: "set", Field: field, Value: value})
		}
	}
	switch {
	case o.Transfer != 0:
		set("description", nullIfEmpty(w.transfers[o.Transfer]))
	case o.Payee != 0:
		set("description", nullIfEmpty(w.payeeIDs[o.Payee]))
	}
	set("category", nullIfEmpty(w.category(o.Category)))
	set("notes", nullIfEmpty(o.Notes))
	if o.Flag != "" {
		w.omitted.Omit("flags that rules set", describeRule(r))
	}
	for i, s := range o.Shares {
		part := func(a writtenAction) {
			a.Options = map[string]any{"splitIndex": i + 1}
			if a.Op == "set-split-amount" {
				a.Options["method"] = "fixed-percent"
			}
			if a.Op == "set-split-amount" && i == len(o.Shares)-1 {
				a.Options["method"], a.Value = "remainder", nil
			}
			all = append(all, a)
		}
		part(writtenAction{Op: "set-split-amount", Value: float64(s.Share) * 100 / rule.Whole})
		part(writtenAction{Op: "set", Field: "category", Value: w.category(s.Category)})
		if s.Notes != "" {
			part(writtenAction{Op: "set", Field: "notes", Value: s.Notes})
		}
	}
	return all
}
