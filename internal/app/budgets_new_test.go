package app

import (
	"strings"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/auth"
	"holdover/internal/testing/testkit"
)

// TestNewBudgetConservesMoney creates a budget with starter categories and adds an account, a row and an assigned amount.
// The budget stays consistent after each step.
func TestNewBudgetConservesMoney(t *testing.T) {
	a := newApp(t)
	ctx, me, first := t.Context(), Machine(), civil.MakeMonth(2026, 2)
	b, err := a.NewBudget(ctx, me, BudgetEntry{Name: " Home ", Currency: "eur", DateFormat: "DD.MM.YYYY", FirstMonth: first, Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	if b.Name != "Home" || b.Currency != "EUR" || b.CurrencyFormat.WithSymbol(-1_234_500) != "-1.234,50\u00a0€" || b.FirstMonth != first || b.LastMonth != first || b.DateFormat != "DD.MM.YYYY" {
		t.Errorf("new budget: %+v, want Home in EUR from %s, with the given formats", b, first)
	}
	history, err := a.History(ctx, me, b.ID, 0, 10)
	if err != nil || len(history) != 1 || history[0].Action != "new" || history[0].Change != 1 || history[0].Label != "Created the budget Home" {
		t.Errorf("history of a new budget: %+v (error %v)", history, err)
	}
	if _, err := a.Undo(ctx, me, b.ID, 0); err == nil || err.Error() != "there is nothing to undo" {
		t.Errorf("undo of the creation: error %v, want nothing to undo", err)
	}
	header, err := a.store.Budget(ctx, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	h := &testBudget{testingT: t, a: a, id: b.ID, no: header.No}
	w := h.checkConsistent(t)
	// The last group and category are those for income.
	if n := len(w.Groups); n != 5 || !w.Groups[n-1].Income || len(w.Categories) != 15 || !w.Categories[14].Income {
		t.Errorf("new budget has the groups %+v and categories %+v, want 5 and 15, the last for income", w.Groups, w.Categories)
	}
	done, account, err := a.AddAccount(ctx, me, b.ID, AccountEntry{Name: "Bank", Type: "checking", OnBudget: true, Balance: 500_000, Date: march})
	h.must(t, done, err)
	h.add(t, rows.Entry{Account: account, Date: march, Amount: -30_000, Category: w.Categories[4].ID})
	done, err = a.SetBudgeted(ctx, me, b.ID, w.Categories[4].ID, march.Month(), 40_000)
	h.must(t, done, err)
	months, err := a.Months(ctx, me, b.ID, MonthSpan{})
	if err != nil || len(months) != 2 || months[0].Month != first || months[1].ToBudget != 460_000 {
		t.Errorf("months: %+v, want two, with 460.00 To Budget in the second (error %v)", months, err)
	}
}

func TestNewBudgetBeginsInThePresentMonthByDefault(t *testing.T) {
	a := newApp(t)
	b, err := a.NewBudget(t.Context(), Machine(), BudgetEntry{Name: "Home", Currency: "USD"})
	if err != nil || b.FirstMonth != civil.DateOf(a.now()).Month() {
		t.Errorf("first month of a new budget: %s, want the present month (error %v)", b.FirstMonth, err)
	}
}

func TestInvalidNewBudgetIsRefused(t *testing.T) {
	a := newApp(t)
	valid := BudgetEntry{Name: "Home", Currency: "USD"}
	if _, err := a.NewBudget(t.Context(), Machine(), valid); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*BudgetEntry)
		kind   apperr.Kind
	}{
		"name in use":           {func(e *BudgetEntry) { e.Name = " HOME" }, apperr.Conflict},
		"empty name":            {func(e *BudgetEntry) { e.Name = " " }, apperr.Invalid},
		"unknown currency":      {func(e *BudgetEntry) { e.Name, e.Currency = "A", "" }, apperr.Invalid},
		"unknown number format": {func(e *BudgetEntry) { e.Name, e.Numbers = "A", money.Numbers("1") }, apperr.Invalid},
		"month too early":       {func(e *BudgetEntry) { e.Name, e.FirstMonth = "A", civil.MakeMonth(1700, 1) }, apperr.Invalid}, // regression: 1900 was used
		"month too late":        {func(e *BudgetEntry) { e.Name, e.FirstMonth = "A", civil.MakeMonth(2500, 1) }, apperr.Invalid}, // regression: 2199 was used
		"unknown date format":   {func(e *BudgetEntry) { e.Name, e.DateFormat = "A", "YY" }, apperr.Invalid},
	} {
		entry := valid
		c.change(&entry)
		if _, err := a.NewBudget(t.Context(), Machine(), entry); apperr.KindOf(err) != c.kind || apperr.HintOf(err) == "" {
			t.Errorf("%s: error %v, want kind %s with a hint", name, err, c.kind)
		}
	}
	if all, err := a.Budgets(t.Context(), Machine()); err != nil || len(all) != 1 {
		t.Errorf("budgets after refusals: %v, want only the valid one (error %v)", all, err)
	}
}

func TestNewBudgetNeedsPermission(t *testing.T) {
	a, anna, ben := annaAndBen(t)
	entry := BudgetEntry{Name: "Household", Currency: "EUR"}
	_, err := a.NewBudget(t.Context(), Actor{}, entry)
	testkit.WantKind(t, err, apperr.Unauthorized)
	_, err = a.Import(t.Context(), Actor{}, strings.NewReader("{}"), migration.ImportOptions{})
	testkit.WantKind(t, err, apperr.Unauthorized)
	readOnly := anna
	readOnly.Scope = auth.ReadOnly
	_, err = a.NewBudget(t.Context(), readOnly, entry)
	testkit.WantKind(t, err, apperr.Forbidden)
	b, err := a.NewBudget(t.Context(), anna, entry)
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Budget(t.Context(), ben, b.ID)
	testkit.WantKind(t, err, apperr.NotFound)
	if _, err := a.NewBudget(t.Context(), ben, entry); err != nil {
		t.Errorf("new budget with the name of another user's budget: error %v, want none", err)
	}
}
