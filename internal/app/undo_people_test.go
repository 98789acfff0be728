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
	ownAlone                // to the user's own record only: it is created or deleted, or can happen only once
	sameAlone               // on a record that the budget has only once
)

// A deed is an operation of a user on record 0 or 1 of two, with a text of that user.
type deed struct {
	name  string
	reach reach
	do    func(s *sharers, who Actor, thing int, text string) (ChangeResult, error)
}

func deeds() []deed {
	return slices.Concat(deedsOfRows(), deedsOfSchedules(), deedsOfKept(), deedsOfPrograms(), deedsOfMonths(), deedsOfCategories(), deedsOfAccounts())
}

// TestUndoKeepsOtherUsersChanges covers everything that two users share. If each changes a separate record, undo
// reverts the user's own change and leaves the other's. If both change the same record, undo of the first change is
// refused until the second is undone. At the end the budget is as at the beginning.
func TestUndoKeepsOtherUsersChanges(t *testing.T) {
	s := newSharers(t)
	for _, d := range deeds() {
		if d.reach != sameAlone {
			t.Run(d.name, func(t *testing.T) { s.undoOwn(t, d) })
		}
		if d.reach != ownAlone {
			t.Run(d.name+" of the same", func(t *testing.T) { s.undoSame(t, d) })
		}
	}
}

// step runs a deed, which changes something, and returns the state after it.
func (s *sharers) step(t *testing.T, d deed, who Actor, thing int) []string {
	t.Helper()
	before := s.state()
	if _, err := d.do(s, who, thing, map[Actor]string{s.anna: "Anna's", s.ben: "what Ben wants"}[who]); err != nil {
		t.Fatalf("%s: %v", who.Name, err)
	}
	after := s.state()
	if slices.Equal(after, before) {
		t.Fatalf("%s: nothing was done", who.Name)
	}
	return after
}

func (s *sharers) undo(t *testing.T, who Actor) {
	t.Helper()
	if _, err := s.a.Undo(t.Context(), who, s.id, 0); err != nil {
		t.Fatal(who.Name, err)
	}
}

// is compares the budget with its expected content.
func (s *sharers) is(t *testing.T, when string, want []string) {
	t.Helper()
	if now := s.state(); !slices.Equal(now, want) {
		t.Errorf("%s there is more %q, less %q", when, less(now, want), less(want, now))
	}
}

func (s *sharers) undoOwn(t *testing.T, d deed) {
	before := s.state()
	annas := s.step(t, d, s.anna, 0)
	both := s.step(t, d, s.ben, 1)
	s.undo(t, s.anna)
	bens := s.state()
	if gone := less(less(both, annas), bens); len(gone) > 0 {
		t.Errorf("Anna's undo took what Ben did: %q", gone)
	}
	if left := less(less(annas, before), less(both, annas)); len(less(left, less(left, bens))) > 0 {
		t.Errorf("Anna's step is still there: %q", less(left, less(left, bens)))
	}
	s.undo(t, s.ben)
	s.is(t, "all undone", before)
}

func (s *sharers) undoSame(t *testing.T, d deed) {
	before := s.state()
	s.step(t, d, s.anna, 0)
	both := s.step(t, d, s.ben, 0)
	if _, err := s.a.Undo(t.Context(), s.anna, s.id, 0); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("Anna's undo of what Ben changed since: %v", err)
	}
	s.is(t, "after a refused undo", both)
	s.undo(t, s.ben)
	s.undo(t, s.anna)
	s.is(t, "all undone", before)
}

// TestUndoByTwoUsersCoversEveryKindOfChange fails if a kind of change is missing in the deeds.
func TestUndoByTwoUsersCoversEveryKindOfChange(t *testing.T) {
	walked := map[string]string{
		"Undo": "what is walked itself", "Redo": "TestRedo", "ApplyCleanUp": "bring's TestUndoOfCleanUpAndReimportKeepsOtherUsersChanges", "ApplyReimport": "bring's TestUndoOfCleanUpAndReimportKeepsOtherUsersChanges",
	}
	files, err := filepath.Glob("undo_people_*_test.go")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`s\.a\.(\w+)\(s\.Context\(\), who,`).FindAllStringSubmatch(string(code), -1) {
			walked[call[1]] = file
		}
	}
	for name, m := range takesActor() {
		if m.Type.NumOut() > 1 && m.Type.Out(0) == reflect.TypeFor[ChangeResult]() && walked[name] == "" {
			t.Errorf("%s: two people were not seen to do it and to take it back", name)
		}
	}
}
