package migration

import (
	"slices"

	"holdover/internal/app/migration"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/humanize"
)

// found describes the findings with their important numbers.
func (d *cleanUpDrawing) found(c *migration.CleanUp) string {
	n, sums := d.sums(c)
	moved, assigned, held := sums[cleanup.Move], sums[cleanup.Assign], sums[cleanup.Hold]
	switch c.Kind {
	case cleanup.Duplicates:
		return d.foundTwins(n)
	case cleanup.CardReserves:
		return d.foundReserves(c)
	case cleanup.Holds:
		if n[cleanup.Hold] == 0 {
			return "Nothing to hold."
		}
		return humanize.Number(n[cleanup.Hold], "month has", "months have") + " more to budget than YNAB showed, " + d.Symbol(held).Text + " in all."
	}
	if c.Empty {
		return "Nothing to do."
	}
	says := ""
	if n[cleanup.Move] > 0 {
		says = humanize.Number(n[cleanup.Move], "transaction", "transactions") + " of card debt (" + d.Symbol(moved).Text + ")"
	}
	if n[cleanup.Assign] > 0 {
		if says != "" {
			says += " and "
		}
		says += d.Symbol(assigned).Text + " assigned to card payments in " + humanize.Number(n[cleanup.Assign], "month", "months")
	}
	if n[cleanup.Hold] > 0 {
		if says != "" {
			says += "; "
		}
		says += humanize.Number(n[cleanup.Hold], "hold", "holds") + " (" + d.Symbol(held).Text + ")"
	}
	return says + "."
}

// sums counts and sums the items of each action, without excluded ones. Items of an action are adjacent, and there
// can be many, so they are summed before the action is looked up.
func (d *cleanUpDrawing) sums(c *migration.CleanUp) (n map[cleanup.Action]int, of map[cleanup.Action]money.Milli) {
	n, of = map[cleanup.Action]int{}, map[cleanup.Action]money.Milli{}
	for items := c.Proposal.Items; len(items) > 0; {
		action, count, sum, i := items[0].Action, 0, money.Milli(0), 0
		for ; i < len(items) && items[i].Action == action; i++ {
			if !items[i].Left {
				count++
				sum += items[i].Amount
			}
		}
		n[action], of[action], items = n[action]+count, of[action]+sum, items[i:]
	}
	return n, of
}

func (d *cleanUpDrawing) foundTwins(n map[cleanup.Action]int) string {
	twins := n[cleanup.Merge] + n[cleanup.Rename]
	switch {
	case twins == 0 && n[cleanup.Remove] == 0:
		return "Nothing needs to be done."
	case twins == 0:
		return humanize.Number(n[cleanup.Remove], "hidden category holds", "hidden categories hold") + " nothing at all."
	}
	says := humanize.Number(twins, "name has a duplicate", "names have a duplicate")
	if n[cleanup.Remove] > 0 {
		says += ", and " + humanize.Number(n[cleanup.Remove], "hidden category holds", "hidden categories hold") + " nothing at all"
	}
	return says + "."
}

func (d *cleanUpDrawing) foundReserves(c *migration.CleanUp) string {
	var over money.Milli
	for i := range c.Cards {
		over += max(0, c.Cards[i].Net)
	}
	switch {
	case len(c.Cards) == 0:
		return "There are no cards."
	case over == 0:
		return "No card has more set aside than its debt."
	}
	says := d.Symbol(over).Text + " is left over, in " + d.leftoverPlace() + ". No correction is needed: it can be "
	if d.settled {
		return says + "moved from there to another category."
	}
	return says + "budgeted or held for the next month."
}

func (d *cleanUpDrawing) outcome(c *migration.CleanUp) string {
	m := c.Matched
	switch {
	case m.Of == 0 || c.Empty:
		return ""
	case c.Kind == cleanup.Duplicates:
		changed := 0
		for i := range c.Months {
			if c.Months[i].Before != c.Months[i].After {
				changed++
			}
		}
		if changed == 0 {
			return "To Budget stays the same in every month."
		}
		return "To Budget changes in " + humanize.Number(changed, "month", "months") + ": the money of one duplicate covers the overspending of the other."
	}
	says := "To Budget matches YNAB in " + humanize.Count(m.Before) + " of " + humanize.Number(m.Of, "month", "months") + " before, in " + humanize.Count(m.After) + " after."
	if c.Kind == cleanup.Everything && m.After < m.Of {
		says += " Verification shows the causes in the other months."
	}
	return says
}

// guide explains how to make the same changes by hand, with links.
func (d *cleanUpDrawing) guide(c *migration.CleanUp) []GuideStep {
	switch c.Kind {
	case cleanup.Everything:
		return nil
	case cleanup.CardDebt:
		return d.guideDebt(c)
	case cleanup.Holds:
		return []GuideStep{
			{Text: "Open the month. The months below have more to budget than YNAB showed.", Links: d.monthLinks(c, cleanup.Hold)},
			{Text: "Click To Budget in its summary and choose Hold for next month."},
			{Text: "Enter the amount. The default amount brings To Budget to zero; the list above has the amount that matches YNAB."},
			{Text: "Click Hold. Continue with the next month; Release undoes a hold."},
		}
	case cleanup.Duplicates:
		return []GuideStep{
			{Text: "To show hidden categories, choose Toggle Hidden Categories in the menu next to Categories.", Links: []GuideLink{{"Open the budget", d.Base}}},
			{Text: "A duplicate group: open the menu of each of its categories, choose Move to another group, and then Delete in the menu of the group."},
			{Text: "A duplicate category: open its menu, choose Delete, and choose the other category to receive its transactions. Budgeted amounts move too."},
			{Text: "To keep both, choose Rename in the menu of one of them."},
		}
	}
	last := civil.Month(0)
	if n := len(c.Months); n > 0 {
		last = c.Months[n-1].Month
	}
	if last == 0 {
		return nil
	}
	if d.settled {
		return []GuideStep{{
			Text:  "Click the Balance of the debt category and choose Transfer to another category, or leave it there for future spending.",
			Links: []GuideLink{{last.Name(), d.Month(last)}},
		}}
	}
	return []GuideStep{
		{Text: "To budget the leftover money, click To Budget of the month and choose Move to a category.", Links: []GuideLink{{last.Name(), d.Month(last)}}},
		{Text: "To keep it for later, click To Budget and choose Hold for next month."},
	}
}

func (d *cleanUpDrawing) guideDebt(c *migration.CleanUp) []GuideStep {
	var registers []GuideLink
	for _, acc := range d.screen.Accounts {
		if slices.ContainsFunc(c.Cards, func(card cleanup.Card) bool { return card.Name == acc.Name }) {
			registers = append(registers, GuideLink{acc.Name, d.Account(acc.ID)})
		}
	}
	return []GuideStep{
		{Text: "In the menu next to Categories add a group called Debt. In the menu of the group choose New category and call it Credit Card.", Links: []GuideLink{{"Open the budget", d.Base}}},
		{Text: "Open each transaction in the list above by its name. Choose the category Credit Card and save. If the list names a part of a split, choose the category for that part.", Links: registers},
		{Text: "If the list has less than the transaction's amount, click Split, or Add part in a split: assign the listed amount to Credit Card and keep the category for the rest."},
		{Text: "In the first month where Credit Card is overspent, click its Balance and choose Rollover overspending.", Links: d.monthLinks(c, cleanup.RollOver)},
		{Text: "In each month, budget the listed amount for Credit Card: the amount assigned to the card beyond that month's spending on it.", Links: d.monthLinks(c, cleanup.Assign)},
		{Text: "If To Budget is still above YNAB's figure, continue with Hold for next month.", Links: []GuideLink{{"Hold for next month", "#" + string(cleanup.Holds)}}},
	}
}

// monthLinks returns links to the first months with an action.
func (d *cleanUpDrawing) monthLinks(c *migration.CleanUp, action cleanup.Action) []GuideLink {
	const shown = 6
	var all []GuideLink
	for it := range iterutil.Pointers(c.Proposal.Items) {
		if it.Action == action && !it.Left && it.Month != 0 {
			all = append(all, GuideLink{it.Month.Name(), d.Month(it.Month)})
		}
		if len(all) == shown {
			break
		}
	}
	return all
}
