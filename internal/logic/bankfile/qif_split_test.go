package bankfile

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// TestQIFSplitsAndTransfers reads the parts of splits. It also reads transfers: QIF writes their account in brackets.
//
// Regression: both were omitted without a problem.
func TestQIFSplitsAndTransfers(t *testing.T) {
	read := func(file string) []Row {
		data, err := os.ReadFile(filepath.Join("testdata", "cases", file))
		if err != nil {
			t.Fatal(err)
		}
		f, err := Read(data, Options{Currency: dollars(), Hint: Style{Order: MonthFirst}})
		if err != nil || len(f.Problems) > 0 {
			t.Fatalf("%s: %s, error %v", file, describe(f), err)
		}
		return f.Statements[0].Rows
	}
	rows := read("qif-splits.qif")
	parts := []Part{{Amount: -15_000, Category: "Groceries"}, {Amount: -5_000, Category: "Household"}}
	if rows[0].Category != "Housing:Rent" || rows[0].Parts != nil || !reflect.DeepEqual(rows[1].Parts, parts) || rows[1].Category != "" || rows[2].Transfer != "Savings" || rows[2].Category != "" {
		t.Errorf("the split is read as %+v", rows)
	}
	rows = read("qif-splits-and-transfers.qif")
	parts = []Part{{Amount: -60_000, Transfer: "Cash", Memo: "cash"}, {Amount: -59_480, Category: "Groceries", Memo: "grocery"}}
	if !reflect.DeepEqual(rows[0].Parts, parts) || rows[0].Transfer != "" || len(rows[1].Parts) != 2 || rows[2].Transfer != "Savings" || rows[3].Transfer != "Savings" {
		t.Errorf("splits and transfers are read as %+v", rows)
	}
	f, err := Read([]byte("!Account\nNChecking\n^\n!Type:Bank\nD2026-11-02\nT5.00\nPOpening Balance\nL[Checking]\n^\nD2026-11-03\nT-5.00\nLFood\nSFood\n$-3.00\nSBus\n$-1.00\n^\n"), Options{Currency: dollars()})
	if err != nil || len(f.Statements[0].Rows) != 2 || f.Statements[0].Rows[0].Transfer != "" || f.Statements[0].Rows[1].Parts != nil || !slices.Equal(f.Questions, []Question{AskParts}) {
		t.Errorf("%s, error %v; want a question about the parts", describe(f), err)
	}
}
