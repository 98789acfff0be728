package app

import (
	"context"
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
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
