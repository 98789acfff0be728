package cleanup

// Match proposes everything in one go: the card debt, and on top of it the holds
// that make To Budget what YNAB showed.
//
// Duplicates are no part of it: which of two categories of one name a person
// wants is theirs to say, and the figures match without.
func Match(in *Input, choices Choices) *Proposal {
	w := withDebt(Everything, in, &choices)
	w.proposeHolds()
	return w.done()
}

// Reserves explains, card by card, how far what the source had set aside for a
// card had drifted from what the card owed. It proposes nothing: the money is in
// To Budget, to be budgeted or held.
func Reserves(in *Input) *Proposal {
	w := begin(CardReserves, in, &Choices{})
	w.proposal.Cards = w.debtOfCards(nil)
	return w.done()
}
