package app

import (
	"slices"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/userstore"
)

// Undoing a change deletes the payee that it created, unless others use it by then: the payee stays, the change is
// undone, and can be redone.
func TestUndoLeavesPayeesThatOthersUse(t *testing.T) {
	day := march
	for name, do := range map[string]func(a *App, id string, who Actor, n string) (ChangeResult, error){
		"a starting balance": func(a *App, id string, who Actor, n string) (ChangeResult, error) {
			done, _, err := a.AddAccount(t.Context(), who, id, AccountEntry{Name: "Account " + n, Type: "cash", OnBudget: true, Balance: 5_000, Date: day})
			return done, err
		},
		"a new payee": func(a *App, id string, who Actor, n string) (ChangeResult, error) {
			done, _, err := a.AddRow(t.Context(), who, id, rows.Entry{Account: wholeOf(t, a, id).Accounts[0].ID, Date: day, Amount: -5_000, PayeeName: "Starting Balance", Memo: n})
			return done, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, anna, ben := annaAndBen(t)
			id := newSharedBudget(t, a, map[userstore.UserNo]auth.Role{userstore.UserNo(ben.User): auth.Editor})
			ctx := t.Context()
			if _, _, err := a.AddAccount(ctx, Machine(), id, AccountEntry{Name: "Till", Type: "cash", OnBudget: true}); err != nil {
				t.Fatal(err)
			}
			want := func(what string, rows int, payee bool) {
				t.Helper()
				w := wholeOf(t, a, id)
				there := slices.ContainsFunc(w.Payees, func(p budget.Payee) bool { return p.Name == "Starting Balance" })
				if len(w.Transactions) != rows || there != payee {
					t.Errorf("%s: %d transactions, payee found: %t; want %d and %t", what, len(w.Transactions), there, rows, payee)
				}
				if err := a.CheckBudget(ctx, id); err != nil {
					t.Errorf("check after %s: %v", what, err)
				}
			}
			before := len(wholeOf(t, a, id).Transactions)
			step := func(done ChangeResult, err error) int64 {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				return done.Change
			}
			alone := step(do(a, id, anna, "alone"))
			step(a.Undo(ctx, anna, id, alone))
			want("nobody else uses it", before, false)
			step(a.Redo(ctx, anna, id, alone))
			want("done again", before+1, true)
			step(a.Undo(ctx, anna, id, alone))

			annas := step(do(a, id, anna, "Anna's"))
			bens := step(do(a, id, ben, "Ben's"))
			step(a.Undo(ctx, anna, id, annas))
			want("Ben uses it", before+1, true)
			step(a.Redo(ctx, anna, id, annas))
			want("Anna's again", before+2, true)
			step(a.Undo(ctx, anna, id, annas))
			step(a.Undo(ctx, ben, id, bens))
			want("both undone", before, true)
			step(a.Redo(ctx, ben, id, bens))
			want("Ben's again", before+1, true)
		})
	}
}

// Undoing the explicit creation of a payee is refused if the payee is used by then.
func TestUndoOfCreatingAPayeeIsRefusedWhileItIsUsed(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	made, err := h.a.change(ctx, me, h.id, "test", func(e *changeTx) error {
		_, err := e.PayeeNamed("Club")
		return err
	})
	h.must(t, made, err)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5_000, PayeeName: "Club"})
	if _, err := h.a.Undo(ctx, me, h.id, made.Change); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("undo while the payee is used: error %v, want a conflict", err)
	}
}

// A redo deletes the same records as before, or nothing: a merge cannot be redone if the payee has been used since
// the undo.
func TestRedoOfAMergeIsRefusedIfThePayeeIsUsed(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	entry := rows.Entry{Account: "bank", Date: march, Amount: -5_000, Payee: "bakery"}
	h.add(t, entry)
	merged, err := h.a.MergePayees(ctx, me, h.id, "baker", []string{"bakery"})
	h.must(t, merged, err)
	undone, err := h.a.Undo(ctx, me, h.id, merged.Change)
	h.must(t, undone, err)
	h.add(t, entry)
	if _, err := h.a.Redo(ctx, me, h.id, merged.Change); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("redo of the merge while the payee is used: error %v, want a conflict", err)
	}
	h.checkConsistent(t)
}
