package migration_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// Every change, addition and deletion made here survives taking over newer documents, and undoing those steps
// restores the state before.
func TestReimportKeepsEveryEdit(t *testing.T) {
	limitChecks(t, "24")
	plans := smallPlans(t)
	a := newHome(t)
	kept := 0
	rapid.Check(t, func(r *rapid.T) {
		text := pick(r, "plan", plans)
		id := importText(t, a, text)
		ours := edits{}
		for range 2 {
			before := recordsOf(wholeOf(t, a, id))
			p := &person{T: t, r: r, a: a, id: id}
			for range rapid.IntRange(1, 6).Draw(r, "edits") {
				pick(r, "edit", []func(){p.changeRow, p.changeRow, p.deleteRow, p.budget, p.budget, p.rename, p.deleteCategory, p.mergePayees, p.addRow})()
			}
			edited := wholeOf(t, a, id)
			ours.add(before, recordsOf(edited))
			text = editAtSource(t, r, text)
			done, view, err := a.ApplyReimport(t.Context(), app.Machine(), id, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(text))
			if err != nil {
				r.Fatalf("take over a newer file: %v %s", err, apperr.HintOf(err))
			}
			kept += view.Kept
			if view.Same {
				continue
			}
			check := func() {
				ours.check(r, recordsOf(wholeOf(t, a, id)))
				checkStore(t, r, a, id)
				checkMoney(t, a, id, "after the takeover")
			}
			check()
			if _, err := a.Undo(t.Context(), app.Machine(), id, done.Change); err != nil {
				r.Fatal(err)
			}
			if left := wholeOf(t, a, id); !sameWhole(edited, left) {
				r.Fatal("undo gives another budget")
			}
			if _, err := a.Redo(t.Context(), app.Machine(), id, done.Change); err != nil {
				r.Fatal(err)
			}
			check()
		}
		checkContradictions(t, r, a, id, text)
		if err := a.Delete(t.Context(), app.Machine(), id); err != nil {
			r.Fatal(err)
		}
	})
	t.Logf("%d records changed on both sides were kept", kept)
	if kept == 0 && !testing.Short() { // with a fifth of the tries, none may have been generated
		t.Error("no run changed a record on both sides")
	}
}

// checkContradictions checks that a contradictory document leaves no more unexplained after a takeover than after an import, and
// that no figure counts as our defect.
func checkContradictions(t *testing.T, r *rapid.T, a *home, id string, text []byte) {
	other := importText(t, a, text)
	got, err := a.Verify(t.Context(), app.Machine(), id)
	if err != nil {
		r.Fatal(err)
	}
	want, err := a.Verify(t.Context(), app.Machine(), other)
	if err != nil {
		r.Fatal(err)
	}
	if got.Ours != want.Ours || got.Unexplained != want.Unexplained {
		r.Fatalf("%d figures are laid at our door and %s is unexplained, after an import %d and %s", got.Ours, got.Unexplained, want.Ours, want.Unexplained)
	}
	if err := a.Delete(t.Context(), app.Machine(), other); err != nil {
		r.Fatal(err)
	}
}

func sameWhole(a, b *budget.Whole) bool {
	return maps.EqualFunc(recordsOf(a), recordsOf(b), func(a, b record) bool { return maps.Equal(a, b) })
}

// edits are a user's changes: the changed fields, all fields of a new record, nil for a deleted one.
type edits map[string]record

func (e edits) add(before, after map[string]record) {
	for name, oldValue := range before {
		newValue := after[name]
		switch {
		case newValue == nil:
			e[name] = nil
		case !maps.Equal(oldValue, newValue):
			if e[name] == nil {
				e[name] = record{}
			}
			for field := range allFields(oldValue, newValue) {
				if oldValue[field] != newValue[field] {
					e[name][field] = newValue[field]
				}
			}
		default:
			continue
		}
	}
	for name, newValue := range after {
		if before[name] == nil {
			e[name] = maps.Clone(newValue)
		}
	}
}

func allFields(a, b record) map[string]bool {
	all := map[string]bool{}
	for _, r := range []record{a, b} {
		for field := range r {
			all[field] = true
		}
	}
	return all
}

// check checks every edit. A deleted record returns only if a new record needs it: a payee, and the group of a new
// category. A link to the other side of a transfer may end.
func (e edits) check(r *rapid.T, now map[string]record) {
	for _, name := range slices.Sorted(maps.Keys(e)) {
		want, got := e[name], now[name]
		kind, _, _ := strings.Cut(name, " ")
		switch {
		case want == nil && got != nil && kind != "payee" && kind != "group":
			r.Fatalf("%s was deleted here and exists again: %v", name, got)
		case want == nil || got == nil && kind == "cell" && want["budgeted"] == "":
		case got == nil:
			r.Fatalf("%s was changed here and is gone: %v", name, want)
		}
		for field, value := range want {
			if got[field] != value && field != "transfer" && field != "parts" && field != "transfer_payee" {
				r.Fatalf("%s of %s is %s, want %s as changed here", field, name, got[field], value)
			}
		}
	}
}

// person is a user that edits a budget.
type person struct {
	*testing.T
	r  *rapid.T
	a  *home
	id string
}

// do makes an edit; an edit that the rules refuse is skipped.
func (p *person) do(edit func(e *budgetsession.ChangeTx, w *budget.Whole) error) {
	p.Helper()
	_, err := p.a.change(p.Context(), app.Machine(), p.id, "edit", func(e *budgetsession.ChangeTx) error {
		w, err := e.Whole()
		if err != nil {
			return err
		}
		return edit(e, w)
	})
	p.refused(err)
}

func (p *person) refused(err error) {
	p.Helper()
	if kind := apperr.KindOf(err); err != nil && kind != apperr.Conflict && kind != apperr.Invalid {
		p.r.Fatal(err)
	}
}

func (p *person) text() string {
	return fmt.Sprint("ours ", rapid.IntRange(0, 1<<20).Draw(p.r, "ours"))
}

func (p *person) changeRow() {
	p.do(func(e *budgetsession.ChangeTx, w *budget.Whole) error {
		row := pick(p.r, "row", fewRecords(w.Transactions, transactionsID))
		switch rapid.IntRange(0, 3).Draw(p.r, "field") {
		case 0:
			row.Memo = p.text()
		case 1:
			if len(row.Parts) == 0 && row.Transfer.Account == 0 {
				row.Amount++
			}
		case 2:
			if c := pick(p.r, "category", fewRecords(w.Categories, categoriesID)); len(row.Parts) == 0 && row.Transfer.Account == 0 && !c.Income {
				row.Category = c.No
			}
		case 3:
			row.Date = row.Date.AddDays(1)
		}
		return e.PutTransaction(&row)
	})
}

func (p *person) deleteRow() {
	list := wholeOf(p.T, p.a, p.id).Transactions
	_, err := p.a.DeleteRows(p.Context(), app.Machine(), p.id, rows.These(pick(p.r, "row", fewRecords(list, transactionsID)).ID), true)
	p.refused(err)
}

func (p *person) addRow() {
	p.do(func(e *budgetsession.ChangeTx, w *budget.Whole) error {
		row := budget.Transaction{
			ID: budgetsession.NewID(), Account: pick(p.r, "account", fewRecords(w.Accounts, accountsID)).No, Payee: pick(p.r, "payee", fewRecords(w.Payees, payeesID)).No, Date: pick(p.r, "row", fewRecords(w.Transactions, transactionsID)).Date,
			Amount: -1000, Memo: p.text(), Cleared: budget.Uncleared,
		}
		if c := pick(p.r, "category", fewRecords(w.Categories, categoriesID)); !c.Income {
			row.Category = c.No
		}
		return e.PutTransaction(&row)
	})
}

func (p *person) budget() {
	p.do(func(e *budgetsession.ChangeTx, w *budget.Whole) error {
		cell := pick(p.r, "cell", w.Cells)
		return e.SetBudgeted(cell.Category, cell.Month, cell.Budgeted+1)
	})
}

func (p *person) rename() {
	p.do(func(e *budgetsession.ChangeTx, w *budget.Whole) error {
		switch rapid.IntRange(0, 3).Draw(p.r, "of") {
		case 0:
			x := pick(p.r, "account", fewRecords(w.Accounts, accountsID))
			x.Name = p.text()
			return e.Put(&x)
		case 1:
			x := pick(p.r, "group", fewRecords(w.Groups, groupsID))
			x.Name = p.text()
			return e.Put(&x)
		case 2:
			x := pick(p.r, "category", fewRecords(w.Categories, categoriesID))
			x.Name = p.text()
			return e.Put(&x)
		}
		x := pick(p.r, "payee", fewRecords(w.Payees, payeesID))
		x.Name = p.text()
		return e.Put(&x)
	})
}

func (p *person) deleteCategory() {
	all := wholeOf(p.T, p.a, p.id).Categories
	_, err := p.a.DeleteCategory(p.Context(), app.Machine(), p.id, pick(p.r, "category", fewRecords(all, categoriesID)).ID, pick(p.r, "receiver", all).ID)
	p.refused(err)
}

func (p *person) mergePayees() {
	all := wholeOf(p.T, p.a, p.id).Payees
	_, err := p.a.MergePayees(p.Context(), app.Machine(), p.id, pick(p.r, "into", all).ID, []string{pick(p.r, "payee", fewRecords(all, payeesID)).ID})
	p.refused(err)
}

func transactionsID(x *budget.Transaction) string { return x.SourceID }
func categoriesID(x *budget.Category) string      { return x.SourceID }
func payeesID(x *budget.Payee) string             { return x.SourceID }
func accountsID(x *budget.Account) string         { return x.SourceID }
func groupsID(x *budget.Group) string             { return x.SourceID }
