package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/prompt"
)

// choose returns the plan to export: the named one, the only one, or the one that the user selects. An empty id is
// the most recently used plan.
func (x *exporting) choose(ctx context.Context, plans []sourceapi.Plan) (sourceapi.Plan, error) {
	if len(plans) == 0 {
		return sourceapi.Plan{}, apperr.New(apperr.NotFound, "no plan found at %s for this token", x.address.Name()).
			WithHint("check that the token belongs to the account with the plan")
	}
	switch {
	case x.plan == sourceapi.LastUsed || x.plan == sourceapi.Default:
		return sourceapi.Plan{ID: x.plan, Name: x.plan}, nil // the source resolves this id
	case x.plan != "":
		return sourceapi.Pick(plans, x.plan)
	}
	person, ok := prompt.On(x.env.in, x.env.err)
	switch {
	case len(plans) == 1:
		return plans[0], nil
	case !ok:
		_, err := sourceapi.Pick(plans, "")
		return sourceapi.Plan{}, usageError{apperr.New(apperr.Invalid, "there are %d plans: choose one with --plan", len(plans)).
			WithHint("%s; or --plan last-used", apperr.HintOf(err))}
	}
	i, err := person.Choose(ctx, "Which plan? Its number, or a part of its name:", planLines(plans))
	if err != nil {
		return sourceapi.Plan{}, err
	}
	return plans[i], nil
}

// planLines lists the plans' names, aligned, with the time of their last change.
func planLines(plans []sourceapi.Plan) []string {
	widest := 0
	for _, p := range plans {
		widest = max(widest, min(ansi.StringWidth(printable(p.Name)), 40))
	}
	return iterutil.Map(plans, func(p sourceapi.Plan) string {
		name := ansi.Truncate(printable(p.Name), 40, "…")
		name += strings.Repeat(" ", widest-ansi.StringWidth(name))
		return strings.TrimRight(fmt.Sprintf("%s  %-3s  %s", name, printable(p.Currency), planSpan(p)), " ")
	})
}

func planSpan(p sourceapi.Plan) string {
	span := ""
	if p.FirstMonth != 0 {
		span = p.FirstMonth.String() + " to " + p.LastMonth.String()
	}
	if !p.LastModifiedOn.IsZero() {
		span += ", changed " + minute(p.LastModifiedOn)
	}
	return span
}
