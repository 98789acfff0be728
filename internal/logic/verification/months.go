package verification

import (
	"fmt"

	"holdover/internal/base/money"
)

// months compares To Budget with Ready to Assign and divides the difference into causes.
func (v *verification) months() {
	f := v.file
	if len(f.months) == 0 {
		return
	}
	with, without := v.expect(true), v.expect(false)
	all := v.sourceCauses()
	left := without.less(all)
	late := make([]money.Milli, len(f.months))
	for i := range late {
		late[i] = with.ToBudget[i] - without.ToBudget[i]
	}
	all[AfterExport] = late
	v.proveLate()
	v.addContradictions(all, left, without)
	ours := make([]money.Milli, len(f.months))
	for i := range ours {
		ours[i] = v.imported.ToBudget(f.month(i)) - with.ToBudget[i]
	}
	v.addSince(all)
	for i := range f.months {
		if doc := f.months[i].doc; doc != nil && doc.Has("to_be_budgeted") {
			v.addMonth(i, all, ours[i])
		}
	}
}

// less returns To Budget without the amounts of the causes.
func (e *expected) less(all causes) []money.Milli {
	left := make([]money.Milli, len(e.ToBudget))
	for i := range left {
		left[i] = e.ToBudget[i] - all.sum(i)
	}
	return left
}

func (r *Report) contradict(format string, args ...any) {
	if len(r.Contradictions) < MaxList {
		r.Contradictions = append(r.Contradictions, fmt.Sprintf(format, args...))
	}
}

// addMonth adds a month's line to the report.
func (v *verification) addMonth(i int, all causes, unexplained money.Milli) {
	m := v.file.month(i)
	line := MonthLine{Month: m, ToBudget: v.now.ToBudget(m), Source: v.file.months[i].doc.ToBeBudgeted, Causes: []CauseAmount{}}
	line.Difference = line.ToBudget - line.Source
	for _, c := range order {
		if amounts := all[c]; amounts != nil && amounts[i] != 0 {
			line.Causes = append(line.Causes, CauseAmount{c, amounts[i]})
		}
	}
	line.Unexplained = line.Difference - all.sum(i)
	if line.Unexplained == 0 && unexplained != 0 { // an unexplained amount and a defect of ours cancel out: neither is explained
		line.Unexplained = unexplained
	}
	v.report.add(line)
}

// add adds a month. The sum of unexplained amounts is capped at the end of the range.
func (r *Report) add(line MonthLine) {
	r.Months = append(r.Months, line)
	r.Unexplained = r.Unexplained.Plus(line.Unexplained.Abs())
}

// proveLate lists the income rows and cells that the file does not count yet.
func (v *verification) proveLate() {
	f := v.file
	v.report.After = f.after
	if f.after == 0 {
		return
	}
	for i := range f.months {
		v.report.prove(AfterExport, Evidence{Month: f.month(i), Of: "income", Amount: f.months[i].lateIncome})
	}
	for _, c := range f.list {
		for i, amount := range c.late {
			v.report.prove(AfterExport, Evidence{Month: f.month(i), Of: c.name, Amount: amount})
		}
	}
}
