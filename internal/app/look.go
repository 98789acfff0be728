package app

import (
	"context"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Accounts returns the budget's accounts in display order, with their balances.
func (a *App) Accounts(ctx context.Context, who Actor, id string) ([]pageframe.Account, error) {
	return budgetsession.Read(ctx, a.access, who, id, func(v *store.ReadTx) ([]pageframe.Account, error) {
		accounts, err := v.Accounts()
		if err != nil {
			return nil, err
		}
		groups, err := v.AccountGroups()
		return pageframe.AccountsOf(accounts, groups), err
	})
}

// FindAccount returns the account with an id, or with a name that only one account has; open accounts take precedence
// over closed ones. It returns a NotFound error, and Conflict for an ambiguous name.
func (a *App) FindAccount(ctx context.Context, who Actor, id, ref string) (pageframe.Account, error) {
	all, err := a.Accounts(ctx, who, id)
	if err != nil {
		return pageframe.Account{}, err
	}
	is := func(acc *pageframe.Account) bool { return strings.EqualFold(acc.ID, ref) }
	called := func(acc *pageframe.Account) bool { return budget.NameKey(acc.Name) == budget.NameKey(ref) }
	one, n := iterutil.FindByIDOrName(iterutil.Where(all, func(acc pageframe.Account) bool { return !acc.Closed }), is, called)
	if n == 0 {
		one, n = iterutil.FindByIDOrName(all, is, called)
	}
	return onlyOne("account", ref, one, n)
}

// NamedRecord is a record that was found by its id or name.
type NamedRecord struct{ ID, Name string }

// FindCategory returns the category with an id, or with a name that only one category has. "Group: Name" distinguishes categories
// of several groups. It returns a NotFound error, and Conflict for an ambiguous name.
func (a *App) FindCategory(ctx context.Context, who Actor, id, ref string) (NamedRecord, error) {
	return a.findRecord(ctx, who, id, "category", ref, func(v *store.ReadTx) (all []namedRecord, err error) {
		groups, err := v.Groups()
		if err != nil {
			return nil, err
		}
		byNo := iterutil.ByKey(groups, func(g budget.Group) budget.GroupNo { return g.No })
		categories, err := v.Categories()
		return iterutil.Map(categories, func(c budget.Category) namedRecord {
			return namedRecord{NamedRecord{c.ID, c.Name}, byNo[c.Group].Name + ": " + c.Name}
		}), err
	})
}

// FindGroup returns the group with an id or a name. Error: NotFound.
func (a *App) FindGroup(ctx context.Context, who Actor, id, ref string) (NamedRecord, error) {
	return a.findRecord(ctx, who, id, "group", ref, func(v *store.ReadTx) ([]namedRecord, error) {
		groups, err := v.Groups()
		return iterutil.Map(groups, func(g budget.Group) namedRecord { return namedRecord{NamedRecord{g.ID, g.Name}, g.Name} }), err
	})
}

// FindAccountGroup returns the group of accounts with an id or a name. Error: NotFound.
func (a *App) FindAccountGroup(ctx context.Context, who Actor, id, ref string) (NamedRecord, error) {
	return a.findRecord(ctx, who, id, "account group", ref, func(v *store.ReadTx) ([]namedRecord, error) {
		groups, err := v.AccountGroups()
		return iterutil.Map(groups, func(g budget.AccountGroup) namedRecord { return namedRecord{NamedRecord{g.ID, g.Name}, g.Name} }), err
	})
}

// FindPayee returns the payee with an id or a name. Error: NotFound.
func (a *App) FindPayee(ctx context.Context, who Actor, id, ref string) (NamedRecord, error) {
	return a.findRecord(ctx, who, id, "payee", ref, func(v *store.ReadTx) ([]namedRecord, error) {
		payees, err := v.Payees()
		return iterutil.Map(payees, func(p budget.Payee) namedRecord { return namedRecord{NamedRecord{p.ID, p.Name}, p.Name} }), err
	})
}

// namedRecord is a record with its unique name in the budget.
type namedRecord struct {
	NamedRecord
	full string
}

func (a *App) findRecord(ctx context.Context, who Actor, id, what, ref string, list func(*store.ReadTx) ([]namedRecord, error)) (NamedRecord, error) {
	all, err := budgetsession.Read(ctx, a.access, who, id, list)
	if err != nil {
		return NamedRecord{}, err
	}
	key := budget.NameKey(ref)
	one, n := iterutil.FindByIDOrName(all, func(r *namedRecord) bool { return strings.EqualFold(r.ID, ref) }, func(r *namedRecord) bool { return budget.NameKey(r.full) == key })
	if n == 0 {
		one, n = iterutil.FindByIDOrName(all, func(*namedRecord) bool { return false }, func(r *namedRecord) bool { return budget.NameKey(r.Name) == key })
	}
	switch n {
	case 1:
		return one.NamedRecord, nil
	case 0:
		return NamedRecord{}, apperr.New(apperr.NotFound, "%s %q not found", what, ref).WithHint("write the name as the pages show it")
	}
	return NamedRecord{}, apperr.New(apperr.Conflict, "%q is the name of %d records", ref, n).WithHint(`write the group before it: "Group: Name"`)
}

// Months returns the budget's months with data within the span, oldest first.
func (a *App) Months(ctx context.Context, who Actor, id string, span MonthSpan) ([]Month, error) {
	return a.months(ctx, who, id, func(sheet *envelope.Sheet) []envelope.MonthFigures {
		return iterutil.Where(sheet.Months, func(m envelope.MonthFigures) bool { return span.has(m.Month) })
	})
}

// Month returns a month, also one without data.
func (a *App) Month(ctx context.Context, who Actor, id string, m civil.Month) (Month, error) {
	one, err := a.months(ctx, who, id, func(sheet *envelope.Sheet) []envelope.MonthFigures {
		return []envelope.MonthFigures{sheet.Month(m)}
	})
	if err != nil {
		return Month{}, err
	}
	return one[0], nil
}

func (a *App) months(ctx context.Context, who Actor, id string, which func(*envelope.Sheet) []envelope.MonthFigures) ([]Month, error) {
	return budgetsession.Read(ctx, a.access, who, id, func(v *store.ReadTx) ([]Month, error) {
		var sheet *envelope.Sheet
		var records []budget.Month
		var outline *envelope.Outline
		if err := iterutil.Try(iterutil.Store(&sheet, v.Sheet), iterutil.Store(&records, v.Months), iterutil.Store(&outline, v.Outline)); err != nil {
			return nil, err
		}
		rows, err := categoryRows(v)
		if err != nil {
			return nil, err
		}
		targets, err := budgetsession.TargetsOf(v, outline, sheet, a.Today(ctx))
		if err != nil {
			return nil, err
		}
		says := iterutil.ByKey(records, func(r budget.Month) civil.Month { return r.Month })
		views := []Month{}
		for _, m := range which(sheet) {
			view := monthView(sheet, m, rows, targets.In(m.Month))
			view.Note = says[m.Month].Note
			views = append(views, view)
		}
		return views, nil
	})
}

// categoryRows returns the categories in display order with a month's data about each, without figures.
func categoryRows(v *store.ReadTx) ([]categoryRow, error) {
	outline, err := v.Outline()
	if err != nil {
		return nil, err
	}
	accounts, err := v.AccountRecords()
	cards := iterutil.ByKey(accounts, func(a budget.Account) budget.AccountNo { return a.No })
	groups := iterutil.ByKey(outline.Groups, func(g budget.Group) budget.GroupNo { return g.No })
	return iterutil.Map(outline.Categories, func(c budget.Category) categoryRow {
		g := groups[c.Group]
		return categoryRow{c.No, MonthCategory{
			ID: c.ID, SourceID: c.SourceID, GroupID: g.ID, Group: g.Name, Name: c.Name,
			Hidden: c.Hidden || g.Hidden, Income: c.Income, Card: cards[c.Card].ID,
		}}
	}), err
}

type categoryRow struct {
	no   budget.CategoryNo
	view MonthCategory
}

func monthView(sheet *envelope.Sheet, m envelope.MonthFigures, rows []categoryRow, targets MonthTargets) Month {
	view := Month{
		Month: m.Month, Income: m.Income, Funds: m.Funds, OverspentLastMonth: m.OverspentLastMonth, Budgeted: m.Budgeted,
		Activity: m.Activity, Held: m.Held, ToBudget: m.ToBudget, Balance: m.Balance, Uncategorised: m.Uncategorised,
		UncategorisedLeft: m.UncategorisedLeft, OnTheWay: m.OnTheWay, CardDebt: m.CardDebt,
		Underfunded: targets.Cost.UnderFunded, TargetsCost: targets.Cost.Needed, Categories: make([]MonthCategory, len(rows)),
	}
	for i, row := range rows {
		cell := sheet.Cell(row.no, m.Month)
		view.Categories[i] = row.view
		c := &view.Categories[i]
		c.Budgeted, c.Activity, c.Balance, c.Rollover = cell.Budgeted, cell.Activity, cell.Balance, cell.Rollover
		if s, has := targets.Status[row.no]; has {
			c.Target = &MonthTarget{
				Target: *s.Target, Snoozed: s.Snoozed, Needed: s.Needed, UnderFunded: s.UnderFunded, Funded: s.Funded, Left: s.Left, Percent: s.Percent, Months: s.Months,
			}
		}
	}
	return view
}
