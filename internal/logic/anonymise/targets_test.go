package anonymise_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// The remainder of a target is rounded up in each month, and rounds differently for other amounts. An anonymised plan
// contradicted itself although the figures of the original were right.
func TestAnonymisedTargetsAddUp(t *testing.T) {
	for seed, currency := range []string{"USD", "JPY", "KWD", "EUR"} {
		args := []string{"--seed", fmt.Sprint(5 + seed), "--years", "2", "--tx", "300", "--cards", "2", "--currency", currency, "--targets"}
		if seed%2 == 1 {
			args = args[:len(args)-1] // a few targets alone
		}
		text, err := os.ReadFile(testkit.Plan(t, args...))
		if err != nil {
			t.Fatal(err)
		}
		for _, factor := range []int64{11, 26, 89} {
			before, after := targetsOf(t, text), targetsOf(t, anonymised(t, text, factor))
			if before.Compared < 100 || before.Different > 0 {
				t.Fatalf("%s: %d of %d figures differ in the original plan", currency, before.Different, before.Compared)
			}
			if after.Compared != before.Compared || after.Different > 0 {
				t.Errorf("%s, factor %d: %d of %d figures differ: %+v", currency, factor, after.Different, after.Compared, after.List[:min(3, len(after.List))])
			}
		}
	}
}

// A figure that does not follow from the target's terms is multiplied, since it may be the problem to debug.
func TestAWrongTargetStaysWrong(t *testing.T) {
	for field, want := range map[string]string{
		`"goal_under_funded":34`: `"goal_under_funded":374`, // nothing makes it
		`"goal_under_funded":40`: `"goal_under_funded":370`, // 100 over 3 months, in cents
	} {
		out := anonymised(t, []byte(`{"plan":{"id":"p","name":"n","months":[{"month":"2026-01-01","categories":[{"id":"c","name":"x","budgeted":0,
			"goal_type":"TBD","goal_target":100,"goal_target_date":"2026-03-01","goal_overall_left":100,"goal_months_to_budget":3,`+field+`}]}]}}`), 11)
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%s: %s is missing in %s", field, want, out)
		}
	}
}

func targetsOf(t *testing.T, text []byte) verification.Targets {
	t.Helper()
	doc, whole, notes := imported(t, text, false)
	made := verification.Of(whole, sheetOf(whole))
	return verification.Verify(doc, notes.Roles, made, made).Targets
}
