package migration_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// The question about cards shows the months that match in both ways. Answering it makes the months match that it
// promised, in one change, and neither the question nor its undo asks again.
func TestCardsAreAskedOnceWithFigures(t *testing.T) {
	t.Parallel()
	a, who := newHome(t), app.Machine()
	id := importPlan(t, a, testkit.Plan(t, "--seed", "3", "--years", "2", "--tx", "400", "--cards", "2", "--rta", "net"))
	before := months(t, a, id)
	asked, err := a.AskCards(t.Context(), who, id)
	if err != nil || asked == nil {
		t.Fatalf("question about cards: %+v, want one (error %v)", asked, err)
	}
	if asked.Envelopes.Matched != asked.Months || asked.Accounts.Matched >= asked.Months || asked.Envelopes.ToBudget != asked.Source {
		t.Errorf("question about cards: %+v, want every month to match only with envelopes", asked)
	}
	if diff := cmp.Diff(before, months(t, a, id)); diff != "" {
		t.Fatalf("the question changed the budget: %s", diff)
	}
	done, err := a.KeepCardsAsSource(t.Context(), who, id)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range verificationOf(t, a, id).Months {
		if m.Difference != 0 {
			t.Errorf("month %d differs from the source by %s", i, m.Difference)
		}
	}
	if again, err := a.AskCards(t.Context(), who, id); err != nil || again != nil {
		t.Errorf("question after the answer: %+v, want none (error %v)", again, err)
	}
	if _, err := a.Undo(t.Context(), who, id, done.Change); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, months(t, a, id)); diff != "" {
		t.Errorf("undo gives another budget: %s", diff)
	}
	if again, err := a.AskCards(t.Context(), who, id); err != nil || again != nil {
		t.Errorf("question after the undo: %+v, want none (error %v)", again, err)
	}

	without := importPlan(t, a, testkit.Plan(t, "--seed", "4", "--years", "1", "--tx", "60", "--cards", "0"))
	if asked, err := a.AskCards(t.Context(), who, without); err != nil || asked != nil {
		t.Errorf("question in a budget without cards: %+v, want none (error %v)", asked, err)
	}
}
