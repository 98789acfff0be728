package schedules

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// entering is the entering of one schedule's days.
type entering struct {
	e       *budgetsession.ChangeTx
	brought map[civil.Date]budget.Transaction // rows that the bank has already booked, by their scheduled date
	mark    func(*budget.Transaction)         // called with each new row; may be nil

	isApproximate bool // the rows have to be approved: their amount is not known
}

// enterDays enters a schedule's row on some of its days. on is the day that it is dated, zero for its own.
func enterDays(e *budgetsession.ChangeTx, s *budget.Scheduled, rule schedule.Rule, on civil.Date, days ...civil.Date) error {
	if s.Interest {
		return enterInterest(e, s, rule, on, days...)
	}
	return enterRows(e, s, rule, nil, on, days...)
}

// enterRows enters a schedule's row with its amount. mark is called with each new row; it may be nil.
func enterRows(e *budgetsession.ChangeTx, s *budget.Scheduled, rule schedule.Rule, mark func(*budget.Transaction), on civil.Date, days ...civil.Date) error {
	in := entering{e: e, brought: map[civil.Date]budget.Transaction{}, mark: mark, isApproximate: schedule.IsApproximate(s, e.Info().Currency.Step())}
	if err := in.look(s, rule, days); err != nil {
		return err
	}
	return e.Rows(len(in.brought) > 0, func(b *ledger.EditSet) error {
		for _, day := range days {
			entry := EntryOf(s)
			entry.Date = day
			if on != 0 {
				entry.Date = on
			}
			if err := in.enter(b, entry, day); err != nil {
				return err
			}
		}
		return nil
	})
}

// look finds rows that the bank booked before the scheduled dates, as it does before weekends: otherwise a payment
// appears twice. They have the same payee and an amount of the schedule, and are not matched.
func (in *entering) look(s *budget.Scheduled, rule schedule.Rule, days []civil.Date) error {
	if s.Payee == 0 || s.TransferAccount != 0 || len(days) == 0 {
		return nil
	}
	near := rule.Nearness(days, matching.Days)
	first, last := days[0].AddDays(-matching.Days), days[len(days)-1].AddDays(matching.Days)
	least, most := schedule.AmountRange(s, in.e.Info().Currency.Step())
	filter := store.Filter{Account: s.Account, Payee: s.Payee, From: first, Until: last, Min: &least, Max: &most}
	for t, err := range in.e.Transactions(filter) {
		if err != nil {
			return err
		}
		if t.Payee == s.Payee && t.Bank != nil && t.Bank.ImportID != "" && t.Bank.Match == nil && t.Bank.MatchedID == "" {
			in.isOf(&t, days, near)
		}
	}
	return nil
}

// isOf assigns a row to the nearest of the dates, if it is nearer than other rows.
func (in *entering) isOf(t *budget.Transaction, days []civil.Date, near []int) {
	for i, day := range days {
		apart := t.Date.Apart(day)
		if other, has := in.brought[day]; apart <= near[i] && (!has || apart < other.Date.Apart(day)) {
			in.brought[day] = *t
			return
		}
	}
}

// enter adds the row, or merges it with the row that the bank has booked.
func (in *entering) enter(b *ledger.EditSet, entry ledger.Entry, day civil.Date) error {
	came, is := in.brought[day]
	if is && (len(came.Parts) > 0 || came.Transfer.Account != 0) {
		return nil // already matched
	}
	if is && came.Approved && came.Category != 0 && len(entry.Parts) == 0 {
		entry.Category = came.Category
	}
	if is {
		entry.Amount = came.Amount
	}
	no, err := add(b, entry)
	if err == nil && in.mark != nil {
		err = b.Mark(no, in.mark)
	}
	if err == nil && in.isApproximate {
		err = b.Mark(no, func(t *budget.Transaction) { t.Approved = is && came.Approved })
	}
	if err != nil || !is {
		return err
	}
	b.Know([]budget.Transaction{came})
	if err := b.Mark(no, func(t *budget.Transaction) { matching.Join(t, came) }); err != nil {
		return err
	}
	if err := rows.MoveReceipts(in.e, came.No, no); err != nil {
		return err
	}
	return b.Delete(came.No)
}

// add adds a row of a schedule. A schedule from an older file may have a category where rows cannot have one.
func add(b *ledger.EditSet, entry ledger.Entry) (budget.TxNo, error) {
	b.DropCategories(&entry)
	return b.Add(entry)
}
