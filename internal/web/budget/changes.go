package budget

import (
	"context"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/ui"
)

// month is the month that the form is about.
func monthIn(r *ui.Request) (cal.Month, error) {
	m, err := cal.ParseMonth(r.Get("month"))
	if err != nil {
		return 0, fault.New(fault.Invalid, "%q is no month", r.Get("month")).WithHint("a month is written 2026-03")
	}
	return m, nil
}

// changes are those of the budget screen.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"budgeted":         setBudgeted,
		"hold":             hold,
		"hold-leftovers":   inMonth((*app.App).HoldLeftovers),
		"reset-hold":       inMonth((*app.App).ResetHold),
		"move-to-category": moveToCategory,
		"transfer":         transfer,
		"cover":            cover,
		"rollover":         rollover,
		"fill-month":       fillMonth,
		"month-note":       monthNote,
		"target-week":      setTarget(app.EveryWeek),
		"target-month":     setTarget(app.EveryMonth),
		"target-often":     setTarget(app.EverySoOften),
		"target-date":      setTarget(app.ByADate),
		"target-balance":   setTarget(app.ABalance),
		"target-pay-off":   setTarget(app.PayOff),
		"target-pay":       setTarget(app.PayMonthly),
		"remove-target":    removeTarget,
		"assign":           assign,
		"snooze-target":    snoozeTarget,
		"keep-view":        keepView,
		"delete-view":      deleteView,
		"new-group":        ui.By((*app.App).NewGroup, "name"),
		"new-category":     ui.ByTwo((*app.App).NewCategory, "group", "name"),
		"rename-group":     ui.ByTwo((*app.App).RenameGroup, "group", "name"),
		"rename-category":  ui.ByTwo((*app.App).RenameCategory, "category", "name"),
		"hide-group":       ui.BySwitch((*app.App).HideGroup, "group", "hidden"),
		"hide-category":    ui.BySwitch((*app.App).HideCategory, "category", "hidden"),
		"group-note":       ui.ByTwo((*app.App).SetGroupNote, "group", "note"),
		"category-note":    ui.ByTwo((*app.App).SetCategoryNote, "category", "note"),
		"move-group":       ui.ByTwo((*app.App).MoveGroup, "group", "before"),
		"move-category": func(r *ui.Request) (app.Done, error) {
			return r.App.MoveCategory(r.Context(), r.Actor, r.BudgetID, r.Get("category"), r.Get("group"), r.Get("before"))
		},
		"delete-group":    ui.ByTwo((*app.App).DeleteGroup, "group", "receiver"),
		"delete-category": ui.ByTwo((*app.App).DeleteCategory, "category", "receiver"),
	}
}

func setBudgeted(r *ui.Request) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.TypeBudgeted(ctx, who, id, r.Get("category"), m, r.Get("amount"))
	})(r)
}

func inMonth(what func(*app.App, context.Context, app.Actor, string, cal.Month) (app.Done, error)) ui.Change {
	return func(r *ui.Request) (app.Done, error) {
		m, err := monthIn(r)
		if err != nil {
			return app.Done{}, err
		}
		return what(r.App, r.Context(), r.Actor, r.BudgetID, m)
	}
}

// withAmount is a change that takes a month and an amount.
func withAmount(r *ui.Request, what func(cal.Month, money.Milli) (app.Done, error)) (app.Done, error) {
	m, err := monthIn(r)
	if err != nil {
		return app.Done{}, err
	}
	b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return app.Done{}, err
	}
	amount, err := app.ParseAmount(b.CurrencyFormat, r.Get("amount"), 0)
	if err != nil {
		return app.Done{}, err
	}
	return what(m, amount)
}

func hold(r *ui.Request) (app.Done, error) {
	return withAmount(r, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return r.App.Hold(r.Context(), r.Actor, r.BudgetID, m, amount)
	})
}

func moveToCategory(r *ui.Request) (app.Done, error) {
	return withAmount(r, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return r.App.Transfer(r.Context(), r.Actor, r.BudgetID, m, "", r.Get("to"), amount)
	})
}

func transfer(r *ui.Request) (app.Done, error) {
	return withAmount(r, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return r.App.Transfer(r.Context(), r.Actor, r.BudgetID, m, r.Get("category"), r.Get("to"), amount)
	})
}

func cover(r *ui.Request) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.Cover(ctx, who, id, m, r.Get("category"), r.Get("from"))
	})(r)
}

func rollover(r *ui.Request) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.Rollover(ctx, who, id, r.Get("category"), m, r.Get("on") == "1")
	})(r)
}

func fillMonth(r *ui.Request) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.FillMonth(ctx, who, id, m, app.MonthAction(r.Get("action")))
	})(r)
}

func monthNote(r *ui.Request) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.SetMonthNote(ctx, who, id, m, r.Get("note"))
	})(r)
}
