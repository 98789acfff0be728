package cli

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"holdover/internal/sample"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"holdover": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// Each script in testdata/script is a person at a terminal with the real program.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "config"))
			e.Setenv("HOME", e.WorkDir)
			return writeSample(filepath.Join(e.WorkDir, "household.json"))
		},
	})
}

func writeSample(path string) error {
	r, err := sample.Open()
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
