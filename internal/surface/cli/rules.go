package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
)

func newRules(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "List, try and apply a budget's rules about transactions",
		GroupID: "look",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newRulesList(e), newRulesTest(e), newRulesApply(e))
	return cmd
}

func newRulesList(e *env) *cobra.Command {
	return &cobra.Command{
		Use:               "list BUDGET",
		Short:             "List a budget's rules; if two set the same field, the upper one wins",
		Args:              exactArgs(1),
		RunE:              listOf(e, (*app.App).RulesOf, printRules),
		ValidArgsFunction: e.completeBudget,
	}
}

func printRules(p *printer, _ pageframe.Budget, all []rules.Rule) {
	t := p.listed("There are no rules.", "No>", "When…", "Then…", "…")
	for i := range all {
		t.row(humanize.Count(i+1), all[i].When, all[i].Then, map[bool]string{true: "off"}[all[i].Off])
	}
	t.print()
}

func newRulesTest(e *env) *cobra.Command {
	return &cobra.Command{
		Use:               "test BUDGET",
		Short:             "Say what a budget's rules would change of the existing transactions",
		Args:              exactArgs(1),
		RunE:              listOf(e, (*app.App).TryRules, printTrial),
		ValidArgsFunction: e.completeBudget,
	}
}

func printTrial(p *printer, b pageframe.Budget, trial rules.Trial) {
	t := p.table("Date", "Account…", "Payee…", "Amount>", "What", "Was…", "Is…")
	for _, c := range trial.First {
		for _, s := range c.Sets {
			t.row(c.Date.String(), c.Account, c.Payee, p.amount(b, c.Amount), s.What, s.Was, s.Is)
		}
	}
	if len(trial.First) > 0 {
		t.print()
	}
	p.say("%s of %s would be changed, %s left to you. Nothing was changed.", humanize.Count(trial.Changes), humanize.Count(trial.Looked), humanize.Count(trial.Left))
}

func newRulesApply(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "apply BUDGET [NUMBER]",
		Short: "Apply a budget's rules, or the one of a number, to the existing transactions",
		Long: `Apply a budget's rules, or the one with a number of "holdover rules list", to the
existing transactions, in one step that can be undone.`,
		Args: someArgs(1, 2),
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			one, err := e.ruleNumbered(cmd, a, b, args[1:])
			if err != nil {
				return err
			}
			done, err := a.ApplyRules(cmd.Context(), app.Machine(), b.ID, one, nil)
			return showRead(e, done, err, func(p *printer) {
				if done.Change == 0 {
					p.say("Nothing was changed.")
					return
				}
				p.say("%s. %s", done.Label, p.oneStep())
			})
		}),
		ValidArgsFunction: e.completeBudget,
	}
}

// ruleNumbered returns the id of the rule with a number of the list, or "" for all.
func (e *env) ruleNumbered(cmd *cobra.Command, a *app.App, b pageframe.Budget, number []string) (string, error) {
	if len(number) == 0 {
		return "", nil
	}
	all, err := a.RulesOf(cmd.Context(), app.Machine(), b.ID)
	if err != nil {
		return "", err
	}
	n, err := strconv.Atoi(number[0])
	if err != nil || n < 1 || n > len(all) {
		return "", e.listedBy(apperr.New(apperr.NotFound, "%s has no rule %s", b.Name, number[0]), "rules list %s", e.printer().budget(b))
	}
	return all[n-1].ID, nil
}
