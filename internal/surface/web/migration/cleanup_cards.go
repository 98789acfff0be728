package migration

import (
	"time"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// cleanUpDrawing renders the clean-up page.
type cleanUpDrawing struct {
	screen *app.Screen
	ui.Figures
	ui.Links
	now    time.Time
	chosen cleanup.Kind // the kind to which the choices in the address apply
	all    bool         // all its items are listed
	// settled reports whether the cards have their debt category, which then contains the reserves beyond their debt
	// instead of To Budget.
	settled bool
}

var cleanUpTitles = map[cleanup.Kind]string{
	cleanup.Everything: "Make it match", cleanup.CardDebt: "Credit-card debt", cleanup.Holds: "Hold for next month",
	cleanup.Duplicates: "Duplicates", cleanup.CardReserves: "Leftover from card reserves",
}

var cleanUpAbout = map[cleanup.Kind]string{
	cleanup.Everything:   "Applies the credit-card debt and the holds below in one step, so that To Budget matches YNAB in every month.",
	cleanup.CardDebt:     "YNAB tracks card debt outside its categories. In Holdover, a category in the group Debt does this: it receives the initial debt of each card, and the amounts that were assigned to card payments are budgeted to it.",
	cleanup.Holds:        "YNAB subtracts amounts assigned in later months from Ready to Assign. In Holdover, a hold in the month does the same. A hold changes what is shown, not where the money is.",
	cleanup.Duplicates:   "Duplicate names were renamed on import. Merge each one with its duplicate, rename it, or leave it.",
	cleanup.CardReserves: "YNAB sets money aside for each card as you spend. Money set aside beyond the card's debt is left over in To Budget.",
}

// maxItems is the number of items of a clean-up that a page lists initially.
const maxItems = 100

func (d *cleanUpDrawing) page(all []migration.CleanUp, done map[cleanup.Kind]app.HistoryEntry) *CleanUpPage {
	p := &CleanUpPage{
		Frame: ui.Frame{Title: "Clean-up"}, MayChange: d.screen.MayChange(),
		VerifyURL: d.To("verification"), UndoURL: d.To("undo"),
	}
	if !d.screen.Imported {
		p.VerifyURL = ""
	}
	for c := range iterutil.Pointers(all) {
		d.settled = d.settled || c.Kind == cleanup.CardDebt && c.Empty && len(c.Cards) > 0 && c.Cards[0].CategoryBalance != nil
	}
	for i := range all {
		if d.screen.Budget.CardEnvelopes && (all[i].Kind == cleanup.CardDebt || all[i].Kind == cleanup.CardReserves) {
			continue // the payment categories contain it
		}
		card := d.card(&all[i])
		if e, ok := done[all[i].Kind]; ok {
			card.Done = &CleanUpDone{Label: e.Label, When: ui.Ago(e.At, d.now), Change: e.Change}
		}
		p.Cards = append(p.Cards, card)
	}
	p.Sentence = d.sentence(&all[0])
	return p
}

func (d *cleanUpDrawing) sentence(match *migration.CleanUp) string {
	m := match.Matched
	switch {
	case m.Of == 0:
		return "This budget has no imported figures to match."
	case match.Empty && m.Before == m.Of:
		return "To Budget matches YNAB in all " + humanize.Count(m.Of) + " months."
	case match.Empty:
		return "To Budget matches YNAB in " + humanize.Count(m.Before) + " of " + humanize.Number(m.Of, "month", "months") + ". Nothing is left to clean up."
	}
	return "To Budget matches YNAB in " + humanize.Count(m.Before) + " of " + humanize.Number(m.Of, "month", "months") + ". After the clean-up it does in " + humanize.Count(m.After) + "."
}

func (d *cleanUpDrawing) card(c *migration.CleanUp) CleanUpCard {
	kind := c.Kind
	card := CleanUpCard{
		Kind: string(kind), Title: cleanUpTitles[kind], About: cleanUpAbout[kind], Nothing: c.Empty, PageURL: d.To("clean-up"),
		Found: d.found(c), Guide: d.guide(c), Open: d.chosen == kind, All: d.chosen == kind && d.all, Duplicates: kind == cleanup.Duplicates,
	}
	if kind == cleanup.Everything && d.screen.Budget.CardEnvelopes {
		card.About = "Cards are budgeted as envelopes: their debt needs no clean-up. The holds below make To Budget match YNAB in one step."
	}
	if c.First != "" && !c.Empty {
		card.First, card.FirstURL = cleanUpTitles[c.First], "#"+string(c.First)
	}
	if kind != cleanup.CardReserves {
		card.ApplyURL, card.Apply = d.To("clean-up/"+string(kind)), "Apply"
		if kind == cleanup.Everything {
			card.Apply = "Make it match"
		}
		card.Outcome = d.outcome(c)
		if !c.Empty {
			card.Plot = plotOf(c.Proposal, d.Figures)
		}
		card.Months, card.IsCapped = d.months(c), c.Capped
		if n := c.Below(); n > 0 {
			card.Below = "To Budget goes below zero in " + humanize.Number(n, "month", "months") + ": later changes here budgeted or held money that YNAB had reserved for card payments."
		}
	}
	if kind == cleanup.CardDebt || kind == cleanup.Everything {
		card.Cards, card.IsPerCard = len(c.Cards) > 1, d.perCard(c)
	}
	card.Left = iterutil.Count(c.Proposal.Items, func(it *cleanup.Item) bool { return it.Left })
	for i := range c.Items {
		card.Items = append(card.Items, d.row(&c.Items[i], card.Duplicates))
	}
	card.Count = humanize.Count(len(c.Proposal.Items))
	if more := len(c.Proposal.Items) - len(card.Items); more > 0 {
		card.More = "and " + humanize.Count(more) + " more"
	}
	card.Reserves = d.reserves(c, card.IsPerCard || len(c.Cards) == 1)
	if n := len(c.Cards); n > 1 && !card.IsPerCard && c.Cards[0].CategoryBalance != nil {
		card.Together = "The debt category has " + d.Symbol(*c.Cards[0].CategoryBalance).Text + " in the file's last month: the sum of the cards' balances and the money set aside for them."
	}
	return card
}

// perCard reports whether each card has a separate category.
func (d *cleanUpDrawing) perCard(c *migration.CleanUp) bool {
	into := budget.CategoryNo(0)
	for it := range iterutil.Pointers(c.Proposal.Items) {
		if it.Action != cleanup.Move && it.Action != cleanup.Assign {
			continue
		}
		if into != 0 && it.Into != into {
			return true
		}
		into = it.Into
	}
	return false
}

var cleanUpDoes = map[cleanup.Action]string{
	cleanup.Move: "Move", cleanup.Assign: "Budget", cleanup.RollOver: "Roll over", cleanup.Hold: "Hold", cleanup.Merge: "Merge",
	cleanup.Rename: "Rename", cleanup.Remove: "Delete", cleanup.Nothing: "Leave",
}

func (d *cleanUpDrawing) row(it *migration.CleanUpItem, duplicates bool) CleanUpRow {
	row := CleanUpRow{
		ID: it.ID, What: it.What(), Into: it.Target(), When: d.when(it), Amount: d.Plain(it.Sum()), Why: ui.Sentence(it.Reason),
		Do: cleanUpDoes[it.Action], Left: it.Left, Fixed: it.Action == cleanup.Nothing,
	}
	if it.Transaction != "" {
		row.URL = d.Links.Row(it.Transaction, d.To("clean-up"))
	}
	if duplicates && (it.Action == cleanup.Merge || it.Action == cleanup.Rename) {
		row.Choose, row.Choice, row.Name = true, "merge", it.Name
		switch {
		case it.Left:
			row.Choice = "leave"
		case it.Action == cleanup.Rename:
			row.Choice = "rename"
		}
	}
	return row
}

// when formats the date or months of an item.
func (d *cleanUpDrawing) when(it *migration.CleanUpItem) string {
	switch {
	case it.Date != 0:
		return it.Date.In(d.screen.Budget.DateFormat)
	case it.Month != 0 && it.Until > it.Month:
		return it.Month.Name() + " to " + it.Until.Name()
	case it.Month != 0:
		return it.Month.Name()
	}
	return ""
}

func (d *cleanUpDrawing) months(c *migration.CleanUp) []CleanUpMonth {
	rows := make([]CleanUpMonth, 0, len(c.Months))
	for i := len(c.Months) - 1; i >= 0; i-- {
		m := &c.Months[i]
		row := CleanUpMonth{Name: m.Month.Name(), URL: d.Month(m.Month), Before: d.Plain(m.Before), After: d.Plain(m.After), Below: m.Below}
		if m.Source != nil {
			row.Source, row.Matches = new(d.Plain(*m.Source)), *m.Source == m.After
		}
		rows = append(rows, row)
	}
	return rows
}

// reserves compares each card's reserve at the source with its debt.
func (d *cleanUpDrawing) reserves(c *migration.CleanUp, perCard bool) []ReserveRow {
	var rows []ReserveRow
	for card := range iterutil.Pointers(c.Cards) {
		row := ReserveRow{Card: card.Name, Balance: d.Plain(card.Balance), Reserve: d.Plain(card.Reserve), Debt: d.Plain(card.Net)}
		if card.CategoryBalance != nil && perCard {
			row.Category = new(d.Plain(*card.CategoryBalance))
		}
		switch {
		case card.Net > 0:
			row.Sentence = d.Symbol(card.Net).Text + " more was set aside than the card's debt."
			if c.Kind == cleanup.CardReserves {
				row.Sentence += " It is in " + d.leftoverPlace() + "."
			}
		case card.Net < 0:
			row.Sentence = d.Symbol(-card.Net).Text + " of the card's debt had no money set aside."
		default:
			row.Sentence = "The money set aside equals the card's debt."
		}
		rows = append(rows, row)
	}
	return rows
}

// leftoverPlace returns the place of the money that the source set aside beyond the cards' debt.
func (d *cleanUpDrawing) leftoverPlace() string {
	if d.settled {
		return "the debt category"
	}
	return "To Budget"
}
