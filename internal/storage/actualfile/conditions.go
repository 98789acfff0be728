package actualfile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// negated maps the negated operators of Actual to those that they negate.
var negated = map[string]string{"isNot": "is", "notOneOf": "oneOf", "doesNotContain": "contains"}

// conditions returns the conditions that together mean a condition of Actual: all of them must be met if every is true,
// otherwise one of them. why is the reason if there are none.
func (c *conversionState) conditions(k *condition) (when []ynabdoc.MarkedCondition, every bool, why string) {
	field := displayedField(k.Field)
	refused := fmt.Sprintf("the condition “%s %s” has no counterpart", field, k.Op)
	switch field {
	case "amount":
		when, why = amountCondition(k, c.unit, refused)
		return when, false, why
	case "date":
		when, why = dateCondition(k, refused)
		return when, false, why
	}
	op, not := k.Op, false
	if is := negated[op]; is != "" {
		op, not = is, true
	}
	texts, ok := k.texts(op)
	for i, text := range texts {
		if texts[i], ok = c.named(field, op, text); !ok {
			break
		}
	}
	if !ok {
		return nil, false, refused
	}
	if one := textCondition(field, op, not, strings.Join(texts, "; ")); op == "oneOf" && len(texts) > 1 && one != nil && !slices.ContainsFunc(texts, hasSeparator) {
		return []ynabdoc.MarkedCondition{*one}, false, ""
	}
	for _, text := range texts {
		one := textCondition(field, cmp.Or(map[string]string{"oneOf": "is"}[op], op), not, text)
		if one == nil {
			return nil, false, refused
		}
		when = append(when, *one)
	}
	return when, not || op == "hasTags", ""
}

// hasSeparator reports whether a text contains the character that separates the texts of a condition in Holdover.
func hasSeparator(text string) bool { return strings.Contains(text, ";") }

// texts returns the texts of a condition. A condition about tags has those of its text.
func (k *condition) texts(op string) (texts []string, ok bool) {
	if op == "oneOf" {
		err := json.Unmarshal(k.Value, &texts)
		return texts, err == nil && len(texts) > 0
	}
	text := textOf(k.Value)
	if op != "hasTags" && op != "hasAnyTag" {
		return []string{text}, true
	}
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == '#' || unicode.IsSpace(r) }) {
		texts = append(texts, "(^|[^#])#"+regexp.QuoteMeta(name)+`([\s#]|$)`)
	}
	return texts, len(texts) > 0
}

// named returns the text of a condition, in which the name of a payee takes the place of its id. ok is false for records that
// are deleted, and for transfers.
func (c *conversionState) named(field, op, text string) (name string, ok bool) {
	if op != "is" && op != "oneOf" {
		return text, true
	}
	switch field {
	case "account":
		a := c.accounts.get(text)
		return text, a != nil && !a.Deleted
	case "payee":
		p := c.payeeOf(text)
		if p == nil || p.account != "" || p.Deleted {
			return "", false
		}
		return p.Name, true
	}
	return text, true
}

// textTests maps the operators of Actual about texts to tests.
var textTests = map[string]budget.RuleTest{
	"is": budget.RuleIs, "oneOf": budget.RuleOneOf, "contains": budget.RuleContains, "matches": budget.RuleMatches,
	"hasTags": budget.RuleMatches, "hasAnyTag": budget.RuleMatches,
}

// textCondition returns a condition about an account, a payee, the bank's text or notes, or nil.
func textCondition(field, op string, not bool, text string) *ynabdoc.MarkedCondition {
	one := &ynabdoc.MarkedCondition{Test: string(textTests[op]), Not: not, Text: text}
	switch field {
	case "account":
		if op != "is" {
			return nil
		}
		return &ynabdoc.MarkedCondition{Field: string(budget.RuleAccount), Test: string(budget.RuleIs), Not: not, Account: text}
	case "payee", "payee_name", "imported_payee":
		one.Field = string(budget.RulePayee)
	case "notes":
		one.Field = string(budget.RuleNotes)
	}
	if op == "matches" {
		setPattern(one)
	}
	check := budget.Condition{Field: budget.RuleField(one.Field), Test: budget.RuleTest(one.Test), Not: one.Not, Text: one.Text}
	if rule.Check(&budget.Rule{When: []budget.Condition{check}, Then: budget.Outcome{Notes: "x"}}) != nil {
		return nil
	}
	return one
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
	case least == 0 && most == 0:
		return []ynabdoc.MarkedCondition{{Field: string(budget.RuleAmount), Test: string(budget.RuleIs)}}, ""
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
