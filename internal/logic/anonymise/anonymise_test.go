package anonymise_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/logic/anonymise"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

func anonymised(t *testing.T, text []byte, factor int64) []byte {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := anonymise.Document(doc, factor); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := doc.Encode(&out, ""); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func generated(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "11", "--years", "2", "--tx", "500", "--cards", "2"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// kept matches members with texts that stay: flags, dates, ids, formats, names with a meaning.
var kept = regexp.MustCompile(`^(id|.*_id|type|cleared|flag_color|frequency|date|date_.*|month|first_month|last_month|.*_at|last_.*|format|` +
	`iso_code|example_format|decimal_separator|group_separator|currency_symbol|goal_.*|debt_transaction_type)$`)

func TestAllPrivateDataIsRemoved(t *testing.T) {
	text := generated(t)
	out := anonymised(t, text, 13)
	var before, after any
	decode(t, text, &before)
	decode(t, out, &after)
	private := map[string]bool{}
	walk(before, "", func(field string, v any) {
		if s, ok := v.(string); ok && s != "" && !kept.MatchString(field) {
			private[s] = true
		}
	})
	if len(private) < 50 {
		t.Fatalf("the plan has only %d private texts, too few for this test", len(private))
	}
	walk(after, "", func(field string, v any) {
		if s, ok := v.(string); ok && private[s] && !kept.MatchString(field) && !meaningful(s) {
			t.Errorf("%s: the private text %q remains", field, s)
		}
	})
}

func meaningful(s string) bool {
	switch strings.TrimPrefix(s, "Transfer : ") {
	case "Internal Master Category", "Credit Card Payments", "Hidden Categories", "Uncategorized", "Inflow: Ready to Assign",
		"Starting Balance", "Deferred Income SubCategory", "Manual Balance Adjustment", "Reconciliation Balance Adjustment":
		return true
	}
	return false
}

// Every number is unchanged or multiplied by the factor; the remainders of targets are rounded and tested in
// targets_test.go.
func TestEveryAmountIsMultiplied(t *testing.T) {
	text := generated(t)
	const factor = 17
	var before, after any
	decode(t, text, &before)
	decode(t, anonymised(t, text, factor), &after)
	var amounts, numbers []json.Number
	notMoney := map[string]bool{}
	for _, name := range strings.Fields(`age_of_money decimal_digits server_knowledge goal_day goal_cadence goal_cadence_frequency
		goal_percentage_complete goal_months_to_budget debt_interest_rates`) {
		notMoney[name] = true
	}
	walk(before, "", func(field string, v any) {
		if n, ok := v.(json.Number); ok && field != "goal_under_funded" {
			if !notMoney[field] {
				whole, err := n.Int64()
				if err != nil {
					t.Fatal(err)
				}
				n = json.Number(strconv.FormatInt(whole*factor, 10))
			}
			amounts = append(amounts, n)
		}
	})
	walk(after, "", func(field string, v any) {
		if n, ok := v.(json.Number); ok && field != "goal_under_funded" {
			numbers = append(numbers, n)
		}
	})
	if len(amounts) < 1000 || len(amounts) != len(numbers) {
		t.Fatalf("the plan has %d numbers before and %d after", len(amounts), len(numbers))
	}
	for i := range amounts {
		if amounts[i] != numbers[i] {
			t.Fatalf("number %d: %s, want %s", i, numbers[i], amounts[i])
		}
	}
}

// Names that were equal stay equal, and different names stay different.
func TestEqualNamesStayEqual(t *testing.T) {
	out := anonymised(t, []byte(`{"plan":{"id":"p","name":"Mine","holdover":{
		"income":{"group":{"id":"g","name":"Ann's income"}},"held":[{"month":"2026-01","amount":7}],"rollovers":[{"category_id":"c","from":"2026-01","on":true}],"scheduled_by_themselves":["s"]},"accounts":[{"id":"a","name":"Visa","type":"creditCard","on_budget":true,"debt_original_balance":"secret","secret":"x"}],
		"payees":[{"id":"y","name":"Transfer : Visa","transfer_account_id":"a"}],
		"category_groups":[{"id":"g","name":"Bills"},{"id":"h","name":"bills "},{"id":"i","name":"Fun"}],
		"categories":[{"id":"c","category_group_id":"g","name":"Visa","budgeted":-5,"colour":"of Ann"}],
		"transactions":[{"id":"t","date":"2026-01-31","amount":-5,"account_id":"a","import_id":"YNAB:-5:2026-01-31:1","memo":"for \"Ann\""}]}}`), 10)
	for _, want := range []string{
		`"name":"Account 1","type"`, `"Transfer : Account 1"`, `"Group 2"`, `"Group 2 "`, `"Group 3"`,
		`"name":"Account 1","budgeted":-50`, `"month":"2026-01","amount":70`, `{"category_id":"c","from":"2026-01","on":true}`, `"scheduled_by_themselves":["s"]`, `YNAB:-50:2026-01-31:1`, `"memo":"text"`, `"name":"Plan"`,
	} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%s is missing in %s", want, out)
		}
	}
	if bytes.Contains(out, []byte("secret")) || bytes.Contains(out, []byte("Visa")) || bytes.Contains(out, []byte("Ann")) {
		t.Errorf("a private text remains in %s", out)
	}
}

func TestAmountsThatBecomeTooLargeAreRefused(t *testing.T) {
	doc := &ynabdoc.Document{}
	doc.Plan.Transactions = []ynabdoc.Transaction{{ID: "t", Amount: 1e18}}
	if err := anonymise.Document(doc, 50); err == nil {
		t.Error("an amount above the limit is accepted")
	}
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		t.Fatal(err)
	}
}

// walk visits every value with the name of its member, objects by name.
func walk(v any, field string, visit func(field string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			inside := name
			if field == "debt_interest_rates" {
				inside = field
			}
			walk(v[name], inside, visit)
		}
	case []any:
		for _, e := range v {
			walk(e, field, visit)
		}
	default:
		visit(field, v)
	}
}
