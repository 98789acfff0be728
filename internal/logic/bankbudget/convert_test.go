package bankbudget_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/bankbudget"
	"holdover/internal/logic/bankfile"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// archive returns an archive of files, given as names and contents.
func archive(files ...string) *conversion.Archive {
	a := &conversion.Archive{Name: "My files.zip"}
	for i := 0; i+1 < len(files); i += 2 {
		content := files[i+1]
		a.Files = append(a.Files, conversion.File{
			Name: files[i], Size: int64(len(content)), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil },
		})
	}
	return a
}

type imported struct {
	doc     *ynabdoc.Document
	whole   *budget.Whole
	notes   *importer.Notes
	remarks *conversion.Remarks
	report  *verification.Report
}

// importArchive converts an archive, imports the document and verifies it.
func importArchive(t testing.TB, a *conversion.Archive, opts conversion.Options) imported {
	t.Helper()
	var out bytes.Buffer
	remarks, err := bankbudget.Converter{}.Convert(a, &out, opts)
	if err != nil {
		t.Fatal(err)
	}
	doc := testkit.Must(ynabdoc.Decode(&out))(t)
	n := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { n++; return fmt.Sprint("new-", n) }})
	if err != nil {
		t.Fatal(err)
	}
	made := verification.Of(whole, envelope.Compute(envelope.SnapshotOf(whole)))
	return imported{doc, whole, notes, remarks, verification.Verify(doc, notes.Roles, made, made)}
}

func ofx(kind, account, balance, asOf string, rows ...string) string {
	statement, from := "STMTRS", "<BANKACCTFROM><ACCTID>"+account+"<ACCTTYPE>"+kind+"</BANKACCTFROM>"
	if kind == "CARD" {
		statement, from = "CCSTMTRS", "<CCACCTFROM><ACCTID>"+account+"</CCACCTFROM>"
	}
	return "OFXHEADER:100\n\n<OFX><" + statement + "><CURDEF>EUR" + from + "<BANKTRANLIST>" + strings.Join(rows, "") + "</BANKTRANLIST><LEDGERBAL><BALAMT>" + balance +
		"<DTASOF>" + asOf + "</LEDGERBAL></" + statement + "></OFX>"
}

func movement(date, amount, id, name string) string {
	return "\n<STMTTRN><DTPOSTED>" + date + "<TRNAMT>" + amount + "<FITID>" + id + "<NAME>" + name + "<MEMO>note<CHECKNUM>7</STMTTRN>"
}

// accounts lists the accounts with their balances.
func accounts(got imported) []string {
	var all []string
	for i := range got.whole.Accounts {
		a := &got.whole.Accounts[i]
		all = append(all, fmt.Sprint(a.Name, " ", a.Type, " ", a.OnBudget, " ", got.doc.Plan.Accounts[i].Balance))
	}
	return all
}

func TestConvert(t *testing.T) {
	january := ofx("SAVINGS", "DE1", "90", "20260131", movement("20260110", "-10", "a", "Grocer"), movement("20260131", "-5.5", "b", "Baker"))
	february := ofx("SAVINGS", "DE1", "80.00", "20260228", movement("20260131", "-5.5", "b", "Baker"), movement("20260201", "-10", "a", "Other"), movement("20260301", "1", "c", "Late"))
	card := ofx("CARD", "4000", "-20", "20260228", movement("20260215", "-20", "x", "Hotel"))
	got := importArchive(t, archive("jan.ofx", january, "feb.ofx", february, "card.qfx", card, "scan.pdf", "%PDF"), conversion.Options{})
	if diff := cmp.Diff([]string{"DE1 savings true 81.000", "4000 creditCard true -20.000"}, accounts(got)); diff != "" {
		t.Error(diff)
	}
	if r := got.report; r.Differs() || !r.Sound() || len(got.notes.Contradictions) > 0 {
		t.Errorf("%s %+v", r.Sentence, got.notes.Contradictions)
	}
	var rows, ids []string
	for i := range got.whole.Transactions {
		row := &got.whole.Transactions[i]
		rows = append(rows, fmt.Sprint(row.Date, " ", row.Amount, " ", got.whole.Payees[row.Payee-1].Name, " ", row.Memo, " ", row.Cleared, " ", row.Category != 0))
		if row.Bank != nil {
			ids = append(ids, row.Bank.ImportID)
		}
	}
	if diff := cmp.Diff([]string{
		"2026-01-10 105.500 Starting Balance  cleared true", "2026-01-10 -10.000 Grocer note #7 cleared false", "2026-01-31 -5.500 Baker note #7 cleared false",
		"2026-02-01 -10.000 Other note #7 cleared false", "2026-03-01 1.000 Late note #7 cleared false", "2026-02-15 -20.000 Hotel note #7 cleared false",
	}, rows); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"bank:a", "bank:b", "YNAB:-10000:2026-02-01:1", "bank:c", "bank:x"}, ids); diff != "" {
		t.Error(diff)
	}
	if w := got.remarks.Warnings; len(w) != 0 {
		t.Errorf("the warnings are %+v", w)
	}
	want := []conversion.Counted{{Array: "transactions", Merged: true, Why: "in several files of the account", Count: 1}}
	if diff := cmp.Diff(want, got.remarks.Counts); diff != "" || got.remarks.Lost[0].Value != "scan.pdf" {
		t.Error(diff, got.remarks.Lost)
	}
	if p := got.doc.Plan; p.Name != "My files" || p.CurrencyFormat.ISOCode != "EUR" || len(p.Categories) != 15 {
		t.Errorf("the plan is %q in %s with %d categories", p.Name, p.CurrencyFormat.ISOCode, len(p.Categories))
	}
}

// The next statement of the bank adds only what is new, because the rows have its import ids.
func TestImportIDs(t *testing.T) {
	const table = "Date,Payee,Amount\n2026-01-20,Shop,-1.00\n2026-01-20,Shop,-1.00\n2026-01-02,Employer,50.00\n"
	a := archive("account.csv", table)
	got := importArchive(t, a, conversion.Options{Currency: "EUR"})
	f := testkit.Must(bankfile.Read([]byte(table), bankfile.Options{Currency: &got.whole.Info.Currency}))(t)
	for i := range f.Statements[0].Rows {
		if id := got.whole.Transactions[i].Bank.ImportID; id != f.Statements[0].Rows[i].ImportID {
			t.Errorf("row %d has the id %s, want %s", i, id, f.Statements[0].Rows[i].ImportID)
		}
	}
	if diff := cmp.Diff([]string{"account checking true 48.000"}, accounts(got)); diff != "" || got.doc.Plan.Name != "account" {
		t.Error(diff, got.doc.Plan.Name)
	}
}

// A gap between two files shows in the bank's balances.
func TestMissingPeriod(t *testing.T) {
	got := importArchive(t, archive("jan.ofx", ofx("CHECKING", "1", "90", "20260131", movement("20260110", "-10", "a", "Grocer")),
		"mar.ofx", ofx("CHECKING", "1", "50", "20260331", movement("20260310", "-10", "b", "Grocer"))), conversion.Options{})
	if w := got.remarks.Warnings; len(w) != 1 || w[0].Code != "bank-balance" || w[0].Records[0] != "1 on 2026-01-31: 90.000, the transactions make 60.000" {
		t.Errorf("the warnings are %+v", w)
	}
}

// A QIF file has categories and transfers of the program that wrote it.
func TestQIF(t *testing.T) {
	const file = "!Account\nNCash\n^\n!Type:Cash\nD13/01/2026\nT-5.00\nPCafe\nLFun:Coffee\n^\nD14/01/2026\nT20.00\nL[Bank]\n^\n" +
		"!Account\nNBank\n^\n!Type:Bank\nD14/01/2026\nT-20.00\nL[Cash]\n^\nD15/01/2026\nT-7.00\nPShop\nSFun:Coffee\n$-3.00\nEbeans\nSOther\n$-4.00\n^\n"
	got := importArchive(t, archive("old.qif", file), conversion.Options{Currency: "GBP"})
	if diff := cmp.Diff([]string{"Cash cash true 15.000", "Bank checking true -27.000"}, accounts(got)); diff != "" {
		t.Error(diff)
	}
	var categories []string
	for _, c := range got.whole.Categories {
		categories = append(categories, c.Name)
	}
	if diff := cmp.Diff([]string{"Coffee", "Other", "Inflow: Ready to Assign"}, categories); diff != "" {
		t.Error(diff)
	}
	if got.notes.Links.Pairs != 1 || len(got.whole.Transactions[3].Parts) != 2 || got.doc.Plan.DateFormat.Format != "DD/MM/YYYY" {
		t.Errorf("%+v, %+v", got.notes.Links, got.whole.Transactions[3])
	}
}

func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		name, file, field, text string
		answers                 []string
		answer                  conversion.Options
	}{
		{"currency", "Date,Payee,Amount\n2026-01-20,Shop,-1.00\n", "currency", "Which currency are the accounts in?", nil, conversion.Options{Currency: "EUR"}},
		{
			"dates", "!Type:Bank\nD3/4/2026\nT-1.50\n^\nD3/5/2026\nT-2.50\n^\n", "dates", "Which day is it in line 2: D3/4/2026?",
			[]string{"3 April 2026", "4 March 2026"},
			conversion.Options{Currency: "EUR", Dates: "mdy"},
		},
		{
			"decimals", "!Type:Bank\nD13/4/2026\nT-1.234\n^\nD14/5/2026\nT-2.345\n^\n", "decimals", "Which amount is it in line 2: D13/4/2026?",
			[]string{"−1.234\u00a0BD", "−1,234.000\u00a0BD"},
			conversion.Options{Currency: "BHD", Decimals: ","},
		},
	} {
		a := archive("bank"+map[bool]string{true: ".qif", false: ".csv"}[c.file[0] == '!'], c.file)
		opts := conversion.Options{Currency: c.answer.Currency}
		if c.field == "currency" {
			opts = conversion.Options{}
		}
		_, err := bankbudget.Converter{}.Convert(a, io.Discard, opts)
		q, ok := errors.AsType[*conversion.Question](err)
		if !ok || q.Field != c.field || q.Text != c.text || apperr.CodeOf(err) != conversion.Unclear {
			t.Errorf("%s: %v, %+v", c.name, err, q)
			continue
		}
		var labels []string
		for _, answer := range q.Answers {
			labels = append(labels, answer.Label)
		}
		if c.answers != nil && !slices.Equal(labels, c.answers) {
			t.Errorf("%s: the answers are %q", c.name, labels)
		}
		if _, err := (bankbudget.Converter{}).Convert(a, io.Discard, c.answer); err != nil {
			t.Errorf("%s with an answer: %v", c.name, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for want, a := range map[string]*conversion.Archive{
		"there is no bank file":                              archive("a.txt", "Hello"),
		"a.csv: no column of the file has dates in it":       archive("a.csv", "x,y\n1,2\n"),
		"a.csv: the file does not say which amounts":         archive("a.csv", "Date,Text,Value\n2026-01-20,Shop,1.00\n2026-01-21,Shop,2.00\n"),
		"the accounts have different currencies: EUR in a.o": archive("a.ofx", ofx("CHECKING", "1", "0", "20260131"), "b.ofx", strings.Replace(ofx("CHECKING", "2", "0", "20260131"), "EUR", "USD", 1)),
	} {
		_, err := bankbudget.Converter{}.Convert(a, io.Discard, conversion.Options{Currency: "EUR"})
		if err == nil || !strings.Contains(err.Error(), want) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%v (%s), want %s", err, apperr.HintOf(err), want)
		}
	}
}

func TestMatches(t *testing.T) {
	for content, want := range map[string]bool{
		"Date,Payee,Amount\n2026-01-20,Shop,-1.00\n": true, "Hello world\n": false, "!Type:Bank\nD1/2/2026\nT1\n^\n": true, "%PDF-1.7": false, "": false,
	} {
		for _, name := range []string{"a.txt", "a"} { // a is standard input
			if got := (bankbudget.Converter{}).Matches(archive(name, content)); got != want {
				t.Errorf("%s with %q matches: %v", name, content, got)
			}
		}
	}
}

func TestProblems(t *testing.T) {
	got := importArchive(t, archive("a.csv", "Date,Payee,Amount\n2026-01-20,Shop,-1.00\n2026-01-21,Shop,oops\n2026-01-22,Shop,-3.00\n"), conversion.Options{Currency: "EUR"})
	if len(got.whole.Transactions) != 2 || got.remarks.Counts[0].Count != 1 || !strings.Contains(got.remarks.Warnings[0].Records[0], "a.csv, line 3") {
		t.Errorf("%d rows, %+v", len(got.whole.Transactions), got.remarks)
	}
}

// Files that overlap have a transaction once, also if the bank gives one number to several of them.
func TestOverlapsWithReusedNumbers(t *testing.T) {
	alpha, beta := movement("20260110", "-10", "0", "Alpha"), movement("20260111", "-20", "0", "Beta")
	again := movement("20260111", "-20", "0", "Beta again")
	file := func(balance, asOf string, rows ...string) string { return ofx("CHECKING", "1", balance, asOf, rows...) }
	for name, files := range map[string][]string{
		"first alone, then together":  {file("90", "20260110", alpha), file("70", "20260111", alpha, beta)},
		"together, then one alone":    {file("70", "20260111", alpha, beta), file("70", "20260111", beta)},
		"each alone, then one again":  {file("90", "20260110", alpha), file("70", "20260111", beta), file("70", "20260111", beta)},
		"alone, then the other twice": {file("90", "20260110", alpha), file("50", "20260111", beta, again)},
	} {
		t.Run(name, func(t *testing.T) {
			a := archive()
			for i, content := range files {
				a.Files = append(a.Files, archive(fmt.Sprint(i, ".ofx"), content).Files...)
			}
			got := importArchive(t, a, conversion.Options{})
			want := 3 // with the starting balance
			if strings.Contains(name, "twice") {
				want = 4
			}
			if len(got.whole.Transactions) != want || got.report.Differs() || len(got.remarks.Warnings) != 0 {
				t.Error(len(got.whole.Transactions), "transactions", got.remarks.Warnings)
			}
			ids := map[string]bool{}
			for i := range got.whole.Transactions {
				if b := got.whole.Transactions[i].Bank; b != nil {
					ids[b.ImportID] = true
				}
			}
			if len(ids) != want-1 {
				t.Error("equal import ids", ids)
			}
		})
	}
}

// What the file says about accounts and categories that the budget cannot have is counted.
func TestLostTransfersAndCategories(t *testing.T) {
	const file = "!Account\nNBank\n^\n!Type:Bank\nD14/01/2026\nT-20.00\nL[Gone]\n^\nD15/01/2026\nT-7.00\nSFood\n$-3.00\nS[Old]\n$-4.00\n^\n" +
		"!Account\nNHouse\nTOth A\n^\n!Type:Oth A\nD15/01/2026\nT5.00\nLGains\n^\n"
	got := importArchive(t, archive("old.qif", file), conversion.Options{Currency: "GBP"})
	lost := map[string]int{}
	for _, l := range got.remarks.Lost {
		lost[l.What+": "+l.Value] = l.Count
	}
	want := map[string]int{"other accounts of transfers, of which there is no file: Gone": 2, "categories of transactions in tracking accounts: Gains": 1}
	if diff := cmp.Diff(want, lost); diff != "" {
		t.Error(diff)
	}
}
