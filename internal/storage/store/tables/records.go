package tables

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// Accounts is the table of accounts, without their totals, which are figures.
var Accounts = Of[budget.Account]{
	Layout: Layout{Name: "account", Columns: []string{
		"no", "id", "source_id", "name", "type", "on_budget", "closed", "note", "transfer_payee", "reconciled_at",
		"debt", "sort", "account_group", "extra",
	}},
	keys: 1, order: "sort, no",
	values: func(a *budget.Account) []any {
		var reconciled any
		if a.LastReconciledAt != nil {
			reconciled = a.LastReconciledAt.UnixMilli()
		}
		return []any{
			int64(a.No), a.ID, sourceID(a.ID, a.SourceID), a.Name, string(a.Type), a.OnBudget, a.Closed, a.Note,
			int64(a.TransferPayee), reconciled, jsonOf(a.Debt), a.Sort, int64(a.Group), optional(a.Extra),
		}
	},
	Scan: func(r database.Row) (a budget.Account, err error) {
		var source, debt, extra sql.NullString
		var reconciled sql.NullInt64
		err = r.Scan(&a.No, &a.ID, &source, &a.Name, &a.Type, &a.OnBudget, &a.Closed, &a.Note, &a.TransferPayee, &reconciled,
			&debt, &a.Sort, &a.Group, &extra)
		a.SourceID, a.Extra = SourceOf(a.ID, source), Raw(extra)
		if reconciled.Valid {
			a.LastReconciledAt = new(time.UnixMilli(reconciled.Int64).UTC())
		}
		return a, errors.Join(err, fromJSON(debt, &a.Debt))
	},
}

// Groups is the table of category groups.
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

// Categories is the table of categories of all groups.
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

// Payees is the table of payees, including transfer payees.
var Payees = Of[budget.Payee]{
	Layout: Layout{Name: "payee", Columns: []string{
		"no", "id", "source_id", "name", "transfer_account", "hidden", "favourite", "learning_off", "extra",
	}},
	keys: 1, order: "no",
	values: func(p *budget.Payee) []any {
		return []any{
			int64(p.No), p.ID, sourceID(p.ID, p.SourceID), p.Name, int64(p.TransferAccount), p.Hidden, p.Favourite, p.LearningOff, optional(p.Extra),
		}
	},
	Scan: func(r database.Row) (p budget.Payee, err error) {
		var source, extra sql.NullString
		err = r.Scan(&p.No, &p.ID, &source, &p.Name, &p.TransferAccount, &p.Hidden, &p.Favourite, &p.LearningOff, &extra)
		p.SourceID, p.Extra = SourceOf(p.ID, source), Raw(extra)
		return p, err
	},
}

// Locations is the table of payee locations.
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

// asTexts returns the table of a kind with few records, each stored as JSON in the column record. The other columns
// are for lookup and order.
func asTexts[T any](name, order string, columns []string, values func(*T) []any) Of[T] {
	at := slices.Index(columns, "record")
	return Of[T]{
		Layout: Layout{Name: name, Columns: columns}, keys: 1, order: order,
		values: func(r *T) []any { return slices.Insert(values(r), at, any(string(JSON(r)))) },
		Scan: func(row database.Row) (r T, err error) {
			column, dest := Columns(len(columns))
			if err = row.Scan(dest...); err != nil {
				return r, err
			}
			err = json.Unmarshal([]byte(Text(column[at])), &r)
			if own := values(&r); err == nil && (own[0] != Integer(column[0]) || own[1] != Text(column[1])) {
				err = database.DamagedBy(fmt.Errorf("record %d of table %s is that of another", Integer(column[0]), name))
			}
			return r, err
		},
	}
}

// Schedules is the table of scheduled transactions, which can be looked up by the date of the next automatic entry.
var Schedules = asTexts("scheduled", "no", []string{"no", "id", "record", "enters_on"}, func(s *budget.Scheduled) []any {
	var entersOn any
	if s.AutoEnter && s.DateNext != 0 {
		entersOn = int64(s.DateNext)
	}
	return []any{int64(s.No), s.ID, entersOn}
})

// AccountGroups is the table of account groups.
var AccountGroups = asTexts("account_group", "sort, no", []string{"no", "id", "sort", "record"},
	func(g *budget.AccountGroup) []any { return []any{int64(g.No), g.ID, g.Sort} })

// Rules is the table of rules, in their order.
var Rules = asTexts("rule", "sort, no", []string{"no", "id", "sort", "record"},
	func(r *budget.Rule) []any { return []any{int64(r.No), r.ID, r.Sort} })

// KeptReports is the table of saved reports.
var KeptReports = asTexts("kept_report", "sort, no", []string{"no", "id", "sort", "record"},
	func(r *budget.SavedReport) []any { return []any{int64(r.No), r.ID, r.Sort} })

// KeptViews is the table of saved views.
var KeptViews = asTexts("kept_view", "sort, no", []string{"no", "id", "sort", "record"},
	func(v *budget.SavedView) []any { return []any{int64(v.No), v.ID, v.Sort} })

// Receipts is the table of receipts without their bytes, which package blob stores.
var Receipts = asTexts("receipt", "no", []string{"no", "id", "tx", "record"},
	func(r *budget.Receipt) []any { return []any{int64(r.No), r.ID, int64(r.Tx)} })

// Tags is the table of tags with a colour or a description.
var Tags = asTexts("tag", "no", []string{"no", "id", "record"}, func(t *budget.Tag) []any { return []any{int64(t.No), t.ID} })

// Dismissed is the table of dismissed suggestions of recurring transactions.
var Dismissed = asTexts("dismissed", "no", []string{"no", "id", "record"},
	func(d *budget.Dismissed) []any { return []any{int64(d.No), d.ID} })

// Archives is the table of archives without their files, which package blob stores.
var Archives = asTexts("archive", "no", []string{"no", "id", "record"},
	func(a *budget.Archive) []any { return []any{int64(a.No), a.ID} })

// Cells is the table of cells that are not empty.
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
		c.Category, c.Month, c.Budgeted, c.Snoozed = budget.CategoryNo(category), civil.Month(month), money.Milli(budgeted), snoozed.String
		return c, errors.Join(err, fromJSON(target, &c.Target), fromJSON(shown, &c.Shown))
	},
}

// Months is the table of month records that are not empty.
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
			m.AgeOfMoney = new(int(age.Int64))
		}
		m.Extra = Raw(extra)
		return m, err
	},
}

// Rollovers is the table of rollover switches. The journal has all switches of a category as one record.
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

// SaveInfo writes the properties of a budget.
func SaveInfo(q *database.Session, no int64, info *budget.Info) error {
	return q.Write(`UPDATE budget SET id = $2, source_id = $3, name = $4, currency = $5, date_format = $6, extra = $7, card_payments = $8, card_envelopes = $9, cards_left = $10, document = $11, archived_before = $12, expected_income = $13 WHERE no = $1`,
		append([]any{no}, InfoValues(info)...)...)
}

// InfoValues returns the values of the budget's columns, in the order of SaveInfo.
func InfoValues(info *budget.Info) []any {
	var payments, left any
	if len(info.CardPayments) > 0 {
		payments = string(JSON(info.CardPayments))
	}
	if info.UnusedCards != nil {
		left = string(JSON(info.UnusedCards))
	}
	return []any{info.ID, info.SourceID, info.Name, string(JSON(info.Currency)), info.DateFormat, optional(info.Extra), payments, info.CardEnvelopes, left, info.Document, int64(info.ArchivedBefore), int64(info.ExpectedIncome)}
}
