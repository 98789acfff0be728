package ynabcsv_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
)

const (
	registerHead = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"` + "\n"
	planHead     = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"` + "\n"
)

// register is a table with every kind of row; plan has its figures.
const register = registerHead + `"Checking","","28.02.2026","Employer","Inflow: Ready to Assign","Inflow","Ready to Assign","","0,00€","2.000,00€","Uncleared"
"Checking","Red (Trip)","14.02.2026","Grocer","Everyday: Food","Everyday","Food","weekly","12,50€","0,00€","Cleared"
"Checking","","13.02.2026","Transfer : Card","","","","","100,00€","0,00€","Reconciled"
"Card","","13.02.2026","Transfer : Checking","","","","","0,00€","100,00€","Reconciled"
"Checking","Holiday","12.02.2026","Shop","Everyday: Food","Everyday","Food","Split (1/3) bread","5,00€","0,00€","Cleared"
"Checking","Holiday","12.02.2026","Kiosk","Hidden Categories: Papers","Hidden Categories","Papers","Split (2/3) ","2,00€","0,00€","Cleared"
"Checking","Holiday","12.02.2026","Transfer : Cash","","","","Split (3/3) change","20,00€","0,00€","Cleared"
"Cash","","12.02.2026","Transfer : Checking","","","","","0,00€","20,00€","Uncleared"
"Card","","10.02.2026","Hotel","Savings: Trips: far","Savings","Trips: far","","300,00€","0,00€","Cleared"
"Checking","","09.02.2026","Transfer : Brokerage","Savings: Trips: far","Savings","Trips: far","","50,00€","0,00€","Cleared"
"Brokerage","","09.02.2026","Transfer : Checking","","","","","0,00€","50,00€","Cleared"
"Brokerage","","08.02.2026","Market","","","","'-5 %","1,00€","0,00€","Cleared"
"Checking","","01.02.2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","","0,00€","1.234,00€","Reconciled"
`

const plan = planHead + `"Feb 2026","Credit Card Payments: Card","Credit Card Payments","Card","0,00€","-100,00€","-100,00€"
"Feb 2026","Everyday: Food","Everyday","Food","100,00€","-17,50€","82,50€"
"Feb 2026","Savings: Trips: far","Savings","Trips: far","50,00€","-350,00€","-300,00€"
"Feb 2026","Hidden Categories: Papers","Hidden Categories","Papers","2,00€","-2,00€","0,00€"
"Mar 2026","Everyday: Food","Everyday","Food","100,00€","0,00€","182,50€"
`

func pair(register, plan string) *conversion.Archive {
	const of = "YNAB Export - Our money as of 2026-02-20 10-15/Our money as of 2026-02-20 10-15 - "
	return archive("YNAB Export.zip", of+"Register.csv", register, of+"Plan.csv", plan)
}

func TestConvert(t *testing.T) {
	got := importArchive(t, pair(register, plan), conversion.Options{})
	if r := got.report; r.Differs() || !r.Sound() || r.Cells.Compared != 4 || len(r.Contradictions) > 0 {
		t.Errorf("%s: %+v %v", r.Sentence, r.Cells, r.Contradictions)
	}
	if p := got.doc.Plan; p.Name != "Our money" || p.DateFormat.Format != "DD.MM.YYYY" || p.LastModifiedOn != "2026-02-20T10:15:00Z" {
		t.Errorf("the plan is %q, %q, %q", p.Name, p.DateFormat.Format, p.LastModifiedOn)
	}
	want := money.Format{ISOCode: "EUR", ExampleFormat: "123.456,78", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€", DisplaySymbol: true}
	if got := got.doc.Plan.CurrencyFormat.Format; got != want {
		t.Errorf("amounts are in %+v", got)
	}
	var accounts []string
	for i := range got.whole.Accounts {
		a := &got.whole.Accounts[i]
		accounts = append(accounts, a.Name+" "+string(a.Type)+" "+got.doc.Plan.Accounts[i].Balance.String()+map[bool]string{false: " tracking"}[a.OnBudget])
	}
	if diff := cmp.Diff([]string{"Checking checking 1044.500", "Card creditCard -200.000", "Cash checking 20.000", "Brokerage otherAsset 49.000 tracking"}, accounts); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(budget.Scheduled{
		No: 1, Account: 1, DateFirst: 20260228, DateNext: 20260228, Frequency: "never", Amount: 2_000_000, Payee: got.whole.Scheduled[0].Payee,
		Category: got.whole.Scheduled[0].Category, ID: got.whole.Scheduled[0].ID, SourceID: got.whole.Scheduled[0].SourceID,
	}, got.whole.Scheduled[0]); diff != "" {
		t.Error("the row after the export is scheduled as", diff)
	}
	if links := got.notes.Links; links.Pairs != 3 || links.NotLinked != 0 {
		t.Errorf("transfers have the links %+v", links)
	}
	checkRows(t, got.whole)
}

// checkRows compares the rows of TestConvert that have something special.
func checkRows(t *testing.T, w *budget.Whole) {
	t.Helper()
	payees, categories := map[budget.PayeeNo]string{}, map[budget.CategoryNo]budget.Category{}
	for i := range w.Payees {
		payees[w.Payees[i].No] = w.Payees[i].Name
	}
	for i := range w.Categories {
		categories[w.Categories[i].No] = w.Categories[i]
	}
	row := w.Transactions[0]
	if row.FlagColour != "red" || row.FlagName != "Trip" || row.Memo != "weekly" || payees[row.Payee] != "Grocer" || row.Cleared != budget.ClearedYes || !row.Approved {
		t.Errorf("the row of the grocer is %+v", row)
	}
	split := w.Transactions[3]
	if split.Amount != -27_000 || payees[split.Payee] != "Shop" || split.FlagColour != "orange" || split.FlagName != "Holiday" || len(split.Parts) != 3 {
		t.Fatalf("the split is %+v", split)
	}
	if p := split.Parts; p[0].Memo != "bread" || p[0].Payee != 0 || payees[p[1].Payee] != "Kiosk" || !categories[p[1].Category].Hidden || p[2].Transfer.Tx == 0 || p[2].Memo != "change" {
		t.Errorf("its parts are %+v", split.Parts)
	}
	if c := categories[w.Transactions[5].Category]; c.Name != "Trips: far" {
		t.Errorf("the hotel is in %q", c.Name)
	}
	if memo := w.Transactions[8].Memo; memo != "-5 %" {
		t.Errorf("the protected memo is %q", memo)
	}
}

// The tables of YNAB 4 have other columns: a full name, a check number, one letter for the state, and outflows that are
// not negative.
func TestConvertYNAB4(t *testing.T) {
	got := importArchive(t, archive("old.zip",
		"register.tsv", "Account\tFlag\tCheck Number\tDate\tPayee\tCategory\tMaster Category\tSub Category\tMemo\tOutflow\tInflow\tCleared\tRunning Balance\n"+
			"Checking\t\t\t12/31/2013\tEmployer\tIncome: Available next month\tIncome\tAvailable next month\t\t\t$1,500.00\tR\t$1,500.00\n"+
			"Checking\tRed\t17\t01/02/2014\tGrocer\tEveryday: Food\tEveryday\tFood\t(Split 1/2) bread\t$10.00\t\tC\t\n"+
			"Checking\tRed\t\t01/02/2014\tGrocer\tEveryday: Fun\tEveryday\tFun\t(Split 2/2)\t$2.50\t\tC\t\n"+
			"Checking\t\t18\t01/03/2014\tTailor\tEveryday: Fun\tEveryday\tFun\t\t$3.00\t\tU\t\n",
		"budget.tsv", "Month\tCategory\tMaster Category\tSub Category\tBudgeted\tOutflows\tCategory Balance\n"+
			"January 2014\tEveryday: Food\tEveryday\tFood\t$20.00\t$10.00\t$10.00\n"+
			"January 2014\tEveryday: Fun\tEveryday\tFun\t$0.00\t$5.50\t$-5.50\n"), conversion.Options{})
	if r := got.report; r.Differs() || r.Cells.Compared != 2 {
		t.Errorf("%s: %+v", r.Sentence, r.Cells)
	}
	row := got.whole.Transactions[1]
	if len(row.Parts) != 2 || row.Parts[0].Memo != "bread (check 17)" || row.FlagColour != "red" || row.Date != 20140102 {
		t.Errorf("the split is %+v", row)
	}
	if memo := got.whole.Transactions[2].Memo; memo != "(check 18)" {
		t.Errorf("the memo with a check number is %q", memo)
	}
	if !slices.ContainsFunc(got.remarks.Warnings, func(w conversion.Warning) bool { return w.Code == "next-month" }) {
		t.Errorf("the remarks are %+v", got.remarks.Warnings)
	}
}

func TestEncodings(t *testing.T) {
	want := importArchive(t, pair(register, plan), conversion.Options{})
	wide := func(order func(unit uint16) []byte) string {
		b := order(0xFEFF)
		for _, unit := range utf16.Encode([]rune(register)) {
			b = append(b, order(unit)...)
		}
		return string(b)
	}
	for name, text := range map[string]string{
		"with a mark":    "\ufeff" + register,
		"UTF-16":         wide(func(unit uint16) []byte { return []byte{byte(unit), byte(unit >> 8)} }),
		"UTF-16, BE":     wide(func(unit uint16) []byte { return []byte{byte(unit >> 8), byte(unit)} }),
		"with CR and LF": strings.ReplaceAll(register, "\n", "\r\n"),
	} {
		got := importArchive(t, pair(text, plan), conversion.Options{})
		if len(got.whole.Transactions) != len(want.whole.Transactions) || got.report.Differs() {
			t.Errorf("%s: %d rows, %s", name, len(got.whole.Transactions), got.report.Sentence)
		}
	}
	halves := strings.ReplaceAll(register, "Kiosk", "\xed\xa0\xbe\xed\xb5\xa1 Kiosk")
	got := importArchive(t, pair(halves, plan), conversion.Options{})
	if !slices.ContainsFunc(got.whole.Payees, func(p budget.Payee) bool { return p.Name == "🥡 Kiosk" }) {
		t.Errorf("the payees are %+v", got.whole.Payees)
	}
}

// The same files give the same ids; a change of one cell gives another plan.
func TestIdsFollowFromTheContent(t *testing.T) {
	first := importArchive(t, pair(register, plan), conversion.Options{})
	if again := importArchive(t, pair(register, plan), conversion.Options{}); again.doc.Plan.ID != first.doc.Plan.ID || again.whole.Transactions[4].ID != first.whole.Transactions[4].ID {
		t.Error("the same tables have other ids")
	}
	if other := importArchive(t, pair(register, strings.ReplaceAll(plan, "82,50", "82,51")), conversion.Options{}); other.doc.Plan.ID == first.doc.Plan.ID {
		t.Error("another table has the same id")
	}
}

func row(date, amount string) string {
	return `"A","","` + date + `","P","G: C","G","C","",` + amount + `,"Cleared"` + "\n"
}

func TestQuestions(t *testing.T) {
	cells := func(amount string) string { return planHead + `"Feb 2026","G: C","G","C",` + amount + "\n" }
	for _, c := range []struct {
		name, register, plan, field string
		answers                     []conversion.Answer
		answer                      conversion.Options
	}{
		{
			"dates", row("03/04/2026", "$1.00,$0.00") + row("05/04/2026", "$1.00,$0.00"), cells("$1.00,$0.00,$1.00"), "dates",
			[]conversion.Answer{{Value: "dmy", Label: "3 April 2026"}, {Value: "mdy", Label: "4 March 2026"}},
			conversion.Options{Dates: "dmy", Currency: "USD"},
		},
		{
			"decimals", row("30/04/2026", `€1.234,€2.345`), cells("€1.000,€1.000,€1.000"), "decimals",
			[]conversion.Answer{{Value: ",", Label: "1234, without decimals"}, {Value: ".", Label: "1 and 234 thousandths"}},
			conversion.Options{Decimals: ","},
		},
		{
			"currency", row("30/04/2026", `"1,00 kr","0,00 kr"`), cells(`"1,00 kr","0,00 kr","1,00 kr"`), "currency",
			[]conversion.Answer{{Value: "NOK", Label: "Norwegian krone (NOK)"}, {Value: "SEK", Label: "Swedish krona (SEK)"}},
			conversion.Options{Currency: "SEK"},
		},
	} {
		a := pair(registerHead+c.register, c.plan)
		_, err := ynabcsv.Converter{}.Convert(a, io.Discard, conversion.Options{})
		q, ok := errors.AsType[*conversion.Question](err)
		if !ok || q.Field != c.field || apperr.CodeOf(err) != conversion.Unclear {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.answers, q.Answers); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if _, err := (ynabcsv.Converter{}).Convert(a, io.Discard, c.answer); err != nil {
			t.Errorf("%s with an answer: %v", c.name, err)
		}
	}
}

func TestCurrencies(t *testing.T) {
	for amounts, want := range map[string]string{
		"£1.00,£0.00": "GBP", "¥1,¥0": "JPY", "¥1.00,¥0.00": "CNY", `"1,00 zł","0,00 zł"`: "PLN", "CHF1.00,CHF0.00": "CHF", "R$1.00,R$0.00": "BRL",
		"S/.1.00,S/.0.00": "PEN", // a symbol that ends in a full stop
	} {
		opts := conversion.Options{}
		if want == "PEN" { // no usual currency has this symbol
			opts.Currency = want
		}
		got := importArchive(t, pair(registerHead+row("30/04/2026", amounts), planHead), opts)
		if code := got.whole.Info.Currency.ISOCode; code != want || got.whole.Transactions[0].Amount != -1000 {
			t.Errorf("%s is %s in %s", amounts, got.whole.Transactions[0].Amount, code)
		}
	}
}

// The currency of a budget does not change later, so $ is a question: that of the United States comes first.
func TestDollarsAreAsked(t *testing.T) {
	_, err := ynabcsv.Converter{}.Convert(pair(registerHead+row("30/04/2026", "$1.00,$0.00"), planHead), io.Discard, conversion.Options{})
	q, asks := errors.AsType[*conversion.Question](err)
	if !asks || q.Field != "currency" || q.Answers[0].Value != "USD" || !slices.ContainsFunc(q.Answers, func(a conversion.Answer) bool { return a.Value == "AUD" }) ||
		slices.ContainsFunc(q.Answers, func(a conversion.Answer) bool { return a.Value == "EUR" }) {
		t.Errorf("error %v with %+v, want the question which dollar it is", err, q)
	}
}

// A currency without decimals writes separators between thousands only.
func TestAmountsWithoutDecimals(t *testing.T) {
	got := importArchive(t, pair(registerHead+row("30/04/2026", "¥1.234,¥0"), planHead), conversion.Options{})
	if f := got.whole.Info.Currency; got.whole.Transactions[0].Amount != -1_234_000 || f.DecimalDigits != 0 || f.GroupSeparator != "." || f.ISOCode != "JPY" {
		t.Errorf("the amount is %s in %+v", got.whole.Transactions[0].Amount, f)
	}
}

func TestErrors(t *testing.T) {
	const ordinary = `"A","","30/04/2026","P","G: C","G","C","",$1.00,$0.00,"Cleared"` + "\n"
	dollars := conversion.Options{Currency: "USD"}
	for want, a := range map[string]*conversion.Archive{
		"the register, of YNAB's export is missing": archive("", "Plan.csv", plan),
		"the plan, of YNAB's export is missing":     archive("", "Register.csv", register),
		"tables of two exports":                     archive("", "a.csv", plan, "b.csv", plan),
		"no table with the columns":                 archive("", "a.csv", "Date,Payee\n"),
		`line 2: "31/31/2026" is not a date`:        pair(registerHead+row("31/31/2026", "$1.00,$0.00"), planHead),
		`line 2: "x" is not an amount`:              pair(registerHead+row("30/04/2026", "x,$0.00"), planHead),
		`has another decimal sign than "$1.00"`:     pair(registerHead+ordinary+row("30/04/2026", `"$1,50",$0.00`), planHead),
		`another currency symbol than "$1.00"`:      pair(registerHead+ordinary+row("30/04/2026", `€1.50,€0.00`), planHead),
		"line 3: it has 5 columns":                  pair(registerHead+ordinary+`"A","","30/04/2026","P","G`+`"`+"\n", planHead),
		"a quotation mark is missing":               pair(registerHead+`"A","","30/04/2026","P`, planHead),
		`the text "\uFFFDA" is not UTF-8`:           pair(registerHead+strings.Replace(ordinary, "A", "\xffA", 1), planHead),
		"the transaction has no account":            pair(registerHead+strings.Replace(ordinary, "A", "", 1), planHead),
		`"Smarch 2026" is not a month`:              pair(registerHead+ordinary, planHead+strings.ReplaceAll(`"Smarch 2026","G: C","G","C",$1.00,$1.00,$1.00`, "\n", "")),
		"a line of the table is longer":             pair(registerHead+`"`+strings.Repeat("x", 3<<20), planHead),
		"can be read in two ways":                   pair(registerHead+row("30/04/2026", "$1.234,$0.00"), planHead),
	} {
		_, err := ynabcsv.Converter{}.Convert(a, io.Discard, dollars)
		if err == nil || !strings.Contains(err.Error(), strings.ReplaceAll(want, `\uFFFD`, "\uFFFD")) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
			t.Errorf("%v (%s), want %s", err, apperr.HintOf(err), want)
		}
	}
}
