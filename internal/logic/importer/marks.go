package importer

import (
	"cmp"
	"encoding/json"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// marks are the "holdover" members of the plan, or nil if another program wrote it.
type marks ynabdoc.Marks

func (im *importing) readMarks() {
	for _, m := range im.plan.Extra() {
		if m.Name != ynabdoc.MarksMember {
			continue
		}
		read := new(marks)
		if err := json.Unmarshal([]byte(m.Value), read); err != nil {
			im.notes.warn("marks", "The data that another Holdover added to this file could not be read; holds, rollovers and rules are missing.", "%v", err)
			return
		}
		im.marks, im.notes.Holdover = read, true
		return
	}
}

// incomeName returns the name of an income category in the application; marked is false if the document does not have
// it.
func (m *marks) incomeName(id string) (name string, marked bool) {
	if m == nil {
		return "", false
	}
	for _, c := range m.Income.Categories {
		if c.ID == id {
			return c.Name, true
		}
	}
	return "", false
}

// groupKind returns the kind of a group. In a document of another Holdover the names do not decide.
func (m *marks) groupKind(id string, holdsCards bool) groupKind {
	switch {
	case id == m.Income.Group.ID:
		return internalKind
	case !slices.Contains(m.Beside.Groups, id):
		return ordinaryGroup
	case holdsCards:
		return cardKind
	}
	return internalKind
}

// categoryKind returns the kind of a category.
func (m *marks) categoryKind(c *ynabdoc.Category) roleKind {
	_, marked := m.incomeName(c.ID)
	switch {
	case marked:
		return income
	case !slices.Contains(m.Beside.Categories, c.ID):
		return ordinary
	case m.isCard(c.ID):
		return cardPayment
	case slices.Contains(incomeNames, c.Name):
		return income
	}
	return none
}

// byItself reports whether a scheduled transaction is entered automatically. It returns false for any other source:
// the user decides here.
func (m *marks) byItself(id string) bool { return m != nil && slices.Contains(m.ByThemselves, id) }

// ending returns the end date of a scheduled transaction and the rule for weekends.
func (m *marks) ending(id string) ynabdoc.MarkedEnd {
	if m != nil {
		for _, e := range m.Ends {
			if e.ID == id {
				return e
			}
		}
	}
	return ynabdoc.MarkedEnd{}
}

func (m *marks) isCard(id string) bool { return m.card(id).Category != "" }

// card returns the marks of a card payment category.
func (m *marks) card(category string) ynabdoc.MarkedCard {
	if m != nil {
		for _, c := range m.CardPayments {
			if c.Category == category {
				return c
			}
		}
	}
	return ynabdoc.MarkedCard{}
}

// addGone adds the card payment categories that were deleted with their cards and that the document mentions nowhere
// else.
func (im *importing) addGone() {
	if im.marks == nil {
		return
	}
	cards := &im.whole.Info.CardPayments
	for _, c := range im.marks.CardPayments {
		if c.Gone && !slices.ContainsFunc(*cards, func(p budget.CardPayment) bool { return p.SourceID == c.Category }) {
			*cards = append(*cards, budget.CardPayment{SourceID: c.Category, Gone: true})
		}
	}
}

// addSwitches imports holds, rollovers and the month in which a budget was begun, which only Holdover has.
func (im *importing) addSwitches() {
	if im.marks == nil {
		return
	}
	if im.marks.Begun != 0 {
		im.month(im.marks.Begun)
	}
	for _, h := range im.marks.Held {
		if h.Month == 0 || h.Amount < 0 {
			im.notes.warn("hold", "A hold in the file is for no month, or below zero; it was left out.", "%s: %s", h.Month, h.Amount)
			continue
		}
		im.total.add(h.Amount)
		im.month(h.Month).Held = h.Amount
	}
	switches := map[budget.CategoryNo][]budget.Rollover{}
	for _, r := range im.marks.Rollovers {
		c, ok := im.categories[r.Category]
		if !ok || c.kind != ordinary || r.From == 0 {
			im.notes.warn("rollover", "A rollover in the file is for no category of it; it was left out.", "%s from %s", r.Category, r.From)
			continue
		}
		switches[c.no] = budget.SwitchRollover(switches[c.no], c.no, r.From, r.On)
	}
	for i := range im.whole.Categories {
		im.whole.Rollovers = append(im.whole.Rollovers, switches[im.whole.Categories[i].No]...)
	}
}

// month returns the record of a month and creates it if needed.
func (im *importing) month(m civil.Month) *budget.Month {
	i, there := slices.BinarySearchFunc(im.whole.Months, m, func(r budget.Month, m civil.Month) int { return cmp.Compare(r.Month, m) })
	if !there {
		im.whole.Months = slices.Insert(im.whole.Months, i, budget.Month{Month: m})
	}
	return &im.whole.Months[i]
}
