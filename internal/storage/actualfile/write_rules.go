package actualfile

import (
	"fmt"
	"slices"

	"holdover/internal/base/iterutil"
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
		then := w.ruleActions(r)
		variants, any := w.ruleVariants(r, nil)
		if len(then) > 0 && len(variants) > 0 {
			if err := w.writeVariants(r, variants, any, then); err != nil {
				return err
			}
		} else if len(then) > 0 || r.Then.Schedule == "" {
			w.omitted.Omit("rules without a counterpart in Actual", name)
		}
		if err := w.writeLink(r); err != nil {
			return err
		}
	}
	return nil
}

// writeVariants writes a rule once for each of some lists of conditions.
func (w *writer) writeVariants(r *budget.Rule, variants [][]writtenCondition, any bool, then []writtenAction) error {
	stage := ""
	if r.Then.Payee != 0 {
		stage = "pre" // rules about the new payee come after it
	}
	for _, when := range variants {
		id := idOf("rule", r.ID)
		if w.ruleIDs[id] {
			id = idOf("rule", fmt.Sprintf("%s, number %d", r.ID, len(w.ruleIDs)))
		}
		w.ruleIDs[id] = true
		if err := w.writeRule(id, stage, any, when, then); err != nil {
			return err
		}
	}
	return nil
}

// writeLink writes a rule that enters a scheduled transaction as a rule that links transactions to the schedule. Its first
// conditions are those of the schedule's own rule, because Actual finds the account, the date and the amount of a schedule by
// their places in the last rule that links to it.
func (w *writer) writeLink(r *budget.Rule) error {
	if r.Then.Schedule == "" {
		return nil
	}
	if s := iterutil.First(w.Scheduled, func(s budget.Scheduled) bool { return s.ID == r.Then.Schedule }); s != nil {
		if own := slices.Clone(w.scheduleConditions(s)); len(own) > 0 {
			own = own[:scheduleTests]
			if r.Then.AnyAmount {
				own[scheduleAmount] = writtenCondition{"isbetween", "amount", anyAmount(float64(s.Amount), w.unit)}
			}
			if variants, _ := w.ruleVariants(r, own); len(variants) > 0 {
				return w.writeVariants(r, variants, false, []writtenAction{{Op: linkSchedule, Value: idOf("schedule", s.ID)}})
			}
		}
	}
	w.omitted.Omit("scheduled transactions that rules enter", describeRule(r))
	return nil
}

func describeRule(r *budget.Rule) string {
	if len(r.When) == 0 {
		return ""
	}
	c := &r.When[0]
	return clip(fmt.Sprintf("if %s %s %s", c.Field, c.Test, c.Text))
}

// maxVariants is the largest number of rules of Actual that one rule becomes.
const maxVariants = 20

// ruleVariants returns the conditions of a rule after some first ones, which must be met too. A condition of Holdover can be
// several conditions of Actual. If one of these is enough, but not one of the rule's, the rule becomes several rules. The
// result is empty for a rule that has no counterpart.
func (w *writer) ruleVariants(r *budget.Rule, first []writtenCondition) (variants [][]writtenCondition, any bool) {
	several := len(first)+len(r.When) > 1
	if any = r.Any && len(r.When) > 1; any && len(first) > 0 {
		return nil, false
	}
	variants = [][]writtenCondition{first}
	for i := range r.When {
		c := &r.When[i]
		when := w.condition(c)
		every := c.Not || c.Field == budget.RuleDate // of its conditions must be met
		switch {
		case len(when) == 0 || len(when) > 1 && any && every:
			return nil, false
		case len(when) > 1 && !every && !several:
			any = true
		case len(when) > 1 && !every && !any:
			variants = product(variants, when)
			if len(variants) > maxVariants {
				return nil, false
			}
			continue
		}
		for k := range variants {
			variants[k] = slices.Concat(variants[k], when)
		}
	}
	return variants, any
}

// product returns each of some lists with each of some further conditions.
func product(lists [][]writtenCondition, further []writtenCondition) (all [][]writtenCondition) {
	for _, list := range lists {
		for _, one := range further {
			all = append(all, append(slices.Clone(list), one))
		}
	}
	return all
}

// condition returns the conditions of Actual for one of Holdover. All of them must be met for a negated one and for dates,
// otherwise one of them.
func (w *writer) condition(c *budget.Condition) []writtenCondition {
	switch c.Field {
	case budget.RulePayee:
		return w.payeeConditions(c)
	case budget.RuleNotes:
		if c.Test != budget.RuleOneOf {
			return textConditions("notes", c)
		}
		return iterutil.Map(rule.Alternatives(c.Text), func(text string) writtenCondition { // notes have no such test in Actual
			return writtenCondition{negatedIf(c.Not, "is"), "notes", text}
		})
	case budget.RuleAccount:
		return []writtenCondition{{negatedIf(c.Not, "is"), "acct", idOf("account", w.accounts[c.Account].ID)}}
	case budget.RuleSpent, budget.RuleReceived:
		return w.amountConditions(c)
	case budget.RuleAmount:
		if c.Test == budget.RuleIs && c.Min == 0 {
			return []writtenCondition{{"is", "amount", 0}}
		}
		spent, received := *c, *c
		spent.Field, received.Field = budget.RuleSpent, budget.RuleReceived
		return append(w.amountConditions(&spent), w.amountConditions(&received)...)
	case budget.RuleDate:
		return dateConditions(c)
	}
	return nil
}

// negatedIf returns the operator of Actual that negates another one, if not is true.
func negatedIf(not bool, op string) string {
	for negative, positive := range negated {
		if not && positive == op {
			return negative
		}
	}
	return op
}

// payeeConditions returns the conditions that test the name of the payee and the bank's text.
func (w *writer) payeeConditions(c *budget.Condition) []writtenCondition {
	bank := textConditions("imported_description", c)
	if c.Test != budget.RuleIs && c.Test != budget.RuleOneOf {
		return append(textConditions("payee_name", c), bank...)
	}
	if c.Not { // with isNot, Actual would try the rule on texts with the same first character only
		bank = []writtenCondition{{"matches", "imported_description", notOneOf(namesOf(c))}}
	}
	var ids []string
	for _, name := range namesOf(c) {
		if p := iterutil.First(w.Payees, func(p budget.Payee) bool {
			return p.TransferAccount == 0 && budget.NameKey(p.Name) == budget.NameKey(name)
		}); p != nil {
			ids = append(ids, w.payeeIDs[p.No])
		}
	}
	switch {
	case len(ids) == 0:
		return bank
	case c.Test == budget.RuleIs:
		return append([]writtenCondition{{negatedIf(c.Not, "is"), "description", ids[0]}}, bank...)
	}
	return append([]writtenCondition{{negatedIf(c.Not, "oneOf"), "description", ids}}, bank...)
}

// namesOf returns the texts with which a condition compares.
func namesOf(c *budget.Condition) []string {
	if c.Test == budget.RuleOneOf {
		return rule.Alternatives(c.Text)
	}
	return []string{c.Text}
}

// textConditions returns the condition about a text, or none if Actual does not have it.
func textConditions(field string, c *budget.Condition) []writtenCondition {
	switch c.Test {
	case budget.RuleIs, budget.RuleContains:
		return []writtenCondition{{negatedIf(c.Not, string(c.Test)), field, c.Text}}
	case budget.RuleOneOf:
		return []writtenCondition{{negatedIf(c.Not, "oneOf"), field, rule.Alternatives(c.Text)}}
	case budget.RuleBegins, budget.RuleMatches:
		if pattern, ok := patternOf(c); ok {
			return []writtenCondition{{"matches", field, pattern}}
		}
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
	if o.LeaveOut {
		return []writtenAction{{Op: deleteTransaction}}
	}
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
