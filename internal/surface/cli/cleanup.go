package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/verification"
	"holdover/internal/model/humanize"
)

type cleanUpFlags struct {
	apply, perCard      bool
	stayAbove           bool
	leave, take, rename []string
}

// cleaned is the JSON output of holdover cleanup.
type cleaned struct {
	migration.CleanUp
	Applied      *app.ChangeResult    `json:"applied,omitempty"`
	Verification *verification.Report `json:"verification,omitempty"`
}

func newCleanup(e *env) *cobra.Command {
	var f cleanUpFlags
	kinds := []string{string(cleanup.CardDebt), string(cleanup.Holds), string(cleanup.Duplicates), string(cleanup.CardReserves)}
	cmd := &cobra.Command{
		Use:   "cleanup BUDGET [" + strings.Join(kinds, "|") + "]",
		Short: "Suggest changes that make an imported budget match its source, and apply them",
		Long: `Suggest changes that make To Budget match YNAB, and apply them with --apply, in
one step that can be undone. Without a kind: the credit-card debt and then the
holds, which together make every month match, but for some in which YNAB showed
less than zero: no more can be held than there is.

  credit-card-debt  gives the cards' initial debt its own category
  hold              holds what the source reserved for later months
  duplicates        merges duplicate categories and groups that were renamed with their twins
  card-reserves     explains how far the source's card payments had drifted;
                    there is nothing to apply

Nothing is changed without --apply.`,
		Example:           "  holdover cleanup Household\n  holdover cleanup Household duplicates --leave category:12 --apply",
		GroupID:           "bring",
		ValidArgsFunction: e.completeBudgetThen(kinds),
		Args: oneOf(kinds, func(not string) error {
			return fmt.Errorf("unknown clean-up %q: choose one of %s", not, strings.Join(kinds, ", "))
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			kind := cleanup.Everything
			if len(args) == 2 {
				kind = cleanup.Kind(args[1])
			}
			choices, err := f.choices()
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				return e.cleanUp(cmd, a, b, kind, choices, f.apply)
			})
		},
	}
	cmd.Flags().BoolVar(&f.apply, "apply", false, "apply the changes, in one step that can be undone")
	cmd.Flags().StringArrayVar(&f.leave, "leave", nil, "leave out the item with this `ID`; can be given again")
	cmd.Flags().StringArrayVar(&f.take, "take", nil, "also merge the similar names with this `ID`")
	cmd.Flags().StringArrayVar(&f.rename, "rename", nil, "give a duplicate its own name, `ID=NAME`, instead of merging it")
	cmd.Flags().BoolVar(&f.stayAbove, "stay-above-zero", false, "assign less to the debt category where To Budget of a month would go below zero")
	cmd.Flags().BoolVar(&f.perCard, "per-card", false, "one debt category for each card, not one for all")
	return cmd
}

func (f *cleanUpFlags) choices() (cleanup.Choices, error) {
	c := cleanup.Choices{PerCard: f.perCard, StayAboveZero: f.stayAbove, Leave: map[string]bool{}, Take: map[string]bool{}, Rename: map[string]string{}}
	for _, id := range f.leave {
		c.Leave[id] = true
	}
	for _, id := range f.take {
		c.Take[id] = true
	}
	for _, text := range f.rename {
		id, name, ok := strings.Cut(text, "=")
		if !ok {
			return c, usageError{fmt.Errorf("--rename takes ID=NAME, not %q", text)}
		}
		c.Rename[id] = name
	}
	return c, nil
}

func (e *env) cleanUp(cmd *cobra.Command, a *app.App, b pageframe.Budget, kind cleanup.Kind, choices cleanup.Choices, apply bool) error {
	ctx, who := cmd.Context(), app.Machine()
	if b.CardEnvelopes && (kind == cleanup.CardDebt || kind == cleanup.CardReserves) {
		return apperr.New(apperr.Conflict, "%s budgets its cards as envelopes: their debt needs no clean-up", b.Name).WithHint("holdover cards shows how cards are handled")
	}
	if !apply || kind == cleanup.CardReserves {
		all, err := a.ProposeCleanUp(ctx, who, b.ID, []migration.CleanUpAsked{{Kind: kind, Choices: choices, Strict: true}})
		if err != nil {
			return err
		}
		got := cleaned{CleanUp: all[0]}
		return e.show(got, func(p *printer) { printCleanUp(p, b, &got) })
	}
	done, did, err := a.ApplyCleanUp(ctx, who, b.ID, kind, choices)
	if err != nil {
		return err
	}
	got := cleaned{CleanUp: did, Applied: &done}
	if did.Matched.Of > 0 {
		if got.Verification, err = a.Verify(ctx, who, b.ID); err != nil {
			return err
		}
		got.Verification.Evidence = nil // verify lists it
	}
	return e.show(got, func(p *printer) { printCleanUp(p, b, &got) })
}

func printCleanUp(p *printer, b pageframe.Budget, c *cleaned) {
	if len(c.Items) > 0 {
		printCleanUpItems(p, b, c)
		p.blank()
	}
	if len(c.Cards) > 0 {
		printCards(p, b, c)
		p.blank()
	}
	if c.Kind != cleanup.CardReserves && len(c.Months) > 0 {
		printCleanUpMonths(p, b, c)
	}
	if c.Verification != nil {
		p.blank()
		p.print("%s %s\n", c.Verification.Sentence, c.Verification.ToBudget)
	}
	sayWhatNext(p, b, c)
}

func sayWhatNext(p *printer, b pageframe.Budget, c *cleaned) {
	switch {
	case c.Kind == cleanup.CardReserves && len(c.Cards) == 0:
		p.say("There are no cards.")
	case c.Kind == cleanup.CardReserves:
		p.say("No correction is needed: what is left over is in To Budget or, once it is made, in the debt category.")
	case c.Empty:
		p.say("Nothing to do.")
	case c.Applied != nil:
		p.say("%s. %s", c.Applied.Label, p.oneStep())
	default:
		p.say("Nothing was changed. Add --apply to apply it; --leave ID leaves an item out.")
	}
	if c.First != "" && c.Applied == nil {
		p.say("Do this first: %s", p.command("cleanup %s %s", p.budget(b), c.First))
	}
}

var cleanUpActions = map[cleanup.Action]string{
	cleanup.Move: "move", cleanup.Assign: "budget", cleanup.RollOver: "roll over", cleanup.Hold: "hold", cleanup.Merge: "merge",
	cleanup.Rename: "rename", cleanup.Remove: "remove", cleanup.Nothing: "leave",
}

func printCleanUpItems(p *printer, b pageframe.Budget, c *cleaned) {
	t := p.table("Id", "Do", "When", "What…", "Into…?", "Amount>", "Because…?")
	for i := range c.Items {
		it := &c.Items[i]
		do := cleanUpActions[it.Action]
		if it.Left {
			do = "leave"
		}
		t.row(it.ID, do, it.When(), it.What(), it.Target(), p.amount(b, it.Sum()), it.Reason)
	}
	t.print()
}

func printCards(p *printer, b pageframe.Budget, c *cleaned) {
	t := p.table("Card…", "Balance>", "Set aside by YNAB>", "Left over or owed>", "Debt category>?")
	for _, card := range c.Cards {
		var category any = ""
		if card.CategoryBalance != nil {
			category = p.amount(b, *card.CategoryBalance)
		}
		t.row(card.Name, p.amount(b, card.Balance), p.amount(b, card.Reserve), p.amount(b, card.Net), category)
	}
	t.print()
}

func printCleanUpMonths(p *printer, b pageframe.Budget, c *cleaned) {
	t := p.table("Month", "To Budget before>", "after>", "YNAB>", "?")
	for _, m := range c.Months {
		var source any = ""
		mark := ""
		if m.Source != nil {
			source = p.amount(b, *m.Source)
			if m.After == *m.Source {
				mark = "matches"
			}
		}
		t.row(m.Month.String(), p.amount(b, m.Before), p.amount(b, m.After), source, mark)
	}
	t.print()
	if c.Matched.Of > 0 {
		p.print("%s of %s months match YNAB before, %s after.\n", humanize.Count(c.Matched.Before), humanize.Count(c.Matched.Of), humanize.Count(c.Matched.After))
	}
}
