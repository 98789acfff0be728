package verification

import (
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
)

// cells compares every category in every month of the file.
func (v *verification) cells() {
	v.report.Cells.List = []CellLine{}
	with, without := v.expect(true), v.expect(false)
	for _, c := range v.file.compared() {
		now, then := v.now.find(c.id), v.imported.find(c.id)
		rolled := false
		for i := range c.listed {
			m := v.file.month(i)
			var ours, imported envelope.Cell
			if now != nil {
				ours = v.now.Cell(now.No, m)
			}
			if then != nil {
				imported = v.imported.Cell(then.No, m)
			}
			file := CellFigures{c.budgeted[i], c.activity[i], c.balance[i]}
			if c.listed[i] {
				v.report.Cells.Compared++
				if figuresOf(ours) != file {
					v.differs(now, c, i, ours, file, v.blame(c, i, ours, imported, &with, &without, rolled))
				}
			}
			rolled = ours.Rollover && ours.Balance < 0
		}
	}
}

func figuresOf(c envelope.Cell) CellFigures { return CellFigures{c.Budgeted, c.Activity, c.Balance} }

// blame returns the reason why a cell differs from the file. with and without are our figures for the document's
// rows, with and without transactions dated after the export.
func (v *verification) blame(c *category, i int, ours, imported envelope.Cell, with, without *expected, rolled bool) Blame {
	file := CellFigures{c.budgeted[i], c.activity[i], c.balance[i]}
	activity := c.rows[i]
	if c.kind == cardPayment {
		activity = with.Activity[c.id][i]
	}
	switch {
	case imported.Budgeted != file.Budgeted || imported.Activity != activity || imported.Balance != with.Balances[c.id][i]:
		return OurFault
	case figuresOf(imported) == file:
		return ChangedHere
	case c.kind == cardPayment && file.Activity == without.made(c, i) && file.Balance == without.Balances[c.id][i]:
		return RowsAfterExport
	case c.kind == cardPayment && v.onlySharedOtherwise(c, i, with, without):
		return RulesDiffer
	case c.kind == cardPayment:
		return FileContradicts
	case imported.Activity != file.Activity && imported.Activity-c.late[i] != file.Activity:
		return FileContradicts
	case v.file.breaksRule(c, i):
		return FileContradicts
	case imported.Activity != file.Activity || v.lateBefore(c, i):
		return RowsAfterExport
	case ours.Rollover || rolled:
		return RollsOver
	}
	return FileContradicts // an earlier month's activity is not the sum of its rows
}

// onlySharedOtherwise reports whether a card payment category has other figures up to a month only because the file
// divides the same amounts differently among its cards.
func (v *verification) onlySharedOtherwise(c *category, i int, with, without *expected) bool {
	f := v.file
	for k := range i + 1 {
		if f.breaksRule(c, k) || c.activity[k] != with.Activity[c.id][k] && !f.sharedOtherwise(k, with.Activity) && !f.sharedOtherwise(k, without.Activity) {
			return false
		}
	}
	return true
}

// sharedOtherwise reports whether the activities of the card payment categories in a month differ only in their
// division among the cards. Which of several cards is paid for follows from the order of the rows, which the file may
// lack.
func (f *file) sharedOtherwise(i int, made map[string][]money.Milli) bool {
	var sum money.Milli
	for _, c := range f.list {
		if c.kind == cardPayment && c.listed[i] && made[c.id] != nil {
			sum += c.activity[i] - made[c.id][i]
		}
	}
	return sum == 0
}

func (v *verification) lateBefore(c *category, i int) bool {
	return slices.ContainsFunc(c.late[:i+1], func(amount money.Milli) bool { return amount != 0 })
}

// breaksRule reports whether a balance in the file does not follow from the file's other figures.
func (f *file) breaksRule(c *category, i int) bool {
	return !f.holdover && c.listed[i] && c.balance[i] != f.follows(c, i)
}

// checkFile notes the contradictions within a category's figures in the file.
func (v *verification) checkFile(c *category, i int) {
	m := v.file.month(i)
	if rows := c.rows[i] - c.late[i]; c.kind == ordinary && c.activity[i] != rows && c.activity[i] != c.rows[i] {
		v.report.contradict("%s, %s: activity is %s, its transactions make %s", m, c.name, c.activity[i], rows)
	}
	if v.file.breaksRule(c, i) {
		v.report.contradict("%s, %s: the balance of %s does not follow from last month's, budgeted and activity", m, c.name, c.balance[i])
	}
}

func (v *verification) differs(here *Category, c *category, i int, ours envelope.Cell, file CellFigures, why Blame) {
	cells := &v.report.Cells
	cells.Different++
	if why == OurFault {
		v.report.Ours++
	}
	if len(cells.List) >= MaxList {
		return
	}
	line := CellLine{Category: c.id, Name: c.name, Month: v.file.month(i), Ours: figuresOf(ours), File: file, Blame: why}
	if here != nil {
		line.Category, line.Group, line.Name = here.ID, here.Group, here.Name
	}
	cells.List = append(cells.List, line)
}
