package rowindex

import (
	"testing"

	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// FuzzSearch checks that any search text, flag and state of an address find a subset of the rows, and the same one
// again.
func FuzzSearch(f *testing.F) {
	b := &Builder{}
	names := []string{"REWE Markt", "Café Ümlaut", "İstanbul", "", "12.50"}
	records := &Records{Accounts: []budget.Account{{No: 1, Name: "Checking", OnBudget: true}}}
	for i, name := range names {
		records.Payees = append(records.Payees, budget.Payee{No: budget.PayeeNo(i + 1), Name: name})
		records.Categories = append(records.Categories, budget.Category{No: budget.CategoryNo(i + 1), Name: name})
	}
	const rows = 40
	for i := range rows {
		line := Line{Amount: -12_500, Payee: budget.PayeeNo(i%5 + 1), Category: budget.CategoryNo(i%4 + 1), Memo: names[i%3] + " note"}
		if err := b.Add(&Row{No: budget.TxNo(i + 1), Account: 1, Date: 2026_01_01, Cleared: budget.Uncleared, Line: line}); err != nil {
			f.Fatal(err)
		}
	}
	x := New(records, b)
	testkit.Fuzz(f, []string{"rewe", "café 12.50", "-12,5", "a b c d e f g h i j k", " \t", "istanbul", "123456789012.999"}, func(t testing.TB, input []byte) {
		text := string(input)
		for _, filter := range []Filter{{Text: text}, {Flag: text}, {Cleared: budget.Cleared(text)}} {
			got, again := x.Find(filter), x.Find(filter)
			if got.Rows > rows || got.Rows != again.Rows || got.Sum != again.Sum {
				t.Fatalf("%q finds %d rows with %d, then %d rows with %d", text, got.Rows, got.Sum, again.Rows, again.Sum)
			}
		}
	})
}
