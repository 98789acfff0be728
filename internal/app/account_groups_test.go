package app

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/envelope"
)

// newAccountGroup adds a group of accounts and returns its id.
func (h *testBudget) newAccountGroup(t *testing.T, name string) string {
	t.Helper()
	done, group, err := h.a.CreateAccountGroup(t.Context(), Machine(), h.id, name)
	h.must(t, done, err)
	return group
}

// groupsOfAccounts returns the account groups with their accounts: "Everyday: bank cash; Savings:; house".
func (h *testBudget) groupsOfAccounts(t *testing.T) string {
	t.Helper()
	w := h.whole(t)
	var all []string
	for _, g := range w.AccountGroups {
		words := []string{g.Name + ":"}
		for _, acc := range w.Accounts {
			if acc.Group == g.No {
				words = append(words, acc.ID)
			}
		}
		all = append(all, strings.Join(words, " "))
	}
	for _, acc := range w.Accounts {
		if acc.Group == 0 {
			all = append(all, acc.ID)
		}
	}
	return strings.Join(all, "; ")
}

func TestAccountGroups(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	everyday, savings := h.newAccountGroup(t, " Everyday "), h.newAccountGroup(t, "Savings")
	steps := []struct {
		do   func() (ChangeResult, error)
		want string
	}{
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "cash", everyday, "") }, "Everyday: cash; Savings:; bank; house; old"},
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "bank", everyday, "cash") }, "Everyday: bank cash; Savings:; house; old"},
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "house", savings, "") }, "Everyday: bank cash; Savings: house; old"},
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "house", everyday, "bank") }, "Everyday: house bank cash; Savings:; old"},
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "bank", everyday, "bank") }, "Everyday: house bank cash; Savings:; old"},
		{func() (ChangeResult, error) { return h.a.MoveAccount(ctx, me, h.id, "cash", "house") }, "Everyday: cash house bank; Savings:; old"},
		{func() (ChangeResult, error) { return h.a.RenameAccountGroup(ctx, me, h.id, savings, "Later") }, "Everyday: cash house bank; Later:; old"},
		{func() (ChangeResult, error) { return h.a.MoveAccountGroup(ctx, me, h.id, savings, everyday) }, "Later:; Everyday: cash house bank; old"},
		{func() (ChangeResult, error) { return h.a.MoveAccountGroup(ctx, me, h.id, savings, "") }, "Everyday: cash house bank; Later:; old"},
		{func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "house", "", "") }, "Everyday: cash bank; Later:; old; house"},
		{func() (ChangeResult, error) { return h.a.DeleteAccountGroup(ctx, me, h.id, everyday) }, "Later:; old; cash; bank; house"},
	}
	states := []string{h.groupsOfAccounts(t)}
	for i, step := range steps {
		done, err := step.do()
		h.must(t, done, err)
		if got := h.groupsOfAccounts(t); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
		if done.Change != 0 {
			states = append(states, step.want)
		}
	}
	h.checkConsistent(t)
	for i := len(states) - 2; i >= 0; i-- {
		done, err := h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
		if got := h.groupsOfAccounts(t); got != states[i] {
			t.Errorf("undone: %s, want %s", got, states[i])
		}
	}
}

func TestNamesOfAccountGroups(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	group := h.newAccountGroup(t, "Straße")
	other := h.newAccountGroup(t, "Other")
	for name, kind := range map[string]apperr.Kind{" ": apperr.Invalid, "STRASSE ": apperr.Conflict, strings.Repeat("ä", envelope.MaxName+1): apperr.Invalid} {
		if _, err := h.a.NewAccountGroup(ctx, me, h.id, name); apperr.KindOf(err) != kind || apperr.HintOf(err) == "" {
			t.Errorf("new %q: %v", name, err)
		}
		if _, err := h.a.RenameAccountGroup(ctx, me, h.id, other, name); apperr.KindOf(err) != kind {
			t.Errorf("renamed to %q: %v", name, err)
		}
	}
	done, err := h.a.RenameAccountGroup(ctx, me, h.id, group, "STRASSE")
	h.must(t, done, err)
	for what, do := range map[string]func() (ChangeResult, error){
		"unknown group":   func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "bank", "moon", "") },
		"unknown account": func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "moon", group, "") },
		"unknown place":   func() (ChangeResult, error) { return h.a.GroupAccount(ctx, me, h.id, "bank", group, "moon") },
		"delete":          func() (ChangeResult, error) { return h.a.DeleteAccountGroup(ctx, me, h.id, "moon") },
		"move":            func() (ChangeResult, error) { return h.a.MoveAccountGroup(ctx, me, h.id, group, "moon") },
	} {
		if _, err := do(); apperr.KindOf(err) != apperr.NotFound {
			t.Errorf("%s: want not found, got %v", what, err)
		}
	}
}

// A deleted group cannot be restored beside a new one of its name, and an account not into a group that is gone.
func TestUndoOfAccountGroupsRefusesConflicts(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	group := h.newAccountGroup(t, "Everyday")
	deleted, err := h.a.DeleteAccountGroup(ctx, me, h.id, group)
	h.must(t, deleted, err)
	again := h.newAccountGroup(t, "everyday")
	if _, err := h.a.Undo(ctx, me, h.id, deleted.Change); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "account group") {
		t.Errorf("restored beside another of its name: %v", err)
	}
	in, err := h.a.GroupAccount(ctx, me, h.id, "bank", again, "")
	h.must(t, in, err)
	out, err := h.a.GroupAccount(ctx, me, h.id, "bank", "", "")
	h.must(t, out, err)
	gone, err := h.a.DeleteAccountGroup(ctx, me, h.id, again)
	h.must(t, gone, err)
	if _, err := h.a.Undo(ctx, me, h.id, out.Change); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("an account is in a deleted group: %v", err)
	}
}

// Account groups are in the document, in a copy of the budget and in an import of the document.
func TestAccountGroupsAreCopied(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.newAccountGroup(t, "Empty")
	group := h.newAccountGroup(t, "Everyday")
	done, err := h.a.GroupAccount(ctx, me, h.id, "bank", group, "")
	h.must(t, done, err)
	want := accountsAndGroups(t, h.a, h.id)
	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	if got := accountsAndGroups(t, h.a, copied.ID); got != want {
		t.Errorf("the copy has %s, want %s", got, want)
	}
	var document bytes.Buffer
	if err := h.a.Document(ctx, me, h.id, "plan", &document); err != nil {
		t.Fatal(err)
	}
	there := newApp(t)
	imported, err := there.Import(ctx, me, &document, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := accountsAndGroups(t, there, imported.Budget.ID); got != want {
		t.Errorf("the import has %s, want %s", got, want)
	}
}

func accountsAndGroups(t *testing.T, a *App, id string) string {
	t.Helper()
	f, err := a.Frame(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, g := range f.AccountGroups {
		all = append(all, g.Name)
	}
	for _, acc := range f.Accounts {
		all = append(all, fmt.Sprintf("%s in %q", acc.Name, acc.GroupName))
	}
	return strings.Join(all, ", ")
}
