package app

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/testing/testkit"
)

// TestImportAndExportKeepTheOrderOfADay imports a file, exports it and imports that: the transactions of each day keep the order of
// the file, in the register and in the document, across accounts.
func TestImportAndExportKeepTheOrderOfADay(t *testing.T) {
	a := newApp(t)
	text, err := os.ReadFile(testkit.Plan(t, "--seed", "4", "--years", "2", "--tx", "900"))
	if err != nil {
		t.Fatal(err)
	}
	want := daysOf(t, text)
	for round := range 2 {
		got, err := a.Import(t.Context(), Machine(), bytes.NewReader(text), migration.ImportOptions{FileName: "plan.json"})
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string][]string{}
		if err := a.Transactions(t.Context(), Machine(), got.Budget.ID, rows.Filter{}, func(r rows.Row) error {
			shown[r.Date.String()] = append(shown[r.Date.String()], r.ID)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, ids := range shown {
			slices.Reverse(ids) // the newest come first
		}
		var out bytes.Buffer
		if err := a.Document(t.Context(), Machine(), got.Budget.ID, "plan", &out); err != nil {
			t.Fatal(err)
		}
		text = out.Bytes()
		written := daysOf(t, text)
		for day, ids := range want {
			if !slices.Equal(shown[day], ids) || !slices.Equal(written[day], ids) {
				t.Fatalf("round %d, %s: order in the file %v, in the register %v, in the document %v", round, day, ids, shown[day], written[day])
			}
		}
	}
}

// daysOf returns the ids of a document's transactions by day, in its order.
func daysOf(t *testing.T, text []byte) map[string][]string {
	t.Helper()
	type plan struct {
		Transactions []struct {
			ID, Date string
			Deleted  bool
		}
	}
	var doc struct{ Data struct{ Plan plan } }
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	days := map[string][]string{}
	for _, row := range doc.Data.Plan.Transactions {
		if !row.Deleted {
			days[row.Date] = append(days[row.Date], row.ID)
		}
	}
	if len(days) < 100 {
		t.Fatalf("%d days with transactions, want at least 100", len(days))
	}
	return days
}
