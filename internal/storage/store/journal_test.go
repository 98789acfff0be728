package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// A change can be undone only while its records are as it left them. Later changes of other members of the same
// record do not matter.
func TestUndoIsRefusedAfterLaterChanges(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(2, small))
		row := whole(t, s, h.No).Transactions[20]
		edit := func(do func(*budget.Transaction)) Change {
			t.Helper()
			c, err := s.Change(t.Context(), h.No, meta("edit"), func(w *WriteTx) error {
				now, err := w.Transaction(row.No)
				if err != nil {
					return err
				}
				do(&now)
				return w.PutTransaction(&now)
			})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		first := edit(func(t *budget.Transaction) { t.Memo = "first" })
		edit(func(t *budget.Transaction) { t.FlagColour = "blue" })
		if _, err := s.Undo(t.Context(), h.No, first.No, meta("undo")); err != nil {
			t.Errorf("undo of a memo after a later change of the flag: %v", err)
		}
		second := edit(func(t *budget.Transaction) { t.Memo = "second" })
		third := edit(func(t *budget.Transaction) { t.Memo = "third" })
		_, err := s.Undo(t.Context(), h.No, second.No, meta("undo"))
		if name := "transaction of " + row.Date.In(whole(t, s, h.No).Info.DateFormat) + " for "; apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), name) {
			t.Errorf("undo of a memo after a later change of the memo: error %v, want a conflict that names the %q", err, name)
		}
		if k, err := s.Knowledge(t.Context(), h.No); err != nil || k != third.No {
			t.Errorf("budget after a refused undo is at change %d, want %d (error %v)", k, third.No, err)
		}
		if _, err := s.Undo(t.Context(), h.No, 1, meta("undo")); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("undo of the import: error %v, want it invalid", err)
		}
		verify(t, s, h.No)
	})
}

// An undo, a deletion or a write is refused if it would leave a reference to a missing record, a category with the name
// of another one, or an invalid value.
func TestChangesThatBreakReferencesOrNamesAreRefused(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		h := imported(t, s, household(2, small))
		stored := whole(t, s, h.No)
		change := func(do func(*WriteTx) error) (Change, error) { return s.Change(ctx, h.No, meta("change"), do) }
		wantError := func(err error, kind apperr.Kind, word string) {
			t.Helper()
			if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), word) {
				t.Errorf("error %v, want kind %s with %q", err, kind, word)
			}
		}
		category := budget.Category{ID: "new", Name: "New", Group: stored.Groups[1].No}
		created, err := change(func(w *WriteTx) error { return w.Put(&category) })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := change(func(w *WriteTx) error { return w.SetBudgeted(category.No, stored.Cells[0].Month, 5000) }); err != nil {
			t.Fatal(err)
		}
		_, err = s.Undo(ctx, h.No, created.No, meta("undo"))
		wantError(err, apperr.Conflict, `"New" still has budgeted amounts`)
		_, err = change(func(w *WriteTx) error { return w.Remove(&stored.Accounts[0]) })
		wantError(err, apperr.Conflict, `"Account 0" still has transactions`)
		_, err = change(func(w *WriteTx) error {
			return w.PutTransaction(&budget.Transaction{ID: "t", Account: stored.Accounts[0].No, Date: 20260101, Cleared: budget.Uncleared, Category: 9999})
		})
		wantError(err, apperr.Conflict, "category that is not there")
		_, err = change(func(w *WriteTx) error {
			return w.PutTransaction(&budget.Transaction{ID: stored.Transactions[0].ID, Account: stored.Accounts[0].No, Date: 20260101, Cleared: budget.Uncleared})
		})
		wantError(err, apperr.Conflict, "id is there already")
		_, err = change(func(w *WriteTx) error {
			return w.Put(&budget.Category{ID: "other", Name: "nEW ", Group: category.Group})
		})
		wantError(err, apperr.Conflict, "already exists")
		_, err = change(func(w *WriteTx) error {
			return w.PutTransaction(&budget.Transaction{ID: "t", Account: stored.Accounts[0].No, Date: 20260101, Cleared: "maybe"})
		})
		wantError(err, apperr.Invalid, `"maybe"`)
		verify(t, s, h.No)
	})
}

func TestChangedSince(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(2, small))
		stored := whole(t, s, h.No)
		row, deleted := stored.Transactions[3], stored.Transactions[4]
		var baker budget.Payee
		for _, do := range []func(*WriteTx) error{ // changes 2 to 6; change 1 is the import
			func(w *WriteTx) error { baker = budget.Payee{ID: "p", Name: "Baker"}; return w.Put(&baker) },
			func(w *WriteTx) error { row.Memo = "a"; return w.PutTransaction(&row) },
			func(w *WriteTx) error { row.Payee = baker.No; return w.PutTransaction(&row) },
			func(w *WriteTx) error { return w.DeleteTransaction(deleted.No) },
			func(w *WriteTx) error { return w.SetBudgeted(stored.Categories[2].No, row.Date.Month(), 77000) },
		} {
			if _, err := s.Change(t.Context(), h.No, meta("change"), do); err != nil {
				t.Fatal(err)
			}
		}
		err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			all, err := v.ChangedSince(2)
			if err != nil {
				return err
			}
			if all.Knowledge != 6 || all.Everything || len(all.Records) != 2 {
				t.Errorf("changes since change 2: %+v, want two kinds of records up to change 6", all)
			}
			rows := all.Records[KindTransaction]
			if len(rows) != 2 || rows[0].ID != row.ID || rows[0].Deleted || rows[1].ID != deleted.ID || !rows[1].Deleted {
				t.Errorf("changed transactions: %+v, want %s and the deleted %s", rows, row.ID, deleted.ID)
			}
			var last budget.Transaction
			if err := json.Unmarshal(rows[1].Last, &last); err != nil || !cmp.Equal(last, deleted) {
				t.Errorf("last state of the deleted transaction differs: %s (error %v)", cmp.Diff(last, deleted), err)
			}
			if cell := all.Records[KindCell]; len(cell) != 1 || cell[0].No != int64(stored.Categories[2].No) || cell[0].Sub != int64(row.Date.Month()) {
				t.Errorf("changed cells: %+v, want that of the third category in the transaction's month", cell)
			}
			if len(all.Touched.Accounts) != 1 || all.Touched.Accounts[0] != deleted.Account || all.Touched.From != min(deleted.Date, row.Date).Month() {
				t.Errorf("touched: %+v, want the account of the deleted transaction and the months from the earlier of the two", all.Touched)
			}
			sinceStart, err := v.ChangedSince(0)
			if !sinceStart.Everything {
				t.Error("changes since before the import: not everything is returned")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		history, err := s.Changes(t.Context(), h.No, 0, 4) // the last four
		if err != nil || len(history) != 4 || history[0].No != 6 || history[3].No != 3 || history[0].Actor != "u1" || !history[0].At.Equal(start) {
			t.Errorf("history: %+v, want changes 6 to 3 (error %v)", history, err)
		}
	})
}

// If a card's payment category was deleted and the card was given another, an undo does not restore the first.
// Otherwise payments to the card would be spent from both.
func TestUndoDoesNotRestoreASecondPaymentCategory(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		cards := household(5, size{accounts: 2, categories: 2, payees: 1})
		keepCards(cards, 2)
		no, first := imported(t, s, cards).No, cards.Categories[len(cards.Categories)-1]
		deletion, err := s.Change(t.Context(), no, meta("delete"), func(w *WriteTx) error { return w.DeleteCategory(first.No) })
		if err != nil {
			t.Fatal(err)
		}
		another, err := s.Change(t.Context(), no, meta("another"), func(w *WriteTx) error {
			return w.Put(&budget.Category{ID: "another", Group: first.Group, Name: "Another", Card: first.Card})
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Undo(t.Context(), no, deletion.No, meta("back")); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("undo that gives the card a second category: error %v, want a conflict", err)
		}
		for _, c := range []Change{another, deletion} {
			if _, err := s.Undo(t.Context(), no, c.No, meta("in order")); err != nil {
				t.Errorf("undo of change %d, the last one that is not undone: %v", c.No, err)
			}
		}
	})
}

func TestSubscribersAreNotified(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(2, small))
		changes, cancel := s.Subscribe(h.No)
		for i := range 3 {
			if _, err := s.Change(t.Context(), h.No, meta("hold"), func(w *WriteTx) error {
				return w.PutMonth(budget.Month{Month: civil.MakeMonth(2025, 1), Held: money.Milli(i + 1)})
			}); err != nil {
				t.Fatal(err)
			}
		}
		if last := <-changes; last != 4 { // the import and three changes
			t.Errorf("notified of change %d, want 4", last)
		}
		cancel()
		cancel()
		if _, more := <-changes; more {
			t.Error("channel is open after the subscription ended")
		}
	})
}

// Subscribers are notified of changes and deletions by another process too.
func TestSubscribersAreNotifiedOfOtherProcesses(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		first, second := open(t, cfg), open(t, cfg)
		h, unchanged := imported(t, first, household(2, small)), imported(t, first, household(3, small))
		changes, cancel := first.Subscribe(h.No)
		unchangedChanges, cancelUnchanged := first.Subscribe(unchanged.No)
		done, err := second.Change(t.Context(), h.No, meta("elsewhere"), addGroup)
		if err != nil {
			t.Fatal(err)
		}
		for last := int64(0); last != done.No; {
			last = <-changes
		}
		if err := second.Delete(t.Context(), h.No); err != nil {
			t.Fatal(err)
		}
		for last := done.No; last != 0; { // 0 announces the deletion
			last = <-changes
		}
		if last := <-unchangedChanges; last != 1 { // the import
			t.Errorf("subscriber of the unchanged budget is notified of change %d, want 1", last)
		}
		cancel()
		cancelUnchanged()
	})
}

// An error or panic in a change rolls everything back.
func TestChangeIsAllOrNothing(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		h := imported(t, s, household(2, small))
		before := whole(t, s, h.No)
		deleteSome := func(w *WriteTx) error {
			for _, row := range before.Transactions[:5] {
				if err := w.DeleteTransaction(row.No); err != nil {
					return err
				}
			}
			return nil
		}
		_, err := s.Change(t.Context(), h.No, meta("fails"), func(w *WriteTx) error {
			return errors.Join(deleteSome(w), apperr.New(apperr.Invalid, "no"))
		})
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("change that returns an error: got %v, want that error", err)
		}
		func() {
			defer func() { _ = recover() }()
			_, _ = s.Change(t.Context(), h.No, meta("panics"), func(w *WriteTx) error { _ = deleteSome(w); panic("oh") })
		}()
		stopped, stop := context.WithCancel(t.Context())
		if _, err := s.Change(stopped, h.No, meta("stopped"), func(w *WriteTx) error { stop(); return deleteSome(w) }); err == nil {
			t.Error("change with a cancelled context: got no error")
		}
		if diff := cmp.Diff(before, whole(t, s, h.No)); diff != "" {
			t.Errorf("budget after three failed changes differs: %s", diff)
		}
		verify(t, s, h.No)
	})
}
