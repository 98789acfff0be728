package bring

import (
	"context"

	"holdover/internal/auth"
	"holdover/internal/people"
	"holdover/internal/verification"
)

// VerifyImport and Keep are what an import does last, for tests that spoil a
// budget between the two.
var (
	VerifyImport = (*ImportReport).verify
	Keep         = (*Bring).keep
)

// VerifyDocument is Verify as it is for budgets of older programs.
func VerifyDocument(ctx context.Context, br *Bring, id string) (*verification.Report, error) {
	kept, of, err := br.report(ctx, people.Machine(), id, auth.See)
	if err != nil {
		return nil, err
	}
	return br.verifyDocument(ctx, &kept, of)
}
