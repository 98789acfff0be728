package ynabcsv_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
)

// line returns a line of the register; amounts are in dollars, and those below zero are outflows.
func line(account, date, payee, group, category, memo string, amount int, cleared string) string {
	out, in := -amount, 0
	if amount > 0 {
		out, in = 0, amount
	}
	full := ""
	if group != "" {
		full = group + ": " + category
	}
	return fmt.Sprintf("%q,\"\",%q,%q,%q,%q,%q,%q,$%d.00,$%d.00,%q\n", account, date, payee, full, group, category, memo, out, in, cleared)
}

func cell(month, group, category string, assigned, activity, available int) string {
	return fmt.Sprintf("%q,%q,%q,%q,$%d.00,$%d.00,$%d.00\n", month, group+": "+category, group, category, assigned, activity, available)
}

// convert imports a register and a plan without the day of the export.
func convert(t *testing.T, register, plan string) imported {
	t.Helper()
	return importArchive(t, archive("", "Register.csv", registerHead+register, "Plan.csv", planHead+plan), conversion.Options{})
}

func warnings(got imported, code string) []string {
	for _, w := range got.remarks.Warnings {
		if w.Code == code {
			return w.Records
		}
	}
	return nil
}

// An account is on budget by the categories of its rows, or, if it has only transfers, by those of the other sides, or
// like the accounts on their other sides.
func TestTrackingAccounts(t *testing.T) {
	const date = "01/31/2026"
	got := convert(t, line("Checking", date, "Starting Balance", "Inflow", "Ready to Assign", "", 100, "Cleared")+
		line("House", date, "Starting Balance", "", "", "", 9000, "Cleared")+
		line("Checking", date, "Transfer : Wallet", "", "", "", -10, "Cleared")+line("Wallet", date, "Transfer : Checking", "", "", "", 10, "Cleared")+
		line("Checking", date, "Transfer : Loan", "Bills", "Loan", "", -20, "Cleared")+line("Loan", date, "Transfer : Checking", "", "", "", 20, "Cleared")+
		line("House", date, "Transfer : Broker", "", "", "", -30, "Cleared")+line("Broker", date, "Transfer : House", "", "", "", 30, "Cleared"),
		cell("Jan 2026", "Bills", "Loan", 20, -20, 0))
	var accounts []string
	for _, a := range got.whole.Accounts {
		accounts = append(accounts, fmt.Sprint(a.Name, " ", a.Type, " ", a.OnBudget))
	}
	if diff := cmp.Diff([]string{"Checking checking true", "House otherAsset false", "Wallet checking true", "Loan otherAsset false", "Broker otherAsset false"}, accounts); diff != "" {
		t.Error(diff)
	}
}

// Card payment categories are those of YNAB's group without rows; others in a group of that name are the user's.
func TestCardPayments(t *testing.T) {
	got := convert(t, line("Visa", "01/31/2026", "Shop", "Everyday", "Food", "", -10, "Cleared")+line("Old", "01/31/2026", "Shop", "Everyday", "Food", "", -5, "Cleared")+
		line("Visa", "01/31/2026", "Fee", "Credit Card Payments", "Fees", "", -1, "Cleared"),
		cell("Jan 2026", "Credit Card Payments", "Visa", 0, 10, 10)+cell("Jan 2026", "Credit Card Payments", "Unused", 0, 0, 0)+
			cell("Jan 2026", "Hidden Categories", "Old", 0, 5, 5)+cell("Jan 2026", "Everyday", "Food", 15, -15, 0)+cell("Jan 2026", "Credit Card Payments", "Fees", 1, -1, 0))
	var cards []string
	for _, a := range got.whole.Accounts {
		if a.Type.IsCard() {
			cards = append(cards, a.Name)
		}
	}
	if diff := cmp.Diff([]string{"Visa", "Old", "Unused"}, cards); diff != "" || len(got.whole.Info.CardPayments) != 3 {
		t.Error(diff, got.whole.Info.CardPayments)
	}
	if !slices.ContainsFunc(got.whole.Groups, func(g budget.Group) bool { return g.Name == "Credit card payments" }) || got.report.Differs() || got.report.Cells.Compared != 2 {
		t.Errorf("the groups are %+v: %s", got.whole.Groups, got.report.Sentence)
	}
}

// Without the day of the export, rows are scheduled only if the plan's figures prove it.
func TestScheduledRows(t *testing.T) {
	register := line("A", "02/20/2026", "Rent", "Bills", "Rent", "", -7, "Uncleared") + line("A", "02/19/2026", "Transfer : B", "", "", "", -3, "Uncleared") +
		line("B", "02/19/2026", "Transfer : A", "", "", "", 3, "Uncleared") + line("A", "02/10/2026", "Shop", "Bills", "Rent", "", -1, "Cleared") +
		line("A", "01/01/2026", "Starting Balance", "Inflow", "Ready to Assign", "", 50, "Cleared") + line("B", "01/01/2026", "Starting Balance", "Inflow", "Ready to Assign", "", 5, "Cleared")
	got := convert(t, register, cell("Feb 2026", "Bills", "Rent", 1, -1, 0))
	if n := len(got.whole.Scheduled); n != 1 || len(got.whole.Transactions) != 5 || got.report.Differs() {
		t.Errorf("%d are scheduled, %d are transactions: %s", n, len(got.whole.Transactions), got.report.Sentence)
	}
	later := line("A", "03/05/2026", "Rent", "Bills", "Rent", "", -7, "Uncleared") + line("A", "03/04/2026", "Shop", "Bills", "Rent", "", -7, "Cleared")
	got = convert(t, later+register, cell("Feb 2026", "Bills", "Rent", 1, -8, -7))
	if s := got.whole.Scheduled; len(s) != 1 || s[0].DateNext != 20260305 {
		t.Errorf("%+v are scheduled after the last month of the plan", s)
	}
	got = convert(t, register, cell("Feb 2026", "Bills", "Rent", 1, -8, -7))
	if n := len(got.whole.Scheduled); n != 0 || got.report.Differs() {
		t.Errorf("%d are scheduled though the plan counts them: %s", n, got.report.Sentence)
	}
	register += line("B", "02/19/2026", "Transfer : A", "", "", "", 3, "Uncleared") // without the other side
	named := archive("", "P as of 2026-02-18 09-00 - Register.csv", registerHead+register, "P as of 2026-02-18 09-00 - Plan.csv", planHead+cell("Feb 2026", "Bills", "Rent", 1, -1, 0))
	got = importArchive(t, named, conversion.Options{})
	if s := got.whole.Scheduled; len(s) != 3 || s[1].TransferAccount != 2 || s[1].Amount != -3000 || s[2].TransferAccount != 1 || got.remarks.Counts[0].Count != 1 || got.report.Differs() {
		t.Errorf("%+v are scheduled: %s, %+v", s, got.report.Sentence, got.remarks)
	}
}

// Parts that do not follow each other, or of which some are missing, stay transactions of their own.
func TestBrokenSplits(t *testing.T) {
	part := func(memo, date string) string { return line("A", date, "P", "G", "C", memo, -1, "Cleared") }
	for name, register := range map[string]string{
		"the last is missing":  part("Split (1/2) a", "01/31/2026"),
		"the first is missing": part("Split (2/2) a", "01/31/2026"),
		"other day":            part("Split (1/2) a", "01/31/2026") + part("Split (2/2) a", "01/30/2026"),
		"other account":        part("Split (1/2) a", "01/31/2026") + line("B", "01/31/2026", "P", "G", "C", "Split (2/2) a", -1, "Cleared"),
		"one between":          part("Split (1/2) a", "01/31/2026") + part("", "01/31/2026") + part("Split (2/2) a", "01/31/2026"),
	} {
		got := convert(t, register, "")
		want := strings.Count(register, "\n")
		if len(got.whole.Transactions) != want || len(warnings(got, "broken-split")) != strings.Count(register, "Split") {
			t.Errorf("%s: %d rows, %v", name, len(got.whole.Transactions), got.remarks.Warnings)
		}
		if memo := got.whole.Transactions[0].Memo; !strings.HasPrefix(memo, "Split (") {
			t.Errorf("%s: the memo became %q", name, memo)
		}
	}
	whole := convert(t, part("Split (1/2) a", "01/31/2026")+part("Split (2/2)", "01/31/2026")+part("Split (1/2) b", "01/31/2026")+part("Split (2/2) c", "01/31/2026"), "")
	if len(whole.whole.Transactions) != 2 || len(whole.remarks.Warnings) != 0 {
		t.Errorf("%d rows, %v", len(whole.whole.Transactions), whole.remarks.Warnings)
	}
}

// Several equal transfers of a day are paired, also with a part of a split, each side once.
func TestEqualTransfers(t *testing.T) {
	const date = "01/31/2026"
	to, from := line("A", date, "Transfer : B", "", "", "", -5, "Cleared"), line("B", date, "Transfer : A", "", "", "", 5, "Cleared")
	part := line("A", date, "Transfer : B", "", "", "Split (1/2) ", -5, "Cleared") + line("A", date, "P", "G", "C", "Split (2/2) ", -1, "Cleared")
	got := convert(t, to+part+from+from+to+from+line("B", date, "Q", "G", "C", "", 1, "Cleared"), cell("Jan 2026", "G", "C", 0, 0, 0))
	if links := got.notes.Links; links.Pairs != 3 || links.NotLinked != 0 {
		t.Errorf("the links are %+v", links)
	}
	unknown := convert(t, line("A", date, "Transfer : Gone", "", "", "", -5, "Cleared"), "")
	if len(warnings(unknown, "no-account")) != 1 || unknown.whole.Transactions[0].Transfer.Account != 0 || unknown.whole.Payees[1].Name != "Transfer : Gone" {
		t.Errorf("a transfer to an unknown account is %+v", unknown.whole.Transactions[0])
	}
}

// Categories that only differ in what the file does not contain are merged, and the figures are added up.
func TestCategoriesOfOneName(t *testing.T) {
	got := convert(t, line("A", "01/31/2026", "P", "Hidden Categories", "Gifts", "", -5, "Cleared"),
		cell("Jan 2026", "Hidden Categories", "Gifts", 3, -3, 0)+cell("Jan 2026", "Hidden Categories", "Gifts", 2, -2, 0))
	if got.report.Differs() || got.report.Cells.Compared != 1 || got.remarks.Counts[0] != (conversion.Counted{Array: "month_categories", Merged: true, Why: got.remarks.Counts[0].Why, Count: 1}) {
		t.Errorf("%s: %+v", got.report.Sentence, got.remarks)
	}
	var arrays []importer.Count
	for _, name := range []string{"transactions", "month_categories"} {
		arrays = append(arrays, *got.notes.Arrays[name])
	}
	if arrays[0].Kept != 1 || arrays[1].Kept != 1 {
		t.Errorf("the import counts %+v", arrays)
	}
}

// A part that is a transfer may have the payee of the split in front of the other account.
func TestTransfersInSplitsOfAPayee(t *testing.T) {
	const date = "01/31/2026"
	got := convert(t, line("Checking", date, "Starting Balance", "Inflow", "Ready to Assign", "", 100, "Cleared")+
		line("Checking", date, "Shop", "Bills", "Food", "(Split 1/2) food", -10, "Cleared")+line("Checking", date, "Shop / Transfer : Loan", "Bills", "Loan", "(Split 2/2) rate", -20, "Cleared")+
		line("Loan", date, "Transfer : Checking", "", "", "", 20, "Cleared")+
		line("Checking", date, "Bank / Transfer : Loan", "Bills", "Loan", "(Split 1/1) ", -5, "Cleared")+line("Loan", date, "Transfer : Checking", "", "", "", 5, "Cleared"),
		cell("Jan 2026", "Bills", "Loan", 25, -25, 0)+cell("Jan 2026", "Bills", "Food", 10, -10, 0))
	var payees []string
	for _, p := range got.whole.Payees {
		payees = append(payees, p.Name)
	}
	if got.notes.Links.Pairs != 2 || got.whole.Accounts[1].OnBudget || got.report.Differs() || len(got.remarks.Warnings) != 0 {
		t.Errorf("%+v, %+v, %s", got.notes.Links, got.whole.Accounts, got.report.Sentence)
	}
	if !slices.Contains(payees, "Shop") || !slices.Contains(payees, "Bank") || slices.ContainsFunc(payees, func(p string) bool { return strings.Contains(p, " / ") }) {
		t.Errorf("the payees are %q", payees)
	}
}
