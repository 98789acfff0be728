package guide

// CardWay is one of the two ways in which a budget keeps its credit cards.
type CardWay struct {
	Title string
	When  string // when to choose it
	Says  []string
}

// CardWays returns both ways, the usual one first.
func CardWays() []CardWay {
	return []CardWay{
		{
			Title: "Like any other account", When: "The plainest: a card is an account that is mostly below zero.",
			Says: []string{
				"What you spend on the card is spent, in its category and in the account. Paying the bill is a transfer, and changes no category.",
				"What a category spends beyond what it has, on a card or not, is taken off the next month's To Budget.",
				"A debt that the card came with can have a category of its own: Clean-up makes one after an import.",
			},
		},
		{
			Title: "As envelopes, as YNAB does", When: "For those who want the money for the bill to wait where they can see it.",
			Says: []string{
				"Each card has a category in the group Credit Card Payments. What you spend on the card moves there from the category that you spent it in. Its balance is what is ready to pay.",
				"Paying the bill takes the money out of it: the card's own page fills the payment in.",
				"What a category did not have becomes debt of the card, and next month's To Budget stays as it is. To pay such a debt, or one that the card came with, budget for it in the card's category.",
			},
		},
	}
}
