package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/testing/testkit"
)

// The counted sum of a category's rows in a month equals its activity, to the milliunit, in every month; splits count
// only with their own parts.
func TestRowsOfACategorySumToItsActivity(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "3", "--years", "1", "--tx", "400"))
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	figures, splits := 0, 0
	for i := range months {
		for _, c := range months[i].Categories {
			f := rows.Filter{Category: c.ID, Since: months[i].Month.First(), Until: months[i].Month.Last(), OnBudget: true}
			r, err := a.Register(t.Context(), Machine(), id, registers.Query{Filter: f})
			if err != nil {
				t.Fatal(err)
			}
			var shown money.Milli
			for k := range r.Rows {
				shown += countedOf(&r.Rows[k].Row, c.ID)
			}
			if r.Counted != c.Activity || shown != c.Activity {
				t.Errorf("%s in %s: activity %s, sum of the register %s, of its rows %s", c.Name, months[i].Month, c.Activity, r.Counted, shown)
			}
			if c.Activity != 0 {
				figures++
			}
			if r.Counted != r.Sum {
				splits++
			}
		}
	}
	if figures < 100 || splits == 0 {
		t.Errorf("%d figures, %d of them with splits: too few for a test", figures, splits)
	}
}

// With card envelopes, the rows and the debt listed for a card payment category, which no row has, sum to its
// activity.
func TestRowsAndDebtOfACardPaymentSumToItsActivity(t *testing.T) {
	a := newApp(t)
	id := importPlan(t, a, testkit.Plan(t, "--seed", "5", "--years", "2", "--tx", "420", "--cards", "3"))
	if _, err := a.KeepCards(t.Context(), Machine(), id, true); err != nil {
		t.Fatal(err)
	}
	months, err := a.Months(t.Context(), Machine(), id, MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	figures, debts, splits := 0, 0, 0
	for i := range months {
		income := map[string]bool{}
		for _, c := range months[i].Categories {
			income[c.ID] = c.Income
		}
		for _, c := range months[i].Categories {
			if c.Card == "" {
				continue
			}
			f := rows.Filter{Category: c.ID, Since: months[i].Month.First(), Until: months[i].Month.Last(), OnBudget: true}
			r, err := a.Register(t.Context(), Machine(), id, registers.Query{Filter: f})
			if err != nil {
				t.Fatal(err)
			}
			var shown money.Milli
			for k := range r.Rows {
				row := &r.Rows[k].Row
				if len(row.Parts) == 0 {
					shown += row.Amount
				}
				for _, p := range row.Parts {
					if !income[p.CategoryID] {
						shown += p.Amount
					}
				}
				splits += len(row.Parts)
			}
			payment := r.Payment
			if payment == nil || r.Counted != c.Activity || payment.Activity != c.Activity || payment.Moved-payment.Paid != c.Activity || payment.Paid-payment.Moved-payment.Debt != shown {
				t.Errorf("%s in %s: activity %s, sum of the register %s, of its rows %s: %+v", c.Name, months[i].Month, c.Activity, r.Counted, shown, payment)
			}
			if c.Activity != 0 {
				figures++
			}
			if payment != nil && payment.Debt != 0 {
				debts++
			}
		}
	}
	if figures < 30 || debts == 0 || splits == 0 {
		t.Errorf("%d figures, %d with debt, %d parts: too few for a test", figures, debts, splits)
	}
}

func countedOf(r *rows.Row, category string) (sum money.Milli) {
	if len(r.Parts) == 0 {
		return r.Amount
	}
	for i := range r.Parts {
		if r.Parts[i].CategoryID == category {
			sum += r.Parts[i].Amount
		}
	}
	return sum
}
