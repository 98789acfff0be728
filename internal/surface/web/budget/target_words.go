package budget

import (
	"strconv"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// targetWords describes the status of targets.
type targetWords struct {
	ui.Figures
	dates string // the budget's date format
	today civil.Date
}

// of describes the target of a category in a month. If the category is overspent, the words begin with that.
func (w *targetWords) of(m civil.Month, s *app.Status, overspent bool) *TargetWords {
	words := &TargetWords{Text: w.text(m, s), State: stateOf(s), Month: m.Name()}
	if !overspent {
		return words
	}
	if words.State == Funded || words.State == Over {
		words.Text = "overspent"
	} else {
		words.Text = "overspent, " + words.Text
	}
	words.State = Overspent
	return words
}

func stateOf(s *app.Status) TargetState {
	switch {
	case s.Snoozed:
		return Snoozed
	case s.UnderFunded > 0:
		return Short
	case s.Over > 0:
		return Over
	case s.Months == 0 && s.Left > 0:
		return Quiet
	}
	return Funded
}

// text describes the status of a category's target in a few words.
func (w *targetWords) text(m civil.Month, s *app.Status) string {
	switch stateOf(s) {
	case Snoozed:
		return "snoozed"
	case Short:
		return w.amount(s.UnderFunded) + " more" + w.by(m, s)
	case Over:
		return "funded, " + w.amount(s.Over) + " over"
	case Quiet:
		return w.amount(s.Left) + " to go"
	}
	if s.Target.Kind == budget.Remainder {
		return "gets a part of what remains"
	}
	if s.Left > 0 {
		return "on track"
	}
	return "funded"
}

func (w *targetWords) amount(m money.Milli) string { return w.Plain(m).Text }

// by describes the day on which a month's part of a target is due.
func (w *targetWords) by(m civil.Month, s *app.Status) string {
	due := app.TargetDue(s.Target, m, w.today)
	if due == 0 || due.Month() != m {
		return ""
	}
	if s.Target.IsWeekly() {
		return " for " + due.Time().Weekday().String() + "s"
	}
	return " by the " + humanize.Ordinal(due.Day())
}

// bar returns the funded part of the month's need; of a target without a need, that of the whole amount. A part of what
// remains has neither, and no bar.
func (w *targetWords) bar(m civil.Month, s *app.Status, overspent bool) *Bar {
	if s.Target.Kind == budget.Remainder {
		return nil
	}
	percent := s.Percent
	if s.Needed > 0 {
		percent = int((s.Needed - min(s.Needed, s.UnderFunded)) * 100 / s.Needed)
	} else if s.Months > 0 {
		percent = 100
	}
	words := w.of(m, s, overspent)
	return &Bar{Percent: max(0, min(100, percent)), State: words.State, Title: words.Month + ": " + words.Text}
}

// says describes a target in a month: "I need 50.00 every Friday".
func (w *targetWords) says(t *budget.Target, m civil.Month) string {
	need := "I need " + w.amount(t.Amount)
	switch {
	case t.Kind == budget.IncomeShare && t.LastMonth:
		return "I want to set aside " + app.Percent(t.Share) + " % of the income of the month before"
	case t.Kind == budget.IncomeShare:
		return "I want to set aside " + app.Percent(t.Share) + " % of the income of the month"
	case t.Kind == budget.Remainder:
		return "I want a part of what remains when a month is assigned, with the weight " + strconv.Itoa(t.Weight)
	case t.Kind == budget.BySchedule && t.Schedule != "":
		return "I need what a scheduled transaction takes"
	case t.Kind == budget.BySchedule:
		return "I need what scheduled transactions take"
	case t.Kind == budget.BalanceTarget:
		return "I want to have " + w.amount(t.Amount)
	case t.Kind == budget.BalanceBy && t.Amount == 0:
		return "I want to pay this off by " + t.By().In(w.dates)
	case t.Kind == budget.BalanceBy:
		return "I want to have " + w.amount(t.Amount) + " by " + t.By().In(w.dates)
	case t.Kind == budget.MonthlyTarget:
		return need + " every month"
	case t.Kind == budget.DebtTarget:
		return "I pay a loan with " + w.amount(t.Amount) + " every month"
	case t.IsWeekly():
		return need + " every " + time.Weekday(t.Day%7).String() + filling(t)
	case t.By() != 0 && t.Period() == 0:
		return need + " by " + t.By().In(w.dates)
	case t.By() != 0:
		return need + " every " + months(t.Period()) + ", next by " + app.TargetBy(t, m).In(w.dates) + filling(t)
	case t.Kind == budget.Need && t.Day > 0:
		return need + " every month by the " + humanize.Ordinal(t.Day) + filling(t)
	}
	return need + " every month" + filling(t)
}

func months(n int) string {
	switch {
	case n <= 1:
		return "month"
	case n == 12:
		return "year"
	case n%12 == 0:
		return strconv.Itoa(n/12) + " years"
	}
	return strconv.Itoa(n) + " months"
}

func filling(t *budget.Target) string {
	if t.Filling == budget.RefillUpTo {
		return ", refilled up to it"
	}
	return ", set aside again each time"
}

// coming describes scheduled rows: "42.00 coming on the 28th".
func (w *targetWords) coming(c schedules.CategoryComing) string {
	if c.Times == 0 {
		return ""
	}
	text, on := w.amount(c.Amount.Abs())+" coming", " on the "
	if c.Amount > 0 {
		text += " in"
	}
	if c.Times > 1 {
		on = " from the "
	}
	return text + on + humanize.Ordinal(c.First.Day())
}
