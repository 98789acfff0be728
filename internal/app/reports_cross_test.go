package app

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app/reports"
	"holdover/internal/base/money"
)

// checkCross computes spending by two dimensions from an export.
func checkCross(t *testing.T, a *App, id, name string, e *exported, q reports.Query) {
	t.Helper()
	keys := map[reports.SpendingBy]func(exportedRow) string{
		reports.ByCategory: func(l exportedRow) string { return orNone(l.Category) },
		reports.ByPayee:    func(l exportedRow) string { return orNone(l.Payee) },
		reports.ByAccount:  func(l exportedRow) string { return l.Account },
		reports.ByFlag:     func(l exportedRow) string { return orNone(l.Flag) },
		reports.ByMonth:    func(l exportedRow) string { return l.Date[:7] },
	}
	for by, across := range map[reports.SpendingBy]reports.SpendingBy{
		reports.ByPayee: reports.ByCategory, reports.ByAccount: reports.ByFlag, reports.ByMonth: reports.ByAccount, reports.ByCategory: reports.ByMonth,
	} {
		want := map[string]money.Milli{}
		for pair, of := range e.sums(q.Span, false, func(l exportedRow) string { return keys[by](l) + " " + keys[across](l) }, func(exportedRow) bool { return true }) {
			var sum money.Milli
			for m := range q.Months() {
				sum += of.at(m)
			}
			if sum != 0 {
				want[pair] = sum
			}
		}
		r, err := a.SpendingAcross(t.Context(), Machine(), id, q, by, across)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]money.Milli{}
		for i := range r.Rows {
			for k := range r.Columns {
				var pair []string
				for _, h := range []*struct{ id, month string }{{r.Rows[i].ID, r.Rows[i].Span.From.String()}, {r.Columns[k].ID, r.Columns[k].Span.From.String()}} {
					if h.id == "" {
						h.id = h.month
					}
					pair = append(pair, h.id)
				}
				if r.Cells[i][k] != 0 {
					got[strings.Join(pair, " ")] = r.Cells[i][k]
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, by %s and %s: %s", name, by, across, diff)
		}
	}
}
