package cleanup

import (
	"cmp"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/money"
)

// cardLine is a line of a row on a card.
type cardLine struct {
	row  int // index of the transaction
	line budget.Line
}

// spending is what a category spent on cards in a month.
type spending struct {
	category budget.CategoryNo
	month    int         // index
	net      money.Milli // of all lines; negative where more was spent than came back
	lines    []cardLine  // those below zero
	own      money.Milli // of rows entered here, on any account
}

// cardRows is what the search for card debt finds.
type cardRows struct {
	starting []cardLine // in income categories, oldest first
	done     []cardLine // in a debt category already
	spent    []*spending
}

// search goes through the document's rows on cards; receives says which
// categories are for debt.
func (w *work) search(receives func(budget.CategoryNo) bool) cardRows {
	var found cardRows
	byKey := map[spentIn]*spending{}
	for row := range w.in.Rows {
		t := &w.in.Rows[row]
		i, covered := w.index(t.Date.Month())
		if !covered || !w.inDocument(t.Date.Month()) {
			continue
		}
		for line := range t.Lines {
			switch {
			case w.income[line.Category]:
				found.starting = append(found.starting, cardLine{row, line})
			case receives(line.Category):
				found.done = append(found.done, cardLine{row, line})
			case w.balance[line.Category] != nil:
				k := spentIn{line.Category, i}
				if byKey[k] == nil {
					byKey[k] = &spending{category: line.Category, month: i}
					found.spent = append(found.spent, byKey[k])
				}
				byKey[k].add(cardLine{row, line})
			}
		}
	}
	for k, s := range byKey {
		s.own = w.in.Tally.own[budget.CellKey{Category: k.category, Month: w.in.Figures.First.Add(k.month)}]
	}
	w.sortLines(found.starting)
	slices.SortFunc(found.spent, func(a, b *spending) int {
		return cmp.Or(cmp.Compare(a.month, b.month), cmp.Compare(a.category, b.category))
	})
	return found
}

// spentIn names a category in a month.
type spentIn struct {
	category budget.CategoryNo
	month    int
}

func (s *spending) add(l cardLine) {
	s.net += l.line.Amount
	if l.line.Amount < 0 {
		s.lines = append(s.lines, l)
	}
}

// sortLines puts lines in the order of their dates.
func (w *work) sortLines(lines []cardLine) {
	rows := w.in.Rows
	slices.SortFunc(lines, func(a, b cardLine) int {
		return cmp.Or(cmp.Compare(rows[a.row].Date, rows[b.row].Date), cmp.Compare(rows[a.row].No, rows[b.row].No), cmp.Compare(a.line.Part, b.line.Part))
	})
}

// onCredit is how much of a category's overspending its spending on cards made,
// as the source reckons: at most all of that spending; zero or more. What was
// entered here has overspent nothing at the source.
func (w *work) onCredit(s *spending) money.Milli {
	over := w.overspent(s.category, s.month)
	return max(0, min(-over, -over+min(0, s.own), -s.net))
}

// moveOverspent takes each category's card overspending into the debt category:
// of the latest rows, as they are what overspent it. A transfer, which cannot be
// split, comes last of all.
func (d *debt) moveOverspent(found cardRows) {
	shares := d.shares(found.spent)
	for _, s := range found.spent {
		d.sortLines(s.lines)
		slices.Reverse(s.lines)
		slices.SortStableFunc(s.lines, func(a, b cardLine) int {
			return cmp.Compare(min(1, a.line.Transfer.Account), min(1, b.line.Transfer.Account))
		})
		rest := shares[s]
		for _, l := range s.lines {
			account := d.in.Rows[l.row].Account
			if of := d.into.pool(account); rest[of] > 0 {
				amount := max(l.line.Amount, -rest[of])
				rest[of] += amount
				d.move(l, amount, reasonOverspent)
			}
		}
	}
}
