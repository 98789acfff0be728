package verification_test

import (
	"path/filepath"
	"testing"

	"holdover/internal/logic/verification"
	"holdover/internal/testing/testkit"
)

// The figures of generated targets, in every state, follow from the rules; the generator has its own arithmetic.
func TestTargetsOfGeneratedPlansFollowTheRules(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 4
	}
	for seed := 1; seed <= seeds; seed++ {
		args := append(options(seed), "--targets")
		r := verify(t, read(t, testkit.Plan(t, args...)), nil)
		if r.Targets.Compared < 500 || r.Targets.Different > 0 || !r.Sound() {
			t.Errorf("%v: %d of %d targets differ: %+v", args, r.Targets.Different, r.Targets.Compared, firstOf(r.Targets.List))
		}
	}
}

func firstOf(list []verification.TargetLine) []verification.TargetLine {
	return list[:min(len(list), 5)]
}

// A single wrong figure of a target is reported as a difference from the published rules, not as a contradiction within
// the file, as it once was.
func TestAWrongTargetFigureIsNoContradiction(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "200", "--targets"))
	for _, field := range []string{"goal_under_funded", "goal_overall_funded", "goal_overall_left", "goal_percentage_complete", "goal_months_to_budget"} {
		r := verify(t, testkit.EditPlan(t, text, func(p map[string]any) {
			month := records(p, "months")[6]
			addTo(find(records(month, "categories"), func(c map[string]any) bool { return c["goal_type"] == "NEED" && c[field] != nil }), field, 1)
		}), nil)
		if r.Targets.Different != 1 || len(r.Contradictions) != 0 || len(r.RuleDifferences) != 1 || r.Targets.List[0].Blame != verification.RulesDiffer || r.Targets.List[0].Figure != field {
			t.Errorf("%s: %d targets differ, contradictions %v, %+v", field, r.Targets.Different, r.Contradictions, firstOf(r.Targets.List))
		}
	}
}

// A file that counts money left over from a period towards the next one is recognised and reported; figures that fit
// neither interpretation are still reported.
func TestFilesThatCountMoneyLeftOverTowardsTargets(t *testing.T) {
	text := read(t, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "200", "--targets"))
	if r := verify(t, text, nil); r.Targets.Leftover {
		t.Fatal("the generator's rule is not recognised")
	}
	counted := testkit.EditPlan(t, text, func(p map[string]any) {
		for _, list := range append([]any{p}, anyOf(records(p, "months"))...) {
			for _, c := range records(list.(map[string]any), "categories") {
				if c["goal_type"] == "NEED" && c["goal_target_date"] != nil { // a target that refills up to its amount counts the money available
					c["goal_needs_whole_amount"] = c["goal_needs_whole_amount"] == false
				}
			}
		}
	})
	r := verify(t, counted, nil)
	if !r.Targets.Leftover || r.Targets.Different == 0 {
		t.Errorf("the file's way to count is not recognised: %+v", r.Targets)
	}
}

func anyOf(list []map[string]any) (all []any) {
	for _, one := range list {
		all = append(all, one)
	}
	return all
}

// The figures of targets in genuine files are compared, and the differences reported.
func TestTargetsOfGenuinePlans(t *testing.T) {
	for _, path := range testkit.RequireGenuinePlans(t) {
		r := verify(t, read(t, path), nil)
		t.Logf("%s: %d compared, %d differ: %+v", filepath.Base(path), r.Targets.Compared, r.Targets.Different, firstOf(r.Targets.List))
		if r.Targets.Different > 0 {
			t.Errorf("%s differs: %+v", filepath.Base(path), firstOf(r.Targets.List))
		}
	}
}
