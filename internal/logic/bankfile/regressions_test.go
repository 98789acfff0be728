package bankfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// readAll reads the content of a bank file, with dollars as the currency of the budget.
func readAll(t *testing.T, content string) File {
	t.Helper()
	f, err := Read([]byte(content), Options{Currency: dollars()})
	if err != nil {
		t.Fatalf("got the error %v, want none, from reading\n%s", err, content)
	}
	return f
}

// TestColumnOfMoneyOutOrMoneyInMayBeEmpty reads files in which one of the two columns has no amounts.
//
// Regression: spending was read as income, without a question, if the column of money in was empty.
func TestColumnOfMoneyOutOrMoneyInMayBeEmpty(t *testing.T) {
	for _, header := range []string{
		"Date,Description,Debit,Credit",
		"Date,Description,Money Out,Money In",
		"Datum,Text,Soll,Haben",
		"Date,Description,Withdrawals,Deposits",
	} {
		onlyOut := readAll(t, header+`
2026-01-02,Tram,3.50,
2026-01-03,Baker,4.20,
2026-01-04,Shop,12.00,
`)
		if first := onlyOut.Statements[0].Rows[0]; len(onlyOut.Questions) > 0 || first.Amount != -3500 {
			t.Errorf("%s, no money in: got the first row %+v and the questions %v, want -3.500 and none", header, first, onlyOut.Questions)
		}
		onlyIn := readAll(t, header+`
2026-01-02,Employer,,3.50
`)
		if first := onlyIn.Statements[0].Rows[0]; len(onlyIn.Questions) > 0 || first.Amount != 3500 {
			t.Errorf("%s, no money out: got the first row %+v and the questions %v, want 3.500 and none", header, first, onlyIn.Questions)
		}
	}
}

// TestSignsAreAskedAboutUnlessTheFileProvesThem expects the question whether amounts without a minus sign are money
// out, also for a file of one row, unless the content of the file answers it.
func TestSignsAreAskedAboutUnlessTheFileProvesThem(t *testing.T) {
	for _, c := range []struct {
		file      string
		wantAsked bool
	}{
		{file: `Date,Payee,Amount
2026-01-13,Shop,5.00
`, wantAsked: true},
		{file: `Date,Payee,Amount
2026-01-13,Shop,5.00
2026-01-14,Payment,-5.00
`, wantAsked: true},
		{file: `Date,Payee,Amount
2026-01-13,Shop,-5.00
`, wantAsked: false},
		{file: `Date,Payee,Amount
2026-01-13,Shop,-5.00
2026-01-14,Shop,-5.00
2026-01-15,Pay,9.00
`, wantAsked: false},
		{file: `Date,Payee,Amount,Type
2026-01-13,Shop,5.00,Debit
`, wantAsked: false},
		{file: `Date,Payee,Amount,Balance
2026-01-13,Shop,5.00,95.00
2026-01-14,Bus,2.00,93.00
2026-01-15,Bar,1.00,92.00
`, wantAsked: false},
		{file: `Opening balance,100.00
Date,Payee,Amount
2026-01-13,Gift,5.00
2026-01-14,Gift,2.00
Closing balance,107.00
`, wantAsked: false},
		// The balance falls by the sum of the amounts. This does not prove that amounts without a sign are money out.
		{file: `Opening balance,107.00
Date,Payee,Amount
2026-01-13,Shop,5.00
2026-01-14,Bus,2.00
Closing balance,100.00
`, wantAsked: true},
		// The two account numbers differ by the sum of the amounts, but have no decimals, so they are not balances.
		{file: `Account,12340000
Card,12340007
Date,Payee,Amount
2026-01-13,Shop,5.00
2026-01-14,Bus,2.00
`, wantAsked: true},
		// Nine amounts precede the rows. Two of them differ by the sum of the amounts by chance.
		{file: `Limit,1.00
Fee,2.50
Fee,3.10
Fee,9.70
Fee,30.00
Fee,37.00
Fee,55.10
Fee,71.30
Fee,99.90
Date,Payee,Amount
2026-01-13,Shop,5.00
2026-01-14,Bus,2.00
`, wantAsked: true},
		// Three equal amounts of one day agree with the balances as money in, and read from the last row as money out.
		{file: `Date,Payee,Amount,Balance
2026-01-13,A,5.00,10.00
2026-01-13,B,5.00,15.00
2026-01-13,C,5.00,20.00
`, wantAsked: true},
	} {
		f := readAll(t, c.file)
		if asked := slices.Contains(f.Questions, AskSigns); asked != c.wantAsked {
			t.Errorf("got the questions %v, want %s among them: %t, for\n%s", f.Questions, AskSigns, c.wantAsked, c.file)
		}
	}
}

// TestBalancesProveThatAmountsAreMoneyOut reads amounts without a sign that reduce the balance.
func TestBalancesProveThatAmountsAreMoneyOut(t *testing.T) {
	f := readAll(t, `Date,Payee,Amount,Balance
2026-01-13,Shop,5.00,95.00
2026-01-14,Bus,2.00,93.00
2026-01-15,Bar,1.00,92.00
`)
	if first := f.Statements[0].Rows[0]; first.Amount != -5000 || !f.Mapping.Invert {
		t.Errorf("got the first amount %s and Invert %t, want -5.000 and true", first.Amount, f.Mapping.Invert)
	}
}

// TestDatesNumbersAndCodesAreNotReadAsAmounts reads files in the layouts of real banks with fictional rows. The wanted
// text has the date, amount and payee of each row.
//
// Regression: dates, account numbers, cheque numbers and codes were read as amounts.
func TestDatesNumbersAndCodesAreNotReadAsAmounts(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"Swedbank (LT)": {file: `"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K","Įrašo Nr.","Kodas"
"LT1","10","2012-01-13","","Likutis pradžiai","100.00","LTL","K","","AS"
"LT1","20","2012-01-14","Maxima","PIRKINYS","14.34","LTL","D","7","MK"
"LT1","20","2012-01-15","Darbas","ALGA","500.00","LTL","K","8","MK"
`, want: "2012-01-14 -14.340 Maxima|2012-01-15 500.000 Darbas"},
		"ING (NL) without a header": {file: `20261120,Winkel,NL11INGB1,NL22,GT,Af,"12,34",Online,Pas 1112
20261121,Werk,NL11INGB1,NL33,OV,Bij,"1000,00",Online,Loon
`, want: "2026-11-20 -12.340|2026-11-21 1000.000"},
		"Nationwide": {file: `"Account Name:","FlexAccount ****1112"
"Account Balance:","£90.00"
"Available Balance: ","£90.00"

"Date","Transaction type","Description","Paid out","Paid in","Balance"
"13 Nov 2026","Visa purchase","SHOP","£10.00","","£90.00"
`, want: "2026-11-13 -10.000 SHOP"},
		"Suntrust": {file: `Date,CheckNumber,Description,Withdrawals Amount,Deposits Amount
11/13/2026,1042,CHECK,25.00,
11/14/2026,,PAYROLL,,900.00
`, want: "2026-11-13 -25.000 CHECK|2026-11-14 900.000 PAYROLL"},
		"OCBC": {file: `Account details for:,FRANK 501-1
Available Balance,"100.00"

Transaction History
Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)
18/11/2026,18/11/2026,SHOP,6.66,
`, want: "2026-11-18 -6.660 SHOP"},
		"ASB": {file: `Created date / time : 20 November 2026
Bank 12; Branch 3011; Account 0001112-50
From date 20261101

Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount
2026/11/13,2026111301,EFTPOS,,Dairy,milk,-4.50
2026/11/14,2026111401,D/C,1042,Work,pay,900.00
`, want: "2026-11-13 -4.500 Dairy|2026-11-14 900.000 Work"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readAll(t, c.file)
			var lines []string
			for _, r := range f.Statements[0].Rows {
				line := r.Date.String() + " " + r.Amount.String()
				// Without a header the payee is a guess, which comes with a question. Such a payee is not compared.
				if len(f.Questions) == 0 || f.Bank != "" {
					line += " " + r.Payee
				}
				lines = append(lines, line)
			}
			if got := strings.Join(lines, "|"); got != c.want {
				t.Errorf("got the rows %s, want %s; questions %v, mapping %+v", got, c.want, f.Questions, *f.Mapping)
			}
		})
	}
}

// TestPayeesAreTheOtherParty expects the other party as the payee: not the account owner, the card holder or the kind of
// transaction.
func TestPayeesAreTheOtherParty(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"Knab": {file: `KNAB EXPORT;;;;;;;;
Rekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Valutadatum;Betaalwijze;Omschrijving
NL1;21-06-2026;EUR;D;8,50;NL2;Winkel;21-06-2026;Betaalautomaat;brood
`, want: "Winkel"},
		"KBC": {file: `Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling
BE1;;IK ZELF;EUR;1;28/02/2026;OVERSCHRIJVING;28/02/2026;-3,40;96,60;;-3,40;BE2;X;Winkel;;;brood
`, want: "Winkel"},
		"Erste (HU)": {file: `Tranzakció dátuma,Partner neve,Partner számlaszáma,Számla neve,Számlaszám,Tranzakció típusa,Tranzakció összege,Közlemény
2026.04.19.,Bolt,1,Saját Név,2,Vásárlás,-350,kenyér
`, want: "Bolt"},
		"Raiffeisen (CZ)": {file: `Datum provedení;Datum zaúčtování;Číslo účtu;Název účtu;Kategorie transakce;Číslo protiúčtu;Název protiúčtu;Typ transakce;Zpráva;Poznámka;VS;Zaúčtovaná částka;Id transakce
27.05.2026;27.05.2026;1;Moje Jméno;Platba;2;Obchod;Platba kartou;rohlíky;;;-1 000,00;77
`, want: "Obchod"},
		"ZKB": {file: `"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck"
"26.06.2026";"Laden Süd";"";"";"Z1";"";"23.80";"";"26.06.2026";"950.00";"Einkauf"
`, want: "Laden Süd"},
		"Oberbank": {file: `Buchungsdatum;Wertstellung;Betrag;Währung;Auftraggebername;Auftraggeber IBAN/Kto.Nr.;Auftraggeber BIC/BLZ;Empfängername;Empfänger IBAN/Kto.Nr.;Empfänger BIC/BLZ;Text;Verwendungszweck
15.03.2026;15.03.2026;10,00;EUR;Fabrik;AT1;X;Ich Selbst;AT2;Y;Gutschrift;Lohn
`, want: "Fabrik"},
		"Mercury": {file: `Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency
01-17-2026,Coffee Shop,-4.25,Sent,Checking xx1,COFFEE,,,1234,Own Name,,,01-17-2026 16:33:58,USD
`, want: "Coffee Shop"},
		"Venmo": {file: `Account Statement - (@me),,,
Account Activity,,,
,ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (fee),Funding Source,Destination
,1,2026-03-29T18:43:08,Payment,Complete,Laser,Own Name,Brenda,- $20.00,,Visa,
,2,2026-03-30T18:43:08,Payment,Complete,Rent,Carl,Own Name,+ $9.00,,,Venmo balance
,3,2026-03-31T18:43:08,Charge,Complete,Pizza,Own Name,Dora,+ $7.00,,,Venmo balance
`, want: "Brenda|Carl|Dora"},
		"Wise": {file: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name"
CARD-1,20-01-2026,-4.00,EUR,Card transaction,,96.00,,,,,,,Kiosk,1234,Own Name
TRANSFER-2,19-01-2026,-10.00,EUR,Sent money,,100.00,,,,,Jane Doe,DE1,,,
`, want: "Kiosk|Jane Doe"},
		"ASN": {file: `Boekingsdatum,Opdrachtgeversrekening,Tegenrekeningnummer,Naam tegenrekening,Adres,Postcode,Plaats,Valuta,Saldo rekening voor mutatie,Valuta,Transactiebedrag,Journaaldatum,Valutadatum,Interne transactiecode,Globale transactiecode,Volgnummer,Betalingskenmerk,Omschrijving,Afschriftnummer
17-06-2026,NL1,NL2,Winkel,,,,EUR,130.44,EUR,-12.50,17-06-2026,17-06-2026,2754,BEA,1,,brood,6
`, want: "Winkel"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readAll(t, c.file)
			var payees []string
			for _, r := range f.Statements[0].Rows {
				payees = append(payees, r.Payee)
			}
			if got := strings.Join(payees, "|"); got != c.want || len(f.Questions) > 0 {
				t.Errorf("got the payees %s and the questions %v, want %s and none; bank %q, mapping %+v, problems %v", got, f.Questions, c.want, f.Bank, *f.Mapping, f.Problems)
			}
		})
	}
}

// TestEveryKnownBankHasAValidMapping builds a header with all columns that an entry of the table of known banks names,
// and expects a valid mapping for it.
func TestEveryKnownBankHasAValidMapping(t *testing.T) {
	for _, bank := range knownBanks {
		columns := map[headerKey]int{}
		addColumns := func(names ...headerKey) {
			for _, name := range names {
				if columns[name] == 0 {
					columns[name] = len(columns) + 1
				}
			}
		}
		addColumns(bank.Header...)
		for role, name := range bank.Columns {
			if !slices.Contains(Roles(), role) {
				t.Errorf("%s: got the role %q, want one of %q", bank.Bank, role, Roles())
			}
			addColumns(name)
		}
		addColumns(bank.Memo...)
		// A file without a header has a fixed width. Its columns are named by their numbers.
		for c := range bank.Width {
			columns[headerKey(fmt.Sprintf("#%d", c+1))] = c + 1
		}
		m, ok := bank.mapping(columns)
		m.Delimiter = ","
		if m.Order == "" {
			m.Order = DayFirst
		}
		if m.Decimal == "" {
			m.Decimal = "."
		}
		if err := m.Validate(); !ok || err != nil || len(columns) < 3 {
			t.Errorf("%s: got the mapping %+v of %d columns, found %t, error %v, want a valid one of at least 3", bank.Bank, m, len(columns), ok, err)
		}
	}
}

// TestColumnsOfUnknownBanks finds the columns of files of unknown banks by their content and headers. Each case is named
// after a column that is neither the amount nor the payee, and needs the rule that excludes it.
func TestColumnsOfUnknownBanks(t *testing.T) {
	for name, c := range map[string]struct{ file, amount, payee string }{
		"a number too long for an amount": {file: `2026-11-13,4712345678,Shop,450
2026-11-14,4712345699,Bus,20
`, amount: "450.000", payee: "Shop"},
		"a number with a leading zero": {file: `2026-11-13,0042,Shop,450
2026-11-14,0043,Bus,20
`, amount: "450.000", payee: "Shop"},
		"a second date": {file: `20261113,20261112,Shop,450
20261114,20261113,Bus,20
`, amount: "450.000", payee: "Shop"},
		"the account owner's name": {file: `Date,Customer name,Details,Amount
2026-11-13,Anna Own,Shop,-4.50
2026-11-14,Anna Own,Bus,-2.00
`, amount: "4.500", payee: "Shop"},
		"a column with one value": {file: `Date,Name,Remark,Amount
2026-11-13,Card,Shop,-4.50
2026-11-14,Card,Bus,-2.00
2026-11-15,Card,Bar,-3.00
`, amount: "4.500", payee: "Shop"},
	} {
		f := readAll(t, c.file)
		first := f.Statements[0].Rows[0]
		if amount := first.Amount.Abs().String(); amount != c.amount || first.Payee != c.payee {
			t.Errorf("%s: got %s and the payee %q, want %s and %q; questions %v, mapping %+v", name, amount, first.Payee, c.amount, c.payee, f.Questions, *f.Mapping)
		}
	}
}

// TestFeesInFewRowsDoNotProveTheColumns reads a file with columns for the amount, the fee and their total. Only one row
// has a fee. The total is the amount of a row, and no column is the balance.
//
// Regression: the three columns were read as money out, balance and money in, without a question. Most rows were
// imported with an amount of 0.
func TestFeesInFewRowsDoNotProveTheColumns(t *testing.T) {
	f := readAll(t, `Date,Payee,Amount,Fee,Total
2026-11-20,A,100.00,-2.50,97.50
2026-11-21,B,-5.00,0.00,-5.00
2026-11-22,C,-6.00,0.00,-6.00
2026-11-23,D,-7.00,0.00,-7.00
`)
	var amounts []string
	for _, r := range f.Statements[0].Rows {
		amounts = append(amounts, r.Amount.String())
	}
	const want = "97.500 -5.000 -6.000 -7.000"
	if got := strings.Join(amounts, " "); got != want || f.Statements[0].Closing != nil {
		t.Errorf("got the amounts %s and the closing balance %v, want %s and none; questions %v", got, f.Statements[0].Closing, want, f.Questions)
	}
}

// fileOfStates has two booked rows, a pending one, a declined one, and one whose state is an unknown word.
const fileOfStates = `Date,Payee,Amount,Status
2026-11-26,Shop A,-12.50,Completed
2026-11-25,Work,100.00,Completed
2026-11-24,Hotel,-250.00,Pending
2026-11-23,Shop B,-5.00,Strange
2026-11-22,Fail,-77.00,Declined
`

// TestUnknownStatesAreAskedAboutOnce expects the booked rows, the row with the unknown state, and a question about that
// state. The mapping that the user confirms contains the state, so that later files lead to no question.
//
// Regression: one unknown state disabled the whole column, so that pending and declined rows were imported as booked.
func TestUnknownStatesAreAskedAboutOnce(t *testing.T) {
	first := readAll(t, fileOfStates)
	if rows := first.Statements[0].Rows; len(rows) != 3 || !slices.Equal(first.States, []string{"Strange"}) || !slices.Contains(first.Questions, AskStates) {
		t.Errorf("got %d rows, the states %q and the questions %v, want 3, Strange and %s among them", len(rows), first.States, first.Questions, AskStates)
	}
	again, err := ReadCSV([]byte(fileOfStates), *first.Mapping, Options{})
	if err != nil || len(again.States) > 0 || slices.Contains(again.Questions, AskStates) {
		t.Errorf("with the confirmed mapping: got the states %q, the questions %v and the error %v, want no state, no %s and no error", again.States, again.Questions, err, AskStates)
	}
}

// TestPendingRowsOfAKnownBankAreNotImported reads a file of PayPal with a booked row and a pending one.
func TestPendingRowsOfAKnownBankAreNotImported(t *testing.T) {
	f := readAll(t, `"Datum","Uhrzeit","Zeitzone","Name","Typ","Status","Währung","Netto","Brutto","Transaktionscode","Guthaben"
"25.11.2026","10:00","CET","B","Zahlung","Abgeschlossen","EUR","-5,00","-5,00","X1","95,00"
"26.11.2026","10:00","CET","C","Zahlung","Ausstehend","EUR","-7,00","-7,00","X2","88,00"
`)
	if rows := f.Statements[0].Rows; len(rows) != 1 || f.Bank == "" {
		t.Errorf("got the bank %q and the rows %+v, want a known bank and the booked row only", f.Bank, rows)
	}
}

// TestStartingBalanceOfARegisterIsATransaction reads a register as YNAB and Holdover export it. Its opening balance is
// a row.
//
// Regression: that row was omitted as if it were the balance line of a bank.
func TestStartingBalanceOfARegisterIsATransaction(t *testing.T) {
	f := readAll(t, `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","11/13/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$700.00,"Cleared"
"Checking","","11/14/2026","Shop","Needs: Food","Needs","Food","",$4.50,$0.00,"Cleared"
`)
	if rows := f.Statements[0].Rows; len(rows) != 2 || rows[0].Amount != 700_000 {
		t.Errorf("got the rows %+v and the problems %v, want 2 rows, first the starting balance of 700", rows, f.Problems)
	}
}

// TestStartingBalanceOfABankIsNoTransaction reads a bank's file that begins with the opening balance.
func TestStartingBalanceOfABankIsNoTransaction(t *testing.T) {
	f := readAll(t, `Date,Description,Amount,Balance
2026-11-12,Starting Balance,700.00,700.00
2026-11-13,Shop,-4.50,695.50
2026-11-14,Bus,-2.00,693.50
2026-11-15,Bar,-1.00,692.50
`)
	if rows := f.Statements[0].Rows; len(rows) != 3 {
		t.Errorf("got %d rows, want 3 without the starting balance: %+v", len(rows), rows)
	}
}
