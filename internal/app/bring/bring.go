// Package bring is what brings budgets over and keeps the proof: import, taking
// over newer documents, reading a source, verification and clean-up. Package app
// embeds Bring, so that its methods are the application's.
//
// Floor 4: may import floors 0 to 3, people and desk. Start with import.go.
package bring

import (
	"context"

	"holdover/internal/app/desk"
)

// Bring is what brings budgets over and keeps the proof: import, taking over
// newer documents, reading a source, verification and clean-up.
type Bring struct {
	desk *desk.Desk
	turn chan struct{} // full while somebody looks at all of a budget
}

// New is it on a desk.
func New(d *desk.Desk) *Bring { return &Bring{desk: d, turn: make(chan struct{}, 1)} }

// inTurn runs do when nobody else looks at all of a budget and its document: a
// large one takes a gigabyte, and many people may ask at once.
func (br *Bring) inTurn(ctx context.Context, do func() error) error {
	select {
	case br.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-br.turn }()
	return do()
}
