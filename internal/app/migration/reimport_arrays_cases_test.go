package migration_test

import (
	"slices"
	"strconv"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

type object = map[string]any

// arrayCase is an array of the document in TestReimportTakesOverEveryArray: a record of it,
// the field that changes, and how the record is found and changed here.
type arrayCase struct {
	array  string
	record func(id string) object
	field  string
	value  func(text string) any // of the field
	kind   string                // as Change names the record
	find   func(w *budget.Whole, id string) (value string, there bool)
	ours   func(e *budgetsession.ChangeTx, id string) error
}

func asText(text string) any { return text }

// degrees derives a distinct position from a text.
func degrees(text string) any { return strconv.Itoa(len(text)) + ".5" }

// amountOf returns an amount derived from a text.
func amountOf(text string) any { return 1000 * len(text) }

// monthOf maps a case to its month.
var monthOf = map[string]string{"keep": "2025-01-01", "new": "2025-02-01", "change": "2025-03-01", "delete": "2025-04-01", "both": "2025-05-01"}

func parsedMonth(id string) civil.Month {
	m, err := civil.ParseMonth(monthOf[id][:7])
	if err != nil {
		panic(err)
	}
	return m
}

func row(id string) object {
	return object{
		"id": id, "date": "2025-06-05", "amount": -1000, "memo": "as it was", "cleared": "cleared", "approved": true,
		"account_id": "account", "payee_id": "payee", "category_id": "category", "deleted": false,
	}
}

func scheduled(id string) object {
	return object{
		"id": id, "date_first": "2027-06-05", "date_next": "2027-06-05", "frequency": "monthly", "amount": -1000, "memo": "as it was",
		"account_id": "account", "payee_id": "payee", "category_id": "category", "deleted": false,
	}
}

func part(of, owner string) func(id string) object {
	return func(id string) object {
		return object{"id": id, of: owner, "amount": 0, "memo": "as it was", "category_id": "category", "deleted": false}
	}
}

func findIn[T any](list []T, of func(*T) (id, value string), id string) (string, bool) {
	for i := range list {
		if found, value := of(&list[i]); found == id {
			return value, true
		}
	}
	return "", false
}

func changeHere[T any](list []T, err error, matches func(*T) bool, change func(*T), put func(*T) error) error {
	i := slices.IndexFunc(list, func(r T) bool { return matches(&r) })
	if err != nil || i < 0 {
		return err
	}
	change(&list[i])
	return put(&list[i])
}

func ourPart(parts []budget.Part, id string) {
	i := slices.IndexFunc(parts, func(p budget.Part) bool { return p.SourceID == id })
	parts[i].Memo = "ours"
}

// arrayCases lists the arrays of a plan document, those of nested records last.
var arrayCases = []arrayCase{
	{
		array: "accounts", field: "name", value: asText, kind: "account",
		record: func(id string) object {
			return object{"id": id, "name": "as it was " + id, "type": "checking", "on_budget": true, "closed": false, "balance": 0, "deleted": false}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Accounts, func(a *budget.Account) (string, string) { return a.SourceID, a.Name }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Accounts()
			return changeHere(all, err, func(a *store.Account) bool { return a.SourceID == id }, func(a *store.Account) { a.Name = "ours" }, func(a *store.Account) error { return e.Put(&a.Account) })
		},
	},
	{
		array: "payees", field: "name", value: asText, kind: "payee",
		record: func(id string) object { return object{"id": id, "name": "as it was " + id, "deleted": false} },
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Payees, func(p *budget.Payee) (string, string) { return p.SourceID, p.Name }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Payees()
			return changeHere(all, err, func(p *budget.Payee) bool { return p.SourceID == id }, func(p *budget.Payee) { p.Name = "ours" }, func(r *budget.Payee) error { return e.Put(r) })
		},
	},
	{
		array: "payee_locations", field: "latitude", value: degrees, kind: "payee location",
		record: func(id string) object {
			return object{"id": id, "payee_id": "payee", "latitude": "0.5", "longitude": "1.5", "deleted": false}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Locations, func(l *budget.Location) (string, string) { return l.SourceID, l.Latitude }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Locations()
			return changeHere(all, err, func(l *budget.Location) bool { return l.SourceID == id }, func(l *budget.Location) { l.Latitude = degrees("ours").(string) }, func(r *budget.Location) error { return e.Put(r) })
		},
	},
	{
		array: "category_groups", field: "name", value: asText, kind: "group",
		record: func(id string) object {
			return object{"id": id, "name": "as it was " + id, "hidden": false, "deleted": false}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Groups, func(g *budget.Group) (string, string) { return g.SourceID, g.Name }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Groups()
			return changeHere(all, err, func(g *budget.Group) bool { return g.SourceID == id }, func(g *budget.Group) { g.Name = "ours" }, func(r *budget.Group) error { return e.Put(r) })
		},
	},
	{
		array: "categories", field: "note", value: asText, kind: "category",
		record: func(id string) object {
			return object{"id": id, "category_group_id": "group", "name": "Category " + id, "note": "as it was", "hidden": false, "budgeted": 0, "activity": 0, "balance": 0, "deleted": false}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Categories, func(c *budget.Category) (string, string) { return c.SourceID, c.Note }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Categories()
			return changeHere(all, err, func(c *budget.Category) bool { return c.SourceID == id }, func(c *budget.Category) { c.Note = "ours" }, func(r *budget.Category) error { return e.Put(r) })
		},
	},
	{
		array: "months", field: "note", value: asText, kind: "month",
		record: func(id string) object {
			return object{"month": monthOf[id], "note": "as it was", "income": 0, "budgeted": 0, "activity": 0, "to_be_budgeted": 0, "age_of_money": nil, "deleted": false, "categories": []any{}}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Months, func(m *budget.Month) (string, string) { return m.Month.String(), m.Note }, monthOf[id][:7])
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			m, err := e.Month(parsedMonth(id))
			if m.Note = "ours"; err != nil {
				return err
			}
			return e.PutMonth(m)
		},
	},
	{
		array: "months.categories", field: "budgeted", value: amountOf, kind: "budgeted",
		record: func(id string) object {
			return object{"id": "cell-" + id, "category_group_id": "group", "name": "Cell " + id, "hidden": false, "budgeted": 500, "activity": 0, "balance": 500, "deleted": false}
		},
		find: func(w *budget.Whole, id string) (string, bool) {
			i := slices.IndexFunc(w.Categories, func(c budget.Category) bool { return c.SourceID == "cell-"+id })
			return findIn(w.Cells, func(c *budget.Cell) (string, string) {
				if i < 0 || c.Category != w.Categories[i].No {
					return "", ""
				}
				return id, strconv.FormatInt(int64(c.Budgeted), 10)
			}, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Categories()
			i := slices.IndexFunc(all, func(c budget.Category) bool { return c.SourceID == "cell-"+id })
			if err != nil {
				return err
			}
			return e.SetBudgeted(all[i].No, parsedMonth("keep"), money.Milli(amountOf("ours").(int)))
		},
	},
	{
		array: "transactions", field: "memo", value: asText, kind: "transaction", record: row,
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Transactions, func(r *budget.Transaction) (string, string) { return r.SourceID, r.Memo }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			r, err := e.TransactionByID(id)
			if r.Memo = "ours"; err != nil {
				return err
			}
			return e.PutTransaction(&r)
		},
	},
	{
		array: "subtransactions", field: "memo", value: asText, kind: "transaction", record: part("transaction_id", "split"),
		find: func(w *budget.Whole, id string) (string, bool) {
			owner := "split"
			if id == "both" {
				owner = "split-both"
			}
			i := slices.IndexFunc(w.Transactions, func(r budget.Transaction) bool { return r.SourceID == owner })
			return findIn(w.Transactions[i].Parts, func(p *budget.Part) (string, string) { return p.SourceID, p.Memo }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			r, err := e.TransactionByID("split-both")
			if err != nil {
				return err
			}
			ourPart(r.Parts, id)
			return e.PutTransaction(&r)
		},
	},
	{
		array: "scheduled_transactions", field: "memo", value: asText, kind: "scheduled", record: scheduled,
		find: func(w *budget.Whole, id string) (string, bool) {
			return findIn(w.Scheduled, func(s *budget.Scheduled) (string, string) { return s.SourceID, s.Memo }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Scheduled()
			return changeHere(all, err, func(s *budget.Scheduled) bool { return s.SourceID == id }, func(s *budget.Scheduled) { s.Memo = "ours" }, func(r *budget.Scheduled) error { return e.Put(r) })
		},
	},
	{
		array: "scheduled_subtransactions", field: "memo", value: asText, kind: "scheduled", record: part("scheduled_transaction_id", "later"),
		find: func(w *budget.Whole, id string) (string, bool) {
			owner := "later"
			if id == "both" {
				owner = "later-both"
			}
			i := slices.IndexFunc(w.Scheduled, func(s budget.Scheduled) bool { return s.SourceID == owner })
			return findIn(w.Scheduled[i].Parts, func(p *budget.Part) (string, string) { return p.SourceID, p.Memo }, id)
		},
		ours: func(e *budgetsession.ChangeTx, id string) error {
			all, err := e.Scheduled()
			return changeHere(all, err, func(s *budget.Scheduled) bool { return s.SourceID == "later-both" }, func(s *budget.Scheduled) { ourPart(s.Parts, id) }, func(r *budget.Scheduled) error { return e.Put(r) })
		},
	},
}
