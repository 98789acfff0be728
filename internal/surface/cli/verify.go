package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/verification"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

func newVerify(e *env) *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "verify BUDGET",
		Short: "Compare a budget with the file it came from, figure by figure",
		Long: `Compare the current budget with the plan document that it came from, the newest
one that was applied:
every account, every category's figures in every month, and To Budget against
the source's Ready to Assign, month by month, with the reasons for each
difference. Changes made here since are listed separately.

The exit code is 0 only if nothing is unexplained.`,
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			span, err := monthSpan(from, to)
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				if err := a.CheckBudget(cmd.Context(), b.ID); err != nil {
					return err
				}
				report, err := a.Verify(cmd.Context(), app.Machine(), b.ID)
				if err != nil {
					return err
				}
				limitReport(report, span)
				if err := e.show(report, func(p *printer) { printVerification(p, b, report) }); err != nil {
					return err
				}
				return e.unsound(b, report)
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "first month to list, YYYY-MM")
	cmd.Flags().StringVar(&to, "to", "", "last month to list, YYYY-MM")
	return cmd
}

// limitReport limits the lists to a range of months. Sums and sentences still cover all months.
func limitReport(r *verification.Report, span app.MonthSpan) {
	if span == (app.MonthSpan{}) {
		return
	}
	r.Months = slices.DeleteFunc(r.Months, func(m verification.MonthLine) bool { return !within(span, m.Month) })
	r.Cells.List = slices.DeleteFunc(r.Cells.List, func(c verification.CellLine) bool { return !within(span, c.Month) })
	for cause, list := range r.Evidence {
		r.Evidence[cause] = slices.DeleteFunc(list, func(one verification.Evidence) bool { return !within(span, one.Month) })
	}
}

// unsound returns an error, which sets the exit code, if the report contains an unexplained difference.
func (e *env) unsound(b pageframe.Budget, r *verification.Report) error {
	if r.Sound() {
		return nil
	}
	if r.Unexplained == 0 {
		return apperr.New(apperr.Invalid, "some figures differ from the file because of an error in Holdover").
			WithHint("the file and the budget are not damaged; please report it with the output of --json")
	}
	return apperr.New(apperr.Invalid, "%s of To Budget is unexplained", b.CurrencyFormat.WithSymbol(r.Unexplained)).
		WithHint("%s lists every cause with its evidence", e.command("verify %s --json", e.printer().budget(b)))
}

func printVerification(p *printer, b pageframe.Budget, r *verification.Report) {
	p.print("%s %s\n", r.Sentence, r.ToBudget)
	for _, reason := range r.Reasons {
		p.print("  - %s\n", reason)
	}
	printDifferent(p, b, r)
	if len(r.Months) > 0 {
		p.blank()
		t := p.table("Month", "To Budget>", "File>", "Difference>", "Because>", "…")
		for _, m := range r.Months {
			t.row(m.Month.String(), p.amount(b, m.ToBudget), p.amount(b, m.Source), p.amount(b, m.Difference), "", "")
			for _, c := range m.Causes {
				t.row("", "", "", "", p.amount(b, c.Amount), migration.CauseWords(c.Cause))
			}
			if m.Unexplained != 0 {
				t.row("", "", "", "", p.amount(b, m.Unexplained), "unexplained")
			}
		}
		t.print()
	}
	sayContradictions(p, r.Contradictions)
	for _, d := range r.RuleDifferences[:min(len(r.RuleDifferences), maxContradictions)] {
		p.say("Different from YNAB's published rules. %s", printable(d))
	}
}

// maxContradictions is the number of contradictions of a file, and of other figures, that are printed. A broken file
// has thousands.
const maxContradictions = 20

func sayContradictions(p *printer, all []string) {
	for _, c := range all[:min(len(all), maxContradictions)] {
		p.say("The file is inconsistent. %s", printable(c))
	}
	if more := len(all) - maxContradictions; more > 0 {
		p.say("It is inconsistent in %s more places; --json lists them.", humanize.Count(more))
	}
}

// printDifferent lists the accounts and category figures that differ.
func printDifferent(p *printer, b pageframe.Budget, r *verification.Report) {
	t := p.table("Account…", "Here>", "File>", "Why…")
	found := false
	for _, a := range r.Accounts {
		if a.Blame != "" {
			found = true
			t.row(a.Name, p.amount(b, a.Ours), p.amount(b, a.File), migration.BlameWords(a.Blame))
		}
	}
	if found {
		p.blank()
		t.print()
	}
	if len(r.Cells.List) == 0 {
		return
	}
	p.blank()
	t = p.table("Month", "Category…", "Figure", "Here>", "File>", "Why…")
	for _, c := range r.Cells.List {
		name := strings.TrimPrefix(c.Group+": "+c.Name, ": ")
		compare := func(figure string, here, file money.Milli) {
			if here != file {
				t.row(c.Month.String(), name, figure, p.amount(b, here), p.amount(b, file), migration.BlameWords(c.Blame))
			}
		}
		compare("budgeted", c.Ours.Budgeted, c.File.Budgeted)
		compare("activity", c.Ours.Activity, c.File.Activity)
		compare("balance", c.Ours.Balance, c.File.Balance)
	}
	t.print()
}

func within(span app.MonthSpan, m civil.Month) bool {
	return m >= span.From && (span.To == 0 || m <= span.To)
}

func newCheck(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check all data for damage",
		Long: `Read everything: the database's own structure, every budget's transactions
against the figures that are kept of them and against each other, its history,
and every document that it came from, with its report. Nothing is changed, but
that the tables of an older Holdover are brought up to date first. The exit code
is 0 only if nothing is wrong.

Changed letters in a name or a memo cannot be detected.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
			found, err := a.Check(cmd.Context())
			if err := showRead(e, map[string]any{"sound": len(found) == 0, "findings": append([]store.Finding{}, found...)}, err, func(p *printer) { printFindings(p, found) }); err != nil {
				return err
			}
			if len(found) > 0 {
				return apperr.New(apperr.Invalid, "the data is damaged: %s", humanize.Number(len(found), "finding", "findings")).
					WithHint("stop Holdover, keep the folder as it is, and bring the last sound backup back into another one with holdover restore")
			}
			return nil
		}),
	}
}

func printFindings(p *printer, found []store.Finding) {
	t := p.listed("All data was read. No damage was found.", "Budget…", "Problem")
	for _, f := range found {
		t.row(f.Name, f.What)
	}
	t.print()
}
