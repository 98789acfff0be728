package testkit_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"holdover/internal/testing/testkit"
)

func TestPlanIsGeneratedOnce(t *testing.T) {
	args := []string{"--seed", "5", "--tx", "20", "--years", "1", "--leading-key", "budget"}
	plan := testkit.Plan(t, args...)
	before, err := os.Stat(plan)
	if err != nil {
		t.Fatal(err)
	}
	if again := testkit.Plan(t, args...); again != plan {
		t.Errorf("the same arguments gave %s, then %s", plan, again)
	}
	after, err := os.Stat(plan)
	if err != nil {
		t.Fatal(err)
	}
	if !after.ModTime().Equal(before.ModTime()) {
		t.Error("the plan was generated twice")
	}
	if other := testkit.Plan(t, append(args, "--bare")...); other == plan {
		t.Error("other arguments gave the same file")
	}
	var document struct {
		Data struct{ Budget struct{ Transactions []any } }
	}
	content, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &document); err != nil {
		t.Fatal(err)
	}
	if n := len(document.Data.Budget.Transactions); n < 20 {
		t.Errorf("%d transactions under data.budget, want 20 or more", n)
	}
	if _, err := os.Stat(testkit.Truth(t, args...)); err != nil {
		t.Error(err)
	}
}

func TestOracleIsUnpacked(t *testing.T) {
	var trace struct{ Steps []any }
	if err := json.Unmarshal(testkit.Oracle(t, "traces/cash.trace.json"), &trace); err != nil {
		t.Fatal(err)
	}
	if len(trace.Steps) < 25 {
		t.Errorf("%d steps, want 25 or more", len(trace.Steps))
	}
}

func TestGenuineFilesAreOutsideTheRepository(t *testing.T) {
	for _, file := range testkit.RequireGenuinePlans(t) {
		if inside, err := filepath.Rel(testkit.RepoRoot(t), file); err != nil || !strings.HasPrefix(inside, "..") {
			t.Errorf("%s is inside the repository (%v)", file, err)
		}
	}
}

func TestPostgresDatabasesAreSeparate(t *testing.T) {
	one, two := open(t), open(t)
	for _, conn := range []*pgx.Conn{one, two} {
		if _, err := conn.Exec(context.Background(), "CREATE TABLE t (name text)"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := one.Exec(context.Background(), "INSERT INTO t VALUES ('b'), ('A'), ('a')"); err != nil {
		t.Fatal(err)
	}
	var sorted string
	err := one.QueryRow(context.Background(), "SELECT string_agg(name, '' ORDER BY name) FROM t").Scan(&sorted)
	if err != nil || sorted != "aAb" {
		t.Errorf("sorted %q (%v), want aAb: English rules, not bytes", sorted, err)
	}
	var n int
	if err := two.QueryRow(context.Background(), "SELECT count(*) FROM t").Scan(&n); err != nil || n != 0 {
		t.Errorf("the second database has %d rows of the first (%v)", n, err)
	}
}

// TestPostgresEndsWithTheProcess runs this test binary as a child, which starts a server and then dies without tidying.
func TestPostgresEndsWithTheProcess(t *testing.T) {
	if os.Getenv("TESTKIT_DIE") != "" {
		os.Stdout.WriteString(testkit.Postgres(t) + "\n")
		os.Exit(3)
	}
	testkit.Postgres(t) // skips or fails here without PostgreSQL
	child := exec.Command(os.Args[0], "-test.run=^TestPostgresEndsWithTheProcess$")
	child.Env = append(os.Environ(), "TESTKIT_DIE=1")
	output, err := child.Output()
	if child.ProcessState.ExitCode() != 3 {
		t.Fatalf("the child ended with %v: %s", err, output)
	}
	config, err := pgx.ParseConfig(strings.TrimSpace(string(output)))
	if err != nil {
		t.Fatal(err)
	}
	if !isRemoved(config.Host) {
		t.Errorf("the server at %s is still running", config.Host)
	}
}

func open(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), testkit.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}
