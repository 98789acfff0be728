package exporter

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

// members are the members of a JSON object in their order.
func members(object json.RawMessage) []plandoc.Raw {
	if len(object) == 0 {
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewReader(object), jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil // the store holds objects
	}
	var list []plandoc.Raw
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return list
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return list
		}
		list = append(list, plandoc.Raw{Name: key, Value: string(value)})
	}
	return list
}

// take gives the value of a member and the other members.
func take(list []plandoc.Raw, name string) (value string, others []plandoc.Raw) {
	for _, m := range list {
		if m.Name == name {
			value = m.Value
		} else {
			others = append(others, m)
		}
	}
	return value, others
}

// text is a JSON string's text, nothing for any other value.
func text(value string) string {
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return ""
	}
	return s
}

// goals set the members of a goal by name.
var goals = map[string]func(c *plandoc.Category, value string){
	"goal_type":                func(c *plandoc.Category, v string) { c.GoalType = text(v) },
	"goal_needs_whole_amount":  func(c *plandoc.Category, v string) { c.GoalNeedsWholeAmount = v == "true" },
	"goal_day":                 func(c *plandoc.Category, v string) { c.GoalDay = whole[int](v) },
	"goal_cadence":             func(c *plandoc.Category, v string) { c.GoalCadence = whole[int](v) },
	"goal_cadence_frequency":   func(c *plandoc.Category, v string) { c.GoalCadenceFrequency = whole[int](v) },
	"goal_creation_month":      func(c *plandoc.Category, v string) { c.GoalCreationMonth = date(v) },
	"goal_target":              func(c *plandoc.Category, v string) { c.GoalTarget = whole[money.Milli](v) },
	"goal_target_month":        func(c *plandoc.Category, v string) { c.GoalTargetMonth = date(v) },
	"goal_target_date":         func(c *plandoc.Category, v string) { c.GoalTargetDate = date(v) },
	"goal_percentage_complete": func(c *plandoc.Category, v string) { c.GoalPercentage = whole[int](v) },
	"goal_months_to_budget":    func(c *plandoc.Category, v string) { c.GoalMonthsToBudget = whole[int](v) },
	"goal_under_funded":        func(c *plandoc.Category, v string) { c.GoalUnderFunded = whole[money.Milli](v) },
	"goal_overall_funded":      func(c *plandoc.Category, v string) { c.GoalOverallFunded = whole[money.Milli](v) },
	"goal_overall_left":        func(c *plandoc.Category, v string) { c.GoalOverallLeft = whole[money.Milli](v) },
	"goal_snoozed_at":          func(c *plandoc.Category, v string) { c.GoalSnoozedAt = text(v) },
}

func whole[N int | money.Milli](value string) N {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return 0
	}
	return N(n)
}

func date(value string) cal.Date {
	d, err := cal.ParseDate(text(value))
	if err != nil {
		return 0
	}
	return d
}

// setGoal gives a category without goal its goal; since is what differs in a
// month.
func setGoal(c *plandoc.Category, goal, since json.RawMessage) {
	changed := members(since)
	for _, m := range members(goal) {
		if value, _ := take(changed, m.Name); value == "" {
			setMember(c, m)
		}
	}
	for _, m := range changed {
		setMember(c, m)
	}
}

func setMember(c *plandoc.Category, m plandoc.Raw) {
	if set := goals[m.Name]; set != nil && m.Value != "null" {
		set(c, m.Value)
		c.Give(m.Name)
	}
}
