package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// changeTx is a change in progress, with the lookups that the methods of this package share.
type changeTx struct{ *budgetsession.ChangeTx }

// change calls do to change the budget with an id as one journal entry, if the actor may change it. action names the
// kind of change for programs.
func (a *App) change(ctx context.Context, who Actor, id, action string, do func(*changeTx) error) (ChangeResult, error) {
	return a.access.Change(ctx, who, id, action, func(e *budgetsession.ChangeTx) error { return do(&changeTx{e}) })
}

// assign writes budgeted amounts.
func (e *changeTx) assign(list []envelope.Assignment) error {
	return iterutil.Each(list, func(to envelope.Assignment) error { return e.SetBudgeted(to.Category, to.Month, to.Budgeted) })
}

// category returns the category with an id; "" is To Budget in moves of money.
func (e *changeTx) category(id string) (budget.Category, error) {
	if id == "" {
		return budget.Category{No: envelope.ToBudget, Name: "To Budget"}, nil
	}
	return e.CategoryByID(id)
}
