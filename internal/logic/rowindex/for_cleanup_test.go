package rowindex

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"testing"
	"unicode"

	diff "github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// agreesOnBrought compares the results for imported and entered rows with a scan of all rows.
func (w *world) agreesOnBrought(t *rapid.T, x *Index) {
	accounts := rapid.SampledFrom([][]budget.AccountNo{nil, {3}, {2, 1}, {4, 1, 3}, {9, 2}}).Draw(t, "on")
	wanted := map[budget.CellKey]bool{}
	for range rapid.IntRange(0, 6).Draw(t, "cells") {
		category := budget.CategoryNo(rapid.SampledFrom([]int{0, 200, 201, 202, 203, 204, 205, 999}).Draw(t, "category"))
		wanted[budget.CellKey{Category: category, Month: civil.MakeMonth(2025, 10).Add(rapid.IntRange(0, 5).Draw(t, "month"))}] = true
	}
	uses, enteredHere, moved := map[budget.CategoryNo]CategoryUse{}, map[budget.CellKey]money.Milli{}, map[budget.AccountNo]map[civil.Month]money.Milli{}
	cells, lines := map[[3]int64]BroughtCell{}, []BroughtLine(nil)
	for _, no := range accounts {
		moved[no] = map[civil.Month]money.Milli{}
	}
	rows := slices.SortedFunc(maps.Values(w.rows), func(a, b Row) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.No, b.No)) })
	for _, r := range rows {
		m, on := r.Date.Month(), slices.Contains(accounts, r.Account)
		if on {
			moved[r.Account][m] += r.Amount
		}
		for _, l := range r.lines() {
			use := uses[l.Category]
			use.Lines++
			use.Months.Cover(m)
			uses[l.Category] = use
			cell := budget.CellKey{Category: l.Category, Month: m}
			if r.Entered && w.onBudget(r.Account) {
				enteredHere[cell] += l.Amount
			}
			if r.Entered || !on {
				continue
			}
			key := [3]int64{int64(m), int64(l.Category), int64(r.Account)}
			sums := cells[key]
			sums.Month, sums.Category, sums.Account = m, l.Category, r.Account
			sums.Lines++
			sums.Sum += l.Amount
			sums.Below += min(0, l.Amount)
			cells[key] = sums
			if wanted[cell] {
				lines = append(lines, BroughtLine{r.No, l.Part, r.Account, l.Other, r.Date, l.Category, r.Payee, l.Amount})
			}
		}
	}
	gotMoved := x.Moved(accounts)
	for _, of := range slices.Concat(slices.Collect(maps.Values(moved)), slices.Collect(maps.Values(gotMoved))) {
		maps.DeleteFunc(of, func(_ civil.Month, sum money.Milli) bool { return sum == 0 })
	}
	brought := []BroughtCell{}
	for _, key := range slices.SortedFunc(maps.Keys(cells), func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) }) {
		brought = append(brought, cells[key])
	}
	mismatch := diff.Diff(uses, x.CategoryUses()) + diff.Diff(enteredHere, x.Entered()) + diff.Diff(moved, gotMoved) +
		diff.Diff(brought, x.Brought(accounts)) + diff.Diff(lines, slices.Collect(x.BroughtLines(accounts, wanted)))
	if mismatch != "" {
		t.Fatalf("the sums differ from a scan of all rows:\n%s", mismatch)
	}
}

// A packed index is readable only by programs that use its format: a change of the encoding needs another format
// number, or an older index would be misread.
func TestChangedPackingNeedsAnotherFormatNumber(t *testing.T) {
	b := new(Builder)
	rows := []Row{
		{No: 7, Account: 1, Date: civil.MakeDate(2026, 1, 2), Cleared: budget.Uncleared, Line: Line{Amount: -1500, Payee: 3, Category: 4, Memo: "Émile"}, Bank: "ACME"},
		{No: 9, Account: 2, Date: civil.MakeDate(2026, 1, 2), Cleared: budget.ClearedYes, Approved: true, Entered: true, Flag: "red", Line: Line{Amount: -30, Other: 1}, Parts: []Line{
			{Amount: -10, Category: 5, Part: 11}, {Amount: -20, Payee: 6, Memo: "b", Part: 10},
		}},
	}
	for i := range rows {
		if err := b.Add(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	hash := fnv.New64a()
	for _, piece := range piecesOf(t, New(&Records{}, b)) {
		_, _ = hash.Write(piece)
	}
	const version, want = "4 ", 0x50f1dcb8f30087d
	format := fnv.New32a()
	_, _ = format.Write([]byte(version + unicode.Version + " " + norm.Version))
	if got := hash.Sum64(); got != want || PackFormat != int64(format.Sum32()) {
		t.Errorf("version %sof format %d is packed as %#x, before as %#x", version, PackFormat, got, uint64(want))
	}
}
