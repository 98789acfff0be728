package app

import (
	"context"
	"slices"

	"holdover/internal/app/frame"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/store"
)

// PagePayees is how many payees a page has.
const PagePayees = 100

// PayeeSort is what payees are in order of; its values stand in addresses.
type PayeeSort string

// The orders: by name, the most used first, the last used first.
const (
	PayeesByName PayeeSort = ""
	PayeesByUses PayeeSort = "uses"
	PayeesByLast PayeeSort = "last"
)

// PayeeQuery chooses a page of the payees. The zero value is the first by name.
type PayeeQuery struct {
	Search string // a part of the name, whatever its case
	Sort   PayeeSort
	Unused bool // only those that nothing names
	Page   int  // from 1
}

// Payee is a payee with what it is used for.
type Payee struct {
	ID        string
	Name      string
	Uses      int      // rows and parts
	Last      cal.Date // of the newest row
	Scheduled int      // scheduled transactions
	Rules     int      // rules that set it
	Places    int      // where it was paid; known of those of PayeesByID
	Category  string   // the name of its usual category
	Account   string   // the id of the account that the payee stands for, empty for an ordinary one
}

// Unused says that nothing names the payee.
func (p *Payee) Unused() bool { return p.Uses == 0 && p.Scheduled == 0 && p.Rules == 0 }

// Payees is a page of a budget's payees.
type Payees struct {
	frame.Frame
	Page        []Payee
	From        int       // the number of the first, from 1
	Chosen      int       // how many the query chooses
	All         int       // all ordinary ones
	Unused      int       // those that nothing names
	ForAccounts []Payee   // those that stand for accounts
	Alike       [][]Payee // those whose names are likely the same, the most used first
}

// Payees gives a page of the payees that stand for no account, and beside it
// those that do.
func (a *App) Payees(ctx context.Context, who Actor, id string, q PayeeQuery) (Payees, error) {
	var p Payees
	err := frame.View(ctx, a.desk, who, id, &p.Frame, func(v *store.View) error {
		all, err := usedPayees(v)
		if err != nil {
			return err
		}
		p.sortOut(all)
		ordinary := slices.DeleteFunc(all, func(one usedPayee) bool { return one.Account != "" })
		p.Alike = alike(ordinary)
		return p.cut(v, q.choose(ordinary), q)
	})
	return p, err
}

// PayeesByID are some payees with what they are used for, in the order asked for.
func (a *App) PayeesByID(ctx context.Context, who Actor, id string, ids []string) (found []Payee, f frame.Frame, err error) {
	err = frame.View(ctx, a.desk, who, id, &f, func(v *store.View) error {
		all, err := usedPayees(v)
		if err != nil {
			return err
		}
		if err := countPlaces(v, all); err != nil {
			return err
		}
		for _, id := range ids {
			i := slices.IndexFunc(all, func(p usedPayee) bool { return p.ID == id })
			if i < 0 {
				return noPayee()
			}
			found = append(found, all[i].Payee)
		}
		return nil
	})
	return found, f, err
}

// PayeeNamed is the oldest payee of a name, nil where there is none.
func (a *App) PayeeNamed(ctx context.Context, who Actor, id, name string) (found *Payee, err error) {
	err = a.desk.View(ctx, who, id, func(v *store.View) error {
		all, err := usedPayees(v)
		if err != nil {
			return err
		}
		wanted := budget.NameKey(name)
		if i := slices.IndexFunc(all, func(p usedPayee) bool { return p.key == wanted }); i >= 0 {
			found = &all[i].Payee
		}
		return nil
	})
	return found, err
}

// usedPayee is a payee with what is needed to choose among them.
type usedPayee struct {
	Payee
	no       budget.PayeeNo
	key      string
	category budget.CategoryNo // its usual one
}

func usedPayees(v *store.View) ([]usedPayee, error) {
	payees, err := v.Payees()
	if err != nil {
		return nil, err
	}
	uses, err := v.PayeeUses()
	if err != nil {
		return nil, err
	}
	scheduled, err := v.Scheduled()
	if err != nil {
		return nil, err
	}
	accounts, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	accountIDs := make(map[budget.AccountNo]string, len(accounts))
	for _, acc := range accounts {
		accountIDs[acc.No] = acc.ID
	}
	all := make([]usedPayee, len(payees))
	for i, p := range payees {
		use := uses[p.No]
		all[i] = usedPayee{Payee{ID: p.ID, Name: p.Name, Uses: use.Lines, Last: use.Last, Account: accountIDs[p.TransferAccount]}, p.No, budget.NameKey(p.Name), use.Category}
	}
	countScheduled(all, scheduled)
	told, err := v.Rules()
	for i := range told {
		if k := slices.IndexFunc(all, func(p usedPayee) bool { return p.no == told[i].Then.Payee }); k >= 0 {
			all[k].Rules++
		}
	}
	return all, err
}

// countScheduled counts the scheduled transactions that name each payee.
func countScheduled(all []usedPayee, scheduled []budget.Scheduled) {
	count := map[budget.PayeeNo]int{}
	for i := range scheduled {
		named := map[budget.PayeeNo]bool{scheduled[i].Payee: true}
		for _, p := range scheduled[i].Parts {
			named[p.Payee] = true
		}
		for no := range named {
			count[no]++
		}
	}
	for i := range all {
		all[i].Scheduled = count[all[i].no]
	}
}

func countPlaces(v *store.View, of []usedPayee) error {
	places, err := v.Locations()
	count := map[budget.PayeeNo]int{}
	for i := range places {
		count[places[i].Payee]++
	}
	for i := range of {
		of[i].Places = count[of[i].no]
	}
	return err
}

// sortOut counts the payees and takes those that stand for accounts apart.
func (p *Payees) sortOut(all []usedPayee) {
	for i := range all {
		one := &all[i].Payee
		switch {
		case one.Account != "":
			p.ForAccounts = append(p.ForAccounts, *one)
			continue
		case one.Unused():
			p.Unused++
		}
		p.All++
	}
}
