// Package migration imports budgets and verifies them: import, newer documents, download from a source, verification and
// clean-up. Package app embeds Bring, so that its methods belong to the application.
//
// Start with import.go.
package migration

import (
	"sync/atomic"

	"holdover/internal/app/budgetsession"
)

// Migration contains the operations on imported budgets: import, taking over newer documents, download from a source,
// verification and clean-up.
type Migration struct {
	access                 *budgetsession.Access
	fetches, failedFetches atomic.Int64
}

// New returns the operations over access to budgets.
func New(a *budgetsession.Access) *Migration { return &Migration{access: a} }
