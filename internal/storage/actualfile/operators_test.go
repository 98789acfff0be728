package actualfile

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
)

// reading returns the state of a conversion of a file with some records.
func reading() *conversionState {
	c := &conversionState{remarks: &conversion.Remarks{}, unit: 10, categoryMapping: map[string]string{"food": "food"}, payeeMapping: map[string]string{"shop": "shop", "kiosk": "kiosk", "semi": "semi"}}
	c.accounts.add("bank", account{Account: ynabdoc.Account{ID: "bank", Name: "Bank", OnBudget: true}})
	c.accounts.add("cash", account{Account: ynabdoc.Account{ID: "cash", Name: "Cash", OnBudget: true}})
	c.categories.add("food", category{Category: ynabdoc.Category{ID: "food", Name: "Food"}, live: true})
	c.payees.add("shop", payee{Payee: ynabdoc.Payee{ID: "shop", Name: "Shop"}})
	c.payees.add("kiosk", payee{Payee: ynabdoc.Payee{ID: "kiosk", Name: "Kiosk"}})
	c.payees.add("semi", payee{Payee: ynabdoc.Payee{ID: "semi", Name: "A; B"}})
	return c
}

// Each operator of Actual becomes the conditions of Holdover with the same meaning.
func TestOperatorsOfActual(t *testing.T) {
	payee := func(test, text string) ynabdoc.MarkedCondition {
		return ynabdoc.MarkedCondition{Field: "payee", Test: test, Text: text}
	}
	not := func(c ynabdoc.MarkedCondition) ynabdoc.MarkedCondition {
		c.Not = true
		return c
	}
	notes := func(test, text string) ynabdoc.MarkedCondition {
		return ynabdoc.MarkedCondition{Field: "notes", Test: test, Text: text}
	}
	in := func(account string) ynabdoc.MarkedCondition {
		return ynabdoc.MarkedCondition{Field: "account", Test: "is", Account: account}
	}
	for _, k := range []struct {
		conditions string
		any        bool
		want       []ynabdoc.MarkedCondition // none if the rule has no counterpart
	}{
		{`{"op":"is","field":"description","value":"shop"}`, false, []ynabdoc.MarkedCondition{payee("is", "Shop")}},
		{`{"op":"isNot","field":"description","value":"shop"}`, false, []ynabdoc.MarkedCondition{not(payee("is", "Shop"))}},
		{`{"op":"oneOf","field":"description","value":["shop","kiosk"]}`, false, []ynabdoc.MarkedCondition{payee("one-of", "Shop; Kiosk")}},
		{`{"op":"notOneOf","field":"description","value":["shop","kiosk"]}`, false, []ynabdoc.MarkedCondition{not(payee("one-of", "Shop; Kiosk"))}},
		{`{"op":"oneOf","field":"description","value":["shop","semi"]}`, true, []ynabdoc.MarkedCondition{payee("is", "Shop"), payee("is", "A; B")}},
		{`{"op":"notOneOf","field":"description","value":["shop","semi"]}`, false, []ynabdoc.MarkedCondition{not(payee("is", "Shop")), not(payee("is", "A; B"))}},
		{`{"op":"oneOf","field":"description","value":["shop","semi"]},{"op":"gt","field":"amount","value":5}`, false, nil},
		{`{"op":"oneOf","field":"description","value":["shop","gone"]}`, false, nil},
		{`{"op":"oneOf","field":"description","value":[]},{"op":"is","field":"notes","value":"x"}`, false, nil}, // never met
		{`{"op":"contains","field":"payee_name","value":"sho"}`, false, []ynabdoc.MarkedCondition{payee("contains", "sho")}},
		{`{"op":"contains","field":"imported_description","value":"rewe"}`, false, []ynabdoc.MarkedCondition{payee("contains", "rewe")}},
		{`{"op":"doesNotContain","field":"imported_description","value":"rewe"}`, false, []ynabdoc.MarkedCondition{not(payee("contains", "rewe"))}},
		{`{"op":"oneOf","field":"imported_description","value":["a","b"]}`, false, []ynabdoc.MarkedCondition{payee("one-of", "a; b")}},
		{`{"op":"notOneOf","field":"imported_description","value":["a","b"]}`, false, []ynabdoc.MarkedCondition{not(payee("one-of", "a; b"))}},
		{`{"op":"matches","field":"imported_description","value":"^rewe \\d+$"}`, false, []ynabdoc.MarkedCondition{payee("matches", `^rewe \d+$`)}},
		{`{"op":"matches","field":"imported_description","value":"\\D"}`, false, []ynabdoc.MarkedCondition{payee("matches", `\d`)}}, // Actual makes it lower-case
		{`{"op":"matches","field":"imported_description","value":"(?<!a)b"}`, false, nil},
		{`{"op":"matches","field":"imported_description","value":"^(?!shop\\.)"}`, false, []ynabdoc.MarkedCondition{not(payee("begins", "shop."))}},
		{`{"op":"is","field":"notes","value":"x"}`, false, []ynabdoc.MarkedCondition{notes("is", "x")}},
		{`{"op":"isNot","field":"notes","value":"x"}`, false, []ynabdoc.MarkedCondition{not(notes("is", "x"))}},
		{`{"op":"is","field":"notes","value":""}`, false, nil},
		{`{"op":"doesNotContain","field":"notes","value":"x"}`, false, []ynabdoc.MarkedCondition{not(notes("contains", "x"))}},
		{`{"op":"hasTags","field":"notes","value":"#trip #a.b"}`, false, []ynabdoc.MarkedCondition{notes("matches", `(^|[^#])#trip([\s#]|$)`), notes("matches", `(^|[^#])#a\.b([\s#]|$)`)}},
		{`{"op":"hasAnyTag","field":"notes","value":"#trip #home"}`, true, []ynabdoc.MarkedCondition{notes("matches", `(^|[^#])#trip([\s#]|$)`), notes("matches", `(^|[^#])#home([\s#]|$)`)}},
		{`{"op":"is","field":"acct","value":"bank"}`, false, []ynabdoc.MarkedCondition{in("bank")}},
		{`{"op":"isNot","field":"acct","value":"bank"}`, false, []ynabdoc.MarkedCondition{not(in("bank"))}},
		{`{"op":"oneOf","field":"acct","value":["bank","cash"]}`, true, []ynabdoc.MarkedCondition{in("bank"), in("cash")}},
		{`{"op":"notOneOf","field":"acct","value":["bank","cash"]},{"op":"is","field":"notes","value":"x"}`, false, []ynabdoc.MarkedCondition{not(in("bank")), not(in("cash")), notes("is", "x")}},
		{`{"op":"onBudget","field":"acct","value":""}`, false, nil},
		{`{"op":"contains","field":"acct","value":"ba"}`, false, nil},
		{`{"op":"is","field":"cleared","value":true}`, false, nil},
		{`{"op":"is","field":"category","value":"food"}`, false, nil},
		{`{"op":"is","field":"amount","value":-1250}`, false, []ynabdoc.MarkedCondition{{Field: "spent", Test: "is", Min: 12_500}}},
		{`{"op":"is","field":"amount","value":0}`, false, []ynabdoc.MarkedCondition{{Field: "amount", Test: "is"}}},
		{`{"op":"isapprox","field":"amount","value":1000}`, false, []ynabdoc.MarkedCondition{{Field: "received", Test: "between", Min: 9250, Max: 10_750}}},
		{`{"op":"isbetween","field":"amount","value":{"num1":-100,"num2":-900}}`, false, []ynabdoc.MarkedCondition{{Field: "spent", Test: "between", Min: 1000, Max: 9000}}},
		{`{"op":"isbetween","field":"amount","value":{"num1":-100,"num2":900}}`, false, nil},
		{`{"op":"gt","field":"amount","value":100}`, false, []ynabdoc.MarkedCondition{{Field: "received", Test: "between", Min: 1010}}},
		{`{"op":"gte","field":"amount","value":100}`, false, []ynabdoc.MarkedCondition{{Field: "received", Test: "between", Min: 1000}}},
		{`{"op":"lt","field":"amount","value":-100}`, false, []ynabdoc.MarkedCondition{{Field: "spent", Test: "between", Min: 1010}}},
		{`{"op":"lte","field":"amount","value":-100}`, false, []ynabdoc.MarkedCondition{{Field: "spent", Test: "between", Min: 1000}}},
		{`{"op":"lte","field":"amount","value":100,"options":{"outflow":true}}`, false, nil}, // of 0 or more
		{`{"op":"gte","field":"date","value":"2026-02-28"},{"op":"lt","field":"date","value":"2028-03-01"}`, false, []ynabdoc.MarkedCondition{{Field: "date", Test: "between", From: 20260228, Until: 20280229}}},
		{`{"op":"isapprox","field":"date","value":"2026-03-01"}`, false, []ynabdoc.MarkedCondition{{Field: "date", Test: "between", From: 20260227, Until: 20260303}}},
		{`{"op":"is","field":"date","value":"2026-03"}`, false, nil},
	} {
		one := &actualRule{id: "r"}
		actions := `[{"op":"set","field":"category","value":"food"}]`
		if !isArray("["+k.conditions+"]", &one.conditions) || !isArray(actions, &one.actions) {
			t.Fatalf("%s cannot be read", k.conditions)
		}
		marked, why := reading().markedRule(one)
		if (marked == nil) != (k.want == nil) {
			t.Errorf("%s becomes %+v (%s), want %+v", k.conditions, marked, why, k.want)
		} else if marked != nil && (marked.Any != k.any || !cmp.Equal(marked.When, k.want)) {
			t.Errorf("%s becomes %v %+v, want %v %+v", k.conditions, marked.Any, marked.When, k.any, k.want)
		}
	}
}

// Conditions of several fields are joined by "or" only if no part of them needs "and".
func TestConditionsJoinedByOr(t *testing.T) {
	for conditions, want := range map[string]int{
		`{"op":"isNot","field":"acct","value":"bank"},{"op":"oneOf","field":"acct","value":["bank","cash"]}`: 3,
		`{"op":"notOneOf","field":"acct","value":["bank","cash"]},{"op":"is","field":"notes","value":"x"}`:   0,
		`{"op":"hasTags","field":"notes","value":"#a #b"},{"op":"is","field":"notes","value":"x"}`:           0,
	} {
		one := &actualRule{id: "r", matchAny: true, actions: []action{{Op: "set", Field: "notes", Value: json.RawMessage(`"y"`)}}}
		if !isArray("["+conditions+"]", &one.conditions) {
			t.Fatal(conditions)
		}
		marked, _ := reading().markedRule(one)
		if (marked == nil) != (want == 0) || marked != nil && (len(marked.When) != want || !marked.Any) {
			t.Errorf("%s becomes %+v, want %d conditions", conditions, marked, want)
		}
	}
}

// Each test of Holdover is written as conditions of Actual and read as itself again, also negated, alone, among others of
// which all must be met, and among others of which one is enough.
func TestConditionsComeBackFromActual(t *testing.T) {
	var all []budget.Condition
	for _, field := range []budget.RuleField{budget.RulePayee, budget.RuleNotes} {
		for _, not := range []bool{false, true} {
			for test, text := range map[budget.RuleTest]string{
				budget.RuleContains: "Sho", budget.RuleBegins: "re.we(", budget.RuleIs: "Shop", budget.RuleOneOf: "Shop; Kiosk", budget.RuleMatches: `^rewe .*\d{4}$`,
			} {
				all = append(all, budget.Condition{Field: field, Test: test, Not: not, Text: text})
			}
		}
	}
	all = append(
		all, budget.Condition{Field: budget.RuleAccount, Test: budget.RuleIs, Account: 1}, budget.Condition{Field: budget.RuleAccount, Test: budget.RuleIs, Account: 2, Not: true},
		budget.Condition{Field: budget.RuleAmount, Test: budget.RuleIs}, budget.Condition{Field: budget.RuleAmount, Test: budget.RuleIs, Min: 5000},
		budget.Condition{Field: budget.RuleSpent, Test: budget.RuleBetween, Min: 10, Max: 5000}, budget.Condition{Field: budget.RuleReceived, Test: budget.RuleBetween, Min: 10},
		budget.Condition{Field: budget.RuleDate, Test: budget.RuleBetween, From: 20240229, Until: 20991231}, budget.Condition{Field: budget.RuleDate, Test: budget.RuleIs, From: 20260131},
	)
	other := budget.Condition{Field: budget.RuleNotes, Test: budget.RuleContains, Text: "other"}
	for _, c := range all {
		for name, r := range map[string]budget.Rule{
			"alone": {When: []budget.Condition{c}}, "and": {When: []budget.Condition{c, other}}, "or": {Any: true, When: []budget.Condition{c, other}},
		} {
			r.No, r.ID, r.Then = 1, "one", budget.Outcome{Category: 1}
			rewritten := c.Field == budget.RuleNotes && c.Test == budget.RuleOneOf // notes have no such test in Actual
			several := c.Field == budget.RuleAmount && c.Min != 0 && name == "and" // two rules
			none := name == "or" && (c.Not && (c.Field == budget.RulePayee || rewritten) || c.Field == budget.RuleDate && c.Until != 0)
			back := throughActual(t, r)
			switch {
			case none != (len(back) == 0):
				t.Errorf("%s %+v becomes %+v, want none: %v", name, c, back, none)
			case none || several && len(back) == 2:
			case rewritten:
				if len(back) == 0 || c.Not && (len(back) != 1 || len(back[0].When) != len(r.When)+1) {
					t.Errorf("%s %+v becomes %+v", name, c, back)
				}
			case len(back) != 1 || back[0].ID != r.ID || !cmp.Equal(back[0], marksOf(r), cmpopts.EquateEmpty()):
				t.Errorf("%s %+v becomes %+v", name, c, back)
			}
		}
	}
}

// A pattern that JavaScript would read otherwise is not written.
func TestPatternsThatDifferInActualAreNotWritten(t *testing.T) {
	for _, pattern := range []string{`\D+`, `\pL`, `(?i)a`, `(?P<n>a)`, `[[:alpha:]]`, `\x{41}`, `a\z`} {
		if back := throughActual(t, budget.Rule{ID: "one", When: []budget.Condition{{Field: budget.RuleNotes, Test: budget.RuleMatches, Text: pattern}}, Then: budget.Outcome{Category: 1}}); len(back) > 0 {
			t.Errorf("%s is written and read as %+v", pattern, back)
		}
	}
}

// marksOf returns a rule in the form of documents.
func marksOf(r budget.Rule) ynabdoc.MarkedRule {
	m := ynabdoc.MarkedRule{ID: r.ID, Any: r.Any, Then: ynabdoc.MarkedOutcome{Category: "food"}}
	for _, c := range r.When {
		m.When = append(m.When, ynabdoc.MarkedCondition{
			Field: string(c.Field), Test: string(c.Test), Not: c.Not, Text: c.Text, Account: []string{"", "bank", "cash"}[c.Account], Min: c.Min, Max: c.Max, From: c.From, Until: c.Until,
		})
	}
	return m
}

// throughActual returns the rules that are read from the conditions and actions that are written for one.
func throughActual(t *testing.T, r budget.Rule) []ynabdoc.MarkedRule {
	t.Helper()
	w := newWriter(&exporter.Source{
		Payees: []budget.Payee{{No: 1, ID: "shop", Name: "Shop"}, {No: 2, ID: "kiosk", Name: "Kiosk"}}, Rules: []budget.Rule{r},
	})
	w.accounts[1], w.accounts[2] = &exporter.Account{Account: budget.Account{No: 1, ID: "bank"}}, &exporter.Account{Account: budget.Account{No: 2, ID: "cash"}}
	w.payeeIDs[1], w.payeeIDs[2] = "shop", "kiosk"
	w.categories[1] = &budget.Category{No: 1, ID: "food"}
	c := reading()
	variants, any := w.ruleVariants(&w.Rules[0], nil)
	for i, when := range variants {
		conditions, err := json.Marshal(when)
		if err != nil {
			t.Fatal(err)
		}
		actions, err := json.Marshal(w.ruleActions(&w.Rules[0]))
		if err != nil {
			t.Fatal(err)
		}
		one := &actualRule{id: "one", place: i, matchAny: any}
		if !isArray(string(conditions), &one.conditions) || !isArray(string(actions), &one.actions) {
			t.Fatalf("%s %s cannot be read", conditions, actions)
		}
		if why := c.addRule(one); why != "" {
			t.Errorf("%s %s is not read: %s", conditions, actions, why)
		}
	}
	return c.rules.marked
}
