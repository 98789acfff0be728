package bankfile

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// describe returns the questions, rows and problems of a file as text.
func describe(f File) string {
	var b strings.Builder
	fmt.Fprintln(&b, f.Questions)
	for _, s := range f.Statements {
		for _, r := range s.Rows {
			fmt.Fprintln(&b, r.Date, r.Amount, r.Payee)
		}
	}
	for _, p := range f.Problems {
		fmt.Fprintln(&b, p)
	}
	return strings.TrimSpace(b.String())
}

// TestFilesOnceReadWrongly reads files that were once read wrongly, each under the name of the defect.
func TestFilesOnceReadWrongly(t *testing.T) {
	for _, c := range []struct{ defect, file, want string }{
		{"six-digit sequence numbers", "running-number-as-date.csv", "no column of the file has dates in it"},
		{"amounts in cents", "kontist-cents.csv", "[]\n2026-07-19 -180.000 Muster AG\n2026-07-20 558.000 Firma GmbH\n2026-07-23 95.100 Jo Apfel"},
		{"pending rows of Danske Bank", "danske.csv", "[]\n2026-05-04 -119.000 NETFLIX.COM\n2026-05-06 -99.000 SPOTIFY P0411234567\n2026-05-07 3500.000 Løn\nline 5, Status: the bank has not booked it (Venter)"},
		{"pending rows and payees of Fineco", "fineco.csv", "[dates]\n2026-05-04 -45.100 ESSELUNGA MILANO\n2026-05-06 1500.000 ACME SPA Stipendio\nline 4, Stato: the bank has not booked it (Autorizzato)"},
		{"payees of Intesa Sanpaolo", "intesa.csv", "[]\n2026-05-04 -45.100 ESSELUNGA MILANO\n2026-05-06 1500.000 ACME SPA"},
		{"payees of PKO", "pko3.csv", "[]\n2026-04-01 -1230.000 Test Vendor\n2026-04-01 -50.000 ZUS\n2026-04-01 -12.300 Żabka"},
		{"payees under headers without accents", "kb_cz.csv", "[signs]\n2026-05-04 -451.000 ALBERT\n2026-05-16 25000.000 ACME SRO"},
		{"payees of Nordea in Denmark", "nordea_dk.csv", "[]\n2026-05-04 -119.000 NETFLIX.COM\n2026-05-06 -99.000 Bo Hansen"},
		{"payees of mBank", "mbank_new.csv", "[]\n2026-07-20 -150.500 Biedronka Sp. z o.o.\n2026-07-21 -210.000 STACJA ORLEN WARSZAWA\n2026-07-22 4500.000 Firma ABC Sp z o o"},
		{"a value date of 30 February", "mt940-30-february.sta", "[]\n2026-03-01 -6.000 Kontofuehrung"},
		{"the ultimate creditor", "camt-ultimate-creditor.xml", "[]\n2026-11-02 -45.000 Spotify AB"},
		{"dates far in the past and future", "far-dates.csv", "[far-dates]\n1970-01-01 -1.000 X\n2062-04-03 -20.000 Shop\n2026-11-01 3.000 Y"},
		{"a dated total row", "total-row-with-date.csv", "[]\n2026-11-01 -5.000 A\n2026-11-02 -6.000 B\nline 4, Date: \"Summe\" is a balance and not a transaction\nline 5, Date: it is empty"},
		{"both money out and money in in one row", "debit-and-credit-in-one-row.csv", "[]\n2026-11-01 -5.000 A\n2026-11-02 7.000 B\n2026-11-03 -3.000 C\nline 5, Credit: one row has both money out and money in; enter it by hand"},
		{"thousands or decimals", "three-decimals-or-thousands.csv", "[numbers signs]\n2026-10-01 1234.000 A\n2026-10-02 -2500.000 B"},
		{"days of 2012 without separators", "yyyymmdd-of-2012.csv", "[columns]\n2012-11-15 -136.130 Acc\n2012-11-12 375.000 NL00 BANK 0000 0000 16\n2009-11-17 -257.500 NL00 BANK 0000 0000 16"},
	} {
		t.Run(c.defect, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "cases", c.file))
			if err != nil {
				t.Fatal(err)
			}
			f, err := Read(data, Options{Currency: dollars()})
			got := describe(f)
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestSplitsAndTransfersOfABudgetRegister reads a register with a split and a transfer.
//
// Regression: the parts of the split were imported as separate rows, and the transfer as a payment to a payee.
func TestSplitsAndTransfersOfABudgetRegister(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "cases", "source-register.csv"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Read(data, Options{Currency: dollars()})
	if err != nil || len(f.Statements) != 2 || len(f.Questions) > 0 {
		t.Fatalf("want two accounts and no question: %s, error %v", describe(f), err)
	}
	checking, visa := f.Statements[0].Rows, f.Statements[1].Rows
	if len(checking) != 3 || checking[2].Transfer != "Visa" || len(visa) != 2 || visa[1].Transfer != "Checking" {
		t.Errorf("transfers are not linked to accounts: %+v", f.Statements)
	}
	parts := []Part{{Amount: -10_000, Category: "Books", Memo: "gift"}, {Amount: -5_000, Category: "Household"}}
	if visa[0].Amount != -15_000 || visa[0].Payee != "Book shop" || visa[0].Memo != "" || !reflect.DeepEqual(visa[0].Parts, parts) {
		t.Errorf("the split is %+v, want the parts %+v", visa[0], parts)
	}
}

// TestTruncatedAmountsAreNotRead reads downloads that end inside their last amount.
//
// Regression: the part of the amount was imported as the amount.
func TestTruncatedAmountsAreNotRead(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		rows int
	}{
		"CSV":                         {"Date,Payee,Amount\n2026-11-01,A,-12.50\n2026-11-02,B,-13.00\n2026-11-03,C,-1", 2},
		"CSV before the amount":       {"Date,Payee,Debit,Credit\n2026-11-01,A,12.50,\n2026-11-02,B,,13.00\n2026-11-03,C,1", 2},
		"CSV that ends with a row":    {"Date,Payee,Amount\n2026-11-01,A,-12.50\n2026-11-02,B,-13.00\n2026-11-03,C,-1.00", 3},
		"CSV that ends with a line":   {"Date,Payee,Amount\n2026-11-01,A,-12.50\n2026-11-02,B,-13.00\n2026-11-03,C,-1\n", 3},
		"CSV that ends with a text":   {"Date,Amount,Payee\n2026-11-01,-12.50,A\n2026-11-02,-13.00,B\n2026-11-03,-1.00,C", 3},
		"OFX":                         {"<OFX><STMTRS><STMTTRN><DTPOSTED>20261101<TRNAMT>-12.50<NAME>A</STMTTRN><STMTTRN><DTPOSTED>20261102<TRNAMT>-1", 1},
		"OFX that ends with a line":   {"<OFX><STMTRS><STMTTRN><DTPOSTED>20261101<TRNAMT>-12.50<NAME>A</STMTTRN><STMTTRN><DTPOSTED>20261102<TRNAMT>-1\n", 2},
		"QIF":                         {"!Type:Bank\nD2026-11-01\nT-12.50\n^\nD2026-11-22\nT-1", 1},
		"QIF that ends with a payee":  {"!Type:Bank\nD2026-11-01\nT-12.50\n^\nD2026-11-22\nT-1.00\nPB", 2},
		"MT940":                       {":20:S\n:25:1/2\n:28C:1\n:60F:C261101EUR1,\n:61:261102D12,50NMSC\n:86:A\n:61:261102D1", 1},
		"MT940 that ends with a kind": {":20:S\n:25:1/2\n:28C:1\n:60F:C261101EUR1,\n:61:261102D12,50NMSC\n:86:A\n:61:261102D1,NMSC1", 2},
	} {
		f, err := Read([]byte(c.file), Options{Currency: dollars()})
		isTruncated := slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.What == brokenOff })
		rows := 0
		for _, s := range f.Statements {
			rows += len(s.Rows)
		}
		if whole := strings.Contains(name, " that "); err != nil || rows != c.rows || isTruncated == whole {
			t.Errorf("%s: %v, error %v, want %d rows", name, describe(f), err, c.rows)
		}
	}
}

// TestFewBalancesDoNotProveTheColumns reads cash books with a column of money in and one of money out.
//
// Regression: one of the two columns alone agreed with the balances, so that half of the rows were lost.
func TestFewBalancesDoNotProveTheColumns(t *testing.T) {
	for _, rows := range []string{
		"13.11.2026;A;95.00;;95.00\n14.11.2026;B;60.00;;155.00\n15.11.2026;C;;90.00;65.00\n",
		"13.11.2026;A;15.00;0.00;15.00\n14.11.2026;B;0.00;100.00;-85.00\n15.11.2026;C;0.00;55.00;-140.00\n",
		"13.11.2026;A;;65.00;35.00\n14.11.2026;B;;5.00;30.00\n15.11.2026;C;75.00;;105.00\n16.11.2026;D;;15.00;90.00\n",
	} {
		for _, header := range []string{"Tag;Wort;Hinein;Hinaus;Kasse\n", "Date;Text;Plus;Minus;Balance\n", ""} {
			f, err := Read([]byte(header+rows), Options{Currency: dollars()})
			right := err == nil && len(f.Problems) == 0 && f.Mapping.Debit == 4 && f.Mapping.Credit == 3
			if err != nil || !right && !slices.Contains(f.Questions, AskColumns) {
				t.Errorf("%s%s is read without a question: %s, error %v", header, rows, describe(f), err)
			}
		}
	}
}

// TestAmountsWithoutDecimalsMayBeCents expects the question whether amounts without decimals are cents.
func TestAmountsWithoutDecimalsMayBeCents(t *testing.T) {
	file := []byte("Date,Payee,Amount\n2026-11-01,A,-12550\n2026-11-02,B,-1399\n2026-11-03,C,-101\n")
	f, err := Read(file, Options{Currency: dollars()})
	if err != nil || !slices.Contains(f.Questions, AskNumbers) {
		t.Fatalf("the number format is not asked: %s, error %v", describe(f), err)
	}
	m := *f.Mapping
	if doubts := Doubts(file, m, Options{Currency: dollars()}); !slices.Contains(doubts, AskNumbers) {
		t.Errorf("the columns decide the number format: %v", doubts)
	}
	m.Decimal, m.Group = Cents, ""
	if f, err = ReadCSV(file, m, Options{Currency: dollars()}); err != nil || f.Statements[0].Rows[0].Amount != -125_500 || f.Statements[0].Rows[2].Amount != -1_010 {
		t.Errorf("amounts in cents are read as %s, error %v", describe(f), err)
	}
}

// TestPayeesWithoutCodes expects the name of the payee without the text next to it.
//
// Regression: that text was read as a part of the name, or instead of it.
func TestPayeesWithoutCodes(t *testing.T) {
	mt := func(info string) string {
		return ":20:S\n:25:1/2\n:28C:1\n:60F:C261101EUR1,\n:61:261102D12,50NMSCNONREF\n:86:" + info + "\n:62F:D261102EUR11,50\n-\n"
	}
	camt := func(entry, parties string) string {
		return `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Me</Nm></Ownr></Acct><Ntry><Amt Ccy="EUR">45.00</Amt>` + entry +
			`<NtryDtls><TxDtls><RltdPties>` + parties + `</RltdPties><RltdDts><TxDtTm>2026-11-02T08:00:00</TxDtTm></RltdDts></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
	}
	const day, booked = `<BookgDt><Dt>2026-11-02</Dt></BookgDt>`, `<Sts>BOOK</Sts>`
	const bought = `<Dbtr><Nm>Me</Nm></Dbtr><Cdtr><Nm>Shop</Nm></Cdtr>`
	for _, c := range []struct{ name, file, want string }{
		{"ABN AMRO, card", mt("BEA   NR:XXX1234   21.05.11/12.54 DIRCKIII FIL2500 KATWIJK,PAS999"), "DIRCKIII FIL2500 KATWIJK"},
		{"ABN AMRO, giro", mt("GIRO   428428 KPN - DIGITENNE    BETALINGSKENM.  000000042188659"), "KPN - DIGITENNE"},
		{"ABN AMRO, SEPA", mt("SEPA OVERBOEKING                 IBAN: NL56CHAS0101010101\nBIC: CHASNL2XXXX                 NAAM: AA BB B.V.\nOMSCHRIJVING: 1412DEC 2015"), "AA BB B.V."},
		{"Knab", mt("FACTUUR 201403110, 201403113\nREK: NL65INGB0123456789/NAAM: PICQER"), "PICQER"},
		{"Knab, card", mt("WINKEL UTRECHT 01-01-2018 12:12 PAS: 1111 NAAM: HOUDER"), "WINKEL UTRECHT"},
		{"SNS", mt("0987654321 marechal s\n" + strings.Repeat(" ", 65) + "\ndit is een test"), "marechal s"},
		{"ING without a name", mt("/CNTP/0001234500////"), "0001234500"},
		{"ING with a slash in the name", mt("/CNTP/NL57ABNA0876543211/ABNANL2A/J AAP / FOO B.V.///REMI/USTD//parkeren/"), "J AAP / FOO B.V."},
		{"CAMT, money that came back", camt(`<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>`+booked+day, bought), "Shop"},
		{"CAMT, money that came back, parties turned", camt(`<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>`+booked+day, `<Dbtr><Nm>Shop</Nm></Dbtr><Cdtr><Nm>Me</Nm></Cdtr>`), "Shop"},
		{"CAMT without a day of booking", camt(`<CdtDbtInd>DBIT</CdtDbtInd>`+booked, bought), "Shop"},
		{"Swedbank (SE)", "Radnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,8327-9,1,Konto,SEK,2026-11-02,2026-11-02,2026-11-02,ICA NARA,Kortköp,-39.00,2554.18\n2,8327-9,1,Konto,SEK,2026-11-01,2026-11-01,2026-11-01,Arbetsgivare,Lön,100.00,2593.18\n", "ICA NARA"},
		{"ZKB in English", "Date;Booking text;Curr;Amount details;ZKB reference;Reference number;Debit CHF;Credit CHF;Value date;Balance CHF;Payment purpose;Details\n02.11.2026;Purchase ZKB Visa Debit card no. xxxx 1234, Migros;;;Z1;;23.80;;02.11.2026;76.20;;\n01.11.2026;Credit TWINT: Anna;;;Z2;;;100.00;01.11.2026;100.00;;\n", "Migros"},
		{"comdirect", "\"Buchungstag\";\"Wertstellung (Valuta)\";\"Vorgang\";\"Buchungstext\";\"Umsatz in EUR\";\n\"02.11.2026\";\"02.11.2026\";\"Lastschrift\";\"Auftraggeber: Stadtwerke Buchungstext: Strom Ref. 17\";\"-45,10\";\n", "Stadtwerke"},
	} {
		f, err := Read([]byte(c.file), Options{Currency: dollars()})
		if err != nil || len(f.Statements[0].Rows) == 0 || f.Statements[0].Rows[0].Payee != c.want || f.Statements[0].Rows[0].Date.String() != "2026-11-02" {
			t.Errorf("%s: %s %v, want %s", c.name, describe(f), err, c.want)
		}
	}
}

// TestOFXAmountsWithFourDecimals expects such amounts to be rounded, and a question about it.
func TestOFXAmountsWithFourDecimals(t *testing.T) {
	for text, want := range map[string]string{"-12.3456": "-12.350", "12.3449": "12.340", "-0.0050": "-0.010", "1,234.5678": "1234.570"} {
		f, err := Read([]byte("<OFX><STMTRS><STMTTRN><DTPOSTED>20261101<TRNAMT>"+text+"<NAME>A</STMTTRN></STMTRS></OFX>\n"), Options{Currency: dollars()})
		if err != nil || len(f.Statements[0].Rows) != 1 || f.Statements[0].Rows[0].Amount.String() != want || !slices.Equal(f.Questions, []Question{AskRounding}) {
			t.Errorf("%s: read as %s, error %v, want %s and a question", text, describe(f), err, want)
		}
	}
}
