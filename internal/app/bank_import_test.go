package app

import (
	"testing"

	"holdover/internal/bankfile"
	"holdover/internal/budget"
	"holdover/internal/fault"
)

const bankCSV = `Date;Payee;Memo;Amount
15.03.2026;Baker;rolls;-4,50
16.03.2026;KIOSK 12;;-2,00
16.03.2026;KIOSK 12;;-2,00
20.03.2026;Employer;March;1.500,00
`

// A file is imported beside what was typed in, once however often it comes, and
// taken back in one step.
func TestImportBankFile(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	h.add(t, RowEntry{Account: "bank", Date: march.AddDays(-60), Amount: -100, Payee: "baker", Category: "food"})
	typed := h.add(t, RowEntry{Account: "bank", Date: march.AddDays(3), Amount: 1500000, PayeeName: "Work", Category: "salary"})
	preview, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(bankCSV), BankOptions{})
	if err != nil || len(preview.Rows) != 4 || preview.Rows[0].Verdict != bankfile.New || preview.Rows[3].Existing != typed || preview.Mapping == nil {
		t.Fatalf("%+v %v", preview, err)
	}
	if len(h.whole(t).Transactions) != 2 {
		t.Fatal("the preview changed something")
	}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), BankOptions{Mapping: preview.Mapping})
	h.must(t, done, err)
	if result.Added != 3 || result.Linked != 1 || done.Label != "Imported 3 rows into Bank; 1 there already" {
		t.Errorf("%+v %+v", result, done)
	}
	w := h.whole(t)
	for _, row := range w.Transactions {
		if row.Amount == -4500 && (row.Payee != 3 || row.Category != 2 || row.Cleared != budget.ClearedYes || row.Memo != "rolls" || row.Bank.PayeeName != "Baker") {
			t.Errorf("%+v", row)
		}
	}
	if row := h.row(t, typed); row.Cleared != budget.ClearedYes || row.Date != march.AddDays(3) || row.Bank == nil {
		t.Errorf("the row typed in is not linked: %+v", row)
	}
	again, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), BankOptions{})
	if err != nil || again.Change != 0 || result.There != 4 || len(h.whole(t).Transactions) != 5 {
		t.Errorf("the file twice: %+v %+v %v", again, result, err)
	}
	back, err := h.a.Undo(ctx, me, h.id, done.Change)
	h.must(t, back, err)
	if w := h.whole(t); len(w.Transactions) != 2 || h.row(t, typed).Bank != nil || len(w.Payees) != 5 {
		t.Errorf("one undo does not take it all back: %+v", w.Payees)
	}
}

// What a person says of single rows goes before what was found.
func TestImportSomeOfABankFile(t *testing.T) {
	h := newHome(t)
	ctx, me := t.Context(), Machine()
	h.add(t, RowEntry{Account: "house", Date: march.AddDays(3), Amount: 1500000})
	options := BankOptions{Leave: []int{2, 3}, AsNew: []int{5}}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "house", []byte(bankCSV), options)
	h.must(t, done, err)
	if result.Added != 2 || result.Left != 2 || result.Linked != 0 {
		t.Errorf("%+v", result)
	}
	for what, err := range map[string]error{
		"no bank file": third(h.a.ImportBankFile(ctx, me, h.id, "bank", []byte("\x89PNG\r\n\x1a\n\x00"), BankOptions{})),
		"statement":    third(h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), BankOptions{Statement: 1})),
		"closed":       third(h.a.ImportBankFile(ctx, me, h.id, "old", []byte(bankCSV), BankOptions{})),
	} {
		if fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func third(_ Done, _ BankImported, err error) error { return err }
