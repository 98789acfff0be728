package bring

import (
	"context"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cleanup"
	"holdover/internal/people"
	"holdover/internal/store"
	"holdover/internal/verification"
)

// Keep is the last step of an import, for tests that damage the budget before it.
var Keep = (*Bring).keep

// VerifyDocument is Verify as for budgets of older programs.
func VerifyDocument(ctx context.Context, br *Bring, id string) (*verification.Report, error) {
	return br.verifyDocument(ctx, people.Machine(), id)
}

// CleanUpInput returns the input of a budget's clean-ups.
func CleanUpInput(ctx context.Context, br *Bring, id string, look func(*cleanup.Input, *budget.Whole)) error {
	brought, err := br.brought(ctx, people.Machine(), id, auth.See)
	if err != nil {
		return err
	}
	return br.access.View(ctx, people.Machine(), id, func(v *store.View) error {
		in, err := brought.input(v)
		if err != nil {
			return err
		}
		whole, err := v.Whole()
		if err == nil {
			look(in, whole)
		}
		return err
	})
}
