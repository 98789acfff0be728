package app

import (
	"context"
	"math"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// FreshStartEntry contains the user's choices for a fresh start.
type FreshStartEntry struct {
	Name   string // "" is the suggested name
	Payees bool   // copy all payees; otherwise only those that accounts, schedules and rules refer to
}

// FreshStartPreview describes a fresh start of a budget.
type FreshStartPreview struct {
	Name       string              `json:"name"` // a suggestion
	Date       civil.Date          `json:"date"` // of the starting balances
	Accounts   []FreshStartAccount `json:"accounts"`
	ToBudget   money.Milli         `json:"to_budget"`
	Closed     []string            `json:"closed"` // closed accounts without a balance, which are not copied
	Groups     int                 `json:"groups"`
	Categories int                 `json:"categories"`
	Payees     int                 `json:"payees"`
	Scheduled  int                 `json:"scheduled"`
	Rules      int                 `json:"rules"`
	// Transactions is the number of transactions of the budget, none of which are copied.
	Transactions int `json:"transactions"`
	// Later is the number of those that are dated after Date: the balances do not include them.
	Later int `json:"later"`
}

// FreshStartAccount is an account with its starting balance.
type FreshStartAccount struct {
	Name     string      `json:"name"`
	OnBudget bool        `json:"on_budget"`
	Closed   bool        `json:"closed"`
	Balance  money.Milli `json:"balance"`
	account  budget.AccountNo
}

// PreviewFreshStart returns what FreshStart would create now.
func (a *App) PreviewFreshStart(ctx context.Context, who Actor, id string) (p FreshStartPreview, err error) {
	err = a.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		p, err = freshStartPreview(v, a.Today(ctx))
		return err
	})
	if err != nil {
		return p, err
	}
	all, err := a.Budgets(ctx, who)
	others := iterutil.Map(all, func(b pageframe.Budget) store.ExistingBudget { return store.ExistingBudget{Name: b.Name} })
	p.Name = budgetsession.FreeAmong(others, p.Name)
	return p, err
}

func freshStartPreview(v *store.ReadTx, today civil.Date) (p FreshStartPreview, err error) {
	p = FreshStartPreview{Name: v.Info().Name + " " + today.Month().Name(), Date: today, Transactions: v.Header().Transactions}
	var accounts []budget.Account
	var categories []budget.Category
	var payees []budget.Payee
	var rules []budget.Rule
	var scheduled []budget.Scheduled
	var groups []budget.Group
	if err := iterutil.Try(
		iterutil.Store(&accounts, v.AccountRecords), iterutil.Store(&groups, v.Groups), iterutil.Store(&categories, v.Categories),
		iterutil.Store(&payees, v.Payees), iterutil.Store(&rules, v.Rules), iterutil.Store(&scheduled, v.Scheduled),
	); err != nil {
		return p, err
	}
	p.Groups, p.Categories, p.Rules, p.Scheduled = len(groups), len(categories), len(rules), len(scheduled)
	p.Payees = iterutil.Count(payees, func(p *budget.Payee) bool { return p.TransferAccount == 0 })
	for i := range accounts {
		a := &accounts[i]
		balance, err := v.BalanceThrough(a.No, store.Position{Date: today, No: math.MaxInt64})
		if err != nil {
			return p, err
		}
		if a.Closed && balance == 0 {
			p.Closed = append(p.Closed, a.Name)
			continue
		}
		p.Accounts = append(p.Accounts, FreshStartAccount{a.Name, a.OnBudget, a.Closed, balance, a.No})
		if isEnvelope := slices.ContainsFunc(categories, func(c budget.Category) bool { return c.Card == a.No }); a.OnBudget && !isEnvelope {
			p.ToBudget += balance
		}
	}
	for _, err := range v.Transactions(store.Filter{From: today.AddDays(1)}) {
		if err != nil {
			return p, err
		}
		p.Later++
	}
	return p, nil
}

// FreshStart creates a budget with the settings of another one: its accounts with their balances of today, its groups,
// categories, targets, schedules, rules, saved filters and reports. It has no other transactions, and nothing is
// budgeted. The other budget stays as it is. Errors: those of NewBudget for the name.
func (a *App) FreshStart(ctx context.Context, who Actor, id string, entry FreshStartEntry) (pageframe.Budget, error) {
	from, err := a.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return pageframe.Budget{}, err
	}
	if err := who.CanCreateBudget(); err != nil {
		return pageframe.Budget{}, err
	}
	name := ""
	if entry.Name != "" {
		if name, err = givenName(entry.Name); err != nil {
			return pageframe.Budget{}, err
		}
	}
	today := a.Today(ctx)
	meta := store.Meta{Actor: who.JournalName(), Action: "fresh-start", Label: "Fresh start from " + from.Info.Name, At: a.now()}
	h, err := a.store.FreshStart(ctx, from.No, meta, userstore.UserNo(who.User), func(v *store.ReadTx, others []store.ExistingBudget) (*store.FreshStart, error) {
		preview, err := freshStartPreview(v, today)
		if err != nil {
			return nil, err
		}
		info := v.Info()
		info.ID, info.SourceID, info.Document, info.CardPayments, info.ArchivedBefore = budgetsession.NewID(), "", 0, nil, 0
		if info.Name = name; name == "" {
			info.Name = budgetsession.FreeAmong(others, preview.Name)
		}
		if err := budgetsession.NotAmong(others, info.Name); err != nil {
			return nil, err
		}
		start, err := freshStart(v, &preview, entry.Payees)
		if err == nil {
			start.First.Info = info
			start.First.Info.UnusedCards = unusedCardsOf(info.UnusedCards, start.Accounts)
		}
		return start, err
	})
	return pageframe.BudgetOf(h), err
}

// freshStart returns the records of a fresh start.
func freshStart(v *store.ReadTx, preview *FreshStartPreview, withPayees bool) (*store.FreshStart, error) {
	first := &budget.Whole{Months: []budget.Month{{Month: preview.Date.Month()}}}
	start := &store.FreshStart{First: first}
	var payees []budget.Payee
	var switches []budget.Rollover
	if err := iterutil.Try(
		iterutil.Store(&first.Accounts, v.AccountRecords), iterutil.Store(&first.Categories, v.Categories),
		iterutil.Store(&payees, v.Payees), iterutil.Store(&switches, v.Rollovers),
	); err != nil {
		return nil, err
	}
	copied := iterutil.SetOf(preview.Accounts, func(a FreshStartAccount) budget.AccountNo { return a.account })
	for i := range first.Accounts {
		if no := first.Accounts[i].No; !copied[no] {
			start.Accounts = append(start.Accounts, no)
		}
	}
	next := v.NextNumber()
	number := func() int64 { next++; return next - 1 }
	by := budget.Payee{ID: budgetsession.NewID(), Name: budget.StartingBalance}
	if i := slices.IndexFunc(payees, func(p budget.Payee) bool { return budget.NameKey(p.Name) == budget.NameKey(by.Name) }); i >= 0 {
		by = payees[i]
	} else {
		by.No = budget.PayeeNo(number())
		first.Payees = []budget.Payee{by}
	}
	for i := range payees {
		p := &payees[i]
		if p.No != by.No && (!withPayees && p.TransferAccount == 0 || p.TransferAccount != 0 && !copied[p.TransferAccount]) {
			start.Payees = append(start.Payees, p.No)
		}
	}
	first.Rollovers = switchesFrom(preview.Date.Month(), switches)
	income, err := incomeCategory(first.Categories, nil)
	for i := range preview.Accounts {
		a := &preview.Accounts[i]
		if a.Balance == 0 {
			continue
		}
		t := budget.Transaction{
			No: budget.TxNo(number()), ID: budgetsession.NewID(), Account: a.account, Date: preview.Date, Amount: a.Balance, Payee: by.No,
			Cleared: budget.ClearedYes, Approved: true,
		}
		if a.OnBudget {
			t.Category = income
		}
		first.Transactions = append(first.Transactions, t)
	}
	return start, err
}

// switchesFrom returns the rollover switches that have the effect of all switches from a month on.
func switchesFrom(m civil.Month, all []budget.Rollover) (from []budget.Rollover) {
	for i, s := range all { // by category and month
		isLast := i+1 == len(all) || all[i+1].Category != s.Category || all[i+1].From > m
		switch {
		case s.From > m:
			from = append(from, s)
		case isLast && s.On:
			s.From = m
			from = append(from, s)
		}
	}
	return from
}

// unusedCardsOf returns the card payment categories that a fresh start keeps for a later change to card envelopes:
// those of the cards that it copies, with nothing budgeted.
func unusedCardsOf(was *budget.UnusedCards, left []budget.AccountNo) *budget.UnusedCards {
	if was == nil {
		return nil
	}
	is := *was
	is.Cells = nil
	is.Categories = slices.DeleteFunc(slices.Clone(was.Categories), func(c budget.Category) bool { return slices.Contains(left, c.Card) })
	return &is
}
