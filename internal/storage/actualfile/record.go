package actualfile

import (
	"database/sql"
	"fmt"
	"math"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Limits on texts, in bytes. A longer name is an error; a longer note is cut, with a warning.
const (
	maxName = 1000
	maxNote = 30_000
)

// record is a row of a query's result. Each call of a method returns the value of the next column. An unexpected type
// sets failed, which the loop over the rows returns.
type record struct {
	rows    *sql.Rows
	values  []any
	targets []any
	next    int
	where   string // the table and the id of the record, for errors
	failed  error
}

// each calls f with each row of a query's result. It returns the errors of the rows.
func (d *database) each(query string, f func(r *record)) error {
	rows, err := d.conn.QueryContext(d.ctx, query)
	if err != nil {
		return d.explain(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return d.explain(err)
	}
	r := &record{rows: rows, values: make([]any, len(columns)), targets: make([]any, len(columns))}
	for i := range r.values {
		r.targets[i] = &r.values[i]
	}
	for rows.Next() {
		r.next, r.where = 0, ""
		if err := rows.Scan(r.targets...); err != nil {
			return d.explain(err)
		}
		if f(r); r.failed != nil {
			return r.failed
		}
	}
	return d.explain(rows.Err())
}

// count returns the number of a table's rows that meet a condition; 0 if the table does not exist.
func (d *database) count(table, condition string) (n int, err error) {
	if !d.has(table) {
		return 0, nil
	}
	err = d.each("SELECT count(*) FROM "+table+" NOT INDEXED WHERE "+condition, func(r *record) { n = int(r.integer()) })
	return n, err
}

// fail records an error of the record, unless an earlier one is recorded.
func (r *record) fail(format string, args ...any) {
	if r.failed == nil {
		at := databaseName
		if r.where != "" {
			at += ", " + r.where
		}
		r.failed = apperr.New(apperr.Invalid, "%s: %s", at, fmt.Sprintf(format, args...)).WithHint("Correct the record in Actual, if Actual shows it, and export the budget again.")
	}
}

func (r *record) value() any {
	v := r.values[r.next]
	r.next++
	return v
}

// id returns the record's id, which errors name.
func (r *record) id(table string) string {
	id := r.text()
	r.where = table + " " + clip(id)
	if id == "" {
		r.fail("the id is missing")
	}
	return id
}

// text returns a text, or "" for NULL.
func (r *record) text() string { return r.textUpTo(maxName) }

// textUpTo returns a text of at most most bytes.
func (r *record) textUpTo(most int) string {
	v := r.value()
	var s string
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		s = v
	case int64, float64:
		s = fmt.Sprint(v)
	default:
		r.fail("a value is not a text")
		return ""
	}
	switch {
	case len(s) > most:
		r.fail("the text %q… is too long", clip(s))
	case !isText(s):
		r.fail("%q is not a text in UTF-8", clip(s))
	}
	return s
}

// integer returns a whole number, or 0 for NULL.
func (r *record) integer() int64 {
	switch v := r.value().(type) {
	case nil:
		return 0
	case int64:
		return v
	case bool: // of a column declared as BOOLEAN
		if v {
			return 1
		}
		return 0
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
		r.fail("%v is not a whole number", v)
	case string:
		r.fail("the text %q stands in place of a number", clip(v))
	default:
		r.fail("a value is not a number")
	}
	return 0
}

// flag reports whether a flag is set.
func (r *record) flag() bool { return r.integer() != 0 }

// number returns a number, or 0 for NULL.
func (r *record) number() float64 {
	switch v := r.value().(type) {
	case nil:
		return 0
	case int64:
		return float64(v)
	case float64:
		return v
	}
	r.fail("a value is not a number")
	return 0
}

// amount returns an amount of cents, or of the currency's smallest unit.
func (r *record) amount(unit money.Milli) money.Milli {
	n := r.integer()
	if most := int64(money.Limit / unit); n > most || n < -most {
		r.fail("the amount %d is too large", n)
		return 0
	}
	return money.Milli(n) * unit
}

// date returns a day stored as the number 20261130, or 0 for NULL.
func (r *record) date() civil.Date {
	n := r.integer()
	d := civil.Date(n)
	if n != 0 && (n < int64(civil.Earliest) || n > int64(civil.Latest) || !d.Valid()) {
		r.fail("%d is not a date: %s", n, civil.KeptYears())
		return 0
	}
	return d
}

// month returns a month stored as the number 202611.
func (r *record) month() civil.Month {
	n := r.integer()
	if n < 190001 || n > 219912 || n%100 < 1 || n%100 > 12 {
		r.fail("%d is not a month: %s", n, civil.KeptYears())
		return 0
	}
	return civil.MakeMonth(int(n/100), int(n%100))
}

// clip shortens a text for errors and remarks.
func clip(s string) string {
	const most = 60
	for i := range s {
		if i > most {
			return s[:i] + "…"
		}
	}
	return s
}
