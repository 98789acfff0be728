package cli

import (
	"io"
	"os"
	"path/filepath"
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
