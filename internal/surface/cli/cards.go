package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
)

// cardsShown is the JSON output of holdover cards.
type cardsShown struct {
	app.CardsPreview
	Applied *app.ChangeResult `json:"applied,omitempty"`
}

func newCards(e *env) *cobra.Command {
	var apply bool
	ways := []string{"envelopes", "accounts"}
	cmd := &cobra.Command{
		Use:   "cards BUDGET [envelopes|accounts]",
		Short: "Show how a budget handles its cards, and change it",
		Long: `A budget handles its credit cards in one of two ways.

  accounts   as ordinary accounts. Spending on a card reduces its
             category, and the card's balance reduces the money to budget.
             This is the default.
  envelopes  as YNAB does. Spending on a card moves money from its category to the
             card's payment category, up to what the category has; payments use
             it. Spending that it cannot cover becomes card debt, and the next
             month's To Budget stays the same.

Without a way: shows which one the budget uses. With one: shows every month's To
Budget before and after. Nothing is changed without --apply; it is one step that
can be undone.`,
		Example:           "  holdover cards Household envelopes\n  holdover cards Household envelopes --apply",
		GroupID:           "bring",
		ValidArgsFunction: e.completeBudgetThen(ways),
		Args: func(cmd *cobra.Command, args []string) error {
			err := oneOf(ways, func(not string) error {
				return fmt.Errorf("cards can be envelopes or accounts, not %q", not)
			})(cmd, args)
			if err == nil && apply && len(args) < 2 {
				err = usageError{fmt.Errorf("--apply needs one of envelopes and accounts")}
			}
			return err
		},
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			return e.cards(cmd, a, b, args[1:], apply)
		}),
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "apply the changes, in one step that can be undone")
	return cmd
}

func (e *env) cards(cmd *cobra.Command, a *app.App, b pageframe.Budget, way []string, apply bool) error {
	shown := cardsShown{}
	var err error
	if len(way) == 0 || (way[0] == "envelopes") == b.CardEnvelopes {
		shown.CardsPreview = app.CardsPreview{Envelopes: b.CardEnvelopes, Months: []app.CardsMonth{}, Names: []string{}}
		if apply {
			return apperr.New(apperr.Conflict, "%s already handles its cards this way", b.Name)
		}
		return e.show(shown, func(p *printer) { p.print("%s\n", cardsWay(b.CardEnvelopes)) })
	}
	if shown.CardsPreview, err = a.PreviewCards(cmd.Context(), app.Machine(), b.ID); err != nil {
		return err
	}
	if apply {
		done, err := a.KeepCards(cmd.Context(), app.Machine(), b.ID, !b.CardEnvelopes)
		if err != nil {
			return err
		}
		shown.Applied = &done
	}
	return e.show(shown, func(p *printer) { printCardsWay(p, b, &shown) })
}

func cardsWay(envelopes bool) string {
	if envelopes {
		return "Cards are budgeted as envelopes."
	}
	return "Cards are treated as ordinary accounts."
}

func printCardsWay(p *printer, b pageframe.Budget, shown *cardsShown) {
	t := p.table("Month", "To Budget>", "After>", "Difference>?")
	for _, m := range shown.Months {
		t.row(m.Month.String(), p.amount(b, m.ToBudget), p.amount(b, m.Then), p.amount(b, m.Then-m.ToBudget))
	}
	t.print()
	if shown.Applied != nil {
		p.print("%s\n", cardsWay(!shown.Envelopes))
		p.say("%s", p.oneStep())
		return
	}
	p.say("%s Nothing was changed; --apply does it", cardsWay(shown.Envelopes))
}
