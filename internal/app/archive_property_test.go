package app

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// The budgets of this test begin in this month and end two years later.
var archiveFirst = civil.MakeMonth(2023, 7)

const archiveMonths = 30

// drawArchivable returns a random budget with cards, transfers within and across months, splits, rows without category and
// approval, holds and rollover.
func drawArchivable(t *rapid.T) *budget.Whole {
	w := testBudgetRecords()
	w.Accounts = append(w.Accounts,
		budget.Account{No: 5, ID: "visa", Name: "Visa", Type: budget.CreditCard, OnBudget: true, Sort: 5},
		budget.Account{No: 6, ID: "amex", Name: "Amex", Type: budget.CreditCard, OnBudget: true, Sort: 6})
	w.Months = []budget.Month{{Month: archiveFirst}}
	if w.Info.CardEnvelopes = rapid.Bool().Draw(t, "envelopes"); w.Info.CardEnvelopes {
		w.Groups = append(w.Groups, budget.Group{No: 3, ID: "cards", Name: "Credit Card Payments", Cards: true, Sort: 2})
		w.Categories = append(w.Categories, budget.Category{No: 4, ID: "pay-visa", Group: 3, Name: "Visa", Card: 5}, budget.Category{No: 5, ID: "pay-amex", Group: 3, Name: "Amex", Card: 6, Sort: 1})
	}
	month := func(label string) civil.Month {
		return archiveFirst.Add(rapid.IntRange(0, archiveMonths).Draw(t, label))
	}
	day := func(label string) civil.Date {
		return month(label).First().AddDays(rapid.IntRange(0, 27).Draw(t, label))
	}
	amount := func(label string) money.Milli { return money.Milli(rapid.Int64Range(-90_000, 90_000).Draw(t, label)) }
	spent := func(label string) budget.CategoryNo {
		return budget.CategoryNo(rapid.SampledFrom([]int{0, 1, 2, 2, 2, 3, 3, 3}).Draw(t, label))
	}
	next := budget.TxNo(100)
	add := func(r budget.Transaction) *budget.Transaction {
		r.No, r.ID = next, fmt.Sprintf("row-%d", next)
		r.Cleared = rapid.SampledFrom([]budget.Cleared{budget.Uncleared, budget.ClearedYes, budget.Reconciled}).Draw(t, "cleared")
		r.Approved = rapid.IntRange(0, 9).Draw(t, "approved") > 0
		next++
		w.Transactions = append(w.Transactions, r)
		return &w.Transactions[len(w.Transactions)-1]
	}
	for range rapid.IntRange(1, 40).Draw(t, "rows") {
		switch account := budget.AccountNo(rapid.SampledFrom([]int{1, 1, 2, 3, 5, 5, 6}).Draw(t, "account")); rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0: // a transfer, sometimes with two dates or unlinked
			other := budget.AccountNo(rapid.SampledFrom([]int{1, 2, 3, 5, 6}).Draw(t, "other"))
			if other == account {
				continue
			}
			from, sum := day("date"), amount("amount")
			until := from
			if rapid.IntRange(0, 3).Draw(t, "two dates") == 0 {
				until = from.AddDays(rapid.IntRange(-40, 40).Draw(t, "days"))
			}
			var category, back budget.CategoryNo
			if account != 3 && other == 3 {
				category = 2
			}
			if account == 3 && other != 3 {
				back = 3
			}
			one := *add(budget.Transaction{Account: account, Date: from, Amount: sum, Category: category, Transfer: budget.Transfer{Account: other}})
			two := *add(budget.Transaction{Account: other, Date: until, Amount: -sum, Category: back, Transfer: budget.Transfer{Account: account}})
			if rapid.IntRange(0, 9).Draw(t, "linked") > 0 {
				w.Transactions[len(w.Transactions)-2].Transfer.Tx, w.Transactions[len(w.Transactions)-1].Transfer.Tx = two.No, one.No
			}
		case 1:
			a, b := amount("a"), amount("b")
			no := budget.PartNo(next) * 10
			add(budget.Transaction{Account: account, Date: day("date"), Amount: a + b, Parts: []budget.Part{
				{No: no, ID: fmt.Sprint("part-", no), Amount: a, Category: spent("category")}, {No: no + 1, ID: fmt.Sprint("part-", no+1), Amount: b, Category: spent("category")},
			}})
		default:
			add(budget.Transaction{Account: account, Date: day("date"), Amount: amount("amount"), Category: spent("category"), Payee: 3})
		}
	}
	cells := map[budget.CellKey]bool{}
	for range rapid.IntRange(0, 25).Draw(t, "cells") {
		c := budget.Cell{Category: budget.CategoryNo(rapid.SampledFrom([]int{2, 3, 2, 3, len(w.Categories)}).Draw(t, "category")), Month: month("month"), Budgeted: amount("budgeted")}
		if !cells[c.Key()] && c.Budgeted != 0 {
			cells[c.Key()] = true
			w.Cells = append(w.Cells, c)
		}
	}
	held := map[civil.Month]bool{archiveFirst: true}
	for range rapid.IntRange(0, 4).Draw(t, "holds") {
		if m := month("held in"); !held[m] {
			held[m] = true
			w.Months = append(w.Months, budget.Month{Month: m, Held: amount("held").Abs()})
		}
	}
	for _, category := range []budget.CategoryNo{2, 3} {
		on := false
		for m := archiveFirst; m < archiveFirst.Add(archiveMonths); m = m.Add(rapid.IntRange(3, 20).Draw(t, "switch after")) {
			on = !on
			w.Rollovers = append(w.Rollovers, budget.Rollover{Category: category, From: m.Add(2), On: on})
		}
	}
	return w
}

// TestArchivedYearsKeepTheFiguresOfLaterMonths archives years of random budgets: no figure of a later month and no balance of
// an account changes, whether the change is undone, redone, or the years are brought back after later changes.
func TestArchivedYearsKeepTheFiguresOfLaterMonths(t *testing.T) {
	a := newApp(t)
	ctx, me := t.Context(), Machine()
	folded := 0
	rapid.Check(t, func(c *rapid.T) {
		h := importTestBudget(t, c, a, drawArchivable(c))
		before := h.whole(t)
		was := envelope.Compute(envelope.SnapshotOf(before))
		year := rapid.SampledFrom([]int{2024, 2025}).Draw(c, "year")
		border := civil.MakeDate(year, 1, 1)
		archived, err := a.ArchiveYears(ctx, me, h.id, year)
		if err != nil {
			if preview := testkit.Must(a.PreviewArchive(ctx, me, h.id, 0))(t); slices.Contains(preview.Years, year) && testkit.Must(a.PreviewArchive(ctx, me, h.id, year))(t).Rows > 0 {
				c.Fatalf("archive: %v", err)
			}
			return
		}
		folded++
		after := h.whole(t)
		if at := firstDifference(was, envelope.Compute(envelope.SnapshotOf(after)), border.Month()); at != "" {
			c.Fatalf("archiving changes %s", at)
		}
		checkSums(c, before, after)
		if found := testkit.Must(a.store.Verify(ctx, h.no))(t); len(found) > 0 {
			c.Fatalf("stored figures: %v", found)
		}
		undone, err := a.Undo(ctx, me, h.id, 0)
		if err != nil {
			c.Fatalf("undo: %v", err)
		}
		if is := h.whole(t); !reflect.DeepEqual(is, before) {
			c.Fatalf("undo %+v restores\n%+v, want\n%+v", undone, is, before)
		}
		if _, err := a.Redo(ctx, me, h.id, archived.Change); err != nil {
			c.Fatalf("redo: %v", err)
		}
		if is := h.whole(t); !reflect.DeepEqual(is, after) {
			c.Fatal("redo differs from the archive")
		}
		_, id, err := a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Date: border.AddDays(3), Amount: -1234, Category: "food"})
		if err != nil {
			c.Fatal(err)
		}
		var file bytes.Buffer
		kept := testkit.Must(a.Archives(ctx, me, h.id))(t)
		if err := a.ArchiveFile(ctx, me, h.id, kept[0].ID, &file); err != nil {
			c.Fatal(err)
		}
		if rapid.Bool().Draw(c, "uploaded") {
			_, err = a.BringBack(ctx, me, h.id, &file)
		} else {
			_, err = a.BringBack(ctx, me, h.id, nil)
		}
		if err != nil {
			c.Fatalf("bring back: %v", err)
		}
		is := h.whole(t)
		is.Transactions = slices.DeleteFunc(is.Transactions, func(r budget.Transaction) bool { return r.ID == id })
		if is.Payees = before.Payees; !reflect.DeepEqual(is, before) {
			c.Fatalf("brought back:\n%+v, want\n%+v", is, before)
		}
	})
	if folded < 10 {
		t.Errorf("only %d budgets had years to archive", folded)
	}
}

// checkSums compares the cleared and uncleared balances of all accounts.
func checkSums(c *rapid.T, before, after *budget.Whole) {
	type key struct {
		account budget.AccountNo
		cleared bool
	}
	sums := map[key]money.Milli{}
	for sign, w := range map[money.Milli]*budget.Whole{1: before, -1: after} {
		for i := range w.Transactions {
			row := &w.Transactions[i]
			sums[key{row.Account, row.Cleared != budget.Uncleared}] += sign * row.Amount
		}
	}
	for k, sum := range sums {
		if sum != 0 {
			c.Fatalf("%+v changes by %s", k, -sum)
		}
	}
}
