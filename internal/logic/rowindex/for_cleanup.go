package rowindex

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Clean-up concerns imported rows, called brought, and not those entered here. It first requests sums, then the lines
// of the categories and months for which it has a proposal.

// CategoryUse describes how a category is used.
type CategoryUse struct {
	Lines  int        // rows, or the parts of splits instead of them
	Months civil.Span // from the first of them to the last
}

// CategoryUses returns the use of each category that has lines; zero stands for no category.
func (x *Index) CategoryUses() map[budget.CategoryNo]CategoryUse {
	uses := make([]CategoryUse, x.books.category.size())
	for _, s := range x.segments {
		for row, date := range s.date {
			for l, i := range s.linesOf(row) {
				use := &uses[l.category[i]]
				use.Lines++
				use.Months.Cover(date.Month())
			}
		}
	}
	all := make(map[budget.CategoryNo]CategoryUse, len(uses))
	for c, use := range uses {
		if use.Lines > 0 {
			all[x.books.category.key(code(c))] = use
		}
	}
	return all
}

// Entered returns the sums of the lines of rows that were entered here, on accounts on budget, by category and month.
func (x *Index) Entered() map[budget.CellKey]money.Milli {
	sums := map[budget.CellKey]money.Milli{}
	for _, s := range x.segments {
		for row, is := range s.state {
			if is&entered == 0 || !x.books.isOnBudget(s.account[row]) {
				continue
			}
			for l, i := range s.linesOf(row) {
				sums[budget.CellKey{Category: x.books.category.key(l.category[i]), Month: s.date[row].Month()}] += l.amount[i]
			}
		}
	}
	return sums
}

// Moved returns the sums of the rows on some accounts by month.
func (x *Index) Moved(accounts []budget.AccountNo) map[budget.AccountNo]map[civil.Month]money.Milli {
	all := make(map[budget.AccountNo]map[civil.Month]money.Milli, len(accounts))
	sums := make([]map[civil.Month]money.Milli, x.books.account.size())
	for _, no := range accounts {
		all[no] = map[civil.Month]money.Milli{}
		if c, known := x.books.account.look(no); known {
			sums[c] = all[no]
		}
	}
	for _, s := range x.segments {
		for row, account := range s.account {
			if of := sums[account]; of != nil {
				of[s.date[row].Month()] += s.amount[row]
			}
		}
	}
	return all
}

// BroughtCell contains the sums of the lines of imported rows in a category and a month, on one account.
type BroughtCell struct {
	Month    civil.Month
	Category budget.CategoryNo
	Account  budget.AccountNo
	Lines    int
	Sum      money.Milli
	Below    money.Milli // the sum of the negative lines only
}

func (c BroughtCell) compare(o BroughtCell) int {
	return cmp.Or(cmp.Compare(c.Month, o.Month), cmp.Compare(c.Category, o.Category), cmp.Compare(c.Account, o.Account))
}

// Brought returns the sums of the lines of imported rows on some accounts, by month, category and account, without
// those of no lines.
func (x *Index) Brought(accounts []budget.AccountNo) []BroughtCell {
	type key struct {
		month             civil.Month
		category, account code
	}
	cells := map[key]*BroughtCell{}
	for r := range x.brought(accounts) {
		month, account := r.date[r.row].Month(), r.account[r.row]
		for l, i := range r.linesOf(r.row) {
			cell := cells[key{month, l.category[i], account}]
			if cell == nil {
				cell = &BroughtCell{Month: month, Category: x.books.category.key(l.category[i]), Account: x.books.account.key(account)}
				cells[key{month, l.category[i], account}] = cell
			}
			cell.Lines++
			cell.Sum += l.amount[i]
			cell.Below += min(0, l.amount[i])
		}
	}
	all := make([]BroughtCell, 0, len(cells))
	for cell := range maps.Values(cells) {
		all = append(all, *cell)
	}
	slices.SortFunc(all, BroughtCell.compare)
	return all
}

// BroughtLine is a line of an imported row.
type BroughtLine struct {
	Tx       budget.TxNo
	Part     budget.PartNo // none for a whole row
	Account  budget.AccountNo
	Other    budget.AccountNo // the account on the other side of a transfer
	Date     civil.Date
	Category budget.CategoryNo
	Payee    budget.PayeeNo // of the row
	Amount   money.Milli
}

// BroughtLines yields the lines of imported rows on some accounts in the wanted cells, by date and number; those of a
// row in the order of its parts.
func (x *Index) BroughtLines(accounts []budget.AccountNo, wanted map[budget.CellKey]bool) iter.Seq[BroughtLine] {
	return func(yield func(BroughtLine) bool) {
		for r := range x.brought(accounts) {
			month := r.date[r.row].Month()
			for l, i := range r.linesOf(r.row) {
				if wanted[budget.CellKey{Category: x.books.category.key(l.category[i]), Month: month}] && !yield(x.broughtLine(r, l, i)) {
					return
				}
			}
		}
	}
}

func (x *Index) broughtLine(r broughtRow, l *lines, i int) BroughtLine {
	line := BroughtLine{
		Tx: r.no[r.row], Account: x.books.account.key(r.account[r.row]), Other: x.books.account.key(l.other[i]), Date: r.date[r.row],
		Category: x.books.category.key(l.category[i]), Payee: x.books.payee.key(r.payee[r.row]), Amount: l.amount[i],
	}
	if l == &r.segment.parts {
		line.Part = r.partNo[i]
	}
	return line
}

// broughtRow is an imported row.
type broughtRow struct {
	*segment
	row int
}

// brought yields the imported rows on some accounts, in order.
func (x *Index) brought(accounts []budget.AccountNo) iter.Seq[broughtRow] {
	on := wantedCodes(&x.books.account, Values[budget.AccountNo]{Of: append([]budget.AccountNo{}, accounts...)})
	return func(yield func(broughtRow) bool) {
		for _, s := range x.segments {
			for row, account := range s.account {
				if on[account] && s.state[row]&entered == 0 && !yield(broughtRow{s, row}) {
					return
				}
			}
		}
	}
}
