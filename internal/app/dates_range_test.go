package app

import (
	"os"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// Every change in a month out of range is refused, with the field; the month after the last
// valid one can only be displayed.
func TestMonthsOutOfRangeAreRefused(t *testing.T) {
	a := newApp(t)
	file, err := os.Open(testkit.Plan(t, "--seed", "61", "--years", "1", "--tx", "300", "--cards", "1"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	imported, err := a.Import(t.Context(), Machine(), file, migration.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	id := imported.Budget.ID
	category := ""
	for _, c := range wholeOf(t, a, id).Categories {
		if !c.Income {
			category = c.ID
		}
	}
	b, err := a.Budget(t.Context(), Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	this := civil.DateOf(time.Now()).Month()
	for m, fits := range map[civil.Month]bool{
		civil.MakeMonth(9999, 12): false, civil.MakeMonth(206, 5): false, civil.MakeMonth(1950, 1): false, civil.MakeMonth(2062, 1): false,
		b.FirstMonth.Add(-121): false, this.Add(121): false, b.FirstMonth.Add(-120): true, this.Add(120): true,
	} {
		_, err := a.SetBudgeted(t.Context(), Machine(), id, category, m, 1000)
		if (err == nil) != fits || !fits && apperr.CodeOf(err) != store.DateFarOff {
			t.Errorf("assign in %s: error %v, want it accepted: %t", m, err, fits)
		}
		if err != nil {
			continue
		}
		if _, err := a.Undo(t.Context(), Machine(), id, 0); err != nil {
			t.Error(err)
		}
	}
	if _, err := a.NewBudget(t.Context(), Machine(), BudgetEntry{Name: "Old", Currency: "EUR", FirstMonth: civil.MakeMonth(1970, 1)}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("new budget from 1970: error %v, want it refused", err)
	}
}

// Refused dates are quoted in the budget's format of days and months: 01.01.9999 was returned as 9999-01-01.
func TestRefusedDatesAreQuotedInTheBudgetsFormat(t *testing.T) {
	h := newTestBudget(t)
	_, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: 99990101, Amount: -1000, Category: "food"})
	if err == nil || !strings.Contains(err.Error(), "01.01.9999 is out of range") {
		t.Error(err)
	}
	_, err = h.a.SetBudgeted(t.Context(), Machine(), h.id, "food", civil.MakeMonth(9999, 1), 1000)
	if err == nil || !strings.Contains(err.Error(), "January 9999 is out of range") {
		t.Error(err)
	}
}
