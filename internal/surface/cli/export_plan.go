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

// choose returns the plan to export. A name or id in x.plan selects that plan, and "last-used" and "default" are left
// to the source. If x.plan is empty, choose returns the only plan. If there are several, it asks the user at a terminal,
// and fails without one.
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
	terminal, isTerminal := prompt.On(x.env.in, x.env.err)
	switch {
	case len(plans) == 1:
		return plans[0], nil
	case !isTerminal:
		return sourceapi.Plan{}, usageError{apperr.New(apperr.Invalid, "there are %d plans: choose one with --plan", len(plans)).
			WithHint("%s; or --plan last-used", sourceapi.Names(plans))}
	}
	i, err := terminal.Choose(ctx, "Which plan? Its number, or a part of its name:", planLines(plans))
	if err != nil {
		return sourceapi.Plan{}, err
	}
	return plans[i], nil
}

// longestPlanName is the width of the column of names, in characters of a terminal. Longer names are truncated.
const longestPlanName = 40

// planLines returns a line for each plan with its name, currency, months and last change, in aligned columns.
func planLines(plans []sourceapi.Plan) []string {
	width := 0
	for _, p := range plans {
		width = max(width, min(ansi.StringWidth(printable(p.Name)), longestPlanName))
	}
	return iterutil.Map(plans, func(p sourceapi.Plan) string {
		name := ansi.Truncate(printable(p.Name), longestPlanName, "…")
		name += strings.Repeat(" ", width-ansi.StringWidth(name))
		return strings.TrimRight(fmt.Sprintf("%s  %-3s  %s", name, printable(p.Currency), planDetails(p)), " ")
	})
}

// planDetails returns the months of a plan and the time of its last change, as far as the source sent them.
func planDetails(p sourceapi.Plan) string {
	var details []string
	if p.FirstMonth != 0 {
		details = append(details, p.FirstMonth.String()+" to "+p.LastMonth.String())
	}
	if !p.LastModifiedOn.IsZero() {
		details = append(details, "changed "+minute(p.LastModifiedOn))
	}
	return strings.Join(details, ", ")
}
