package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/model/ynabdoc"
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

type exported struct {
	File string `json:"file"` // "-" for standard output
	Plan struct {
		ID         string `json:"id"`
		Name       string `json:"name"`
		Currency   string `json:"currency"`
		FirstMonth string `json:"first_month"`
		LastMonth  string `json:"last_month"`
	} `json:"plan"`
	Accounts     int  `json:"accounts"`
	Categories   int  `json:"categories"`
	Months       int  `json:"months"`
	Transactions int  `json:"transactions"`
	Scheduled    int  `json:"scheduled_transactions"`
	Anonymised   bool `json:"anonymised"`
	sourceapi.Fetched
}

func (x *exporting) summary(path string, doc *ynabdoc.Document, fetched sourceapi.Fetched) error {
	plan := &doc.Plan
	got := exported{
		File: path, Accounts: len(plan.Accounts), Categories: len(plan.Categories), Months: len(plan.Months),
		Transactions: len(plan.Transactions), Scheduled: len(plan.ScheduledTransactions), Anonymised: x.anon, Fetched: fetched,
	}
	got.Plan.ID, got.Plan.Name, got.Plan.Currency = plan.ID, plan.Name, plan.CurrencyFormat.ISOCode
	got.Plan.FirstMonth, got.Plan.LastMonth = plan.FirstMonth.String(), plan.LastMonth.String()
	p := x.printer()
	if x.env.json && path != "-" {
		return x.env.show(got, nil)
	}
	x.tell(p, got)
	if path != "-" {
		p.print("%s\n", path)
		p.say("%-10sholdover import %s", "Next", shellName(path))
	}
	return p.failed
}

// tell describes the exported plan on standard error.
func (x *exporting) tell(p *printer, got exported) {
	p.say("%-10s%q from %s%s", "Exported", printable(got.Plan.Name), x.address.Name(), span(got))
	parts := []string{
		humanize.Number(got.Accounts, "account", "accounts"), humanize.Number(got.Categories, "category", "categories"), humanize.Number(got.Months, "month", "months"),
		humanize.Number(got.Transactions, "transaction", "transactions"), humanize.Count(got.Scheduled) + " scheduled",
	}
	p.say("%-10s%s", "", strings.Join(parts, " · "))
	if got.ByArrays {
		p.say("%-10sThe plan could not be downloaded in one piece, so it was assembled from parts.", "")
	}
	if got.Changed {
		p.say("%-10sIt was changed at %s during the export. If figures disagree, export it again.", "", x.address.Name())
	}
	if got.Anonymised {
		p.say("%-10sNames and memos are replaced and amounts are multiplied by a random number that is not stored. Dates and proportions are real.", "")
	}
}

func span(got exported) string {
	if got.Plan.FirstMonth == "" {
		return ""
	}
	return ", " + got.Plan.FirstMonth + " to " + got.Plan.LastMonth
}
