// Package testkit provides the resources that tests share: plan documents, traces of the peer and a temporary
// PostgreSQL server.
//
// Only tests import it. It imports package oracle and the PostgreSQL driver. Start at [Plan] and [Postgres].
package testkit

import (
	"os"
	"testing"
	"time"

	"holdover/oracle"
)

// RepoRoot returns the root folder of the checkout that the test runs in.
func RepoRoot(t testing.TB) string {
	t.Helper()
	return string(repo(t))
}

// Plan returns the path of the plan document that oracle/genplan.py writes with these arguments ("--seed", "3").
// The file is shared between tests: read it only.
func Plan(t testing.TB, args ...string) string {
	t.Helper()
	return generated(t, oracle.Repo.Plan, args)
}

// Today returns arguments for a plan that ends in the current month. A weekly target needs the remaining weeks.
func Today(args ...string) []string {
	now := time.Now()
	return append(args, "--end-month", now.Format("2006-01"), "--day", now.Format("2"))
}

// Truth returns the path of the facts behind a generated plan document with the same arguments: each month's cash and
// card overspending, card spending with money set aside, and the remainder with and without later months.
func Truth(t testing.TB, args ...string) string {
	t.Helper()
	return generated(t, oracle.Repo.Truth, args)
}

func generated(t testing.TB, by func(oracle.Repo, ...string) (string, error), args []string) string {
	t.Helper()
	return Must(by(repo(t), args...))(t)
}

// Oracle returns the content of a file in folder oracle, such as "traces/cards.trace.json", unpacked.
func Oracle(t testing.TB, name string) []byte {
	t.Helper()
	return Must(repo(t).Read(name))(t)
}

// GenuinePlans returns the paths of the real plan documents in ../shared/plans. They are not part of the repository: without
// them the list is empty, and the test uses generated plans only.
func GenuinePlans(t testing.TB) []string {
	t.Helper()
	files := Must(repo(t).Genuine())(t)
	if len(files) == 0 {
		t.Log("no genuine plans in ../shared/plans: generated ones only")
	}
	return files
}

// RequireGenuinePlans returns the paths of the real plan documents, or skips the test if there are none.
func RequireGenuinePlans(t testing.TB) []string {
	t.Helper()
	files := GenuinePlans(t)
	if len(files) == 0 {
		t.Skip("no genuine plans: ../shared/plans is missing or empty")
	}
	return files
}

// Missing ends a test that needs a program which is not installed. It skips the test, but fails it in CI and where the
// named variable is 1, as in `make test`, which installs everything first.
func Missing(t testing.TB, variable string, why error) {
	t.Helper()
	if os.Getenv("CI") == "true" || os.Getenv(variable) == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// SkipIfQuick skips a test that needs a browser, a database server or the peer when HOLDOVER_QUICK is 1, as in `make quick`.
func SkipIfQuick(t testing.TB) {
	t.Helper()
	if os.Getenv("HOLDOVER_QUICK") == "1" {
		t.Skip("make quick runs no browser, no database server and no peer")
	}
}

func repo(t testing.TB) oracle.Repo {
	t.Helper()
	return Must(oracle.FindRepo())(t)
}
