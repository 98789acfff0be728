package bankfile

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// TestHostileFilesAreRefusedInLittleMemory expects a file that cannot be a statement to be refused before it takes much
// memory.
//
// Regression: a CSV file of semicolons, 20 KB compressed, took 2.1 GB.
func TestHostileFilesAreRefusedInLittleMemory(t *testing.T) {
	const size = 20 << 20
	for name, data := range map[string]string{
		"semicolons":                 strings.Repeat(";", size),
		"semicolons in rows":         "Date;Payee;Amount\n" + strings.Repeat(strings.Repeat(";", 1500)+"\n", size/1501),
		"alternating separators":     strings.Repeat(",;\t|", size/4),
		"narrow rows":                "Date;Amount\n" + strings.Repeat("2026-01-01;1\n", 2_000_000),
		"one long text":              "Date;Payee;Amount\n2026-01-01;" + strings.Repeat("x", size) + ";1.5\n",
		"quotation marks":            strings.Repeat("\"x", size/2),
		"quotation marks and blanks": "Date;Payee;Amount\n" + strings.Repeat(strings.Repeat("\" ;", 400)+"x\n", size/1202),
		"unclosed quotation marks":   "Date;Payee;Amount\n" + strings.Repeat(strings.Repeat(";\"x", 400)+"\n", size/1201),
		"a million columns":          "Date,Amount" + strings.Repeat(",x", 1_000_000) + "\n2026-01-01,1\n",
		"tags":                       "OFXHEADER:100\n" + strings.Repeat("<STMTRS>", size/8),
		"OFX rows":                   "OFXHEADER:100\n<OFX>" + strings.Repeat("<STMTTRN>", size/9),
		"CAMT payments":              "<Document><BkToCstmrStmt><Stmt><Ntry><NtryDtls>" + strings.Repeat("<TxDtls/>", size/9),
		"QIF rows":                   "!Type:Bank\n" + strings.Repeat("D\n^\n", size/4),
		"QIF texts":                  "!Type:Bank\nD2026-01-01\nT1\n" + strings.Repeat("Sx\n$1\n", size/6) + "^\n",
		"CAMT entries":               "<Document><BkToCstmrStmt><Stmt>" + strings.Repeat("<Ntry></Ntry>", size/13),
		"CAMT depth":                 "<Document><BkToCstmrStmt>" + strings.Repeat("<a>", size/3),
		"CAMT attributes":            "<Document><BkToCstmrStmt " + strings.Repeat("a=\"b\" ", size/6),
		"MT940 rows":                 ":20:X\n:25:1\n:28:0\n" + strings.Repeat(":61:260102D1,00NMSC\n", size/20),
		"MT940 statements":           strings.Repeat(":20:X\n:25:1\n:61:x\n", size/19),
		"MT940 text":                 ":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n:86:" + strings.Repeat("?20x", size/4),
		"MT940 texts":                ":20:X\n:25:1\n:28:0\n:61:260102D1,00NMSC\n" + strings.Repeat(":86:x\n", size/6),
		"QIF investments":            strings.Repeat("!Type:Invst\n", size/12),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			_, err := Read([]byte(data), Options{})
			runtime.ReadMemStats(&after)
			if read := name == "one long text" || name == "QIF texts" || name == "MT940 text" || name == "MT940 texts"; read == (err != nil) {
				t.Errorf("error %v, want success: %v", err, read)
			}
			if err != nil && apperr.KindOf(err) != apperr.Invalid {
				t.Error(err)
			}
			if f, _ := errors.AsType[*apperr.Error](err); (name == "narrow rows" || name == "a million columns") && (f == nil || f.Code != TooLarge) {
				t.Errorf("error %v, want too large", err)
			}
			t.Logf("reading took %d MB", (after.TotalAlloc-before.TotalAlloc)>>20)
			if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 1000 { // total allocations; the memory in use at once is less
				t.Errorf("reading took %d MB, over the limit", took)
			}
		})
	}
	// The columns of the account's last file are tried first.
	last := Shape{Mapping: Mapping{Delimiter: ";", Style: Style{Order: "ymd", Decimal: ","}, Date: 1, Payee: 2, Amount: 3}, Width: 3}
	if err := last.Mapping.Validate(); err != nil {
		t.Fatal(err)
	}
	text := []byte("Date;Payee;Amount\n" + strings.Repeat(";", size))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, fits := last.Fits(text); fits {
		t.Error("the mapping fits a text of other columns")
	}
	runtime.ReadMemStats(&after)
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 200 {
		t.Errorf("comparing the columns with the last file took %d MB", took)
	}
	bomb := zipped(t, "a.csv", strings.Repeat(";", size))
	if _, err := Read(bomb, Options{}); err == nil || apperr.CodeOf(err) != TooLarge {
		t.Errorf("a ZIP archive of %d bytes: error %v", len(bomb), err)
	}
}

// dollars returns the format of a budget with amounts such as 1,234.50.
func dollars() *money.Format {
	f := money.DefaultFormat()
	return &f
}

// TestProblemsFormatAmountsLikeTheBudget expects amounts in a problem with the decimals and signs of the budget.
//
// Regression: the smallest amount was written in thousandths, as 0.010 instead of 0.01.
func TestProblemsFormatAmountsLikeTheBudget(t *testing.T) {
	for code, want := range map[string]string{
		"USD": "-1.234 is too precise: the smallest amount is 0.01",
		"EUR": "-1,234 is too precise: the smallest amount is 0,01",
		"JPY": "-1.234 is too precise: the smallest amount is 1",
	} {
		currency, ok := money.FormatOf(code, "")
		if !ok {
			t.Fatalf("currency %s is unknown", code)
		}
		f, err := Read([]byte("!Type:Bank\nD2026-01-13\nT-1.234\n^\nD2026-01-14\nT-12.00\n^\n"), Options{Currency: &currency, Style: Style{Decimal: ".", Group: ","}})
		if err != nil || len(f.Problems) != 1 || f.Problems[0].What != want {
			t.Errorf("%s: got the problems %v and the error %v, want only %s", code, f.Problems, err, want)
		}
	}
}

// TestAmountsFinerThanTheCurrencyAreRefused expects a problem for an amount with more decimals than the currency. A
// CSV file in which -1.200 would be such an amount is read with a thousands separator instead.
func TestAmountsFinerThanTheCurrencyAreRefused(t *testing.T) {
	f, err := Read([]byte("!Type:Bank\nD2026-01-13\nT-0.001\n^\nD2026-01-14\nT-2.50\n^\n"), Options{Currency: dollars()})
	if err != nil || len(f.Statements[0].Rows) != 1 || len(f.Problems) != 1 || !strings.Contains(f.Problems[0].String(), "line 2, amount: -0.001 is too precise") {
		t.Errorf("QIF: file %+v, error %v; want one row and one problem", f, err)
	}
	const yen = "OFXHEADER:100\n<OFX><STMTRS><CURDEF>JPY<STMTTRN><DTPOSTED>20260102<TRNAMT>-12.5<FITID>1<NAME>a</STMTTRN><STMTTRN><DTPOSTED>20260102<TRNAMT>-12<FITID>2<NAME>b</STMTTRN></STMTRS></OFX>"
	if f, err = Read([]byte(yen), Options{Currency: &money.Format{}}); err != nil || len(f.Statements[0].Rows) != 1 || len(f.Problems) != 1 {
		t.Errorf("OFX in yen: file %+v, error %v; want one row and one problem", f, err)
	}
	for _, amount := range []string{"-0.001", "-0,001", "0.125"} {
		file := "Date;Payee;Amount\n13.01.2026;Rent;" + amount + "\n14.01.2026;Baker;-5\n"
		if f, err = Read([]byte(file), Options{Currency: dollars()}); err != nil || len(f.Statements[0].Rows) != 1 || len(f.Problems) != 1 || !strings.Contains(f.Problems[0].String(), "too precise") {
			t.Errorf("%s: file %+v, error %v; want one row and one problem", amount, f, err)
		}
	}
	f, err = Read([]byte("Date;Payee;Amount\n13.01.2026;Rent;-1.200\n14.01.2026;Baker;-5\n"), Options{Currency: dollars()})
	if err != nil || f.Statements[0].Rows[0].Amount != -1_200_000 || len(f.Questions) > 0 {
		t.Errorf("-1.200: file %+v, error %v; want thousands without a question", f, err)
	}
}
