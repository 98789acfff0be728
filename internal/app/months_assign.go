package app

import (
	"context"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// SetBudgeted sets the amount budgeted in a category and month.
func (a *App) SetBudgeted(ctx context.Context, who Actor, id, category string, m civil.Month, amount money.Milli) (ChangeResult, error) {
	return a.budgeted(ctx, who, id, category, m, func(money.Format, money.Milli) (money.Milli, error) { return amount, nil })
}

// TypeBudgeted is SetBudgeted with a typed amount: "+15" adds to the budgeted amount, "-15" subtracts, "=-15" sets
// -15.
func (a *App) TypeBudgeted(ctx context.Context, who Actor, id, category string, m civil.Month, text string) (ChangeResult, error) {
	return a.budgeted(ctx, who, id, category, m, func(f money.Format, there money.Milli) (money.Milli, error) { return amountparse.Over(f, text, there) })
}

// budgeted sets the budgeted amount of a category to a function of the present one.
func (a *App) budgeted(ctx context.Context, who Actor, id, category string, m civil.Month, amountOver func(f money.Format, there money.Milli) (money.Milli, error)) (ChangeResult, error) {
	return a.change(ctx, who, id, "budgeted", func(e *changeTx) error {
		c, sheet, err := e.categoryAndSheet(category)
		if err != nil {
			return err
		}
		amount, err := amountOver(e.Info().Currency, sheet.Cell(c.No, m).Budgeted)
		if err != nil {
			return err
		}
		to, err := envelope.Assign(sheet, c.No, m, amount)
		if err != nil {
			return err
		}
		e.Say("Budgeted %s for %s in %s", e.Text(amount), c.Name, m.Name())
		return e.assign([]envelope.Assignment{to})
	})
}

// Hold reserves an amount of a month's To Budget for the next month: at most To Budget.
func (a *App) Hold(ctx context.Context, who Actor, id string, m civil.Month, amount money.Milli) (ChangeResult, error) {
	return a.change(ctx, who, id, "hold", func(e *changeTx) error {
		sheet, err := e.Sheet()
		if err != nil {
			return err
		}
		held, err := envelope.Hold(sheet, m, amount)
		if err != nil {
			return err
		}
		e.Say("Held %s of %s for the next month", e.Text(held-sheet.Month(m).Held), m.Name())
		return e.Hold(m, held)
	})
}

// HoldLeftovers holds all that is left to budget in a month.
func (a *App) HoldLeftovers(ctx context.Context, who Actor, id string, m civil.Month) (ChangeResult, error) {
	return a.Hold(ctx, who, id, m, money.Limit)
}

// ResetHold returns the held amount of a month to its To Budget.
func (a *App) ResetHold(ctx context.Context, who Actor, id string, m civil.Month) (ChangeResult, error) {
	return a.change(ctx, who, id, "reset-hold", func(e *changeTx) error {
		sheet, err := e.Sheet()
		if err != nil {
			return err
		}
		held, err := envelope.ResetHold(sheet, m)
		if err != nil {
			return err
		}
		e.Say("Released %s held in %s", e.Text(sheet.Month(m).Held), m.Name())
		return e.Hold(m, held)
	})
}

// Rollover turns Rollover overspending of a category on or off from a month on.
func (a *App) Rollover(ctx context.Context, who Actor, id, category string, m civil.Month, on bool) (ChangeResult, error) {
	return a.change(ctx, who, id, "rollover", func(e *changeTx) error {
		c, sheet, err := e.categoryAndSheet(category)
		if err != nil {
			return err
		}
		switches, err := e.RolloversOf(c.No)
		if err != nil {
			return err
		}
		after, err := envelope.SwitchRollover(sheet, &c, switches, m, on)
		if err != nil {
			return err
		}
		if on {
			e.Say("Rolled over overspending of %s from %s on", c.Name, m.Name())
		} else {
			e.Say("Removed the overspending rollover of %s from %s on", c.Name, m.Name())
		}
		return e.SetRollovers(c.No, after)
	})
}

// Transfer moves an amount of a month between two categories; an empty id is
// To Budget.
func (a *App) Transfer(ctx context.Context, who Actor, id string, m civil.Month, from, to string, amount money.Milli) (ChangeResult, error) {
	return a.change(ctx, who, id, "transfer", func(e *changeTx) error {
		return e.move(m, from, to, func(sheet *envelope.Sheet, f, t budget.Category) ([]envelope.Assignment, error) {
			e.Say("Moved %s from %s to %s in %s", e.Text(amount), f.Name, t.Name, m.Name())
			return envelope.Transfer(sheet, m, f.No, t.No, amount)
		})
	})
}

// Cover moves the missing amount of an overspent category from another one, or as much as that has; an empty id means
// To Budget, on either side.
func (a *App) Cover(ctx context.Context, who Actor, id string, m civil.Month, category, from string) (ChangeResult, error) {
	return a.change(ctx, who, id, "cover", func(e *changeTx) error {
		return e.move(m, from, category, func(sheet *envelope.Sheet, f, t budget.Category) ([]envelope.Assignment, error) {
			e.Say("Covered %s from %s in %s", whatIsCovered(t), f.Name, m.Name())
			return envelope.Cover(sheet, m, t.No, f.No)
		})
	})
}

func whatIsCovered(c budget.Category) string {
	if c.No == envelope.ToBudget {
		return c.Name
	}
	return "overspending of " + c.Name
}

func (e *changeTx) move(m civil.Month, from, to string, rule func(*envelope.Sheet, budget.Category, budget.Category) ([]envelope.Assignment, error)) error {
	f, err := e.category(from)
	if err != nil {
		return err
	}
	t, sheet, err := e.categoryAndSheet(to)
	if err != nil {
		return err
	}
	moved, err := rule(sheet, f, t)
	if err != nil {
		return err
	}
	return e.assign(moved)
}

func (e *changeTx) categoryAndSheet(id string) (budget.Category, *envelope.Sheet, error) {
	c, err := e.category(id)
	if err != nil {
		return c, nil, err
	}
	sheet, err := e.Sheet()
	return c, sheet, err
}

// MonthAction is an entry of the month's menu that sets many budgeted amounts.
type MonthAction string

// The entries of the month's menu.
const (
	CopyLastMonth MonthAction = "copy-last-month"
	SetToZero     MonthAction = "set-to-zero"
	Average3      MonthAction = "average-3"
	Average6      MonthAction = "average-6"
	Average12     MonthAction = "average-12"
)

// FillMonth sets the budgeted amounts of all visible categories of a month.
func (a *App) FillMonth(ctx context.Context, who Actor, id string, m civil.Month, action MonthAction) (ChangeResult, error) {
	return a.change(ctx, who, id, string(action), func(e *changeTx) error {
		outline, err := e.Outline()
		if err != nil {
			return err
		}
		sheet, err := e.Sheet()
		if err != nil {
			return err
		}
		list, err := fill(sheet, m, action, outline.Visible(), e.Info().Currency)
		if err != nil {
			return err
		}
		e.Say("%s in %s: %s changed", fillNames[action], m.Name(), humanize.Number(len(list), "amount", "amounts"))
		return e.assign(list)
	})
}

var fillNames = map[MonthAction]string{
	CopyLastMonth: "Copied last month's budget", SetToZero: "Set the budget to zero",
	Average3: "Budgeted the average of 3 months", Average6: "Budgeted the average of 6 months", Average12: "Budgeted the average of 12 months",
}

// averaged is of how many months the averages are.
var averaged = map[MonthAction]int{Average3: 3, Average6: 6, Average12: 12}

func fill(sheet *envelope.Sheet, m civil.Month, action MonthAction, of []budget.CategoryNo, format money.Format) ([]envelope.Assignment, error) {
	switch action {
	case CopyLastMonth:
		return envelope.CopyLastMonth(sheet, m, of), nil
	case SetToZero:
		return envelope.SetToZero(sheet, m, of), nil
	}
	if months, known := averaged[action]; known {
		return envelope.Average(sheet, m, months, of, format)
	}
	return nil, apperr.New(apperr.Invalid, "%q is not in the month's menu", action)
}

func (a *App) SetMonthNote(ctx context.Context, who Actor, id string, m civil.Month, note string) (ChangeResult, error) {
	return a.change(ctx, who, id, "month-note", func(e *changeTx) error {
		record, err := e.Month(m)
		if err != nil {
			return err
		}
		record.Note = note
		e.Say("Changed the note of %s", m.Name())
		return e.PutMonth(record)
	})
}
