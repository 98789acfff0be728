package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// caseFile is a file of testdata/bank with the options of its import.
type caseFile struct {
	name    string
	account string // "bank" if empty
	options bankimport.Options
	// want lists the verdicts on the rows in the preview.
	want []bankimport.Verdict
	// warns lists the warnings of the preview.
	warns []bankimport.WarningCode
	// refused is the code of the import's error, or "" if it succeeds.
	refused apperr.Code
}

const (
	vNew      = bankimport.VerdictNew
	vImported = bankimport.VerdictImported
	vMatch    = bankimport.VerdictMatch
	vAsk      = bankimport.VerdictAsk
)

// TestBankFileCases imports files that were once matched wrongly. The preview and the import use the same call.
func TestBankFileCases(t *testing.T) {
	t.Parallel()
	enter := func(day int, amount money.Milli, payee, cleared string) func(*testing.T, *testBudget) {
		return func(t *testing.T, h *testBudget) {
			t.Helper()
			h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(day), Amount: amount, PayeeName: payee, Cleared: cleared})
		}
	}
	november := int(civil.MakeDate(2026, 11, 1).Since(march))
	accept := func(codes ...bankimport.WarningCode) bankimport.Options { return bankimport.Options{Accept: codes} }
	changed := caseFile{name: "fitid-changed-1.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnBalance}, options: accept(bankimport.WarnBalance)}
	for name, c := range map[string]struct {
		before []func(*testing.T, *testBudget)
		files  []caseFile
		rows   int // in all accounts, after the import
	}{
		"amount with a tip": {files: []caseFile{
			{name: "fitid-tip-1.ofx", want: []bankimport.Verdict{vNew}},
			{name: "fitid-tip-2.ofx", want: []bankimport.Verdict{vAsk}, refused: bankimport.Undecided},
		}, rows: 1},
		"amount with a tip, matched": {files: []caseFile{
			{name: "fitid-tip-1.ofx", want: []bankimport.Verdict{vNew}},
			{name: "fitid-tip-2.ofx", want: []bankimport.Verdict{vMatch}, options: bankimport.Options{Skip: []int{1}}},
			{name: "fitid-tip-2.ofx", want: []bankimport.Verdict{vImported}},
		}, rows: 1},
		"ids changed": {files: []caseFile{
			changed,
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vAsk, vAsk, vAsk}, refused: bankimport.Undecided},
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vMatch, vMatch, vMatch}, options: bankimport.Options{Skip: []int{1, 2, 3}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}}, warns: []bankimport.WarningCode{bankimport.WarnBalance}},
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vImported, vImported, vImported}},
		}, rows: 3},
		"ids changed, balances equal": {
			before: []func(*testing.T, *testBudget){enter(november-9, 100_100, "Opening", "cleared")},
			files: []caseFile{
				{name: "fitid-changed-1.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}},
				{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vImported, vImported, vImported}},
			}, rows: 4,
		},
		"another currency": {files: []caseFile{
			{name: "currency-usd.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnCurrency, bankimport.WarnBalance}, options: accept(bankimport.WarnBalance), refused: bankimport.Warned},
		}},
		"another account": {files: []caseFile{
			changed,
			{
				name: "other-account.ofx", want: []bankimport.Verdict{vNew, vNew, vMatch},
				warns: []bankimport.WarningCode{bankimport.WarnAccount, bankimport.WarnBalance}, options: bankimport.Options{Skip: []int{3}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}}, refused: bankimport.Warned,
			},
		}, rows: 3},
		"dates out of range": {files: []caseFile{
			{name: "far-dates.csv", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnDates}, refused: bankimport.Warned, options: bankimport.Options{GuessesConfirmed: true}},
		}},
		"payment of the next week": {
			before: []func(*testing.T, *testBudget){
				enter(november+1, -100_000, "ATO PAYMENT", "reconciled"), enter(november+8, -100_000, "ATO PAYMENT", "reconciled"), enter(november+15, -100_000, "ATO PAYMENT", "reconciled"),
			},
			files: []caseFile{{name: "weekly-next.qif", want: []bankimport.Verdict{vNew, vNew}, options: bankimport.Options{GuessesConfirmed: true}}}, rows: 5,
		},
		"pending and booked": {files: []caseFile{
			{name: "pending-1.csv", want: []bankimport.Verdict{vNew, vNew}, options: bankimport.Options{GuessesConfirmed: true}},
			{name: "booked-2.csv", want: []bankimport.Verdict{vAsk, vImported}, options: bankimport.Options{GuessesConfirmed: true}, refused: bankimport.Undecided},
		}, rows: 2},
		"two equal amounts": {
			before: []func(*testing.T, *testBudget){enter(november+5, -9_990, "Netflix", ""), enter(november+6, -9_990, "Spotify", "")},
			files:  []caseFile{{name: "netflix-spotify.csv", want: []bankimport.Verdict{vMatch, vMatch, vNew}}}, rows: 3,
		},
		"several accounts in one file": {files: []caseFile{
			{name: "revolut_multi.csv", options: bankimport.Options{Statement: bankimport.LikelyStatement, GuessesConfirmed: true}, warns: []bankimport.WarningCode{bankimport.WarnAccounts}, refused: bankimport.Warned},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			records := testBudgetRecords()
			records.Info.Currency.ISOCode = "EUR"
			h := importTestBudget(t, t, newApp(t), records)
			h.a.access.Now = func() time.Time { return civil.MakeDate(2026, 11, 28).Time() }
			for _, do := range c.before {
				do(t, h)
			}
			for _, f := range c.files {
				h.importCase(t, f)
			}
			if n := len(h.whole(t).Transactions); n != c.rows {
				t.Errorf("%d transactions, want %d", n, c.rows)
			}
		})
	}
}

// importCase previews a file and imports it.
func (h *testBudget) importCase(t *testing.T, f caseFile) bankimport.Imported {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "bank", f.name))
	if err != nil {
		t.Fatal(err)
	}
	account := f.account
	if account == "" {
		account = "bank"
	}
	got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, account, data, f.options)
	if err != nil {
		t.Fatalf("read %s: %v", f.name, err)
	}
	var verdicts []bankimport.Verdict
	for _, r := range got.Rows {
		verdicts = append(verdicts, r.Verdict)
	}
	var warns []bankimport.WarningCode
	for _, w := range got.Warnings {
		warns = append(warns, w.Code)
	}
	if f.want != nil && !slices.Equal(verdicts, f.want) || !slices.Equal(warns, f.warns) && f.refused != bankimport.Undecided {
		t.Errorf("%s: %v, warnings %+v, want %v, %v", f.name, verdicts, got.Warnings, f.want, f.warns)
	}
	before := len(h.whole(t).Transactions)
	done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, account, data, f.options)
	if f.refused != "" {
		if apperr.CodeOf(err) != f.refused || len(h.whole(t).Transactions) != before {
			t.Errorf("%s: error %v, want code %q and nothing imported", f.name, err, f.refused)
		}
		return result
	}
	if err != nil {
		t.Errorf("import %s: %v", f.name, err)
		return result
	}
	h.must(t, done, err)
	return result
}

// TestReusedBankIDIsNotADuplicate imports two months of a bank that starts its ids at 1 each month. The second
// month was matched with the first.
func TestReusedBankIDIsNotADuplicate(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	month := func(rows string) []byte {
		return []byte("OFXHEADER:100\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>" + rows + "</BANKTRANLIST></STMTRS></OFX>")
	}
	row := func(day, amount, id, name string) string {
		return "<STMTTRN><DTPOSTED>2026" + day + "<TRNAMT>" + amount + "<FITID>" + id + "<NAME>" + name + "</STMTTRN>"
	}
	october := month(row("0301", "-10", "0001", "Baker") + row("0302", "-11", "0002", "Kiosk"))
	november := month(row("0401", "-55", "0001", "Garage") + row("0402", "-66", "0002", "Cinema"))
	for _, file := range [][]byte{october, november, november, october} {
		done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, bankimport.Options{})
		h.must(t, done, err)
	}
	ids := map[string]bool{}
	for _, row := range h.whole(t).Transactions {
		ids[row.Bank.ImportID] = true
	}
	if len(ids) != 4 {
		t.Errorf("import ids: %v, want 4", ids)
	}
	for _, row := range h.whole(t).Transactions {
		if row.Amount == -10_000 {
			deleted, err := h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(row.ID), false)
			h.must(t, deleted, err)
		}
	}
	december := month(row("0501", "-77", "0001", "Theatre"))
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", december, bankimport.Options{}); err != nil || got.Rows[0].Verdict != vNew {
		t.Errorf("new transaction with the id of a deleted one: verdict %s, want new (error %v)", got.Rows[0].Verdict, err)
	}
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", october, bankimport.Options{}); err != nil || got.Rows[0].Verdict != bankimport.VerdictDeleted {
		t.Errorf("deleted transaction: verdict %s, want deleted (error %v)", got.Rows[0].Verdict, err)
	}
}

// TestEqualPaymentsOfOneDayInTwoFilesAreBothImported imports both payments: the second was matched with the first.
func TestEqualPaymentsOfOneDayInTwoFilesAreBothImported(t *testing.T) {
	t.Parallel()
	const head = ":20:X\n:25:123\n:28C:1\n"
	for name, files := range map[string][2]string{
		"another payee":                  {"Date;Payee;Amount\n20.03.2026;Bus;-3,00\n", "Date;Payee;Amount\n20.03.2026;Cafe;-3,00\n"},
		"same payee, different balances": {head + ":60F:C260319EUR10,00\n:61:260320D3,00NMSC\n:86:Bus\n:62F:C260320EUR7,00\n", head + ":60F:C260320EUR7,00\n:61:260320D3,00NMSC\n:86:Bus\n:62F:C260320EUR4,00\n"},
	} {
		h := newTestBudget(t)
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-30), Amount: 10_000, Cleared: "cleared"})
		o := bankimport.Options{Accept: []bankimport.WarningCode{bankimport.WarnCurrency}}
		done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte(files[0]), o)
		h.must(t, done, err)
		if name != "another payee" {
			got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", []byte(files[1]), o)
			if err != nil || got.Rows[0].Verdict != vAsk || !got.Rows[0].SuggestNew {
				t.Errorf("%s: row of the second file %+v, want a question with the suggestion to add it (error %v)", name, got.Rows[0], err)
			}
			o.Add = []int{1}
		}
		done, _, err = h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte(files[1]), o)
		h.must(t, done, err)
		if n := len(h.whole(t).Transactions); n != 3 {
			t.Errorf("%s: %d transactions, want 3", name, n)
		}
		again, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte(files[1]), bankimport.Options{Accept: o.Accept})
		if err != nil || again.Change != 0 || result.ImportedBefore != 1 {
			t.Errorf("%s: import of the same file again: %+v, want no change (error %v)", name, result, err)
		}
	}
}

// TestImportedRowIsAddedAgainOnRequest adds a row that was imported before, on request. The request was ignored without an
// error.
func TestImportedRowIsAddedAgainOnRequest(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	file := []byte("Date;Payee;Amount\n20.03.2026;Bus;-3,00\n")
	for _, o := range []bankimport.Options{{}, {Add: []int{1}}} {
		done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o)
		if h.must(t, done, err); result.Added != 1 {
			t.Errorf("import with %+v: %+v, want one added", o, result)
		}
	}
}

// TestMergedTransactionMatchesTheNextFile merges an imported transaction with an entered one. The next file's row is
// matched with it.
func TestMergedTransactionMatchesTheNextFile(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	typed := h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-13), Amount: -3_000, PayeeName: "Holiday"})
	file := []byte("Date;Payee;Amount\n20.03.2026;Bus;-3,00\n")
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, bankimport.Options{})
	h.must(t, done, err)
	var both []string
	for _, row := range h.whole(t).Transactions {
		both = append(both, row.ID)
	}
	merged, keptID, err := h.a.Merge(t.Context(), Machine(), h.id, rows.These(both...))
	if h.must(t, merged, err); keptID != typed {
		t.Fatal(keptID)
	}
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", file, bankimport.Options{}); err != nil || got.Rows[0].Verdict != vImported {
		t.Errorf("row in the next file: %+v, want it found (error %v)", got.Rows[0], err)
	}
}

// TestTransfersInAnotherProgramsExportAreImportedOnce imports an export that names transfers: each is imported once, with both
// sides, and the second account's file matches it.
func TestTransfersInAnotherProgramsExportAreImportedOnce(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	const bank, house = "Date;Payee;Amount\n18.03.2026;Transfer : House;-200,00\n19.03.2026;Baker;-1,00\n", "Date;Payee;Amount\n18.03.2026;Transfer : Bank;200,00\n19.03.2026;Fee;-1,00\n20.03.2026;Fee;-2,00\n"
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte(bank), bankimport.Options{})
	h.must(t, done, err)
	got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "house", []byte(house), bankimport.Options{GuessesConfirmed: true})
	if err != nil || got.Rows[0].Verdict != vMatch {
		t.Fatalf("other account's file: %+v, want the first row matched (error %v)", got.Rows, err)
	}
	done, _, err = h.a.ImportBankFile(t.Context(), Machine(), h.id, "house", []byte(house), bankimport.Options{GuessesConfirmed: true})
	h.must(t, done, err)
	linked := 0
	for _, row := range h.whole(t).Transactions {
		if row.Transfer.Tx != 0 {
			linked++
		}
	}
	if n := len(h.whole(t).Transactions); n != 5 || linked != 2 {
		t.Errorf("%d transactions with %d sides of transfers, want 5 with 2", n, linked)
	}
}

// TestTransferHalvesFromTwoFilesAreLinkedOnRequest offers to link the two halves of a transfer that two banks list, and links them
// on request.
func TestTransferHalvesFromTwoFilesAreLinkedOnRequest(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date;Payee;Amount\n18.03.2026;To mortgage;-200,00\n19.03.2026;Baker;-1,00\n"), bankimport.Options{})
	h.must(t, done, err)
	file := []byte("Date;Payee;Amount\n19.03.2026;From checking;200,00\n20.03.2026;Fee;-2,00\n21.03.2026;Fee;-3,00\n")
	got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "house", file, bankimport.Options{})
	if err != nil || got.Rows[0].OtherHalf == nil || got.Rows[0].OtherHalf.Account != "Bank" || got.Rows[0].Linked || got.Rows[1].OtherHalf != nil {
		t.Fatalf("preview: %+v, want the first row recognised as half of a transfer (error %v)", got.Rows, err)
	}
	done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "house", file, bankimport.Options{Link: []int{1}})
	if h.must(t, done, err); result.Halves != 1 || result.Added != 3 || len(h.whole(t).Transactions) != 5 {
		t.Errorf("import: %+v, want 3 added and one half linked", result)
	}
	for _, row := range h.whole(t).Transactions {
		if row.Amount.Abs() == 200_000 && row.Transfer.Tx == 0 {
			t.Errorf("half of the transfer is not linked: %+v", row)
		}
	}
	again, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "house", file, bankimport.Options{})
	if err != nil || again.Change != 0 || result.ImportedBefore != 3 {
		t.Errorf("import of the same file again: %+v, want no change (error %v)", result, err)
	}
	undone, err := h.a.Undo(t.Context(), Machine(), h.id, done.Change)
	if h.must(t, undone, err); len(h.whole(t).Transactions) != 2 {
		t.Error("undo leaves a part of the import")
	}
}

// TestHistoryNamesTheImportedFile distinguishes imports of one day in the history.
func TestHistoryNamesTheImportedFile(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date;Payee;Amount\n20.03.2026;Bus;-3,00\n"), bankimport.Options{Name: "march.csv"})
	if h.must(t, done, err); !strings.Contains(done.Label, "from march.csv into Bank") {
		t.Error(done.Label)
	}
}

// TestQIFSplitsAndTransfersAreImported imports the parts of splits, and transfers to accounts that exist. Both were dropped.
func TestQIFSplitsAndTransfersAreImported(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	file := []byte("!Type:Bank\nD2026-03-10\nT-20.00\nPShop\nSFood\n$-15.00\nS[House]\n$-5.00\n^\nD2026-03-11\nT-100.00\nPPay\nL[House]\n^\nD2026-03-12\nT-7.00\nPOther\nL[Nowhere]\n^\n")
	o := bankimport.Options{GuessesConfirmed: true, SetCategories: true}
	got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", file, o)
	if err != nil || len(got.Notes) != 1 || !strings.Contains(got.Notes[0], "Nowhere") || got.Rows[1].Transfer != "House" {
		t.Fatalf("preview: %+v, want a note about the unknown account (error %v)", got, err)
	}
	done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o)
	if h.must(t, done, err); result.Added != 3 {
		t.Errorf("import: %+v, want 3 added", result)
	}
	sides := 0
	for _, row := range h.whole(t).Transactions {
		if len(row.Parts) == 2 && row.Parts[0].Category == 2 && row.Parts[1].Transfer.Tx != 0 || row.Transfer.Tx != 0 {
			sides++
		}
	}
	if sides != 4 {
		t.Errorf("%d sides of transfers, want 4", sides)
	}
	again, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o)
	if err != nil || again.Change != 0 || result.ImportedBefore != 3 {
		t.Errorf("import of the same file again: %+v, want no change (error %v)", result, err)
	}
}

// TestSplitPartsKeepUnknownNames imports a split with an unknown category in its second part and an unknown
// account in its third. Both names were dropped.
func TestSplitPartsKeepUnknownNames(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	file := []byte("!Type:Bank\nD2026-03-10\nT-22.00\nPShop\nSFood\n$-15.00\nSInsurance\nEcar\n$-5.00\nS[Nowhere]\n$-2.00\n^\n")
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, bankimport.Options{GuessesConfirmed: true, SetCategories: true})
	h.must(t, done, err)
	parts := h.whole(t).Transactions[0].Parts
	if len(parts) != 3 || parts[0].Memo != "" || parts[1].Memo != "Insurance: car" || parts[2].Memo != "Transfer : Nowhere" {
		t.Errorf("parts: %+v, want unknown names in their notes", parts)
	}
}
