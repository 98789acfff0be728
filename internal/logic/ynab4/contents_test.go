package ynab4_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/ynab4"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
)

// full has a record of each kind. Its months are like those in a picture of YNAB 4 in a public repository
// (docs/public-files.md).
const full = `{
"budgetMetaData":{"currencyISOSymbol":null,"currencyLocale":"de_DE","dateLocale":"de_DE"},
"fileMetaData":{"currentKnowledge":"A-100,B-7"},
"accountMappings":[{"entityId":"m"}],
"accounts":[
	{"entityId":"11111111-0000-0000-0000-00000000000b","entityVersion":"A-1","accountName":"Savings","accountType":"Savings","onBudget":false,"hidden":true,"sortableIndex":9,"note":"Rainy days","lastReconciledDate":"2022-11-09"},
	{"entityId":"11111111-0000-0000-0000-00000000000a","accountName":"Checking","accountType":"LineofCredit","onBudget":true,"hidden":false,"sortableIndex":0},
	{"entityId":"11111111-0000-0000-0000-00000000000c","accountName":"Gone","accountType":"Cash","onBudget":true,"isTombstone":true}],
"payees":[
	{"entityId":"Payee/Transfer:11111111-0000-0000-0000-00000000000b","name":"Transfer : Savings","targetAccountId":"11111111-0000-0000-0000-00000000000b","enabled":true},
	{"entityId":"22222222-0000-0000-0000-00000000000a","name":"Shop","enabled":false,"locations":[{"entityId":"l1","latitude":48.1374,"longitude":"11.5755"},{"isTombstone":true}],"autoFillCategoryId":"A2","autoFillAmount":1.5,"renameConditions":[
		{"operator":"Is","operand":"Shop"},{"operator":"Is","operand":"SHOP 24"},{"operator":"Contains","operand":"shop"},{"operator":"StartsWith","operand":"Sh"},
		{"operator":"EndsWith","operand":"& Co."},{"operator":"Contains","operand":"old","isTombstone":true},{"operator":"Looks","operand":"like"}]},
	{"entityId":"22222222-0000-0000-0000-00000000000b","name":"Deleted","isTombstone":true},
	{"entityId":"22222222-0000-0000-0000-00000000000c","name":"Deleted, used","isTombstone":true}],
"masterCategories":[
	{"entityId":"MasterCategory/__Hidden__","name":"Hidden Categories","type":"OUTFLOW","subCategories":[
		{"entityId":"A9","name":"Old ` + "`" + ` Boat ` + "`" + ` A8"}]},
	{"entityId":"A1","name":"Daily","type":"OUTFLOW","sortableIndex":5,"note":"Every day","subCategories":[
		{"entityId":"A3","name":"Medical","sortableIndex":7},{"entityId":"A2","name":"Restaurants","sortableIndex":1,"note":"Also ice cream"},
		{"entityId":"A4","name":"Never used","isTombstone":true},{"entityId":"A5","name":"Used","isTombstone":true,"sortableIndex":9}]},
	{"entityId":"A8","name":"Old","type":"OUTFLOW","isTombstone":true,"subCategories":[]},
	{"entityId":"A7","name":"Internal","type":"INFLOW","subCategories":[{"entityId":"A6","name":"x"}]}],
"monthlyBudgets":[
	{"month":"2021-10-01","monthlySubCategoryBudgets":[{"categoryId":"A3","budgeted":0,"overspendingHandling":"Confined"}]},
	{"month":"2022-10-01","note":"The first month","monthlySubCategoryBudgets":[{"categoryId":"A2","budgeted":5,"overspendingHandling":"Confined","note":"Only this month"}]},
	{"month":"2022-12-01","monthlySubCategoryBudgets":[{"categoryId":"A2","budgeted":10,"overspendingHandling":"AffectsBuffer"},{"categoryId":"A4","budgeted":3,"isTombstone":true}]},
	{"month":"2030-01-01","monthlySubCategoryBudgets":[]}],
"transactions":[
	{"entityId":"t1","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-10-01","amount":121.17,"categoryId":"Category/__ImmediateIncome__","cleared":"Reconciled","accepted":true},
	{"entityId":"t2","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-10-25","amount":1000,"categoryId":"Category/__DeferredIncome__","cleared":"Cleared","accepted":false,"flag":"Purple"},
	{"entityId":"Transaction/YNAB:-15.00:2022-10-05:1","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-10-06","amount":-15,"categoryId":"A2","cleared":"Cleared","accepted":true,
		"payeeId":"22222222-0000-0000-0000-00000000000a","memo":"Pizza","checkNumber":"12","importedPayee":"SHOP 24","YNABID":"YNAB:-15,00:2022-10-05:1","source":"Imported","matchedTransactions":[{"entityId":"x"}]},
	{"entityId":"t4","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-10-07","amount":-120,"categoryId":"A3","cleared":"Uncleared","accepted":true,"payeeId":"22222222-0000-0000-0000-00000000000c","checkNumber":"13","FITID":"F1","dateEnteredFromSchedule":"2022-10-07"},
	{"entityId":"44444444-0000-0000-0000-00000000000a","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-12-08","amount":-30,"categoryId":"Category/__Split__","cleared":"Uncleared","accepted":true,"payeeId":"22222222-0000-0000-0000-00000000000a","subTransactions":[
		{"entityId":"44444444-0000-0000-0000-00000000000b","amount":-10,"categoryId":"A2","memo":"Tip"},
		{"entityId":"44444444-0000-0000-0000-00000000000c","amount":-20,"categoryId":"A5","targetAccountId":"11111111-0000-0000-0000-00000000000b","transferTransactionId":"44444444-0000-0000-0000-00000000000c_T_0"},
		{"entityId":"44444444-0000-0000-0000-00000000000d","amount":-99,"isTombstone":true}]},
	{"entityId":"44444444-0000-0000-0000-00000000000c_T_0","accountId":"11111111-0000-0000-0000-00000000000b","date":"2022-12-08","amount":20,"categoryId":null,"cleared":"Uncleared","accepted":true,
		"payeeId":"x","targetAccountId":"11111111-0000-0000-0000-00000000000a","transferTransactionId":"44444444-0000-0000-0000-00000000000c"},
	{"entityId":"t7","accountId":"11111111-0000-0000-0000-00000000000a","date":"2022-12-09","amount":-1.005,"categoryId":null,"cleared":"Uncleared","accepted":true},
	{"entityId":"t8","accountId":"11111111-0000-0000-0000-00000000000c","date":"2022-12-10","amount":7,"isTombstone":true,"subTransactions":[{"entityId":"p"}]}],
"scheduledTransactions":[
	{"entityId":"s1","accountId":"11111111-0000-0000-0000-00000000000a","date":"2023-01-18","amount":-20,"categoryId":"A2","frequency":"TwiceAMonth","twiceAMonthStartDay":3,"flag":"Red","memo":"Cats","checkNumber":7},
	{"entityId":"s2","accountId":"11111111-0000-0000-0000-00000000000a","date":"2023-01-31","amount":900,"categoryId":"Category/__DeferredIncome__","frequency":"Every4Weeks"},
	{"entityId":"s3","accountId":"11111111-0000-0000-0000-00000000000a","date":"2023-02-06","amount":-20,"categoryId":"Category/__Split__","frequency":"Once","payeeId":"22222222-0000-0000-0000-00000000000a","subTransactions":[
		{"entityId":"s31","amount":-15,"categoryId":"A2"},{"entityId":"s32","amount":-5,"targetAccountId":"11111111-0000-0000-0000-00000000000b"}]},
	{"entityId":"s4","isTombstone":true}]}`

func TestAllKindsOfRecords(t *testing.T) {
	r := convert(t, folder(full, "Home~1A2B3C4D.ynab4/data1~AAAA1111/X/A-90_A-100.ydiff", `{"startVersion":"A-90","endVersion":"A-100,B-7","publishTime":"Fri Sep 5 11:23:36 GMT+0200 2025"}`,
		"Home~1A2B3C4D.ynab4/data1~AAAA1111/X/A-100,B-7_B-9.ydiff", `{"startVersion":"A-100,B-7","endVersion":"A-100,B-9","publishTime":"Sat Sep 6 11:23:36 GMT+0200 2025"}`))
	if r.doc.Plan.Name != "Home" || r.doc.Plan.LastModifiedOn != "2025-09-05T09:23:36Z" || r.whole.Info.Currency.ISOCode != "EUR" || r.whole.Info.DateFormat != "DD.MM.YYYY" {
		t.Errorf("the plan is %q of %s, in %+v", r.doc.Plan.Name, r.doc.Plan.LastModifiedOn, r.whole.Info)
	}
	if !r.report.Sound() || r.report.Differs() || len(r.report.Contradictions) > 0 {
		t.Errorf("%s %s %v", r.report.Sentence, r.report.ToBudget, r.report.Contradictions)
	}
	checkTexts(t, "accounts", describe(r.whole.Accounts, func(a budget.Account) string {
		return fmt.Sprint(a.Name, " ", a.Type, " on budget ", a.OnBudget, " closed ", a.Closed, " ", a.Note, " ", a.LastReconciledAt)
	}), "Checking lineOfCredit on budget true closed false  <nil>", "Savings savings on budget false closed true Rainy days 2022-11-09 00:00:00 +0000 UTC")
	checkTexts(t, "groups", describe(r.whole.Groups, func(g budget.Group) string { return fmt.Sprint(g.Name, " ", g.Hidden, " ", g.Income, " ", g.Note) }),
		"Old true false ", "Daily false false Every day", "Income false true ")
	checkTexts(t, "categories", describe(r.whole.Categories, func(c budget.Category) string {
		return fmt.Sprint(r.whole.Groups[c.Group-1].Name, ": ", c.Name, " ", c.Hidden, " ", c.Note)
	}), "Daily: Restaurants false Also ice cream", "Daily: Medical false ", "Daily: Used true ", "Old: Boat true ", "Income: Income false ")
	checkTexts(t, "payees", describe(r.whole.Payees, func(p budget.Payee) string { return p.Name }), "Transfer : Savings", "Shop", "Deleted, used")
	checkTexts(t, "places", describe(r.whole.Locations, func(l budget.Location) string { return fmt.Sprint(l.Payee, " ", l.Latitude, " ", l.Longitude) }), "2 48.1374 11.5755")
	checkTexts(t, "transactions", describe(r.whole.Transactions, func(t budget.Transaction) string {
		return fmt.Sprint(t.Date, " ", t.Amount, " ", t.Cleared, " approved ", t.Approved, " ", t.FlagColour, " “", t.Memo, "” payee ", t.Payee, " category ", t.Category, " bank ", bank(t.Bank), " parts ", len(t.Parts), " to ", t.Transfer.Account)
	}),
		"2022-10-01 121.170 reconciled approved true  “” payee 0 category 5 bank  parts 0 to 0",
		"2022-10-25 1000.000 cleared approved false purple “” payee 0 category 5 bank  parts 0 to 0",
		"2022-10-06 -15.000 cleared approved true  “Pizza #12” payee 2 category 1 bank YNAB:-15000:2022-10-05:1 SHOP 24 parts 0 to 0",
		"2022-10-07 -120.000 uncleared approved true  “#13” payee 3 category 2 bank bank:F1  parts 0 to 0",
		"2022-12-08 -30.000 uncleared approved true  “” payee 2 category 0 bank  parts 2 to 0",
		"2022-12-08 20.000 uncleared approved true  “” payee 0 category 0 bank  parts 0 to 1",
		"2022-12-09 -1.010 uncleared approved true  “” payee 0 category 0 bank  parts 0 to 0")
	parts := r.whole.Transactions[4].Parts
	if parts[0].Payee != 2 || parts[0].Memo != "Tip" || parts[1].Payee != 1 || parts[1].Transfer.Tx != 6 || parts[1].Category != 3 || r.whole.Transactions[5].Transfer.Part != parts[1].No {
		t.Errorf("the parts are %+v, the other side %+v", parts, r.whole.Transactions[5])
	}
	checkTexts(t, "scheduled transactions", describe(r.whole.Scheduled, func(s budget.Scheduled) string {
		return fmt.Sprint(s.DateFirst, " ", s.DateNext, " ", s.Frequency, " ", s.Amount, " ", s.Category, " ", s.FlagColour, " ", s.Memo, " ", len(s.Parts))
	}),
		"2023-01-03 2023-01-18 twiceAMonth -20.000 1 red Cats #7 0", "2023-01-31 2023-01-31 every4Weeks 900.000 5   0", "2023-02-06 2023-02-06 never -20.000 0   2")
	checkTexts(t, "rules", describe(r.whole.Rules, func(rule budget.Rule) string { return fmt.Sprint(rule.Any, rule.When, rule.Then.Payee) }),
		`true [{payee is false SHOP 24 0 0.000 0.000  } {payee contains false shop 0 0.000 0.000  } {payee begins false Sh 0 0.000 0.000  } {payee matches false & Co\.\s*$ 0 0.000 0.000  }] 2`)
	checkMonths(t, r)
	checkRemarks(t, r.remarks)
}

func checkMonths(t *testing.T, r *result) {
	t.Helper()
	sheet := envelope.Compute(envelope.SnapshotOf(r.whole))
	checkTexts(t, "months", describe([]civil.Month{sheet.First, sheet.First + 1, sheet.First + 2, sheet.First + 3}, func(m civil.Month) string {
		return fmt.Sprint(m, " ", sheet.Month(m).ToBudget, " restaurants ", sheet.Cell(1, m).Balance, " medical ", sheet.Cell(2, m).Balance)
	}),
		"2022-10 116.170 restaurants -10.000 medical -120.000",
		"2022-11 1116.170 restaurants -10.000 medical -120.000",
		"2022-12 1106.170 restaurants -10.000 medical -120.000",
		"2023-01 1076.170 restaurants 0.000 medical -120.000")
	if len(r.whole.Months) == 0 || r.whole.Months[0].Note != "The first month" || r.whole.Months[0].Held != 1_000_000 {
		t.Errorf("the months are %+v", r.whole.Months)
	}
	if c := r.whole.Cells[0]; c.Note != "Only this month" || c.Budgeted != 5000 {
		t.Errorf("the first cell is %+v", c)
	}
	want := []budget.Rollover{{Category: 1, From: sheet.First, On: true}, {Category: 1, From: sheet.First + 2, On: false}, {Category: 2, From: sheet.First, On: true}}
	if !reflect.DeepEqual(r.whole.Rollovers, want) {
		t.Errorf("the rollovers are %+v, want %+v", r.whole.Rollovers, want)
	}
}

func checkRemarks(t *testing.T, r *conversion.Remarks) {
	t.Helper()
	checkTexts(t, "counts", describe(r.Counts, func(c conversion.Counted) string { return fmt.Sprint(c.Count, " ", c.Array, " ", c.Why) }),
		"1 category_groups its categories are hidden categories of their former groups", "1 category_groups a group of YNAB 4's own categories",
		"1 categories one of YNAB 4's own categories", "1 month_categories deleted in YNAB 4", "1 rules it renames a payee to the name that it has", "1 rules deleted in YNAB 4",
		"1 accounts deleted in YNAB 4", "1 payees deleted in YNAB 4", "1 payee_locations deleted in YNAB 4", "1 categories deleted in YNAB 4", "2 months it is before or after all amounts and transactions",
		"1 subtransactions deleted in YNAB 4", "1 transactions deleted in YNAB 4", "1 subtransactions the transaction was deleted in YNAB 4", "1 scheduled_transactions deleted in YNAB 4")
	checkTexts(t, "losses", describe(r.Lost, func(l conversion.Lost) string { return fmt.Sprint(l.Count, " ", l.What) }),
		"1 bank accounts chosen for imports", "1 conditions that rename payees, of an unknown kind or too long", "1 categories, memos and amounts that payees suggest",
		"1 payees that are not suggested", "1 originals of matched transactions", "1 days on which scheduled transactions were entered", "1 marks that scheduled income is for the next month")
	checkTexts(t, "warnings", describe(r.Warnings, func(w conversion.Warning) string { return fmt.Sprint(w.Code, " ", strings.Join(w.Records, ", ")) }),
		"unmerged-changes Home~1A2B3C4D.ynab4/data1~AAAA1111/X/A-100,B-7_B-9.ydiff: changes from A-100,B-7 to A-100,B-9, the budget has A-100,B-7",
		"revived Used", "rounded transaction of 2022-12-09")
}

func bank(b *budget.Bank) string {
	if b == nil {
		return ""
	}
	return b.ImportID + " " + b.PayeeName
}

func describe[T any](list []T, text func(T) string) (texts []string) {
	for i := range list {
		texts = append(texts, text(list[i]))
	}
	return texts
}

func checkTexts(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the %s are\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Of several devices, the one whose budget has the most changes counts, although another one knows more.
func TestNewestDevice(t *testing.T) {
	const root = "B~11111111.ynab4/"
	device := func(name, guid, known, inBudget, full string) []string {
		return []string{
			root + "data/devices/" + name + ".ydevice", fmt.Sprintf(`{"deviceGUID":%q,"hasFullKnowledge":%s,"knowledge":%q,"knowledgeInFullBudgetFile":%s}`, guid, full, known, inBudget),
			root + "data/" + guid + "/Budget.yfull", strings.Replace(budgetOf(""), "Cash", "Account of "+name, 1),
		}
	}
	files := []string{root + "Budget.ymeta", `{"relativeDataFolderName":"data"}`}
	files = append(files, device("A", "G1", "A-9,B-90", `"A-9,B-1"`, "true")...)
	files = append(files, device("B", "G2", "A-8,B-70", `"A-8,B-70"`, "true")...)
	files = append(files, device("C", "G3", "A-500", "null", "false")...)
	files = append(files, root+"data/devices/D.ydevice", `{"deviceGUID":"G4","hasFullKnowledge":true,"knowledge":"A-900"}`)
	if r := convertWith(t, archive("B.zip", files...), conversion.Options{Currency: "USD"}); r.whole.Accounts[0].Name != "Account of B" {
		t.Errorf("the budget has the %s, want that of B", r.whole.Accounts[0].Name)
	}
}

// A newer file of the same budget has the same ids, also if the budget was renamed or packed in another way.
func TestIDsAreStable(t *testing.T) {
	w := generate(11)
	first := convert(t, folder(w.file()))
	second := convert(t, archive("New name.zip", "Budget.ymeta", `{"relativeDataFolderName":"data1~AAAA1111"}`, "data1~AAAA1111/devices/A.ydevice", `{"deviceGUID":"X","hasFullKnowledge":true}`,
		"data1~AAAA1111/X/Budget.yfull", w.file()))
	other := convert(t, archive("Home.zip", "Budget.ymeta", `{"relativeDataFolderName":"data1~BBBB2222"}`, "data1~BBBB2222/devices/A.ydevice", `{"deviceGUID":"X","hasFullKnowledge":true}`,
		"data1~BBBB2222/X/Budget.yfull", w.file()))
	if first.doc.Plan.ID != second.doc.Plan.ID || first.doc.Plan.ID == other.doc.Plan.ID {
		t.Errorf("the plans have the ids %s, %s and for another budget %s", first.doc.Plan.ID, second.doc.Plan.ID, other.doc.Plan.ID)
	}
	for i := range first.whole.Categories {
		if a, b := first.whole.Categories[i].ID, second.whole.Categories[i].ID; a != b || strings.Contains(a, "/") {
			t.Errorf("the category %s has the ids %s and %s", first.whole.Categories[i].Name, a, b)
		}
	}
	if !reflect.DeepEqual(first.whole.Rules, second.whole.Rules) {
		t.Error("the rules differ")
	}
}

func TestCurrencies(t *testing.T) {
	for _, c := range []struct{ meta, chosen, code, amount string }{
		{`"currencyLocale":"de_LI"`, "", "CHF", "-1.240"},
		{`"currencyLocale":"ja_JP"`, "", "JPY", "-1.000"},
		{`"currencyLocale":"ar_KW"`, "", "KWD", "-1.235"},
		{`"currencyISOSymbol":"SEK","currencyLocale":"en_US"`, "", "SEK", "-1.240"},
		{`"currencyLocale":"en_US"`, "JPY", "JPY", "-1.000"},
		{`"currencyLocale":"nonsense"`, "USD", "USD", "-1.240"},
	} {
		file := strings.Replace(row(`"amount":-1.235`), `{"accounts"`, `{"budgetMetaData":{`+c.meta+`},"accounts"`, 1)
		r := convertWith(t, folder(file), conversion.Options{Currency: c.chosen})
		if got := r.whole.Info.Currency.ISOCode; got != c.code || r.whole.Transactions[0].Amount.String() != c.amount {
			t.Errorf("%s: %s %s, want %s %s", c.meta, got, r.whole.Transactions[0].Amount, c.code, c.amount)
		}
	}
	_, err := ynab4.Converter{}.Convert(folder(row(`"amount":-1.235`)), io.Discard, conversion.Options{})
	if q, asks := errors.AsType[*conversion.Question](err); !asks || q.Field != "currency" {
		t.Errorf("a file without currency and locale: error %v, want the question which currency it is in", err)
	}
}
