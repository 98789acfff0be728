package rules

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// EnterSchedules records new rows, to which rules were applied, as the next occurrences of the scheduled transactions that
// the rules name: each of these moves to its next date, which the label of the change says. Rows that are no occurrence are
// ignored, so that older or repeated rows do not move a schedule twice. The oldest row comes first, because banks list rows
// in any order.
func EnterSchedules(e *budgetsession.ChangeTx, added ...rule.Row) error {
	naming := iterutil.Where(added, func(r rule.Row) bool { return r.Schedule != "" })
	if len(naming) == 0 {
		return nil
	}
	slices.SortStableFunc(naming, func(a, b rule.Row) int { return cmp.Compare(a.Date, b.Date) })
	all, err := e.Scheduled()
	if err != nil {
		return err
	}
	entered := 0
	for i := range naming {
		s := iterutil.First(all, func(s budget.Scheduled) bool { return s.ID == naming[i].Schedule })
		if s == nil { // it was deleted
			continue
		}
		next, is := occurrence(&naming[i], s, e.Info().Currency.Step())
		if !is {
			continue
		}
		if err := e.MarkScheduleEntered(s, s.DateNext, next); err != nil {
			return err
		}
		s.DateNext = next
		entered++
	}
	if entered > 0 {
		e.Label += "; entered " + humanize.Number(entered, "scheduled transaction", "scheduled transactions")
	}
	return nil
}

// occurrence reports whether a row is the next occurrence of the schedule that its rule names, and returns the date that
// follows, zero for none. The account, the amount and the date decide, as for a bank's row that is found when a schedule is
// entered; the rule takes the place of the payee.
func occurrence(r *rule.Row, s *budget.Scheduled, step money.Milli) (next civil.Date, is bool) {
	repeats, known := schedule.Of(s)
	if !known || s.DateNext == 0 || r.Account != s.Account || !agrees(r, s, step) {
		return 0, false
	}
	near := repeats.Nearness([]civil.Date{s.DateNext}, matching.Days)[0]
	return repeats.After(s.DateNext), r.Date.Apart(s.DateNext) <= near
}

// agrees reports whether a row has an amount of the schedule that its rule names. step is the currency's smallest amount.
func agrees(r *rule.Row, s *budget.Scheduled, step money.Milli) bool {
	if r.AnyAmount {
		return s.Amount == 0 || (r.Amount < 0) == (s.Amount < 0)
	}
	least, most := schedule.AmountRange(s, step)
	return least <= r.Amount && r.Amount <= most
}

// Schedule is a scheduled transaction that a rule can name.
type Schedule struct {
	ID   string
	Name string
	Next civil.Date // zero if it has no next date
}

// SchedulesOfRules returns the scheduled transactions that rules can name.
func (rs *Rules) SchedulesOfRules(ctx context.Context, who users.Actor, id string) ([]Schedule, error) {
	return budgetsession.Read(ctx, rs.access, who, id, func(v *store.ReadTx) ([]Schedule, error) {
		all, err := v.Scheduled()
		if err != nil || len(all) == 0 {
			return nil, err
		}
		n, err := namesIn(v)
		return iterutil.Map(all, func(s budget.Scheduled) Schedule { return Schedule{s.ID, n.scheduleName(&s), s.DateNext} }), err
	})
}
