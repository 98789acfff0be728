package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/testing/testkit"
)

// If two budgets have the same name, as those of two users may, a hint with the name did not work. A budget that the
// user named by its id is named by its id in hints.
func TestHintsNameABudgetAsTyped(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) (out, said string) {
		t.Helper()
		var printed, talk bytes.Buffer
		root := newRoot(&env{in: strings.NewReader(""), out: &printed, err: &talk})
		root.SetArgs(append(args, "--data", dir))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(args, err)
		}
		return printed.String(), talk.String()
	}
	run("import", testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "30", "--name", "Our house"))
	out, _ := run("budgets", "--json")
	var all []struct{ ID, Name string }
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 1 {
		t.Fatal(out, err)
	}
	for _, by := range []struct{ ref, named string }{{all[0].ID, all[0].ID}, {"our HOUSE", "'Our house'"}} {
		if _, said := run("months", by.ref); !strings.Contains(said, "months "+by.named+" --from") {
			t.Errorf("by %s: %s", by.ref, said)
		}
	}
}

// stopsAt cancels a context on the first write.
type stopsAt struct{ stop context.CancelFunc }

func (s stopsAt) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

// A demo that was stopped during its start reported that something was changed, although all of its data is deleted
// with its folder.
func TestDemoChangesNothing(t *testing.T) {
	ctx, stop := context.WithCancel(apperr.Track(t.Context()))
	defer stop()
	e := &env{in: strings.NewReader(""), out: stopsAt{stop}, err: stopsAt{stop}}
	err := e.demo(ctx, t.TempDir(), "127.0.0.1:0")
	if ctx.Err() == nil {
		t.Fatal("nothing was stopped")
	}
	if told := stopped(ctx, err); apperr.OutcomeOf(ctx) != apperr.Unchanged || told != nil && !strings.Contains(told.Error(), "nothing was changed") {
		t.Errorf("%v, %v", apperr.OutcomeOf(ctx), told)
	}
}
