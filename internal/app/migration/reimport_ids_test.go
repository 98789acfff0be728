package migration_test

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/testing/testkit"
)

// A newer document moves a part's id to another transaction, or repeats a transaction's id. It is
// taken over nevertheless.
func TestReimportAcceptsMovedAndRepeatedIDs(t *testing.T) {
	text := planOfAYear(t)
	list := func(p map[string]any, array string) []any { return p[array].([]any) }
	for name, change := range map[string]func(p map[string]any){
		"a part moves to another transaction": func(p map[string]any) {
			parts := list(p, "subtransactions")
			first := parts[0].(map[string]any)
			for _, s := range parts {
				if other := s.(map[string]any)["transaction_id"]; other != first["transaction_id"] {
					first["transaction_id"] = other
					return
				}
			}
		},
		"a transaction's id is repeated before it": func(p map[string]any) {
			rows := list(p, "transactions")
			again := maps.Clone(rows[40].(map[string]any))
			again["memo"], again["amount"] = "another one", -1234
			rows[5] = again
		},
		"a transaction's id is repeated after it": func(p map[string]any) {
			again := maps.Clone(list(p, "transactions")[40].(map[string]any))
			again["memo"] = "another one"
			p["transactions"] = append(list(p, "transactions"), again)
		},
		"a transaction's id is repeated before all others": func(p map[string]any) {
			again := maps.Clone(list(p, "transactions")[40].(map[string]any))
			again["memo"] = "another one"
			p["transactions"] = append([]any{again}, list(p, "transactions")...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newHome(t)
			id, newer := importText(t, a, text), testkit.EditPlan(t, text, change)
			if _, _, err := a.ApplyReimport(t.Context(), app.Machine(), id, migration.NewerFile{}, bytes.NewReader(newer)); err != nil {
				t.Fatal(err)
			}
			checkMoney(t, a, id, "after the takeover")
			sameFigures(t, a, id, importText(t, a, newer))
		})
	}
}

// An unknown category in the internal group creates one group, however often the plan is taken
// over.
func TestReimportAddsTheInternalGroupOnce(t *testing.T) {
	text := planOfAYear(t)
	text = testkit.EditPlan(t, text, func(p map[string]any) {
		for _, g := range p["category_groups"].([]any) {
			if g := g.(map[string]any); g["name"] == "Internal Master Category" {
				p["categories"] = append(p["categories"].([]any), map[string]any{
					"id": "00000000-0000-4000-8000-00000000abcd", "category_group_id": g["id"], "name": "Something newer", "hidden": false, "deleted": false,
				})
			}
		}
	})
	a := newHome(t)
	id := importText(t, a, text)
	before := len(wholeOf(t, a, id).Groups)
	for i := range 3 {
		newer := testkit.EditPlan(t, text, func(p map[string]any) { p["name"] = fmt.Sprint("Plan ", i) })
		if _, _, err := a.ApplyReimport(t.Context(), app.Machine(), id, migration.NewerFile{}, bytes.NewReader(newer)); err != nil {
			t.Fatal(err)
		}
		if now := len(wholeOf(t, a, id).Groups); now != before {
			t.Errorf("take-over %d: %d groups, want %d", i+1, now, before)
		}
	}

	// The document has two groups of that name: the source's internal one, for income and uncategorised rows, and the
	// group that users see here, rename and delete. A second Holdover distinguishes them, in any number of round
	// trips.
	written := documentOf(t, a, id)
	for range 2 {
		second := newHome(t)
		inSecond := importText(t, second, written)
		var held []string
		for _, g := range wholeOf(t, second, inSecond).Groups {
			if g.Name == "Internal Master Category" {
				held = append(held, g.Name)
			}
		}
		if now := len(wholeOf(t, second, inSecond).Groups); now != before || len(held) != 1 {
			t.Errorf("a second Holdover has %d groups, want %d, and %q", now, before, held)
		}
		written = documentOf(t, second, inSecond)
	}
	if n := bytes.Count(written, []byte(`"name":"Internal Master Category"`)); n != 2 {
		t.Errorf("%d groups with the internal name in the document, want 2", n)
	}
}
