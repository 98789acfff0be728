package app

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"holdover/internal/base/apperr"
)

// reach decides which users' records an operation applies to.
type reach int

const (
	ownAndSame reach = iota // to the user's own record, and by both users to the same
	ownOnly                 // to the user's own record only: it is created or deleted, or can happen only once
	sameOnly                // on a record that the budget has only once
)

// A operation is an operation of a user on record 0 or 1 of two, with a text of that user.
type operation struct {
	name  string
	reach reach
	do    func(s *twoUsers, who Actor, thing int, text string) (ChangeResult, error)
}

func operations() []operation {
	return slices.Concat(operationsOnRows(), operationsOnSchedules(), operationsOnSaved(), operationsOnTags(), operationsOfPrograms(), operationsOnMonths(), operationsOnCategories(), operationsOnAccounts(), operationsOnLoans())
}

// TestUndoKeepsOtherUsersChanges covers everything that two users share. If each changes a separate record, undo
// reverts the user's own change and leaves the other's. If both change the same record, undo of the first change is
// refused until the second is undone. At the end the budget is as at the beginning.
func TestUndoKeepsOtherUsersChanges(t *testing.T) {
	s := newTwoUsers(t)
	for _, d := range operations() {
		if d.reach != sameOnly {
			t.Run(d.name, func(t *testing.T) { s.checkOwnUndo(t, d) })
		}
		if d.reach != ownOnly {
			t.Run(d.name+" of the same", func(t *testing.T) { s.checkSameUndo(t, d) })
		}
	}
}

// step runs an operation, which changes something, and returns the state after it.
func (s *twoUsers) step(t *testing.T, d operation, who Actor, record int) []string {
	t.Helper()
	before := s.state()
	if _, err := d.do(s, who, record, map[Actor]string{s.anna: "Anna's", s.ben: "what Ben wants"}[who]); err != nil {
		t.Fatalf("change by %s: %v", who.Name, err)
	}
	after := s.state()
	if slices.Equal(after, before) {
		t.Fatalf("%s changed nothing", who.Name)
	}
	return after
}

func (s *twoUsers) undo(t *testing.T, who Actor) {
	t.Helper()
	if _, err := s.a.Undo(t.Context(), who, s.id, 0); err != nil {
		t.Fatalf("undo by %s: %v", who.Name, err)
	}
}

// want compares the budget with its expected content.
func (s *twoUsers) want(t *testing.T, when string, want []string) {
	t.Helper()
	if now := s.state(); !slices.Equal(now, want) {
		t.Errorf("%s there is more %q, less %q", when, difference(now, want), difference(want, now))
	}
}

func (s *twoUsers) checkOwnUndo(t *testing.T, d operation) {
	before := s.state()
	annas := s.step(t, d, s.anna, 0)
	both := s.step(t, d, s.ben, 1)
	s.undo(t, s.anna)
	bens := s.state()
	if lost := difference(difference(both, annas), bens); len(lost) > 0 {
		t.Errorf("Anna's undo reverted Ben's change: %q", lost)
	}
	if left := difference(difference(annas, before), difference(both, annas)); len(difference(left, difference(left, bens))) > 0 {
		t.Errorf("Anna's undo left a part of her change: %q", difference(left, difference(left, bens)))
	}
	s.undo(t, s.ben)
	s.want(t, "all undone", before)
}

func (s *twoUsers) checkSameUndo(t *testing.T, d operation) {
	before := s.state()
	s.step(t, d, s.anna, 0)
	both := s.step(t, d, s.ben, 0)
	if _, err := s.a.Undo(t.Context(), s.anna, s.id, 0); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("Anna's undo of a record that Ben changed since: error %v, want a conflict", err)
	}
	s.want(t, "after a refused undo", both)
	s.undo(t, s.ben)
	s.undo(t, s.anna)
	s.want(t, "all undone", before)
}

// TestUndoByTwoUsersCoversEveryKindOfChange fails if a kind of change is missing in the operations.
func TestUndoByTwoUsersCoversEveryKindOfChange(t *testing.T) {
	const inMigration = "migration's TestUndoOfCleanUpAndReimportKeepsOtherUsersChanges"
	tested := map[string]string{
		"Undo": "all of these tests", "Redo": "TestRedo",
		"ApplyCleanUp": inMigration, "ApplyReimport": inMigration, "KeepCardsAsSource": inMigration,
		"ImportFetched": "ImportBankFile, which it calls", "SortCategories": "TestSortCategories",
		"ArchiveYears": "TestUndoOfAnArchiveKeepsLaterChanges", "BringBack": "TestUndoOfAnArchiveKeepsLaterChanges",
	}
	files, err := filepath.Glob("undo_people_*_test.go")
	if err != nil || len(files) < 3 {
		t.Fatalf("files with changes: %v, want at least 3 (error %v)", files, err)
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`s\.a\.(\w+)\(s\.Context\(\), who,`).FindAllStringSubmatch(string(code), -1) {
			tested[call[1]] = file
		}
	}
	for name, m := range methodsWithActor() {
		if m.Type.NumOut() > 1 && m.Type.Out(0) == reflect.TypeFor[ChangeResult]() && tested[name] == "" {
			t.Errorf("%s: no test undoes it after changes of two users", name)
		}
	}
}
