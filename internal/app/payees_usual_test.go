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

// A family's earlier choices predict the categories of the last year: the owner corrects wrong suggestions as they
// occur, and at least nine of ten are right. The family is that of the sample by oracle/makesample.py; genuine
// budgets are used where available.
func TestEarlierChoicesPredictTheLastYear(t *testing.T) {
	family := filepath.Join(t.TempDir(), "family.json")
	document, err := sample.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer document.Close()
	text, err := io.ReadAll(document)
	if err == nil {
		err = os.WriteFile(family, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if right, all := predictedRight(t, family); all < 300 || right*10 < all*9 {
		t.Errorf("%d of %d predictions for the family's last year are right, want nine of ten", right, all)
	} else {
		t.Logf("family: %d of %d predictions are right", right, all)
	}
	for _, path := range testkit.Genuine(t) {
		right, all := predictedRight(t, path)
		t.Logf("%s: %d of %d predictions are right", filepath.Base(path), right, all)
	}
}

// predictedRight returns the number of rows of the last year for which the category was suggested correctly on their date,
// and the number of compared rows.
func predictedRight(t *testing.T, path string) (right, all int) {
	t.Helper()
	a := newApp(t)
	w := wholeOf(t, a, importPlan(t, a, path))
	slices.SortStableFunc(w.Transactions, func(x, y budget.Transaction) int { return int(x.Date) - int(y.Date) })
	last := w.Transactions[len(w.Transactions)-1].Date.AddMonths(-12)
	known := rowindex.New(&rowindex.Records{Accounts: w.Accounts, Categories: w.Categories, Payees: w.Payees}, &rowindex.Builder{})
	for i := range w.Transactions {
		row := &w.Transactions[i]
		if row.Category == 0 || row.Payee == 0 || len(row.Parts) > 0 {
			continue
		}
		if row.Date > last {
			if all++; known.UsualCategory(rowindex.Like{Payee: row.Payee, Account: row.Account, Amount: row.Amount}) == row.Category {
				right++
			}
		}
		c := known.Change([]budget.TxNo{row.No})
		line := rowindex.Line{Amount: row.Amount, Payee: row.Payee, Category: row.Category}
		if err := c.Now.Add(&rowindex.Row{No: row.No, Account: row.Account, Date: row.Date, Cleared: row.Cleared, Line: line}); err != nil {
			t.Fatal(err)
		}
		known = known.With(c)
	}
	return right, all
}
