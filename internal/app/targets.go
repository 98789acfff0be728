package app

import (
	"context"
	"strconv"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// TargetOf returns a category's target in a month, or nil, and whether it is snoozed in that month.
func (s *Screen) TargetOf(c *budget.Category, m civil.Month) (of *budget.Target, snoozed bool) {
	return s.Aims.Of(c, m)
}

// Targets computes the status of the categories' targets in a month.
func (s *Screen) Targets(m civil.Month) MonthTargets { return s.Aims.In(m) }

// TargetShape is the user's first choice about a target.
type TargetShape string

const (
	EveryWeek    TargetShape = "week"
	EveryMonth   TargetShape = "month"
	EverySoOften TargetShape = "often" // every n months, next by a date
	ByADate      TargetShape = "date"
	ABalance     TargetShape = "balance" // with a date or without
	PayOff       TargetShape = "pay-off" // only for a card payment category: the card's whole debt, by a date
	PayMonthly   TargetShape = "pay"     // likewise: the same payment every month

	ShareOfIncome TargetShape = "income"   // a percentage of the income of the month or of the month before
	PartOfTheRest TargetShape = "rest"     // a part, by weight, of what remains when a month is assigned by targets
	FromSchedules TargetShape = "schedule" // the amount that scheduled transactions take
)

// HasRule reports whether a target of the shape has no amount, because its need follows from other data of the budget.
func (s TargetShape) HasRule() bool {
	return s == ShareOfIncome || s == PartOfTheRest || s == FromSchedules
}

// TargetForm is a target as a user enters it.
type TargetForm struct {
	Shape                        TargetShape
	Amount, Day, Months, Filling string
	Date                         civil.Date // zero if none was given

	Percent, Weight string
	LastMonth       bool
	Schedule        string // the id of a scheduled transaction, or "" for all of the category
}

// SetTarget sets a category's target from a month on; earlier months keep theirs. Errors name the field.
func (a *App) SetTarget(ctx context.Context, who Actor, id, category string, m civil.Month, form TargetForm) (ChangeResult, error) {
	return a.change(ctx, who, id, "target", func(e *changeTx) error {
		to, err := form.target(e.Info().Currency, m)
		if err != nil {
			return err
		}
		if form.Shape == PayOff || form.Shape == PayMonthly {
			if err := e.paysACard(category); err != nil {
				return err
			}
		}
		return e.retarget(category, m, to, "Set the target of %s from %s on")
	})
}

// RemoveTarget takes a category's target away from a month on.
func (a *App) RemoveTarget(ctx context.Context, who Actor, id, category string, m civil.Month) (ChangeResult, error) {
	return a.change(ctx, who, id, "remove-target", func(e *changeTx) error {
		return e.retarget(category, m, nil, "Removed the target of %s from %s on")
	})
}

// paysACard refuses a category that is no card's payment category.
func (e *changeTx) paysACard(category string) error {
	c, err := e.CategoryByID(category)
	if err == nil && c.Card == 0 {
		err = apperr.New(apperr.Invalid, "%q is not a card payment category", c.Name).WithHint("choose another type of target")
	}
	return err
}

func (e *changeTx) retarget(category string, m civil.Month, to *budget.Target, say string) error {
	c, err := e.CategoryByID(category)
	if err != nil {
		return err
	}
	if c.Income {
		return apperr.New(apperr.Invalid, "an income category cannot have a target").WithHint("its income is already in To Budget")
	}
	says, err := e.Cell(c.No, m)
	if err != nil {
		return err
	}
	if was := c.TargetIn(m, &says); was != nil && to != nil {
		to.Created = was.Created
		if !to.Kind.HasRule() && target.NextBy(was, m) == to.Due && was.Period() == to.Period() { // the same target: its first date decides which months count
			to.Due, to.DueMonth = was.Due, was.DueMonth
		}
	}
	e.Say(say, c.Name, m.Name())
	if err := e.aim(&c, to, m); err != nil {
		return err
	}
	return e.Put(&c)
}

// SnoozeTarget snoozes a category's target for a month, or ends that.
func (a *App) SnoozeTarget(ctx context.Context, who Actor, id, category string, m civil.Month, on bool) (ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, a.access, who, id, "snooze-target", category, (*store.ReadTx).CategoryByID, func(e *budgetsession.ChangeTx, c *budget.Category) error {
		cell, err := e.Cell(c.No, m)
		if err != nil {
			return err
		}
		switch {
		case c.TargetIn(m, &cell) == nil:
			return apperr.New(apperr.Conflict, "%s has no target in %s", c.Name, m.Name())
		case !on:
			cell.Snoozed = ""
			e.Say("Stopped snoozing the target of %s in %s", c.Name, m.Name())
		case cell.Snoozed == "":
			cell.Snoozed = a.now().UTC().Format("2006-01-02T15:04:05Z")
			e.Say("Snoozed the target of %s in %s", c.Name, m.Name())
		}
		return e.PutCell(cell)
	})
}

func (f *TargetForm) target(format money.Format, m civil.Month) (*budget.Target, error) {
	if f.Shape == PayOff { // its amount is the card's debt
		due, err := f.date(m, true)
		return &budget.Target{Kind: budget.BalanceBy, Due: due, Created: m.First()}, err
	}
	if f.Shape.HasRule() {
		return f.withRule(m)
	}
	amount, err := amountparse.Amount(format, f.Amount, 0)
	if err != nil {
		return nil, apperr.Placed(err, func(at *apperr.Error) { at.Field = "amount" })
	}
	if amount <= 0 {
		return nil, apperr.New(apperr.Invalid, "a target needs an amount above zero").AtField("amount")
	}
	to := &budget.Target{Kind: budget.Need, Amount: amount, Filling: budget.SetAside, Created: m.First()}
	if f.Filling == string(budget.RefillUpTo) {
		to.Filling = budget.RefillUpTo
	}
	switch f.Shape {
	case EveryWeek:
		to.Cadence, to.Every = budget.Weekly, 1
		to.Day, err = f.number("day", f.Day, 0, 6, "a day of the week")
	case EveryMonth:
		to.Cadence, to.Every = budget.Monthly, 1
		to.Day, err = f.number("day", f.Day, 0, 31, "a day of the month")
	case EverySoOften:
		var months int
		if months, err = f.number("months", f.Months, 1, 24, "a number of months"); err == nil {
			to.Cadence, to.Every = budget.EveryMonths(months)
			to.Due, err = f.date(m, true)
		}
	case ByADate:
		to.Due, err = f.date(m, true)
	case PayMonthly:
		to.Kind, to.Cadence, to.Every, to.Filling = budget.MonthlyTarget, budget.Monthly, 1, ""
	case ABalance:
		to.Kind, to.Filling = budget.BalanceTarget, ""
		if to.Due, err = f.date(m, false); to.Due != 0 {
			to.Kind = budget.BalanceBy
		}
	default:
		err = apperr.New(apperr.Invalid, "%q is not a type of target", f.Shape)
	}
	return to, err
}

// withRule returns a target without an amount.
func (f *TargetForm) withRule(m civil.Month) (to *budget.Target, err error) {
	to = &budget.Target{Created: m.First()}
	switch f.Shape {
	case ShareOfIncome:
		share, ok := ParsePercent(f.Percent)
		if !ok || share == 0 || share > budget.WholeShare {
			return nil, apperr.New(apperr.Invalid, "%q is not a percentage of an income", strings.TrimSpace(f.Percent)).AtField("percent").
				WithHint("enter a number above 0 and up to 100, such as 10 or 12.5")
		}
		to.Kind, to.Share, to.LastMonth = budget.IncomeShare, share, f.LastMonth
	case PartOfTheRest:
		to.Kind = budget.Remainder
		to.Weight, err = f.number("weight", f.Weight, 1, budget.MaxWeight, "a whole number from 1 to "+strconv.Itoa(budget.MaxWeight))
	default:
		to.Kind, to.Schedule = budget.BySchedule, f.Schedule
	}
	return to, err
}

func (f *TargetForm) number(field, text string, least, most int, what string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < least || n > most {
		return 0, apperr.New(apperr.Invalid, "%q is not %s", text, what).AtField(field)
	}
	return n, nil
}

// mostYears is the maximum number of years until a target's date.
const mostYears = 50

func (f *TargetForm) date(m civil.Month, needed bool) (civil.Date, error) {
	d := f.Date
	switch {
	case d == 0 && !needed:
		return 0, nil
	case d == 0:
		return 0, apperr.New(apperr.Invalid, "it needs a date").AtField("date").WithHint("enter the date by which you need the money")
	case d.Month() < m:
		return 0, apperr.New(apperr.Invalid, "the date is before %s", m.Name()).AtField("date").WithHint("choose a later one")
	}
	if err := nearAhead(d, m, "date"); err != nil {
		return 0, err
	}
	return d, nil
}

// nearAhead refuses a target's date that is too far after a month.
func nearAhead(d civil.Date, m civil.Month, field string) error {
	if d.Month() > m.Add(12*mostYears) {
		return apperr.New(apperr.Invalid, "the date is more than %d years ahead", mostYears).AtField(field).WithHint("choose an earlier one")
	}
	return nil
}
