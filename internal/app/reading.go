package app

import (
	"context"

	"holdover/internal/store"
)

// View gives do a look at the budget with an id, when the actor may see it: all
// that is read from it is of one moment. It is for surfaces that show a budget
// in a form of their own, such as the API; do must not keep the look.
func (a *App) View(ctx context.Context, who Actor, id string, do func(*store.View) error) error {
	return a.desk.View(ctx, who, id, do)
}
