package staging

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/tables"
)

// someRows returns unsorted rows with few and many fields, enough for several runs. linked contains them as All
// returns them.
func someRows() (rows, linked []budget.Transaction) {
	long := strings.Repeat("long ", 10_000)
	for no := budget.TxNo(1); no <= 300; no++ {
		t := budget.Transaction{
			No: no, ID: "id", SourceID: "id", Account: budget.AccountNo(no%7 + 1), Date: civil.MakeDate(2020+int(no*5%9), 3, 1+int(no%20)), Amount: 7 - 100*1000*1000*1000,
			Memo: long, Cleared: tables.ClearedCodes[no%3],
		}
		switch no % 5 {
		case 1:
			t.SourceID, t.Approved, t.FlagColour, t.FlagName, t.DebtType, t.Payee, t.Category = "other", true, "red", "Flag", "payment", 3, 4
			t.Bank = &budget.Bank{ImportID: "i", PayeeName: "p", PayeeNameOriginal: "o", MatchedID: "m", Match: &budget.Match{Cleared: budget.ClearedYes}}
			t.ByRule = budget.ByRule{Payee: 5, Flag: 6}
			t.Extra = json.RawMessage(`{"a":1}`)
		case 2:
			t.Bank, t.Transfer = &budget.Bank{}, budget.Transfer{Account: 2}
		case 3:
			t.Parts = []budget.Part{
				{No: 1, ID: "p", SourceID: "q", Amount: -3, Payee: 1, Category: 2, Memo: "m", Transfer: budget.Transfer{Account: 1}, Extra: json.RawMessage(`{}`)},
				{No: 2, ID: "p2", Amount: 3},
			}
		}
		rows = append(rows, t)
		t.Parts = slices.Clone(t.Parts)
		switch no % 5 {
		case 2:
			t.Transfer = budget.Transfer{Account: 2, Tx: no + 1, Part: 1}
		case 3:
			t.Parts[0].Transfer = budget.Transfer{Account: 1, Tx: no - 1}
		}
		linked = append(linked, t)
	}
	slices.SortFunc(linked, func(a, b budget.Transaction) int {
		return Compare(&a, &b)
	})
	return rows, linked
}

// All returns the rows unchanged, in the order of the table, any number of times, with the other sides of their
// transfers.
func TestAllReturnsTheStagedRows(t *testing.T) {
	given, want := someRows()
	rows := NewRows()
	for i := range given {
		if err := rows.Add(&given[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, side := range given {
		if side.No%5 == 2 {
			row, part := budget.Side{Tx: side.No}, budget.Side{Tx: side.No + 1, Part: 1}
			rows.Link(row, budget.OtherSide{Side: part})
			rows.Link(part, budget.OtherSide{Side: row})
		}
	}
	for range 2 {
		var got []budget.Transaction
		for r := range rows.All() {
			got = append(got, *r)
		}
		if len(rows.ends) < 3 || rows.Count() != len(want) || len(got) != len(want) || rows.Err() != nil {
			t.Fatalf("%d of %d rows in %d runs (error %v)", len(got), len(want), len(rows.ends), rows.Err())
		}
		for i := range got {
			if !reflect.DeepEqual(got[i], want[i]) {
				got[i].Memo, want[i].Memo = "", ""
				t.Fatalf("row %d is %+v, not %+v", i, got[i], want[i])
			}
		}
	}
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
	for range rows.All() { // the file is gone
	}
	if rows.Err() == nil {
		t.Error("unreadable rows: got no error")
	}
}

// The error about a temporary folder that is not writable names the folder.
func TestUnwritableTemporaryFolderIsNamed(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	given, _ := someRows()
	rows := NewRows()
	var err error
	for i := 0; i < len(given) && err == nil; i++ {
		err = rows.Add(&given[i])
	}
	if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), os.TempDir()) {
		t.Error(err)
	}
}
