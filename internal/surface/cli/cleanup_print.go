package cli

import (
	"holdover/internal/app/pageframe"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/humanize"
)

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
