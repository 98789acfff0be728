package store

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/store/figures"
)

// DateFarOff is the code of a fault about a day outside what a budget keeps.
const DateFarOff fault.Code = "date_far_off"

// nearDate refuses a day outside what a budget keeps: a typing error in a year
// would give every month up to it a figure in every category. Whoever writes, the
// day passes here. What stands already, and what an undo brings back, stays: such a
// day can be corrected, and figures count it in the nearest month that is kept.
func (w *Writer) nearDate(field string, d, was cal.Date) error {
	if !d.FarOff() || d == was || w.entry.Reverses != 0 {
		return nil
	}
	return farOff(d.In(w.header.Info.DateFormat)).AtField(field)
}

// nearMonth is nearDate for a month.
func (w *Writer) nearMonth(m cal.Month) error {
	if !m.FarOff() || w.entry.Reverses != 0 {
		return nil
	}
	return farOff(m.Name()).AtField("month")
}

func farOff(when string) *fault.Error {
	return fault.New(fault.Invalid, "%s is too far off: %s", when, cal.KeptYears()).
		WithHint("check the year").WithCode(DateFarOff)
}

// weigh adds the amount of a written record to those of the change.
func (w *Writer) weigh(m money.Milli) { w.weight = w.weight.Plus(m.Abs()) }

func (w *Writer) weighTransaction(t *budget.Transaction) {
	w.weigh(t.Amount)
	for i := range t.Parts {
		w.weigh(t.Parts[i].Amount)
	}
}

// checkTotals refuses a change after which the figures of the budget could not be
// added up. Most changes touch small figures alone and cost nothing here.
func (w *Writer) checkTotals() error {
	if w.weight > money.TotalLimit {
		return tooLarge()
	}
	if !w.heavy {
		return nil
	}
	f, err := w.figures(figures.Budgeted, figures.Activity, figures.Cleared, figures.Uncleared)
	if err != nil {
		return err
	}
	var total money.Milli
	for _, s := range f {
		total = total.Plus(s.Weight())
	}
	if total > money.TotalLimit {
		return tooLarge()
	}
	return nil
}

func tooLarge() error {
	return fault.New(fault.Invalid, "the amounts of this budget would be too large to be added up").
		WithHint("Together they must stay below %s.", money.TotalLimit)
}

// heavy is from which weight on a figure makes the whole budget be weighed: some
// thousand figures below it cannot exceed the limit together.
const heavy = money.Limit
