package web

import (
	"context"
	"maps"
	"net/http"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// changing is a form that asks for a change of a budget.
type changing struct {
	ctx  context.Context
	app  *app.App
	who  app.Actor
	id   string // of the budget
	form *http.Request

	today cal.Date
}

func (c *changing) get(name string) string { return c.form.PostFormValue(name) }

// month is the month that the form is about.
func (c *changing) month() (cal.Month, error) {
	m, err := cal.ParseMonth(c.get("month"))
	if err != nil {
		return 0, fault.New(fault.Invalid, "%q is no month", c.get("month")).WithHint("a month is written 2026-03")
	}
	return m, nil
}

// do is a change of a budget, by the last part of its address.
type do func(*changing) (app.Done, error)

// changes are what the forms of all pages of a budget ask for, by area.
var changes = func() map[string]do {
	all := map[string]do{}
	for _, area := range []map[string]do{budgetChanges, rowChanges, chosenChanges, accountChanges, payeeChanges, scheduledChanges} {
		maps.Copy(all, area)
	}
	return all
}()

// budgetChanges are those of the budget screen.
var budgetChanges = map[string]do{
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
	"new-group": func(c *changing) (app.Done, error) {
		return c.app.NewGroup(c.ctx, c.who, c.id, c.get("name"))
	},
	"new-category": func(c *changing) (app.Done, error) {
		return c.app.NewCategory(c.ctx, c.who, c.id, c.get("group"), c.get("name"))
	},
	"rename-group": func(c *changing) (app.Done, error) {
		return c.app.RenameGroup(c.ctx, c.who, c.id, c.get("group"), c.get("name"))
	},
	"rename-category": func(c *changing) (app.Done, error) {
		return c.app.RenameCategory(c.ctx, c.who, c.id, c.get("category"), c.get("name"))
	},
	"hide-group": func(c *changing) (app.Done, error) {
		return c.app.HideGroup(c.ctx, c.who, c.id, c.get("group"), c.get("hidden") == "1")
	},
	"hide-category": func(c *changing) (app.Done, error) {
		return c.app.HideCategory(c.ctx, c.who, c.id, c.get("category"), c.get("hidden") == "1")
	},
	"group-note": func(c *changing) (app.Done, error) {
		return c.app.SetGroupNote(c.ctx, c.who, c.id, c.get("group"), c.get("note"))
	},
	"category-note": func(c *changing) (app.Done, error) {
		return c.app.SetCategoryNote(c.ctx, c.who, c.id, c.get("category"), c.get("note"))
	},
	"move-group": func(c *changing) (app.Done, error) {
		return c.app.MoveGroup(c.ctx, c.who, c.id, c.get("group"), c.get("before"))
	},
	"move-category": func(c *changing) (app.Done, error) {
		return c.app.MoveCategory(c.ctx, c.who, c.id, c.get("category"), c.get("group"), c.get("before"))
	},
	"delete-group": func(c *changing) (app.Done, error) {
		return c.app.DeleteGroup(c.ctx, c.who, c.id, c.get("group"), c.get("receiver"))
	},
	"delete-category": func(c *changing) (app.Done, error) {
		return c.app.DeleteCategory(c.ctx, c.who, c.id, c.get("category"), c.get("receiver"))
	},
}

func setBudgeted(c *changing) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.TypeBudgeted(ctx, who, id, c.get("category"), m, c.get("amount"))
	})(c)
}

func inMonth(what func(*app.App, context.Context, app.Actor, string, cal.Month) (app.Done, error)) do {
	return func(c *changing) (app.Done, error) {
		m, err := c.month()
		if err != nil {
			return app.Done{}, err
		}
		return what(c.app, c.ctx, c.who, c.id, m)
	}
}

// withAmount is a change that takes a month and an amount.
func withAmount(c *changing, what func(cal.Month, money.Milli) (app.Done, error)) (app.Done, error) {
	m, err := c.month()
	if err != nil {
		return app.Done{}, err
	}
	b, err := c.app.Budget(c.ctx, c.who, c.id)
	if err != nil {
		return app.Done{}, err
	}
	amount, err := app.ParseAmount(b.CurrencyFormat, c.get("amount"), 0)
	if err != nil {
		return app.Done{}, err
	}
	return what(m, amount)
}

func hold(c *changing) (app.Done, error) {
	return withAmount(c, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return c.app.Hold(c.ctx, c.who, c.id, m, amount)
	})
}

func moveToCategory(c *changing) (app.Done, error) {
	return withAmount(c, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return c.app.Transfer(c.ctx, c.who, c.id, m, "", c.get("to"), amount)
	})
}

func transfer(c *changing) (app.Done, error) {
	return withAmount(c, func(m cal.Month, amount money.Milli) (app.Done, error) {
		return c.app.Transfer(c.ctx, c.who, c.id, m, c.get("category"), c.get("to"), amount)
	})
}

func cover(c *changing) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.Cover(ctx, who, id, m, c.get("category"), c.get("from"))
	})(c)
}

func rollover(c *changing) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.Rollover(ctx, who, id, c.get("category"), m, c.get("on") == "1")
	})(c)
}

func fillMonth(c *changing) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.FillMonth(ctx, who, id, m, app.MonthAction(c.get("action")))
	})(c)
}

func monthNote(c *changing) (app.Done, error) {
	return inMonth(func(a *app.App, ctx context.Context, who app.Actor, id string, m cal.Month) (app.Done, error) {
		return a.SetMonthNote(ctx, who, id, m, c.get("note"))
	})(c)
}
