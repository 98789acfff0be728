package app

import (
	"slices"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Rows with a receipt, and rows similar to a scheduled one, can be included and excluded, in saved filters too, and
// follow an undo.
func TestFilterByReceiptAndSchedule(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	ids := map[string]string{}
	for name, e := range map[string]rows.Entry{
		"rent": {Account: "bank", Amount: -85_000, PayeeName: "Landlord"}, "dearer": {Account: "bank", Amount: -95_000, PayeeName: "Landlord"}, "repair": {Account: "bank", Amount: -12_000, PayeeName: "Landlord"},
		"elsewhere": {Account: "cash", Amount: -85_000, PayeeName: "Landlord"}, "nobody": {Account: "bank", Amount: -9_000}, "paid": {Account: "bank", Amount: -30_000, TransferTo: "house", Category: "rent"},
		"back": {Account: "bank", Amount: 30_000, TransferTo: "house", Category: "rent"},
	} {
		e.Date = march
		added := asRowMade(h.a.AddRow(ctx, me, h.id, e))
		ids[added.row(t)] = name
	}
	for _, e := range []rows.Entry{
		{Account: "bank", Amount: -85_000, PayeeName: "Landlord"}, {Account: "bank", Amount: -30_000, TransferTo: "house", Category: "rent"}, {Account: "bank", Amount: -9_000, PayeeName: "A payee that no transaction has yet"},
	} {
		e.Date = march.AddMonths(1)
		h.schedule(t, schedules.Entry{Frequency: "monthly", Entry: e})
	}
	shown := func(m rows.More, account string) []string {
		t.Helper()
		got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Account: account, More: &m}})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range got.Rows {
			names = append(names, ids[got.Rows[i].ID])
		}
		slices.Sort(names)
		return names
	}
	want := func(what string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	want("scheduled", shown(rows.More{Scheduled: budget.OnlySo}, "bank"), "dearer", "paid", "rent")
	want("not scheduled", shown(rows.More{Scheduled: budget.OnlyNot}, "bank"), "back", "nobody", "repair")
	others, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Account: "house", More: &rows.More{Scheduled: budget.OnlySo}}})
	if err != nil || len(others.Rows) != 1 || others.Rows[0].Amount != 30_000 {
		t.Errorf("other side of the transfer: %+v, want one row of 30.00 (error %v)", others.Rows, err)
	}

	for id, name := range ids {
		if name == "repair" || name == "rent" {
			done, err := h.a.AddReceipt(ctx, me, h.id, id, name+".png", drawn(t, uint8(len(name))))
			h.must(t, done, err)
		}
	}
	want("with a receipt", shown(rows.More{Receipt: budget.OnlySo}, ""), "rent", "repair")
	want("both", shown(rows.More{Receipt: budget.OnlySo, Scheduled: budget.OnlyNot}, ""), "repair")
	if all, without := len(shown(rows.More{Receipt: budget.OnlyNot}, "bank")), len(shown(rows.More{}, "bank")); all != without-2 {
		t.Errorf("%d rows without receipt, want %d", all, without-2)
	}
	done, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{Name: "No proof", SavedRows: registers.KeptOf(&rows.Filter{More: &rows.More{Receipt: budget.OnlyNot, Scheduled: budget.OnlySo, Least: new(money.Milli(50_000))}})})
	h.must(t, done, err)
	own, err := h.a.OwnFilters(ctx, me, h.id)
	if err != nil || len(own) != 1 || own[0].More.Receipt != budget.OnlyNot || own[0].More.Scheduled != budget.OnlySo {
		t.Errorf("saved filter: %+v (error %v)", own, err)
	}
	want("kept", shown(*own[0].More, ""), "dearer")
	if _, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{More: &rows.More{Receipt: "maybe"}}}); err == nil {
		t.Error("a value other than yes and no is accepted")
	}
	for range 2 {
		done, err := h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
	}
	if got := shown(rows.More{Receipt: budget.OnlySo}, ""); len(got) != 1 {
		t.Errorf("rows with a receipt after an undo: %v, want 1", got)
	}
}

// A group stands for all its categories, and an empty group for none.
func TestFilterByGroup(t *testing.T) {
	records, ctx, me := testBudgetRecords(), t.Context(), Machine()
	records.Groups = append(records.Groups, budget.Group{No: 3, ID: "yearly", Name: "Yearly", Sort: 2}, budget.Group{No: 4, ID: "bare", Name: "Bare", Sort: 3})
	records.Categories = append(records.Categories, budget.Category{No: 4, ID: "gifts", Group: 3, Name: "Gifts"})
	h := importTestBudget(t, t, newApp(t), records)
	for category, amount := range map[string]money.Milli{"food": -1_000, "rent": -20_000, "gifts": -300_000, "": -4_000_000} {
		h.add(t, rows.Entry{Account: "bank", Date: march, Amount: amount, Category: category})
	}
	for _, c := range []struct {
		of   []string
		not  bool
		want money.Milli
	}{
		{[]string{rows.GroupRef + "daily"}, false, -21_000},
		{[]string{rows.GroupRef + "yearly"}, false, -300_000},
		{[]string{rows.GroupRef + "yearly", "food"}, false, -301_000},
		{[]string{rows.GroupRef + "daily"}, true, -4_300_000},
		{[]string{rows.GroupRef + "bare"}, false, 0},
	} {
		got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{More: &rows.More{Categories: rows.SomeOf{Of: c.of, Not: c.not}}}})
		if err != nil || got.Sum != c.want {
			t.Errorf("groups %v, excluded %t: sum %s, want %s (error %v)", c.of, c.not, got.Sum, c.want, err)
		}
	}
}
