package cleanup

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// work is a proposal under construction: the figures after the items so far.
type work struct {
	in       *Input
	choices  *Choices
	before   []money.Milli // the current To Budget of each month
	toBudget []money.Milli // To Budget after the proposal
	balance  map[budget.CategoryNo][]money.Milli
	switches map[budget.CategoryNo][]budget.Rollover
	income   map[budget.CategoryNo]bool
	source   map[civil.Month]money.Milli // the document's Ready to Assign
	proposal *Proposal
}

func begin(kind Kind, in *Input, choices *Choices) *work {
	w := &work{
		in: in, choices: choices, before: in.Figures.ToBudget, toBudget: slices.Clone(in.Figures.ToBudget),
		balance:  make(map[budget.CategoryNo][]money.Milli, len(in.Figures.Balance)),
		switches: map[budget.CategoryNo][]budget.Rollover{}, income: map[budget.CategoryNo]bool{},
		source:   map[civil.Month]money.Milli{},
		proposal: &Proposal{Kind: kind, Items: []Item{}, Months: []MonthChange{}},
	}
	for _, s := range in.Source {
		if s.ReadyToAssign != nil {
			w.source[s.Month] = *s.ReadyToAssign
		}
	}
	for c, row := range in.Figures.Balance {
		w.balance[c] = slices.Clone(row)
	}
	for _, r := range in.Budget.Rollovers {
		w.switches[r.Category] = append(w.switches[r.Category], r)
	}
	for _, of := range w.switches {
		slices.SortStableFunc(of, func(a, b budget.Rollover) int { return int(a.From - b.From) })
	}
	for i := range in.Budget.Categories {
		w.income[in.Budget.Categories[i].No] = in.Budget.Categories[i].Income
	}
	return w
}

// months returns the number of months of the figures.
func (w *work) months() int { return len(w.toBudget) }

// index returns the index of a month, and reports whether the figures include it.
func (w *work) index(m civil.Month) (int, bool) {
	i := int(m - w.in.Figures.First)
	return i, i >= 0 && i < w.months()
}

// inDocument reports whether a month is not after the document's last one.
func (w *work) inDocument(m civil.Month) bool {
	source := w.in.Source
	return len(source) > 0 && m <= source[len(source)-1].Month
}

// propose adds an item and reports whether to apply it: it is neither only shown nor excluded by the user.
func (w *work) propose(i Item) bool {
	i.Left = i.Left || w.choices.Leave[i.ID]
	w.proposal.Items = append(w.proposal.Items, i)
	return !i.Left && i.Action != Nothing
}

// addFrom adds an amount to To Budget from a month on.
func (w *work) addFrom(m civil.Month, amount money.Milli) {
	i, _ := w.index(m)
	for i = max(i, 0); i < w.months(); i++ {
		w.toBudget[i] += amount
	}
}

// rolls reports whether a category carries a negative balance out of a month.
func (w *work) rolls(c budget.CategoryNo, m civil.Month) bool {
	return budget.RollsOver(w.switches[c], m)
}

// overspent returns the amount that a month's final balance takes from the next month: zero or negative.
func (w *work) overspent(c budget.CategoryNo, i int) money.Milli {
	b := w.balance[c][i]
	return b - envelope.Carried(b, w.rolls(c, w.in.Figures.First.Add(i)))
}

// flow returns the budgeted amount plus activity of each month: the balances without their carry.
func (w *work) flow(c budget.CategoryNo) []money.Milli {
	flow := slices.Clone(w.balance[c])
	for i := len(flow) - 1; i > 0; i-- {
		flow[i] -= w.balance[c][i-1] - w.overspent(c, i-1)
	}
	return flow
}

// setFlow computes a category's balances from its flow, and updates To Budget for the changed overspending.
func (w *work) setFlow(c budget.CategoryNo, flow []money.Milli, switches []budget.Rollover) {
	w.addOverspent(c, -1)
	row := make([]money.Milli, len(flow))
	w.balance[c], w.switches[c] = row, switches
	for i := range flow {
		row[i] = flow[i]
		if i > 0 {
			row[i] += row[i-1] - w.overspent(c, i-1)
		}
	}
	w.addOverspent(c, 1)
}

func (w *work) addOverspent(c budget.CategoryNo, sign money.Milli) {
	var sum money.Milli
	for i := range w.balance[c] {
		w.toBudget[i] += sign * sum
		sum += w.overspent(c, i)
	}
}

// done completes the proposal with its months.
func (w *work) done() *Proposal {
	source := make(map[civil.Month]*money.Milli, len(w.in.Source))
	for _, s := range w.in.Source {
		source[s.Month] = s.ReadyToAssign
	}
	for i := range w.toBudget {
		m := w.in.Figures.First.Add(i)
		if figure, ok := source[m]; ok || w.before[i] != w.toBudget[i] {
			w.proposal.Months = append(w.proposal.Months, MonthChange{
				Month: m, Before: w.before[i], After: w.toBudget[i], Source: figure,
				Below: w.toBudget[i] < 0 && w.before[i] >= 0 && w.source[m] >= 0,
			})
		}
	}
	return w.proposal
}
