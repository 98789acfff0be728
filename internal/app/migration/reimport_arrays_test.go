package migration_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/migration"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/ynabdoc"
)

// smallPlan contains the records that the records of each array refer to.
func smallPlan() object {
	plan := object{
		"id": "plan", "name": "Small", "first_month": "2025-01-01", "last_month": "2025-12-01",
		"date_format": object{"format": "DD.MM.YYYY"}, "currency_format": object{"iso_code": "EUR", "decimal_digits": 2, "decimal_separator": ",", "group_separator": ".", "currency_symbol": "€", "symbol_first": false, "display_symbol": true},
	}
	for _, c := range arrayCases {
		plan[c.array] = []any{}
	}
	delete(plan, "months.categories")
	base := func(array string, records ...object) {
		for _, r := range records {
			plan[array] = append(plan[array].([]any), r)
		}
	}
	named := func(c int, id, name string) object {
		r := arrayCases[c].record(id)
		r["name"] = name
		return r
	}
	base("accounts", named(0, "account", "Checking"))
	base("payees", named(1, "payee", "Shop"))
	base("category_groups", named(3, "group", "Group"))
	base("categories", named(4, "category", "Category"))
	cells := []any{}
	for _, id := range []string{"keep", "new", "change", "delete", "both"} {
		base("categories", named(4, "cell-"+id, "Cell "+id))
		if id != "new" {
			cells = append(cells, arrayCases[6].record(id))
		}
	}
	month := arrayCases[5].record("keep")
	month["categories"] = cells
	base("months", month)
	for _, id := range []string{"split", "split-both"} {
		r := row(id)
		r["amount"], r["category_id"] = 0, nil
		base("transactions", r)
	}
	for _, id := range []string{"later", "later-both"} {
		r := scheduled(id)
		r["amount"], r["category_id"] = 0, nil
		base("scheduled_transactions", r)
	}
	for _, c := range arrayCases {
		if c.array == "months.categories" {
			continue
		}
		for _, id := range []string{"keep", "change", "delete", "both"} {
			if c.array == "months" && id == "keep" {
				continue
			}
			base(c.array, ofOwner(c.record(id), id))
		}
	}
	return plan
}

// ofOwner gives the part that is changed on both sides a separate owner, because the parts of one row are taken over
// together.
func ofOwner(record object, id string) object {
	for of, owner := range map[string]string{"transaction_id": "split-both", "scheduled_transaction_id": "later-both"} {
		if _, ok := record[of]; ok && id == "both" {
			record[of] = owner
		}
	}
	return record
}

func planText(t testing.TB, plan object) []byte {
	t.Helper()
	text, err := json.Marshal(object{"plan": plan})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// New, changed and deleted records of every array are taken over; a record changed on both sides stays as it is here,
// and is reported.
func TestReimportTakesOverEveryArray(t *testing.T) {
	var arrays []string
	for f := range reflect.TypeFor[ynabdoc.Plan]().Fields() {
		if f.Type.Kind() == reflect.Slice {
			arrays = append(arrays, strings.ToLower(f.Name))
		}
	}
	arrays = append(arrays, "months.categories")
	for _, c := range arrayCases {
		arrays = slices.DeleteFunc(arrays, func(name string) bool { return name == strings.ReplaceAll(c.array, "_", "") })
	}
	if len(arrays) > 0 {
		t.Errorf("arrays of the document without a test: %v", arrays)
	}
	for _, c := range arrayCases {
		t.Run(c.array, func(t *testing.T) {
			a := newHome(t)
			ctx, who := t.Context(), app.Machine()
			id := importText(t, a, planText(t, smallPlan()))
			if value, found := c.find(wholeOf(t, a, id), "change"); !found || !strings.HasPrefix(value, "as it was") && value != "0.5" && value != "500" {
				t.Fatalf("record to change has the value %q (found: %t), want that of the file", value, found)
			}
			if _, err := a.change(ctx, who, id, "ours", func(e *budgetsession.ChangeTx) error { return c.ours(e, "both") }); err != nil {
				t.Fatal(err)
			}
			newer := smallPlan()
			c.mutate(newer)
			text := planText(t, newer)
			done, view, err := a.ApplyReimport(ctx, who, id, migration.NewerFile{Name: "newer.json"}, bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			got := wholeOf(t, a, id)
			plain := func(v any) string { return strings.Trim(string(mustText(v)), `"`) }
			for _, want := range []struct {
				id, value string
				there     bool
			}{
				{"keep", "", true},
				{"new", plain(c.value("theirs new")), true},
				{"change", plain(c.value("theirs, changed")), true},
				{"delete", "", false},
				{"both", plain(c.value("ours")), true},
			} {
				value, found := c.find(got, want.id)
				if found != want.there || want.value != "" && value != want.value {
					t.Errorf("%s is %q, %v; want %q, %v", want.id, value, found, want.value, want.there)
				}
			}
			reported := slices.ContainsFunc(view.Changes, func(change reimport.Change) bool { return change.Kind == c.kind && change.Kept != "" })
			if !reported || view.Kept == 0 || view.New+view.Changed+view.Deleted < 1 {
				t.Errorf("report of the reimport: %+v", view)
			}
			checkMoney(t, a, id, "after the takeover")
			if _, err := a.Undo(ctx, who, id, done.Change); err != nil {
				t.Fatal(err)
			}
			if _, found := c.find(wholeOf(t, a, id), "delete"); !found {
				t.Error("undo does not restore the deleted record")
			}
		})
	}
}

func mustText(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// mutate plants a new, a changed and a deleted record, and one that is changed on
// both sides.
func (c *arrayCase) mutate(plan object) {
	holder, array := plan, c.array
	if array == "months.categories" {
		holder, array = plan["months"].([]any)[0].(object), "categories"
	}
	planted := c.record("new")
	planted[c.field] = c.value("theirs new")
	var list []any
	for _, r := range holder[array].([]any) {
		record := r.(object)
		switch record["id"] {
		case "change", "cell-change":
			record[c.field] = c.value("theirs, changed")
		case "both", "cell-both":
			record[c.field] = c.value("theirs too")
		case "delete", "cell-delete":
			continue
		}
		switch record["month"] {
		case monthOf["change"]:
			record[c.field] = c.value("theirs, changed")
		case monthOf["both"]:
			record[c.field] = c.value("theirs too")
		case monthOf["delete"]:
			continue
		}
		list = append(list, record)
	}
	holder[array] = append(list, planted)
}
