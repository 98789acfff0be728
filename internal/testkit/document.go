package testkit

import (
	"bytes"
	"encoding/json"
	"testing"
)

// EditPlan returns a plan document after change was made to its plan, whichever member the plan stands in. Numbers are
// json.Number.
func EditPlan(t testing.TB, text []byte, change func(plan map[string]any)) []byte {
	t.Helper()
	read := json.NewDecoder(bytes.NewReader(text))
	read.UseNumber()
	var doc map[string]any
	if err := read.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	plan := doc
	for _, key := range []string{"data", "plan", "budget"} {
		if inner, ok := plan[key].(map[string]any); ok {
			plan = inner
		}
	}
	change(plan)
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
