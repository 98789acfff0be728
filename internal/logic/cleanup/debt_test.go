package cleanup_test

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
)

const jan = civil.Month(2026 * 12)

// indebted returns a budget with a card that was imported with a debt of 500, and a month in which food was overspent
// by 50, 30 of it on the card, in two rows and a part.
func indebted() *plan {
	p := &plan{Whole: budget.Whole{
		Accounts:   []budget.Account{{No: 1, OnBudget: true}, {No: 2, Name: "Visa", OnBudget: true, Type: budget.CreditCard}, {No: 3, Name: "Loan"}},
		Groups:     []budget.Group{{No: 1, Name: "Income", Income: true}, {No: 2, Name: "Daily", SourceID: "g"}},
		Categories: []budget.Category{{No: 1, Group: 1, Name: "Income", Income: true}, {No: 2, Group: 2, Name: "Food", SourceID: "food"}},
		Transactions: []budget.Transaction{
			{No: 1, Account: 1, Date: civil.MakeDate(2026, 1, 1), Amount: 1000, Category: 1},
			{No: 2, Account: 2, Date: civil.MakeDate(2026, 1, 1), Amount: -500, Category: 1},
			{No: 3, Account: 2, Date: civil.MakeDate(2026, 1, 5), Amount: -15, Category: 2, Memo: "early"},
			{No: 4, Account: 2, Date: civil.MakeDate(2026, 1, 9), Amount: -20, Parts: []budget.Part{
				{No: 41, Amount: -12, Category: 2, Memo: "late"}, {No: 42, Amount: -8},
			}},
			{No: 5, Account: 1, Date: civil.MakeDate(2026, 1, 20), Amount: -43, Category: 2},
			{No: 6, Account: 2, Date: civil.MakeDate(2026, 1, 8), Amount: -13, Category: 2, Transfer: budget.Transfer{Account: 3, Tx: 7}},
			{No: 7, Account: 3, Date: civil.MakeDate(2026, 1, 8), Amount: 13, Transfer: budget.Transfer{Account: 2, Tx: 6}},
			{No: 8, Account: 2, Date: civil.MakeDate(2026, 1, 25), Amount: 10, Category: 2}, // a refund
		},
		Cells: []budget.Cell{{Category: 2, Month: jan, Budgeted: 53}},
	}}
	p.Info.CardPayments = []budget.CardPayment{{Name: "Visa", Account: 2, Months: []budget.CardPaymentMonth{
		{Month: jan, Budgeted: 100, Balance: 108}, {Month: jan + 1, Balance: -20},
	}}}
	for i := range p.Transactions {
		p.Transactions[i].SourceID = "t"
	}
	for i, shown := range []money.Milli{847, 847, 827} {
		p.source = append(p.source, cleanup.SourceMonth{Month: jan.Add(i), ReadyToAssign: &shown})
	}
	return p
}

func TestDebtItems(t *testing.T) {
	p := indebted()
	// Food: 53 - 15 - 12 - 43 - 13 + 10 = -20; on cards 30 net: all 20 of it is card debt. It is taken from the
	// latest rows, and from a transfer last: 12 of the part, 8 of the 15.
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	want := "row:2:0 move\nrow:4:41 move\nrow:3:0 move\nassign:0:2026-01 assign\nassign:0:2026-03 assign\nrollover:0 rollover"
	if actions(got) != want {
		t.Errorf("got\n%s\nwant\n%s", actions(got), want)
	}
	if before, after, of := got.Matched(); before != 0 || after != 3 || of != 3 {
		t.Errorf("%d of %d months match before, %d after: %+v", before, of, after, got.Months)
	}
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	split := p.Transactions[2]
	if len(split.Parts) != 2 || split.Category != 0 || split.Memo != "early" || split.Parts[0].Amount != -7 || split.Parts[0].Category != 2 ||
		split.Parts[1].Amount != -8 || split.Parts[1].Category != 3 {
		t.Errorf("the split row is %+v", split)
	}
	part := p.Transactions[3].Parts
	if len(part) != 2 || part[0].Category != 3 || part[0].Memo != "late" || part[0].No != 41 {
		t.Errorf("the part is %+v", part)
	}
	debt := p.Categories[2]
	if debt.Name != "Credit Card" || p.Groups[2].Name != "Debt" || p.Groups[2].No != debt.Group {
		t.Errorf("the debt category is %+v, the groups are %+v", debt, p.Groups)
	}
	for m, want := range map[civil.Month]int64{jan: -420, jan + 1: -420, jan + 2: -400} {
		if got := p.sheet().Cell(debt.No, m); int64(got.Balance) != want || !got.Rollover {
			t.Errorf("%s: %+v, want %d", m, got, want)
		}
	}
}

// A part is divided into two parts, with the memo on both.
func TestAPartIsDividedIntoTwoParts(t *testing.T) {
	p := indebted()
	p.Cells[0].Budgeted = 65 // 8 overspent
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	parts := p.Transactions[3].Parts
	if len(parts) != 3 || parts[0].Amount != -4 || parts[0].Category != 2 || parts[1].Amount != -8 || parts[1].Category != 3 || parts[1].Memo != "late" || parts[2].No != 42 {
		t.Errorf("the parts are %+v", parts)
	}
}

// A transfer is not split; the proposal says so, and the rest is done.
func TestTransferIsNotSplit(t *testing.T) {
	p := indebted()
	p.Transactions[2].Amount, p.Transactions[3].Parts[0].Category = 15, 0
	// Food: 53 + 15 - 43 - 13 + 10 = 22; take 30 back: 8 overspent, on cards -12 net is no spending
	p.Transactions[2].Category = 0
	p.Transactions[7].Category = 0
	p.Cells[0].Budgeted = 50 // 6 overspent, and all the card spending is the transfer of 13
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	i := slices.IndexFunc(got.Items, func(i cleanup.Item) bool { return i.Tx == 6 })
	if i < 0 || got.Items[i].Action != cleanup.Nothing || !strings.Contains(got.Items[i].Reason, "transfer") {
		t.Errorf("the transfer is not left alone: %s", actions(got))
	}
	p.apply(t, &got.Changes)
	p.conserved(t)
	if p.Transactions[5].Parts != nil {
		t.Error("the transfer was split")
	}
}

func TestNamesOfDebtCategories(t *testing.T) {
	p := indebted()
	p.Groups = append(p.Groups, budget.Group{No: 5, Name: " DEBT", SourceID: "d"})
	p.Categories = append(p.Categories, budget.Category{No: 7, Group: 5, Name: "credit card", SourceID: "c"})
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	if c := got.Changes.NewCategories; len(got.Changes.NewGroups) != 0 || len(c) != 1 || c[0].Group != 5 || c[0].Name != "Credit Card debt" {
		t.Errorf("the changes are %+v, want a category in the existing group", got.Changes)
	}
	got = cleanup.Debt(p.input(), cleanup.Choices{PerCard: true})
	if c := got.Changes.NewCategories; len(c) != 1 || c[0].Name != "Visa" {
		t.Errorf("the categories by card are %+v", c)
	}
}

// The results of a clean-up are recognised after they were renamed and moved, and an amount set by a user does not
// change.
func TestCleanedUpDebtIsRecognised(t *testing.T) {
	for _, perCard := range []bool{false, true} {
		p := indebted()
		p.applied(t, cleanup.Debt, cleanup.Choices{PerCard: perCard})
		debt := &p.Categories[2]
		debt.Name, debt.Group = "What I owe", 2
		for _, later := range []bool{false, true} {
			if got := cleanup.Debt(p.input(), cleanup.Choices{PerCard: later}); !got.Empty() {
				t.Errorf("made per card: %v, proposed per card: %v: %s", perCard, later, actions(got))
			}
		}
	}
	p := indebted()
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	i := slices.IndexFunc(p.Cells, func(c budget.Cell) bool { return c.Category == 3 && c.Month == jan })
	p.Cells[i].Budgeted = 77
	if got := cleanup.Debt(p.input(), cleanup.Choices{}); !got.Empty() {
		t.Errorf("a set amount is changed: %s", actions(got))
	}
}

// Rows that were entered here are not imported debt.
func TestRowsEnteredHereAreNoCardDebt(t *testing.T) {
	p := indebted()
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	p.Transactions = append(p.Transactions,
		budget.Transaction{No: 99, Account: 2, Date: jan.First(), Amount: 30, Category: 1},
		budget.Transaction{No: 100, Account: 2, Date: jan.First(), Amount: -700, Category: 2})
	if got := cleanup.Debt(p.input(), cleanup.Choices{}); !got.Empty() {
		t.Errorf("rows entered here are changed: %s", actions(got))
	}
}

// A month in which the user turned on rollover is left alone.
func TestMonthsWithRolloverAreNoCardDebt(t *testing.T) {
	p := indebted()
	p.Rollovers = []budget.Rollover{{Category: 2, From: jan, On: true}}
	if got := actions(cleanup.Debt(p.input(), cleanup.Choices{})); strings.Contains(got, "row:3") || strings.Contains(got, "row:4") {
		t.Errorf("a month with rollover is changed: %s", got)
	}
}

func TestReservesOfCards(t *testing.T) {
	got := cleanup.Reserves(indebted().input())
	if !got.Empty() || len(got.Cards) != 1 {
		t.Fatalf("want one card and no changes, got %+v", got)
	}
	if c := got.Cards[0]; c.Name != "Visa" || c.Balance != -538 || c.Reserve != 0 || c.Net != -538 || len(c.Months) != 3 ||
		c.Months[0].Reserve != 108 || c.Months[0].Net != -430 || c.CategoryBalance != nil {
		t.Errorf("the card is %+v", c)
	}
}

// The oldest documents have no Ready to Assign: the debt is still found, and nothing is held.
func TestDocumentsWithoutReadyToAssign(t *testing.T) {
	p := indebted()
	for i := range p.source {
		p.source[i].ReadyToAssign = nil
	}
	got := p.applied(t, cleanup.Match, cleanup.Choices{})
	if len(got.Changes.MovedRows) != 3 || len(got.Changes.Holds) != 0 || len(got.Months) != 3 {
		t.Errorf("without Ready to Assign: %+v, want three rows and no holds", got)
	}
	if _, _, of := got.Matched(); of != 0 {
		t.Errorf("%d months are compared without Ready to Assign", of)
	}
}

// A payment category with an unknown card is paid through the first card.
func TestPaymentsOfAnUnknownCardUseTheFirstCard(t *testing.T) {
	p := indebted()
	p.Info.CardPayments[0].Account = 0
	p.Accounts = append(p.Accounts, budget.Account{No: 9, Name: "Amex", OnBudget: true, Type: budget.LineOfCredit})
	p.applied(t, cleanup.Debt, cleanup.Choices{PerCard: true})
	i := slices.IndexFunc(p.Categories, func(c budget.Category) bool { return c.Name == "Visa" })
	if got := p.sheet().Cell(p.Categories[i].No, jan).Budgeted; got != 100 {
		t.Errorf("the first card's budgeted amount is %s", got)
	}
}
