package reimport

import (
	"maps"
	"reflect"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// cells compares budgeted amounts, notes and targets by category and month. A deleted cell becomes empty.
func (c *comparison) cells() []budget.Cell {
	names := map[budget.CategoryNo]string{}
	for _, list := range [][]budget.Category{c.is.Categories, c.now.Categories, c.result.Writes.Categories} { // with their names after the writes
		for i := range list {
			names[list[i].No] = list[i].Name
		}
	}
	k := kind[budget.Cell, int64]{name: "budgeted", describe: func(b *budget.Cell) Change {
		return Change{Name: names[b.Category], Month: b.Month, Amount: b.Budgeted}
	}}
	there := c.categoriesThere()
	was, here, after := cellsBy(c.was.Cells), cellsBy(c.now.Cells), cellsBy(c.is.Cells)
	keys := slices.Concat(cellKeys(c.was.Cells), cellKeys(c.is.Cells))
	slices.SortFunc(keys, func(a, b budget.CellKey) int {
		if a.Category != b.Category {
			return int(a.Category - b.Category)
		}
		return int(a.Month - b.Month)
	})
	var put []budget.Cell
	for _, key := range slices.Compact(keys) {
		before, now, then := cellOr(was, key), cellOr(here, key), cellOr(after, key)
		if equal(before, then) {
			if quiet, ok := k.quiet(before, then, now); ok && there[key.Category] {
				put = append(put, quiet)
			}
			continue
		}
		merged, change, ok := k.merge(before, then, now)
		switch {
		case !there[key.Category]:
			if before.Budgeted == then.Budgeted { // a note or target of a cell deleted here
				continue
			}
			change = k.change(Changed, then)
			change.Kept = keptGone
		case ok:
			put = append(put, merged)
		case change.Kept == "":
			continue
		}
		c.add(change)
	}
	return put
}

// categoriesThere returns the categories after the writes, including those that the source deleted: their cells are
// deleted with them.
func (c *comparison) categoriesThere() map[budget.CategoryNo]bool {
	there := map[budget.CategoryNo]bool{}
	for _, list := range [][]budget.Category{c.now.Categories, c.result.Writes.Categories} {
		for i := range list {
			there[list[i].No] = true
		}
	}
	return there
}

func cellsBy(list []budget.Cell) map[budget.CellKey]*budget.Cell {
	return iterutil.PtrByKey(list, (*budget.Cell).Key)
}

func cellKeys(list []budget.Cell) []budget.CellKey {
	return iterutil.Map(list, func(c budget.Cell) budget.CellKey { return c.Key() })
}

func cellOr(by map[budget.CellKey]*budget.Cell, key budget.CellKey) *budget.Cell {
	if c := by[key]; c != nil {
		return c
	}
	return &budget.Cell{Category: key.Category, Month: key.Month}
}

// months compares the months' notes, ages of money and, in the document of another Holdover, held amounts.
func (c *comparison) months() []budget.Month {
	k := kind[budget.Month, int64]{name: "month", describe: func(m *budget.Month) Change { return Change{Month: m.Month} }}
	was, here, after := monthsBy(c.was.Months), monthsBy(c.now.Months), monthsBy(c.is.Months)
	all := maps.Clone(was)
	maps.Copy(all, after)
	var put []budget.Month
	for _, m := range slices.Sorted(maps.Keys(all)) {
		before, now, then := monthOr(was, m), monthOr(here, m), monthOr(after, m)
		if equal(before, then) {
			if quiet, ok := k.quiet(before, then, now); ok {
				put = append(put, quiet)
			}
			continue
		}
		merged, change, ok := k.merge(before, then, now)
		if ok {
			put = append(put, merged)
		}
		if ok || change.Kept != "" {
			c.add(change)
		}
	}
	return put
}

func monthsBy(list []budget.Month) map[civil.Month]*budget.Month {
	return iterutil.PtrByKey(list, func(m *budget.Month) civil.Month { return m.Month })
}

func monthOr(by map[civil.Month]*budget.Month, m civil.Month) *budget.Month {
	if found := by[m]; found != nil {
		return found
	}
	return &budget.Month{Month: m}
}

// rollovers compares the switches of each category as one.
func (c *comparison) rollovers() []Switches {
	there := c.categoriesThere()
	was, here, after := switchesBy(c.was.Rollovers), switchesBy(c.now.Rollovers), switchesBy(c.is.Rollovers)
	categories := iterutil.ByKey(c.is.Categories, func(c budget.Category) budget.CategoryNo { return c.No })
	all := maps.Clone(was)
	maps.Copy(all, after)
	var put []Switches
	for _, no := range slices.Sorted(maps.Keys(all)) {
		if categories[no].Name == "" || !there[no] || reflect.DeepEqual(was[no], after[no]) || reflect.DeepEqual(here[no], after[no]) {
			continue
		}
		change := Change{Action: Changed, Kind: "rollover", Name: categories[no].Name}
		if reflect.DeepEqual(was[no], here[no]) {
			change.Fields = []string{"rollover"}
			put = append(put, Switches{no, after[no]})
		} else {
			change.Kept, change.KeptFields = keptChanged, []string{"rollover"}
		}
		c.add(change)
	}
	return put
}

func switchesBy(list []budget.Rollover) map[budget.CategoryNo][]budget.Rollover {
	by := map[budget.CategoryNo][]budget.Rollover{}
	for _, r := range list {
		by[r.Category] = append(by[r.Category], r)
	}
	return by
}

// info compares the properties of the plan. The budget's name is the user's; card payments and internal records are
// taken over without a message.
func (c *comparison) info() budget.Info {
	k := kind[budget.Info, int64]{name: "plan", describe: func(i *budget.Info) Change { return Change{Name: c.is.Info.Name} }}
	format := func(w *budget.Whole) *budget.Info {
		return &budget.Info{Currency: w.Info.Currency, DateFormat: w.Info.DateFormat}
	}
	info := c.now.Info
	info.CardPayments, info.Extra = slices.Clone(c.is.Info.CardPayments), c.is.Info.Extra
	for i := range info.CardPayments { // one deleted here with its card is not restored
		p := &info.CardPayments[i]
		p.Gone = slices.ContainsFunc(c.now.Info.CardPayments, func(had budget.CardPayment) bool { return had.Gone && had.SourceID == p.SourceID })
	}
	merged, change, ok := k.merge(format(c.was), format(c.is), format(c.now))
	if ok {
		info.Currency, info.DateFormat = merged.Currency, merged.DateFormat
	}
	if ok || change.Kept != "" {
		c.add(change)
	}
	return info
}
