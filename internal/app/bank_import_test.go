package app

import (
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
)

const bankCSV = `Date;Payee;Memo;Amount
15.03.2026;Baker;rolls;-4,50
16.03.2026;KIOSK 12;;-2,00
16.03.2026;KIOSK 12;;-2,00
20.03.2026;Employer;March;1.500,00
`

// TestLaterFileWithMoreRowsOfADayMatchesTheEarlierOnes: rows of equal amount and day are numbered from the oldest on. They were numbered from
// the top in files that begin with the newest row. If a later file had two such rows, one was matched with the other:
// one purchase was lost, and the other was imported twice.
func TestLaterFileWithMoreRowsOfADayMatchesTheEarlierOnes(t *testing.T) {
	const head, older = "Date;Payee;Amount\n", "18.03.2026;Old;-1,00\n17.03.2026;Older;-2,00\n"
	for name, later := range map[string]string{
		"new row above the known one": "20.03.2026;Cafe;-3,50\n20.03.2026;Bakery;-3,50\n",
		"new row below the known one": "20.03.2026;Bakery;-3,50\n20.03.2026;Cafe;-3,50\n",
	} {
		h := newTestBudget(t)
		ctx, me := t.Context(), Machine()
		for _, file := range []string{"20.03.2026;Bakery;-3,50\n", later, later} {
			_, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(head+file+older), bankimport.Options{})
			if err != nil {
				t.Fatalf("import %q: %v", file, err)
			}
		}
		named, ids := map[string]int{}, map[string]int{}
		for _, row := range h.whole(t).Transactions {
			named[row.Bank.PayeeName]++
			ids[row.Bank.ImportID]++
		}
		if named["Cafe"] != 1 || named["Bakery"] != 1 || len(ids) != 4 {
			t.Errorf("%s: rows by payee %v, by import id %v; want each once", name, named, ids)
		}
	}
}

// TestDeletedOneOfTwoEqualRowsIsNotImportedAgain: of two rows of equal amount and day, the deleted one is not imported again, and
// the other is matched, in either order.
func TestDeletedOneOfTwoEqualRowsIsNotImportedAgain(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := []byte("Date;Payee;Amount\n20.03.2026;Cafe;-3,50\n20.03.2026;Bakery;-3,50\n18.03.2026;Old;-1,00\n")
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
	h.must(t, done, err)
	for _, row := range h.whole(t).Transactions {
		if row.Bank.PayeeName == "Bakery" {
			deleted, err := h.a.DeleteRows(ctx, me, h.id, rows.These(row.ID), false)
			h.must(t, deleted, err)
		}
	}
	if got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{}); err != nil || got.Rows[0].Verdict != bankimport.VerdictImported || got.Rows[1].Verdict != bankimport.VerdictDeleted {
		t.Errorf("equal rows: verdicts %s and %s, want one found and one deleted (error %v)", got.Rows[0].Verdict, got.Rows[1].Verdict, err)
	}
}

// A file is imported into an account with entered transactions. Importing it again adds nothing, and the import is
// undone in one step.
func TestImportBankFile(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-60), Amount: -100, Payee: "baker", Category: "food"})
	typed := h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(3), Amount: 1500000, PayeeName: "Work", Category: "salary"})
	preview, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{})
	if err != nil || len(preview.Rows) != 4 || preview.Rows[0].Verdict != bankimport.VerdictNew || preview.Rows[3].Verdict != bankimport.VerdictAsk || preview.Rows[3].Existing.ID != typed || preview.Mapping == nil {
		t.Fatalf("preview: %+v, want a question about the entered row (error %v)", preview, err)
	}
	if len(h.whole(t).Transactions) != 2 {
		t.Fatal("the preview changed the budget")
	}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{Mapping: preview.Mapping, Skip: []int{4}, Name: "march.csv"})
	h.must(t, done, err)
	if result.Added != 3 || result.Linked != 1 || done.Label != "Imported 3 transactions from march.csv into Bank; 1 duplicate" {
		t.Errorf("import: %+v (change %+v), want 3 added and one linked", result, done)
	}
	w := h.whole(t)
	for _, row := range w.Transactions {
		if row.Amount == -4500 && (row.Payee != 3 || row.Category != 2 || row.Cleared != budget.ClearedYes || row.Memo != "rolls" || row.Approved || row.Bank.PayeeName != "Baker") {
			t.Errorf("imported row: %+v", row)
		}
	}
	if row := h.row(t, typed); row.Cleared != budget.ClearedYes || row.Date != march.AddDays(3) || row.Bank == nil {
		t.Errorf("entered row: %+v, want it linked", row)
	}
	again, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{})
	if err != nil || again.Change != 0 || result.ImportedBefore != 4 || len(h.whole(t).Transactions) != 5 {
		t.Errorf("import of the same file again: %+v (change %+v), want nothing added (error %v)", result, again, err)
	}
	undone, err := h.a.Undo(ctx, me, h.id, done.Change)
	h.must(t, undone, err)
	if w := h.whole(t); len(w.Transactions) != 2 || h.row(t, typed).Bank != nil || len(w.Payees) != 5 {
		t.Errorf("undo leaves a part of the import; payees: %+v", w.Payees)
	}
}

// The user's decisions about single rows have precedence over the verdicts.
func TestUserDecisionsOverrideBankFileVerdicts(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "house", Date: march.AddDays(3), Amount: 1500000})
	options := bankimport.Options{Skip: []int{1, 2}, Add: []int{4}}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "house", []byte(bankCSV), options)
	h.must(t, done, err)
	if result.Added != 2 || result.Left != 2 || result.Linked != 0 {
		t.Errorf("import with decisions: %+v, want 2 added and 2 left out", result)
	}
	for what, err := range map[string]error{
		"not a bank file": importError(h.a.ImportBankFile(ctx, me, h.id, "bank", []byte("\x89PNG\r\n\x1a\n\x00"), bankimport.Options{})),
		"statement":       importError(h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{Statement: 1})),
		"closed":          importError(h.a.ImportBankFile(ctx, me, h.id, "old", []byte(bankCSV), bankimport.Options{})),
	} {
		if apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: error %v, want it invalid", what, err)
		}
	}
}

func importError(_ ChangeResult, _ bankimport.Imported, err error) error { return err }

// A deleted row is not imported again with the next file, except on request. A row removed by undoing its import does
// not count as deleted. The same applies to a row after its deletion was undone.
func TestDeletedBankFileRowsAreNotImportedAgain(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	load := func(o bankimport.Options) (ChangeResult, bankimport.Imported) {
		t.Helper()
		done, got, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(bankCSV), o)
		return h.must(t, done, err), got
	}
	first, _ := load(bankimport.Options{})
	undone, err := h.a.Undo(ctx, me, h.id, first.Change)
	h.must(t, undone, err)
	if _, got := load(bankimport.Options{}); got.Added != 4 || got.Deleted != 0 {
		t.Fatalf("import after an undo: %+v, want 4 added", got)
	}
	var kiosks []string
	for _, row := range h.whole(t).Transactions {
		if row.Amount == -2000 {
			kiosks = append(kiosks, row.ID)
		}
	}
	deleted, err := h.a.DeleteRows(ctx, me, h.id, rows.These(kiosks...), false)
	h.must(t, deleted, err)
	preview, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{})
	if err != nil || preview.Counts != (bankimport.Counts{Rows: 4, ImportedBefore: 2, Deleted: 2}) {
		t.Errorf("preview of the next file: %+v, want 2 rows found and 2 deleted (error %v)", preview.Counts, err)
	}
	if done, got := load(bankimport.Options{}); done.Change != 0 || got.Deleted != 2 || got.ImportedBefore != 2 {
		t.Errorf("import of the next file: %+v (change %+v), want nothing added", got, done)
	}
	undone, err = h.a.Undo(ctx, me, h.id, deleted.Change)
	h.must(t, undone, err)
	if _, got := load(bankimport.Options{}); got.ImportedBefore != 4 {
		t.Errorf("import after the deletion was undone: %+v, want 4 found", got)
	}
	again, err := h.a.Redo(ctx, me, h.id, deleted.Change)
	h.must(t, again, err)
	if _, got := load(bankimport.Options{}); got.Deleted != 2 {
		t.Errorf("import after the deletion was redone: %+v, want 2 deleted", got)
	}
	if _, got := load(bankimport.Options{AddDeleted: true}); got.Added != 2 || got.ImportedBefore != 2 {
		t.Errorf("import of deleted rows on request: %+v, want 2 added", got)
	}
}

// The columns chosen by hand are stored for the account's next file with the same header. They survive an undo and
// are part of a copy of the budget. The columns of a file with another header are guessed.
func TestChosenColumnsAreRemembered(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	const first = "Datum;A;B;Wert\n15.03.2026;x;Baker;-4,50\n"
	chosen := bankfile.Mapping{Delimiter: ";", HeaderRows: 1, Style: bankfile.Style{Order: bankfile.DayFirst, Decimal: ",", Group: "."}, Date: 1, Payee: 3, Amount: 4}
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(first), bankimport.Options{Mapping: &chosen})
	h.must(t, done, err)
	undone, err := h.a.Undo(ctx, me, h.id, done.Change)
	h.must(t, undone, err)
	copied, err := h.a.Duplicate(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	const errorOf = "Konto 17\nDatum;A;B;Wert\n16.03.2026;y;Shop;-1.000,00\n"
	for _, id := range []string{h.id, copied.ID} {
		got, err := h.a.ReadBankFile(ctx, me, id, "bank", []byte(errorOf), bankimport.Options{})
		if err != nil || got.MappingFrom != bankimport.MappingSaved || got.Mapping.HeaderRows != 2 || got.Rows[0].Payee != "Shop" || got.Rows[0].Amount != -1_000_000 {
			t.Errorf("budget %s: preview %+v, want the saved columns (error %v)", id, got, err)
		}
	}
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(bankCSV), bankimport.Options{})
	if err != nil || got.MappingFrom != bankimport.MappingAnew {
		t.Errorf("file with another header: columns are %s, want guessed anew (error %v)", got.MappingFrom, err)
	}
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "cash", []byte(errorOf), bankimport.Options{}); err != nil || got.MappingFrom != bankimport.MappingGuessed {
		t.Errorf("file of another account: columns are %s, want guessed (error %v)", got.MappingFrom, err)
	}
	if err := h.a.Delete(ctx, me, copied.ID); err != nil {
		t.Fatal(err)
	}
}

// If the user has changed the payee of a row, later rows with its bank text get that payee. A text with several
// payees is not assigned to any.
func TestPayeeIsRecognisedByBankText(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := func(day string) []byte {
		return []byte("Date;Payee;Amount\n" + day + ".03.2026;SP*BAKER 0815 ULM;-4,50\n" + day + ".03.2026;Card;-3,00\n")
	}
	rename := func(amount int64, payee string) {
		t.Helper()
		for _, row := range h.whole(t).Transactions {
			if int64(row.Amount) == amount && row.Date == h.last(t) {
				done, err := h.a.EditRow(ctx, me, h.id, row.ID, rows.Entry{Account: "bank", Date: row.Date, Amount: row.Amount, Payee: payee, Category: "food", Cleared: "cleared"}, "", false)
				h.must(t, done, err)
			}
		}
	}
	for _, day := range []string{"13", "14"} {
		done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file(day), bankimport.Options{})
		h.must(t, done, err)
		rename(-4500, "baker")
		rename(-3000, map[string]string{"13": "baker", "14": "bakery"}[day])
	}
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file("15"), bankimport.Options{})
	if err != nil || got.Rows[0].Payee != "Baker" || got.Rows[0].BankText != "SP*BAKER 0815 ULM" || got.Rows[0].Category != "Food" || got.Rows[1].Payee != "Card" {
		t.Errorf("rows with known bank texts: %+v (error %v)", got.Rows, err)
	}
}

// Texts that differ only by numbers are alike. If two of them have the same payee, the next one gets it. The same
// applies to the category, even if their payees differ. Two that disagree, a single one, and texts without numbers
// prove nothing.
func TestBankTextsDifferingInNumbersShareAPayee(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := func(day, branch string) []byte {
		return []byte("Date;Payee;Amount\n" + day + ".03.2026;REWE SAGT DANKE " + branch + ";-4,50\n" + day + ".03.2026;Kiosk " + branch + " Ulm;-3,00\n" + day + ".03.2026;Check " + branch + ";-2,00\n")
	}
	for n, day := range []string{"13", "14"} {
		got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file(day, "414"+day), bankimport.Options{})
		if err != nil || got.Rows[0].Payee != "REWE SAGT DANKE 414"+day || got.Rows[0].Category != "" || got.Rows[1].Category != "" {
			t.Fatalf("preview after %d files: %+v, want no guesses (error %v)", n, got.Rows, err)
		}
		done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file(day, "414"+day), bankimport.Options{})
		h.must(t, done, err)
		for _, row := range h.whole(t).Transactions {
			entry := rows.Entry{Account: "bank", Date: row.Date, Amount: row.Amount, Cleared: "cleared", Category: "food"}
			switch amount := int64(row.Amount); {
			case row.Date != h.last(t):
				continue
			case amount == -4500:
				entry.Payee = "baker"
			case amount == -3000:
				entry.PayeeName = "Kiosk 414" + day + " Ulm"
			default:
				entry.Payee, entry.Category = []string{"baker", "bakery"}[n], []string{"food", ""}[n]
			}
			done, err := h.a.EditRow(ctx, me, h.id, row.ID, entry, "", false)
			h.must(t, done, err)
		}
	}
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file("15", "9999"), bankimport.Options{})
	if err != nil || got.Rows[0].Payee != "Baker" || got.Rows[0].Category != "Food" || got.Rows[1].Payee != "Kiosk 9999 Ulm" || got.Rows[1].Category != "Food" || got.Rows[2].Payee != "Check 9999" || got.Rows[2].Category != "" {
		t.Errorf("rows whose texts differ by numbers: %+v (error %v)", got.Rows, err)
	}
	plain, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte("Date;Payee;Amount\n15.03.2026;REWE SAGT DANKE;-4,50\n"), bankimport.Options{})
	if err != nil || plain.Rows[0].Payee != "REWE SAGT DANKE" {
		t.Errorf("row with a text without numbers: %+v (error %v)", plain.Rows, err)
	}
}

func (h *testBudget) last(t *testing.T) (day civil.Date) {
	t.Helper()
	for _, row := range h.whole(t).Transactions {
		day = max(day, row.Date)
	}
	return day
}

// The bank's closing balance is compared with the account's cleared balance on that day, without uncleared rows.
func TestClosingBalanceIsComparedWithTheClearedBalance(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-60), Amount: 100_000, Cleared: "cleared"})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -7_000})                                  // uncleared
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(1), Amount: -2_000})                       // listed by the bank
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(9), Amount: -500_000, Cleared: "cleared"}) // later
	const qfx = "OFXHEADER:100\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>77</BANKACCTFROM><BANKTRANLIST>" +
		"<STMTTRN><DTPOSTED>20260316<TRNAMT>-2<FITID>1<NAME>Kiosk</STMTTRN><STMTTRN><DTPOSTED>20260317<TRNAMT>-3.5<FITID>2<NAME>Bus</STMTTRN></BANKTRANLIST>" +
		"<LEDGERBAL><BALAMT>94.50<DTASOF>20260320</LEDGERBAL></STMTRS></OFX>"
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(qfx), bankimport.Options{})
	if err != nil || got.After != 94_500 || got.Closing.Amount != 94_500 || got.Counts != (bankimport.Counts{Rows: 2, New: 1, Asked: 1}) {
		t.Errorf("preview: %+v, want 94.50 after the import (error %v)", got, err)
	}
	typed := strings.Replace(qfx, "94.50", "87.50", 1)
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(typed), bankimport.Options{}); err != nil || got.After != 94_500 || got.AgreesAfterClearing != 1 || len(got.Warnings) != 0 {
		t.Errorf("preview of the balance with the uncleared row: %+v, want no warning (error %v)", got, err)
	}
	less := strings.Replace(qfx, "94.50", "-1.50", 1)
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(less), bankimport.Options{}); err != nil || got.AgreesAfterClearing != 0 || len(got.Warnings) != 1 || !strings.HasPrefix(got.Warnings[0].Text, "The bank has \u2212$1.50 on") {
		t.Errorf("preview of another balance: %+v, want a warning with a minus sign (error %v)", got, err)
	}
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(qfx), bankimport.Options{Skip: []int{2}}); err != nil || got.After != 98_000 || got.Counts.Left != 1 {
		t.Errorf("preview without the second row: %+v, want 98.00 after the import (error %v)", got, err)
	}
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", []byte(qfx), bankimport.Options{Skip: []int{1}})
	h.must(t, done, err)
	other := strings.Replace(qfx, "<ACCTID>77", "<ACCTID>78", 1)
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "bank", []byte(other), bankimport.Options{}); err != nil || got.LastAccount != "77" || got.Counts.ImportedBefore != 2 || len(got.Warnings) != 1 || got.Warnings[0].Code != bankimport.WarnOtherAccount {
		t.Errorf("file of another account: %+v, want a warning about account 77 (error %v)", got, err)
	}
}
