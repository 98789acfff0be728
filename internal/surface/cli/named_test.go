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
	run := func(args ...string) (out, errOutput string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		root := newRoot(&env{in: strings.NewReader(""), out: &stdout, err: &stderr})
		root.SetArgs(append(args, "--data", dir))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("run %s: %v", args, err)
		}
		return stdout.String(), stderr.String()
	}
	run("import", testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "30", "--name", "Our house"))
	out, _ := run("budgets", "--json")
	var all []struct{ ID, Name string }
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 1 {
		t.Fatalf("budgets: %s, want one (error %v)", out, err)
	}
	for _, by := range []struct{ ref, named string }{{all[0].ID, all[0].ID}, {"our HOUSE", "'Our house'"}} {
		if _, errOutput := run("months", by.ref); !strings.Contains(errOutput, "months "+by.named+" --from") {
			t.Errorf("hint for %s: %s", by.ref, errOutput)
		}
	}
}

// cancelOnWrite cancels a context on the first write.
type cancelOnWrite struct{ stop context.CancelFunc }

func (s cancelOnWrite) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

// A demo that was stopped during its start reported that something was changed, although all of its data is deleted
// with its folder.
func TestDemoChangesNothing(t *testing.T) {
	ctx, stop := context.WithCancel(apperr.Track(t.Context()))
	defer stop()
	e := &env{in: strings.NewReader(""), out: cancelOnWrite{stop}, err: cancelOnWrite{stop}}
	err := e.demo(ctx, t.TempDir(), "127.0.0.1:0")
	if ctx.Err() == nil {
		t.Fatal("the demo was not stopped")
	}
	if reported := stopped(ctx, err); apperr.OutcomeOf(ctx) != apperr.Unchanged || reported != nil && !strings.Contains(reported.Error(), "nothing was changed") {
		t.Errorf("stopped demo: outcome %v, error %v; want nothing changed", apperr.OutcomeOf(ctx), reported)
	}
}
