package app

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
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

// A new account begins at the end of its group; adding it is one step.
func TestAddAccountInAGroup(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	group := h.newAccountGroup(t, "Everyday")
	grouped, err := h.a.GroupAccount(ctx, me, h.id, "bank", group, "")
	h.must(t, grouped, err)
	entry := AccountEntry{Name: "Tin", Type: "cash", OnBudget: true, Balance: 5000, Date: h.a.Today(ctx), Group: group}
	done, account, err := h.a.AddAccount(ctx, me, h.id, entry)
	h.must(t, done, err)
	if got, want := h.groupsOfAccounts(t), "Everyday: bank "+account; !strings.HasPrefix(got, want+";") {
		t.Errorf("the groups are %s, want %s first", got, want)
	}
	h.checkConsistent(t)
	undone, err := h.a.Undo(ctx, me, h.id, 0)
	h.must(t, undone, err)
	if got := h.groupsOfAccounts(t); !strings.HasPrefix(got, "Everyday: bank;") || strings.Contains(got, account) {
		t.Errorf("the groups are %s after the undo", got)
	}
	entry.Group = "moon"
	if _, _, err := h.a.AddAccount(ctx, me, h.id, entry); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("added to an unknown group: %v, want not found", err)
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
	there := newApp(t)
	imported := h.reimported(t, there)
	if got := accountsAndGroups(t, there, imported); got != want {
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

// A filter that names a group of accounts chooses the rows of all its accounts, and those of none for an empty group. A saved one
// follows the group, and shows nothing once it is deleted.
func TestFilterByAccountGroup(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	everyday, empty := h.newAccountGroup(t, "Everyday"), h.newAccountGroup(t, "Empty")
	for account, amount := range map[string]money.Milli{"bank": -1_000, "cash": -20_000, "house": -300_000} {
		h.add(t, rows.Entry{Account: account, Date: march, Amount: amount})
	}
	for _, account := range []string{"bank", "house"} {
		done, err := h.a.GroupAccount(ctx, me, h.id, account, everyday, "")
		h.must(t, done, err)
	}
	more := func(not bool, of ...string) *rows.More { return &rows.More{Accounts: rows.SomeOf{Of: of, Not: not}} }
	sum := func(m *rows.More) money.Milli {
		t.Helper()
		got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{More: m}})
		if err != nil {
			t.Fatal(err)
		}
		return got.Sum
	}
	for _, c := range []struct {
		of   []string
		not  bool
		want money.Milli
	}{
		{[]string{rows.GroupRef + everyday}, false, -301_000},
		{[]string{rows.GroupRef + "everyday"}, false, -301_000},
		{[]string{rows.GroupRef + everyday, "cash"}, false, -321_000},
		{[]string{rows.GroupRef + everyday}, true, -20_000},
		{[]string{rows.GroupRef + empty}, false, 0},
	} {
		if got := sum(more(c.not, c.of...)); got != c.want {
			t.Errorf("groups %v, excluded %t: sum %s, want %s", c.of, c.not, got, c.want)
		}
	}
	if _, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{More: more(false, rows.GroupRef+"moon")}}); apperr.KindOf(err) != apperr.NotFound {
		t.Errorf("an unknown group: %v", err)
	}

	done, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{Name: "Mine", SavedRows: budget.SavedRows{More: more(false, rows.GroupRef+everyday)}})
	h.must(t, done, err)
	ask := reports.Ask{Kind: report.KindNetWorth, By: reports.ByAccountGroup, ReportFilters: budget.ReportFilters{Accounts: []string{rows.GroupRef + everyday}}}
	done, err = h.a.KeepReport(ctx, me, h.id, reports.SavedReport{Name: "Mine", Ask: ask})
	h.must(t, done, err)
	worth, err := h.a.NetWorth(ctx, me, h.id, reports.Query{Span: report.Span{From: march.Month(), Until: march.Month()}, ReportFilters: ask.ReportFilters})
	if err != nil || len(worth.Accounts) != 2 || len(worth.Groups) != 1 || worth.Groups[0].Name != "Everyday" || worth.Groups[0].Balances[0] != worth.Net[0] {
		t.Errorf("the net worth of the group is %+v (error %v)", worth.NetWorth, err)
	}
	lost := func(want bool) {
		t.Helper()
		filters, err := h.a.OwnFilters(ctx, me, h.id)
		if err != nil || len(filters) != 1 || filters[0].Lost != want {
			t.Errorf("the filters are %+v (error %v), want lost %t", filters, err, want)
		}
		saved, err := h.a.OwnReports(ctx, me, h.id)
		if err != nil || len(saved) != 1 || saved[0].Lost != want {
			t.Errorf("the reports are %+v (error %v), want lost %t", saved, err, want)
		}
	}
	lost(false)
	done, err = h.a.DeleteAccountGroup(ctx, me, h.id, everyday)
	h.must(t, done, err)
	lost(true)
}
