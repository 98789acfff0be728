package migration_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/rules"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// ynab4Folder returns a packed folder of YNAB 4 with a budget.
func ynab4Folder(t *testing.T, name, budget string) []byte {
	t.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, f := range [][2]string{
		{"Budget.ymeta", `{"relativeDataFolderName":"data1~AAAA1111"}`},
		{"data1~AAAA1111/devices/A.ydevice", `{"deviceGUID":"G","hasFullKnowledge":true,"knowledge":"A-9"}`},
		{"data1~AAAA1111/G/Budget.yfull", budget},
	} {
		entry, err := w.Create(name + "/" + f[0])
		if err == nil {
			_, err = entry.Write([]byte(f[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

const ynab4Budget = `{"fileMetaData":{"currentKnowledge":"A-9"},"budgetMetaData":{"currencyLocale":"en_US"},
"accounts":[{"entityId":"11111111-0000-0000-0000-00000000000a","entityVersion":"A-1","accountName":"Checking","accountType":"Checking","onBudget":true}],
"payees":[{"entityId":"22222222-0000-0000-0000-00000000000a","name":"Shop","renameConditions":[{"operator":"Contains","operand":"shop"}]}],
"masterCategories":[{"entityId":"A1","name":"Daily","type":"OUTFLOW","subCategories":[{"entityId":"A2","name":"Food"}]}],
"monthlyBudgets":[{"month":"2014-03-01","monthlySubCategoryBudgets":[{"categoryId":"A2","budgeted":20,"overspendingHandling":"Confined"}]}],
"transactions":[{"entityId":"t1","accountId":"11111111-0000-0000-0000-00000000000a","date":"2014-03-01","amount":500,"categoryId":"Category/__DeferredIncome__"},
	{"entityId":"t4","accountId":"11111111-0000-0000-0000-00000000000a","date":"2014-04-02","amount":-1,"categoryId":"A2"},
	{"entityId":"t2","accountId":"11111111-0000-0000-0000-00000000000a","date":"2014-03-05","amount":-30,"categoryId":"A2","payeeId":"22222222-0000-0000-0000-00000000000a"}]}`

// A newer folder of the same budget is recognised, although it was renamed, and changes the budget: transactions, the
// income held for the next month, overspending and rules. A rule made here stays.
func TestNewerFolderOfYNAB4IsTakenOver(t *testing.T) {
	ctx, me, a := t.Context(), app.Machine(), newHome(t)
	file := ynab4Folder(t, "Home~1A2B3C4D.ynab4", ynab4Budget)
	id := importText(t, a, file)
	checkYNAB4(t, a, id, 480_000, 1)
	if report, err := a.Verify(ctx, me, id); err != nil || !report.Sound() || report.Differs() {
		t.Errorf("the verification is %+v (error %v)", report, err)
	}
	newer := strings.NewReplacer(`"amount":500`, `"amount":600`, `"operand":"shop"`, `"operand":"store"`, `"overspendingHandling":"Confined"`, `"overspendingHandling":null`,
		`"entityId":"t2"`, `"entityId":"t3","accountId":"11111111-0000-0000-0000-00000000000a","date":"2014-04-01","amount":-5},{"entityId":"t2"`).Replace(ynab4Budget)
	packed := ynab4Folder(t, "Our home~1A2B3C4D.ynab4", newer)
	if budgetOfFile(t, a, packed) != id {
		t.Fatal("the newer folder is not recognised")
	}
	entry := rules.Entry{Conditions: []rules.Condition{{Field: budget.RuleNotes, Test: budget.RuleIs, Text: "gift"}}, Outcome: rules.Outcome{Flag: "red"}}
	_, made, err := a.SaveRule(ctx, me, id, entry, nil)
	if err != nil {
		t.Fatal(err)
	}
	done, view, err := a.ApplyReimport(ctx, me, id, migration.NewerFile{Name: "newer.zip"}, bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	checkYNAB4(t, a, id, 570_000, 2)
	if all, err := a.RulesOf(ctx, me, id); err != nil || len(all) != 2 || all[0].ID != made && all[1].ID != made {
		t.Errorf("the rule made here is missing in %+v (error %v); the changes were %+v", all, err, view.Changes)
	}
	if _, err := a.Undo(ctx, me, id, done.Change); err != nil {
		t.Fatal(err)
	}
	checkYNAB4(t, a, id, 480_000, 2)
}

// checkYNAB4 compares To Budget of April and the number of rules.
func checkYNAB4(t *testing.T, a *home, id string, toBudget int64, rules int) {
	t.Helper()
	april := civil.MakeMonth(2014, 4)
	months, err := a.Months(t.Context(), app.Machine(), id, app.MonthSpan{From: april, To: april})
	if err != nil || len(months) != 1 || int64(months[0].ToBudget) != toBudget {
		t.Errorf("April is %+v (error %v), want %d to budget", months, err, toBudget)
	}
	if all, err := a.RulesOf(t.Context(), app.Machine(), id); err != nil || len(all) != rules {
		t.Errorf("the rules are %+v (error %v), want %d", all, err, rules)
	}
}
