package exporter_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/importer"
	"holdover/internal/model/ynabdoc"
)

// The document of a budget that was imported and not changed equals the imported one in every record and figure that
// the application stores. The allowed differences, with reasons, are listed here: any other fails the test.
func TestDocumentOfAnUnchangedBudgetEqualsTheImported(t *testing.T) {
	for name, text := range plans(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := decode(t, text)
			whole, notes := importDocument(t, doc)
			month := exportMonth(doc)
			written := export(t, whole, exporter.Options{Month: month, LastModified: moment})
			c := comparison{T: t, doc: doc, notes: notes, after: lastOf(doc)}
			c.compare(plan(t, text), plan(t, written))
		})
	}
}

// exportMonth returns the month of the figures in the plan's list of categories.
func exportMonth(doc *ynabdoc.Document) civil.Month {
	var best civil.Month
	most := -1
	for _, m := range doc.Plan.Months {
		same := 0
		for _, c := range m.Categories {
			for i := range doc.Plan.Categories {
				if own := &doc.Plan.Categories[i]; own.ID == c.ID && own.Budgeted == c.Budgeted && own.Activity == c.Activity && own.Balance == c.Balance {
					same++
				}
			}
		}
		if same >= most {
			best, most = m.Month, same
		}
	}
	return best
}

func lastOf(doc *ynabdoc.Document) string {
	last := civil.Month(0)
	for _, m := range doc.Plan.Months {
		last = max(last, m.Month)
	}
	return last.First().String()
}

type object = map[string]any

func plan(t *testing.T, text []byte) object {
	t.Helper()
	var doc object
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"data", "plan", "budget"} {
		if inner, ok := doc[key].(object); ok {
			doc = inner
		}
	}
	return doc
}

type comparison struct {
	*testing.T
	doc   *ynabdoc.Document
	notes *importer.Notes
	after string // the last month of the document
}

func (c *comparison) compare(want, got object) {
	// The budget has a different id and modification time here, and its months follow from its data. A date format
	// and currency are always written.
	own := []string{"id", "last_modified_on", "first_month", "last_month", "holdover"}
	for _, array := range []string{
		"accounts", "payees", "payee_locations", "category_groups", "categories", "transactions", "subtransactions",
		"scheduled_transactions", "scheduled_subtransactions",
	} {
		own = append(own, array)
		c.records(array, list(want[array]), list(got[array]))
	}
	c.months(list(want["months"]), list(got["months"]))
	c.same("plan", want, got, append(own, "months"))
}

func list(v any) []object {
	var all []object
	records, _ := v.([]any)
	for _, r := range records {
		all = append(all, r.(object))
	}
	return all
}

// records compares an array, record by record. Deleted records are not compared: they were not imported.
func (c *comparison) records(array string, want, got []object) {
	byID := map[any]object{}
	for _, r := range got {
		byID[r["id"]] = r
	}
	deleted := map[any]bool{}
	for _, t := range c.doc.Plan.Transactions {
		deleted[t.ID] = t.Deleted
	}
	for _, t := range c.doc.Plan.ScheduledTransactions {
		deleted[t.ID] = t.Deleted
	}
	live := 0
	for _, r := range want {
		if r["deleted"] == true || deleted[r["transaction_id"]] || deleted[r["scheduled_transaction_id"]] || c.lacksPayee(array, r) {
			continue
		}
		live++
		mine := byID[r["id"]]
		if mine == nil {
			c.Errorf("%s: %v (%v) is missing", array, r["id"], r["name"])
			continue
		}
		c.record(array, r, mine)
	}
	if live != len(got) {
		c.Errorf("%s: %d live records, %d exported", array, live, len(got))
	}
}

// lacksPayee reports whether a location's payee is deleted or missing in the file, so that the location was skipped.
func (c *comparison) lacksPayee(array string, r object) bool {
	for i := range c.doc.Plan.Payees {
		if p := &c.doc.Plan.Payees[i]; p.ID == r["payee_id"] && !p.Deleted {
			return false
		}
	}
	return array == "payee_locations"
}

// isUncategorized reports whether an id is that of the placeholder for none.
func (c *comparison) isUncategorized(id any) bool {
	for i := range c.doc.Plan.Categories {
		if r := &c.doc.Plan.Categories[i]; r.ID == id {
			return r.Name == "Uncategorized"
		}
	}
	return false
}

func (c *comparison) record(array string, want, got object) {
	var own []string
	switch array {
	case "accounts":
		if c.contradicted(fmt.Sprint(want["name"])) { // the figure is the sum of the rows
			own = append(own, "balance", "cleared_balance", "uncleared_balance")
		}
	case "category_groups":
		own = append(own, "internal") // older files do not mark the source's own group
		if c.renamed(got) || want["name"] == "Hidden Categories" {
			own = append(own, "name", "hidden") // hidden, since its categories were
		}
	case "categories", "month":
		own = append(own, "category_group_name", "internal") // newer than some files
		if c.renamed(got) || isIncome(want) || want["name"] == "None" {
			own = append(own, "name") // one income name, and plan's names in months too
		}
		if isIncome(want) || isUncategorized(want) {
			// Rows on cards count as income here, and the source computes different balances.
			own = append(own, "activity", "balance", "budgeted")
		}
		if got["hidden"] == true {
			own = append(own, "hidden") // in months of older files
		}
		if array == "month" && want["note"] == nil {
			own = append(own, "note") // a category's note is repeated in its months
		}
	case "transactions":
		// A split has no category. A row names the other side of its transfer if that is a row; if it is a part, the
		// part names the row.
		if named := want["transfer_transaction_id"]; named == nil || got["transfer_transaction_id"] == nil && c.isPart(named) {
			own = append(own, "transfer_transaction_id")
		}
		if c.isSplit(want) || c.isUncategorized(want["category_id"]) {
			own = append(own, "category_id", "transfer_account_id")
		}
	case "subtransactions", "scheduled_subtransactions":
		own = append(own, "payee_name", "category_name") // always the records' names
		if want["transfer_transaction_id"] == nil && got["transfer_transaction_id"] != nil {
			own = append(own, "transfer_transaction_id")
		}
	case "scheduled_transactions":
		if c.isSplit(want) {
			own = append(own, "category_id")
		}
	}
	c.same(fmt.Sprintf("%s %v", array, want["id"]), want, got, own)
}

func isIncome(r object) bool {
	switch r["name"] {
	case "Inflow: Ready to Assign", "To be Budgeted", "Immediate Income SubCategory", "Deferred Income SubCategory":
		return true
	}
	return false
}

func isUncategorized(r object) bool { return r["name"] == "Uncategorized" || r["name"] == "None" }

func (c *comparison) renamed(r object) bool {
	for _, n := range c.notes.Renames {
		if n.ID == r["id"] {
			return true
		}
	}
	return false
}

func (c *comparison) contradicted(account string) bool {
	for _, n := range c.notes.Contradictions {
		if n.Account == account {
			return true
		}
	}
	return false
}

func (c *comparison) isPart(id any) bool {
	for i := range c.doc.Plan.Subtransactions {
		if c.doc.Plan.Subtransactions[i].ID == id {
			return true
		}
	}
	return false
}

func (c *comparison) isSplit(r object) bool {
	for _, s := range c.doc.Plan.Subtransactions {
		if s.TransactionID == r["id"] && !s.Deleted {
			return true
		}
	}
	for _, s := range c.doc.Plan.ScheduledSubtransactions {
		if s.ScheduledTransactionID == r["id"] && !s.Deleted {
			return true
		}
	}
	return false
}

// months compares the document's months. The export may have more: up to one month after the last with data.
func (c *comparison) months(want, got []object) {
	byMonth := map[any]object{}
	for _, m := range got {
		byMonth[m["month"]] = m
	}
	for _, m := range want {
		mine := byMonth[m["month"]]
		if mine == nil {
			if m["month"].(string) < c.after || len(list(m["categories"])) == 0 {
				c.Errorf("month %v is missing", m["month"])
			}
			continue
		}
		// To Budget, income, budgeted and activity follow Holdover's rules.
		c.same(fmt.Sprint("month ", m["month"]), m, mine, []string{"to_be_budgeted", "income", "budgeted", "activity", "categories"})
		byID := map[any]object{}
		for _, r := range list(mine["categories"]) {
			byID[r["id"]] = r
		}
		for _, r := range list(m["categories"]) {
			if mine := byID[r["id"]]; mine != nil {
				c.record("month", r, mine)
			} else {
				c.Errorf("%v: category %v (%v) is missing", m["month"], r["id"], r["name"])
			}
		}
	}
}

// same compares the members of two objects. Null, absent, empty and false are equal, and so is a time in different
// zones.
func (c *comparison) same(where string, want, got object, own []string) {
	for name := range got {
		if _, exists := want[name]; !exists {
			want[name] = nil
		}
	}
	for name, w := range want {
		g := got[name]
		if reflect.DeepEqual(w, g) || isEmpty(w) && isEmpty(g) || contains(own, name) {
			continue
		}
		if a, ok := w.(string); ok {
			if b, ok := g.(string); ok && (strings.EqualFold(a, b) && (name == "type" || name == "cleared") || strings.Replace(a, "+00:00", "Z", 1) == b) {
				continue
			}
		}
		if a, ok := w.(object); ok && name != "holdover" {
			if b, ok := g.(object); ok {
				c.same(where+"."+name, a, b, nil)
				continue
			}
		}
		c.Errorf("%s: %s was %v, is %v", where, name, w, g)
	}
}

func contains(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case float64:
		return v == 0
	case object:
		return len(v) == 0
	}
	return false
}
