package verification

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
)

// addSince adds the changes made here since the import: holds, rollovers, edits.
func (v *verification) addSince(all causes) {
	f := v.file
	held, rolled := make([]money.Milli, len(f.months)), make([]money.Milli, len(f.months))
	edited := make([]money.Milli, len(f.months))
	first, last := f.first, f.month(len(f.months)-1)
	now, then := v.now.rolledOver(first, last), v.imported.rolledOver(first, last)
	for i := range f.months {
		m := f.month(i)
		held[i] = v.imported.Held(m) - v.now.Held(m)
		rolled[i] = now[i] - then[i]
		edited[i] = v.now.ToBudget(m) - v.imported.ToBudget(m) - held[i] - rolled[i]
		v.report.prove(HeldHere, Evidence{Month: m, Of: "held", Amount: held[i]})
	}
	all[HeldHere], all[RolloverHere], all[EditedHere] = held, rolled, edited
	v.proveEdits(now, then)
}

// rolledOver returns by how much rollovers raise To Budget in each month: the overspending that stays in its
// category.
func (b *Budget) rolledOver(first, last civil.Month) []money.Milli {
	kept := make([]money.Milli, int(last-first)+1)
	for c := range iterutil.Pointers(b.Categories) {
		if c.Income {
			continue
		}
		before := first.Add(-1)
		var with, without money.Milli // carried into the month
		if at := b.Cell(c.No, before); at.Balance >= 0 || at.Rollover {
			with, without = at.Balance, max(0, at.Balance)
		}
		for m := range kept {
			cell := b.Cell(c.No, first.Add(m))
			with += cell.Budgeted + cell.Activity
			without += cell.Budgeted + cell.Activity
			if m+1 == len(kept) {
				break
			}
			kept[m+1] -= min(0, without)
			without = max(0, without)
			if with < 0 && !cell.Rollover {
				kept[m+1] += with
				with = 0
			}
		}
	}
	return through(kept)
}

// proveEdits lists the cells with a budgeted amount or an activity that was changed here.
func (v *verification) proveEdits(now, then []money.Milli) {
	f := v.file
	for c := range iterutil.Pointers(v.now.Categories) {
		for m := range f.months {
			month := f.month(m)
			a, b := v.now.Cell(c.No, month), v.imported.Cell(c.No, month)
			v.report.prove(EditedHere, Evidence{Month: month, Of: c.Name + ", budgeted", Amount: b.Budgeted - a.Budgeted})
			v.report.prove(EditedHere, Evidence{Month: month, Of: c.Name + ", activity", Amount: a.Activity - b.Activity})
		}
	}
	for i := range now {
		if i > 0 {
			v.report.prove(RolloverHere, Evidence{Month: f.month(i), Of: "rollovers", Amount: now[i] - then[i] - now[i-1] + then[i-1]})
		}
	}
}
