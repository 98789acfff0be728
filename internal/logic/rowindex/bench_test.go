package rowindex

import (
	"fmt"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// million returns an index of a million rows: 20 accounts with 50,000 rows each, 2,000 payees, 100 categories, and notes
// that are all different. Half of the rows have a text of the bank, one in 50 a flag, and one in 8 is a split. No row has
// Entered set: all count as imported.
func million(b *testing.B) *Index {
	b.Helper()
	d := &dice{1} // the seed
	var r Records
	for no := range 20 {
		r.Accounts = append(r.Accounts, budget.Account{No: budget.AccountNo(1 + no), OnBudget: no%4 != 3})
	}
	for no := range 2000 {
		r.Payees = append(r.Payees, budget.Payee{No: budget.PayeeNo(100 + no), Name: fmt.Sprint("Payee ", no)})
	}
	for no := range 100 {
		r.Categories = append(r.Categories, budget.Category{No: budget.CategoryNo(3000 + no), Name: fmt.Sprint("Category ", no)})
	}
	words := strings.Fields("milk bread cheese fare stamps coffee rent shoes present repair doctor pencil")
	builder := new(Builder)
	for i := range 1_000_000 {
		row := Row{
			No: budget.TxNo(10000 + i), Account: budget.AccountNo(1 + i%20), Date: civil.MakeMonth(2006, 1).Add(i / 4200).DayAt(1 + d.roll(28)),
			Cleared: clearedStates[d.roll(3)], Approved: d.roll(9) > 0,
			Line: Line{
				Amount: money.Milli(d.roll(200000)-150000) * 10, Payee: budget.PayeeNo(100 + d.roll(2000)), Category: budget.CategoryNo(3000 + d.roll(100)),
				Memo: fmt.Sprintf("%s and %s %d", words[d.roll(len(words))], words[d.roll(len(words))], i),
			},
		}
		if i%2 == 0 { // so the number in the text is even
			row.Bank = fmt.Sprintf("PAYEE %d SAYS THANK YOU %d", row.Payee, i%16)
		}
		if i%50 == 0 {
			row.Flag, row.Category = "red", 0
		}
		if i%8 == 0 {
			row.Parts = []Line{{Category: 3001, Memo: "a part"}, {Category: 3002, Amount: row.Amount}}
		}
		if err := builder.Add(&row); err != nil {
			b.Fatal(err)
		}
	}
	return New(&r, builder)
}

func compiled(b *testing.B, text string) *Regexp {
	b.Helper()
	r, err := CompileRegexp(text, false)
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func BenchmarkMillion(b *testing.B) {
	index := million(b)
	for _, c := range []struct {
		name   string
		filter Filter
	}{
		{"newest", Filter{Descending: true}},
		{"middle", Filter{Offset: 500_000}},
		{"account", Filter{Account: 7, Descending: true}},
		{"searchNothing", Filter{Text: "nothing at all"}},
		{"searchCommon", Filter{Text: "bread"}},
		{"searchLetter", Filter{Text: "e"}},
		{"searchAmount", Filter{Text: "12.34"}},
		{"searchInAccount", Filter{Text: "coffee", Account: 7}},
		{"searchTwoWords", Filter{Text: "bread -fare"}},
		{"amongPayees", Filter{Multi: &MultiFilter{Payees: Values[budget.PayeeNo]{Of: []budget.PayeeNo{105, 900, 1500}}}}},
		{"amongNot", Filter{Multi: &MultiFilter{Categories: Values[budget.CategoryNo]{Of: []budget.CategoryNo{3001, 3050}, Not: true}, Flags: Values[string]{Of: []string{"red"}, Not: true}}}},
		{"amongAll", Filter{Multi: &MultiFilter{
			Accounts: Values[budget.AccountNo]{Of: []budget.AccountNo{1, 2, 3, 7}}, Cleared: Values[budget.Cleared]{Of: []budget.Cleared{budget.Uncleared}, Not: true},
			Notes: "bread -fare", Least: new(money.Milli(10_000)), Split: No, Transfer: No, Uncategorised: No,
		}}},
		{"anyOf", Filter{Any: true, Flag: "red", Multi: &MultiFilter{Payees: Values[budget.PayeeNo]{Of: []budget.PayeeNo{105, 900, 1500}}, Notes: "stamps"}}},
		{"regexpPayee", Filter{Multi: &MultiFilter{PayeeRegexp: compiled(b, "^payee [0-9]7")}}},
		{"regexpNotes", Filter{Multi: &MultiFilter{NotesRegexp: compiled(b, "(milk|bread) and .*77$")}}},
		// The notes of each account end with certain numbers, such as 17, 37 and 77 of the account 18.
		{"regexpNotesInAccount", Filter{Account: 18, Multi: &MultiFilter{NotesRegexp: compiled(b, "(milk|bread) and .*77$")}}},
		{"regexpHostile", Filter{Multi: &MultiFilter{NotesRegexp: compiled(b, `(([a-z ]*)*[0-9]?){30}x`)}}},
		{"uncategorised", Filter{Uncategorised: true}},
		{"flag", Filter{Flag: "red"}},
		{"byAmount/first", Filter{Sort: ByAmount}},
		{"byAmount/middle", Filter{Sort: ByAmount, Offset: 500_000}},
		{"byAmount/inAccount", Filter{Sort: ByAmount, Account: 7}},
		{"byMemo/first", Filter{Sort: ByMemo}},
		{"byMemo/middle", Filter{Sort: ByMemo, Offset: 500_000}},
		{"byPayee/middle", Filter{Sort: ByPayee, Offset: 500_000}},
		{"byCategory/middle", Filter{Sort: ByCategory, Offset: 500_000}},
		{"byAccount/middle", Filter{Sort: ByAccount, Offset: 500_000}},
		{"byFlag/last", Filter{Sort: ByFlag, Descending: true}},
		{"byCleared/middle", Filter{Sort: ByCleared, Offset: 500_000}},
	} {
		c.filter.Limit = 100
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if len(index.Find(c.filter).Page(c.filter)) == 0 && c.name != "searchNothing" && c.name != "regexpHostile" {
					b.Fatal("nothing was found")
				}
			}
		})
	}
	b.Run("unpack", func(b *testing.B) {
		pieces, bytes := piecesOf(b, index), 0
		for _, p := range pieces {
			bytes += len(p)
		}
		for b.Loop() {
			if _, err := unpacked(&Records{}, pieces); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(bytes)/1e6, "MB")
	})
	b.Run("usualPayees", func(b *testing.B) { // of a file with 200 texts, half of which no row has
		var texts []string
		for i := range 100 {
			texts = append(texts, fmt.Sprintf("PAYEE %d SAYS THANK YOU %d", 100+i, i%8*2), fmt.Sprint("NEW ", i))
		}
		for b.Loop() {
			if len(index.UsualPayees(texts)) == 0 {
				b.Fatal("no text has a usual payee")
			}
		}
	})
	b.Run("cleanUp", func(b *testing.B) { // the queries of a proposal of the clean-up
		cards := []budget.AccountNo{3, 7}
		for b.Loop() {
			index.CategoryUses()
			index.Entered() // reads all rows, but sums none
			index.Moved(cards)
			wanted := map[budget.CellKey]bool{}
			for i, c := range index.Brought(cards) { // one in ten was overspent
				wanted[budget.CellKey{Category: c.Category, Month: c.Month}] = i%10 == 0
			}
			for range index.BroughtLines(cards, wanted) {
				continue
			}
		}
	})
	b.Run("payeeUses", func(b *testing.B) {
		for b.Loop() {
			index.PayeeUses()
		}
	})
	b.Run("addRow", func(b *testing.B) {
		row := Row{No: 5_000_000, Account: 7, Date: civil.MakeDate(2026, 3, 1), Cleared: budget.Uncleared}
		for b.Loop() {
			change := index.Change([]budget.TxNo{row.No})
			if err := change.Now.Add(&row); err != nil {
				b.Fatal(err)
			}
			index.With(change)
		}
	})
}
