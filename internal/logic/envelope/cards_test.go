package envelope_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// august is the month of the public recordings.
var august = civil.MakeMonth(2026, 8)

// recording returns a budget with cards A (3), B (5) and C (8) as envelopes. Their payment categories are 6, 7 and 9.
func recording() *world {
	w := newHousehold()
	w.Info.CardEnvelopes = true
	w.Accounts = append(w.Accounts, budget.Account{No: 5, Name: "Card B", OnBudget: true, Type: budget.CreditCard},
		budget.Account{No: 8, Name: "Card C", OnBudget: true, Type: budget.LineOfCredit})
	w.Groups = append(w.Groups, budget.Group{No: 4, Name: "Credit Card Payments", Cards: true})
	w.Categories = append(w.Categories, budget.Category{No: 6, Group: 4, Name: "Card", Card: 3}, budget.Category{No: 7, Group: 4, Name: "Card B", Card: 5},
		budget.Category{No: 9, Group: 4, Name: "Card C", Card: 8}, budget.Category{No: 10, Group: 2, Name: "Stuff"}, budget.Category{No: 11, Group: 2, Name: "Dining"})
	return w
}

func (w *world) row(id string, account budget.AccountNo, day int, category budget.CategoryNo, amount money.Milli) {
	no := budget.TxNo(len(w.Transactions) + 1)
	w.Transactions = append(w.Transactions, budget.Transaction{
		No: no, ID: cmp.Or(id, fmt.Sprint("row-", no)), Account: account, Date: august.DayAt(day), Category: category, Amount: amount,
	})
}

func (w *world) pay(from, card budget.AccountNo, amount money.Milli) {
	w.row("", from, 22, 0, -amount)
	w.row("", card, 22, 0, amount)
	out, in := &w.Transactions[len(w.Transactions)-2], &w.Transactions[len(w.Transactions)-1]
	out.Transfer, in.Transfer = budget.Transfer{Account: card, Tx: in.No}, budget.Transfer{Account: from, Tx: out.No}
}

func (w *world) assignIn(c budget.CategoryNo, amount money.Milli) {
	w.putCell(budget.Cell{Category: c, Month: august, Budgeted: amount})
}

// balances fails the test unless the categories have these balances in August.
func (w *world) balances(t *testing.T, rule string, want map[budget.CategoryNo]money.Milli) {
	t.Helper()
	w.conserved(t)
	sheet := w.sheet()
	for c, amount := range want {
		if got := sheet.Cell(c, august).Balance; got != amount {
			t.Errorf("%s: category %d has %d, recorded as %d", rule, c, got, amount)
		}
	}
}

// TestR1Coverage replays the recording P1-03: cash before credit (R2), payments (R3), card overspending that does not
// affect To Budget (R4), activity with the payment categories (R5), ties by the transaction's id (R7').
func TestR1Coverage(t *testing.T) {
	w := recording()
	w.row("", 1, 21, 1, 1000000)
	for c, amount := range map[budget.CategoryNo]money.Milli{2: 100000, 3: 50000, 4: 50000, 10: 50000, 11: 50000} {
		w.assignIn(c, amount)
	}
	w.row("x1", 3, 22, 2, -80000)
	w.row("x2", 3, 22, 2, -60000)
	w.row("030aacb8", 3, 22, 3, -60000)
	w.row("ddbd88a1", 5, 22, 3, -20000)
	w.row("c65a1fb0", 5, 22, 4, -20000)
	w.row("b84330e6", 3, 22, 4, -60000)
	w.row("a576fe9e", 3, 22, 10, -20000)
	w.row("03124c6d", 5, 22, 10, -60000)
	w.row("x3", 3, 22, 11, -40000)
	w.row("x4", 1, 22, 11, -30000)
	w.pay(1, 3, 100000)
	w.balances(t, "R1", map[budget.CategoryNo]money.Milli{2: -40000, 3: -30000, 4: -30000, 10: -30000, 11: -20000, 6: 120000, 7: 50000})
	sheet := w.sheet()
	if f := sheet.Month(august); f.ToBudget != 700000 || f.Activity != -280000 || f.Income != 1000000 || f.Budgeted != 300000 || f.CardDebt != 150000 {
		t.Errorf("R4, R5: the month is %+v", f)
	}
	if f := sheet.Month(august + 1); f.ToBudget != 700000 {
		t.Errorf("R61: To Budget is %d in September", f.ToBudget)
	}
}

// The recordings P1-11 and P1-12: the order in which charges are covered.
func TestR6OrderOfCharges(t *testing.T) {
	for _, test := range []struct {
		name  string
		rows  func(w *world)
		a, b  money.Milli
		spent money.Milli
	}{
		{"T1: date, not amount or entry", func(w *world) { w.row("1", 3, 20, 2, -60000); w.row("2", 5, 10, 2, -20000) }, 30000, 20000, -30000},
		{"T3: cash first, whatever its date", func(w *world) { w.row("1", 3, 10, 2, -40000); w.row("2", 1, 20, 2, -30000) }, 20000, 0, -20000},
		{"R7': the smaller id, on card A", func(w *world) { w.row("b", 5, 15, 2, -40000); w.row("a", 3, 15, 2, -40000) }, 40000, 10000, -30000},
		{"R7': the smaller id, on card B", func(w *world) { w.row("b", 3, 15, 2, -40000); w.row("a", 5, 15, 2, -40000) }, 10000, 40000, -30000},
	} {
		w := recording()
		w.assignIn(2, 50000)
		test.rows(w)
		w.balances(t, test.name, map[budget.CategoryNo]money.Milli{6: test.a, 7: test.b, 2: test.spent})
	}
}

// TestR61ToR64CardMechanics replays the recordings P1-02 to P1-06, step by step.
func TestR61ToR64CardMechanics(t *testing.T) {
	w := recording()
	w.row("", 1, 1, 1, 1000000)
	w.assignIn(2, 50000)
	w.row("", 3, 2, 2, -80000)
	step := func(rule string, category, payment money.Milli) {
		t.Helper()
		w.balances(t, rule, map[budget.CategoryNo]money.Milli{2: category, 6: payment})
		now, next := w.sheet().Month(august), w.sheet().Month(august+1)
		if now.Income != 1000000 || now.ToBudget != 950000 || next.ToBudget != 950000 || w.sheet().Cell(2, august+1).Balance != max(0, category) {
			t.Errorf("%s: this month %+v, next month %+v", rule, now, next)
		}
	}
	step("R61", -30000, 50000)
	w.row("", 3, 3, 2, 20000)
	step("R62", -10000, 50000)
	w.row("", 3, 4, 0, -5000)
	step("R63", -10000, 50000)
	w.row("", 3, 5, 1, 3000)
	step("R64", -10000, 50000)
}

func TestR69RefundLargerThanTheDebt(t *testing.T) {
	w := recording()
	w.assignIn(2, 50000)
	w.row("", 3, 2, 2, -80000)
	w.balances(t, "R69", map[budget.CategoryNo]money.Milli{2: -30000, 6: 50000})
	w.row("", 3, 3, 2, 60000)
	w.balances(t, "R69", map[budget.CategoryNo]money.Milli{2: 30000, 6: 20000})
}

// TestR37R38OpeningDebt checks that an opening debt belongs to no category and nothing is set aside for it.
func TestR37R38OpeningDebt(t *testing.T) {
	w := recording()
	w.row("", 1, 1, 1, 1000000)
	w.row("", 3, 1, 1, -300000)
	w.balances(t, "R38", map[budget.CategoryNo]money.Milli{6: 0})
	if f := w.sheet().Month(august); f.Income != 1000000 || f.ToBudget != 1000000 {
		t.Errorf("R37: the month is %+v", f)
	}
}

// TestR60Payments replays the recording P1-07: paying covered debt costs nothing, and paying too much leaves the
// payment category negative. Paying uncovered debt reduces To Budget, here and in comparable files from the next
// month on, so that money can still be assigned to this month's payment category.
func TestR60Payments(t *testing.T) {
	w := recording()
	w.row("", 1, 1, 1, 1048000)
	w.assignIn(2, 100000)
	w.row("", 3, 2, 2, -60000)
	for _, step := range [][2]money.Milli{{0, 60000}, {20000, 40000}, {40000, 0}, {15000, -15000}} {
		if step[0] != 0 {
			w.pay(1, 3, step[0])
		}
		w.balances(t, "R60'", map[budget.CategoryNo]money.Milli{6: step[1]})
		if f := w.sheet().Month(august); f.Income != 1048000 || f.ToBudget != 948000 {
			t.Errorf("R60': the month is %+v", f)
		}
	}
	w = recording()
	w.row("", 1, 1, 1, 1048000)
	w.row("", 5, 1, 1, -50000)
	w.pay(1, 5, 9000)
	w.balances(t, "R60' B", map[budget.CategoryNo]money.Milli{7: -9000})
	if next := w.sheet().Month(august + 1); next.ToBudget != 1039000 {
		t.Errorf("R60' B: the next month is %+v", next)
	}
}

// simulate computes one month of one category line by line: the amount moved to each card, and the uncovered amount.
// It is written from the rules alone.
func simulate(had money.Milli, cash []money.Milli, lines []envelope.CardLine) (moved map[int]money.Milli, debt money.Milli) {
	for _, amount := range cash {
		had += amount
	}
	had = max(0, had) // a refund on a card does not cover cash overspending
	moved = map[int]money.Milli{}
	for _, l := range lines {
		if l.Amount > 0 {
			had += l.Amount
			moved[l.Card] -= l.Amount
		}
	}
	for _, l := range lines {
		if l.Amount < 0 {
			covered := min(had, -l.Amount)
			had, debt = had-covered, debt-l.Amount-covered
			moved[l.Card] += covered
		}
	}
	return moved, debt
}

// TestCardsMoveLineByLine compares sums and order with a line-by-line simulation for random lines.
func TestCardsMoveLineByLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := recording()
		had := amounts().Draw(t, "budgeted")
		w.assignIn(2, had)
		var cash []money.Milli
		var lines []envelope.CardLine
		for range rapid.IntRange(0, 9).Draw(t, "lines") {
			account := rapid.SampledFrom([]budget.AccountNo{1, 3, 5, 8}).Draw(t, "account")
			day, id, amount := rapid.IntRange(1, 3).Draw(t, "day"), rapid.StringMatching("[a-z]{6}").Draw(t, "id"), amounts().Draw(t, "amount")
			w.row(id, account, day, 2, amount)
			if account == 1 {
				cash = append(cash, amount)
			} else {
				lines = append(lines, envelope.CardLine{Card: int(account), Amount: amount, Date: august.DayAt(day), Tx: id})
			}
		}
		slices.SortStableFunc(lines, func(a, b envelope.CardLine) int { return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Tx, b.Tx)) })
		w.conserved(t)
		moved, debt := simulate(had, cash, lines)
		sheet := w.sheet()
		for account, payment := range map[int]budget.CategoryNo{3: 6, 5: 7, 8: 9} {
			if got := sheet.Cell(payment, august).Activity; got != moved[account] {
				t.Fatalf("card %d is covered with %d, in the simulation with %d", account, got, moved[account])
			}
		}
		if got := sheet.Month(august).CardDebt; got != debt {
			t.Fatalf("the debt is %d, in the simulation %d", got, debt)
		}
	})
}
