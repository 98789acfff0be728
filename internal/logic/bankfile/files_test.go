package bankfile

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"holdover/internal/base/apperr"
)

// formatFile formats a file as one line per row and problem, for comparison.
func formatFile(f File) string {
	var b strings.Builder
	for _, s := range f.Statements {
		if s.Account != "" || s.Currency != "" || s.Closing != nil {
			b.WriteString(strings.TrimSpace(s.Account + " " + s.Currency))
			if s.Closing != nil {
				fmt.Fprintf(&b, " %s %s", s.Closing.Date, s.Closing.Amount)
			}
			b.WriteString("\n")
		}
		for _, r := range s.Rows {
			fmt.Fprintf(&b, "%d %s %s %s|%s|%s|%s\n", r.Line, r.Date, r.Amount, r.Payee, r.Memo, r.BankID, r.CheckNumber)
		}
	}
	for _, p := range f.Problems {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

func expect(t *testing.T, data string, o Options, want string) File {
	t.Helper()
	f, err := Read([]byte(data), o)
	if err != nil {
		t.Errorf("read: %v\n%.200q", err, data)
	}
	if got := formatFile(f); got != strings.TrimLeft(want, "\n") {
		t.Errorf("got:\n%swant:%s", got, want)
	}
	return f
}

const ofxHead = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n"

func TestOFX(t *testing.T) {
	expect(t, ofxHead+`<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>DE99</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101
<STMTTRN>
<TRNTYPE>PIX
<DTPOSTED>20260102233000.000[-5:EST]
<TRNAMT>-12.34
<FITID>a1
<CHECKNUM>17
<NAME>Caf`+"\xe9"+` &amp; M&M  <3
<MEMO>table 4
</STMTTRN>
<STMTTRN><DTPOSTED>20260231<TRNAMT>5<FITID>a2<NAME>never</STMTTRN>
<STMTTRN><DTPOSTED>20260103<TRNAMT>1.234,5<MEMO>only a memo</STMTTRN>
<STMTTRN><DTPOSTED>20260103<TRNAMT>1/3<FITID>a4</STMTTRN>
<STMTTRN><DTPOSTED>20260104<FITID>a5</STMTTRN>
<STMTTRN><DTPOSTED>20260104<TRNAMT>5<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY><FITID>a6</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>100.00<DTASOF>20260131</LEDGERBAL><AVAILBAL><BALAMT>99<DTASOF>20260131</AVAILBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`, Options{}, `
DE99 EUR 2026-01-31 100.000
9 2026-01-02 -12.340 Café & M&M <3|table 4|a1|17
19 2026-01-03 1234.500 only a memo|||
line 18, transaction 2, DTPOSTED: "20260231" is not a date
line 20, transaction 4, TRNAMT: "1/3" is not an amount
line 21, transaction 5, TRNAMT: it is missing
line 22, transaction 6, TRNAMT: the amount is in USD, the account in EUR
`)
}

func TestOFXAsXML(t *testing.T) {
	expect(t, `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="220"?>
<!-- <STMTTRN> not here -->
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260102</DTPOSTED><TRNAMT>-1.5</TRNAMT><FITID>x</FITID><PAYEE><NAME>Müller</NAME><CITY>Ulm</CITY></PAYEE><MEMO><![CDATA[a <b> & c]]></MEMO><EXTDNAME/></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS>
<CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4222</ACCTID></CCACCTFROM><BANKTRANLIST/></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`,
		Options{}, `
4111 USD
4 2026-01-02 -1.500 Müller|a <b> & c|x|
4222 USD
`)
}

// A file with elements that are never closed, on one line.
func TestOFXWithUnclosedElements(t *testing.T) {
	expect(t, "<OFX><STMTRS><STMTTRN><DTPOSTED>20260102<TRNAMT>1<NAME>A<STMTTRN><DTPOSTED>20260103<TRNAMT>2<NAME>B", Options{}, `
1 2026-01-02 1.000 A|||
1 2026-01-03 2.000 B|||
`)
}

func TestQIF(t *testing.T) {
	f := expect(t, "!Option:AutoSwitch\n!Account\nNGiro\nTBank\n^\n!Type:Bank\nD13/ 1'26\nT-1,234.50\nN101\nPShop\nMnote\nSFood\n$-1,000.00\nSFun\n$-234.50\n^\n"+
		"D14/1'26\nU7.00\n^\nDsoon\nT1\n^\nD14/1'26\nPno amount\n^\n!Type:Cat\nNFood\n^\n!Type:Invst\nD1/1'26\nT5\n^\n", Options{Hint: Style{Order: MonthFirst}}, `
Giro
7 2026-01-13 -1234.500 Shop|note||101
17 2026-01-14 7.000 |||
line 20, D (date): "soon" is not a date
line 23, T (amount): it is missing
line 29, !Type:Invst: investments are not supported
`)
	if f.Style.Order != DayFirst {
		t.Errorf("the style is %+v", f.Style)
	}
}

// The hint decides the points that the file leaves open, and the user's choice has precedence.
func TestQIFStyle(t *testing.T) {
	const open = "!Type:CCard\r\nD01/02/26\r\nT1.234\r\n^\r\n"
	f := expect(t, open, Options{Hint: german}, "\n2 2026-02-01 1234.000 |||\n")
	if len(f.Questions) == 0 {
		t.Error("an undecided file counts as sure")
	}
	f = expect(t, open, Options{Hint: german, Style: Style{Order: MonthFirst, Decimal: ".", Group: ","}}, "\n2 2026-01-02 1.234 |||\n")
	if len(f.Questions) > 0 {
		t.Error("the user's choice does not count as sure")
	}
}

func TestCAMT(t *testing.T) {
	const head = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE99</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">20.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>
`
	const tail = `</Stmt></BkToCstmrStmt></Document>`
	expect(t, head+`<Ntry><Amt Ccy="EUR">12.34</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt><AcctSvcrRef>r1</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Me</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Shop</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>bill</Ustrd><Ustrd>17</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">100</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-01-03T10:00:00Z</DtTm></BookgDt><AddtlNtryInf>Salary  January</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-01-03</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">5</Amt><CdtDbtInd>UP</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-03</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-01-04</Dt></ValDt><AcctSvcrRef>batch</AcctSvcrRef><NtryDtls>
<TxDtls><Amt Ccy="EUR">10</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties><Cdtr><Nm>A</Nm></Cdtr></RltdPties></TxDtls>
<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">20</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>B</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><AddtlNtryInf>two that do not add up</AddtlNtryInf><NtryDtls>
<TxDtls><Amt Ccy="EUR">10</Amt></TxDtls><TxDtls><Amt Ccy="EUR">21</Amt></TxDtls></NtryDtls></Ntry>
`+tail, Options{}, `
DE99 EUR 2026-01-31 -20.500
5 2026-01-02 -12.340 Shop|bill 17|r1|
7 2026-01-03 100.000 Salary January|||
10 2026-01-04 -10.000 A||batch/1|
10 2026-01-04 -20.000 B||batch/2|
13 2026-01-05 -30.000 two that do not add up|||
line 8, entry 3, Sts: the bank has not booked it yet (PDNG)
line 9, entry 4, CdtDbtInd: "UP" is neither CRDT nor DBIT
`)
	if _, err := Read([]byte(head+`<Ntry><Amt>`), Options{}); err == nil || !strings.Contains(err.Error(), "near line 5") {
		t.Errorf("a truncated file: error %v", err)
	}
}

func TestCSV(t *testing.T) {
	f := expect(t, "Konto;DE99\r\nZeitraum;Januar\r\n\r\nBuchungstag;Valuta;Auftraggeber;Verwendungszweck;Betrag (EUR);Saldo\r\n"+
		"02.01.2026;03.01.2026;B\xe4cker;\"Brot; Br\xf6tchen\r\nund Kuchen\";-1.234,50;10,00\r\n"+
		"31.01.2026;31.01.2026;Lohn;;2.000,00;2.010,00\r\nSumme;;;;765,50;\r\n;;;;;\r\n", Options{}, `
 2026-01-31 2010.000
5 2026-01-02 -1234.500 Bäcker|Brot; Brötchen und Kuchen||
7 2026-01-31 2000.000 Lohn|||
line 8, Buchungstag: "Summe" is not a date
`)
	m := f.Mapping
	if m.Delimiter != ";" || m.HeaderRows != 3 || m.Date != 1 || m.Payee != 3 || m.Amount != 5 || m.Memo[0] != 4 {
		t.Errorf("the guessed mapping is %+v", m)
	}
}

func TestCSVGuesses(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"two columns": {"Date,Description,Money Out,Money In,Balance\n13/01/2026,Shop,12.34,,100.00\n14/01/2026,Pay,,50.00,150.00\n", `
 2026-01-14 150.000
2 2026-01-13 -12.340 Shop|||
3 2026-01-14 50.000 Pay|||
`},
		"a column of debit or credit": {"\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Af Bij\";\"Bedrag (EUR)\";\"Mededelingen\"\n\"20260102\";\"Winkel\";\"NL01\";\"Af\";\"12,34\";\"pas 1\"\n\"20260103\";\"Werk\";\"NL01\";\"Bij\";\"1000,00\";\"loon\"\n", `
NL01
2 2026-01-02 -12.340 Winkel|pas 1||
3 2026-01-03 1000.000 Werk|loon||
`},
		"no header": {"2026-01-02,Coffee and cake,-3.50,96.50\n2026-01-03,Salary,100.00,196.50\n", `
1 2026-01-02 -3.500 Coffee and cake|||
2 2026-01-03 100.000 Salary|||
`},
		"ids and cheque numbers": {"Transaction ID\tPosted Date\tPayee\tMemo\tAmount\tCheck Number\nA1\t01/13/2026\tRent\tJanuary\t($900.00)\t101\nA2\t01/14/2026\tGift\t\t$5.00\t\n", `
2 2026-01-13 -900.000 Rent|January|A1|101
3 2026-01-14 5.000 Gift||A2|
`},
		"three decimals": {"date,name,amount\n2026-01-02,x,-1.234\n2026-01-02,y,5.5\n", `
2 2026-01-02 -1.234 x|||
3 2026-01-02 5.500 y|||
`},
		"one bad cell": {"date,name,amount\n2026-01-02,x,-1.23\n2026-01-03,y,n/a\n2026-01-04,z\n", `
2 2026-01-02 -1.230 x|||
line 3, amount: "n/a" is not an amount
line 4, amount: it is empty
`},
		"an unclosed quote": {"date,name,amount\n2026-01-02,x,-1.23\n2026-01-03,\"y,5.00\n2026-01-04,z,1.00\n", `
2 2026-01-02 -1.230 x|||
3 2026-01-03 5.000 "y|||
4 2026-01-04 1.000 z|||
`},
		"quotes within quotes, and surrounding blanks": {"date,name,amount\n2026-01-02, \"UAB \"Naktida\"\" , \"-1,234.50\"\t\n2026-01-03,\"a \"\"b\"\", c\",5.00\n", `
2 2026-01-02 -1234.500 UAB "Naktida"|||
3 2026-01-03 5.000 a "b", c|||
`},
	} {
		t.Run(name, func(t *testing.T) { expect(t, c.file, Options{}, c.want) })
	}
}

func TestCSVInverted(t *testing.T) {
	m := Mapping{Delimiter: ",", HeaderRows: 1, Style: english, Date: 1, Amount: 2, Memo: []int{4, 3}, Invert: true}
	expect(t, "d,a,b,c\n1/2/2026,12.5,one,two\n", Options{Mapping: &m}, "\n2 2026-02-01 -12.500 two one|||\n")
}

func TestInvalidMappingsAreRefused(t *testing.T) {
	good := Mapping{Delimiter: ",", Style: english, Date: 1, Amount: 2}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*Mapping){
		"for the date":         func(m *Mapping) { m.Date = 0 },
		"for the amount":       func(m *Mapping) { m.Amount = 0 },
		"money out and in":     func(m *Mapping) { m.Debit = 3 },
		"order of day":         func(m *Mapping) { m.Order = "ydm" },
		"decimal and group":    func(m *Mapping) { m.Group = "." },
		"separate columns":     func(m *Mapping) { m.Delimiter = "x" },
		"column -1 does not":   func(m *Mapping) { m.Payee = -1 },
		"column 9999 does not": func(m *Mapping) { m.Memo = []int{9999} },
		"the word for money":   func(m *Mapping) { m.Direction = 3 },
		"separators cannot be": func(m *Mapping) { m.Decimal = "" },
	} {
		m := good
		spoil(&m)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the mapping is valid, or has another error: %v, want %s", err, want)
		}
	}
}

func TestEncodings(t *testing.T) {
	const text = "Date;Payee;Amount\n2026-01-02;Bäcker Ørsted;-1,50\n"
	const want = "\n2 2026-01-02 -1.500 Bäcker Ørsted|||\n"
	wide := utf16.Encode([]rune(text))
	little, big := []byte{0xff, 0xfe}, []byte{}
	for _, u := range wide {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	latin := strings.NewReplacer("ä", "\xe4", "Ø", "\xd8").Replace(text)
	for _, file := range []string{text, "\xef\xbb\xbf" + text, string(little), string(big), latin} {
		expect(t, file, Options{}, want)
	}
	m, err := GuessMapping([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m.Encoding = "ibm850"
	expect(t, strings.NewReplacer("ä", "\x84", "Ø", "\x9d").Replace(text), Options{Mapping: &m}, want)
}

func TestFilesThatAreNoBankFilesAreRefused(t *testing.T) {
	for file, want := range map[string]string{
		"": "empty", " \n\t": "empty", "%PDF-1.4": "a PDF", "PK\x03\x04zip": "ZIP archive is incomplete", "{\"plan\":{}}": "JSON",
		"<html><body>Please sign in</body></html>": "web page", "\x00\x01\x02\x03abc": "not text",
		"hello\nworld\n": "no column of the file has dates", "2026-01-01,hello\n": "no column of the file has amounts",
		"Date,Payee,Amount\n": "has no transactions", "Konto;123\n\nBuchungstag;Empfänger;Betrag\n\n": "has no transactions",
		"OFXHEADER:100\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>": "has no transactions",
		"!Type:Cat\nNFood\n^\n":                                            "has no transactions",
		"!Type:Bank\nDsoon\nTmuch\n^\n":                                    "nothing in the file could be read: line 2, D (date)",
		"<OFX><STMTRS><STMTTRN><DTPOSTED>x<TRNAMT>1</STMTTRN></STMTRS>":    "nothing in the file could be read: line 1, transaction 1, DTPOSTED",
		"<Document><BkToCstmrStmt></BkToCstmrStmt></Document>":             "has no transactions",
		"<Document><BkToCstmrStmt><Stmt><Ntry></BkToCstmrStmt></Document>": "incomplete or damaged near line 1",
	} {
		_, err := Read([]byte(file), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%q: error %v, want %q with a hint", file, err, want)
		}
	}
}

func TestCellsOfTheFirstRows(t *testing.T) {
	m := Mapping{Delimiter: ";"}
	if got := Cells([]byte("a;b\nc\nd;e\n"), m, 2); len(got) != 2 || got[0][1] != "b" || got[1][0] != "c" {
		t.Errorf("the first two rows have the cells %v", got)
	}
	if got := Cells([]byte("a"), Mapping{}, 2); got != nil {
		t.Errorf("a file without a separator has the cells %v", got)
	}
}

// No repetition in a file makes the time to read it grow faster than its length.
func TestHostileFilesAreReadInLinearTime(t *testing.T) {
	for _, piece := range []string{"<!--", "<![CDATA[", "<a", "<STMTTRN>", "&", "\"", "(", "<?", "<STMTTRN><DTPOSTED>20260102<TRNAMT>1", "D1/1/26\nT1\n^\n", ";,", "1,"} {
		data := []byte(strings.Repeat(piece, 1<<20/len(piece)))
		start := time.Now()
		for _, read := range []func() (File, error){
			func() (File, error) { return readOFX(data, Options{}) },
			func() (File, error) { return readQIF(data, Options{}) },
			func() (File, error) { return readCAMT(data, Options{}) },
			func() (File, error) { return Read(data, Options{}) },
		} {
			if f, err := read(); err == nil && len(f.Statements) == 0 {
				t.Errorf("%q: no rows and no error", piece)
			}
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q repeated a million times took %v", piece, took)
		}
	}
}
