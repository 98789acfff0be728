package actualfile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// rules are the rules of the file.
type rules struct {
	marked     []ynabdoc.MarkedRule
	bySchedule map[string]*actualRule // the rule of each schedule
}

// actualRule is a rule of Actual. Those of schedules contain the scheduled transaction.
type actualRule struct {
	id         string
	stage      int
	matchAny   bool
	conditions []condition
	actions    []action
}

type condition struct {
	Field   string          `json:"field"`
	Op      string          `json:"op"`
	Value   json.RawMessage `json:"value"`
	Options struct {
		Inflow  bool `json:"inflow"`
		Outflow bool `json:"outflow"`
		Month   bool `json:"month"`
		Year    bool `json:"year"`
	} `json:"options"`
}

type action struct {
	Field   string          `json:"field,omitempty"`
	Op      string          `json:"op"`
	Value   json.RawMessage `json:"value"`
	Options struct {
		Template   string `json:"template,omitempty"`
		Formula    string `json:"formula,omitempty"`
		SplitIndex int    `json:"splitIndex,omitempty"`
		Method     string `json:"method,omitempty"`
	} `json:"options"`
}

// displayedFields maps names of fields in the database to those that Actual shows.
var displayedFields = map[string]string{"description": "payee", "acct": "account", "imported_description": "imported_payee"}

// readRules reads the rules. Each is written to the document, used for its schedule, or counted.
func (c *conversionState) readRules() error {
	c.rules.bySchedule = map[string]*actualRule{}
	if !c.has("rules") {
		return nil
	}
	var ranked []*actualRule
	query := "SELECT id, " + c.column("rules", "stage", "NULL") + ", " + c.column("rules", "conditions_op", "'and'") + ", conditions, actions FROM rules WHERE ifnull(tombstone, 0) = 0 ORDER BY rowid"
	err := c.load("rules", query, func(r *record) {
		one := &actualRule{id: r.id("rule"), stage: stages[r.text()], matchAny: r.text() == "or"}
		conditions, actions := r.textUpTo(maxRecord), r.textUpTo(maxRecord)
		if !isArray(conditions, &one.conditions) || !isArray(actions, &one.actions) {
			c.remarks.Lose("rules that cannot be read", one.id)
			return
		}
		if id := one.schedule(); id != "" {
			c.rules.bySchedule[id] = one
		} else {
			ranked = append(ranked, one)
		}
	})
	// In Actual, the last rule that sets a field wins, and rules with more exact conditions come later. In Holdover, the first wins.
	slices.SortStableFunc(ranked, func(a, b *actualRule) int {
		return cmp.Or(cmp.Compare(b.stage, a.stage), cmp.Compare(b.exactness(), a.exactness()))
	})
	for _, one := range ranked {
		marked, why := c.markedRule(one)
		if why != "" {
			c.remarks.Lose("rules without a counterpart in Holdover", c.describe(one)+": "+why)
			continue
		}
		c.rules.marked = append(c.rules.marked, *marked)
	}
	return err
}

// stages maps the stages of rules to their order.
var stages = map[string]int{"pre": -1, "": 0, "post": 1}

// exactness is the rank of a rule within its stage. Actual applies rules with a larger one later.
func (o *actualRule) exactness() (sum int) {
	exact := true
	for _, k := range o.conditions {
		switch k.Op {
		case "is", "isNot":
			sum += 10
		case "oneOf", "notOneOf":
			sum += 9
		case "isapprox", "isbetween":
			sum += 5
			exact = false
		case "gt", "gte", "lt", "lte":
			sum++
			exact = false
		default:
			exact = false
		}
	}
	if exact {
		return 2 * sum
	}
	return sum
}

func isArray[T any](text string, to *[]T) bool {
	return text == "" || json.Unmarshal([]byte(text), to) == nil
}

// schedule returns the id of the schedule that a rule belongs to, or "".
func (o *actualRule) schedule() string {
	for i := range o.actions {
		if o.actions[i].Op == "link-schedule" {
			return o.actions[i].text()
		}
	}
	return ""
}

func (a *action) text() string {
	var s string
	if json.Unmarshal(a.Value, &s) != nil {
		return ""
	}
	return s
}

// describe describes a rule for remarks, with the names of the records in its conditions.
func (c *conversionState) describe(o *actualRule) string {
	var parts []string
	for i := range o.conditions {
		k := &o.conditions[i]
		value := string(k.Value)
		if id := textOf(k.Value); id != "" {
			value = id
			if p := c.payeeOf(id); p != nil {
				value = p.Name
			} else if a := c.accounts.get(id); a != nil {
				value = a.Name
			} else if known := c.categoryOf(id); known != nil {
				value = known.Name
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s %s", displayedField(k.Field), k.Op, value))
	}
	return clip("if " + strings.Join(parts, ", "))
}

func displayedField(field string) string {
	if name := displayedFields[field]; name != "" {
		return name
	}
	return field
}

// markedRule returns the rule of the document with the same meaning. why is the reason if there is none, or empty.
func (c *conversionState) markedRule(o *actualRule) (marked *ynabdoc.MarkedRule, why string) {
	if len(c.rules.marked) == rule.MaxRules {
		return nil, fmt.Sprintf("a budget has at most %d rules", rule.MaxRules)
	}
	marked = &ynabdoc.MarkedRule{ID: o.id, Any: o.matchAny}
	for i := range o.conditions {
		when, why := c.conditions(&o.conditions[i])
		if why != "" {
			return nil, why
		}
		if len(when) > 1 && len(o.conditions) > 1 && !o.matchAny {
			return nil, fmt.Sprintf("%s is one of several, among other conditions", displayedField(o.conditions[i].Field))
		}
		marked.Any = marked.Any || len(when) > 1
		marked.When = append(marked.When, when...)
	}
	if len(marked.When) == 0 {
		return nil, "it has no conditions"
	}
	simplify(marked)
	if why := c.setOutcome(o, &marked.Then); why != "" {
		return nil, why
	}
	return marked, ""
}

// simplify joins conditions that are one condition in Holdover: those about the payee and the bank's text, about an amount
// spent or received, and about the first and the last day.
func simplify(r *ynabdoc.MarkedRule) {
	var all []ynabdoc.MarkedCondition
	for _, c := range r.When {
		joined := false
		for i := range all {
			was := &all[i]
			other, opposite := *was, map[string]string{string(budget.RuleSpent): string(budget.RuleReceived), string(budget.RuleReceived): string(budget.RuleSpent)}[was.Field]
			switch other.Field = opposite; {
			case *was == c:
				joined = true
			case r.Any && opposite != "" && other == c:
				was.Field, joined = string(budget.RuleAmount), true
			case !r.Any && was.Field == string(budget.RuleDate) && c.Field == was.Field && was.Until == 0 && c.From == 0 && was.From != 0 && was.Test == c.Test && was.From <= c.Until:
				was.Until, joined = c.Until, true
			}
			if joined {
				break
			}
		}
		if !joined {
			all = append(all, c)
		}
	}
	r.When, r.Any = all, r.Any && len(all) > 1
}

// conditions returns the alternatives that together mean a condition of Actual. why is the reason if there are none.
func (c *conversionState) conditions(k *condition) (when []ynabdoc.MarkedCondition, why string) {
	field := displayedField(k.Field)
	refused := fmt.Sprintf("the condition “%s %s” has no counterpart", field, k.Op)
	var texts []string
	if k.Op == "oneOf" {
		if json.Unmarshal(k.Value, &texts) != nil {
			return nil, refused
		}
	} else {
		var text string
		_ = json.Unmarshal(k.Value, &text) // other values are numbers or dates
		texts = []string{text}
	}
	switch field {
	case "account", "payee", "imported_payee", "notes":
		for _, text := range texts {
			one, ok := c.textCondition(field, k.Op, text)
			if !ok {
				return nil, refused
			}
			when = append(when, one)
		}
		return when, ""
	case "amount":
		return amountCondition(k, c.unit, refused)
	case "date":
		return dateCondition(k, refused)
	}
	return nil, refused
}

// textCondition returns a condition about an account, a payee, the bank's text or notes.
func (c *conversionState) textCondition(field, op, text string) (one ynabdoc.MarkedCondition, ok bool) {
	switch field {
	case "account":
		a := c.accounts.get(text)
		if (op != "is" && op != "oneOf") || a == nil || a.Deleted {
			return one, false
		}
		return ynabdoc.MarkedCondition{Field: string(budget.RuleAccount), Test: string(budget.RuleIs), Account: text}, true
	case "payee":
		if op == "is" || op == "oneOf" {
			p := c.payeeOf(text)
			if p == nil || p.account != "" || p.Deleted {
				return one, false
			}
			text = p.Name
		}
	}
	test, known := map[string]budget.RuleTest{"is": budget.RuleIs, "oneOf": budget.RuleIs, "contains": budget.RuleContains, "matches": budget.RuleMatches}[op]
	to := budget.RulePayee
	if field == "notes" {
		to = budget.RuleNotes
	}
	marked := ynabdoc.MarkedCondition{Field: string(to), Test: string(test), Text: text}
	check := &budget.Rule{When: []budget.Condition{{Field: to, Test: test, Text: text}}, Then: budget.Outcome{Notes: "x"}}
	return marked, known && rule.Check(check) == nil
}

// amountCondition returns a condition about an amount. Amounts in conditions of Holdover have no sign; the direction is part
// of the field.
func amountCondition(k *condition, unit money.Milli, refused string) ([]ynabdoc.MarkedCondition, string) {
	least, most, ok := amounts(k)
	if !ok {
		return nil, refused
	}
	field := budget.RuleReceived
	switch {
	case k.Options.Outflow:
		field = budget.RuleSpent
	case k.Options.Inflow:
	case math.IsInf(most, 1) && least > 0:
		most = 0
	case math.IsInf(least, -1) && most < 0:
		field, least, most = budget.RuleSpent, -most, 0
	case math.IsInf(least-most, 0):
		return nil, refused
	case most <= 0:
		field, least, most = budget.RuleSpent, -most, -least
	case least < 0:
		return nil, refused
	}
	if math.IsInf(least-most, 0) {
		return nil, refused
	}
	from, to := money.Milli(math.Ceil(least))*unit, money.Milli(math.Floor(most))*unit
	one := ynabdoc.MarkedCondition{Field: string(field), Test: string(budget.RuleBetween), Min: from, Max: to}
	if from == to {
		one.Test, one.Max = string(budget.RuleIs), 0
	}
	if from > to && to != 0 || from < 0 || from == 0 && to == 0 {
		return nil, refused
	}
	return []ynabdoc.MarkedCondition{one}, ""
}

// amounts returns the range of a condition about amounts, in the database's unit.
func amounts(k *condition) (least, most float64, ok bool) {
	if k.Op == "isbetween" {
		var between struct{ Num1, Num2 float64 }
		if json.Unmarshal(k.Value, &between) != nil {
			return 0, 0, false
		}
		least, most = min(between.Num1, between.Num2), max(between.Num1, between.Num2)
	} else {
		var n float64
		if json.Unmarshal(k.Value, &n) != nil {
			return 0, 0, false
		}
		switch k.Op {
		case "is":
			least, most = n, n
		case "isapprox":
			off := math.Round(math.Abs(n) * approximate)
			least, most = n-off, n+off
		case "gt":
			least, most = n+1, math.Inf(1)
		case "gte":
			least, most = n, math.Inf(1)
		case "lt":
			least, most = math.Inf(-1), n-1
		case "lte":
			least, most = math.Inf(-1), n
		default:
			return 0, 0, false
		}
	}
	limit := float64(money.Limit / 1000)
	isIn := func(n float64) bool { return math.Abs(n) <= limit || math.IsInf(n, 0) }
	return least, most, isIn(least) && isIn(most)
}

// approximate is the share by which amounts that are approximately equal may differ in Actual.
const approximate = 0.075

// dateCondition returns a condition about the date.
func dateCondition(k *condition, refused string) ([]ynabdoc.MarkedCondition, string) {
	var text string
	one := ynabdoc.MarkedCondition{Field: string(budget.RuleDate), Test: string(budget.RuleBetween)}
	if json.Unmarshal(k.Value, &text) != nil || k.Options.Month || k.Options.Year {
		return nil, refused
	}
	d, err := civil.ParseDate(text)
	if err != nil || d.FarOff() {
		return nil, refused
	}
	switch k.Op {
	case "is":
		one.Test, one.From = string(budget.RuleIs), d
	case "isapprox":
		one.From, one.Until = d.AddDays(-2), d.AddDays(2)
	case "gt":
		one.From = d.AddDays(1)
	case "gte":
		one.From = d
	case "lt":
		one.Until = d.AddDays(-1)
	case "lte":
		one.Until = d
	default:
		return nil, refused
	}
	return []ynabdoc.MarkedCondition{one}, ""
}
