package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/database"
	"holdover/internal/money"
)

var accounts = table[budget.Account]{
	name: "account", keys: 1, order: "sort, no",
	columns: []string{
		"no", "id", "source_id", "name", "type", "on_budget", "closed", "note", "transfer_payee", "reconciled_at",
		"debt", "sort", "extra",
	},
	values: func(a *budget.Account) []any {
		var reconciled any
		if a.LastReconciledAt != nil {
			reconciled = a.LastReconciledAt.UnixMilli()
		}
		return []any{
			int64(a.No), a.ID, sourceID(a.ID, a.SourceID), a.Name, string(a.Type), a.OnBudget, a.Closed, a.Note,
			int64(a.TransferPayee), reconciled, jsonOf(a.Debt), a.Sort, optional(a.Extra),
		}
	},
	scan: func(r database.Row) (a budget.Account, err error) {
		var source, debt, extra sql.NullString
		var reconciled sql.NullInt64
		err = r.Scan(&a.No, &a.ID, &source, &a.Name, &a.Type, &a.OnBudget, &a.Closed, &a.Note, &a.TransferPayee, &reconciled,
			&debt, &a.Sort, &extra)
		a.SourceID, a.Extra = sourceOf(a.ID, source), raw(extra)
		if reconciled.Valid {
			at := time.UnixMilli(reconciled.Int64).UTC()
			a.LastReconciledAt = &at
		}
		return a, errors.Join(err, fromJSON(debt, &a.Debt))
	},
}

var groups = table[budget.Group]{
	name: "category_group", keys: 1, order: "sort, no",
	columns: []string{"no", "id", "source_id", "name", "hidden", "income", "cards", "note", "sort", "extra"},
	values: func(g *budget.Group) []any {
		return []any{int64(g.No), g.ID, sourceID(g.ID, g.SourceID), g.Name, g.Hidden, g.Income, g.Cards, g.Note, g.Sort, optional(g.Extra)}
	},
	scan: func(r database.Row) (g budget.Group, err error) {
		var source, extra sql.NullString
		err = r.Scan(&g.No, &g.ID, &source, &g.Name, &g.Hidden, &g.Income, &g.Cards, &g.Note, &g.Sort, &extra)
		g.SourceID, g.Extra = sourceOf(g.ID, source), raw(extra)
		return g, err
	},
}

var categories = table[budget.Category]{
	name: "category", keys: 1, order: "sort, no",
	columns: []string{
		"no", "id", "source_id", "category_group", "name", "hidden", "income", "card", "note", "sort", "target", "extra",
	},
	values: func(c *budget.Category) []any {
		return []any{
			int64(c.No), c.ID, sourceID(c.ID, c.SourceID), int64(c.Group), c.Name, c.Hidden, c.Income, int64(c.Card), c.Note, c.Sort,
			jsonOf(c.Target), optional(c.Extra),
		}
	},
	scan: func(r database.Row) (c budget.Category, err error) {
		var source, target, extra sql.NullString
		err = r.Scan(&c.No, &c.ID, &source, &c.Group, &c.Name, &c.Hidden, &c.Income, &c.Card, &c.Note, &c.Sort, &target, &extra)
		c.SourceID, c.Extra = sourceOf(c.ID, source), raw(extra)
		return c, errors.Join(err, fromJSON(target, &c.Target))
	},
}

var payees = table[budget.Payee]{
	name: "payee", keys: 1, order: "no",
	columns: []string{"no", "id", "source_id", "name", "transfer_account", "extra"},
	values: func(p *budget.Payee) []any {
		return []any{int64(p.No), p.ID, sourceID(p.ID, p.SourceID), p.Name, int64(p.TransferAccount), optional(p.Extra)}
	},
	scan: func(r database.Row) (p budget.Payee, err error) {
		var source, extra sql.NullString
		err = r.Scan(&p.No, &p.ID, &source, &p.Name, &p.TransferAccount, &extra)
		p.SourceID, p.Extra = sourceOf(p.ID, source), raw(extra)
		return p, err
	},
}

var locations = table[budget.Location]{
	name: "payee_location", keys: 1, order: "no",
	columns: []string{"no", "id", "source_id", "payee", "latitude", "longitude", "extra"},
	values: func(l *budget.Location) []any {
		return []any{int64(l.No), l.ID, sourceID(l.ID, l.SourceID), int64(l.Payee), l.Latitude, l.Longitude, optional(l.Extra)}
	},
	scan: func(r database.Row) (l budget.Location, err error) {
		var source, extra sql.NullString
		err = r.Scan(&l.No, &l.ID, &source, &l.Payee, &l.Latitude, &l.Longitude, &extra)
		l.SourceID, l.Extra = sourceOf(l.ID, source), raw(extra)
		return l, err
	},
}

// A schedule is one JSON text: there are few, and only the day on which one
// enters by itself is looked up.
var schedules = table[budget.Scheduled]{
	name: "scheduled", keys: 1, order: "no",
	columns: []string{"no", "id", "record", "enters_on"},
	values: func(s *budget.Scheduled) []any {
		var entersOn any
		if s.ByItself && s.DateNext != 0 {
			entersOn = int64(s.DateNext)
		}
		return []any{int64(s.No), s.ID, string(mustJSON(s)), entersOn}
	},
	scan: func(r database.Row) (s budget.Scheduled, err error) {
		var no int64
		var id, record string
		var entersOn sql.NullInt64
		if err := r.Scan(&no, &id, &record, &entersOn); err != nil {
			return s, err
		}
		return s, json.Unmarshal([]byte(record), &s)
	},
}

// scanRecord reads a record that is one JSON text with a place among others.
func scanRecord[T any](rows database.Row) (r T, err error) {
	var no, sort int64
	var id, record string
	if err := rows.Scan(&no, &id, &sort, &record); err != nil {
		return r, err
	}
	return r, json.Unmarshal([]byte(record), &r)
}

// A rule is one JSON text likewise; its place is a column for the order.
var rules = table[budget.Rule]{
	name: "rule", keys: 1, order: "sort, no",
	columns: []string{"no", "id", "sort", "record"},
	values: func(r *budget.Rule) []any {
		return []any{int64(r.No), r.ID, r.Sort, string(mustJSON(r))}
	},
	scan: scanRecord[budget.Rule],
}

// A report of one's own is one JSON text too.
var keptReports = table[budget.KeptReport]{
	name: "kept_report", keys: 1, order: "sort, no",
	columns: []string{"no", "id", "sort", "record"},
	values:  func(r *budget.KeptReport) []any { return []any{int64(r.No), r.ID, r.Sort, string(mustJSON(r))} },
	scan:    scanRecord[budget.KeptReport],
}

// So is a view of one's own.
var keptViews = table[budget.KeptView]{
	name: "kept_view", keys: 1, order: "sort, no",
	columns: []string{"no", "id", "sort", "record"},
	values:  func(v *budget.KeptView) []any { return []any{int64(v.No), v.ID, v.Sort, string(mustJSON(v))} },
	scan:    scanRecord[budget.KeptView],
}

// And a receipt, but for its bytes.
var receipts = table[budget.Receipt]{
	name: "receipt", keys: 1, order: "no",
	columns: []string{"no", "id", "tx", "record"},
	values:  func(r *budget.Receipt) []any { return []any{int64(r.No), r.ID, int64(r.Tx), string(mustJSON(r))} },
	scan:    scanRecord[budget.Receipt],
}

// And what was dismissed of what is found to come again and again.
var dismissed = table[budget.Dismissed]{
	name: "dismissed", keys: 1, order: "no",
	columns: []string{"no", "id", "record"},
	values:  func(d *budget.Dismissed) []any { return []any{int64(d.No), d.ID, string(mustJSON(d))} },
	scan: func(rows database.Row) (d budget.Dismissed, err error) {
		var no int64
		var id, record string
		if err := rows.Scan(&no, &id, &record); err != nil {
			return d, err
		}
		return d, json.Unmarshal([]byte(record), &d)
	},
}

var cells = table[budget.Cell]{
	name: "cell", keys: 2, order: "category, month",
	columns: []string{"category", "month", "budgeted", "note", "target", "snoozed", "shown"},
	values: func(c *budget.Cell) []any {
		return []any{int64(c.Category), int64(c.Month), int64(c.Budgeted), c.Note, jsonOf(c.Target), optional(c.Snoozed), jsonOf(c.Shown)}
	},
	scan: func(r database.Row) (c budget.Cell, err error) {
		var category, month, budgeted int64
		var target, snoozed, shown sql.NullString
		err = r.Scan(&category, &month, &budgeted, &c.Note, &target, &snoozed, &shown)
		c.Category, c.Month, c.Budgeted, c.Snoozed = budget.CategoryNo(category), cal.Month(month), money.Milli(budgeted), snoozed.String
		return c, errors.Join(err, fromJSON(target, &c.Target), fromJSON(shown, &c.Shown))
	},
}

var months = table[budget.Month]{
	name: "month_record", keys: 1, order: "month",
	columns: []string{"month", "held", "note", "age_of_money", "extra"},
	values: func(m *budget.Month) []any {
		var age any
		if m.AgeOfMoney != nil {
			age = int64(*m.AgeOfMoney)
		}
		return []any{int64(m.Month), int64(m.Held), m.Note, age, optional(m.Extra)}
	},
	scan: func(r database.Row) (m budget.Month, err error) {
		var age sql.NullInt64
		var extra sql.NullString
		err = r.Scan(&m.Month, &m.Held, &m.Note, &age, &extra)
		if age.Valid {
			days := int(age.Int64)
			m.AgeOfMoney = &days
		}
		m.Extra = raw(extra)
		return m, err
	},
}

// rollovers holds the switches one by one; the journal sees all of a category
// as one record.
var rollovers = table[budget.Rollover]{
	name: "rollover", keys: 2, order: "category, month",
	columns: []string{"category", "month", "turned_on"},
	values: func(r *budget.Rollover) []any {
		return []any{int64(r.Category), int64(r.From), r.On}
	},
	scan: func(rows database.Row) (r budget.Rollover, err error) {
		return r, rows.Scan(&r.Category, &r.From, &r.On)
	},
}
