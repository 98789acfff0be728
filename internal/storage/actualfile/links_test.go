package actualfile

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// ruleOf returns a rule of a file.
func ruleOf(t *testing.T, id, conditions, actions string) *actualRule {
	t.Helper()
	one := &actualRule{id: id}
	if !isArray("["+conditions+"]", &one.conditions) || !isArray("["+actions+"]", &one.actions) {
		t.Fatalf("%s %s cannot be read", conditions, actions)
	}
	return one
}

const (
	itsAccount = `{"op":"is","field":"acct","value":"bank"}`
	itsDate    = `{"op":"isapprox","field":"date","value":{"start":"2026-01-31","frequency":"monthly","interval":1,"patterns":[],"endMode":"never"}}`
	itsAmount  = `{"op":"isapprox","field":"amount","value":-10000}`
	itsPayee   = `{"op":"is","field":"description","value":"shop"}`
	saysRent   = `{"op":"contains","field":"imported_description","value":"rent"}`
	linkS      = `{"op":"link-schedule","value":"s"}`
)

// A rule that links to a schedule enters the schedule. What the schedule implies in Holdover is no condition of the rule.
func TestRulesThatLinkToASchedule(t *testing.T) {
	rent := ynabdoc.MarkedCondition{Field: "payee", Test: "contains", Text: "rent"}
	in := ynabdoc.MarkedCondition{Field: "account", Test: "is", Account: "cash"}
	for _, k := range []struct {
		conditions, actions string
		when                []ynabdoc.MarkedCondition // none if the rule has no counterpart
		then                ynabdoc.MarkedOutcome
	}{
		{saysRent, linkS, []ynabdoc.MarkedCondition{rent}, ynabdoc.MarkedOutcome{Schedule: "s", AnyAmount: true}},
		{itsAccount + "," + itsDate + "," + itsAmount + "," + saysRent, linkS, []ynabdoc.MarkedCondition{rent}, ynabdoc.MarkedOutcome{Schedule: "s"}},
		{itsAccount + `,{"op":"isbetween","field":"amount","value":{"num1":-` + fmt.Sprint(int64(money.Limit/10)) + `,"num2":-1}},` + saysRent, linkS, []ynabdoc.MarkedCondition{rent}, ynabdoc.MarkedOutcome{Schedule: "s", AnyAmount: true}},
		{`{"op":"is","field":"acct","value":"cash"},` + saysRent, linkS + `,{"op":"set","field":"category","value":"food"}`, []ynabdoc.MarkedCondition{in, rent}, ynabdoc.MarkedOutcome{Schedule: "s", AnyAmount: true, Category: "food"}},
		{itsAccount, linkS, nil, ynabdoc.MarkedOutcome{}}, // no condition is left
		{saysRent, `{"op":"link-schedule","value":"completed"}`, nil, ynabdoc.MarkedOutcome{}},
		{saysRent, `{"op":"set","field":"notes","value":"x"},{"op":"delete-transaction"}`, []ynabdoc.MarkedCondition{rent}, ynabdoc.MarkedOutcome{LeaveOut: true}},
		{saysRent, `{"op":"append-notes","value":"x"}`, nil, ynabdoc.MarkedOutcome{}},
	} {
		c := reading()
		c.rules.live = map[string]bool{"s": true}
		c.rules.bySchedule = map[string]*actualRule{"s": ruleOf(t, "own", itsAccount+","+itsDate+","+itsAmount+","+itsPayee, linkS)}
		marked, why := c.markedRule(ruleOf(t, "r", k.conditions, k.actions))
		if (marked == nil) != (k.when == nil) || marked != nil && (!cmp.Equal(marked.When, k.when) || !cmp.Equal(marked.Then, k.then)) {
			t.Errorf("%s %s becomes %+v (%s), want %+v %+v", k.conditions, k.actions, marked, why, k.when, k.then)
		}
	}
}

// A schedule without a payee that is found by the bank's text keeps that as a rule. The range of its amount is kept.
func TestSchedulesThatAreFoundByTheBanksText(t *testing.T) {
	for conditions, want := range map[string]int{
		itsAccount + "," + itsDate + "," + itsAmount + "," + saysRent:                                                 1,
		itsAccount + "," + itsDate + "," + itsAmount + "," + saysRent + "," + itsPayee:                                0,
		itsAccount + "," + itsDate + "," + itsAmount + `,{"op":"is","field":"category","value":"food"}`:               0,
		itsAccount + "," + itsDate + "," + `{"op":"isbetween","field":"amount","value":{"num1":-9250,"num2":-10750}}`: -1,
	} {
		c := reading()
		c.rules.live = map[string]bool{"s": true}
		c.rules.bySchedule = map[string]*actualRule{"s": ruleOf(t, "own", conditions, linkS+`,{"op":"set","field":"category","value":"food"}`)}
		c.addSchedule(ynabdoc.ScheduledTransaction{ID: "s"}, false)
		lost := len(c.remarks.Lost)
		if len(c.rules.marked) != max(0, want) || lost != 1-min(1, max(want, -want)) {
			t.Errorf("%s gives the rules %+v and the remarks %+v", conditions, c.rules.marked, c.remarks.Lost)
		}
		if len(c.schedules.rows) != 1 || c.schedules.rows[0].Amount != -100_000 || c.schedules.ends[0].Spread != 7500 {
			t.Errorf("%s gives the schedules %+v %+v", conditions, c.schedules.rows, c.schedules.ends)
		}
		if want == 1 && (c.rules.marked[0].Then.Category != "" || c.rules.marked[0].Then.AnyAmount) {
			t.Errorf("the rule does %+v, want to enter the schedule by its amount only", c.rules.marked[0].Then)
		}
	}
}

// The range of a schedule's amount is one that users can enter: smaller than the amount, and of no split.
func TestRangesOfScheduledAmounts(t *testing.T) {
	split := `,{"op":"set-split-amount","value":-1000,"options":{"splitIndex":1,"method":"fixed-amount"}},{"op":"set-split-amount","value":null,"options":{"splitIndex":2,"method":"remainder"}}`
	for _, k := range []struct {
		amount, actions string
		want, spread    money.Milli
	}{
		{`{"op":"isbetween","field":"amount","value":{"num1":-1,"num2":-20}}`, "", -100, 90},
		{`{"op":"isbetween","field":"amount","value":{"num1":-100,"num2":300}}`, "", 1000, 990},
		{`{"op":"isbetween","field":"amount","value":{"num1":-100,"num2":100}}`, "", 0, 0},
		{`{"op":"isapprox","field":"amount","value":-3333}`, "", -33_330, 2500},
		{`{"op":"isapprox","field":"amount","value":-3333}`, split, -33_330, 0},
		{`{"op":"is","field":"amount","value":-3333}`, "", -33_330, 0},
	} {
		c := reading()
		c.rules.bySchedule = map[string]*actualRule{"s": ruleOf(t, "own", itsAccount+","+itsDate+","+k.amount, linkS+k.actions)}
		c.addSchedule(ynabdoc.ScheduledTransaction{ID: "s"}, false)
		var spread money.Milli
		for _, end := range c.schedules.ends {
			spread = end.Spread
		}
		if row := c.schedules.rows[0]; row.Amount != k.want || spread != k.spread || len(c.remarks.Lost) != min(1, len(k.actions)) {
			t.Errorf("%s %s becomes %s, differing by %s; lost: %+v", k.amount, k.actions, row.Amount, spread, c.remarks.Lost)
		}
	}
}

// Rules are in the opposite order of Actual's, in which the last rule wins: those with approximate values and "is" count
// twice, and of equal ones the ids decide.
func TestOrderOfRules(t *testing.T) {
	is, between := `{"op":"is","field":"notes","value":"x"}`, `{"op":"isbetween","field":"amount","value":{"num1":1,"num2":2}}`
	for _, k := range []struct {
		conditions string
		want       int
	}{{is, 20}, {itsAmount, 10}, {itsAmount + "," + is, 30}, {between, 5}, {between + "," + is, 15}, {saysRent, 0}} {
		if got := ruleOf(t, "r", k.conditions, "").exactness(); got != k.want {
			t.Errorf("%s has the rank %d, want %d", k.conditions, got, k.want)
		}
	}
}

// Colours of Actual become the nearest ones of Holdover; its own ones are kept.
func TestColoursOfTags(t *testing.T) {
	for text, want := range map[string]string{"#e03131": "red", "#1971c2": "blue", "#0a0": "green", "#ffd000": "yellow", "red": "", "": "", "#12": "", "#1234567": "", "12A5A0": ""} {
		if got := nearestColour(text); got != want {
			t.Errorf("the colour %q becomes %q, want %q", text, got, want)
		}
	}
	var written []string
	for name, colour := range tagColours {
		if nearestColour(colour) != name {
			t.Errorf("%s is written as %s and read as %s", name, colour, nearestColour(colour))
		}
		written = append(written, colour)
	}
	slices.Sort(written)
	if len(slices.Compact(written)) != len(tagColours) {
		t.Error("two colours are written as the same")
	}
}
