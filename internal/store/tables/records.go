package tables

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

// Accounts are accounts without their totals, which are figures.
var Accounts = Of[budget.Account]{
	Layout: Layout{Name: "account", Columns: []string{
		"no", "id", "source_id", "name", "type", "on_budget", "closed", "note", "transfer_payee", "reconciled_at",
		"debt", "sort", "extra",
	}},
	keys: 1, order: "sort, no",
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
	Scan: func(r database.Row) (a budget.Account, err error) {
		var source, debt, extra sql.NullString
		var reconciled sql.NullInt64
		err = r.Scan(&a.No, &a.ID, &source, &a.Name, &a.Type, &a.OnBudget, &a.Closed, &a.Note, &a.TransferPayee, &reconciled,
			&debt, &a.Sort, &extra)
		a.SourceID, a.Extra = SourceOf(a.ID, source), Raw(extra)
		if reconciled.Valid {
			at := time.UnixMilli(reconciled.Int64).UTC()
			a.LastReconciledAt = &at
		}
		return a, errors.Join(err, fromJSON(debt, &a.Debt))
	},
}

// Groups are category groups.
var Groups = Of[budget.Group]{
	Layout: Layout{Name: "category_group", Columns: []string{"no", "id", "source_id", "name", "hidden", "income", "cards", "note", "sort", "extra"}},
	keys:   1, order: "sort, no",
	values: func(g *budget.Group) []any {
		return []any{int64(g.No), g.ID, sourceID(g.ID, g.SourceID), g.Name, g.Hidden, g.Income, g.Cards, g.Note, g.Sort, optional(g.Extra)}
	},
	Scan: func(r database.Row) (g budget.Group, err error) {
		var source, extra sql.NullString
		err = r.Scan(&g.No, &g.ID, &source, &g.Name, &g.Hidden, &g.Income, &g.Cards, &g.Note, &g.Sort, &extra)
		g.SourceID, g.Extra = SourceOf(g.ID, source), Raw(extra)
		return g, err
	},
}

// Categories are categories, whichever group they are in.
var Categories = Of[budget.Category]{
	Layout: Layout{Name: "category", Columns: []string{
		"no", "id", "source_id", "category_group", "name", "hidden", "income", "card", "note", "sort", "target", "extra",
	}},
	keys: 1, order: "sort, no",
	values: func(c *budget.Category) []any {
		return []any{
			int64(c.No), c.ID, sourceID(c.ID, c.SourceID), int64(c.Group), c.Name, c.Hidden, c.Income, int64(c.Card), c.Note, c.Sort,
			jsonOf(c.Target), optional(c.Extra),
		}
	},
	Scan: func(r database.Row) (c budget.Category, err error) {
		var source, target, extra sql.NullString
		err = r.Scan(&c.No, &c.ID, &source, &c.Group, &c.Name, &c.Hidden, &c.Income, &c.Card, &c.Note, &c.Sort, &target, &extra)
		c.SourceID, c.Extra = SourceOf(c.ID, source), Raw(extra)
		return c, errors.Join(err, fromJSON(target, &c.Target))
	},
}

// Payees are payees, those of transfers too.
var Payees = Of[budget.Payee]{
	Layout: Layout{Name: "payee", Columns: []string{"no", "id", "source_id", "name", "transfer_account", "extra"}},
	keys:   1, order: "no",
	values: func(p *budget.Payee) []any {
		return []any{int64(p.No), p.ID, sourceID(p.ID, p.SourceID), p.Name, int64(p.TransferAccount), optional(p.Extra)}
	},
	Scan: func(r database.Row) (p budget.Payee, err error) {
		var source, extra sql.NullString
		err = r.Scan(&p.No, &p.ID, &source, &p.Name, &p.TransferAccount, &extra)
		p.SourceID, p.Extra = SourceOf(p.ID, source), Raw(extra)
		return p, err
	},
}

// Locations are where payees are.
var Locations = Of[budget.Location]{
	Layout: Layout{Name: "payee_location", Columns: []string{"no", "id", "source_id", "payee", "latitude", "longitude", "extra"}},
	keys:   1, order: "no",
	values: func(l *budget.Location) []any {
		return []any{int64(l.No), l.ID, sourceID(l.ID, l.SourceID), int64(l.Payee), l.Latitude, l.Longitude, optional(l.Extra)}
	},
	Scan: func(r database.Row) (l budget.Location, err error) {
		var source, extra sql.NullString
		err = r.Scan(&l.No, &l.ID, &source, &l.Payee, &l.Latitude, &l.Longitude, &extra)
		l.SourceID, l.Extra = SourceOf(l.ID, source), Raw(extra)
		return l, err
	},
}

// Schedules are one JSON text each: there are few, and only the day on which one
// enters by itself is looked up.
var Schedules = Of[budget.Scheduled]{
	Layout: Layout{Name: "scheduled", Columns: []string{"no", "id", "record", "enters_on"}},
	keys:   1, order: "no",
	values: func(s *budget.Scheduled) []any {
		var entersOn any
		if s.ByItself && s.DateNext != 0 {
			entersOn = int64(s.DateNext)
		}
		return []any{int64(s.No), s.ID, string(JSON(s)), entersOn}
	},
	Scan: func(r database.Row) (s budget.Scheduled, err error) {
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

// Rules are one JSON text each likewise; the place of one is a column for the order.
var Rules = Of[budget.Rule]{
	Layout: Layout{Name: "rule", Columns: []string{"no", "id", "sort", "record"}},
	keys:   1, order: "sort, no",
	values: func(r *budget.Rule) []any {
		return []any{int64(r.No), r.ID, r.Sort, string(JSON(r))}
	},
	Scan: scanRecord[budget.Rule],
}

// KeptReports are reports of one's own, one JSON text each too.
var KeptReports = Of[budget.KeptReport]{
	Layout: Layout{Name: "kept_report", Columns: []string{"no", "id", "sort", "record"}},
	keys:   1, order: "sort, no",
	values: func(r *budget.KeptReport) []any { return []any{int64(r.No), r.ID, r.Sort, string(JSON(r))} },
	Scan:   scanRecord[budget.KeptReport],
}

// KeptViews are views of one's own.
var KeptViews = Of[budget.KeptView]{
	Layout: Layout{Name: "kept_view", Columns: []string{"no", "id", "sort", "record"}},
	keys:   1, order: "sort, no",
	values: func(v *budget.KeptView) []any { return []any{int64(v.No), v.ID, v.Sort, string(JSON(v))} },
	Scan:   scanRecord[budget.KeptView],
}

// Receipts are receipts but for their bytes, which package blob keeps.
var Receipts = Of[budget.Receipt]{
	Layout: Layout{Name: "receipt", Columns: []string{"no", "id", "tx", "record"}},
	keys:   1, order: "no",
	values: func(r *budget.Receipt) []any { return []any{int64(r.No), r.ID, int64(r.Tx), string(JSON(r))} },
	Scan:   scanRecord[budget.Receipt],
}

// Dismissed is what was dismissed of what is found to come again and again.
var Dismissed = Of[budget.Dismissed]{
	Layout: Layout{Name: "dismissed", Columns: []string{"no", "id", "record"}},
	keys:   1, order: "no",
	values: func(d *budget.Dismissed) []any { return []any{int64(d.No), d.ID, string(JSON(d))} },
	Scan: func(rows database.Row) (d budget.Dismissed, err error) {
		var no int64
		var id, record string
		if err := rows.Scan(&no, &id, &record); err != nil {
			return d, err
		}
		return d, json.Unmarshal([]byte(record), &d)
	},
}

// Cells are categories in months, those that say something.
var Cells = Of[budget.Cell]{
	Layout: Layout{Name: "cell", Columns: []string{"category", "month", "budgeted", "note", "target", "snoozed", "shown"}},
	keys:   2, order: "category, month",
	values: func(c *budget.Cell) []any {
		return []any{int64(c.Category), int64(c.Month), int64(c.Budgeted), c.Note, jsonOf(c.Target), optional(c.Snoozed), jsonOf(c.Shown)}
	},
	Scan: func(r database.Row) (c budget.Cell, err error) {
		var category, month, budgeted int64
		var target, snoozed, shown sql.NullString
		err = r.Scan(&category, &month, &budgeted, &c.Note, &target, &snoozed, &shown)
		c.Category, c.Month, c.Budgeted, c.Snoozed = budget.CategoryNo(category), cal.Month(month), money.Milli(budgeted), snoozed.String
		return c, errors.Join(err, fromJSON(target, &c.Target), fromJSON(shown, &c.Shown))
	},
}

// Months are the months that say something.
var Months = Of[budget.Month]{
	Layout: Layout{Name: "month_record", Columns: []string{"month", "held", "note", "age_of_money", "extra"}},
	keys:   1, order: "month",
	values: func(m *budget.Month) []any {
		var age any
		if m.AgeOfMoney != nil {
			age = int64(*m.AgeOfMoney)
		}
		return []any{int64(m.Month), int64(m.Held), m.Note, age, optional(m.Extra)}
	},
	Scan: func(r database.Row) (m budget.Month, err error) {
		var age sql.NullInt64
		var extra sql.NullString
		err = r.Scan(&m.Month, &m.Held, &m.Note, &age, &extra)
		if age.Valid {
			days := int(age.Int64)
			m.AgeOfMoney = &days
		}
		m.Extra = Raw(extra)
		return m, err
	},
}

// Rollovers holds the switches one by one; the journal sees all of a category
// as one record.
var Rollovers = Of[budget.Rollover]{
	Layout: Layout{Name: "rollover", Columns: []string{"category", "month", "turned_on"}},
	keys:   2, order: "category, month",
	values: func(r *budget.Rollover) []any {
		return []any{int64(r.Category), int64(r.From), r.On}
	},
	Scan: func(rows database.Row) (r budget.Rollover, err error) {
		return r, rows.Scan(&r.Category, &r.From, &r.On)
	},
}
