package testkit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"holdover/internal/testing/testkit"
)

// An edited document equals the output of encoding/json, byte for byte, however often the same one is edited.
func TestEditPlanEqualsTheOutputOfJSON(t *testing.T) {
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "60"))
	if err != nil {
		t.Fatal(err)
	}
	array := func(of map[string]any, name string) []any { return of[name].([]any) }
	first := func(of map[string]any, name string) map[string]any { return array(of, name)[0].(map[string]any) }
	changes := map[string]func(plan map[string]any){
		"nothing":                 func(map[string]any) {},
		"a text":                  func(p map[string]any) { p["name"] = "<Söhne & \u2028>" },
		"a number":                func(p map[string]any) { first(p, "accounts")["balance"] = int64(5) },
		"a figure within a month": func(p map[string]any) { first(first(p, "months"), "categories")["activity"] = json.Number("12") },
		"an additional member": func(p map[string]any) {
			first(p, "payees")["new"] = map[string]any{"b": []any{}, "a": map[string]any{}}
		},
		"a removed member":        func(p map[string]any) { delete(first(p, "payees"), "name") },
		"a null member":           func(p map[string]any) { first(p, "payees")["name"] = nil },
		"a removed record":        func(p map[string]any) { p["transactions"] = array(p, "transactions")[1:] },
		"a repeated record":       func(p map[string]any) { p["payees"] = append(array(p, "payees"), first(p, "payees")) },
		"records of another type": func(p map[string]any) { p["payees"] = []map[string]any{first(p, "payees")} },
		"no records":              func(p map[string]any) { p["payees"] = []any(nil) },
		"no change again":         func(map[string]any) {},
	}
	for name, change := range changes {
		var doc map[string]any
		read := json.NewDecoder(bytes.NewReader(text))
		read.UseNumber()
		if err := read.Decode(&doc); err != nil {
			t.Fatal(err)
		}
		change(doc["data"].(map[string]any)["plan"].(map[string]any))
		want, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if got := testkit.EditPlan(t, text, change); !bytes.Equal(got, want) {
			t.Errorf("with %s: %d bytes, want %d", name, len(got), len(want))
		}
	}
}
