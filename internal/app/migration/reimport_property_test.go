package migration_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// limitChecks sets the number of inputs that rapid tries, unless a flag sets it.
func limitChecks(t *testing.T, checks string) {
	t.Helper()
	given := flag.Lookup("rapid.checks")
	if given.Value.String() != given.DefValue {
		return
	}
	if err := given.Value.Set(checks); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := given.Value.Set(given.DefValue); err != nil {
			t.Error(err)
		}
	})
}

func smallPlans(t *testing.T) [][]byte {
	t.Helper()
	var all [][]byte
	for _, options := range [][]string{
		{"--seed", "71", "--years", "1", "--tx", "90", "--cards", "1"},
		{"--seed", "72", "--years", "1", "--tx", "120", "--cards", "2", "--rta", "net"},
	} {
		text, err := os.ReadFile(testkit.Plan(t, options...))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// Successive documents of a changing plan, taken over into a budget without edits, give the same as importing the
// last one; each step can be undone completely, including the document and the verification, and the same document
// again proposes nothing.
func TestReimportWithoutEditsEqualsImport(t *testing.T) {
	limitChecks(t, "8")
	plans := smallPlans(t)
	a := newHome(t)
	rapid.Check(t, func(r *rapid.T) {
		text := pick(r, "plan", plans)
		id := importText(t, a, text)
		for range 2 {
			text = editAtSource(t, r, text)
			before, verified, original := wholeOf(t, a, id), verifiedAs(t, a, id), originalOf(t, a, id, 0)
			done, view, err := a.ApplyReimport(t.Context(), app.Machine(), id, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(text))
			if err != nil {
				r.Fatalf("take over a newer file: %v %s", err, apperr.HintOf(err))
			}
			if view.Kept > 0 && !usedOnly(view) {
				r.Fatalf("records were kept although nothing was changed here: %+v", keptOf(view))
			}
			checkAsImported(t, r, a, id, text)
			if view.Same { // if the change restored the previous value
				continue
			}
			if _, err := a.Undo(t.Context(), app.Machine(), id, done.Change); err != nil {
				r.Fatal(err)
			}
			if left := wholeOf(t, a, id); !reflect.DeepEqual(before, left) || originalOf(t, a, id, 0) != original {
				r.Fatalf("undo gives another budget: %.3000s", cmp.Diff(before, left))
			}
			if now := verifiedAs(t, a, id); now != verified {
				r.Fatalf("undo gives another verification: %s", firstDifference(now, verified))
			}
			if _, err := a.Redo(t.Context(), app.Machine(), id, done.Change); err != nil {
				r.Fatal(err)
			}
			checkAsImported(t, r, a, id, text)
			checkStore(t, r, a, id)
			again, err := a.PreviewReimport(t.Context(), app.Machine(), id, "", bytes.NewReader(text))
			if err != nil || !again.Same || len(again.Changes) > 0 {
				r.Fatalf("same document again: %+v, want no changes (error %v)", again, err)
			}
		}
		imported := importText(t, a, text)
		sameVerification(t, a, id, imported)
		for _, one := range []string{id, imported} {
			if err := a.Delete(t.Context(), app.Machine(), one); err != nil {
				r.Fatal(err)
			}
		}
	})
}

// pick draws an element of a list by its index, which rapid prints.
func pick[T any](r *rapid.T, what string, list []T) T {
	return list[rapid.IntRange(0, len(list)-1).Draw(r, what)]
}

// fewRecords returns a few records, the same ones here and at the source, so that both sides often change the same record.
func fewRecords[T any](list []T, id func(*T) string) []T {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b T) int { return strings.Compare(id(&a), id(&b)) })
	return list[:min(len(list), 10)]
}

// usedOnly reports whether records are kept only because another record still refers to them, as the importer does.
func usedOnly(view migration.Reimport) bool {
	return !slices.ContainsFunc(view.Changes, func(c reimport.Change) bool { return c.Kept != "" && !strings.Contains(c.Kept, "still used") })
}

func keptOf(view migration.Reimport) []reimport.Change {
	return slices.DeleteFunc(slices.Clone(view.Changes), func(c reimport.Change) bool { return c.Kept == "" })
}

// checkAsImported checks that a budget has the same records as an import of the document.
func checkAsImported(t *testing.T, r *rapid.T, a *home, id string, text []byte) {
	doc, err := ynabdoc.Decode(bytes.NewReader(text))
	if err != nil {
		r.Fatal(err)
	}
	made, _, err := importer.Import(doc, importer.Options{NewID: budgetsession.NewID})
	if err != nil {
		r.Fatal(err)
	}
	now := wholeOf(t, a, id)
	want, got := recordsOf(reimport.InNumbersOf(now, made)), recordsOf(now)
	for name := range got {
		if want[name] == nil {
			r.Fatalf("record %s should not exist: %v", name, got[name])
		}
	}
	for name, fields := range want {
		if !reflect.DeepEqual(fields, got[name]) {
			r.Fatalf("record %s is\n%v\nwant\n%v", name, got[name], fields)
		}
	}
}

func checkStore(t *testing.T, r *rapid.T, a *home, id string) {
	h, err := a.store.Budget(t.Context(), id)
	if err != nil {
		r.Fatal(err)
	}
	if differences, err := a.store.Verify(t.Context(), h.No); err != nil || len(differences) > 0 {
		r.Fatalf("verify: differences %v (error %v)", differences, err)
	}
}

// record is a record's fields as text.
type record map[string]string

// recordsOf returns the records of a budget by kind and number, without generated ids and positions.
func recordsOf(w *budget.Whole) map[string]record {
	all := map[string]record{}
	addRecords(all, "account", w.Accounts, func(x *budget.Account) string { return fmt.Sprint(x.No) })
	addRecords(all, "group", w.Groups, func(x *budget.Group) string { return fmt.Sprint(x.No) })
	addRecords(all, "category", w.Categories, func(x *budget.Category) string { return fmt.Sprint(x.No) })
	addRecords(all, "payee", w.Payees, func(x *budget.Payee) string { return fmt.Sprint(x.No) })
	addRecords(all, "location", w.Locations, func(x *budget.Location) string { return fmt.Sprint(x.No) })
	addRecords(all, "row", w.Transactions, func(x *budget.Transaction) string { return fmt.Sprint(x.No) })
	addRecords(all, "scheduled", w.Scheduled, func(x *budget.Scheduled) string { return fmt.Sprint(x.No) })
	addRecords(all, "cell", w.Cells, func(x *budget.Cell) string { return fmt.Sprint(x.Category, " in ", x.Month) })
	addRecords(all, "month", w.Months, func(x *budget.Month) string { return x.Month.String() })
	return all
}

func addRecords[T any](all map[string]record, kind string, list []T, name func(*T) string) {
	for i := range list {
		text, err := json.Marshal(&list[i])
		if err != nil {
			panic(err)
		}
		all[kind+" "+name(&list[i])] = fieldsOf(text)
	}
}

// written caches the JSON of records: a test compares a budget a dozen times, and most records stay the same.
var written sync.Map

// fieldsOf returns the fields of a record, for reading only.
func fieldsOf(text []byte) record {
	if known, ok := written.Load(string(text)); ok {
		return known.(record)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		panic(err)
	}
	r := record{}
	for field, value := range fields {
		if field != "id" && field != "sort" {
			r[field] = string(value)
		}
	}
	written.Store(string(text), r)
	return r
}

// editAtSource changes a document as users do: rows, budgeted amounts, names, deletions, additions.
func editAtSource(t *testing.T, r *rapid.T, text []byte) []byte {
	return testkit.EditPlan(t, text, func(plan map[string]any) {
		s := &changingSource{T: t, r: r, plan: plan}
		steps := []func(){s.changeRow, s.changeRow, s.deleteRow, s.addRow, s.addRow, s.assign, s.rename, s.deleteCategory, s.deletePayee, s.addAccount, s.schedule, s.place, s.deleteAccount}
		for range rapid.IntRange(1, 8).Draw(r, "steps") {
			pick(r, "step", steps)()
		}
	})
}

type changingSource struct {
	*testing.T
	r    *rapid.T
	plan map[string]any
}

// one returns a record of an array that is not deleted, or nil.
func (s *changingSource) one(array string) map[string]any {
	var live []map[string]any
	for _, x := range s.plan[array].([]any) {
		if x := x.(map[string]any); x["deleted"] != true {
			live = append(live, x)
		}
	}
	if len(live) == 0 {
		return nil
	}
	return pick(s.r, array, fewRecords(live, func(x *map[string]any) string { return fmt.Sprint((*x)["id"]) }))
}

func (s *changingSource) add(array string, record map[string]any) {
	s.plan[array] = append(s.plan[array].([]any), record)
}

func (s *changingSource) text() string {
	return "theirs " + fmt.Sprint(rapid.IntRange(0, 9).Draw(s.r, "text"))
}

func (s *changingSource) id() string {
	return fmt.Sprintf("new-%d", rapid.IntRange(0, 1<<30).Draw(s.r, "id"))
}

func (s *changingSource) amount() int64 {
	return int64(rapid.IntRange(-90, 90).Draw(s.r, "amount")) * 1000
}

func (s *changingSource) isSplit(row map[string]any) bool {
	return slices.ContainsFunc(s.plan["subtransactions"].([]any), func(p any) bool { return p.(map[string]any)["transaction_id"] == row["id"] })
}

func (s *changingSource) changeRow() {
	row := s.one("transactions")
	switch rapid.IntRange(0, 4).Draw(s.r, "field") {
	case 0:
		row["memo"] = s.text()
	case 1:
		row["cleared"] = rapid.SampledFrom([]string{"cleared", "uncleared", "reconciled"}).Draw(s.r, "cleared")
	case 2:
		if !s.isSplit(row) && row["transfer_account_id"] == nil {
			row["amount"] = s.amount()
		}
	case 3:
		if !s.isSplit(row) && row["transfer_account_id"] == nil {
			if c := s.one("categories"); c != nil {
				row["category_id"] = c["id"]
			}
		}
	case 4:
		if row["transfer_account_id"] == nil {
			row["payee_id"] = s.one("payees")["id"]
		}
	}
}

// deleteRow deletes a row, with or without the other side of its transfer, as files do.
func (s *changingSource) deleteRow() {
	row := s.one("transactions")
	row["deleted"] = true
	if rapid.Bool().Draw(s.r, "both sides") {
		for _, x := range s.plan["transactions"].([]any) {
			if x := x.(map[string]any); x["id"] == row["transfer_transaction_id"] {
				x["deleted"] = true
			}
		}
	}
}

func (s *changingSource) addRow() {
	row := map[string]any{}
	for field, value := range s.one("transactions") {
		row[field] = value
	}
	payee := s.id()
	s.add("payees", map[string]any{"id": payee, "name": s.text(), "deleted": false})
	row["id"], row["payee_id"], row["amount"], row["memo"] = s.id(), payee, s.amount(), s.text()
	if c := s.one("categories"); rapid.Bool().Draw(s.r, "another category") {
		row["category_id"], row["payee_id"] = c["id"], s.one("payees")["id"] // which may be deleted here
	}
	row["transfer_account_id"], row["transfer_transaction_id"], row["import_id"], row["matched_transaction_id"] = nil, nil, nil, nil
	s.add("transactions", row)
}

func (s *changingSource) assign() {
	month := pick(s.r, "month", s.plan["months"].([]any)).(map[string]any)
	if list := month["categories"].([]any); len(list) > 0 {
		cell := pick(s.r, "cell", list).(map[string]any)
		cell["budgeted"] = s.amount()
	}
	month["note"] = s.text()
}

func (s *changingSource) rename() {
	record := s.one(rapid.SampledFrom([]string{"accounts", "payees", "categories", "category_groups"}).Draw(s.r, "of"))
	if record["internal"] != true && !strings.Contains(fmt.Sprint(record["name"], record["category_group_name"]), "Internal") {
		record["name"] = s.text()
	}
}

func (s *changingSource) deleteCategory() {
	if c := s.one("categories"); c["internal"] != true {
		c["deleted"] = true
	}
}

func (s *changingSource) deletePayee() { s.one("payees")["deleted"] = true }

func (s *changingSource) deleteAccount() { s.one("accounts")["deleted"] = true }

func (s *changingSource) addAccount() {
	s.add("accounts", map[string]any{"id": s.id(), "name": s.text(), "type": "savings", "on_budget": true, "closed": false, "balance": 0, "cleared_balance": 0, "uncleared_balance": 0, "deleted": false})
}

func (s *changingSource) schedule() {
	if one := s.one("scheduled_transactions"); one != nil {
		one["memo"], one["deleted"] = s.text(), rapid.Bool().Draw(s.r, "gone")
	}
}

func (s *changingSource) place() {
	s.add("payee_locations", map[string]any{"id": s.id(), "payee_id": s.one("payees")["id"], "latitude": "1.5", "longitude": "2.5", "deleted": false})
}
