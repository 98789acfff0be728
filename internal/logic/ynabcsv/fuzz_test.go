package ynabcsv_test

import (
	"bytes"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// FuzzConvert checks that a pair of tables is refused with an error for the user, or becomes a document whose account
// balances are the sums of its rows. A zero byte separates the two tables.
func FuzzConvert(f *testing.F) {
	testkit.Fuzz(f, []string{
		register + "\x00" + plan,
		registerHead + row("03/04/2026", "$1.00,$0.00") + row("13/04/2026", `"$1,000.00",$0.00`) + "\x00" + planHead + `"2026-04","G: C","G","C",1,-2,.5` + "\n",
		"Account\tDate\tPayee\tMaster Category\tSub Category\tMemo\tOutflow\tInflow\nA\t2026-01-02\tTransfer : A\tIncome\tAvailable this month\t(Split 1/1) x\t1 kr.\t'2-\n" +
			"\x00Month;Category Group;Category;Budgeted;Outflows;Available\nJan 2026;Credit Card Payments;A;(1);0;0\n",
		"\ufeff" + register + "\x00\xff\xfea",
	}, func(t testing.TB, input []byte) {
		register, plan, _ := strings.Cut(string(input), "\x00")
		a := archive("", "Register.csv", register, "Plan.csv", plan)
		for _, opts := range []conversion.Options{{}, {Dates: "dmy", Decimals: ",", Currency: "EUR"}} {
			var out bytes.Buffer
			if _, err := (ynabcsv.Converter{}).Convert(a, &out, opts); err != nil {
				if apperr.KindOf(err) != apperr.Invalid {
					t.Fatal(err)
				}
				continue
			}
			doc, err := ynabdoc.Decode(&out)
			if err != nil {
				t.Fatalf("the document cannot be read: %v", err)
			}
			_, notes, err := importer.Import(doc, importer.Options{NewID: func() string { return "new" }})
			if err != nil && apperr.KindOf(err) != apperr.Invalid {
				t.Fatal(err)
			}
			if err == nil && len(notes.Contradictions) > 0 {
				t.Fatalf("the balances are not the sums of the rows: %+v", notes.Contradictions)
			}
		}
	})
}
