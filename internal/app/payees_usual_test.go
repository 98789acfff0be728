package app

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/model/sample"
	"holdover/internal/testing/testkit"
)

// Earlier choices predict at least nine of ten categories of the sample family's last year, while the family corrects
// wrong suggestions as they occur. oracle/makesample.py makes the sample. For genuine budgets, where they are available,
// the share is only logged: how regular their owners' choices are is not known.
func TestEarlierChoicesPredictTheLastYear(t *testing.T) {
	sampleFile, err := sample.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer sampleFile.Close()
	text, err := io.ReadAll(sampleFile)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "family.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	right, compared := predictionsOfLastYear(t, path)
	t.Logf("the sample family: %d of %d predictions are right", right, compared)
	if compared < 300 || right*10 < compared*9 {
		t.Errorf("%d of %d predictions for the last year are right, want nine of ten of at least 300", right, compared)
	}
	t.Run("genuine budgets", func(t *testing.T) {
		for _, path := range testkit.RequireGenuinePlans(t) {
			right, compared := predictionsOfLastYear(t, path)
			t.Logf("%s: %d of %d predictions are right", filepath.Base(path), right, compared)
		}
	})
}

// predictionsOfLastYear returns the number of rows of the last year for which the category was suggested correctly on
// their date, and the number of compared rows.
func predictionsOfLastYear(t *testing.T, path string) (right, compared int) {
	t.Helper()
	a := newApp(t)
	w := wholeOf(t, a, importPlan(t, a, path))
	slices.SortStableFunc(w.Transactions, func(x, y budget.Transaction) int { return int(x.Date) - int(y.Date) })
	yearBefore := w.Transactions[len(w.Transactions)-1].Date.AddMonths(-12)
	index := rowindex.New(&rowindex.Records{Accounts: w.Accounts, Categories: w.Categories, Payees: w.Payees}, &rowindex.Builder{})
	for i := range w.Transactions {
		row := &w.Transactions[i]
		if row.Category == 0 || row.Payee == 0 || len(row.Parts) > 0 {
			continue
		}
		if row.Date > yearBefore {
			compared++
			if index.UsualCategory(rowindex.Like{Payee: row.Payee, Account: row.Account, Amount: row.Amount}) == row.Category {
				right++
			}
		}
		c := index.Change([]budget.TxNo{row.No})
		line := rowindex.Line{Amount: row.Amount, Payee: row.Payee, Category: row.Category}
		if err := c.Now.Add(&rowindex.Row{No: row.No, Account: row.Account, Date: row.Date, Cleared: row.Cleared, Line: line}); err != nil {
			t.Fatal(err)
		}
		index = index.With(c)
	}
	return right, compared
}
