package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/payees"
	"holdover/internal/model/humanize"
)

func newPayees(e *env) *cobra.Command {
	var search, only string
	cmd := &cobra.Command{
		Use:     "payees BUDGET",
		Short:   "List a budget's payees with their use and marks",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			all, err := allPayees(cmd.Context(), a, b, payees.Query{Search: search, Only: payees.Only(only)})
			return showRead(e, all, err, func(p *printer) { printPayees(p, all) })
		}),
	}
	cmd.Flags().StringVar(&search, "search", "", "only payees with this text in the name")
	cmd.Flags().StringVar(&only, "only", "", "only payees that are unused, hidden, favourites, or whose learning is off (learning-off)")
	takesWords(cmd.Flags(), "only", payees.OnlyUnused, payees.OnlyHidden, payees.OnlyFavourites, payees.OnlyLearningOff)
	return cmd
}

// allPayees returns the payees of all pages.
func allPayees(ctx context.Context, a *app.App, b pageframe.Budget, q payees.Query) ([]payees.Payee, error) {
	all := []payees.Payee{}
	for {
		q.Page++
		got, err := a.PayeesOf(ctx, app.Machine(), b.ID, q)
		all = append(all, got.Page...)
		if err != nil || len(got.Page) == 0 || len(all) >= got.Chosen {
			return all, err
		}
	}
}

func printPayees(p *printer, all []payees.Payee) {
	t := p.listed("There are no such payees.", "Payee…", "Transactions>", "Last", "Usual category…", "…?")
	for i := range all {
		one := &all[i]
		t.row(one.Name, humanize.Count(one.Uses), one.Last.String(), one.Category, markWords(&one.Marks))
	}
	t.print()
}

// markWords returns the marks of a payee for a table.
func markWords(m *payees.Marks) string {
	var words []string
	for _, mark := range []struct {
		on   bool
		word string
	}{{m.Hidden, "hidden"}, {m.Favourite, "favourite"}, {m.LearningOff, "learning off"}} {
		if mark.on {
			words = append(words, mark.word)
		}
	}
	return strings.Join(words, ", ")
}

func newPayee(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "payee",
		Short:   "Rename, merge, mark and delete payees",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onPayee := e.changingRecord(findPayee)
	mark := func(use, short string, marks payees.MarkChange) *cobra.Command {
		return onPayee(use, short, 2, func(ctx context.Context, a *app.App, id, payee string, _ []string) (app.ChangeResult, error) {
			return a.MarkPayees(ctx, app.Machine(), id, []string{payee}, marks)
		})
	}
	cmd.AddCommand(
		onPayee("rename BUDGET PAYEE NAME", "Rename a payee", 3, func(ctx context.Context, a *app.App, id, payee string, args []string) (app.ChangeResult, error) {
			return a.RenamePayee(ctx, app.Machine(), id, payee, args[0])
		}),
		e.changing("merge BUDGET PAYEE INTO", "Move all transactions of a payee to another one, and delete it", 3, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			var both [2]string
			for i := range both {
				if both[i], err = findPayee(ctx, a, b, args[i]); err != nil {
					return done, err
				}
			}
			return a.MergePayees(ctx, app.Machine(), b.ID, both[1], both[:1])
		}),
		onPayee("delete BUDGET PAYEE", "Delete a payee; its transactions stay, without payee", 2, func(ctx context.Context, a *app.App, id, payee string, _ []string) (app.ChangeResult, error) {
			return a.DeletePayees(ctx, app.Machine(), id, []string{payee})
		}),
		mark("hide BUDGET PAYEE", "Leave a payee out of suggestions", payees.MarkChange{Hidden: new(true)}),
		mark("show BUDGET PAYEE", "Suggest a hidden payee again", payees.MarkChange{Hidden: new(false)}),
		mark("favourite BUDGET PAYEE", "Suggest a payee before others", payees.MarkChange{Favourite: new(true)}),
		mark("unfavourite BUDGET PAYEE", "Suggest a payee in the usual order again", payees.MarkChange{Favourite: new(false)}),
		newLearning(onPayee),
	)
	return cmd
}

// newLearning returns the command that switches the suggested category of a payee on or off.
func newLearning(onPayee func(use, short string, args int, do recordChange) *cobra.Command) *cobra.Command {
	words := []string{"on", "off"}
	cmd := onPayee("learning BUDGET PAYEE on|off", "Switch the suggestion of a payee's usual category on or off", 3, func(ctx context.Context, a *app.App, id, payee string, args []string) (app.ChangeResult, error) {
		return a.MarkPayees(ctx, app.Machine(), id, []string{payee}, payees.MarkChange{LearningOff: new(args[0] == "off")})
	})
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := exactArgs(3)(cmd, args); err != nil {
			return err
		}
		if !slices.Contains(words, args[2]) {
			return usageError{fmt.Errorf("%q is not on or off", args[2])}
		}
		return nil
	}
	return cmd
}

// findPayee returns the id of the payee that a user names.
func findPayee(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
	payee, err := a.FindPayee(ctx, app.Machine(), b.ID, ref)
	return payee.ID, err
}
