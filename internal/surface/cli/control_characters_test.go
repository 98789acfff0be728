package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// `budgets --json` printed U+009B, which starts a terminal's control sequence, and
// U+202E unescaped.
func TestNoCommandPrintsControlOrDirectionCharacters(t *testing.T) {
	const name = "Home \u009b31m\u202ered\u2066 \u007f\u200f"
	document, err := os.ReadFile(testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "30", "--name", "PLANNAME"))
	if err != nil {
		t.Fatal(err)
	}
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, bytes.ReplaceAll(document, []byte("PLANNAME"), []byte(name)), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		root := newRoot(&env{in: strings.NewReader(""), out: &stdout, err: &stderr})
		root.SetArgs(append(args, "--data", dir))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("run %s: %v", args, err)
		}
		if all := stdout.String() + stderr.String(); strings.ContainsFunc(all, isHarmful) {
			t.Errorf("%s prints a harmful character: %q", args, all)
		}
		return stdout.String()
	}
	run("import", file, "--json")
	var all []struct{ ID, Name string }
	if err := json.Unmarshal([]byte(run("budgets", "--json")), &all); err != nil || len(all) != 1 || all[0].Name != name {
		t.Fatalf("budgets: %+v, want the name %q (error %v)", all, name, err)
	}
	run("budgets")
	run("new", "Account \u202e\u009b")
	run("budgets", "--json")
	run("transactions", all[0].ID, "--json")
	run("months", all[0].ID)
	run("verify", all[0].ID, "--json")
	var failed bytes.Buffer
	complainJSON(&failed, errors.New("no \u009b\u202e"))
	if strings.ContainsFunc(failed.String(), isHarmful) {
		t.Errorf("error in JSON has a harmful character: %q", failed.String())
	}
}
