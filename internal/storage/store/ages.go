package store

import (
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
)

// Ages returns the age of money for each month. Cash is the money in the budget's accounts, without cards. Paying a
// card takes money out of cash. After a change of rows, only the months from the first changed one are computed
// again.
func (v *ReadTx) Ages() (*report.Ages, error) {
	if len(v.written) > 0 { // a WriteTx's changes may be rolled back: they are not cached
		return v.agesFrom(new(report.Ages), 0)
	}
	at := v.committed()
	have, of, found := latest[*report.Ages](v.store, v.no, cachedAges, at)
	from := civil.Month(0)
	switch {
	case !found:
		have = new(report.Ages)
	case of == at:
		return have, nil
	default:
		since, known, err := v.touchedAfter(of)
		if err != nil {
			return nil, err
		}
		if !known || slices.Contains(since.Kinds, KindAccount) {
			have = new(report.Ages)
		} else if from = since.From; from == 0 || !slices.Contains(since.Kinds, KindTransaction) {
			v.store.putLatest(v.no, cachedAges, at, have, bytesOfFigure*have.Size())
			return have, nil
		}
	}
	ages, err := v.agesFrom(have, from)
	if err == nil {
		v.store.putLatest(v.no, cachedAges, at, ages, bytesOfFigure*ages.Size())
	}
	return ages, err
}

// AgesByDay returns the age of money at the end of each day of a span of months.
func (v *ReadTx) AgesByDay(s report.Span) ([]report.DayAge, error) {
	ages, err := v.Ages()
	if err != nil {
		return nil, err
	}
	flows, err := v.flowsFrom(s.From)
	if err != nil {
		return nil, err
	}
	return ages.ByDay(s, flows), nil
}

func (v *ReadTx) agesFrom(earlier *report.Ages, m civil.Month) (*report.Ages, error) {
	flows, err := v.flowsFrom(m)
	if err != nil {
		return nil, err
	}
	return earlier.From(m, flows), nil
}

// flowsFrom returns the amounts that entered and left the budget's cash from month m on.
func (v *ReadTx) flowsFrom(m civil.Month) (iter.Seq[budget.Flow], error) {
	accounts, err := v.AccountRecords()
	if err != nil {
		return nil, err
	}
	lines, err := v.rowIndex()
	if err != nil {
		return nil, err
	}
	return lines.Flows(cash(accounts), m.First()), nil
}

// cash returns the numbers of the cash accounts, which have an age of money.
func cash(accounts []budget.Account) (all []budget.AccountNo) {
	for i := range accounts {
		if isCash(&accounts[i]) {
			all = append(all, accounts[i].No)
		}
	}
	return all
}

func isCash(a *budget.Account) bool { return a.OnBudget && !a.Type.IsCard() }

// flowsWritten records the first month in which the age of money changes. The day within a month and the other side
// of a transfer change the age of money and no other figure.
func (w *WriteTx) flowsWritten(old, new *budget.Transaction) {
	if old != nil && new != nil && old.Date == new.Date && old.Account == new.Account && slices.Equal(flowsOf(old), flowsOf(new)) {
		return
	}
	for _, t := range []*budget.Transaction{old, new} {
		if t != nil {
			w.since(t.Date.Month())
		}
	}
}

// flowsOf returns a row's lines with only the fields that the age of money depends on.
func flowsOf(t *budget.Transaction) (all []budget.Line) {
	for line := range t.Lines {
		all = append(all, budget.Line{Amount: line.Amount, Transfer: budget.Transfer{Account: line.Transfer.Account}})
	}
	return all
}
