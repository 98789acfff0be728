package app

import (
	"context"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Assigning is a preview of an action's changes to a month.
type Assigning struct {
	Month    civil.Month  `json:"month"`
	Action   AssignAction `json:"action"`
	ToBudget money.Milli  `json:"to_budget"` // before
	After    money.Milli  `json:"to_budget_after"`
	Lines    []AssignLine `json:"categories"` // the changed categories, in the order in which they are served
}

// AssignLine is a category with a changed budgeted amount.
type AssignLine struct {
	ID    string      `json:"id"`
	Group string      `json:"group"`
	Name  string      `json:"name"`
	Was   money.Milli `json:"budgeted"`
	Is    money.Milli `json:"budgeted_after"`
}

// PreviewAssign returns the changes of an action in a month, for the visible categories or those chosen by id.
func (a *App) PreviewAssign(ctx context.Context, who Actor, id string, m civil.Month, action AssignAction, chosen []string) (Assigning, error) {
	var p Assigning
	err := a.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		list, sheet, err := assigned(v, m, a.Today(ctx), action, chosen)
		if err != nil {
			return err
		}
		p = Assigning{Month: m, Action: action, ToBudget: sheet.Month(m).ToBudget}
		p.After = p.ToBudget
		if p.Lines, err = assignLines(v, sheet, m, list); err != nil {
			return err
		}
		for _, line := range p.Lines {
			p.After -= line.Is - line.Was
		}
		return nil
	})
	return p, err
}

// assignLines describes the changes of a list of assignments.
func assignLines(v *store.ReadTx, sheet *envelope.Sheet, m civil.Month, list []envelope.Assignment) ([]AssignLine, error) {
	rows, err := categoryRows(v)
	if err != nil {
		return nil, err
	}
	return iterutil.Map(list, func(to envelope.Assignment) AssignLine {
		c := iterutil.First(rows, func(r categoryRow) bool { return r.no == to.Category }).view
		return AssignLine{ID: c.ID, Group: c.Group, Name: c.Name, Was: sheet.Cell(to.Category, m).Budgeted, Is: to.Budgeted}
	}), nil
}

// AssignMonth makes the changes that PreviewAssign shows, as one change. With the lines of a preview, only their
// categories change. It returns a Conflict error if the result would differ from the preview.
func (a *App) AssignMonth(ctx context.Context, who Actor, id string, m civil.Month, action AssignAction, shown []AssignLine) (ChangeResult, error) {
	return a.change(ctx, who, id, "assign-"+string(action), func(e *changeTx) error {
		list, sheet, err := assigned(&e.ReadTx, m, a.Today(ctx), action, iterutil.Map(shown, func(l AssignLine) string { return l.ID }))
		if err != nil {
			return err
		}
		lines, err := assignLines(&e.ReadTx, sheet, m, list)
		if err != nil {
			return err
		}
		same := func(a, b AssignLine) bool { return a.ID == b.ID && a.Is == b.Is }
		if len(shown) > 0 && !slices.EqualFunc(lines, shown, same) {
			return apperr.New(apperr.Conflict, "the amounts have changed since they were shown").WithHint("check them, then assign again")
		}
		e.Say("%s in %s: %s changed", AssignName(action), m.Name(), humanize.Number(len(list), "amount", "amounts"))
		return e.assign(list)
	})
}

func AssignName(action AssignAction) string {
	return map[AssignAction]string{
		target.Underfunded: "Underfunded", target.CoverOverspending: "Cover Overspending", target.AssignedLastMonth: "Assigned Last Month", target.SpentLastMonth: "Spent Last Month",
		target.AverageAssigned: "Average Assigned", target.AverageSpent: "Average Spent", target.ReduceOverfunding: "Reduce Overfunding",
		target.ResetAvailable: "Reset Available Amounts", target.ResetAssigned: "Reset Assigned Amounts",
	}[action]
}

// assigned returns the assignments of an action in a month.
func assigned(v *store.ReadTx, m civil.Month, today civil.Date, action AssignAction, chosen []string) ([]envelope.Assignment, *envelope.Sheet, error) {
	if !slices.Contains(target.Actions(), action) {
		return nil, nil, apperr.New(apperr.Invalid, "%q is not a way to assign a month", action).
			WithHint("the ways are %s", strings.Join(iterutil.Map(target.Actions(), func(a AssignAction) string { return string(a) }), ", "))
	}
	sheet, err := v.Sheet()
	if err != nil {
		return nil, nil, err
	}
	outline, err := v.Outline()
	if err != nil {
		return nil, nil, err
	}
	targets, err := budgetsession.TargetsOf(v, outline, sheet, today)
	if err != nil {
		return nil, nil, err
	}
	of := outline.Visible()
	if len(chosen) > 0 {
		if of, err = numbersOf(outline.Categories, chosen); err != nil {
			return nil, nil, err
		}
	}
	month := targets.Month(m)
	is := iterutil.Set(of)
	month.Categories = iterutil.Where(month.Categories, func(c target.Category) bool { return is[c.No] })
	if err := comingIn(v, month); err != nil {
		return nil, nil, err
	}
	return target.Assign(month, action), sheet, nil
}

func numbersOf(categories []budget.Category, ids []string) (numbers []budget.CategoryNo, err error) {
	for _, id := range ids {
		i := slices.IndexFunc(categories, func(c budget.Category) bool { return c.ID == id })
		if i < 0 {
			return nil, apperr.Gone("category")
		}
		numbers = append(numbers, categories[i].No)
	}
	return numbers, nil
}

// comingIn notes which day something scheduled next falls on in the month.
func comingIn(v *store.ReadTx, month *target.Month) error {
	scheduled, err := v.Scheduled()
	if err != nil {
		return err
	}
	next := map[budget.CategoryNo]civil.Date{}
	note := func(c budget.CategoryNo, day civil.Date) {
		if c != 0 && day.Month() == month.Month && (next[c] == 0 || day < next[c]) {
			next[c] = day
		}
	}
	for i := range scheduled {
		note(scheduled[i].Category, scheduled[i].DateNext)
		for k := range scheduled[i].Parts {
			note(scheduled[i].Parts[k].Category, scheduled[i].DateNext)
		}
	}
	for i := range month.Categories {
		month.Categories[i].Scheduled = next[month.Categories[i].No]
	}
	return nil
}
