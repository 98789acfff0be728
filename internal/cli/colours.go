package cli

import (
	"context"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/app/rows"
	"holdover/internal/budget"
	"holdover/internal/fault"
)

// colourOf is a colour as a filter means it: "" for none.
func colourOf(typed string) string {
	if typed == rows.None {
		return ""
	}
	return typed
}

// knownColours refuses a colour that no flag of the budget has, unless it is one of the source's: a word that was mistyped
// looked as if nothing was flagged so.
func knownColours(ctx context.Context, a *app.App, b frame.Budget, colours []string) error {
	there := slices.Concat(budget.FlagColours, []string{rows.None})
	unknown := func(colour string) bool { return !slices.Contains(there, colour) }
	if !slices.ContainsFunc(colours, unknown) {
		return nil
	}
	others := rows.Filter{More: &rows.More{Flags: rows.SomeOf{Of: append([]string{""}, budget.FlagColours...), Not: true}}}
	err := a.Transactions(ctx, app.Machine(), b.ID, others, func(r rows.Row) error {
		if unknown(r.FlagColour) {
			there = append(there, r.FlagColour)
		}
		return nil
	})
	if i := slices.IndexFunc(colours, unknown); err == nil && i >= 0 {
		err = fault.New(fault.NotFound, "there is no flag %q in %s", colours[i], b.Name).WithHint("the colours there are: %s", either(there))
	}
	return err
}
