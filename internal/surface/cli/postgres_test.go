package cli

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"holdover/internal/testing/testkit"
)

// The same program on PostgreSQL: --database replaces --data.
func TestScriptsOnPostgres(t *testing.T) {
	url := testkit.Postgres(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/postgres",
		Setup: func(e *testscript.Env) error {
			e.Setenv("DATABASE", url)
			e.Setenv("HOME", e.WorkDir)
			return writeSample(filepath.Join(e.WorkDir, "household.json"))
		},
	})
}
