// Package cardmode converts a budget to card envelopes and back, and keeps its card payment categories up to date. The
// resulting figures are computed by package envelope.
//
// Nothing is lost in either direction: the source's data about card payments stays with the budget, and changes made
// here to card payment categories are restored when they are used again.
//
// Start with Adopt.
package cardmode

import (
	"cmp"
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// GroupName is the name of the group of card payment categories, here and at the source.
const GroupName = "Credit Card Payments"

// Records are the changed records in their new state, and the deleted ones.
type Records struct {
	Info       *budget.Info // nil if unchanged
	Groups     []budget.Group
	Categories []budget.Category
	Cells      []budget.Cell

	GoneCategories []budget.CategoryNo // with their cells
	GoneGroups     []budget.GroupNo
}

// Numbers assigns numbers and ids to new records.
type Numbers struct {
	Next  func() int64
	NewID func() string
}

// Adopt returns the changes that make a budget keep its cards as envelopes: its flag, and a payment category for each
// card without one. For a budget that does so already, it returns the changes caused by added, deleted or renamed
// accounts. It does not read transactions and cells.
func Adopt(w *budget.Whole, numbers Numbers) Records {
	k := &adoption{Whole: w, numbers: numbers}
	k.findGroup()
	k.look()
	if left := w.Info.UnusedCards; left != nil {
		k.restore(left)
	}
	for i := range w.Info.CardPayments {
		k.fromFile(&w.Info.CardPayments[i])
	}
	for i := range w.Accounts {
		k.fromAccount(&w.Accounts[i])
	}
	if k.noted || !w.Info.CardEnvelopes || w.Info.UnusedCards != nil {
		info := w.Info
		info.CardEnvelopes, info.UnusedCards = true, nil
		k.records.Info = &info
	}
	return k.records
}

type adoption struct {
	*budget.Whole
	numbers Numbers
	records Records
	group   budget.Group
	made    bool // the group is among the records
	noted   bool // something of card payments
	sort    int
}

// findGroup finds the group of card payment categories, or prepares a new one.
func (k *adoption) findGroup() {
	first := 0
	for i := range k.Groups {
		if k.Groups[i].Cards {
			k.group, k.made = k.Groups[i], true
			return
		}
		first = min(first, k.Groups[i].Sort)
	}
	if left := k.Info.UnusedCards; left != nil {
		k.group = left.Group
	} else {
		k.group = budget.Group{Name: GroupName, Cards: true, Sort: first - 1}
	}
	for i := 0; k.group.SourceID == "" && i < len(k.Info.CardPayments); i++ {
		k.group.SourceID = k.Info.CardPayments[i].Group
	}
	k.group.ID = k.free(cmp.Or(k.group.ID, k.group.SourceID), func(id string) bool {
		return slices.ContainsFunc(k.Groups, func(g budget.Group) bool { return g.ID == id })
	})
	k.group.Name = budget.FreeName(k.group.Name, func(key string) bool {
		return slices.ContainsFunc(k.Groups, func(g budget.Group) bool { return budget.NameKey(g.Name) == key })
	})
}

// free returns the id if it is not empty and not taken, otherwise a new one.
func (k *adoption) free(id string, taken func(string) bool) string {
	if id == "" || taken(id) {
		return k.numbers.NewID()
	}
	return id
}

// look updates the existing payment categories. It deletes one if its account is no longer a card, and renames one if
// its card was renamed.
func (k *adoption) look() {
	for i := range k.Categories {
		c := k.Categories[i]
		if c.Group != k.group.No || !k.made {
			continue
		}
		k.sort = max(k.sort, c.Sort+1)
		card := k.card(c.Card)
		switch {
		case c.Card != 0 && card == nil:
			k.records.GoneCategories = append(k.records.GoneCategories, c.No)
			k.gone(c.SourceID)
		case card != nil && budget.NameKey(card.Name) != budget.NameKey(c.Name) && !k.isSuffixed(c.Name, card.Name):
			c.Name = k.name(card.Name, c.No)
			k.records.Categories = append(k.records.Categories, c)
		}
	}
}

// isSuffixed reports whether a name is the card's name with a suffix that made it unique.
func (k *adoption) isSuffixed(name, card string) bool {
	rest := name[min(len(card), len(name)):]
	return len(rest) > 1 && rest[0] == '-' && name[:len(card)] == card && slices.IndexFunc([]byte(rest[1:]), func(b byte) bool { return b < '0' || b > '9' }) < 0
}

// card returns the account if it is a card: by its type or, if the type is unknown, because the source has a payment
// category for it.
func (k *adoption) card(no budget.AccountNo) *budget.Account {
	i := slices.IndexFunc(k.Accounts, func(a budget.Account) bool { return a.No == no })
	if no == 0 || i < 0 || !k.Accounts[i].OnBudget {
		return nil
	}
	a := &k.Accounts[i]
	known := a.Type.IsKnown() || !slices.ContainsFunc(k.Info.CardPayments, func(p budget.CardPayment) bool { return p.Account == no })
	if known && !a.Type.IsCard() {
		return nil
	}
	return a
}

// gone records that a payment category was deleted with its card, so that the data of the file does not restore it.
func (k *adoption) gone(sourceID string) {
	i := slices.IndexFunc(k.Info.CardPayments, func(p budget.CardPayment) bool { return p.SourceID == sourceID && !p.Gone })
	if sourceID == "" || i < 0 {
		return
	}
	k.Info.CardPayments = slices.Clone(k.Info.CardPayments)
	k.Info.CardPayments[i].Gone = true
	k.noted = true
}

// has reports whether a card has a category, existing or new.
func (k *adoption) has(card budget.AccountNo) bool {
	of := func(c budget.Category) bool { return c.Card == card }
	return slices.ContainsFunc(k.Categories, of) || slices.ContainsFunc(k.records.Categories, of)
}

// restore restores the data from the last time that the budget had card envelopes.
func (k *adoption) restore(left *budget.UnusedCards) {
	for _, c := range left.Categories {
		if c.Card != 0 && k.card(c.Card) == nil {
			k.gone(c.SourceID)
			continue
		}
		if c.Card != 0 && k.has(c.Card) {
			continue
		}
		c.Sort = k.sort
		k.add(c, k.payments(c.SourceID), left.Cells)
	}
}

func (k *adoption) payments(sourceID string) *budget.CardPayment {
	return iterutil.First(k.Info.CardPayments, func(p budget.CardPayment) bool { return p.SourceID == sourceID })
}

// fromFile creates a category from one of the source's. If its card is unknown, no money is moved to it, and its
// assigned amounts are unchanged.
func (k *adoption) fromFile(p *budget.CardPayment) {
	isIt := func(c budget.Category) bool { return c.Group == k.group.No && c.SourceID == p.SourceID }
	if slices.ContainsFunc(k.Categories, isIt) && k.made || slices.ContainsFunc(k.records.Categories, isIt) {
		return
	}
	c := budget.Category{ID: p.SourceID, SourceID: p.SourceID, Name: p.Name, Hidden: p.Hidden, Note: p.Note, Target: p.Target, Sort: k.sort}
	if card := k.card(p.Account); card != nil {
		if k.has(card.No) {
			return
		}
		c.Card = card.No
	} else if len(p.Months) == 0 || p.Gone {
		return // nothing was ever assigned to it, or it was deleted with its card
	}
	k.add(c, p, nil)
}

// fromAccount creates a category for a card without one.
func (k *adoption) fromAccount(a *budget.Account) {
	if k.card(a.No) == nil || k.has(a.No) {
		return
	}
	c := budget.Category{Name: a.Name, Card: a.No, Hidden: a.Closed, Sort: k.sort}
	if a.SourceID != "" {
		c.SourceID = "card:" + a.SourceID // an import of a newer document sets the same id
	}
	k.add(c, nil, nil)
}

func (k *adoption) add(c budget.Category, p *budget.CardPayment, own []budget.Cell) {
	if !k.made {
		if k.group.No == 0 {
			k.group.No = budget.GroupNo(k.numbers.Next())
		}
		k.records.Groups, k.made = append(k.records.Groups, k.group), true
	}
	if c.No == 0 {
		c.No = budget.CategoryNo(k.numbers.Next())
	}
	c.Group, c.Name = k.group.No, k.name(c.Name, c.No)
	c.ID = k.free(c.ID, func(id string) bool {
		same := func(o budget.Category) bool { return o.ID == id }
		return slices.ContainsFunc(k.Categories, same) || slices.ContainsFunc(k.records.Categories, same)
	})
	k.sort++
	k.records.Categories = append(k.records.Categories, c)
	k.addCells(c.No, p, own)
}

func (k *adoption) name(name string, own budget.CategoryNo) string {
	return budget.FreeName(cmp.Or(name, "Card"), func(key string) bool {
		same := func(o budget.Category) bool {
			return o.No != own && o.Group == k.group.No && budget.NameKey(o.Name) == key
		}
		return slices.ContainsFunc(k.Categories, same) || slices.ContainsFunc(k.records.Categories, same)
	})
}

// addCells adds the amounts assigned at the source, with the changes made here.
func (k *adoption) addCells(c budget.CategoryNo, p *budget.CardPayment, own []budget.Cell) {
	at := map[budget.CellKey]int{}
	put := func(cell budget.Cell) {
		key := budget.CellKey{Category: c, Month: cell.Month}
		i, there := at[key]
		if !there {
			at[key] = len(k.records.Cells)
			k.records.Cells = append(k.records.Cells, cell)
			return
		}
		is := &k.records.Cells[i]
		cell.Budgeted += is.Budgeted
		*is = cell
	}
	for i := 0; p != nil && i < len(p.Months); i++ {
		put(p.Months[i].CellOf(c))
	}
	for i := range own {
		if own[i].Category == c {
			put(own[i])
		}
	}
	k.records.Cells = slices.DeleteFunc(k.records.Cells, func(c budget.Cell) bool { return !c.HasContent() })
}
