package register

import (
	"net/url"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
)

// CardBar is the status of a card above its rows: the money ready to pay it, its debt, and actions for the uncovered
// part. If cards are ordinary accounts, it only mentions the alternative.
type CardBar struct {
	Envelopes bool
	WayURL    string // address of the setting for cards
	Sums      []Sum
	PayURL    string // the pre-filled form of a payment; empty for a viewer or if nothing can be paid
	Ready     bool   // there is money to pay with
	Words     []CardWords
	Budget    *BudgetForIt
}

type CardWords struct{ Text, Link, URL string }

// BudgetForIt opens the budgeted amount of the payment category.
type BudgetForIt struct{ MenuURL, Back, Key string }

// cardBar returns the bar of an account's register; nil unless it is a card on budget, and during reconciliation.
func cardBar(got *registers.Page, here string) *CardBar {
	c := got.Card
	if c == nil {
		return nil
	}
	fig, to := ui.Figures{Format: got.Budget.CurrencyFormat}, ui.LinksOf(got.Budget.ID)
	bar := &CardBar{Envelopes: c.Envelopes, WayURL: to.To("cards")}
	if !c.Envelopes {
		return bar
	}
	bar.Sums = []Sum{{"Ready to pay", fig.Symbol(c.Ready)}, {"Owed on the card", fig.Symbol(max(0, c.Owed))}}
	if debt := c.Debt(); debt > 0 {
		bar.Sums = append(bar.Sums, Sum{"Not covered", fig.Symbol(-debt)})
	}
	bar.Words = cardWords(c, got.Account.ID, func(m money.Milli) string { return fig.Symbol(m).Text }, to)
	if !got.MayChange() || got.Account.Closed {
		return bar
	}
	if bar.Ready = c.Payment() > 0; c.PayFrom != "" {
		q := url.Values{"account": {got.Account.ID}, "from": {c.PayFrom}, "back": {here}}
		if bar.Ready {
			q.Set("amount", got.Budget.CurrencyFormat.Text(c.Payment()))
		}
		bar.PayURL = to.To("rows/new?") + q.Encode()
	}
	if c.Debt() > c.Spent+c.Uncategorised || c.Ready < 0 {
		bar.Budget = &BudgetForIt{to.To("menu"), here, c.Category + "." + c.Month.String()}
	}
	return bar
}

// cardWords returns sentences that explain the figures.
func cardWords(c *registers.CardStanding, card string, text func(money.Milli) string, to ui.Links) []CardWords {
	var all []CardWords
	say := func(sentence, link, address string) { all = append(all, CardWords{sentence, link, address}) }
	debt := c.Debt()
	spent := min(c.Spent, debt-c.Uncategorised)
	month := to.Month(c.Month)
	switch {
	case c.Ready < 0:
		say(text(-c.Ready)+" more was paid than was set aside. The next month's To Budget covers it unless you budget it to the card's payment category.", "", "")
	case c.Owed <= 0 && c.Ready > 0:
		say("The card has no debt: the money set aside can be moved back to other categories.", "Budget", month)
	case c.Owed <= 0:
		say("The card has no debt.", "", "")
	case c.Ready > c.Owed:
		say("The whole debt is set aside, and "+text(c.Ready-c.Owed)+" more.", "Budget", month)
	case debt == 0:
		say("The whole debt of the card is set aside.", "", "")
	}
	if spent > 0 {
		say(text(spent)+" was overspent in categories this month. Cover it, and it is ready to pay too.", "Overspent categories", month+"&look=overspent")
	}
	if c.Uncategorised > 0 {
		without := listing{Filter: rows.Filter{Account: card, Uncategorised: true}}
		say(text(c.Uncategorised)+" was spent on the card without a category, so no money is set aside for it. Choose categories for it.", "Transactions without a category", without.url(to))
	}
	if rest := debt - spent - c.Uncategorised; rest > 0 && c.Ready >= 0 {
		say(text(rest)+" is older debt. To pay it, budget for it in the card's payment category.", "", "")
	}
	return all
}

// paymentWords lists the components of a card payment category's activity, with a link to spending without a category.
func (d *rowDrawing) paymentWords() *CardWords {
	p := d.Payment
	if p == nil {
		return nil
	}
	text := func(m money.Milli) string { return d.Symbol(m).Text }
	words := text(p.Moved) + " came from the spending categories on " + p.Card + "; " + text(p.Paid) + " was paid."
	if p.Debt != 0 {
		words += " Another " + text(p.Debt) + " was overspent in categories: it is card debt."
	}
	if p.Uncategorised == 0 {
		return &CardWords{Text: words}
	}
	words += " Another " + text(p.Uncategorised) + " was spent on the card without a category, so no money came for it."
	f := rows.Filter{Account: p.CardID, Uncategorised: true, Since: d.listing.Filter.Since, Until: d.listing.Filter.Until}
	return &CardWords{words, "Transactions without a category", (&listing{Filter: f}).url(d.Links)}
}
