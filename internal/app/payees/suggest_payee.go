package payees

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Suggestion is a payee or account that a row's money may go to.
type Suggestion struct {
	ID      string
	Name    string
	Account *pageframe.Account // that the money would be transferred to; nil for an ordinary payee
}

// recentRows is the number of newest rows that determine the payees in use.
const recentRows = 500

// SuggestPayees returns the payees that a text may mean, most used first, or without text the most recent ones. Of names
// that match equally well, favourites are first. A hidden payee, and one that only the program uses, is returned only for its
// whole name. The open accounts for transfers follow, without the account own. exact reports whether the text is the whole
// name of one of them.
func (ps *Payees) SuggestPayees(ctx context.Context, who users.Actor, id, own, text string, limit int) (found []Suggestion, exact bool, err error) {
	err = ps.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		used, err := usedLately(v)
		if err != nil {
			return err
		}
		payees, err := v.Payees()
		if err != nil {
			return err
		}
		m := &matcher{name: budget.NameKey(text), text: budget.SearchKey(strings.TrimSpace(text))}
		hits := m.payees(payees, used)
		for _, h := range hits[:min(len(hits), max(limit, 0))] {
			found = append(found, Suggestion{ID: h.payee.ID, Name: h.payee.Name})
		}
		accounts, err := v.Accounts()
		for _, acc := range accounts {
			fits := func(text string) bool { return m.takes(text) > 0 }
			if slices.ContainsFunc(budget.TypedTransfers(acc.Name), fits) && !acc.Closed && acc.ID != own {
				found = append(found, Suggestion{ID: acc.ID, Name: acc.Name, Account: new(pageframe.AccountOf(acc))})
			}
		}
		exact = m.exact
		return err
	})
	return found, exact, err
}

// use is how often a payee was used, and the rank of its last use.
type use struct{ times, rank int }

func usedLately(v *store.ReadTx) (map[budget.PayeeNo]use, error) {
	used := map[budget.PayeeNo]use{}
	note := func(no budget.PayeeNo) {
		u, known := used[no]
		if !known {
			u.rank = len(used)
		}
		u.times++
		used[no] = u
	}
	for t, err := range v.Transactions(store.Filter{Descending: true, Limit: recentRows}) {
		if err != nil {
			return nil, err
		}
		note(t.Payee)
		for i := range t.Parts {
			note(t.Parts[i].Payee)
		}
	}
	return used, nil
}

// matcher finds names by a text that a user is typing.
type matcher struct {
	name  string // the text as a name
	text  string // and as a search key
	exact bool   // a whole name was met
}

// takes rates how a name matches: 0 not at all, 1 within, 2 at the beginning of a word, 3 at the beginning.
func (m *matcher) takes(name string) int {
	key := budget.SearchKey(name)
	m.exact = m.exact || (m.text != "" && strings.TrimSpace(key) == m.text && budget.NameKey(name) == m.name)
	at := strings.Index(key, m.text)
	switch {
	case at < 0:
		return 0
	case at == 0:
		return 3
	case strings.Contains(key, " "+m.text):
		return 2
	}
	return 1
}

type hit struct {
	payee *budget.Payee
	fits  int
	use
}

// payees returns the matching payees in the order in which they are offered.
func (m *matcher) payees(all []budget.Payee, used map[budget.PayeeNo]use) []hit {
	var hits []hit
	for i := range all {
		p := &all[i]
		if p.TransferAccount != 0 {
			continue
		}
		if fits := m.takes(p.Name); fits > 0 && (isOffered(p) || budget.NameKey(p.Name) == m.name) {
			hits = append(hits, hit{p, fits, used[p.No]})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		if before := cmp.Or(b.fits-a.fits, favouritesBefore(a.payee, b.payee)); before != 0 {
			return before
		}
		if m.text == "" && a.times > 0 && b.times > 0 {
			return a.rank - b.rank
		}
		return cmp.Or(b.times-a.times, a.rank-b.rank, strings.Compare(a.payee.Name, b.payee.Name))
	})
	return hits
}

// isOffered reports whether a payee is offered before its whole name is typed. Payees that only the program uses are
// offered if the user made them favourites.
func isOffered(p *budget.Payee) bool {
	return p.TransferAccount == 0 && !p.Hidden && (p.Favourite || !budget.IsReservedPayee(p.Name))
}

// favouritesBefore compares payees so that favourites precede the others.
func favouritesBefore(a, b *budget.Payee) int {
	switch {
	case a.Favourite == b.Favourite:
		return 0
	case a.Favourite:
		return -1
	}
	return 1
}
