package app

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/budget"
)

// Open questions about a file are asked before anything is imported; the answer is stored for the account's next
// file.
func TestBankFileWithOpenQuestionsIsNotImported(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := []byte("Date;Payee;Amount\n2026-03-20;Tram;3,50\n")
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
	if err != nil || got.NoQuestions || len(got.Questions) != 1 || got.Questions[0] != bankfile.AskSigns || got.Rows[0].Amount != -3500 || !strings.Contains(got.Asked()[0], "money out") {
		t.Fatalf("preview: %+v, want one question, about the signs (error %v)", got, err)
	}
	if _, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{}); apperr.CodeOf(err) != bankimport.OpenQuestions || len(h.whole(t).Transactions) != 0 {
		t.Fatalf("import with an open question: error %v, want code %q and no transactions", err, bankimport.OpenQuestions)
	}
	notInverted := *got.Mapping
	notInverted.Invert = false
	if _, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{Mapping: &notInverted}); apperr.CodeOf(err) != bankimport.OpenQuestions {
		t.Fatalf("columns chosen by hand, the signs unanswered: error %v, want code %q", err, bankimport.OpenQuestions)
	}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{Mapping: got.Mapping, GuessesConfirmed: true})
	if h.must(t, done, err); result.Added != 1 {
		t.Errorf("import with an answer: %+v, want one added", result)
	}
	next := []byte("Date;Payee;Amount\n2026-03-21;Bus;2,00\n")
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "bank", next, bankimport.Options{}); err != nil || !got.NoQuestions || got.Rows[0].Amount != -2000 {
		t.Errorf("next file: questions %+v and rows %+v, want no questions and an amount of -2.00 (error %v)", got.Questions, got.Rows, err)
	}
}

// The question about amounts of several currencies names the currencies. Earlier it was about the columns, although
// they were right.
func TestQuestionAboutSeveralCurrenciesNamesThem(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := []byte("Date,Payee,Amount,Currency\n2026-03-20,Shop,-1.00,EUR\n2026-03-21,Kiosk,-2.00,USD\n")
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
	if err != nil || got.NoQuestions || len(got.Asked()) != 1 || !strings.Contains(got.Asked()[0], "several currencies (EUR, USD)") {
		t.Fatalf("questions: %q, want one with the currencies (error %v)", got.Asked(), err)
	}
}

// Words for the state of rows that the user confirmed to mean "booked" are stored for the account's next file, even if
// the user did not change its columns.
func TestConfirmedBookingStatesAreRemembered(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := func(state string) []byte {
		return []byte("Date,Payee,Amount,Status\n2026-03-20,Shop,-1.00,Completed\n2026-03-21,Kiosk,-2.00," + state + "\n")
	}
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file("Strange"), bankimport.Options{})
	if err != nil || got.NoQuestions || len(got.Asked()) != 1 || !strings.Contains(got.Asked()[0], `"Strange"`) {
		t.Fatalf("questions: %q, want one about the state Strange (error %v)", got.Asked(), err)
	}
	chosen := *got.Mapping
	chosen.States = nil
	if got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file("Strange"), bankimport.Options{Mapping: &chosen}); err != nil || got.NoQuestions {
		t.Errorf("columns chosen by hand: questions %q, want the one about the state (error %v)", got.Asked(), err)
	}
	done, result, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file("Strange"), bankimport.Options{Mapping: &chosen, GuessesConfirmed: true})
	if h.must(t, done, err); result.Added != 2 {
		t.Errorf("import with a confirmed state: %+v, want two added", result)
	}
	for state, wantNone := range map[string]bool{"Strange": true, "Other": false} {
		if got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file(state), bankimport.Options{}); err != nil || got.NoQuestions != wantNone || got.MappingFrom != bankimport.MappingSaved {
			t.Errorf("file with the state %s: questions %q and columns %s, want no questions: %t, and the saved columns (error %v)", state, got.Asked(), got.MappingFrom, wantNone, err)
		}
	}
}

// The preview of a file of several accounts starts with the account of the last imported file, otherwise with the first
// that has rows. Earlier it started with the first, even if that had no rows.
func TestPreviewOfSeveralAccountsStartsWithTheLikelyOne(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	account := func(number, rows string) string {
		return "<STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>" + number + "</BANKACCTFROM><BANKTRANLIST>" + rows + "</BANKTRANLIST></STMTRS>"
	}
	row := func(day, id string) string {
		return "<STMTTRN><DTPOSTED>202603" + day + "<TRNAMT>-2<FITID>" + id + "<NAME>Kiosk</STMTTRN>"
	}
	file := []byte("OFXHEADER:100\n<OFX>" + account("11", "") + account("22", row("16", "a")) + account("33", row("17", "b")) + "</OFX>")
	likely := bankimport.Options{Statement: bankimport.LikelyStatement}
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, likely)
	if err != nil || got.Statement != 1 || len(got.Rows) != 1 || len(got.Statements) != 3 {
		t.Fatalf("preview: %+v, want the second of three statements (error %v)", got, err)
	}
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "cash", file, bankimport.Options{Statement: 2})
	h.must(t, done, err)
	if got, err = h.a.ReadBankFile(ctx, me, h.id, "cash", file, likely); err != nil || got.Statement != 2 || got.Counts.ImportedBefore != 1 {
		t.Errorf("account whose last file was of number 33: preview %+v, want the third statement (error %v)", got, err)
	}
}

// PayPal's German file is read separately by currency. Earlier its dollars were read as euros. The preview starts with
// the budget's currency.
func TestGermanPayPalFileIsReadByCurrency(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	for _, withBalance := range []bool{true, false} {
		head := `"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode"`
		row := func(day, name, currency, amount, remaining string) string {
			line := `"` + day + `.03.2026","10:00:00","CET","` + name + `","Zahlung","Abgeschlossen","` + currency + `","` + amount + `","0,00","` + amount + `","T` + day + `"`
			if withBalance {
				line += `,"` + remaining + `"`
			}
			return line + "\n"
		}
		if withBalance {
			head += `,"Guthaben"`
		}
		file := []byte(head + "\n" + row("16", "Laden", "EUR", "-12,90", "87,10") + row("17", "Shop", "USD", "-20,00", "80,00") + row("18", "Kiosk", "EUR", "-2,00", "85,10"))
		got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{Statement: bankimport.LikelyStatement, GuessesConfirmed: true})
		want := []bankimport.Statement{{Currency: "EUR", Rows: 2}, {Currency: "USD", Rows: 1}}
		if err != nil || got.Bank != "PayPal (German)" || !slices.Equal(got.Statements, want) {
			t.Fatalf("preview: bank %q with statements %+v, want PayPal with %+v (error %v)", got.Bank, got.Statements, want, err)
		}
		if got.Statement != 1 || len(got.Rows) != 1 || got.Rows[0].Amount != -20_000 || got.Statements[1].Name() != "USD" {
			t.Errorf("budget in dollars: preview of statement %d with %+v, want the dollars", got.Statement, got.Rows)
		}
	}
}

// Categories of the file are imported on request, if the budget has them.
func TestBankFileCategoriesAreImportedOnRequest(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	file := []byte("!Type:Bank\nD2026-03-16\nT-2.00\nPKiosk\nLFood\n^\nD2026-03-17\nT-3.00\nPBus\nLTravel:Bus\n^\nD2026-03-18\nT-4.00\nPMove\nL[Savings]\n^\n")
	got, err := h.a.ReadBankFile(ctx, me, h.id, "bank", file, bankimport.Options{})
	if err != nil || got.Categories != (bankimport.Categories{Rows: 2, InBudget: 1}) || got.Rows[0].Category != "" {
		t.Fatalf("preview without categories: %+v (error %v)", got, err)
	}
	done, _, err := h.a.ImportBankFile(ctx, me, h.id, "bank", file, bankimport.Options{SetCategories: true})
	h.must(t, done, err)
	rows := map[budget.CategoryNo]int{}
	for _, row := range h.whole(t).Transactions {
		rows[row.Category]++
	}
	if len(rows) != 2 || rows[0] != 2 {
		t.Errorf("rows by category: %v, want one with a category and two without", rows)
	}
}
