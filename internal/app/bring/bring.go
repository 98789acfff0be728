// Package bring is what brings budgets over and keeps the proof: import, taking
// over newer documents, reading a source, verification and clean-up. Package app
// embeds Bring, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people and desk. Start with import.go.
package bring

import "holdover/internal/app/desk"

// Bring is what brings budgets over and keeps the proof: import, taking over
// newer documents, reading a source, verification and clean-up.
type Bring struct{ desk *desk.Desk }

// New is it on a desk.
func New(d *desk.Desk) *Bring { return &Bring{d} }
