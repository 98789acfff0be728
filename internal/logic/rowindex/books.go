package rowindex

import (
	"maps"
	"slices"

	"holdover/internal/model/budget"
)

// code represents a record or flag in a column. Codes are assigned from 1 in order of appearance; zero is none.
// Tables indexed by code are therefore small.
type code uint32

// interner assigns codes. Copies share it until one of them adds a key.
type interner[K comparable] struct {
	codes map[K]code
	keys  []K // by code; the first is none
	own   bool
}

func (b *interner[K]) code(k K) code {
	var none K
	if k == none {
		return 0
	}
	c, known := b.codes[k]
	if known {
		return c
	}
	if !b.own {
		b.codes, b.keys, b.own = maps.Clone(b.codes), slices.Clone(b.keys), true
	}
	if b.codes == nil {
		b.codes, b.keys = map[K]code{}, make([]K, 1)
	}
	c = code(len(b.keys))
	b.codes[k], b.keys = c, append(b.keys, k)
	return c
}

// look returns the code of a key, if it has one.
func (b *interner[K]) look(k K) (code, bool) {
	c, known := b.codes[k]
	return c, known
}

// key returns the key of a code.
func (b *interner[K]) key(c code) (k K) {
	if c == 0 {
		return k
	}
	return b.keys[c]
}

// size returns the length of a table by code.
func (b *interner[K]) size() int { return max(1, len(b.keys)) }

// interners holds the codes of one index and properties of their records.
type interners struct {
	account  interner[budget.AccountNo]
	payee    interner[budget.PayeeNo]
	category interner[budget.CategoryNo]
	flag     interner[string]

	onBudget, isCard                        []bool   // by account
	income                                  []bool   // by category
	accountNames, payeeNames, categoryNames []string // folded
}

// named returns the books with new records; later additions do not affect it.
func (b interners) named(r *Records) interners {
	b.accountNames = namesOf(&b.account, r.Accounts, func(a *budget.Account) (budget.AccountNo, string) { return a.No, a.Name })
	b.onBudget = make([]bool, b.account.size())
	for i := range r.Accounts {
		b.onBudget[b.account.code(r.Accounts[i].No)] = r.Accounts[i].OnBudget
	}
	b.payeeNames = namesOf(&b.payee, r.Payees, func(p *budget.Payee) (budget.PayeeNo, string) { return p.No, p.Name })
	b.categoryNames = namesOf(&b.category, r.Categories, func(c *budget.Category) (budget.CategoryNo, string) { return c.No, c.Name })
	b.income, b.isCard = make([]bool, b.category.size()), make([]bool, b.account.size())
	for i := range r.Categories {
		c := &r.Categories[i]
		b.income[b.category.code(c.No)] = c.Income
		if card, known := b.account.look(c.Card); known {
			b.isCard[card] = true
		}
	}
	return b
}

func namesOf[K comparable, T any](b *interner[K], records []T, of func(*T) (K, string)) []string {
	for i := range records {
		no, _ := of(&records[i])
		b.code(no)
	}
	names := make([]string, b.size())
	for i := range records {
		no, name := of(&records[i])
		names[b.code(no)] = budget.SearchKey(name)
	}
	return names
}

// shared returns a copy to which a new index can add.
func (b interners) shared() interners {
	b.account.own, b.payee.own, b.category.own, b.flag.own = false, false, false, false
	return b
}

// isOnBudget reports whether rows of an account count for categories.
func (b *interners) isOnBudget(account code) bool {
	return int(account) < len(b.onBudget) && b.onBudget[account]
}

// isCardEnvelope reports whether an account is a card with an envelope.
func (b *interners) isCardEnvelope(account code) bool {
	return int(account) < len(b.isCard) && b.isCard[account]
}

// isIncome reports whether a category receives income.
func (b *interners) isIncome(category code) bool {
	return int(category) < len(b.income) && b.income[category]
}

// ranks returns the position of each name in sorted order, by code. Equal names have equal ranks, and a missing name
// has the rank of none.
func ranks(names []string, size int) []uint64 {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	ranks := make([]uint64, size)
	for c, name := range names {
		place, _ := slices.BinarySearch(sorted, name)
		ranks[c] = uint64(place)
	}
	return ranks
}
