package actualfile

import (
	"bytes"
	"encoding/json"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// readScheduleRules reads which rule belongs to which schedule.
func (c *conversionState) readScheduleRules() error {
	c.rules.owned, c.rules.live = map[string]string{}, map[string]bool{}
	if !c.has("schedules") {
		return nil
	}
	query := "SELECT id, " + c.column("schedules", "rule", "NULL") + ", completed, tombstone FROM schedules"
	return c.load("schedules", query, func(r *record) {
		id, ruleID := r.id("schedule"), r.text()
		completed, deleted := r.flag(), r.flag()
		c.rules.owned[ruleID], c.rules.live[id] = id, !completed && !deleted
	})
}

// conditionsBeside returns the conditions of a rule that links transactions to a schedule, without those that the schedule
// implies in Holdover: its account, its date, and its amount, if that is tested. anyAmount is false only if it is. own is the
// schedule's own rule.
func (o *actualRule) conditionsBeside(own *actualRule, unit money.Milli) (beside []condition, anyAmount bool) {
	if o.matchAny && len(o.conditions) > 1 {
		return o.conditions, true
	}
	anyAmount = true
	for _, k := range o.conditions {
		field := displayedField(k.Field)
		implied := own.test(field)
		switch {
		case implied == nil || field == "payee":
			beside = append(beside, k)
		case k.equals(implied):
			anyAmount = anyAmount && field != "amount"
		case field != "amount" || !k.equals(anyAmountLike(implied, unit)):
			beside = append(beside, k)
		}
	}
	return beside, anyAmount
}

// onlyLinking returns a rule without its other actions than linking to a schedule.
func (o *actualRule) onlyLinking() *actualRule {
	one := *o
	one.actions = iterutil.Where(o.actions, func(a action) bool { return a.Op == linkSchedule })
	return &one
}

// test returns the condition of a schedule's rule about its account, its date, its amount or its payee, or nil.
func (o *actualRule) test(field string) *condition {
	for i := range o.conditions {
		if k := &o.conditions[i]; displayedField(k.Field) == field && (k.Op == "is" || k.Op == "isapprox" || k.Op == "isbetween") {
			return k
		}
	}
	return nil
}

// equals reports whether two conditions have the same operator, options and value.
func (k *condition) equals(other *condition) bool {
	var a, b bytes.Buffer
	return k.Op == other.Op && k.Options == other.Options && json.Compact(&a, k.Value) == nil && json.Compact(&b, other.Value) == nil && bytes.Equal(a.Bytes(), b.Bytes())
}

// anyAmountLike returns the condition that a transaction has any amount of the direction of a schedule's amount.
func anyAmountLike(amount *condition, unit money.Milli) *condition {
	n := middleOf(amount.Value)
	value, _ := json.Marshal(anyAmount(n, unit)) // a map of numbers
	return &condition{Op: "isbetween", Value: value}
}

// anyAmount returns the range of all amounts of the direction of an amount, in Actual's form.
func anyAmount(amount float64, unit money.Milli) map[string]int64 {
	most := int64(money.Limit / unit)
	switch {
	case amount < 0:
		return map[string]int64{"num1": -most, "num2": -1}
	case amount > 0:
		return map[string]int64{"num1": 0, "num2": most}
	}
	return map[string]int64{"num1": -most, "num2": most}
}
