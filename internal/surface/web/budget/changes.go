package budget

import (
	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/surface/ui"
)

func monthIn(r *ui.Request) (civil.Month, error) {
	m, err := civil.ParseMonth(r.Get("month"))
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "%q is not a month", r.Get("month")).WithHint("write the month like 2026-03")
	}
	return m, nil
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"budgeted": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.TypeBudgeted(r.Context(), r.Actor, r.BudgetID, r.Get("category"), m, r.Get("amount"))
		}),
		"hold": withAmount(func(r *ui.Request, m civil.Month, amount money.Milli) (app.ChangeResult, error) {
			return r.App.Hold(r.Context(), r.Actor, r.BudgetID, m, amount)
		}),
		"hold-leftovers": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.HoldLeftovers(r.Context(), r.Actor, r.BudgetID, m)
		}),
		"reset-hold": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.ResetHold(r.Context(), r.Actor, r.BudgetID, m)
		}),
		"move-to-category": withAmount(func(r *ui.Request, m civil.Month, amount money.Milli) (app.ChangeResult, error) {
			return r.App.Transfer(r.Context(), r.Actor, r.BudgetID, m, "", r.Get("to"), amount)
		}),
		"transfer": withAmount(func(r *ui.Request, m civil.Month, amount money.Milli) (app.ChangeResult, error) {
			return r.App.Transfer(r.Context(), r.Actor, r.BudgetID, m, r.Get("category"), r.Get("to"), amount)
		}),
		"cover": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.Cover(r.Context(), r.Actor, r.BudgetID, m, r.Get("category"), r.Get("from"))
		}),
		"rollover": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.Rollover(r.Context(), r.Actor, r.BudgetID, r.Get("category"), m, r.Get("on") == "1")
		}),
		"fill-month": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.FillMonth(r.Context(), r.Actor, r.BudgetID, m, app.MonthAction(r.Get("action")))
		}),
		"month-note": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.SetMonthNote(r.Context(), r.Actor, r.BudgetID, m, r.Get("note"))
		}),
		"target-week":    setTarget(app.EveryWeek),
		"target-month":   setTarget(app.EveryMonth),
		"target-often":   setTarget(app.EverySoOften),
		"target-date":    setTarget(app.ByADate),
		"target-balance": setTarget(app.ABalance),
		"target-pay-off": setTarget(app.PayOff),
		"target-pay":     setTarget(app.PayMonthly),

		"target-income":   setTarget(app.ShareOfIncome),
		"target-rest":     setTarget(app.PartOfTheRest),
		"target-schedule": setTarget(app.FromSchedules),
		"remove-target": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.RemoveTarget(r.Context(), r.Actor, r.BudgetID, r.Get("category"), m)
		}),
		"snooze-target": inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
			return r.App.SnoozeTarget(r.Context(), r.Actor, r.BudgetID, r.Get("category"), m, r.Get("on") == "1")
		}),
		"expected-income": ui.By((*app.App).SetExpectedIncome, "amount"),
		"assign":          inMonth(assign),
		"keep-view":       keepView,
		"delete-view":     ui.By((*app.App).DeleteView, "view"),
		"new-group":       ui.By((*app.App).NewGroup, "name"),
		"new-category":    ui.ByTwo((*app.App).NewCategory, "group", "name"),
		"rename-group":    ui.ByTwo((*app.App).RenameGroup, "group", "name"),
		"rename-category": ui.ByTwo((*app.App).RenameCategory, "category", "name"),
		"hide-group":      ui.BySwitch((*app.App).HideGroup, "group", "hidden"),
		"hide-category":   ui.BySwitch((*app.App).HideCategory, "category", "hidden"),
		"group-note":      ui.ByTwo((*app.App).SetGroupNote, "group", "note"),
		"category-note":   ui.ByTwo((*app.App).SetCategoryNote, "category", "note"),
		"move-group":      ui.ByTwo((*app.App).MoveGroup, "group", "before"),
		"move-category": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.MoveCategory(r.Context(), r.Actor, r.BudgetID, r.Get("category"), r.Get("group"), r.Get("before"))
		},
		"sort-categories": ui.By((*app.App).SortCategories, "group"),
		"delete-group":    ui.ByTwo((*app.App).DeleteGroup, "group", "receiver"),
		"delete-category": ui.ByTwo((*app.App).DeleteCategory, "category", "receiver"),
	}
}

// inMonth returns the change that calls do with the month of the form.
func inMonth(do func(*ui.Request, civil.Month) (app.ChangeResult, error)) ui.Change {
	return ui.With(monthIn, do)
}

// withAmount returns the change that calls do with the month and the amount of the form.
func withAmount(do func(*ui.Request, civil.Month, money.Milli) (app.ChangeResult, error)) ui.Change {
	return inMonth(func(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
		b, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
		if err != nil {
			return app.ChangeResult{}, err
		}
		amount, err := amountparse.Amount(b.CurrencyFormat, r.Get("amount"), 0)
		if err != nil {
			return app.ChangeResult{}, err
		}
		return do(r, m, amount)
	})
}
