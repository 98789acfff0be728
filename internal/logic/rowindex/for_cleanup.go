package rowindex

import (
	"cmp"
	"iter"
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
	counts := make([]int32, len(uses))
	for r := range x.months() {
		states := r.state[r.first:r.last]
		for i, category := range r.category[r.first:r.last] {
			counts[category] += int32(^states[i] & split / split) // without a branch for each: see brought
		}
		first, last := r.parts()
		for _, category := range r.segment.parts.category[first:last] {
			counts[category]++
		}
		for category, lines := range counts {
			if lines > 0 {
				uses[category].Lines += int(lines)
				uses[category].Months.Cover(r.month)
				counts[category] = 0
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
	for r := range x.months() {
		for row := r.first; row < r.last; row++ {
			if r.state[row]&entered == 0 || !x.books.isOnBudget(r.account[row]) {
				continue
			}
			for l, i := range r.linesOf(row) {
				sums[budget.CellKey{Category: x.books.category.key(l.category[i]), Month: r.month}] += l.amount[i]
			}
		}
	}
	return sums
}

// Moved returns the sums of the rows on some accounts by month.
func (x *Index) Moved(accounts []budget.AccountNo) map[budget.AccountNo]map[civil.Month]money.Milli {
	all := make(map[budget.AccountNo]map[civil.Month]money.Milli, len(accounts))
	for _, no := range accounts {
		all[no] = map[civil.Month]money.Milli{}
	}
	sums := make([]money.Milli, x.books.account.size())
	for r := range x.months() {
		for i, account := range r.account[r.first:r.last] {
			sums[account] += r.amount[r.first+i]
		}
		for account, sum := range sums {
			sums[account] = 0
			if of := all[x.books.account.key(code(account))]; of != nil && sum != 0 {
				of[r.month] += sum
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

// Brought returns the sums of the lines of imported rows on some accounts, by month, category and account, without
// those of no lines.
func (x *Index) Brought(accounts []budget.AccountNo) []BroughtCell {
	accounts = slices.Sorted(slices.Values(accounts))
	on, categories := x.places(accounts), x.books.category.size()
	cells := make([]BroughtCell, categories*len(accounts)) // of the current month
	order := make([]code, categories)
	for c := range order {
		order[c] = code(c)
	}
	slices.SortFunc(order, func(a, b code) int { return cmp.Compare(x.books.category.key(a), x.books.category.key(b)) })
	all := make([]BroughtCell, 0, min(x.rows, x.countMonths()*len(cells)))
	var month civil.Month
	flush := func() {
		for _, c := range order {
			for place, no := range accounts {
				if cell := &cells[int(c)*len(accounts)+place]; cell.Lines > 0 {
					cell.Month, cell.Category, cell.Account = month, x.books.category.key(c), no
					all = append(all, *cell)
					*cell = BroughtCell{}
				}
			}
		}
	}
	var rows []int32
	for r := range x.months() {
		if r.month != month {
			flush()
			month = r.month
		}
		rows = r.brought(on, rows)
		part, _ := r.parts()
		for _, row := range rows {
			place := on.place[r.account[row]]
			if r.state[row]&split == 0 {
				cells[int(r.category[row])*len(accounts)+place].add(r.amount[row])
				continue
			}
			first, last := r.partsFrom(part, int(row))
			for i := first; i < last; i++ {
				cells[int(r.segment.parts.category[i])*len(accounts)+place].add(r.segment.parts.amount[i])
			}
			part = last
		}
	}
	flush()
	return all
}

func (c *BroughtCell) add(amount money.Milli) {
	c.Lines++
	c.Sum += amount
	c.Below += min(0, amount)
}

// countMonths returns the number of months from the first row's to the last's.
func (x *Index) countMonths() int {
	if x.rows == 0 {
		return 0
	}
	last := x.segments[len(x.segments)-1]
	return int(last.date[last.len()-1].Month()-x.segments[0].date[0].Month()) + 1
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
	on, byMonth := x.places(accounts), x.wantedIn(wanted)
	return func(yield func(BroughtLine) bool) {
		var rows []int32
		for r := range x.months() {
			in := byMonth[r.month]
			if in == nil {
				continue
			}
			rows = r.brought(on, rows)
			for _, row := range rows {
				for l, i := range r.linesOf(int(row)) {
					if in[l.category[i]] && !yield(x.broughtLine(r.segment, int(row), l, i)) {
						return
					}
				}
			}
		}
	}
}

// LatestSpent passes the negative lines of imported rows on some accounts in some cells to take, each with the index
// of its cell: the latest first, by date, row and part, until take returns that it has enough for the cell.
func (x *Index) LatestSpent(accounts []budget.AccountNo, cells []budget.CellKey, take func(cell int, l BroughtLine) (more bool)) {
	on, byMonth := x.places(accounts), x.cellsIn(cells)
	var rows []int32
	var parts []int
	for r := range x.monthsBack() {
		in := byMonth[r.month]
		if in == nil || in.open == 0 {
			continue
		}
		hand := func(row int, l *lines, i int) {
			if c := l.category[i]; !take(in.cells[c], x.broughtLine(r.segment, row, l, i)) {
				in.cells[c] = -1
				in.open--
			}
		}
		rows = r.brought(on, rows)
		_, end := r.parts()
		for n := len(rows) - 1; n >= 0 && in.open > 0; n-- {
			row := int(rows[n])
			if r.state[row]&split == 0 {
				if in.wanted(&r.lines, row) {
					hand(row, &r.lines, row)
				}
				continue
			}
			parts, end = in.partsBack(r.segment, end, row, parts[:0])
			for _, i := range parts {
				if in.wanted(&r.segment.parts, i) { // the last part may have completed the cell
					hand(row, &r.segment.parts, i)
				}
			}
		}
	}
}

// monthCells are the requested cells of a month: their indexes by the category's code, negative for none, and the
// number of cells that still need lines.
type monthCells struct {
	cells []int
	open  int
}

func (x *Index) cellsIn(cells []budget.CellKey) map[civil.Month]*monthCells {
	byMonth := map[civil.Month]*monthCells{}
	for i, cell := range cells {
		c, known := x.books.category.look(cell.Category)
		if !known && cell.Category != 0 {
			continue
		}
		in := byMonth[cell.Month]
		if in == nil {
			in = &monthCells{cells: slices.Repeat([]int{-1}, x.books.category.size())}
			byMonth[cell.Month] = in
		}
		in.cells[c] = i
		in.open++
	}
	return byMonth
}

// wanted reports whether a line is wanted.
func (in *monthCells) wanted(l *lines, i int) bool {
	return in.cells[l.category[i]] >= 0 && l.amount[i] < 0
}

// partsBack returns the wanted parts of a row, the one with the highest number first, and the start of the row's
// parts, which end at or before end.
func (in *monthCells) partsBack(s *segment, end, row int, parts []int) ([]int, int) {
	for end > 0 && s.partOwner[end-1] > int32(row) {
		end--
	}
	for ; end > 0 && s.partOwner[end-1] == int32(row); end-- {
		if in.wanted(&s.parts, end-1) {
			parts = append(parts, end-1)
		}
	}
	slices.SortFunc(parts, func(a, b int) int { return -cmp.Compare(s.partNo[a], s.partNo[b]) })
	return parts, end
}

func (x *Index) broughtLine(s *segment, row int, l *lines, i int) BroughtLine {
	line := BroughtLine{
		Tx: s.no[row], Account: x.books.account.key(s.account[row]), Other: x.books.account.key(l.other[i]), Date: s.date[row],
		Category: x.books.category.key(l.category[i]), Payee: x.books.payee.key(s.payee[row]), Amount: l.amount[i],
	}
	if l == &s.parts {
		line.Part = s.partNo[i]
	}
	return line
}

// wantedIn returns the wanted categories of each month, by code; nil for a month without any.
func (x *Index) wantedIn(cells map[budget.CellKey]bool) map[civil.Month][]bool {
	byMonth := map[civil.Month][]bool{}
	for cell := range cells {
		if c, known := x.books.category.look(cell.Category); known || cell.Category == 0 {
			if byMonth[cell.Month] == nil {
				byMonth[cell.Month] = make([]bool, x.books.category.size())
			}
			byMonth[cell.Month][c] = true
		}
	}
	return byMonth
}

// listed marks the accounts of a list by code: one for each that is in it, and its index in the list.
type listed struct {
	is    []uint8
	place []int
}

func (x *Index) places(accounts []budget.AccountNo) listed {
	on := listed{make([]uint8, x.books.account.size()), make([]int, x.books.account.size())}
	for i, no := range accounts {
		if c, known := x.books.account.look(no); known {
			on.is[c], on.place[c] = 1, i
		}
	}
	return on
}

// monthRun is a range of a segment's rows in one month.
type monthRun struct {
	*segment
	month       civil.Month
	first, last int
}

// months yields the rows in order, by month within each segment.
func (x *Index) months() iter.Seq[monthRun] {
	return func(yield func(monthRun) bool) {
		for _, s := range x.segments {
			for row := 0; row < s.len(); {
				m := s.date[row].Month()
				next, _ := slices.BinarySearch(s.date[row:], m.Last()+1)
				if !yield(monthRun{s, m, row, row + next}) {
					return
				}
				row += next
			}
		}
	}
}

// monthsBack yields the runs of months from the last to the first.
func (x *Index) monthsBack() iter.Seq[monthRun] {
	return func(yield func(monthRun) bool) {
		for _, s := range slices.Backward(x.segments) {
			for last := s.len(); last > 0; {
				m := s.date[last-1].Month()
				first, _ := slices.BinarySearch(s.date[:last], m.First())
				if !yield(monthRun{s, m, first, last}) {
					return
				}
				last = first
			}
		}
	}
}

// parts returns the range of the parts of the run's rows: from first to before last.
func (r *monthRun) parts() (first, last int) {
	first, _ = slices.BinarySearch(r.partOwner, int32(r.first))
	last, _ = slices.BinarySearch(r.partOwner, int32(r.last))
	return first, last
}

// brought returns the run's rows on some accounts that were not entered here, in a reused slice. The condition is
// unpredictable and mispredicted branches cost more than writing every row, so the loop has no branch.
func (r *monthRun) brought(on listed, room []int32) []int32 {
	rows := slices.Grow(room[:0], r.last-r.first)[:r.last-r.first]
	n, states := 0, r.state[r.first:r.last]
	for i, account := range r.account[r.first:r.last] {
		rows[n] = int32(r.first + i)
		n += int(on.is[account] &^ uint8(states[i]/entered))
	}
	return rows[:n]
}

// linesOf yields the lines of a row, which are its parts or itself, each as its columns and its index in them.
func (s *segment) linesOf(row int) iter.Seq2[*lines, int] {
	return func(yield func(*lines, int) bool) {
		if s.state[row]&split == 0 {
			yield(&s.lines, row)
			return
		}
		first, last := s.partsOf(row)
		for part := first; part < last; part++ {
			if !yield(&s.parts, part) {
				return
			}
		}
	}
}
