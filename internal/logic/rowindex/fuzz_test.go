package rowindex

import (
	"testing"

	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// FuzzSearch searches for any text, flag and cleared state that an address may contain. A search finds at most all
// rows, and when it is repeated the same number with the same sum.
func FuzzSearch(f *testing.F) {
	builder := &Builder{}
	names := []string{"REWE Markt", "Café Ümlaut", "İstanbul", "", "12.50"}
	records := &Records{Accounts: []budget.Account{{No: 1, Name: "Checking", OnBudget: true}}}
	for i, name := range names {
		records.Payees = append(records.Payees, budget.Payee{No: budget.PayeeNo(i + 1), Name: name})
		records.Categories = append(records.Categories, budget.Category{No: budget.CategoryNo(i + 1), Name: name})
	}
	const rows = 40
	for i := range rows {
		line := Line{Amount: -12_500, Payee: budget.PayeeNo(i%5 + 1), Category: budget.CategoryNo(i%4 + 1), Memo: names[i%3] + " note"}
		if err := builder.Add(&Row{No: budget.TxNo(i + 1), Account: 1, Date: 2026_01_01, Cleared: budget.Uncleared, Line: line}); err != nil {
			f.Fatal(err)
		}
	}
	index := New(records, builder)
	testkit.Fuzz(f, []string{"rewe", "café 12.50", "-12,5", "a b c d e f g h i j k", " \t", "istanbul", "123456789012.999"}, func(t testing.TB, input []byte) {
		text := string(input)
		for _, filter := range []Filter{{Text: text}, {Flag: text}, {Cleared: budget.Cleared(text)}} {
			found, again := index.Find(filter), index.Find(filter)
			if found.Rows > rows {
				t.Fatalf("%q finds %d of %d rows", text, found.Rows, rows)
			}
			if found.Rows != again.Rows || found.Sum != again.Sum {
				t.Fatalf("%q finds %d rows with the sum %d, then %d rows with the sum %d", text, found.Rows, found.Sum, again.Rows, again.Sum)
			}
		}
	})
}
