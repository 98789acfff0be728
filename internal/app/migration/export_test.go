package migration

import (
	"context"

	"holdover/internal/app/users"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Keep is the last step of an import, for tests that damage the budget before it.
var Keep = (*Migration).keep

// VerifyDocument is Verify as for budgets of older programs.
func VerifyDocument(ctx context.Context, br *Migration, id string) (*verification.Report, error) {
	return br.verifyDocument(ctx, users.Machine(), id)
}

// CleanUpInput returns the input of a budget's clean-ups.
func CleanUpInput(ctx context.Context, br *Migration, id string, look func(*cleanup.Input, *budget.Whole)) error {
	brought, err := br.brought(ctx, users.Machine(), id, auth.See)
	if err != nil {
		return err
	}
	return br.access.ReadTx(ctx, users.Machine(), id, func(v *store.ReadTx) error {
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
