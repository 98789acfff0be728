package store

import (
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Filter chooses transactions; what is left empty chooses all. A split row is
// chosen by category, payee and text also through its parts.
type Filter struct {
	Account       budget.AccountNo
	Category      budget.CategoryNo
	Payee         budget.PayeeNo
	From, Until   cal.Date // both included
	Text          string   // in memo, payee, category, or an amount
	Flag          string   // a colour
	Cleared       budget.Cleared
	Min, Max      *money.Milli // both included, of the whole row
	Uncategorised bool         // rows on budget accounts with a line that lacks a category, transfers between budget accounts apart
	Unapproved    bool
	OnBudget      bool // rows of budget accounts alone: those that count as activity

	Sort       Sort     // what the rows are in order of; by date as long as nothing else is said
	Descending bool     // the other way round: newest, largest first
	After      Position // by date: go on after this row
	Offset     int      // by anything else: leave out so many rows
	Limit      int      // 0 is all
}

// Within limits the filter to one month.
func (f Filter) Within(m cal.Month) Filter {
	f.From, f.Until = max(f.From, m.First()), m.Last()
	return f
}

// Position is a row's place in the order of registers: by date, then number.
type Position struct {
	Date cal.Date
	No   budget.TxNo
}

// PositionOf is a row's place.
func PositionOf(t *budget.Transaction) Position { return Position{t.Date, t.No} }

// where builds the conditions of a query with its arguments.
type where struct {
	text strings.Builder
	args []any
}

// arg adds an argument and gives its place: $n.
func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return "$" + strconv.Itoa(len(w.args))
}

func (w *where) and(condition string) {
	w.text.WriteString(" AND ")
	w.text.WriteString(condition)
}

// query is the statement for the next chunk of rows after one.
func (f *Filter) query(no int64, search *search, after cursor, limit int) (string, []any) {
	w := &where{}
	direction, beyond := "", ">"
	if f.Descending {
		direction, beyond = " DESC", "<"
	}
	columns := []string{"date", "no"}
	if f.asStored() {
		columns = []string{"account", "date", "no"}
	}
	page := page{columns: columns, direction: direction, limit: " LIMIT " + w.arg(int64(limit))}
	if after.No != 0 {
		page.beyond = beyond + " ("
		for i, column := range columns {
			if i > 0 {
				page.beyond += ", "
			}
			page.beyond += w.arg(after.value(column))
		}
		page.beyond += ")"
	}
	from := f.from(w, no, search, page)
	return "SELECT t." + strings.Join(txColumns, ", t.") + from + w.text.String() + page.cut("t."), w.args
}

// asStored says that rows are read in the order in which they lie.
func (f *Filter) asStored() bool {
	return f.Sort == AsStored && f.Category == 0 && f.Payee == 0 && !f.Uncategorised
}

// cursor is the last row of a chunk.
type cursor struct {
	account budget.AccountNo
	Position
}

func (c cursor) value(column string) int64 {
	switch column {
	case "account":
		return int64(c.account)
	case "date":
		return int64(c.Date)
	}
	return int64(c.No)
}

// page is how a chunk is cut out of all rows chosen; the zero page is all of them.
type page struct {
	columns                  []string
	beyond, direction, limit string
}

// cut is the end of a statement that gives the page, with the columns of a table.
func (p *page) cut(table string) string {
	return p.after(table) + p.order(table)
}

func (p *page) after(table string) string {
	if p.beyond == "" {
		return ""
	}
	return " AND (" + table + strings.Join(p.columns, ", "+table) + ") " + p.beyond
}

func (p *page) order(table string) string {
	if len(p.columns) == 0 {
		return ""
	}
	text := " ORDER BY "
	for i, column := range p.columns {
		if i > 0 {
			text += ", "
		}
		text += table + column + p.direction
	}
	return text + p.limit
}

// countQuery counts and sums what the filter chooses.
func (f *Filter) countQuery(no int64, search *search) (string, []any) {
	w := &where{}
	from := f.from(w, no, search, page{})
	return "SELECT count(*), CAST(sum(t.amount) AS BIGINT)" + from + w.text.String(), w.args
}

// placesQuery gives date, number and a column of all that the filter chooses, in
// no order.
func (f *Filter) placesQuery(no int64, search *search) (string, []any) {
	w := &where{}
	from := f.from(w, no, search, page{})
	return "SELECT t.date, t.no, t." + sortColumns[f.Sort] + from + w.text.String(), w.args
}

// from is where the rows come from, and puts the conditions into w. What drives
// it is the narrowest index: the rows of a category or payee, an account's, or the
// budget's by date.
func (f *Filter) from(w *where, no int64, search *search, page page) string {
	number := w.arg(no)
	from := " FROM tx t WHERE t.budget = " + number
	switch {
	case f.Uncategorised:
		from = f.lines(w, "category = 0", number, page)
	case f.Category != 0:
		from = f.lines(w, "category = "+w.arg(int64(f.Category)), number, page)
	case f.Payee != 0:
		from = f.lines(w, "payee = "+w.arg(int64(f.Payee)), number, page)
	}
	f.conditions(w, number)
	if search != nil {
		w.and(search.condition(w, number))
	}
	return from
}

// lines are the rows that have a category or payee, themselves or in a part, or
// lack a category. Two indexes give their places in order; where nothing else is
// asked of the rows no more than a page of them is looked up.
func (f *Filter) lines(w *where, is, number string, page page) string {
	of := " WHERE budget = " + number + " AND " + is + f.dates(w, "")
	own, split := of, of
	if f.Uncategorised {
		on := onBudget(number)
		own += " AND NOT split AND account IN " + on + " AND transfer_account NOT IN " + on
		split += " AND transfer_account NOT IN " + on + " AND (SELECT account FROM tx WHERE tx.budget = " + number + " AND tx.no = part.tx) IN " + on
	} else {
		split += " AND NOT EXISTS (SELECT 1 FROM tx WHERE tx.budget = " + number + " AND tx.no = part.tx AND tx." + is + ")" // it is among own
	}
	cut := page.after("")
	if f.onlyLines() {
		cut = page.cut("")
	}
	return " FROM (SELECT no FROM (SELECT date, no FROM tx" + own + cut + ") own" +
		" UNION ALL SELECT no FROM (SELECT DISTINCT date, no FROM (SELECT date, tx AS no FROM part" + split + ") p WHERE TRUE" + cut + ") split)" +
		" f CROSS JOIN tx t WHERE t.budget = " + number + " AND t.no = f.no"
}

// onlyLines says that the filter asks for one thing that lines knows, in some
// days, and nothing else.
func (f *Filter) onlyLines() bool {
	plain := Filter{From: f.From, Until: f.Until, Descending: f.Descending, After: f.After, Limit: f.Limit}
	category, payee, uncategorised := plain, plain, plain
	category.Category, payee.Payee, uncategorised.Uncategorised = f.Category, f.Payee, true
	return *f == category || *f == payee || *f == uncategorised
}

// onBudget is the set of the accounts on budget.
func onBudget(number string) string {
	return "(SELECT no FROM account WHERE budget = " + number + " AND on_budget)"
}

func (f *Filter) dates(w *where, alias string) (text string) {
	if f.From != 0 {
		text += " AND " + alias + "date >= " + w.arg(int64(f.From))
	}
	if f.Until != 0 {
		text += " AND " + alias + "date <= " + w.arg(int64(f.Until))
	}
	return text
}

func (f *Filter) conditions(w *where, number string) {
	if f.Account != 0 {
		w.and("t.account = " + w.arg(int64(f.Account)))
	}
	if f.Category != 0 && f.Uncategorised {
		f.also(w, number, "category", int64(f.Category))
	}
	if f.Payee != 0 && (f.Category != 0 || f.Uncategorised) {
		f.also(w, number, "payee", int64(f.Payee))
	}
	w.text.WriteString(f.dates(w, "t."))
	if f.Flag != "" {
		w.and("t.flag = " + w.arg(f.Flag))
	}
	if f.Cleared != "" {
		code, err := clearedCode(f.Cleared)
		if err != nil {
			code = -1 // no row is in a state that does not exist
		}
		w.and("t.cleared = " + w.arg(code))
	}
	if f.Min != nil {
		w.and("t.amount >= " + w.arg(int64(*f.Min)))
	}
	if f.Max != nil {
		w.and("t.amount <= " + w.arg(int64(*f.Max)))
	}
	if f.Unapproved {
		w.and("NOT t.approved")
	}
	if f.OnBudget {
		w.and("t.account IN " + onBudget(number))
	}
}

// also asks for a second thing of the lines.
func (f *Filter) also(w *where, number, column string, value int64) {
	is := column + " = " + w.arg(value)
	w.and("(t." + is + " OR " + hasPart(number, "p."+is) + ")")
}

// hasPart is the condition that a split row t has a part p of some kind.
func hasPart(number, condition string) string {
	return "t.split AND EXISTS (SELECT 1 FROM part p WHERE p.budget = " + number + " AND p.tx = t.no AND " + condition + ")"
}
