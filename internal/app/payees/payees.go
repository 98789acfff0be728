// Package payees contains the operations on payees: list them with their use, rename, merge and delete them, store
// the places where they were paid, and suggest them in forms. Package app embeds Payees, so that its methods belong
// to the application.
//
// Start with PayeesOf, then edit.go.
package payees

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Payees contains the operations on payees.
type Payees struct{ access *budgetsession.Access }

func New(a *budgetsession.Access) *Payees { return &Payees{access: a} }

// PerPage is the number of payees on a page.
const PerPage = 100

// Sort is the order of payees; addresses contain its values.
type Sort string

// The orders: by name, the most used first, the last used first.
const (
	ByName Sort = ""
	ByUses Sort = "uses"
	ByLast Sort = "last"
)

// Query chooses a page of the payees. The zero value is the first by name.
type Query struct {
	Search string // a part of the name, ignoring case and accents
	Sort   Sort
	Only   Only // only payees of a kind
	Page   int  // from 1
}

// Only chooses payees of a kind; addresses contain its values.
type Only string

// The kinds: all, payees without any use, and those with a mark.
const (
	AllPayees       Only = ""
	OnlyUnused      Only = "unused"
	OnlyHidden      Only = "hidden"
	OnlyFavourites  Only = "favourites"
	OnlyLearningOff Only = "learning-off"
)

// Payee is a payee with its use.
type Payee struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Uses      int        `json:"transactions"` // the number of transactions and parts
	Last      civil.Date `json:"last"`         // the date of its newest transaction
	Scheduled int        `json:"scheduled"`    // the number of scheduled transactions
	Rules     int        `json:"rules"`        // the number of rules that set it
	OnlyRules int        `json:"-"`            // the number of rules that set it and nothing else
	Places    int        `json:"-"`            // the number of its places; set by PayeesByID only
	Category  string     `json:"category"`     // the name of its usual category
	Account   string     `json:"-"`            // the id of a transfer payee's account, otherwise empty
	Marks
}

// Marks are the marks of a payee about suggestions: see [budget.Payee].
type Marks struct {
	Hidden      bool `json:"hidden"`
	Favourite   bool `json:"favourite"`
	LearningOff bool `json:"learning_off"`
}

func marksOf(p *budget.Payee) Marks { return Marks{p.Hidden, p.Favourite, p.LearningOff} }

// is reports whether the payee is of a kind.
func (p *Payee) is(kind Only) bool {
	switch kind {
	case OnlyUnused:
		return p.Unused()
	case OnlyHidden:
		return p.Hidden
	case OnlyFavourites:
		return p.Favourite
	case OnlyLearningOff:
		return p.LearningOff
	case AllPayees:
	}
	return true
}

// Unused reports whether no row, schedule or rule names the payee.
func (p *Payee) Unused() bool { return p.Uses == 0 && p.Scheduled == 0 && p.Rules == 0 }

// List is a page of a budget's payees.
type List struct {
	pageframe.Frame
	Page        []Payee
	From        int          // the position of the first payee of Page among those that the query chooses, from 1
	Chosen      int          // the number of payees that the query chooses
	Kinds       map[Only]int // the number of ordinary payees of each kind
	ForAccounts []Payee      // transfer payees
	Alike       [][]Payee    // groups with similar names, the most used first
}

// PayeesOf returns a page of ordinary payees, and all transfer payees.
func (ps *Payees) PayeesOf(ctx context.Context, who users.Actor, id string, q Query) (List, error) {
	var p List
	err := pageframe.View(ctx, ps.access, who, id, &p.Frame, func(v *store.ReadTx) error {
		all, err := usedIn(v)
		if err != nil {
			return err
		}
		p.sortOut(all)
		ordinary := slices.DeleteFunc(all, func(one usedPayee) bool { return one.Account != "" })
		p.Alike = alike(ordinary)
		return p.fillPage(v, q.choose(ordinary), q)
	})
	return p, err
}

// PayeesByID returns payees with their use, in the requested order.
func (ps *Payees) PayeesByID(ctx context.Context, who users.Actor, id string, ids []string) (found []Payee, f pageframe.Frame, err error) {
	err = pageframe.View(ctx, ps.access, who, id, &f, func(v *store.ReadTx) error {
		all, err := usedIn(v)
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

// PayeeNamed returns the oldest payee with a name, or nil.
func (ps *Payees) PayeeNamed(ctx context.Context, who users.Actor, id, name string) (*Payee, error) {
	return budgetsession.Read(ctx, ps.access, who, id, func(v *store.ReadTx) (*Payee, error) {
		all, err := usedIn(v)
		wanted := budget.NameKey(name)
		if found := iterutil.First(all, func(p usedPayee) bool { return budget.NameKey(p.Name) == wanted }); found != nil {
			return &found.Payee, err
		}
		return nil, err
	})
}

// usedPayee is a payee with the data that chooses and sorts it.
type usedPayee struct {
	Payee
	no            budget.PayeeNo
	searchKey     string            // of its name
	usualCategory budget.CategoryNo // zero if it has none
}

// usedIn returns all payees of a budget with their use.
func usedIn(v *store.ReadTx) ([]usedPayee, error) {
	var payees []budget.Payee
	var uses map[budget.PayeeNo]store.PayeeUse
	var scheduled []budget.Scheduled
	var accounts []budget.Account
	if err := iterutil.Try(iterutil.Store(&payees, v.Payees), iterutil.Store(&uses, v.PayeeUses), iterutil.Store(&scheduled, v.Scheduled), iterutil.Store(&accounts, v.AccountRecords)); err != nil {
		return nil, err
	}
	byNo := iterutil.ByKey(accounts, func(a budget.Account) budget.AccountNo { return a.No })
	all := make([]usedPayee, len(payees))
	for i, p := range payees {
		use := uses[p.No]
		all[i] = usedPayee{Payee{ID: p.ID, Name: p.Name, Uses: use.Lines, Last: use.Last, Account: byNo[p.TransferAccount].ID, Marks: marksOf(&p)}, p.No, budget.SearchKey(p.Name), use.Category}
	}
	countScheduled(all, scheduled)
	rules, err := v.Rules()
	for i := range rules {
		if k := slices.IndexFunc(all, func(p usedPayee) bool { return p.no == rules[i].Then.Payee }); k >= 0 {
			all[k].Rules++
			if setsOnlyPayee(&rules[i]) {
				all[k].OnlyRules++
			}
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

// countPlaces counts the places of each payee.
func countPlaces(v *store.ReadTx, all []usedPayee) error {
	places, err := v.Locations()
	count := map[budget.PayeeNo]int{}
	for i := range places {
		count[places[i].Payee]++
	}
	for i := range all {
		all[i].Places = count[all[i].no]
	}
	return err
}

// sortOut counts the payees and separates transfer payees.
func (p *List) sortOut(all []usedPayee) {
	p.Kinds = map[Only]int{}
	for i := range all {
		one := &all[i].Payee
		if one.Account != "" {
			p.ForAccounts = append(p.ForAccounts, *one)
			continue
		}
		for _, kind := range []Only{AllPayees, OnlyUnused, OnlyHidden, OnlyFavourites, OnlyLearningOff} {
			if one.is(kind) {
				p.Kinds[kind]++
			}
		}
	}
}
