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

// caseFile is a file of testdata/bank that is imported into the account "bank", with the expected results.
type caseFile struct {
	name    string
	options bankimport.Options
	want    []bankimport.Verdict     // on the rows in the preview; nil if they are not checked
	warns   []bankimport.WarningCode // warnings of the preview
	refused apperr.Code              // of the import's error, or "" if it succeeds
}

const (
	vNew      = bankimport.VerdictNew
	vImported = bankimport.VerdictImported
	vMatch    = bankimport.VerdictMatch
	vAsk      = bankimport.VerdictAsk
)

// TestBankFileCases previews and imports files that were once matched wrongly. A case may import several files in turn,
// each with the options and results in its caseFile.
func TestBankFileCases(t *testing.T) {
	t.Parallel()
	// enter returns a step that enters a row, a number of days after the first of November.
	november := civil.MakeDate(2026, 11, 1)
	enter := func(day int, amount money.Milli, payee, cleared string) func(*testing.T, *testBudget) {
		return func(t *testing.T, h *testBudget) {
			t.Helper()
			h.add(t, rows.Entry{Account: "bank", Date: november.AddDays(day), Amount: amount, PayeeName: payee, Cleared: cleared})
		}
	}
	accept := func(codes ...bankimport.WarningCode) bankimport.Options { return bankimport.Options{Accept: codes} }
	originalIDs := caseFile{name: "fitid-changed-1.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnBalance}, options: accept(bankimport.WarnBalance)}
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
			originalIDs,
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vAsk, vAsk, vAsk}, refused: bankimport.Undecided},
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vMatch, vMatch, vMatch}, options: bankimport.Options{Skip: []int{1, 2, 3}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}}, warns: []bankimport.WarningCode{bankimport.WarnBalance}},
			{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vImported, vImported, vImported}},
		}, rows: 3},
		"ids changed, balances equal": {
			before: []func(*testing.T, *testBudget){enter(-9, 100_100, "Opening", "cleared")},
			files: []caseFile{
				{name: "fitid-changed-1.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}},
				{name: "fitid-changed-2.ofx", want: []bankimport.Verdict{vImported, vImported, vImported}},
			}, rows: 4,
		},
		"another currency": {files: []caseFile{
			{name: "currency-usd.ofx", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnCurrency, bankimport.WarnBalance}, options: accept(bankimport.WarnBalance), refused: bankimport.Warned},
		}},
		"another account": {files: []caseFile{
			originalIDs,
			{
				name: "other-account.ofx", want: []bankimport.Verdict{vNew, vNew, vMatch},
				warns: []bankimport.WarningCode{bankimport.WarnOtherAccount, bankimport.WarnBalance}, options: bankimport.Options{Skip: []int{3}, Accept: []bankimport.WarningCode{bankimport.WarnBalance}}, refused: bankimport.Warned,
			},
		}, rows: 3},
		"dates out of range": {files: []caseFile{
			{name: "far-dates.csv", want: []bankimport.Verdict{vNew, vNew, vNew}, warns: []bankimport.WarningCode{bankimport.WarnDates}, refused: bankimport.Warned, options: bankimport.Options{GuessesConfirmed: true}},
		}},
		"payment of the next week": {
			before: []func(*testing.T, *testBudget){
				enter(1, -100_000, "ATO PAYMENT", "reconciled"), enter(8, -100_000, "ATO PAYMENT", "reconciled"), enter(15, -100_000, "ATO PAYMENT", "reconciled"),
			},
			files: []caseFile{{name: "weekly-next.qif", want: []bankimport.Verdict{vNew, vNew}, options: bankimport.Options{GuessesConfirmed: true}}}, rows: 5,
		},
		"pending and booked": {files: []caseFile{
			{name: "pending-1.csv", want: []bankimport.Verdict{vNew, vNew}, options: bankimport.Options{GuessesConfirmed: true}},
			{name: "booked-2.csv", want: []bankimport.Verdict{vAsk, vImported}, options: bankimport.Options{GuessesConfirmed: true}, refused: bankimport.Undecided},
		}, rows: 2},
		"two equal amounts": {
			before: []func(*testing.T, *testBudget){enter(5, -9_990, "Netflix", ""), enter(6, -9_990, "Spotify", "")},
			files:  []caseFile{{name: "netflix-spotify.csv", want: []bankimport.Verdict{vMatch, vMatch, vNew}}}, rows: 3,
		},
		"several accounts in one file": {files: []caseFile{
			{name: "revolut_multi.csv", options: bankimport.Options{Statement: bankimport.LikelyStatement, GuessesConfirmed: true}, warns: []bankimport.WarningCode{bankimport.WarnSeveralAccounts}, refused: bankimport.Warned},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			records := testBudgetRecords()
			records.Info.Currency.ISOCode = "EUR"
			h := importTestBudget(t, t, newApp(t), records)
			h.a.access.Now = func() time.Time { return civil.MakeDate(2026, 11, 28).Time() }
			for _, enterRow := range c.before {
				enterRow(t, h)
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

// importCase previews a file, imports it with the same options, and compares both with the expected results.
func (h *testBudget) importCase(t *testing.T, f caseFile) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "bank", f.name))
	if err != nil {
		t.Fatal(err)
	}
	preview, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", data, f.options)
	if err != nil {
		t.Fatalf("preview of %s: %v", f.name, err)
	}
	var verdicts []bankimport.Verdict
	for _, row := range preview.Rows {
		verdicts = append(verdicts, row.Verdict)
	}
	var warns []bankimport.WarningCode
	for _, w := range preview.Warnings {
		warns = append(warns, w.Code)
	}
	if f.want != nil && !slices.Equal(verdicts, f.want) {
		t.Errorf("%s: verdicts %v, want %v", f.name, verdicts, f.want)
	}
	if f.refused != bankimport.Undecided && !slices.Equal(warns, f.warns) { // warnings do not count before all rows are decided
		t.Errorf("%s: warnings %+v, want %v", f.name, preview.Warnings, f.warns)
	}
	before := len(h.whole(t).Transactions)
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", data, f.options)
	switch {
	case f.refused == "" && err != nil:
		t.Errorf("import of %s: %v", f.name, err)
	case f.refused == "":
		h.must(t, done, nil)
	case apperr.CodeOf(err) != f.refused || len(h.whole(t).Transactions) != before:
		t.Errorf("import of %s: error %v, want code %q and nothing imported", f.name, err, f.refused)
	}
}

// TestReusedBankIDIsNotADuplicate imports three months of a bank that starts its ids at 1 each month. Regression: the
// second month was matched with the first.
func TestReusedBankIDIsNotADuplicate(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	month := func(rows string) []byte {
		return []byte("OFXHEADER:100\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>7</BANKACCTFROM><BANKTRANLIST>" + rows + "</BANKTRANLIST></STMTRS></OFX>")
	}
	row := func(day, amount, id, name string) string {
		return "<STMTTRN><DTPOSTED>2026" + day + "<TRNAMT>" + amount + "<FITID>" + id + "<NAME>" + name + "</STMTTRN>"
	}
	marchFile := month(row("0301", "-10", "0001", "Baker") + row("0302", "-11", "0002", "Kiosk"))
	aprilFile := month(row("0401", "-55", "0001", "Garage") + row("0402", "-66", "0002", "Cinema"))
	for _, file := range [][]byte{marchFile, aprilFile, aprilFile, marchFile} {
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
		if row.Amount == -10_000 { // the baker's, with id 0001
			deleted, err := h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(row.ID), false)
			h.must(t, deleted, err)
		}
	}
	mayFile := month(row("0501", "-77", "0001", "Theatre"))
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", mayFile, bankimport.Options{}); err != nil || got.Rows[0].Verdict != vNew {
		t.Errorf("new transaction in May with the id of a deleted one: verdict %s, want new (error %v)", got.Rows[0].Verdict, err)
	}
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", marchFile, bankimport.Options{}); err != nil || got.Rows[0].Verdict != bankimport.VerdictDeleted {
		t.Errorf("deleted transaction in March: verdict %s, want deleted (error %v)", got.Rows[0].Verdict, err)
	}
}

// TestEqualPaymentsOfOneDayInTwoFilesAreBothImported imports both payments. Regression: the second was matched with the
// first.
func TestEqualPaymentsOfOneDayInTwoFilesAreBothImported(t *testing.T) {
	t.Parallel()
	const mt940 = ":20:X\n:25:123\n:28C:1\n"
	for name, files := range map[string][2]string{
		"another payee":                  {"Date;Payee;Amount\n20.03.2026;Bus;-3,00\n", "Date;Payee;Amount\n20.03.2026;Cafe;-3,00\n"},
		"same payee, different balances": {mt940 + ":60F:C260319EUR10,00\n:61:260320D3,00NMSC\n:86:Bus\n:62F:C260320EUR7,00\n", mt940 + ":60F:C260320EUR7,00\n:61:260320D3,00NMSC\n:86:Bus\n:62F:C260320EUR4,00\n"},
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

// TestImportedRowIsAddedAgainOnRequest adds a row that was imported before, on request. Regression: the request was
// ignored without an error.
func TestImportedRowIsAddedAgainOnRequest(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	file := []byte("Date;Payee;Amount\n20.03.2026;Bus;-3,00\n")
	for _, o := range []bankimport.Options{{}, {Add: []int{1}}} {
		done, result, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", file, o)
		if h.must(t, done, err); result.Added != 1 {
			t.Errorf("import with %+v: %+v, want one row added", o, result)
		}
	}
}

// TestMergedTransactionIsFoundInTheSameFile merges an imported transaction with an entered one, and reads the file again.
// Its row is found to be imported.
func TestMergedTransactionIsFoundInTheSameFile(t *testing.T) {
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
		t.Fatalf("merging kept the transaction %s, want the entered one, %s", keptID, typed)
	}
	if got, err := h.a.ReadBankFile(t.Context(), Machine(), h.id, "bank", file, bankimport.Options{}); err != nil || got.Rows[0].Verdict != vImported {
		t.Errorf("row of the same file: %+v, want it imported before (error %v)", got.Rows[0], err)
	}
}

// TestTransfersInAnotherProgramsExportAreImportedOnce imports an export that names transfers. A transfer is imported with
// both sides, and its row in the second account's file is matched.
func TestTransfersInAnotherProgramsExportAreImportedOnce(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	const bank = "Date;Payee;Amount\n18.03.2026;Transfer : House;-200,00\n19.03.2026;Baker;-1,00\n"
	const house = "Date;Payee;Amount\n18.03.2026;Transfer : Bank;200,00\n19.03.2026;Fee;-1,00\n20.03.2026;Fee;-2,00\n"
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

// TestTransferHalvesFromTwoFilesAreLinkedOnRequest imports the files of two banks that list the halves of a transfer. The
// second preview offers to link them.
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
		t.Errorf("%d transactions after undo, want the 2 of the first file", len(h.whole(t).Transactions))
	}
}

// TestHistoryNamesTheImportedFile imports a file with a name: the history shows it, to distinguish imports of one day.
func TestHistoryNamesTheImportedFile(t *testing.T) {
	t.Parallel()
	h := newTestBudget(t)
	done, _, err := h.a.ImportBankFile(t.Context(), Machine(), h.id, "bank", []byte("Date;Payee;Amount\n20.03.2026;Bus;-3,00\n"), bankimport.Options{Name: "march.csv"})
	if h.must(t, done, err); !strings.Contains(done.Label, "from march.csv into Bank") {
		t.Errorf("history of the import: %q, want the file's and the account's name", done.Label)
	}
}

// TestQIFSplitsAndTransfersAreImported imports the parts of splits, and transfers to accounts that exist. Regression: both
// were dropped.
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
// account in its third. Regression: both names were dropped.
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
