package cli

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/surface/cli/banks"
)

func newBankSync(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "bank-sync [BUDGET]",
		Short: "Fetch the transactions of connected banks now",
		Long: `Fetch the transactions of the connected banks of all budgets, or of one, now.
While holdover serve runs it does so each night on its own.

New transactions wait to be approved. A possible duplicate is not added: it waits
for a decision on the page Banks. The exit code is 1 if an account could not be
fetched.`,
		Example:           "  holdover bank-sync\n  holdover bank-sync Household --json",
		GroupID:           "serve",
		Args:              someArgs(0, 1),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			if len(args) == 1 {
				b, err := e.findBudget(cmd.Context(), a, args[0])
				if err != nil {
					return err
				}
				return e.bankSync(cmd, a, []pageframe.Budget{b})
			}
			all, err := a.Budgets(cmd.Context(), app.Machine())
			if err != nil {
				return err
			}
			return e.bankSync(cmd, a, all)
		}),
	}
}

func (e *env) bankSync(cmd *cobra.Command, a *app.App, budgets []pageframe.Budget) error {
	all, err := banks.Sync(cmd.Context(), a, budgets)
	if err != nil {
		return err
	}
	return errors.Join(e.show(all, func(p *printer) { printBankAccounts(p, all) }), banks.Failed(all))
}

func printBankAccounts(p *printer, all []banks.Account) {
	t := p.listed("No bank is connected. See "+p.command("connect"), "Budget…", "Account…", "Last fetch", "Transactions>", "Undecided>?", "Problem…")
	for _, one := range all {
		last := "never"
		if one.LastFetch != nil {
			last = minute(*one.LastFetch)
		}
		t.row(one.Budget, one.Account, last, strconv.Itoa(one.Rows), strconv.Itoa(one.Undecided), one.Problem)
	}
	t.print()
}

func newConnect(e *env) *cobra.Command {
	var demo bool
	cmd := &cobra.Command{
		Use:   "connect [BUDGET]",
		Short: "List the ways to connect a bank, or connect an invented bank",
		Long: `List the ways to connect a bank. A bank is connected on the page Banks of a
budget, because the bank's own page may have to be visited.

With --demo, a budget is connected with an invented bank that needs no network:
BUDGET, or without it a new budget named "` + banks.DemoBudget + `". Both of the bank's
accounts get an account of the budget, with their transactions.`,
		Example:           "  holdover connect\n  holdover connect --demo",
		GroupID:           "serve",
		Args:              someArgs(0, 1),
		ValidArgsFunction: e.completeBudget,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case demo && len(args) == 0:
				return e.beginApp(cmd.Context(), func(a *app.App) error {
					b, err := banks.OpenDemoBudget(cmd.Context(), a)
					if err != nil {
						return err
					}
					return e.connectDemo(cmd, a, b)
				})
			case demo:
				return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error { return e.connectDemo(cmd, a, b) })
			case len(args) > 0:
				return usageError{errors.New("connect BUDGET needs --demo: a real bank is connected on the page Banks of the budget")}
			}
			return e.withApp(cmd.Context(), e.listProviders)
		},
	}
	cmd.Flags().BoolVar(&demo, "demo", false, "connect an invented bank")
	return cmd
}

// connectDemo connects a budget with the invented bank and names the next command.
func (e *env) connectDemo(cmd *cobra.Command, a *app.App, b pageframe.Budget) error {
	all, err := banks.ConnectDemo(cmd.Context(), a, b)
	if err != nil {
		return err
	}
	return errors.Join(e.show(all, func(p *printer) {
		printBankAccounts(p, all)
		p.say("%s is connected with an invented bank, which has new transactions each day.", printable(b.Name))
		p.say("%-10s%s, and open To approve", "Next", p.command("serve"))
	}), banks.Failed(all))
}

// provider is the JSON output of holdover connect.
type provider struct {
	Name   string   `json:"name"`
	Covers string   `json:"covers"`
	Costs  string   `json:"costs"`
	Needs  []string `json:"needs"`
	Page   string   `json:"page"`
}

func (e *env) listProviders(a *app.App) error {
	all := []provider{}
	for _, about := range a.BankProviders() {
		all = append(all, provider{about.Name, about.Covers, about.Costs, about.Needs, about.Page})
	}
	return e.show(all, func(p *printer) {
		t := p.table("Service…", "Covers…", "Costs…")
		for _, one := range all {
			t.row(one.Name, one.Covers, one.Costs)
		}
		t.print()
		p.say("A bank is connected on the page Banks of a budget: %s", p.command("serve"))
		p.say("To see it with an invented bank: %s", p.command("connect --demo"))
	})
}
