package actualfile

import (
	"encoding/json"
	"fmt"
	"math"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

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
