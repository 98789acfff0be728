package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// A filter with alternatives and regular expressions means the same in a register, in a list of chosen rows, in a file,
// and after it was saved.
func TestFilterWithAlternatives(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	for _, e := range []rows.Entry{
		{Account: "bank", Amount: -1_000, PayeeName: "Market", Memo: "milk 2026-03"},
		{Account: "bank", Amount: -2_000, PayeeName: "Café Noir", FlagColour: "red"},
		{Account: "bank", Amount: -4_000, PayeeName: "Rent"},
		{Account: "cash", Amount: -8_000, PayeeName: "Market"},
	} {
		e.Date = march
		if _, _, err := h.a.AddRow(ctx, me, h.id, e); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		filter rows.Filter
		sum    int64
	}{
		"any":                    {rows.Filter{Any: true, Flag: "red", More: &rows.More{NotesRegexp: budget.Regexp{Text: `\d{4}-\d\d`}}}, -3_000},
		"all":                    {rows.Filter{Flag: "red", More: &rows.More{NotesRegexp: budget.Regexp{Text: `\d{4}-\d\d`}}}, 0},
		"any in an account":      {rows.Filter{Any: true, Account: "cash", Flag: "red", More: &rows.More{PayeeRegexp: budget.Regexp{Text: "^mark"}}}, -8_000},
		"not matching":           {rows.Filter{More: &rows.More{PayeeRegexp: budget.Regexp{Text: "^(CAFE|rent)", Not: true}}}, -9_000},
		"any without conditions": {rows.Filter{Any: true, Account: "bank"}, -7_000},
	} {
		got, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: c.filter})
		if err != nil || int64(got.Sum) != c.sum {
			t.Errorf("%s: the register's sum is %s, error %v, want %d", name, got.Sum, err, c.sum)
		}
		if got.Total > 0 {
			chosen, err := h.a.ChosenRows(ctx, me, h.id, rows.Choice{Matching: &c.filter, Count: got.Total})
			if err != nil || chosen.Sum != got.Sum {
				t.Errorf("%s: the sum of the chosen rows is %s, error %v, want %s", name, chosen.Sum, err, got.Sum)
			}
		}
		if _, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{ID: NewID(), Name: name, SavedRows: registers.KeptOf(&c.filter)}); err != nil {
			t.Fatal(err)
		}
		own, err := h.a.OwnFilters(ctx, me, h.id)
		if err != nil {
			t.Fatal(err)
		}
		saved := registers.FilterOf(&own[len(own)-1].SavedRows)
		if again, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: saved}); err != nil || again.Sum != got.Sum || saved.Any != c.filter.Any {
			t.Errorf("%s: the saved filter's sum is %s, error %v, want %s", name, again.Sum, err, got.Sum)
		}
	}
	bad := rows.Filter{More: &rows.More{PayeeRegexp: budget.Regexp{Text: "["}}}
	if _, err := h.a.KeepFilter(ctx, me, h.id, registers.OwnFilter{ID: NewID(), Name: "bad", SavedRows: registers.KeptOf(&bad)}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("saving a malformed regular expression: error %v, want it invalid", err)
	}
}
