package ynab4_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/ynab4"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

const empty = `{"accounts":[],"masterCategories":[],"payees":[],"monthlyBudgets":[],"transactions":[],"scheduledTransactions":[]}`

// budgetOf returns a small budget with transactions.
func budgetOf(transactions string) string {
	return `{"accounts":[{"entityId":"a","entityVersion":"A-1","accountName":"Cash","accountType":"Cash","onBudget":true}],"masterCategories":[{"entityId":"g","name":"Daily",
		"type":"OUTFLOW","subCategories":[{"entityId":"c","name":"Food"}]}],"transactions":[` + transactions + `]}`
}

func row(members string) string {
	return budgetOf(`{"entityId":"t","accountId":"a","date":"2014-02-03","amount":-1,` + members + `}`)
}

func TestDamagedBudgetsAreExplained(t *testing.T) {
	const meta, device = "B~11111111.ynab4/Budget.ymeta", "B~11111111.ynab4/data/devices/A.ydevice"
	const full = "B~11111111.ynab4/data/X/Budget.yfull"
	points := `{"relativeDataFolderName":"data"}`
	knows := `{"deviceGUID":"X","hasFullKnowledge":true,"knowledge":"A-1","friendlyName":"PC"}`
	for name, c := range map[string]struct {
		archive *conversion.Archive
		says    string
	}{
		"truncated":               {folder(empty[:40]), "is damaged or incomplete at byte 36"},
		"no JSON":                 {folder("<html>"), "is damaged or incomplete"},
		"a list":                  {folder("[]"), "the budget file is not a JSON object"},
		"nothing":                 {folder(""), "is damaged or incomplete"},
		"something else":          {folder(`{"accounts":[],"x":{"entityVersion":1}}`), "is not a budget of YNAB 4"},
		"a list twice":            {folder(`{"accounts":[],"accounts":[]}`), `has "accounts" twice`},
		"an object for a list":    {folder(`{"accounts":{}}`), "accounts is not what YNAB 4 writes there"},
		"a text for a flag":       {folder(strings.Replace(budgetOf(""), "true", `"yes"`, 1)), "accounts[0].onBudget is not what YNAB 4 writes there"},
		"a flag for an amount":    {folder(row(`"amount":true`)), "transactions[0].amount is not what YNAB 4 writes there"},
		"a word for an amount":    {folder(row(`"amount":"ten"`)), "transactions[0].amount is not what"},
		"a huge amount":           {folder(row(`"amount":1e300`)), "transactions[0].amount is not what"},
		"an amount of 13 digits":  {folder(row(`"amount":1000000000000`)), "transactions[0].amount is not what"},
		"a word in a part":        {folder(row(`"subTransactions":[{"amount":1},{"amount":{}}]`)), "transactions[0].subTransactions[1].amount is not what"},
		"no date":                 {folder(budgetOf(`{"entityId":"t","accountId":"a","amount":1}`)), `the transaction t has no valid date: ""`},
		"an invalid date":         {folder(row(`"date":"2014-02-30"`)), `the transaction t has no valid date: "2014-02-30"`},
		"the year 9999":           {folder(row(`"date":"9999-12-31"`)), "the transaction t is dated 9999-12-31"},
		"two centuries":           {folder(budgetOf(`{"accountId":"a","date":"1901-01-01","amount":1},{"accountId":"a","date":"2199-01-01","amount":1}`)), "a budget spans at most 200 years"},
		"no account":              {folder(row(`"accountId":"b"`)), `belongs to the account "b", which is not in the file`},
		"no device":               {archive("B.zip", meta, points, full, empty), "no device in B~11111111.ynab4/data/devices has the whole budget"},
		"no device knows it":      {archive("B.zip", meta, points, device, strings.Replace(knows, "true", "false", 1), full, empty), "no device in"},
		"a damaged device":        {archive("B.zip", meta, points, device, knows[:20], full, empty), "A.ydevice is damaged or incomplete"},
		"no budget of the device": {archive("B.zip", meta, points, device, knows), "there is no B~11111111.ynab4/data/X/Budget.yfull in the file"},
		"a device outside":        {archive("B.zip", meta, points, device, strings.Replace(knows, `"X"`, `"../../X"`, 1), "X/Budget.yfull", empty), "there is no B~11111111.ynab4/data/X/Budget.yfull in the file"},
		"a data folder outside":   {archive("B.zip", meta, `{"relativeDataFolderName":"../data"}`, device, knows, full, empty), `names the folder "../data", which is not in the file`},
		"no data folder":          {archive("B.zip", meta, `{}`, device, knows, full, empty), `names the folder "", which is not in the file`},
		"two budgets":             {archive("B.zip", meta, points, "C.ynab4/Budget.ymeta", points), `several budgets of YNAB 4: "B~11111111.ynab4", "C.ynab4"`},
		"two files":               {archive("B.zip", "a/Budget.yfull", empty, "b/Budget.yfull", empty), "contains 2 files Budget.yfull and no Budget.ymeta"},
		"only a device":           {archive("B.zip", device, knows), "contains 0 files Budget.yfull"},
	} {
		t.Run(name, func(t *testing.T) {
			if !(ynab4.Converter{}).Matches(c.archive) {
				t.Fatal("the archive is not recognised")
			}
			_, err := ynab4.Converter{}.Convert(c.archive, io.Discard, conversion.Options{Currency: "USD"})
			if err == nil || !strings.Contains(err.Error(), c.says) || apperr.KindOf(err) != apperr.Invalid || apperr.HintOf(err) == "" {
				t.Errorf("error %v (%s), want an invalid one with a hint that says %q", err, apperr.HintOf(err), c.says)
			}
		})
	}
}

// A file with more records than any budget, or a huge text, is refused before it takes memory.
func TestHostileBudgetsAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ file, says string }{
		"accounts":   {`{"accounts":[` + strings.Repeat("{},", 200_001) + `{}]}`, "Budget.yfull: accounts[199999] has more records than a budget can have"},
		"parts":      {row(`"subTransactions":[` + strings.Repeat("{},", 10_001) + `{}]`), "transactions[0].subTransactions[9999] has more records than a budget can have"},
		"categories": {`{"masterCategories":[` + strings.Repeat(`{"subCategories":[`+strings.Repeat("{},", 9000)+`{}]},`, 25) + `{}]}`, "masterCategories[22] has more records"},
		"depth":      {`{"x":` + strings.Repeat("[", 20_000), "is damaged or incomplete"},
		"a text":     {`{"x":"` + strings.Repeat("x", 10<<20) + `"}`, "has a text of more than 4 MB"},
	} {
		_, err := ynab4.Converter{}.Convert(folder(c.file), io.Discard, conversion.Options{Currency: "USD"})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestArchivesAreRecognised(t *testing.T) {
	budget := budgetOf("")
	for name, c := range map[string]struct {
		archive *conversion.Archive
		plan    string
	}{
		"a folder":               {folder(budget), "Home"},
		"deep in other folders":  {archive("x.zip", "a/b/Family~1A2B3C4D.ynab4/Budget.ymeta", `{"relativeDataFolderName":"d"}`, "a/b/Family~1A2B3C4D.ynab4/d/devices/A.ydevice", `{"deviceGUID":"X","hasFullKnowledge":true}`, "a/b/Family~1A2B3C4D.ynab4/d/X/budget.yfull", budget), "Family"},
		"only its content":       {archive("Family~1A2B3C4D.ynab4.zip", "Budget.ymeta", `{"relativeDataFolderName":"d"}`, "d/devices/A.ydevice", `{"deviceGUID":"X","hasFullKnowledge":true}`, "d/X/Budget.yfull", budget), "Family"},
		"only the budget":        {archive("Family.zip", "Budget.yfull", budget), "Family"},
		"a backup":               {archive("Backup_2014-02-17T20-02-39_A.y4backup", "A-63.ynab4", budget, "budgetSettings.ybsettings", "<x/>"), "YNAB 4 budget"},
		"the budget alone":       {archive("Budget.yfull", "Budget.yfull", budget), "YNAB 4 budget"},
		"with a byte order mark": {archive("Family.zip", "Budget.yfull", "\xEF\xBB\xBF"+budget), "Family"},
	} {
		if got := convertWith(t, c.archive, conversion.Options{Currency: "USD"}).doc.Plan.Name; got != c.plan {
			t.Errorf("%s: the plan is called %q, want %q", name, got, c.plan)
		}
	}
	for _, a := range []*conversion.Archive{archive("x.zip", "plan.json", `{"plan":{}}`), archive("x.zip", "A.ynab4", `{"plan":{}}`), archive("x.zip")} {
		if (ynab4.Converter{}).Matches(a) {
			t.Errorf("%+v is recognised", a)
		}
	}
}

// FuzzConvert checks that every budget is converted to a document that can be decoded, or refused with an explanation.
func FuzzConvert(f *testing.F) {
	testkit.Fuzz(f, []string{
		empty, row(`"categoryId":"Category/__DeferredIncome__"`), generate(1).file()[:4000], generate(7).file(),
		row(`"subTransactions":[{"entityId":"s","amount":-1,"categoryId":"c","targetAccountId":"a"}],"checkNumber":12,"YNABID":"YNAB:-1.00:2014-02-03:1","FITID":"x"`),
		`{"masterCategories":[{"entityId":"MasterCategory/__Hidden__","subCategories":[{"entityId":"h","name":"A ` + "`" + ` B ` + "`" + ` g"}]}],"accounts":[],"transactions":[],
		"monthlyBudgets":[{"month":"2014-02-01","monthlySubCategoryBudgets":[{"categoryId":"h","budgeted":1.005,"overspendingHandling":"Confined"}]}]}`,
	}, func(t testing.TB, file []byte) {
		var out bytes.Buffer
		remarks, err := ynab4.Converter{}.Convert(folder(string(file)), &out, conversion.Options{Currency: "USD"})
		if err != nil {
			if e, ok := errors.AsType[*apperr.Error](err); !ok || e.Message == "" || e.Hint == "" || e.Kind == apperr.Internal {
				t.Fatalf("the error is not explained: %#v", err)
			}
			return
		}
		if _, err := ynabdoc.Decode(bytes.NewReader(out.Bytes())); err != nil && apperr.KindOf(err) != apperr.Invalid || remarks == nil {
			t.Fatalf("the document cannot be decoded: %v\n%s", err, out.Bytes())
		}
		var again bytes.Buffer
		if _, err := (ynab4.Converter{}).Convert(folder(string(file)), &again, conversion.Options{Currency: "USD"}); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("the second conversion differs: %v", err)
		}
	})
}

// An error of the writer is returned unchanged.
func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	failure := errors.New("the disk is full")
	_, err := ynab4.Converter{}.Convert(folder(generate(3).file()), failing{failure}, conversion.Options{Currency: "USD"})
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
	if apperr.KindOf(fmt.Errorf("wrapped: %w", err)) == apperr.Invalid {
		t.Error("the error counts as one of the file")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
