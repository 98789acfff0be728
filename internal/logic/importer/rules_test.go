package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/logic/importer"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// Rules that name a missing record, and those that users cannot enter, are left out with the reason.
func TestInvalidRulesAreLeftOut(t *testing.T) {
	valid := `{"id":"valid","when":[{"field":"payee","test":"contains","text":"rewe"}],"then":{"category_id":"food"}}`
	then := func(then string) string {
		return fmt.Sprintf(`{"id":"r","when":[{"field":"payee","test":"is","text":"x"}],"then":%s}`, then)
	}
	when := func(when string) string {
		return fmt.Sprintf(`{"id":"r","when":[%s],"then":{"category_id":"food"}}`, when)
	}
	for _, c := range []struct{ rule, why string }{
		{then(`{"category_id":"gone"}`), `"gone" is not a category that it can name`},
		{then(`{"category_id":"none"}`), `"none" is not a category that it can name`},
		{then(`{"payee_id":"gone"}`), `"gone" is not a payee that it can name`},
		{then(`{"payee_id":"to-cash"}`), `"to-cash" is not a payee that it can name`},
		{then(`{"transfer_account_id":"gone"}`), `"gone" is not an account that it can name`},
		{then(`{"shares":[{"category_id":"food","share":5000},{"category_id":"gone","share":5000}]}`), `"gone" is not a category that it can name`},
		{then(`{"shares":[{"category_id":"food","share":5000},{"category_id":"food","share":4000}]}`), "the shares add up to 90 percent"},
		{then(`{"flag_color":"pink"}`), `"pink" is not a flag colour`},
		{then(`{}`), "it does not set anything"},
		{when(``), "it has no conditions"},
		{when(`{"field":"account","test":"is","account_id":"gone"}`), `"gone" is not an account that it can name`},
		{when(`{"field":"payee","test":"matches","text":"("}`), "is not a valid pattern"},
		{when(`{"field":"payee","test":"endsWith","text":"x"}`), "payee has no condition"},
		{when(`{"field":"payee","test":"is","text":"` + strings.Repeat("x", rule.MaxText+1) + `"}`), "the text is longer"},
		{when(`{"field":"spent","test":"is","min":-5}`), "amounts have no sign here"},
		{strings.Replace(valid, "valid", "", 1), "its id is missing"},
		{valid, "belongs to another rule"},
	} {
		whole, notes := importRules(t, valid, c.rule)
		if len(whole.Rules) != 1 || whole.Rules[0].ID != "valid" || whole.Rules[0].Then.Category == 0 {
			t.Errorf("%s: the rules are %+v", c.rule, whole.Rules)
		}
		if w := notes.Warnings; len(w) != 1 || w[0].Code != "rule" || !strings.Contains(w[0].Records[0], c.why) {
			t.Errorf("%s: want the reason %q, got %+v", c.rule, c.why, w)
		}
	}
}

func TestABudgetHasALimitedNumberOfRules(t *testing.T) {
	var many []string
	for i := range rule.MaxRules + 3 {
		many = append(many, fmt.Sprintf(`{"id":"%d","when":[{"field":"payee","test":"is","text":"x"}],"then":{"notes":"y"}}`, i))
	}
	whole, notes := importRules(t, many...)
	if len(whole.Rules) != rule.MaxRules || len(notes.Warnings) != 1 || notes.Warnings[0].Count != 3 {
		t.Errorf("%d rules with the warnings %+v", len(whole.Rules), notes.Warnings)
	}
}

func importRules(t *testing.T, rules ...string) (*budget.Whole, *importer.Notes) {
	t.Helper()
	doc, err := ynabdoc.Decode(strings.NewReader(`{"plan":{"id":"p","name":"Rules","currency_format":{"iso_code":"EUR"},
		"accounts":[{"id":"cash","name":"Cash","type":"cash","on_budget":true,"transfer_payee_id":"to-cash"}],
		"payees":[{"id":"to-cash","name":"Transfer : Cash","transfer_account_id":"cash"}],
		"category_groups":[{"id":"g","name":"Daily"},{"id":"own","name":"Internal","internal":true}],
		"categories":[{"id":"food","category_group_id":"g","name":"Food"},{"id":"none","category_group_id":"own","name":"Uncategorized"}],
		"months":[],"transactions":[],"holdover":{"beside":{"groups":["own"],"categories":["none"]},"rules":[` + strings.Join(rules, ",") + `]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	whole, notes, err := importer.Import(doc, importer.Options{NewID: counter()})
	if err != nil {
		t.Fatal(err)
	}
	return whole, notes
}
