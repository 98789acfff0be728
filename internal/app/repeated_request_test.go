package app

import (
	"context"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/users/userstest"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// TestRepeatedRequestsChangeOnce: a form whose response was lost was entered twice when it was sent again, also if both
// requests arrived at the same time, at two processes.
func TestRepeatedRequestsChangeOnce(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		keyed := func(key, digest string) context.Context {
			return WithRequest(t.Context(), RequestKey{Key: key, Digest: digest})
		}
		add := func(ctx context.Context, a *App, amount money.Milli) (ChangeResult, error) {
			done, _, err := a.AddRow(ctx, Machine(), p.id, rows.Entry{Account: "bank", Date: 20260310, Amount: amount, PayeeName: "Repeated", Cleared: "uncleared"})
			return done, err
		}
		count := func() (n int) {
			for i := range p.whole(t).Transactions {
				if p.whole(t).Transactions[i].Amount == -12_500 {
					n++
				}
			}
			return n
		}
		once := keyed("1", "a")
		failed, changed := p.requestBoth(t,
			func(_ context.Context, a *App) (ChangeResult, error) { return add(once, a, -12_500) },
			func(_ context.Context, a *App) (ChangeResult, error) { return add(once, a, -12_500) })
		if len(failed) != 0 || changed != 2 || count() != 1 {
			t.Fatalf("two equal requests at once: errors %v, %d results, %d rows; want 2 results and one row", failed, changed, count())
		}
		first, err := add(once, p.a, -12_500)
		if err != nil || !strings.HasPrefix(first.Label, "Added") || first.Action != "add-row" || count() != 1 {
			t.Errorf("same request again: %+v with %d rows, want the first result and one row (error %v)", first, count(), err)
		}
		if _, err := add(keyed("1", "b"), p.a, -13_500); apperr.CodeOf(err) != SavedBefore || !strings.Contains(err.Error(), "with other values: "+first.Label) {
			t.Errorf("same key with other values: error %v, want the first result named", err)
		}
		if _, err := add(keyed("2", "a"), p.a, -12_500); err != nil || count() != 2 {
			t.Errorf("equal request with another key: %d rows, want 2 (error %v)", count(), err)
		}
		if _, err := p.a.Undo(t.Context(), Machine(), p.id, first.Change); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := p.a.Undo(keyed("3", "a"), Machine(), p.id, 0); err != nil || count() != 0 {
				t.Errorf("repeated undo: %d rows, want 0 (error %v)", count(), err)
			}
		}
		if _, err := p.a.Redo(keyed("4", "a"), Machine(), p.id, 0); err != nil || count() != 1 {
			t.Errorf("redo: %d rows, want 1 (error %v)", count(), err)
		}
		if _, err := add(once, p.a, -12_500); err != nil || count() != 2 {
			t.Errorf("first request after the undo: %d rows, want 2 (error %v)", count(), err)
		}
	})
}

// TestRequestsOfAnOutboxChangeOnceAndNameTheirRecord: an entry of a phone is sent again long after its response was lost,
// also after it was undone on another device, and later entries name the transaction by the key of the first.
func TestRequestsOfAnOutboxChangeOnceAndNameTheirRecord(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		const key, id = "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdef"
		sent := func(key, digest string) context.Context {
			return WithRequest(t.Context(), RequestKey{Key: key, Digest: digest, Once: true})
		}
		entry := rows.Entry{Account: "bank", Date: march, Amount: -12_500, TransferTo: "house", Category: "food", Cleared: "uncleared"}
		before := len(p.whole(t).Transactions)
		check := func(what string, rows int) {
			t.Helper()
			if got := len(p.whole(t).Transactions) - before; got != rows {
				t.Fatalf("%s: %d transactions, want %d", what, got, rows)
			}
		}
		first, row, err := p.a.AddRow(sent(key, "a"), Machine(), p.id, entry)
		if err != nil || row != id || first.Repeated || first.Seen == "" {
			t.Fatalf("first request: %+v, transaction %s (error %v)", first, row, err)
		}
		check("first request", 2)
		stored := func() *rows.Row {
			t.Helper()
			return &testkit.Must(p.a.RowForm(t.Context(), Machine(), p.id, id))(t).Row.Row
		}
		if got := string(rows.FingerprintOf(stored())); got != first.Seen {
			t.Errorf("fingerprint of the response %q, of the transaction %q", first.Seen, got)
		}
		if other := stored().TransferTransactionID; other == "" || other == id {
			t.Errorf("other side of the transfer: %q", other)
		}
		edit := rows.Entry{Account: "bank", Date: march, Amount: -13_000, TransferTo: "house", Category: "food", Cleared: "cleared"}
		edited, err := p.other.EditRow(sent("1123456789abcdef0123456789abcdef", "a"), Machine(), p.id, id, edit, rows.Fingerprint(first.Seen), false)
		if err != nil || edited.Seen != string(rows.FingerprintOf(stored())) || edited.Seen == first.Seen {
			t.Errorf("edit of the new transaction: %+v (error %v)", edited, err)
		}
		for _, change := range []int64{edited.Change, first.Change} {
			done, err := p.other.Undo(t.Context(), Machine(), p.id, change)
			p.must(t, done, err)
		}
		check("undo", 0)
		again, _, err := p.other.AddRow(sent(key, "a"), Machine(), p.id, entry)
		if err != nil || !again.Repeated || again.Change != first.Change || again.Label != first.Label || again.Seen != "" {
			t.Errorf("second request after the undo: %+v (error %v)", again, err)
		}
		check("second request after the undo", 0)
		if _, _, err := p.a.AddRow(sent(key, "b"), Machine(), p.id, entry); apperr.CodeOf(err) != SavedBefore {
			t.Errorf("same key with other values: error %v", err)
		}
		done, err := p.a.Redo(t.Context(), Machine(), p.id, first.Change)
		p.must(t, done, err)
		check("redo", 2)
	})
}

// TestAKeyOfAnotherUserOverwritesNothing: the id of a transaction is its request's key, which another user, or the same
// user with a form that was undone, may send as well.
func TestAKeyOfAnotherUserOverwritesNothing(t *testing.T) {
	withTwoProcesses(t, func(t *testing.T, p *twoProcesses) {
		anna, ben := userstest.AnnaAndBen(t, p.a.Service)
		if err := p.a.SetShare(t.Context(), anna, p.id, ben.Name, auth.Editor); err != nil {
			t.Fatal(err)
		}
		ctx := WithRequest(t.Context(), RequestKey{Key: "0123456789abcdef0123456789abcdef", Digest: "a"})
		entry := rows.Entry{Account: "bank", Date: march, Amount: -12_500, PayeeName: "Bakery", Cleared: "uncleared"}
		first, id, err := p.a.AddRow(ctx, Machine(), p.id, entry)
		p.must(t, first, err)
		entry.Amount = -99_000
		if _, _, err := p.other.AddRow(ctx, ben, p.id, entry); apperr.KindOf(err) != apperr.Conflict || apperr.HintOf(err) == "" || apperr.CodeOf(err) == SavedBefore {
			t.Errorf("same key of another user: error %v, want a conflict about the id", err)
		}
		if got := p.row(t, id); got.Amount != -12_500 {
			t.Errorf("transaction after the refused request: %+v", got)
		}
		done, err := p.a.Undo(t.Context(), Machine(), p.id, first.Change)
		p.must(t, done, err)
		second, again, err := p.a.AddRow(ctx, Machine(), p.id, entry)
		if err != nil || again != id || second.Change == first.Change {
			t.Errorf("form sent again after the undo: %+v, transaction %s (error %v)", second, again, err)
		}
		if _, err := p.a.Redo(t.Context(), Machine(), p.id, first.Change); apperr.KindOf(err) != apperr.Conflict {
			t.Errorf("redo of the first change: error %v, want a conflict", err)
		}
		if got := p.row(t, id); got.Amount != -99_000 {
			t.Errorf("transaction after the refused redo: %+v", got)
		}
	})
}
