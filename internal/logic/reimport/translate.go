package reimport

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// InNumbersOf returns the budget made from a document with the numbers of the current one: records with the same
// source id are the same. Records that no longer exist get negative numbers. It does not modify its arguments.
func InNumbersOf(now, made *budget.Whole) *budget.Whole {
	return newTranslation(now).whole(made)
}

// translation maps records of documents to the numbers of the current budget. Missing records get negative numbers,
// the same for the same source id in all documents that it translates.
type translation struct {
	last          int64
	accounts      pool[budget.Account, budget.AccountNo]
	accountGroups pool[budget.AccountGroup, budget.AccountGroupNo]
	groups        pool[budget.Group, budget.GroupNo]
	categories    pool[budget.Category, budget.CategoryNo]
	payees        pool[budget.Payee, budget.PayeeNo]
	locations     pool[budget.Location, budget.LocationNo]
	rows          pool[budget.Transaction, budget.TxNo]
	scheduled     pool[budget.Scheduled, budget.ScheduledNo]
	rules         pool[budget.Rule, budget.RuleNo]
	parts         pool[ownedPart, budget.PartNo]
	partIDs       map[budget.PartNo]string
}

// ownedPart is a part with its owner. The owner identifies it: a part created by an import has no source id, and if
// an id moved to another record, it identifies another part.
type ownedPart struct {
	*budget.Part
	owner string
}

func newTranslation(now *budget.Whole) *translation {
	t := &translation{partIDs: map[budget.PartNo]string{}}
	t.accounts = newPool(t, now.Accounts, func(a *budget.Account) (budget.AccountNo, string) { return a.No, a.SourceID })
	t.accountGroups = newPool(t, now.AccountGroups, func(g *budget.AccountGroup) (budget.AccountGroupNo, string) { return g.No, g.ID }) // like a rule
	t.groups = newPool(t, now.Groups, func(g *budget.Group) (budget.GroupNo, string) { return g.No, orIncome(g.SourceID, g.Income) })
	t.categories = newPool(t, now.Categories, func(c *budget.Category) (budget.CategoryNo, string) { return c.No, orIncome(c.SourceID, c.Income) })
	t.payees = newPool(t, now.Payees, func(p *budget.Payee) (budget.PayeeNo, string) { return p.No, p.SourceID })
	t.locations = newPool(t, now.Locations, func(l *budget.Location) (budget.LocationNo, string) { return l.No, l.SourceID })
	t.rows = newPool(t, now.Transactions, func(r *budget.Transaction) (budget.TxNo, string) { return r.No, r.SourceID })
	t.scheduled = newPool(t, now.Scheduled, func(s *budget.Scheduled) (budget.ScheduledNo, string) { return s.No, s.SourceID })
	t.rules = newPool(t, now.Rules, func(r *budget.Rule) (budget.RuleNo, string) { return r.No, r.ID }) // a rule keeps the document's id
	t.parts = newPool(t, partsOf(now), func(p *ownedPart) (budget.PartNo, string) {
		if p.owner == "" {
			return p.No, p.SourceID
		}
		return p.No, p.SourceID + " of " + p.owner
	})
	for _, p := range partsOf(now) {
		t.partIDs[p.No] = p.ID
	}
	return t
}

// orIncome returns an id for the application's own income group and category, which may have no id at the source.
func orIncome(sourceID string, income bool) string {
	if sourceID == "" && income {
		return "income"
	}
	return sourceID
}

func partsOf(w *budget.Whole) []ownedPart {
	var all []ownedPart
	add := func(owner string, parts []budget.Part) {
		for i := range parts {
			all = append(all, ownedPart{&parts[i], owner})
		}
	}
	for i := range w.Transactions {
		add("row "+w.Transactions[i].SourceID, w.Transactions[i].Parts)
	}
	for i := range w.Scheduled {
		add("schedule "+w.Scheduled[i].SourceID, w.Scheduled[i].Parts)
	}
	return all
}

// pool contains the numbers of the records of a kind by their ids at the source. Several records with one id are
// distinguished by their order.
type pool[T any, No ~int64] struct {
	of    func(*T) (No, string)
	new   func() No
	exact map[No]string
	known map[string][]No
}

func newPool[T any, No ~int64](t *translation, now []T, of func(*T) (No, string)) pool[T, No] {
	p := pool[T, No]{of: of, exact: make(map[No]string, len(now)), known: make(map[string][]No, len(now))}
	p.new = func() No {
		t.last--
		return No(t.last)
	}
	for i := range now {
		no, id := of(&now[i])
		p.exact[no] = id
		if id != "" {
			p.known[id] = append(p.known[id], no)
		}
	}
	for _, same := range p.known {
		slices.Sort(same)
	}
	return p
}

// numbers returns the number of each record of a document. A record with the same number and id is the same, as if
// the budget was made from this document; others are matched by id. New ones are remembered.
func (p *pool[T, No]) numbers(list []T) map[No]No {
	to := make(map[No]No, len(list)+1)
	to[0] = 0
	taken := make(map[No]bool, len(list))
	for i := range list {
		if no, id := p.of(&list[i]); id != "" && p.exact[no] == id {
			to[no], taken[no] = no, true
		}
	}
	for i := range list {
		no, id := p.of(&list[i])
		if _, done := to[no]; done {
			continue
		}
		same := slices.IndexFunc(p.known[id], func(n No) bool { return !taken[n] })
		if id == "" || same < 0 {
			to[no] = p.new()
			if id != "" {
				p.known[id] = append(p.known[id], to[no])
			}
		} else {
			to[no] = p.known[id][same]
		}
		taken[to[no]] = true
	}
	return to
}

// whole returns a budget with the numbers of the current one.
func (t *translation) whole(made *budget.Whole) *budget.Whole {
	w := &budget.Whole{
		Info: made.Info, Accounts: slices.Clone(made.Accounts), AccountGroups: slices.Clone(made.AccountGroups), Groups: slices.Clone(made.Groups), Categories: slices.Clone(made.Categories),
		Payees: slices.Clone(made.Payees), Locations: slices.Clone(made.Locations), Transactions: slices.Clone(made.Transactions),
		Scheduled: slices.Clone(made.Scheduled), Cells: slices.Clone(made.Cells), Months: slices.Clone(made.Months), Rollovers: slices.Clone(made.Rollovers),
	}
	n := renumbering{
		accounts: t.accounts.numbers(w.Accounts), accountGroups: t.accountGroups.numbers(w.AccountGroups), groups: t.groups.numbers(w.Groups), categories: t.categories.numbers(w.Categories),
		payees: t.payees.numbers(w.Payees), locations: t.locations.numbers(w.Locations), rows: t.rows.numbers(w.Transactions),
		scheduled: t.scheduled.numbers(w.Scheduled), rules: t.rules.numbers(made.Rules), parts: t.parts.numbers(partsOf(w)), partIDs: t.partIDs,
	}
	n.records(w)
	n.entries(w)
	w.Rules = iterutil.Map(made.Rules, n.rule)
	return w
}
