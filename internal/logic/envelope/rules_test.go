package envelope_test

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

func checkError(t *testing.T, err error, kind apperr.Kind, words string) {
	t.Helper()
	if apperr.KindOf(err) != kind || !strings.Contains(err.Error(), words) {
		t.Errorf("got %q %v, want %q with %q", apperr.KindOf(err), err, kind, words)
	}
}

func TestNamesAreValidated(t *testing.T) {
	o := newHousehold().outline()
	_, err := o.NewGroup(" BILLS ")
	checkError(t, err, apperr.Conflict, `named "Bills"`)
	_, err = o.NewGroup(" \t")
	checkError(t, err, apperr.Invalid, "empty")
	_, err = o.NewGroup(strings.Repeat("ä", envelope.MaxName+1))
	checkError(t, err, apperr.Invalid, "longer than 200")
	g, err := o.NewGroup("  Car ")
	if err != nil || g.Name != "Car" || g.Sort != 3 || g.Income {
		t.Errorf("new group: %+v, error %v", g, err)
	}
	if g, err = o.RenameGroup(2, "bills"); err != nil || g.Name != "bills" {
		t.Errorf("change the case of a group's name: %+v, error %v", g, err)
	}
	_, err = o.RenameGroup(2, "fun")
	checkError(t, err, apperr.Conflict, `a group named "Fun" already exists`)
	_, err = o.NewCategory(3, "trips ")
	checkError(t, err, apperr.Conflict, `already has a category named "Trips", a hidden one`)
	c, err := o.NewCategory(2, "Trips")
	if err != nil || c.Sort != 2 || c.Income {
		t.Errorf("new category with the name of another group: %+v, error %v", c, err)
	}
	if c, err = o.NewCategory(1, "Side job"); err != nil || !c.Income {
		t.Errorf("new category of the income group: %+v, error %v", c, err)
	}
	_, err = o.RenameCategory(99, "x")
	checkError(t, err, apperr.NotFound, "category not found")
	_, err = o.NewCategory(99, "x")
	checkError(t, err, apperr.NotFound, "group not found")
}

func TestOrderOfGroupsAndCategories(t *testing.T) {
	w := newHousehold()
	names := func() string {
		row := slices.Clone(w.Categories)
		slices.SortFunc(row, func(a, b budget.Category) int { return int(a.Group)*100 + a.Sort - int(b.Group)*100 - b.Sort })
		var out []string
		for _, c := range row {
			out = append(out, c.Name)
		}
		return strings.Join(out, " ")
	}
	move := func(c budget.CategoryNo, to budget.GroupNo, before budget.CategoryNo, want string) {
		t.Helper()
		changed, err := w.outline().MoveCategory(c, to, before)
		if err != nil {
			t.Fatal(err)
		}
		w.putCategories(changed)
		if got := names(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	move(3, 2, 2, "Income Power Rent Books Trips")
	move(3, 2, 3, "Income Power Rent Books Trips")
	move(3, 3, 5, "Income Rent Books Power Trips")
	move(4, 3, 0, "Income Rent Power Trips Books")
	_, err := w.outline().MoveCategory(3, 2, 4)
	checkError(t, err, apperr.Invalid, "is not in")
	_, err = w.outline().MoveCategory(3, 1, 0)
	checkError(t, err, apperr.Invalid, "income and other categories do not share a group")
	_, err = w.outline().MoveCategory(1, 2, 0)
	checkError(t, err, apperr.Invalid, "income")
	groups, err := w.outline().MoveGroup(3, 1)
	if err != nil || len(groups) != 3 || groups[0].No != 3 || groups[0].Sort != 0 {
		t.Errorf("move group: %+v, error %v", groups, err)
	}
	_, err = w.outline().MoveGroup(3, 77)
	checkError(t, err, apperr.NotFound, "does not exist")
}

// TestSortedCategories sorts names with other case, accents and a sign in front.
func TestSortedCategories(t *testing.T) {
	w := newHousehold()
	for i, name := range []string{"🛒 groceries", "Éclairs", "Zoo", "dentist", "Fuel"} {
		w.Categories = append(w.Categories, budget.Category{No: budget.CategoryNo(20 + i), Group: 3, Name: name, Sort: 10 + i})
	}
	changed, err := w.outline().SortCategories(3)
	if err != nil {
		t.Fatal(err)
	}
	w.putCategories(changed)
	sorted := slices.DeleteFunc(slices.Clone(w.Categories), func(c budget.Category) bool { return c.Group != 3 })
	slices.SortFunc(sorted, func(a, b budget.Category) int { return a.Sort - b.Sort })
	names := iterutil.Map(sorted, func(c budget.Category) string { return c.Name })
	if got := strings.Join(names, ", "); got != "Books, dentist, Éclairs, Fuel, 🛒 groceries, Trips, Zoo" {
		t.Error(got)
	}
	if again, err := w.outline().SortCategories(3); err != nil || len(again) != 0 {
		t.Errorf("sorted categories changed: %+v, error %v", again, err)
	}
	_, err = w.outline().SortCategories(77)
	checkError(t, err, apperr.NotFound, "group not found")
}

func TestDeletionOfCategoriesAndGroups(t *testing.T) {
	w := newHousehold()
	w.Transactions = []budget.Transaction{{No: 1, Account: 1, Date: start.First(), Amount: -9, Category: 3}}
	w.Cells = []budget.Cell{
		{Category: 3, Month: start, Budgeted: 5, Note: "dear"},
		{Category: 2, Month: start, Budgeted: 7, Note: "flat", Snoozed: "2026-03-01T08:00:00Z"},
		{Category: 2, Month: start + 1, Budgeted: 7},
		{Category: 3, Month: start + 2, Note: "only words"},
		{Category: 4, Month: start + 2, Budgeted: 1},
	}
	o, holds := w.outline(), w.contents()
	_, err := o.DeleteCategory(3, 3, holds)
	checkError(t, err, apperr.Invalid, `"Power" cannot receive its own`)
	_, err = o.DeleteCategory(3, 0, holds)
	checkError(t, err, apperr.Conflict, "has transactions, rules or budgeted amounts")
	_, err = o.DeleteCategory(3, 1, holds)
	checkError(t, err, apperr.Invalid, "income categories move only to other income categories")
	_, err = o.DeleteCategory(1, 3, holds)
	checkError(t, err, apperr.Invalid, "only income category")
	_, err = o.DeleteCategory(3, 99, holds)
	checkError(t, err, apperr.NotFound, "category not found")
	_, err = o.DeleteGroup(1, 3, holds)
	checkError(t, err, apperr.Invalid, "is the income group")
	_, err = o.DeleteGroup(2, 3, holds)
	checkError(t, err, apperr.Invalid, "is in \"Bills\" itself")
	_, err = o.DeleteGroup(2, 0, holds)
	checkError(t, err, apperr.Conflict, "has transactions, rules or budgeted amounts")
	if d, err := o.DeleteCategory(5, 0, holds); err != nil || d.Receiver != 0 || d.Cells != nil {
		t.Errorf("delete an unused category without a receiver: %+v, error %v", d, err)
	}
	d, err := o.DeleteCategory(3, 2, holds)
	if err != nil || len(d.Cells) != 2 || d.Cells[0].Budgeted != 12 || d.Cells[0].Note != "flat\ndear" || d.Cells[0].Snoozed == "" ||
		d.Cells[1].Note != "only words" || d.Cells[1].Month != start+2 || d.Cells[1].Category != 2 {
		t.Errorf("delete category: %+v, error %v", d, err)
	}
	d, err = o.DeleteGroup(2, 4, holds)
	if err != nil || d.Group != 2 || !slices.Equal(d.Categories, []budget.CategoryNo{2, 3}) || len(d.Cells) != 3 || d.Cells[0].Budgeted != 12 {
		t.Errorf("delete group: %+v, error %v", d, err)
	}
}

// The peer brings back deleted spending when the group is deleted afterwards; here every line is in the category that
// it was moved to.
func TestSpendingOfADeletedCategoryStaysInItsReceiver(t *testing.T) {
	w := newHousehold()
	w.Transactions = []budget.Transaction{{No: 1, Account: 1, Date: start.First(), Amount: -9, Category: 2}}
	for _, step := range []func() (*envelope.Deletion, error){
		func() (*envelope.Deletion, error) { return w.outline().DeleteCategory(2, 4, w.contents()) },
		func() (*envelope.Deletion, error) { return w.outline().DeleteGroup(2, 5, w.contents()) },
	} {
		d, err := step()
		if err != nil {
			t.Fatal(err)
		}
		w.delete(d)
	}
	if a, b := w.sheet().Cell(4, start).Activity, w.sheet().Cell(5, start).Activity; a != -9 || b != 0 {
		t.Errorf("the receiver of the category has %s, that of the group %s", a, b)
	}
}

func TestAverageOfMonths(t *testing.T) {
	w := newHousehold()
	for i, spent := range []money.Milli{10_010, 20_000, 30_000, 5_000} {
		w.Transactions = append(w.Transactions, budget.Transaction{No: budget.TxNo(i + 1), Account: 1, Date: start.Add(i).First(), Amount: -spent, Category: 2})
	}
	w.Transactions = append(w.Transactions, budget.Transaction{No: 9, Account: 1, Date: start.First(), Amount: 80, Category: 3})
	yen := money.DefaultFormat()
	yen.DecimalDigits = 0
	for _, c := range []struct {
		month, n int
		format   money.Format
		want     money.Milli
	}{
		{3, 3, money.DefaultFormat(), 20_000}, // 20.00333…
		{3, 3, yen, 20_000},
		{2, 3, money.DefaultFormat(), 15_010}, // the budget has two months: 15.005 rounds up
		{4, 3, money.DefaultFormat(), 18_330},
		{4, 3, yen, 18_000},
		{4, 12, money.DefaultFormat(), 16_250},
	} {
		set, err := envelope.Average(w.sheet(), start.Add(c.month), c.n, []budget.CategoryNo{1, 2, 3}, c.format)
		if err != nil || len(set) != 1 || set[0].Category != 2 || set[0].Budgeted != c.want {
			t.Errorf("average of %+v: %+v, error %v", c, set, err)
		}
	}
	_, err := envelope.Average(w.sheet(), start, 3, nil, yen)
	checkError(t, err, apperr.Conflict, "no month before")
}

func TestInvalidAssignmentsAreRefused(t *testing.T) {
	sheet := newHousehold().sheet()
	_, err := envelope.Assign(sheet, 1, start, 5)
	checkError(t, err, apperr.Invalid, "income")
	_, err = envelope.Assign(sheet, 99, start, 5)
	checkError(t, err, apperr.NotFound, "category not found")
	_, err = envelope.Assign(sheet, 2, start, money.Limit+1)
	checkError(t, err, apperr.Invalid, "too large")
}

// An error about a month named it 2026-01, although the pages use January 2026.
func TestErrorsWriteMonthsLikeThePages(t *testing.T) {
	w := newHousehold()
	sheet, c := w.sheet(), &budget.Category{No: 2, Name: "Rent"}
	empty := start.Add(-1)
	for what, refused := range map[string]func() error{
		"cover":             func() error { _, err := envelope.Cover(sheet, empty, 2, envelope.ToBudget); return err },
		"cover To Budget":   func() error { _, err := envelope.Cover(sheet, empty, envelope.ToBudget, 2); return err },
		"hold":              func() error { _, err := envelope.Hold(sheet, empty, 5); return err },
		"release":           func() error { _, err := envelope.ResetHold(sheet, empty); return err },
		"roll over":         func() error { _, err := envelope.SwitchRollover(sheet, c, nil, empty, true); return err },
		"stop rolling over": func() error { _, err := envelope.SwitchRollover(sheet, c, nil, empty, false); return err },
	} {
		if err := refused(); err == nil || !strings.Contains(err.Error(), empty.Name()) {
			t.Errorf("%s: error %v, want one that names %s", what, err, empty.Name())
		}
	}
}
