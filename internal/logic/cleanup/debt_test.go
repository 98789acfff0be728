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

// The records of the plan of indebted, as indexes of its slices.
const (
	salaryRow = iota
	startRow  // the card's initial debt
	earlyRow
	splitRow
	cashRow
	cardTransferRow
	loanTransferRow
	refundRow

	debtCategory = 2 // the first category that a clean-up creates
	debtGroup    = 2 // the group that a clean-up creates
)

// indebted returns a plan with a card that was imported with a debt of 500. Its rows of January spend 83 from Food, of
// which 53 are budgeted, and get 10 back: Food is overspent by 20. The card's part is 15 + 12 + 13 - 10 = 30, so that
// YNAB made all of the overspending card debt.
func indebted() *plan {
	p := &plan{Whole: budget.Whole{
		Accounts:   []budget.Account{{No: 1, OnBudget: true}, {No: 2, Name: "Visa", OnBudget: true, Type: budget.CreditCard}, {No: 3, Name: "Loan"}},
		Groups:     []budget.Group{{No: 1, Name: "Income", Income: true}, {No: 2, Name: "Daily", SourceID: "g"}},
		Categories: []budget.Category{{No: 1, Group: 1, Name: "Income", Income: true}, {No: 2, Group: 2, Name: "Food", SourceID: "food"}},
		Transactions: []budget.Transaction{
			salaryRow: {No: 1, Account: 1, Date: civil.MakeDate(2026, 1, 1), Amount: 1000, Category: 1},
			startRow:  {No: 2, Account: 2, Date: civil.MakeDate(2026, 1, 1), Amount: -500, Category: 1},
			earlyRow:  {No: 3, Account: 2, Date: civil.MakeDate(2026, 1, 5), Amount: -15, Category: 2, Memo: "early"},
			splitRow: {No: 4, Account: 2, Date: civil.MakeDate(2026, 1, 9), Amount: -20, Parts: []budget.Part{
				{No: 41, Amount: -12, Category: 2, Memo: "late"}, {No: 42, Amount: -8},
			}},
			cashRow:         {No: 5, Account: 1, Date: civil.MakeDate(2026, 1, 20), Amount: -43, Category: 2},
			cardTransferRow: {No: 6, Account: 2, Date: civil.MakeDate(2026, 1, 8), Amount: -13, Category: 2, Transfer: budget.Transfer{Account: 3, Tx: 7}},
			loanTransferRow: {No: 7, Account: 3, Date: civil.MakeDate(2026, 1, 8), Amount: 13, Transfer: budget.Transfer{Account: 2, Tx: 6}},
			refundRow:       {No: 8, Account: 2, Date: civil.MakeDate(2026, 1, 25), Amount: 10, Category: 2},
		},
		Cells: []budget.Cell{{Category: 2, Month: jan, Budgeted: 53}},
	}}
	p.Info.CardPayments = []budget.CardPayment{{Name: "Visa", Account: 2, Months: []budget.CardPaymentMonth{
		{Month: jan, Budgeted: 100, Balance: 108}, {Month: jan + 1, Balance: -20},
	}}}
	for i := range p.Transactions {
		p.Transactions[i].SourceID = "t"
	}
	for i, readyToAssign := range []money.Milli{847, 847, 827} {
		p.source = append(p.source, cleanup.SourceMonth{Month: jan.Add(i), ReadyToAssign: &readyToAssign})
	}
	return p
}

// TestDebtItems expects the proposal for the initial debt, the overspent Food, the money assigned to card payments and
// rollover. The 20 of Food are taken from the latest rows, and from the transfer last: 12 of the part and 8 of the row
// of 15, which is split.
func TestDebtItems(t *testing.T) {
	p := indebted()
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	want := "row:2:0 move\nrow:4:41 move\nrow:3:0 move\nassign:0:2026-01 assign\nassign:0:2026-03 assign\nrollover:0 rollover"
	if actions(got) != want {
		t.Errorf("got the actions\n%s\nwant\n%s", actions(got), want)
	}
	if before, after, of := got.Matched(); before != 0 || after != 3 || of != 3 {
		t.Errorf("got %d matching months before and %d after, of %d, want 0 and 3, of 3: %+v", before, after, of, got.Months)
	}
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	row := p.Transactions[earlyRow]
	if len(row.Parts) != 2 || row.Category != 0 || row.Memo != "early" || row.Parts[0].Amount != -7 || row.Parts[0].Category != 2 ||
		row.Parts[1].Amount != -8 || row.Parts[1].Category != 3 {
		t.Errorf("got the row %+v, want it split into -7 of Food and -8 of the debt, with the memo early", row)
	}
	parts := p.Transactions[splitRow].Parts
	if len(parts) != 2 || parts[0].Category != 3 || parts[0].Memo != "late" || parts[0].No != 41 {
		t.Errorf("got the parts %+v, want part 41 moved to the debt with its memo late, and one more", parts)
	}
	debt := p.Categories[debtCategory]
	if debt.Name != "Credit Card" || p.Groups[debtGroup].Name != "Debt" || p.Groups[debtGroup].No != debt.Group {
		t.Errorf("got the category %+v and the groups %+v, want Credit Card in Debt", debt, p.Groups)
	}
	for m, want := range map[civil.Month]int64{jan: -420, jan + 1: -420, jan + 2: -400} {
		if got := p.sheet().Cell(debt.No, m); int64(got.Balance) != want || !got.Rollover {
			t.Errorf("%s: got the cell %+v, want the balance %d with rollover", m, got, want)
		}
	}
}

// TestAPartIsDividedIntoTwoParts overspends Food by 8, so that a part of 12 is divided. Both parts have its memo.
func TestAPartIsDividedIntoTwoParts(t *testing.T) {
	p := indebted()
	p.Cells[0].Budgeted = 65
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	parts := p.Transactions[splitRow].Parts
	if len(parts) != 3 || parts[0].Amount != -4 || parts[0].Category != 2 || parts[0].Memo != "late" ||
		parts[1].Amount != -8 || parts[1].Category != 3 || parts[1].Memo != "late" || parts[2].No != 42 {
		t.Errorf("got the parts %+v, want -4 of Food and -8 of the debt, both with the memo late, and part 42", parts)
	}
}

// TestTransferIsNotSplit overspends Food by 6, and the only spending on the card is the transfer of 13. The proposal
// says that a transfer is not split, and has the other changes.
func TestTransferIsNotSplit(t *testing.T) {
	p := indebted()
	p.Transactions[earlyRow].Category = 0
	p.Transactions[splitRow].Parts[0].Category = 0
	p.Transactions[refundRow].Category = 0
	p.Cells[0].Budgeted = 50 // 50 - 43 - 13 = -6
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	i := slices.IndexFunc(got.Items, func(item cleanup.Item) bool { return item.Tx == 6 })
	if i < 0 || got.Items[i].Action != cleanup.Nothing || !strings.Contains(got.Items[i].Reason, "transfer") {
		t.Errorf("got the actions\n%s\nwant an item for the transfer that changes nothing and names the reason", actions(got))
	}
	p.apply(t, &got.Changes)
	p.conserved(t)
	if parts := p.Transactions[cardTransferRow].Parts; parts != nil {
		t.Errorf("got the parts %+v of the transfer, want none", parts)
	}
}

// TestNamesOfDebtCategories expects new categories in an existing group named Debt, whatever its capitals. A name that
// the group already has gets an addition.
func TestNamesOfDebtCategories(t *testing.T) {
	p := indebted()
	p.Groups = append(p.Groups, budget.Group{No: 5, Name: " DEBT", SourceID: "d"})
	p.Categories = append(p.Categories, budget.Category{No: 7, Group: 5, Name: "credit card", SourceID: "c"})
	got := cleanup.Debt(p.input(), cleanup.Choices{})
	if created := got.Changes.NewCategories; len(got.Changes.NewGroups) != 0 || len(created) != 1 || created[0].Group != 5 || created[0].Name != "Credit Card debt" {
		t.Errorf("got the changes %+v, want the category Credit Card debt in the existing group 5", got.Changes)
	}
	got = cleanup.Debt(p.input(), cleanup.Choices{PerCard: true})
	if created := got.Changes.NewCategories; len(created) != 1 || created[0].Name != "Visa" {
		t.Errorf("got the new categories %+v, one for each card, want Visa", created)
	}
}

// TestCleanedUpDebtIsRecognised renames and moves the debt category after a clean-up. A second clean-up recognises it
// and proposes nothing. It does not change an amount that a user has budgeted to it either.
func TestCleanedUpDebtIsRecognised(t *testing.T) {
	for _, perCard := range []bool{false, true} {
		p := indebted()
		p.applied(t, cleanup.Debt, cleanup.Choices{PerCard: perCard})
		debt := &p.Categories[debtCategory]
		debt.Name, debt.Group = "What I owe", 2
		for _, later := range []bool{false, true} {
			if got := cleanup.Debt(p.input(), cleanup.Choices{PerCard: later}); !got.Empty() {
				t.Errorf("first PerCard=%t, then %t: got the actions\n%s\nwant none", perCard, later, actions(got))
			}
		}
	}
	p := indebted()
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	i := slices.IndexFunc(p.Cells, func(c budget.Cell) bool { return c.Category == 3 && c.Month == jan })
	p.Cells[i].Budgeted = 77
	if got := cleanup.Debt(p.input(), cleanup.Choices{}); !got.Empty() {
		t.Errorf("after a user budgeted an amount: got the actions\n%s\nwant none", actions(got))
	}
}

// TestRowsEnteredHereAreNoCardDebt adds rows to the card after the import, without a SourceID: a later clean-up does not
// move them.
func TestRowsEnteredHereAreNoCardDebt(t *testing.T) {
	p := indebted()
	p.applied(t, cleanup.Debt, cleanup.Choices{})
	p.Transactions = append(p.Transactions,
		budget.Transaction{No: 99, Account: 2, Date: jan.First(), Amount: 30, Category: 1},
		budget.Transaction{No: 100, Account: 2, Date: jan.First(), Amount: -700, Category: 2})
	if got := cleanup.Debt(p.input(), cleanup.Choices{}); !got.Empty() {
		t.Errorf("got the actions\n%s\nwant none", actions(got))
	}
}

// TestOverspendingWithRolloverIsNoCardDebt turns on rollover for Food. Its overspending then stays in Food, so that no
// row of Food moves.
func TestOverspendingWithRolloverIsNoCardDebt(t *testing.T) {
	p := indebted()
	p.Rollovers = []budget.Rollover{{Category: 2, From: jan, On: true}}
	if got := actions(cleanup.Debt(p.input(), cleanup.Choices{})); strings.Contains(got, "row:3") || strings.Contains(got, "row:4") {
		t.Errorf("got the actions\n%s\nwant none for the rows 3 and 4", got)
	}
}

// TestReservesOfCards expects the balance of the card and the reserve of its payment category in each month. In the last
// month the balance is -500 - 15 - 20 - 13 + 10 = -538.
func TestReservesOfCards(t *testing.T) {
	got := cleanup.Reserves(indebted().input())
	if !got.Empty() || len(got.Cards) != 1 {
		t.Fatalf("got %+v, want one card and no changes", got)
	}
	if card := got.Cards[0]; card.Name != "Visa" || card.Balance != -538 || card.Reserve != 0 || card.Net != -538 || len(card.Months) != 3 ||
		card.Months[0].Reserve != 108 || card.Months[0].Net != -430 || card.CategoryBalance != nil {
		t.Errorf("got the card %+v, want Visa with -538 and no reserve, and -430 with a reserve of 108 in the first of 3 months", card)
	}
}

// TestDocumentsWithoutReadyToAssign removes Ready to Assign, which the oldest documents do not have. The clean-up moves
// the three rows of debt, and holds no money, because it cannot compare To Budget.
func TestDocumentsWithoutReadyToAssign(t *testing.T) {
	p := indebted()
	for i := range p.source {
		p.source[i].ReadyToAssign = nil
	}
	got := p.applied(t, cleanup.Match, cleanup.Choices{})
	if len(got.Changes.MovedRows) != 3 || len(got.Changes.Holds) != 0 || len(got.Months) != 3 {
		t.Errorf("got the proposal %+v, want 3 moved rows, no holds and 3 months", got)
	}
	if _, _, of := got.Matched(); of != 0 {
		t.Errorf("got %d compared months, want 0", of)
	}
}

// TestPaymentsOfAnUnknownCardUseTheFirstCard removes the card of a payment category. The money assigned to that category
// is budgeted to the debt category of the first of two cards.
func TestPaymentsOfAnUnknownCardUseTheFirstCard(t *testing.T) {
	p := indebted()
	p.Info.CardPayments[0].Account = 0
	p.Accounts = append(p.Accounts, budget.Account{No: 9, Name: "Amex", OnBudget: true, Type: budget.LineOfCredit})
	p.applied(t, cleanup.Debt, cleanup.Choices{PerCard: true})
	i := slices.IndexFunc(p.Categories, func(c budget.Category) bool { return c.Name == "Visa" })
	if got := p.sheet().Cell(p.Categories[i].No, jan).Budgeted; got != 100 {
		t.Errorf("got %s budgeted to the first card, want 0.100", got)
	}
}
