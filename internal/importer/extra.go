package importer

import (
	"encoding/json"
	"strconv"

	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

// object is members as a JSON object, nil for none.
func object(members []plandoc.Raw) json.RawMessage {
	if len(members) == 0 {
		return nil
	}
	b := make([]byte, 0, 64)
	for i, m := range members {
		b = member(b, i == 0, m.Name)
		b = append(b, m.Value...)
	}
	return append(b, '}')
}

func member(b []byte, first bool, name string) []byte {
	if first {
		b = append(b, '{')
	} else {
		b = append(b, ',')
	}
	return append(appendText(b, name), ':')
}

func appendText(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil { // no text fails to be quoted
		return append(b, `""`...)
	}
	return append(b, quoted...)
}

// with adds a text to members, if there is one.
func with(members []plandoc.Raw, name, value string) []plandoc.Raw {
	if value == "" {
		return members
	}
	return append(members[:len(members):len(members)], plandoc.Raw{Name: name, Value: string(appendText(nil, value))})
}

// goalFields are the members of a category that tell of its goal, in the order
// of the source. put writes a value that is there.
var goalFields = []struct {
	name string
	same func(a, b *plandoc.Category) bool
	zero func(c *plandoc.Category) bool
	put  func(b []byte, c *plandoc.Category) []byte
}{
	textGoal("goal_type", func(c *plandoc.Category) *string { return &c.GoalType }),
	boolGoal("goal_needs_whole_amount", func(c *plandoc.Category) *bool { return &c.GoalNeedsWholeAmount }),
	intGoal("goal_day", func(c *plandoc.Category) *int { return &c.GoalDay }),
	intGoal("goal_cadence", func(c *plandoc.Category) *int { return &c.GoalCadence }),
	intGoal("goal_cadence_frequency", func(c *plandoc.Category) *int { return &c.GoalCadenceFrequency }),
	dateGoal("goal_creation_month", func(c *plandoc.Category) *cal.Date { return &c.GoalCreationMonth }),
	intGoal("goal_target", func(c *plandoc.Category) *money.Milli { return &c.GoalTarget }),
	dateGoal("goal_target_month", func(c *plandoc.Category) *cal.Date { return &c.GoalTargetMonth }),
	dateGoal("goal_target_date", func(c *plandoc.Category) *cal.Date { return &c.GoalTargetDate }),
	intGoal("goal_percentage_complete", func(c *plandoc.Category) *int { return &c.GoalPercentage }),
	intGoal("goal_months_to_budget", func(c *plandoc.Category) *int { return &c.GoalMonthsToBudget }),
	intGoal("goal_under_funded", func(c *plandoc.Category) *money.Milli { return &c.GoalUnderFunded }),
	intGoal("goal_overall_funded", func(c *plandoc.Category) *money.Milli { return &c.GoalOverallFunded }),
	intGoal("goal_overall_left", func(c *plandoc.Category) *money.Milli { return &c.GoalOverallLeft }),
	textGoal("goal_snoozed_at", func(c *plandoc.Category) *string { return &c.GoalSnoozedAt }),
}

type goalField = struct {
	name string
	same func(a, b *plandoc.Category) bool
	zero func(c *plandoc.Category) bool
	put  func(b []byte, c *plandoc.Category) []byte
}

func newGoal[T comparable](name string, at func(*plandoc.Category) *T, put func([]byte, T) []byte) goalField {
	var none T
	return goalField{
		name: name,
		same: func(a, b *plandoc.Category) bool { return *at(a) == *at(b) },
		zero: func(c *plandoc.Category) bool { return *at(c) == none },
		put:  func(b []byte, c *plandoc.Category) []byte { return put(b, *at(c)) },
	}
}

func textGoal(name string, at func(*plandoc.Category) *string) goalField {
	return newGoal(name, at, appendText)
}

func boolGoal(name string, at func(*plandoc.Category) *bool) goalField {
	return newGoal(name, at, strconv.AppendBool)
}

func intGoal[N int | money.Milli](name string, at func(*plandoc.Category) *N) goalField {
	return newGoal(name, at, func(b []byte, n N) []byte { return strconv.AppendInt(b, int64(n), 10) })
}

func dateGoal(name string, at func(*plandoc.Category) *cal.Date) goalField {
	return newGoal(name, at, func(b []byte, d cal.Date) []byte { return appendText(b, d.String()) })
}

// goalOf is a category's goal as a JSON object of the members that say something,
// nil for none.
func goalOf(c *plandoc.Category) json.RawMessage {
	var b []byte
	for i := range goalFields {
		if f := &goalFields[i]; !f.zero(c) || c.Has(f.name) {
			b = f.put(member(b, b == nil, f.name), c)
		}
	}
	return closed(b)
}

// goalSince is how the goal of a category in a month differs from that of the
// category itself: most members do not.
func goalSince(c, base *plandoc.Category) json.RawMessage {
	var b []byte
	for i := range goalFields {
		f := &goalFields[i]
		same := f.same(c, base)
		if same && (!f.zero(c) || c.Has(f.name) == base.Has(f.name)) {
			continue
		}
		b = member(b, b == nil, f.name)
		if f.zero(c) && !c.Has(f.name) {
			b = append(b, "null"...)
		} else {
			b = f.put(b, c)
		}
	}
	return closed(b)
}

func closed(b []byte) json.RawMessage {
	if b == nil {
		return nil
	}
	return append(b, '}')
}
