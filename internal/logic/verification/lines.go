package verification

import (
	"cmp"
	"slices"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// line is an amount of the document that counts for a category: a row on a budget account, or a part of one. There is
// one line for each row or part, so other fields are looked up in the document.
type line struct {
	date     civil.Date
	row      int32 // its index in the document
	amount   money.Milli
	category int32 // index in file.names
	account  int32 // index in file.numbered
}

func (f *file) isIncome(l *line) bool { return f.income[f.names[l.category]] }

func (f *file) accountOf(l *line) *accountSums { return f.numbered[l.account] }

// named returns the index in names of a category id, which it adds if needed.
func (f *file) named(id string) int32 {
	no, known := f.numbers[id]
	if !known {
		no = int32(len(f.names))
		f.numbers[id], f.names = no, append(f.names, id)
	}
	return no
}

// readLines reads the live rows of the document: it adds their amounts to the accounts and returns their lines, which
// count for categories.
func (f *file) readLines() []line {
	p := f.plan
	lines := make([]line, 0, p.CountTransactions()+p.CountSubtransactions())
	rows := p.Index()
	beside := f.chainParts(rows)
	for i, t := range p.EachTransaction() {
		a := f.accounts[t.AccountID]
		if t.Deleted || a == nil {
			continue
		}
		first := rows.First(i, t.ID)
		if first != i && p.SameTransactions(first, i) {
			continue
		}
		a.all += t.Amount
		if t.ClearedState() != "uncleared" {
			a.cleared += t.Amount
		}
		if a.onBudget {
			lines = f.addLines(lines, i, t, a, beside.of(i, t))
		}
	}
	return lines
}

// chains contains linked lists of the parts that are stored outside of their rows. first, last and next contain
// positions of parts, counted from one; 0 ends a list.
type chains struct {
	plan              *ynabdoc.Plan
	first, last, next []int32
}

func (f *file) chainParts(rows *ynabdoc.Index) *chains {
	n := f.plan.CountTransactions()
	c := &chains{f.plan, make([]int32, n), make([]int32, n), make([]int32, f.plan.CountSubtransactions()+1)}
	for i := range f.plan.CountSubtransactions() {
		s := f.plan.Subtransaction(i)
		row, live := rows.Find(s.TransactionID, false)
		if s.Deleted || !live {
			continue
		}
		at := int32(i + 1)
		if c.first[row] == 0 {
			c.first[row] = at
		} else {
			c.next[c.last[row]] = at
		}
		c.last[row] = at
	}
	return c
}

// of returns the live parts of row i, each once.
func (c *chains) of(i int, t *ynabdoc.Transaction) (parts []part) {
	add := func(own part) {
		if !own.Deleted && !own.again(parts) {
			parts = append(parts, own)
		}
	}
	for at := c.first[i]; at != 0; at = c.next[at] {
		add(part{c.plan.Subtransaction(int(at - 1)), false})
	}
	for j := range t.Subtransactions {
		add(part{t.Subtransactions[j], true})
	}
	return parts
}

// part is a part of a split; nested reports whether the document has it in its row.
type part struct {
	ynabdoc.Subtransaction
	nested bool
}

// again reports whether a part duplicates an earlier one of the same row: a merged document has it both nested in its
// row and in its own list, and the copies may differ.
func (s *part) again(parts []part) bool {
	return slices.ContainsFunc(parts, func(o part) bool {
		if s.nested && !o.nested && s.ID != "" && o.ID == s.ID {
			return true
		}
		return o.ID == s.ID && o.Amount == s.Amount && o.CategoryID == s.CategoryID && o.Memo == s.Memo
	})
}

func (f *file) addLines(lines []line, i int, t *ynabdoc.Transaction, a *accountSums, parts []part) []line {
	l := line{date: t.Date, row: int32(i), account: a.no}
	if len(parts) == 0 {
		l.amount = t.Amount
		return f.addLine(lines, l, t.CategoryID, t.TransferAccountID)
	}
	rest := t.Amount
	for p := range parts {
		l.amount = parts[p].Amount
		rest -= l.amount
		lines = f.addLine(lines, l, parts[p].CategoryID, parts[p].TransferAccountID)
	}
	if rest != 0 && f.envelopes {
		l.amount = rest
		f.rests = append(f.rests, l)
	}
	return lines
}

// addLine adds a line unless it is a transfer without a category.
func (f *file) addLine(lines []line, l line, category, transfer string) []line {
	l.category = f.named(category)
	if other := f.accounts[transfer]; category == "" && other != nil {
		if f.accountOf(&l).card && other.onBudget {
			f.payments = append(f.payments, l)
		}
		if other.onBudget && f.envelopes {
			f.between = append(f.between, l)
		}
		if other.onBudget || !f.envelopes {
			return lines
		}
	}
	return append(lines, l)
}

// of returns the category that a line counts for. A line without a known category counts as uncategorised.
func (f *file) of(l *line) *category {
	if c := f.at[f.names[l.category]]; c != nil {
		return c
	}
	return f.withoutCategory()
}

// withoutCategory returns the category that lines without a category count for.
func (f *file) withoutCategory() *category {
	return *iterutil.First(f.list, func(c *category) bool { return c.kind == uncategorised })
}

// rowID returns the id of a line's row.
func (f *file) rowID(l *line) string {
	t := f.plan.Transaction(int(l.row))
	return t.ID
}

// sumUp sums the lines by category and month, and determines which of them the file's own figures do not count yet.
func (f *file) sumUp(lines []line) {
	for i := range lines {
		l := &lines[i]
		f.count(l, 1)
		if f.accountOf(l).card && f.isIncome(l) {
			f.cardIncome = append(f.cardIncome, keptLine{l.date, l.amount, f.rowID(l), f.accountOf(l).doc.ID})
		}
	}
	f.after = f.cut(lines)
	if f.after == 0 {
		return
	}
	for i := range lines {
		if l := &lines[i]; l.date >= f.after {
			f.count(l, -1)
			m := int(l.date.Month() - f.first)
			if f.isIncome(l) {
				f.months[m].lateIncome += l.amount
				if !f.accountOf(l).card {
					f.months[m].lateCash += l.amount
				}
			} else {
				c := f.of(l)
				c.rows[m] += l.amount
				c.late[m] += l.amount
			}
		}
	}
	f.sumLateRows()
}

// count adds a line to, or subtracts it from, the amounts that the file's figures should count.
func (f *file) count(l *line, sign money.Milli) {
	m := int(l.date.Month() - f.first)
	amount := sign * l.amount
	switch {
	case f.isIncome(l) && f.accountOf(l).card:
		f.months[m].cardIncome += amount
	case f.isIncome(l):
		f.months[m].cashIncome += amount
	default:
		c := f.of(l)
		c.rows[m] += amount
		if f.accountOf(l).card {
			c.cards[m] += amount
		}
	}
}

func (f *file) sumLateRows() {
	for _, t := range f.plan.EachTransaction() {
		if a := f.accounts[t.AccountID]; !t.Deleted && a != nil && t.Date >= f.after {
			a.late += t.Amount
			if t.ClearedState() != "uncleared" {
				a.lateCleared += t.Amount
			}
		}
	}
}

// cut returns the first day from which the file's figures do not count rows: the one with the fewest differences of
// cells and account balances, or 0 if omitting rows does not reduce them. Only rows dated after the plan's last
// change are considered.
func (f *file) cut(lines []line) civil.Date {
	different := f.mismatches()
	if different == 0 || f.holdover {
		return 0
	}
	var changed civil.Date
	if at, err := time.Parse(time.RFC3339, f.plan.LastModifiedOn); err == nil {
		changed = civil.DateOf(at)
	}
	after := f.datedAfter(lines, changed)
	best, fewest, now := civil.Date(0), different, different
	for i := range after {
		now += after[i].without(f)
		if last := i+1 == len(after) || after[i+1].date != after[i].date; last && now < fewest {
			best, fewest = after[i].date, now
		}
	}
	for i := range after {
		after[i].back(f)
	}
	return best
}

// dated is a line, or a row for its account, that the file may not count.
type dated struct {
	date    civil.Date
	line    *line
	account *accountSums
	amount  money.Milli
}

// datedAfter returns the lines and rows dated after a day, the latest first.
func (f *file) datedAfter(lines []line, day civil.Date) []dated {
	var after []dated
	for i := range lines {
		if lines[i].date > day {
			after = append(after, dated{date: lines[i].date, line: &lines[i]})
		}
	}
	for _, t := range f.plan.EachTransaction() {
		if a := f.accounts[t.AccountID]; a != nil && !t.Deleted && t.Date > day {
			after = append(after, dated{date: t.Date, account: a, amount: t.Amount})
		}
	}
	slices.SortStableFunc(after, func(a, b dated) int { return cmp.Compare(b.date, a.date) })
	return after
}

// without subtracts the dated amounts and returns the change of the number of mismatches.
func (d *dated) without(f *file) int {
	if d.line != nil {
		return f.without(d.line)
	}
	before := d.account.mismatch()
	d.account.late += d.amount
	return change(before, d.account.mismatch())
}

// back reverses without.
func (d *dated) back(f *file) {
	if d.line != nil {
		f.count(d.line, 1)
	} else {
		d.account.late -= d.amount
	}
}

func (a *accountSums) mismatch() bool {
	return !a.doc.Deleted && a.doc.Has("balance") && a.doc.Balance != a.all-a.late
}

// change returns the change of the number of mismatches if one of them changes.
func change(before, after bool) int {
	switch {
	case before && !after:
		return -1
	case after && !before:
		return 1
	}
	return 0
}

// mismatches counts the cells and accounts with an activity or balance in the file that differs from the sums of the
// rows.
func (f *file) mismatches() int {
	n := 0
	for _, c := range f.list {
		for i := range c.listed {
			if c.mismatch(i) {
				n++
			}
		}
	}
	n += iterutil.Count(f.months, (*month).mismatch)
	for _, a := range f.accounts {
		if a.mismatch() {
			n++
		}
	}
	return n
}

func (c *category) mismatch(i int) bool {
	return c.kind == ordinary && c.listed[i] && c.activity[i] != c.rows[i]
}

func (m *month) mismatch() bool {
	return m.doc != nil && m.doc.Has("income") && m.doc.Income != m.cashIncome
}

// without subtracts a line and returns the change of the number of mismatches.
func (f *file) without(l *line) int {
	i := int(l.date.Month() - f.first)
	differs := func() bool {
		if f.isIncome(l) {
			return f.months[i].mismatch()
		}
		return f.of(l).mismatch(i)
	}
	before := differs()
	f.count(l, -1)
	return change(before, differs())
}
