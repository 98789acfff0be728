package bankfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func readAll(t *testing.T, file string) File {
	t.Helper()
	f, err := Read([]byte(file), Options{Currency: dollars()})
	if err != nil {
		t.Fatalf("read: %v\n%s", err, file)
	}
	return f
}

// One of the columns of money out and money in may be empty. Spending was then read as income, without a question.
func TestSpendingStaysNegativeIfTheIncomeColumnIsEmpty(t *testing.T) {
	for _, head := range []string{"Date,Description,Debit,Credit", "Date,Description,Money Out,Money In", "Datum,Text,Soll,Haben", "Date,Description,Withdrawals,Deposits"} {
		f := readAll(t, head+"\n2026-01-02,Tram,3.50,\n2026-01-03,Baker,4.20,\n2026-01-04,Shop,12.00,\n")
		if len(f.Questions) > 0 || f.Statements[0].Rows[0].Amount != -3500 {
			t.Errorf("%s: questions %v, first row %+v, want -3.500 without a question", head, f.Questions, f.Statements[0].Rows[0])
		}
		f = readAll(t, head+"\n2026-01-02,Employer,,3.50\n")
		if len(f.Questions) > 0 || f.Statements[0].Rows[0].Amount != 3500 {
			t.Errorf("%s, income: questions %v, first row %+v", head, f.Questions, f.Statements[0].Rows[0])
		}
	}
}

// The direction of money is asked for a file of one row too, unless the file decides it.
func TestTheDirectionOfMoneyIsAskedForSmallFilesToo(t *testing.T) {
	for file, wantQuestion := range map[string]bool{
		"Date,Payee,Amount\n2026-01-13,Shop,5.00\n":                                                                       true,
		"Date,Payee,Amount\n2026-01-13,Shop,5.00\n2026-01-14,Payment,-5.00\n":                                             true,
		"Date,Payee,Amount\n2026-01-13,Shop,-5.00\n":                                                                      false,
		"Date,Payee,Amount\n2026-01-13,Shop,-5.00\n2026-01-14,Shop,-5.00\n2026-01-15,Pay,9.00\n":                          false,
		"Date,Payee,Amount,Type\n2026-01-13,Shop,5.00,Debit\n":                                                            false,
		"Date,Payee,Amount,Balance\n2026-01-13,Shop,5.00,95.00\n2026-01-14,Bus,2.00,93.00\n2026-01-15,Bar,1.00,92.00\n":   false,
		"Opening balance,100.00\nDate,Payee,Amount\n2026-01-13,Gift,5.00\n2026-01-14,Gift,2.00\nClosing balance,107.00\n": false,
		// The balance fell by the sum of the rows. This proves nothing about amounts without signs.
		"Opening balance,107.00\nDate,Payee,Amount\n2026-01-13,Shop,5.00\n2026-01-14,Bus,2.00\nClosing balance,100.00\n": true,
		// Account numbers are not balances, even if they differ by the sum of the rows.
		"Account,12340000\nCard,12340007\nDate,Payee,Amount\n2026-01-13,Shop,5.00\n2026-01-14,Bus,2.00\n": true,
		// Among many amounts outside the rows, two differ by the sum of the rows by chance.
		"Limit,1.00\nFee,2.50\nFee,3.10\nFee,9.70\nFee,30.00\nFee,37.00\nFee,55.10\nFee,71.30\nFee,99.90\nDate,Payee,Amount\n2026-01-13,Shop,5.00\n2026-01-14,Bus,2.00\n": true,
		// Rows of one day and equal amount agree with the balances in both orders.
		"Date,Payee,Amount,Balance\n2026-01-13,A,5.00,10.00\n2026-01-13,B,5.00,15.00\n2026-01-13,C,5.00,20.00\n": true,
	} {
		f := readAll(t, file)
		if slices.Contains(f.Questions, AskSigns) != wantQuestion {
			t.Errorf("questions %v for\n%s", f.Questions, file)
		}
	}
	f := readAll(t, "Date,Payee,Amount,Balance\n2026-01-13,Shop,5.00,95.00\n2026-01-14,Bus,2.00,93.00\n2026-01-15,Bar,1.00,92.00\n")
	if f.Statements[0].Rows[0].Amount != -5000 || !f.Mapping.Invert {
		t.Errorf("the balances do not decide the sign: %+v", f.Statements[0].Rows[0])
	}
}

// Dates, account and cheque numbers and codes were read as amounts. The expected columns are date, amount and payee;
// the files are fictional.
func TestDatesNumbersAndCodesAreNotReadAsAmounts(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"Swedbank (LT)": {"\"Sąskaitos Nr.\",\"\",\"Data\",\"Gavėjas\",\"Paaiškinimai\",\"Suma\",\"Valiuta\",\"D/K\",\"Įrašo Nr.\",\"Kodas\"\n\"LT1\",\"10\",\"2012-01-13\",\"\",\"Likutis pradžiai\",\"100.00\",\"LTL\",\"K\",\"\",\"AS\"\n" +
			"\"LT1\",\"20\",\"2012-01-14\",\"Maxima\",\"PIRKINYS\",\"14.34\",\"LTL\",\"D\",\"7\",\"MK\"\n\"LT1\",\"20\",\"2012-01-15\",\"Darbas\",\"ALGA\",\"500.00\",\"LTL\",\"K\",\"8\",\"MK\"\n", "2012-01-14 -14.340 Maxima|2012-01-15 500.000 Darbas"},
		"ING (NL) without a header": {"20261120,Winkel,NL11INGB1,NL22,GT,Af,\"12,34\",Online,Pas 1112\n20261121,Werk,NL11INGB1,NL33,OV,Bij,\"1000,00\",Online,Loon\n", "2026-11-20 -12.340|2026-11-21 1000.000"},
		"Nationwide":                {"\"Account Name:\",\"FlexAccount ****1112\"\n\"Account Balance:\",\"£90.00\"\n\"Available Balance: \",\"£90.00\"\n\n\"Date\",\"Transaction type\",\"Description\",\"Paid out\",\"Paid in\",\"Balance\"\n\"13 Nov 2026\",\"Visa purchase\",\"SHOP\",\"£10.00\",\"\",\"£90.00\"\n", "2026-11-13 -10.000 SHOP"},
		"Suntrust":                  {"Date,CheckNumber,Description,Withdrawals Amount,Deposits Amount\n11/13/2026,1042,CHECK,25.00,\n11/14/2026,,PAYROLL,,900.00\n", "2026-11-13 -25.000 CHECK|2026-11-14 900.000 PAYROLL"},
		"OCBC":                      {"Account details for:,FRANK 501-1\nAvailable Balance,\"100.00\"\n\nTransaction History\nTransaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n18/11/2026,18/11/2026,SHOP,6.66,\n", "2026-11-18 -6.660 SHOP"},
		"ASB":                       {"Created date / time : 20 November 2026\nBank 12; Branch 3011; Account 0001112-50\nFrom date 20261101\n\nDate,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount\n2026/11/13,2026111301,EFTPOS,,Dairy,milk,-4.50\n2026/11/14,2026111401,D/C,1042,Work,pay,900.00\n", "2026-11-13 -4.500 Dairy|2026-11-14 900.000 Work"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readAll(t, c.file)
			var got []string
			for _, r := range f.Statements[0].Rows {
				line := r.Date.String() + " " + r.Amount.String()
				if len(f.Questions) == 0 || f.Bank != "" { // a payee without a header requires a question
					line += " " + r.Payee
				}
				got = append(got, line)
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("rows %s, questions %v, mapping %+v", strings.Join(got, "|"), f.Questions, *f.Mapping)
			}
		})
	}
}

// The payee is the other party, not the account owner, the kind of transaction or the card holder.
func TestPayeesAreTheOtherParty(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"Knab":            {"KNAB EXPORT;;;;;;;;\nRekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Valutadatum;Betaalwijze;Omschrijving\nNL1;21-06-2026;EUR;D;8,50;NL2;Winkel;21-06-2026;Betaalautomaat;brood\n", "Winkel"},
		"KBC":             {"Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling\nBE1;;IK ZELF;EUR;1;28/02/2026;OVERSCHRIJVING;28/02/2026;-3,40;96,60;;-3,40;BE2;X;Winkel;;;brood\n", "Winkel"},
		"Erste (HU)":      {"Tranzakció dátuma,Partner neve,Partner számlaszáma,Számla neve,Számlaszám,Tranzakció típusa,Tranzakció összege,Közlemény\n2026.04.19.,Bolt,1,Saját Név,2,Vásárlás,-350,kenyér\n", "Bolt"},
		"Raiffeisen (CZ)": {"Datum provedení;Datum zaúčtování;Číslo účtu;Název účtu;Kategorie transakce;Číslo protiúčtu;Název protiúčtu;Typ transakce;Zpráva;Poznámka;VS;Zaúčtovaná částka;Id transakce\n27.05.2026;27.05.2026;1;Moje Jméno;Platba;2;Obchod;Platba kartou;rohlíky;;;-1 000,00;77\n", "Obchod"},
		"ZKB":             {"\"Datum\";\"Buchungstext\";\"Whg\";\"Betrag Detail\";\"ZKB-Referenz\";\"Referenznummer\";\"Belastung CHF\";\"Gutschrift CHF\";\"Valuta\";\"Saldo CHF\";\"Zahlungszweck\"\n\"26.06.2026\";\"Laden Süd\";\"\";\"\";\"Z1\";\"\";\"23.80\";\"\";\"26.06.2026\";\"950.00\";\"Einkauf\"\n", "Laden Süd"},
		"Oberbank":        {"Buchungsdatum;Wertstellung;Betrag;Währung;Auftraggebername;Auftraggeber IBAN/Kto.Nr.;Auftraggeber BIC/BLZ;Empfängername;Empfänger IBAN/Kto.Nr.;Empfänger BIC/BLZ;Text;Verwendungszweck\n15.03.2026;15.03.2026;10,00;EUR;Fabrik;AT1;X;Ich Selbst;AT2;Y;Gutschrift;Lohn\n", "Fabrik"},
		"Mercury":         {"Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Last Four Digits,Name On Card,Category,GL Code,Timestamp,Original Currency\n01-17-2026,Coffee Shop,-4.25,Sent,Checking xx1,COFFEE,,,1234,Own Name,,,01-17-2026 16:33:58,USD\n", "Coffee Shop"},
		"Venmo":           {"Account Statement - (@me),,,\nAccount Activity,,,\n,ID,Datetime,Type,Status,Note,From,To,Amount (total),Amount (fee),Funding Source,Destination\n,1,2026-03-29T18:43:08,Payment,Complete,Laser,Own Name,Brenda,- $20.00,,Visa,\n,2,2026-03-30T18:43:08,Payment,Complete,Rent,Carl,Own Name,+ $9.00,,,Venmo balance\n,3,2026-03-31T18:43:08,Charge,Complete,Pizza,Own Name,Dora,+ $7.00,,,Venmo balance\n", "Brenda|Carl|Dora"},
		"Wise":            {"\"TransferWise ID\",Date,Amount,Currency,Description,\"Payment Reference\",\"Running Balance\",\"Exchange From\",\"Exchange To\",\"Exchange Rate\",\"Payer Name\",\"Payee Name\",\"Payee Account Number\",Merchant,\"Card Last Four Digits\",\"Card Holder Full Name\"\nCARD-1,20-01-2026,-4.00,EUR,Card transaction,,96.00,,,,,,,Kiosk,1234,Own Name\nTRANSFER-2,19-01-2026,-10.00,EUR,Sent money,,100.00,,,,,Jane Doe,DE1,,,\n", "Kiosk|Jane Doe"},
		"ASN":             {"Boekingsdatum,Opdrachtgeversrekening,Tegenrekeningnummer,Naam tegenrekening,Adres,Postcode,Plaats,Valuta,Saldo rekening voor mutatie,Valuta,Transactiebedrag,Journaaldatum,Valutadatum,Interne transactiecode,Globale transactiecode,Volgnummer,Betalingskenmerk,Omschrijving,Afschriftnummer\n17-06-2026,NL1,NL2,Winkel,,,,EUR,130.44,EUR,-12.50,17-06-2026,17-06-2026,2754,BEA,1,,brood,6\n", "Winkel"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readAll(t, c.file)
			var got []string
			for _, r := range f.Statements[0].Rows {
				got = append(got, r.Payee)
			}
			if strings.Join(got, "|") != c.want || len(f.Questions) > 0 {
				t.Errorf("payees %q, questions %v, bank %s, mapping %+v, problems %v", got, f.Questions, f.Bank, *f.Mapping, f.Problems)
			}
		})
	}
}

// Every entry of the table of known banks yields a valid mapping.
func TestEveryKnownBankHasAValidMapping(t *testing.T) {
	for _, bank := range knownBanks {
		at := map[headerKey]int{}
		add := func(names ...headerKey) {
			for _, name := range names {
				if at[name] == 0 {
					at[name] = len(at) + 1
				}
			}
		}
		add(bank.Header...)
		for role, name := range bank.Columns {
			if !slices.Contains(Roles(), role) {
				t.Errorf("%s: the role %q is unknown", bank.Bank, role)
			}
			add(name)
		}
		add(bank.Memo...)
		if bank.Width > 0 {
			for c := range bank.Width {
				at[headerKey(fmt.Sprintf("#%d", c+1))] = c + 1
			}
		}
		m, ok := bank.mapping(at)
		m.Delimiter = ","
		if m.Order == "" {
			m.Order = DayFirst
		}
		if m.Decimal == "" {
			m.Decimal = "."
		}
		if err := m.Validate(); !ok || err != nil || len(at) < 3 {
			t.Errorf("%s: the mapping %+v is invalid: %v", bank.Bank, m, err)
		}
	}
}

// Columns of unknown banks are found by their content and headers: each case needs one of the rules.
func TestColumnsOfUnknownBanks(t *testing.T) {
	for name, c := range map[string]struct{ file, amount, payee string }{
		"a number too long for an amount": {"2026-11-13,4712345678,Shop,450\n2026-11-14,4712345699,Bus,20\n", "450.000", "Shop"},
		"a number with a leading zero":    {"2026-11-13,0042,Shop,450\n2026-11-14,0043,Bus,20\n", "450.000", "Shop"},
		"a second date":                   {"20261113,20261112,Shop,450\n20261114,20261113,Bus,20\n", "450.000", "Shop"},
		"the account owner's name":        {"Date,Customer name,Details,Amount\n2026-11-13,Anna Own,Shop,-4.50\n2026-11-14,Anna Own,Bus,-2.00\n", "4.500", "Shop"},
		"a column with one value":         {"Date,Name,Remark,Amount\n2026-11-13,Card,Shop,-4.50\n2026-11-14,Card,Bus,-2.00\n2026-11-15,Card,Bar,-3.00\n", "4.500", "Shop"},
	} {
		f := readAll(t, c.file)
		r := f.Statements[0].Rows[0]
		if amount := r.Amount.Abs().String(); amount != c.amount || r.Payee != c.payee {
			t.Errorf("%s: amount %s, payee %q, questions %v, mapping %+v", name, r.Amount, r.Payee, f.Questions, *f.Mapping)
		}
	}
}

// TestAFeeInFewRowsDoesNotProveTheColumns: columns for amount, fee and result were read as money out, balance and money
// in; most rows were imported with an amount of 0, without a question.
func TestAFeeInFewRowsDoesNotProveTheColumns(t *testing.T) {
	f := readAll(t, "Date,Payee,Amount,Fee,Total\n2026-11-20,A,100.00,-2.50,97.50\n2026-11-21,B,-5.00,0.00,-5.00\n2026-11-22,C,-6.00,0.00,-6.00\n2026-11-23,D,-7.00,0.00,-7.00\n")
	var amounts []string
	for _, r := range f.Statements[0].Rows {
		amounts = append(amounts, r.Amount.String())
	}
	if got := strings.Join(amounts, " "); got != "97.500 -5.000 -6.000 -7.000" || f.Statements[0].Closing != nil {
		t.Errorf("rows %s, closing balance %v, questions %v", got, f.Statements[0].Closing, f.Questions)
	}
}

// TestAnUnknownStatusOfARowIsAskedAbout: one unknown word disabled the whole column, and pending and declined
// rows were imported as booked.
func TestAnUnknownStatusOfARowIsAskedAbout(t *testing.T) {
	const file = "Date,Payee,Amount,Status\n2026-11-26,Shop A,-12.50,Completed\n2026-11-25,Work,100.00,Completed\n2026-11-24,Hotel,-250.00,Pending\n2026-11-23,Shop B,-5.00,Strange\n2026-11-22,Fail,-77.00,Declined\n"
	f := readAll(t, file)
	if len(f.Statements[0].Rows) != 3 || !slices.Equal(f.States, []string{"Strange"}) || !slices.Contains(f.Questions, AskStates) {
		t.Errorf("%d rows, states %q, questions %v", len(f.Statements[0].Rows), f.States, f.Questions)
	}
	m := *f.Mapping
	if f, err := ReadCSV([]byte(file), m, Options{}); err != nil || len(f.States) > 0 || slices.Contains(f.Questions, AskStates) {
		t.Errorf("the confirmed states are asked about again: %q, error %v", f.States, err)
	}
	paypal := "\"Datum\",\"Uhrzeit\",\"Zeitzone\",\"Name\",\"Typ\",\"Status\",\"Währung\",\"Netto\",\"Brutto\",\"Transaktionscode\",\"Guthaben\"\n" +
		"\"25.11.2026\",\"10:00\",\"CET\",\"B\",\"Zahlung\",\"Abgeschlossen\",\"EUR\",\"-5,00\",\"-5,00\",\"X1\",\"95,00\"\n\"26.11.2026\",\"10:00\",\"CET\",\"C\",\"Zahlung\",\"Ausstehend\",\"EUR\",\"-7,00\",\"-7,00\",\"X2\",\"88,00\"\n"
	if f := readAll(t, paypal); len(f.Statements[0].Rows) != 1 || f.Bank == "" {
		t.Errorf("bank %q, rows %+v, want the booked row alone", f.Bank, f.Statements[0].Rows)
	}
}

// TestTheStartingBalanceOfARegisterIsATransaction: the registers of YNAB and of Holdover contain the opening balance as
// a row. It was omitted as a balance.
func TestTheStartingBalanceOfARegisterIsATransaction(t *testing.T) {
	const head = "\"Account\",\"Flag\",\"Date\",\"Payee\",\"Category Group/Category\",\"Category Group\",\"Category\",\"Memo\",\"Outflow\",\"Inflow\",\"Cleared\"\n"
	f := readAll(t, head+"\"Checking\",\"\",\"11/13/2026\",\"Starting Balance\",\"Inflow: Ready to Assign\",\"Inflow\",\"Ready to Assign\",\"\",$0.00,$700.00,\"Cleared\"\n"+
		"\"Checking\",\"\",\"11/14/2026\",\"Shop\",\"Needs: Food\",\"Needs\",\"Food\",\"\",$4.50,$0.00,\"Cleared\"\n")
	if rows := f.Statements[0].Rows; len(rows) != 2 || rows[0].Amount != 700_000 {
		t.Errorf("rows %+v, problems %v, want the starting balance first", rows, f.Problems)
	}
	f = readAll(t, "Date,Description,Amount,Balance\n2026-11-12,Starting Balance,700.00,700.00\n2026-11-13,Shop,-4.50,695.50\n2026-11-14,Bus,-2.00,693.50\n2026-11-15,Bar,-1.00,692.50\n")
	if rows := f.Statements[0].Rows; len(rows) != 3 {
		t.Errorf("a bank's balance is read as a transaction: %+v", rows)
	}
}
