package api

import (
	"context"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Words accepted in place of a plan's id.
const (
	lastUsed    = "last-used"
	defaultPlan = "default"
)

// readSession is one snapshot of a plan, with the names of its records.
type readSession struct {
	*store.ReadTx
	format        money.Format
	today         civil.Date
	accounts      map[budget.AccountNo]store.Account
	accountGroups map[budget.AccountGroupNo]budget.AccountGroup
	groups        map[budget.GroupNo]budget.Group
	categories    map[budget.CategoryNo]budget.Category
	payees        map[budget.PayeeNo]budget.Payee
	order         order
	others        *rows.OtherSides
}

// order contains the records in display order.
type order struct {
	accounts      []store.Account
	accountGroups []budget.AccountGroup
	groups        []budget.Group
	categories    []budget.Category
	payees        []budget.Payee
}

// resolvePlanID returns the id of the plan that a path names by its id, lastUsed or defaultPlan.
func (a *api) resolvePlanID(ctx context.Context, id string) (string, error) {
	if id != lastUsed && id != defaultPlan {
		return id, nil
	}
	who := actorOf(ctx)
	if id == lastUsed || who.Default == "" {
		last, err := a.app.LastUsed(ctx, who)
		return last.ID, err
	}
	chosen, err := a.app.Budget(ctx, who, who.Default)
	if apperr.KindOf(err) == apperr.NotFound {
		err = apperr.New(apperr.NotFound, "the default plan of this application no longer exists").
			WithHint("Name a plan by its id, or disconnect the application and choose again")
	}
	return chosen.ID, err
}

// readPlan calls do with a snapshot of a plan, including the names of its records.
func (a *api) readPlan(ctx context.Context, plan string, do func(*readSession) error) error {
	return a.snapshot(ctx, plan, func(session *readSession) error {
		if err := session.load(); err != nil {
			return err
		}
		return do(session)
	})
}

// snapshot calls do with a snapshot of a plan, without the names of its records.
func (a *api) snapshot(ctx context.Context, plan string, do func(*readSession) error) error {
	id, err := a.resolvePlanID(ctx, plan)
	if err != nil {
		return err
	}
	return a.app.ReadTx(ctx, actorOf(ctx), id, func(v *store.ReadTx) error {
		setETag(ctx, v.Knowledge())
		return do(&readSession{ReadTx: v, format: v.Info().Currency, today: a.app.Today(ctx), others: rows.NewOtherSides(v)})
	})
}

func (session *readSession) load() error {
	if err := iterutil.Try(
		iterutil.Store(&session.order.accounts, session.Accounts), iterutil.Store(&session.order.accountGroups, session.AccountGroups), iterutil.Store(&session.order.groups, session.Groups),
		iterutil.Store(&session.order.categories, session.Categories), iterutil.Store(&session.order.payees, session.Payees),
	); err != nil {
		return err
	}
	session.accounts = iterutil.ByKey(session.order.accounts, func(a store.Account) budget.AccountNo { return a.No })
	session.accountGroups = iterutil.ByKey(session.order.accountGroups, func(g budget.AccountGroup) budget.AccountGroupNo { return g.No })
	session.groups = iterutil.ByKey(session.order.groups, func(g budget.Group) budget.GroupNo { return g.No })
	if income := iterutil.First(session.order.categories, func(c budget.Category) bool { return c.Income }); income != nil {
		income.Name = exporter.IncomeName
	}
	session.categories = iterutil.ByKey(session.order.categories, func(c budget.Category) budget.CategoryNo { return c.No })
	session.payees = iterutil.ByKey(session.order.payees, func(p budget.Payee) budget.PayeeNo { return p.No })
	return nil
}

// monthNamed parses the month in a path: its first day, or "current".
func monthNamed(text string, today civil.Date) (civil.Month, error) {
	if text == "current" {
		return today.Month(), nil
	}
	m, err := civil.ParseMonth(text)
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "the month %q cannot be read", text).WithCause(err).
			WithHint("It is a month's first day, such as 2026-03-01, or current")
	}
	return m, nil
}

// lists returns the plan's groups, categories and months as in its document, with the categories of one month.
func (session *readSession) lists(m civil.Month) (*exporter.Lists, error) {
	cells, err := session.CellsIn(m)
	if err != nil {
		return nil, err
	}
	return session.listsWith(cells)
}

// listsWith returns the lists with the data of the given cells other than amounts.
func (session *readSession) listsWith(cells []budget.Cell) (*exporter.Lists, error) {
	src, err := app.SourceOf(session.ReadTx, cells)
	if err != nil {
		return nil, err
	}
	return exporter.NewLists(src, session.exportOptions())
}

func (session *readSession) exportOptions() exporter.Options {
	options := app.ExportOptions(session.ReadTx, "plan", session.today)
	options.Live = true
	return options
}
