package envelope

import (
	"cmp"
	"maps"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Deletion lists the changes of deleting a category or group.
type Deletion struct {
	Group      budget.GroupNo      // the deleted group, zero if only a category is deleted
	Categories []budget.CategoryNo // the deleted categories; their cells and rollover switches are deleted too
	// Receiver gets every line and schedule of the deleted categories and keeps its own rollover switches. It is zero
	// if nothing refers to them and nothing is budgeted.
	Receiver budget.CategoryNo
	// Cells are the changed cells of the receiver, oldest first.
	Cells []budget.Cell
}

// Contents describes the content of the categories to delete.
type Contents struct {
	// Used is the set of categories that some line, schedule or rule refers to.
	Used map[budget.CategoryNo]bool
	// Cells contains the cells of the deleted categories and of the receiver. Others are ignored.
	Cells []budget.Cell
}

// Needs reports whether a category has content that another category must receive.
func (holds *Contents) Needs(c budget.CategoryNo) bool {
	return holds.Used[c] || slices.ContainsFunc(holds.Cells, func(cell budget.Cell) bool { return cell.Category == c && cell.Budgeted != 0 })
}

// DeleteCategory deletes a category and moves its content to the receiver: lines, schedules, and budgeted amounts
// month by month. Only an income category can receive from an income category, which has no budgeted amounts;
// otherwise assigned money would silently return to To Budget. It returns an Invalid error for an impossible receiver
// and Conflict if a receiver is needed.
func (o *Outline) DeleteCategory(no, receiver budget.CategoryNo, holds Contents) (*Deletion, error) {
	c, err := o.Category(no)
	if err != nil {
		return nil, err
	}
	if c.Income && o.onlyIncome(no) {
		return nil, apperr.New(apperr.Invalid, "%q is the only income category and cannot be deleted", c.Name).
			WithHint("rename it if another name suits you better")
	}
	if o.IsCardPayment(&c) {
		return nil, cardsStay(c.Name)
	}
	if receiver == no {
		return nil, apperr.New(apperr.Invalid, "%q cannot receive its own transactions", c.Name).
			WithHint("choose another category")
	}
	return o.remove([]budget.Category{c}, 0, receiver, holds)
}

// DeleteGroup deletes a group. A group with categories needs one receiver, in another group, for all of them. The
// income group cannot be deleted.
func (o *Outline) DeleteGroup(no budget.GroupNo, receiver budget.CategoryNo, holds Contents) (*Deletion, error) {
	g, err := o.Group(no)
	if err != nil {
		return nil, err
	}
	if g.Income {
		return nil, apperr.New(apperr.Invalid, "%q is the income group and cannot be deleted", g.Name).
			WithHint("rename or hide it if you like")
	}
	if g.Cards {
		return nil, cardsStay(g.Name)
	}
	gone := o.orderedCategories(no)
	if slices.ContainsFunc(gone, func(c budget.Category) bool { return c.No == receiver }) {
		return nil, apperr.New(apperr.Invalid, "the receiver is in %q itself and would be deleted with it", g.Name).
			WithHint("choose a category of another group")
	}
	return o.remove(gone, no, receiver, holds)
}

func (o *Outline) remove(gone []budget.Category, group budget.GroupNo, receiver budget.CategoryNo, holds Contents) (*Deletion, error) {
	d := &Deletion{Group: group, Receiver: receiver}
	for _, c := range gone {
		d.Categories = append(d.Categories, c.No)
	}
	if receiver == 0 {
		return d, needsNone(gone, holds)
	}
	if len(gone) == 0 {
		d.Receiver = 0
		return d, nil
	}
	to, err := o.Category(receiver)
	if err != nil {
		return nil, err
	}
	if o.IsCardPayment(&to) {
		return nil, apperr.New(apperr.Invalid, "%q is for paying the card: it cannot have transactions", to.Name).WithHint("choose another category")
	}
	for _, c := range gone {
		if c.Income != to.Income {
			return nil, apperr.New(apperr.Invalid, "%q cannot move to %q: income categories move only to other income categories", c.Name, to.Name).
				WithHint("choose a category of the same type")
		}
	}
	d.Cells, err = joinCells(d.Categories, receiver, holds.Cells)
	return d, err
}

// cardsStay refuses to delete a category of the cards.
func cardsStay(name string) error {
	return apperr.New(apperr.Invalid, "%q cannot be deleted while cards are budgeted as envelopes", name).
		WithHint("hide it, or treat cards as ordinary accounts under Credit cards in the budget's menu")
}

// needsNone refuses to delete categories without a receiver if lines, schedules, rules or budgeted amounts refer to
// them.
func needsNone(gone []budget.Category, holds Contents) error {
	for _, c := range gone {
		if holds.Needs(c.No) {
			return apperr.New(apperr.Conflict, "%q has transactions, rules or budgeted amounts", c.Name).
				WithHint("choose the category that receives them")
		}
	}
	return nil
}

// joinCells adds the cells of the deleted categories to the receiver's, month by month. Budgeted amounts are added
// and notes are joined; the target stays the receiver's.
func joinCells(gone []budget.CategoryNo, receiver budget.CategoryNo, cells []budget.Cell) ([]budget.Cell, error) {
	joined := make(map[civil.Month]budget.Cell)
	for _, c := range cells {
		if c.Category == receiver {
			joined[c.Month] = c
		}
	}
	changed := make(map[civil.Month]bool)
	for _, c := range cells {
		if !slices.Contains(gone, c.Category) || (c.Budgeted == 0 && c.Note == "") {
			continue
		}
		into := joined[c.Month]
		into.Category, into.Month = receiver, c.Month
		into.Budgeted += c.Budgeted
		into.Note = budget.JoinNotes(into.Note, c.Note)
		if into.Budgeted.Abs() > money.Limit {
			return nil, apperr.New(apperr.Invalid, "the budgeted amounts of %s together are too large", c.Month)
		}
		joined[c.Month], changed[c.Month] = into, true
	}
	maps.DeleteFunc(joined, func(m civil.Month, _ budget.Cell) bool { return !changed[m] })
	return slices.SortedFunc(maps.Values(joined), func(a, b budget.Cell) int { return cmp.Compare(a.Month, b.Month) }), nil
}

func (o *Outline) onlyIncome(no budget.CategoryNo) bool {
	return !slices.ContainsFunc(o.Categories, func(c budget.Category) bool { return c.Income && c.No != no })
}
