package cli

import (
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/base/money"
)

func newNew(e *env) *cobra.Command {
	var entry app.BudgetEntry
	var numbers, month string
	cmd := &cobra.Command{
		Use:     "new NAME",
		Short:   "Create an empty budget",
		Long:    "Create a budget with only a category for income.\nAccounts are added on the pages: holdover serve.",
		Example: "  holdover new Household --currency EUR --starter",
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entry.Name, entry.Numbers = args[0], money.Numbers(numbers)
			var err error
			if entry.FirstMonth, err = typedMonth(month); err != nil {
				return err
			}
			return e.beginApp(cmd.Context(), func(a *app.App) error {
				b, err := a.NewBudget(cmd.Context(), app.Machine(), entry)
				return showRead(e, b, err, func(p *printer) {
					p.print("Created %q in %s, starting %s. Its id is %s\n", printable(b.Name), b.Currency, b.FirstMonth, b.ID)
					p.say("%-10s%s, and add an account", "Next", p.command("serve"))
				})
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&entry.Currency, "currency", "EUR", "the currency's code")
	flags.StringVar(&numbers, "numbers", "", "number format, such as 1.234,56 (default: the usual one of the currency)")
	flags.StringVar(&entry.DateFormat, "dates", app.DateFormats()[0], "date format")
	flags.StringVar(&month, "first-month", "", "the first month, such as 2026-03 (default: the current month)")
	flags.BoolVar(&entry.Starter, "starter", false, "start with a few groups and categories")
	takes(flags, "currency", "a currency's code of three letters, such as EUR or USD", func(code string) bool {
		_, known := money.FormatOf(code, "")
		return known
	})
	takesWords(flags, "numbers", money.AllNumbers()...)
	takesWords(flags, "dates", app.DateFormats()...)
	return cmd
}
