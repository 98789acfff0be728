package cleanup

// Match proposes everything in one step: the card debt, and then the holds that make To Budget equal to YNAB's
// figure.
//
// Duplicates are not included: the user must choose between two categories of one name, and the figures match without
// it.
func Match(in *Input, choices Choices) *Proposal {
	w := withDebt(Everything, in, &choices)
	w.proposeHolds()
	return w.done()
}

// Reserves explains, for each card, the difference between the amount that the source had set aside and the card's
// debt. It proposes nothing: the money is in To Budget, to be budgeted or held.
func Reserves(in *Input) *Proposal {
	w := begin(CardReserves, in, &Choices{})
	w.proposal.Cards = w.cards(nil)
	return w.done()
}
