package cleanup

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// shares divides each category's card overspending among the cards; the key is 0 if one debt category is for all.
//
// The document has the debt that each card made in a month, but not its categories. So the overspending of a month is
// divided such that each card gets the debt it made, limited by the amounts that the categories spent on it.
func (d *debt) shares(spent []*spending) map[*spending]map[budget.AccountNo]money.Milli {
	byMonth := map[int]*division{}
	for i := range d.months() {
		byMonth[i] = &division{room: map[budget.AccountNo]money.Milli{}}
	}
	if d.into.perCard {
		for i, overspent := range d.overspendingOnCards() {
			byMonth[i].room = overspent
		}
	}
	shares := make(map[*spending]map[budget.AccountNo]money.Milli, len(spent))
	for _, s := range spent {
		shares[s] = byMonth[s.month].add(s.onCredit, d.spentOn(s))
	}
	for i := range d.months() {
		byMonth[i].divide()
	}
	return shares
}

// spentOn returns the sums of a category's negative lines by debt category.
func (d *debt) spentOn(s *spending) map[budget.AccountNo]money.Milli {
	by := map[budget.AccountNo]money.Milli{}
	for i := range s.cells {
		if spent := -s.cells[i].Below; spent > 0 {
			by[d.into.pool(s.cells[i].Account)] += spent
		}
	}
	return by
}

// division divides the card overspending of one month among the cards.
type division struct {
	room   map[budget.AccountNo]money.Milli // the part of each card's debt that is not assigned yet
	claims []*claim
}

// claim is a category's overspending: the undivided remainder, the limit for each card, and the amounts given.
type claim struct {
	left  money.Milli
	most  map[budget.AccountNo]money.Milli
	given map[budget.AccountNo]money.Milli
	cards []budget.AccountNo // in descending order of most
}

func (v *division) add(amount money.Milli, most map[budget.AccountNo]money.Milli) map[budget.AccountNo]money.Milli {
	c := &claim{left: amount, most: most, given: map[budget.AccountNo]money.Milli{}}
	for a := range most {
		c.cards = append(c.cards, a)
	}
	slices.Sort(c.cards)
	v.claims = append(v.claims, c)
	return c.given
}

// divide increases every claim's gifts within the limits of the cards, and moves earlier gifts if that frees a limit;
// then it divides the remainder up to the spending.
func (v *division) divide() {
	for _, c := range v.claims {
		for c.left > 0 {
			got := v.give(c, c.left, map[budget.AccountNo]bool{})
			if got == 0 {
				break
			}
			c.left -= got
		}
	}
	for _, c := range v.claims {
		for _, card := range c.cards {
			part := min(c.left, c.most[card]-c.given[card])
			c.given[card] += part
			c.left -= part
		}
	}
}

// give finds one augmenting path that assigns up to an amount of a claim, and returns the assigned amount: to a card
// below its limit, or to one where another claim's gift can move elsewhere. It skips cards already tried.
func (v *division) give(c *claim, amount money.Milli, tried map[budget.AccountNo]bool) money.Milli {
	for _, card := range c.cards {
		most := min(amount, c.most[card]-c.given[card])
		if most <= 0 || tried[card] {
			continue
		}
		tried[card] = true
		part := min(most, max(0, v.room[card]))
		v.room[card] -= part
		for i := 0; part == 0 && i < len(v.claims); i++ {
			if other := v.claims[i]; other != c && other.given[card] > 0 {
				part = v.give(other, min(most, other.given[card]), tried)
				other.given[card] -= part
			}
		}
		c.given[card] += part
		if part > 0 {
			return part
		}
	}
	return 0
}
