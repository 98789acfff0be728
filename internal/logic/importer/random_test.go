package importer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/importer"
	"holdover/internal/model/ynabdoc"
)

// For documents with arbitrary references, duplicates and deletions: every record is accounted for, the budget is
// consistent, and a second import has the same result.
func TestRandomDocumentsLoseNoRecord(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, err := json.Marshal(map[string]any{"plan": randomPlan(r)})
		if err != nil {
			r.Fatal(err)
		}
		doc, err := ynabdoc.Decode(strings.NewReader(string(text)))
		if err != nil {
			r.Fatalf("%v in %s", err, text)
		}
		whole, notes, err := importer.Import(doc, importer.Options{NewID: counter()})
		if err != nil {
			if apperr.KindOf(err) != apperr.Invalid {
				r.Fatal(err)
			}
			return
		}
		failed := &recorder{TB: t}
		checkAccounted(failed, doc, notes)
		checkConsistent(failed, whole)
		if len(failed.said) > 0 {
			r.Fatalf("%s\n%s", strings.Join(failed.said, "\n"), text)
		}
		again, _, _ := importer.Import(doc, importer.Options{NewID: counter()})
		if fmt.Sprint(again) != fmt.Sprint(whole) {
			r.Fatal("a second import gives another budget")
		}
	})
}

// recorder receives the errors of checks, so that rapid can shrink the document.
type recorder struct {
	testing.TB
	said []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...) }

type record = map[string]any

func randomPlan(r *rapid.T) record {
	id := func(kind string, n int) string { return fmt.Sprint(kind, rapid.IntRange(0, n).Draw(r, kind)) }
	maybe := func(kind string, n int) any {
		if rapid.Bool().Draw(r, "is there") {
			return id(kind, n)
		}
		return nil
	}
	deleted := func() bool { return rapid.IntRange(0, 4).Draw(r, "deleted") == 0 }
	amount := func() int { return rapid.IntRange(-5, 5).Draw(r, "amount") }
	date := func() string {
		return fmt.Sprintf("2026-0%d-1%d", rapid.IntRange(1, 3).Draw(r, "month"), rapid.IntRange(0, 1).Draw(r, "day"))
	}
	name := func() string {
		return rapid.SampledFrom([]string{
			"Gas", "gas", " Gas", "Gas-1", "Income", "Credit Card Payments", "Internal Master Category", "Hidden Categories",
			"Inflow: Ready to Assign", "To be Budgeted", "Uncategorized", "None", "Visa", "", "Split",
		}).Draw(r, "name")
	}
	many := func(label string, most int, make func() record) []record {
		list := []record{}
		for range rapid.IntRange(0, most).Draw(r, label) {
			list = append(list, make())
		}
		return list
	}
	plan := record{"id": "plan", "name": "Random"}
	plan["accounts"] = append([]record{{"id": "a0", "name": "Visa", "type": "creditCard", "on_budget": true}}, many("accounts", 3, func() record {
		return record{"id": id("a", 2), "name": name(), "type": "cash", "on_budget": rapid.Bool().Draw(r, "on"), "deleted": deleted(), "transfer_payee_id": maybe("p", 3)}
	})...)
	plan["payees"] = many("payees", 4, func() record {
		return record{"id": id("p", 3), "name": name(), "transfer_account_id": maybe("a", 3), "deleted": deleted()}
	})
	plan["payee_locations"] = many("locations", 2, func() record { return record{"id": id("l", 1), "payee_id": id("p", 3), "deleted": deleted()} })
	plan["category_groups"] = many("groups", 4, func() record {
		g := record{"id": id("g", 3), "name": name(), "hidden": rapid.Bool().Draw(r, "hidden"), "deleted": deleted()}
		if rapid.IntRange(0, 3).Draw(r, "flag") == 0 {
			g["internal"] = rapid.Bool().Draw(r, "internal")
		}
		return g
	})
	category := func() record {
		return record{"id": id("c", 5), "category_group_id": id("g", 4), "name": name(), "hidden": rapid.Bool().Draw(r, "hidden"), "deleted": deleted(), "budgeted": 0}
	}
	plan["categories"] = many("categories", 7, category)
	plan["months"] = many("months", 3, func() record {
		return record{"month": fmt.Sprintf("2026-0%d-01", rapid.IntRange(1, 3).Draw(r, "month")), "deleted": deleted(), "categories": many("cells", 4, func() record {
			c := category()
			c["budgeted"] = rapid.IntRange(0, 1).Draw(r, "budgeted")
			return c
		})}
	})
	part := func(parent string) func() record {
		return func() record {
			return record{
				"id": id("s", 6), parent: id("t", 6), "amount": amount(), "category_id": maybe("c", 6), "payee_id": maybe("p", 4), "deleted": deleted(),
				"transfer_account_id": maybe("a", 3), "transfer_transaction_id": maybe("t", 6),
			}
		}
	}
	plan["transactions"] = many("rows", 8, func() record {
		t := record{
			"id": id("t", 6), "date": date(), "amount": amount(), "account_id": id("a", 2), "category_id": maybe("c", 6), "payee_id": maybe("p", 4), "deleted": deleted(),
			"transfer_account_id": maybe("a", 3), "transfer_transaction_id": maybe("t", 6),
		}
		if rapid.IntRange(0, 3).Draw(r, "nested") == 0 {
			t["subtransactions"] = many("nested", 2, part("transaction_id"))
		}
		return t
	})
	plan["subtransactions"] = many("parts", 6, part("transaction_id"))
	plan["scheduled_transactions"] = many("schedules", 3, func() record {
		return record{"id": id("t", 3), "date_first": date(), "date_next": date(), "frequency": "never", "amount": amount(), "account_id": id("a", 3), "category_id": maybe("c", 6), "deleted": deleted()}
	})
	plan["scheduled_subtransactions"] = many("scheduled parts", 4, part("scheduled_transaction_id"))
	return plan
}
