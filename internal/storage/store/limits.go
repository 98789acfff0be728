package store

import (
	"fmt"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
)

// DateFarOff is the code of the error for a day outside the budget's reach.
const DateFarOff apperr.Code = "date_far_off"

// Reach returns the days that a user may enter in the budget on a day.
func (h *Header) Reach(today civil.Date) civil.Reach {
	return civil.ReachOf(civil.Span{First: h.FirstMonth, Last: h.LastMonth}, today)
}

// AcceptFarDates allows the change to write all days from civil.Earliest to civil.Latest, because a user has confirmed
// them, or because they are from the plan's own document.
func (w *WriteTx) AcceptFarDates() { w.reach = civil.Reach{First: civil.Earliest, Last: civil.Latest} }

// nearDate refuses a day outside the budget's reach, for all callers: a wrong year would give every month up to it a
// figure in every category. It accepts the day that the record has already, and every day in an undo, so that rows of
// old budgets can be edited and corrected.
func (w *WriteTx) nearDate(field string, d, was civil.Date) error {
	if w.reach.Includes(d) || d == was || w.entry.Reverses != 0 {
		return nil
	}
	return w.farOff(d.In(w.header.Info.DateFormat), d).AtField(field)
}

// nearMonth is nearDate for a month.
func (w *WriteTx) nearMonth(m civil.Month) error {
	if w.reach.IncludesMonth(m) || w.entry.Reverses != 0 {
		return nil
	}
	return w.farOff(m.Name(), m.First()).AtField("month")
}

func (w *WriteTx) farOff(when string, d civil.Date) *apperr.Error {
	first, last := w.reach.First.Month(), w.reach.Last.Month()
	f := apperr.New(apperr.Invalid, "%s is out of range: this budget takes dates from %s to %s", when, first.Name(), last.Name()).WithHint("check the year").WithCode(DateFarOff)
	if d < w.reach.First && d >= civil.Earliest {
		f.Hint = fmt.Sprintf("check the year; if it is right, first enter a transaction of %s to extend the budget", first.Name())
	}
	return f
}

// weigh adds the absolute amount of a written record to the change's total.
func (w *WriteTx) weigh(m money.Milli) { w.weight = w.weight.Plus(m.Abs()) }

func (w *WriteTx) weighTransaction(t *budget.Transaction) {
	w.weigh(t.Amount)
	for i := range t.Parts {
		w.weigh(t.Parts[i].Amount)
	}
}

// checkTotals refuses a change after which the sums of the budget's figures could overflow. Most changes touch small
// figures only and skip the check.
func (w *WriteTx) checkTotals() error {
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
	return apperr.New(apperr.Invalid, "the amounts of this budget would be too large to be added up").
		WithHint("Together they must stay below %s.", money.TotalLimit)
}

// heavy is the weight of a figure from which the totals of the whole budget are checked. Some thousand figures below
// it cannot exceed the limit together.
const heavy = money.Limit
