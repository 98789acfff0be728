package mcp

import (
	"context"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// TargetFigures is a category's target with its figures in a month.
type TargetFigures struct {
	Type      string `json:"type" jsonschema:"YNAB's goal_type: NEED (spending), TB (a balance), TBD (a balance by a date), MF (the same each month), DEBT (a loan's payment); or, without an amount, income_share, remainder or schedule"`
	Amount    string `json:"amount"`
	Percent   string `json:"percent,omitempty" jsonschema:"of income_share"`
	LastMonth bool   `json:"last_month,omitempty" jsonschema:"of income_share: the income of the month before counts"`
	Weight    int    `json:"weight,omitempty" jsonschema:"of remainder"`
	Schedule  string `json:"schedule,omitempty" jsonschema:"of schedule: the id of a scheduled transaction; without it, all of the category"`
	By        string `json:"by,omitempty" jsonschema:"the next day on which it is due"`
	Needed    string `json:"needed" jsonschema:"in this month, budgeted or not"`
	Missing   string `json:"missing" jsonschema:"the part of it that is not budgeted yet"`
	Snoozed   bool   `json:"snoozed,omitempty"`
}

func targetFigures(b *pageframe.Budget, t *app.MonthTarget, m civil.Month) *TargetFigures {
	f := &TargetFigures{
		Type: string(t.Kind), Amount: amount(b, t.Amount), By: app.TargetBy(&t.Target, m).String(), Needed: amount(b, t.Needed), Missing: amount(b, t.UnderFunded), Snoozed: t.Snoozed,
		LastMonth: t.LastMonth, Weight: t.Weight, Schedule: t.Schedule,
	}
	if t.Share != 0 {
		f.Percent = app.Percent(t.Share)
	}
	return f
}

// noTarget is the kind that removes a target.
const noTarget = "none"

type InTarget struct {
	InMonth
	Category  string `json:"category" jsonschema:"by name, as Group: Category, or by id"`
	Kind      string `json:"kind" jsonschema:"month, week, often (every several months, next by a date), date (once, by a date), balance (have it, by a date if one is given), income (a percentage of the income), rest (a part of what remains when a month is assigned by targets), schedule (what scheduled transactions take from the category), or none, which removes the target"`
	Amount    Amount `json:"amount,omitempty" jsonschema:"such as 250.00; of a weekly target, of each week"`
	Day       int    `json:"day,omitempty" jsonschema:"of month, the day on which it is due (1 to 31); of week, the weekday from Sunday (0)"`
	Months    int    `json:"months,omitempty" jsonschema:"of often: the number of months, 1 to 24"`
	By        string `json:"by,omitempty" jsonschema:"a day such as 2027-03-01"`
	Percent   string `json:"percent,omitempty" jsonschema:"of income: such as 10 or 12.5"`
	LastMonth bool   `json:"last_month,omitempty" jsonschema:"of income: of the month before, rather than of the month"`
	Weight    int    `json:"weight,omitempty" jsonschema:"of rest: 1 to 1000"`
	Schedule  string `json:"schedule,omitempty" jsonschema:"of schedule: the id of one scheduled transaction, rather than all of the category"`
	Refill    bool   `json:"refill,omitempty" jsonschema:"refill up to the amount each time, rather than setting another one aside"`
}

func (a *assistant) setTarget(ctx context.Context, in InTarget) (out ChangeResult, err error) {
	b, m, c, err := a.categoryIn(ctx, in.InMonth, in.Category)
	if err != nil {
		return out, err
	}
	if in.Kind == noTarget {
		done, err := a.App.RemoveTarget(ctx, a.who, b.ID, c.ID, m.Month)
		return a.after(ctx, &b, done, err, in.InMonth, c.ID)
	}
	form, err := in.form(&b)
	if err != nil {
		return out, err
	}
	done, err := a.App.SetTarget(ctx, a.who, b.ID, c.ID, m.Month, form)
	return a.after(ctx, &b, done, err, in.InMonth, c.ID)
}

// form returns the form of a target that the pages would send.
func (in *InTarget) form(b *pageframe.Budget) (form app.TargetForm, err error) {
	form = app.TargetForm{Shape: app.TargetShape(in.Kind), Day: strconv.Itoa(in.Day), Months: strconv.Itoa(in.Months), Filling: string(budget.SetAside)}
	form.Percent, form.LastMonth, form.Weight, form.Schedule = in.Percent, in.LastMonth, strconv.Itoa(in.Weight), in.Schedule
	if in.Refill {
		form.Filling = string(budget.RefillUpTo)
	}
	if form.Amount, err = formText(b, in.Amount); err != nil {
		return form, err
	}
	form.Date, err = day(in.By)
	return form, err
}

// formText returns an amount as it is typed into the forms of a budget, or "" for none.
func formText(b *pageframe.Budget, in Amount) (string, error) {
	if in == "" {
		return "", nil
	}
	sum, err := readAmount(b.CurrencyFormat, in)
	return b.CurrencyFormat.Text(sum), err
}

type InExpectedIncome struct {
	InBudget
	Amount Amount `json:"amount,omitempty" jsonschema:"such as 3200.00; none if omitted"`
}

func (a *assistant) expectIncome(ctx context.Context, b *pageframe.Budget, in InExpectedIncome) (out ChangeResult, err error) {
	text, err := formText(b, in.Amount)
	if err != nil {
		return out, err
	}
	done, err := a.App.SetExpectedIncome(ctx, a.who, b.ID, text)
	return a.after(ctx, b, done, err, InMonth{}, "")
}

type InSortCategories struct {
	InBudget
	Group string `json:"group" jsonschema:"by name or id"`
}

func (a *assistant) sortCategories(ctx context.Context, b *pageframe.Budget, in InSortCategories) (out ChangeResult, err error) {
	group, err := a.App.FindGroup(ctx, a.who, b.ID, in.Group)
	if err != nil {
		return out, err
	}
	done, err := a.App.SortCategories(ctx, a.who, b.ID, group.ID)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
