package journal

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// small is a budget with a purchase, a split with a transfer, an overspent category, a hold and a target.
func small() *budget.Whole {
	day := func(m, d int) civil.Date { return civil.MakeDate(2026, m, d) }
	return &budget.Whole{
		Info: budget.Info{Name: "Home", Currency: money.Format{ISOCode: "EUR", DecimalDigits: 2}},
		Accounts: []budget.Account{
			{No: 1, Name: "Main", Type: budget.Checking, OnBudget: true},
			{No: 2, Name: "House", Type: budget.Mortgage},
		},
		Groups: []budget.Group{{No: 1, Name: "Income", Income: true}, {No: 2, Name: "Daily"}},
		Categories: []budget.Category{
			{No: 1, Group: 1, Name: "Salary", Income: true},
			{No: 2, Group: 2, Name: "Food: home", Target: &budget.Target{}},
			{No: 3, Group: 2, Name: "Debt"},
		},
		Payees: []budget.Payee{{No: 1, Name: "ACME"}, {No: 2, Name: "(Shop)"}, {No: 3, Name: "Transfer : House", TransferAccount: 2}, {No: 4, Name: "Unused"}},
		Cells:  []budget.Cell{{Category: 2, Month: day(3, 1).Month(), Budgeted: 100_000}, {Category: 3, Month: day(3, 1).Month(), Budgeted: 500_000}},
		Months: []budget.Month{{Month: day(3, 1).Month(), Held: 50_000}},
		Transactions: []budget.Transaction{
			{No: 1, ID: "t1", Account: 1, Date: day(3, 1), Amount: 2_000_000, Payee: 1, Category: 1, Cleared: budget.Reconciled, Approved: true},
			{No: 2, ID: "t2", Account: 1, Date: day(3, 9), Amount: -620_000, Payee: 2, Memo: "monthly", Cleared: budget.Uncleared, FlagColour: "red", Parts: []budget.Part{
				{No: 1, ID: "p1", Amount: -120_000, Category: 2, Memo: "too much"},
				{No: 2, ID: "p2", Amount: -500_000, Category: 3, Payee: 3, Transfer: budget.Transfer{Account: 2, Tx: 3}},
			}},
			{No: 3, ID: "t3", Account: 2, Date: day(3, 9), Amount: 500_000, Cleared: budget.ClearedYes, Approved: true, Transfer: budget.Transfer{Account: 1, Tx: 2, Part: 2}},
		},
	}
}

// The files in testdata are what the two writers make of the small budget.
func TestSmallJournal(t *testing.T) { isWritten(t, Ledger, "small.journal") }

func TestSmallBeancountFile(t *testing.T) { isWritten(t, Beancount, "small.beancount") }

func isWritten(t *testing.T, write func(io.Writer, *exporter.Source) ([]exporter.Omitted, error), name string) {
	t.Helper()
	src := source(small())
	src.AccountGroups = []budget.AccountGroup{{No: 1, Name: "Everyday"}}
	src.Lacks = []exporter.Omitted{{What: "receipts", Count: 2, Value: "bill.pdf"}}
	var out bytes.Buffer
	omitted, err := write(&out, src)
	if err != nil {
		t.Fatal(err)
	}
	want := testkit.Must(os.ReadFile(filepath.Join("testdata", name)))(t)
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]exporter.Omitted{{What: "targets", Count: 1, Value: "Food: home"}, {What: "account groups", Count: 1, Value: "Everyday"}, {What: "payees without transactions", Count: 1, Value: "Unused"}}, omitted); diff != "" {
		t.Error(diff)
	}
}
