package cli

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	_ "holdover/internal/model/auth/authtest"
	"holdover/internal/testing/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"holdover": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// Each script in testdata/script simulates a user at a terminal with the real program.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "config"))
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("ESCAPES", "a\x1b[2Jb\u202ec\u009b31m")
			return writeSample(filepath.Join(e.WorkDir, "household.json"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"full": ontoFullDisk},
	})
}

func writeSample(path string) error {
	r, err := testkit.Household()
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, r)
	return err
}

// ontoFullDisk runs a command with its standard output on a full disk.
func ontoFullDisk(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec("sh", append([]string{"-c", `"$0" "$@" > /dev/full`}, args...)...)
	if neg != (err != nil) {
		ts.Fatalf("%v onto a full disk: error %v, want one: %t", args, err, !neg)
	}
}

// program returns the command that runs the real program.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "holdover", args...)
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	return cmd
}

// holdover runs the program and returns its standard output.
func holdover(t *testing.T, args ...string) string {
	t.Helper()
	cmd := program(t, args...)
	var failure strings.Builder
	cmd.Stderr = &failure
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("holdover %s: %v with %q", strings.Join(args, " "), err, failure.String())
	}
	return string(output)
}

// holdoverJSON decodes what a command prints with --json.
func holdoverJSON(t *testing.T, into any, args ...string) {
	t.Helper()
	testkit.NoError(t, json.Unmarshal([]byte(holdover(t, append(args, "--json")...)), into))
}
