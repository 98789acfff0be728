package tables

import (
	"strconv"
	"strings"

	"holdover/internal/logic/rowindex"
)

// InOrder reports whether the database stores the rows in the requested order and the filter skips none of them: the
// rows of one account, category or payee, or all rows. Other filters use the row index.
func InOrder(f *rowindex.Filter) bool {
	given := 0
	for _, no := range []int64{int64(f.Account), int64(f.Category), int64(f.Payee)} {
		if no != 0 {
			given++
		}
	}
	plain := rowindex.Filter{
		Account: f.Account, Category: f.Category, Payee: f.Payee, From: f.From, Until: f.Until, OnBudget: f.OnBudget,
		Sort: f.Sort, Descending: f.Descending, After: f.After, Limit: f.Limit,
	}
	return given <= 1 && *f == plain && f.Sort == rowindex.ByDate
}

// where builds the conditions of a query with its arguments.
type where struct {
	text strings.Builder
	args []any
}

// arg adds an argument and returns its placeholder: $n.
func (w *where) arg(v any) string {
	w.args = append(w.args, v)
	return "$" + strconv.Itoa(len(w.args))
}

func (w *where) and(condition string) {
	w.text.WriteString(" AND ")
	w.text.WriteString(condition)
}

// Chunk returns the query of the next chunk of rows after a position. It drops the filter's own bound on that side:
// given both, SQLite would use the filter's bound and read all earlier chunks again, so that reading a list took
// quadratic time.
func Chunk(f *rowindex.Filter, no int64, after rowindex.Position, limit int) (string, []any) {
	rest := *f
	if after.No != 0 && !f.Descending && after.Date >= f.From {
		rest.From = 0
	}
	if after.No != 0 && f.Descending && after.Date <= f.Until {
		rest.Until = 0
	}
	f = &rest
	w := &where{}
	page := page{beyond: " >", limit: " LIMIT CAST(" + w.arg(int64(limit)) + " AS BIGINT)"} // with a bare parameter SQLite would prepare the statement again for each value
	if f.Descending {
		page.direction, page.beyond = " DESC", " <"
	}
	if after.No == 0 {
		page.beyond = ""
	} else {
		page.beyond += " (" + w.arg(int64(after.Date)) + ", " + w.arg(int64(after.No)) + ")"
	}
	from := rowsFrom(w, f, no, page)
	return "SELECT t." + strings.Join(txColumns, ", t.") + from + w.text.String() + page.cut("t."), w.args
}

// rowsFrom returns the FROM clause and adds the conditions to w. The query is driven by the narrowest index: the rows
// of a category or payee, those of an account, or those of the budget by date.
func rowsFrom(w *where, f *rowindex.Filter, no int64, page page) string {
	number := w.arg(no)
	from := " FROM tx t WHERE t.budget = " + number
	switch {
	case f.Category != 0:
		from = lines(w, f, "category = "+w.arg(int64(f.Category)), number, page)
	case f.Payee != 0:
		from = lines(w, f, "payee = "+w.arg(int64(f.Payee)), number, page)
	case f.Account != 0:
		w.and("t.account = " + w.arg(int64(f.Account)))
	}
	w.text.WriteString(dates(w, f, "t."))
	if f.OnBudget {
		w.and("t.account IN (SELECT no FROM account WHERE budget = " + number + " AND on_budget)")
	}
	return from
}

// lines returns the FROM clause for the rows that have a category or payee, themselves or in a part. Two indexes
// return their positions in order. Without other conditions, no more than a page of rows is read.
func lines(w *where, f *rowindex.Filter, is, number string, page page) string {
	own := " WHERE budget = " + number + " AND " + is + dates(w, f, "")
	split := own + " AND NOT EXISTS (SELECT 1 FROM tx WHERE tx.budget = " + number + " AND tx.no = part.tx AND tx." + is + ")" // such rows are in own
	cut := page.after("")
	if !f.OnBudget {
		cut = page.cut("")
	}
	return " FROM (SELECT no FROM (SELECT date, no FROM tx" + own + cut + ") own" +
		" UNION ALL SELECT no FROM (SELECT DISTINCT date, no FROM (SELECT date, tx AS no FROM part" + split + ") p WHERE TRUE" + cut + ") split)" +
		" f CROSS JOIN tx t WHERE t.budget = " + number + " AND t.no = f.no"
}

func dates(w *where, f *rowindex.Filter, alias string) (text string) {
	if f.From != 0 {
		text += " AND " + alias + "date >= " + w.arg(int64(f.From))
	}
	if f.Until != 0 {
		text += " AND " + alias + "date <= " + w.arg(int64(f.Until))
	}
	return text
}

// page selects a chunk of all selected rows, which are ordered by date and number.
type page struct{ beyond, direction, limit string }

// cut returns the end of the statement that selects the page, for the columns of a table.
func (p *page) cut(table string) string {
	return p.after(table) + " ORDER BY " + table + "date" + p.direction + ", " + table + "no" + p.direction + p.limit
}

func (p *page) after(table string) string {
	if p.beyond == "" {
		return ""
	}
	return " AND (" + table + "date, " + table + "no)" + p.beyond
}
