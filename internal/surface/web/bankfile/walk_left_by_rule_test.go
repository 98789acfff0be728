package bankfile_test

import (
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rules"
	"holdover/internal/model/budget"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRowsLeftOutByARule imports a file with rows that a rule leaves out, and adds one of them nevertheless.
func TestWalkRowsLeftOutByARule(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	for _, look := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		w.CheckConserved()
		rule := rules.Entry{Conditions: []rules.Condition{{Field: budget.RulePayee, Test: budget.RuleOneOf, Text: "Employer; KIOSK 12"}}, Outcome: rules.Outcome{LeaveOut: true}}
		if _, _, err := world.App.SaveRule(t.Context(), app.Machine(), w.ID, rule, nil); err != nil {
			t.Fatal(err)
		}
		w.Open(bankPage(t, world, w.ID, "Checking"))
		chooseFile(w, bankFileAt(t, "umsaetze.csv", bankFiles["umsaetze.csv"]))
		w.See("3 left out")
		w.See("Left out by a rule: payee is one of “Employer”, “KIOSK 12”")
		browsertest.Shot(t, w.Tab, "bank-left-by-rule-"+look.Name)
		walk.Check(t, w.Tab, "rows left out by a rule")
		clickBox(w, "Employer")
		w.See("2 left out")
		w.Click("Import 2 transactions")
		w.See("2 left out by rules")
		w.See("Employer")
		w.CheckUndo("Imported 2 transactions")
		w.CheckConserved()
	}
}
