package importer_test

import (
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// A budget that was begun before its first transaction, or has none, is copied with its first month.
func TestACopyHasTheBudgetsFirstMonth(t *testing.T) {
	first := civil.MakeMonth(2026, 1)
	empty := &budget.Whole{Months: []budget.Month{{Month: first}}}
	later := &budget.Whole{
		Months:       []budget.Month{{Month: first}},
		Accounts:     []budget.Account{{No: 1, ID: "a", Name: "Bank", Type: "checking", OnBudget: true}},
		Transactions: []budget.Transaction{{No: 1, ID: "t", Account: 1, Date: civil.MakeDate(2026, 5, 3), Amount: 1000}},
	}
	for name, w := range map[string]*budget.Whole{"without accounts": empty, "with later transactions": later} {
		copied := imported(t, export(t, w))
		if len(copied.Months) != 1 || copied.Months[0].Month != first {
			t.Errorf("%s: the months of the copy are %+v", name, copied.Months)
		}
	}
	source := strings.NewReplacer(`"holdover":`, `"other":`).Replace(export(t, later))
	if w := imported(t, source); len(w.Months) != 0 {
		t.Errorf("a file of the source begins with %+v", w.Months)
	}
	far := strings.Replace(export(t, later), `"begun_with":"2026-01"`, `"begun_with":"0001-01"`, 1)
	if _, _, err := importer.Import(decoded(t, far), importer.Options{NewID: counter()}); err == nil {
		t.Error("a first month of the year 1 is accepted")
	}
}

func imported(t *testing.T, text string) *budget.Whole {
	t.Helper()
	w, _, err := importer.Import(decoded(t, text), importer.Options{NewID: counter()})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func decoded(t *testing.T, text string) *ynabdoc.Document {
	t.Helper()
	doc, err := ynabdoc.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}
