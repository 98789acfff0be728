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
		Short: "Say how a budget keeps its cards, and keep them the other way",
		Long: `A budget keeps its credit cards in one of two ways.

  accounts   like any other account. What is spent on a card is taken off its
             category, and the card's balance counts as money that is not there.
             Every budget begins so.
  envelopes  as YNAB does. What is spent on a card moves from its category to the
             card's payment category, as far as the category has it; payments take
             it out. What it has not becomes debt of the card, and leaves the next
             month's To Budget alone.

Without a way: says which one the budget has. With one: shows every month's To
Budget before and after. Nothing is changed without --apply; it is one step that
can be undone.`,
		Example:           "  holdover cards Household envelopes\n  holdover cards Household envelopes --apply",
		GroupID:           "bring",
		ValidArgsFunction: e.completeBudgetThen(ways),
		Args: func(cmd *cobra.Command, args []string) error {
			err := oneOf(ways, func(not string) error {
				return fmt.Errorf("cards are kept as envelopes or as accounts, not as %q", not)
			})(cmd, args)
			if err == nil && apply && len(args) < 2 {
				err = usageError{fmt.Errorf("--apply needs the way to keep cards: envelopes or accounts")}
			}
			return err
		},
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			return e.cards(cmd, a, b, args[1:], apply)
		}),
	}
	cmd.Flags().BoolVar(&apply, "apply", false, "do it, in one step that can be undone")
	return cmd
}

func (e *env) cards(cmd *cobra.Command, a *app.App, b pageframe.Budget, way []string, apply bool) error {
	shown := cardsShown{}
	var err error
	if len(way) == 0 || (way[0] == "envelopes") == b.CardEnvelopes {
		shown.CardsPreview = app.CardsPreview{Envelopes: b.CardEnvelopes, Months: []app.CardsMonth{}, Names: []string{}}
		if apply {
			return apperr.New(apperr.Conflict, "%s keeps its cards so already", b.Name)
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
		return "Cards are kept as envelopes."
	}
	return "Cards are kept like any other account."
}

func printCardsWay(p *printer, b pageframe.Budget, shown *cardsShown) {
	t := p.table("Month", "To Budget>", "Then>", "Difference>?")
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
