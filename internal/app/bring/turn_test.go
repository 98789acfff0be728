package bring

import (
	"context"
	"errors"
	"testing"
)

// TestOneLooksAtAllOfABudgetAtATime and who leaves meanwhile waits no longer.
func TestOneLooksAtAllOfABudgetAtATime(t *testing.T) {
	br := New(nil)
	err := br.inTurn(t.Context(), func() error {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		return br.inTurn(ctx, func() error {
			t.Error("two look at once")
			return nil
		})
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := br.inTurn(t.Context(), func() error { return nil }); err != nil {
		t.Error(err)
	}
}
