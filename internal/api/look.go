package api

import (
	"context"
	"time"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/store"
)

// Words that stand in for a plan's id.
const (
	lastUsed    = "last-used"
	defaultPlan = "default"
)

// look is a plan at one moment, with what its records are called.
type look struct {
	*store.View
	format     money.Format
	today      cal.Date
	accounts   map[budget.AccountNo]store.Account
	groups     map[budget.GroupNo]budget.Group
	categories map[budget.CategoryNo]budget.Category
	payees     map[budget.PayeeNo]budget.Payee
	order      order
	ids        map[budget.TxNo]string
}

// order is the records in the order of display.
type order struct {
	accounts   []store.Account
	groups     []budget.Group
	categories []budget.Category
	payees     []budget.Payee
}

// planID is the id of the plan that a path names.
func (a *api) planID(ctx context.Context, id string) (string, error) {
	if id != lastUsed && id != defaultPlan {
		return id, nil
	}
	budgets, err := a.app.Budgets(ctx, actorOf(ctx))
	if err != nil {
		return "", err
	}
	last, ok := newest(budgets)
	if !ok {
		return "", fault.New(fault.NotFound, "there is no plan")
	}
	return last.ID, nil
}

// newest is the budget that was changed last.
func newest(budgets []app.Budget) (last app.Budget, ok bool) {
	for _, b := range budgets {
		if !ok || b.LastModifiedOn.After(last.LastModifiedOn) {
			last, ok = b, true
		}
	}
	return last, ok
}

// look gives do a look at a plan.
func (a *api) look(ctx context.Context, plan string, do func(*look) error) error {
	id, err := a.planID(ctx, plan)
	if err != nil {
		return err
	}
	return a.app.View(ctx, actorOf(ctx), id, func(v *store.View) error {
		l := &look{View: v, format: v.Info().Currency, today: cal.DateOf(time.Now()), ids: map[budget.TxNo]string{}}
		if err := l.load(); err != nil {
			return err
		}
		return do(l)
	})
}

func (l *look) load() (err error) {
	if l.order.accounts, err = l.Accounts(); err != nil {
		return err
	}
	if l.order.groups, err = l.Groups(); err != nil {
		return err
	}
	if l.order.categories, err = l.Categories(); err != nil {
		return err
	}
	if l.order.payees, err = l.Payees(); err != nil {
		return err
	}
	l.accounts = byNo(l.order.accounts, func(a store.Account) budget.AccountNo { return a.No })
	l.groups = byNo(l.order.groups, func(g budget.Group) budget.GroupNo { return g.No })
	l.categories = byNo(l.order.categories, func(c budget.Category) budget.CategoryNo { return c.No })
	l.payees = byNo(l.order.payees, func(p budget.Payee) budget.PayeeNo { return p.No })
	return nil
}

func byNo[N comparable, T any](records []T, no func(T) N) map[N]T {
	m := make(map[N]T, len(records))
	for _, r := range records {
		m[no(r)] = r
	}
	return m
}

// rowID is the id of a transaction on the other side of a transfer.
func (l *look) rowID(no budget.TxNo) (string, error) {
	if no == 0 {
		return "", nil
	}
	if id, ok := l.ids[no]; ok {
		return id, nil
	}
	t, err := l.Transaction(no)
	if err != nil {
		return "", err
	}
	l.ids[no] = t.ID
	return t.ID, nil
}

// month is the month that a path names: its first day, or "current".
func (l *look) month(text string) (cal.Month, error) {
	if text == "current" {
		return l.today.Month(), nil
	}
	m, err := cal.ParseMonth(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "the month %q cannot be read", text).WithCause(err).
			WithHint("It is a month's first day, such as 2026-03-01, or current")
	}
	return m, nil
}

// shownMonths are the months of a plan, oldest first: those with data, and one more,
// as the source has it.
func shownMonths(sheet *envelope.Sheet) []envelope.MonthFigures {
	if len(sheet.Months) == 0 {
		return nil
	}
	last := sheet.Months[len(sheet.Months)-1].Month
	return append(sheet.Months[:len(sheet.Months):len(sheet.Months)], sheet.Month(last.Add(1)))
}
