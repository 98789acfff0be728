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
			Title: "As ordinary accounts", When: "The simplest way: a card is an account with a balance that is usually negative.",
			Says: []string{
				"What you spend on the card is spent, in its category and in the account. Paying the bill is a transfer, and changes no category.",
				"Overspending in a category, on a card or not, reduces the next month's To Budget.",
				"Existing card debt can have its own category: Clean-up creates one after an import.",
			},
		},
		{
			Title: "As envelopes, as YNAB does", When: "For those who want to see the money set aside for the bill.",
			Says: []string{
				"Each card has a category in the group Credit Card Payments. Money you spend on the card moves there from the spending category. Its balance is ready to pay.",
				"Paying the bill uses this money: the card's page suggests the payment.",
				"Spending that a category cannot cover becomes card debt, and next month's To Budget stays the same. To pay card debt, budget for it in the card's category.",
			},
		},
	}
}
