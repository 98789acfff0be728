package cleanup

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The source keeps card debt outside its envelopes: a card's rows in Ready to Assign are not income, overspending on
// a card does not reduce the next month, and money assigned to card payments pays the debt. Here a category with
// rollover does the same: it receives those rows, and its budgeted amount of a month is the source's assignment to
// card payments plus the amount that covered a payment category overspent the month before. To Budget then equals the
// source's figure, and the category's balance equals the balances of the cards plus those of their payment
// categories: the part of the debt without money set aside.

const (
	debtGroup    = "Debt"
	debtCategory = "Credit Card"

	reasonStart     = "the card's initial debt, a transaction in Ready to Assign"
	reasonOverspent = "YNAB made this overspending card debt"
	reasonPayment   = "YNAB assigned it to card payments"
	reasonRollover  = "the debt stays until it is paid"
	reasonTransfer  = "a transfer cannot be split in two"
)

// Debt proposes the credit-card debt.
func Debt(in *Input, choices Choices) *Proposal {
	return withDebt(CardDebt, in, &choices).done()
}

// capped returns by how much less to assign, if the user wants no month to become negative.
func (w *work) capped() map[budget.CellKey]money.Milli {
	if !w.choices.StayAboveZero {
		return nil
	}
	full := begin(CardDebt, w.in, w.choices)
	full.proposeDebt(nil)
	less := full.lessAssigned()
	w.proposal.Capped = less != nil
	return less
}

// lessAssigned returns how much less to assign in each month so that no month's To Budget becomes negative; nil for
// nothing. Budgets and holds made here may use money that the source reserved for card payments. The latest month
// with enough assigned is reduced first, so that earlier ones match.
func (w *work) lessAssigned() map[budget.CellKey]money.Milli {
	less := map[budget.CellKey]money.Milli{}
	cells := w.proposal.Changes.Assignments
	for i, after := range w.toBudget {
		m := w.in.Figures.First.Add(i)
		if w.before[i] < 0 || w.source[m] < 0 {
			continue
		}
		for _, amount := range less { // all of them are of this month or earlier
			after += amount
		}
		for k := len(cells) - 1; k >= 0 && after < 0; k-- {
			key := budget.CellKey{Category: cells[k].Category, Month: cells[k].Month}
			if cells[k].Month <= m {
				part := min(-after, max(0, cells[k].Budgeted-less[key]))
				less[key] += part
				after += part
			}
		}
	}
	if len(less) == 0 {
		return nil
	}
	return less
}

// debt is the state of the proposal for card debt.
type debt struct {
	*work
	into  *receivers
	flows map[budget.CategoryNo][]money.Milli
	moves []movedLine
}

// movedLine is a line of which an amount moves.
type movedLine struct {
	date civil.Date
	tx   budget.TxNo
	Moving
}

func (w *work) proposeDebt(less map[budget.CellKey]money.Milli) {
	if len(w.in.Source) == 0 || w.months() == 0 || w.in.Budget.Info.CardEnvelopes { // with card envelopes there is no debt to correct
		return
	}
	d := &debt{work: w, flows: map[budget.CategoryNo][]money.Milli{}}
	paid := d.payments()
	d.into = d.findReceivers(paid)
	found := d.search(d.into.all())
	for _, l := range found.starting {
		d.move([]takenOf{{l, l.Amount}}, reasonStart)
	}
	d.moveOverspent(found.spent)
	d.assign(paid, less)
	d.putRows()
	d.settle()
	w.proposal.Cards = w.cards(d.into)
}

// flowOf returns a category's flow, which the caller may change.
func (d *debt) flowOf(c budget.CategoryNo) []money.Milli {
	if d.flows[c] == nil {
		if d.balance[c] == nil {
			d.balance[c] = make([]money.Milli, d.months())
		}
		d.flows[c] = d.flow(c)
	}
	return d.flows[c]
}

// move moves the taken lines of a category and month to the debt categories.
func (d *debt) move(taken []takenOf, reason string) {
	if len(taken) == 0 {
		return
	}
	m, from := taken[0].line.Date.Month(), taken[0].line.Category
	i, ok := d.index(m)
	if !ok {
		return
	}
	moved := money.Milli(0)
	into, flow := budget.CategoryNo(0), []money.Milli(nil)
	for n := range taken {
		l, amount := &taken[n].line, taken[n].amount
		if n == 0 || d.into.perCard {
			into, flow = d.into.of(l.Account), nil
		}
		item := Item{
			ID:     fmt.Sprintf("row:%d:%d", l.Tx, l.Part),
			Action: Move, Reason: reason, Month: m, Amount: amount, Partly: amount != l.Amount,
			Tx: l.Tx, Part: l.Part, Day: l.Date, Payee: l.Payee, Account: l.Account, Category: from, Into: into,
		}
		if item.Partly && l.Other != 0 {
			item.Action, item.Reason = Nothing, reasonTransfer
		}
		if !d.propose(item) {
			continue
		}
		if flow == nil {
			d.into.used[into], flow = true, d.flowOf(into)
		}
		d.moves = append(d.moves, movedLine{l.Date, l.Tx, Moving{Part: l.Part, Amount: amount, Into: into}})
		flow[i] += amount
		moved += amount
	}
	switch {
	case moved == 0:
	case d.income[from]:
		d.addFrom(m, -moved)
	default:
		d.flowOf(from)[i] -= moved
	}
}

// payment is the amount to budget to the debt category of an account in a month.
type payment struct {
	account budget.AccountNo // zero if the payment category's card is unknown
	month   civil.Month
	amount  money.Milli
}

// payments returns the source's assignments to card payments, plus the amounts that covered payment categories
// overspent the month before, oldest first.
func (d *debt) payments() []payment {
	type key struct {
		account budget.AccountNo
		month   civil.Month
	}
	sum := map[key]money.Milli{}
	for p := range iterutil.Pointers(d.in.Budget.Info.CardPayments) {
		for _, m := range p.Months {
			sum[key{p.Account, m.Month}] += m.Budgeted
			if m.Balance < 0 && d.inDocument(m.Month+1) {
				sum[key{p.Account, m.Month + 1}] -= m.Balance
			}
		}
	}
	var all []payment
	for k, amount := range sum {
		if _, ok := d.index(k.month); ok && amount != 0 {
			all = append(all, payment{account: k.account, month: k.month, amount: amount})
		}
	}
	slices.SortFunc(all, func(a, b payment) int {
		return cmp.Or(cmp.Compare(a.month, b.month), cmp.Compare(a.account, b.account))
	})
	return all
}

// assign budgets the payments without changing an amount set by a user.
func (d *debt) assign(paid []payment, less map[budget.CellKey]money.Milli) {
	for _, want := range d.into.wanted(paid) {
		want.Budgeted -= less[budget.CellKey{Category: want.Category, Month: want.Month}]
		if want.Budgeted == 0 || d.in.Budgeted[budget.CellKey{Category: want.Category, Month: want.Month}] != 0 {
			continue
		}
		item := Item{
			ID: "assign:" + d.into.key(want.Category) + ":" + want.Month.String(), Action: Assign, Reason: reasonPayment,
			Month: want.Month, Amount: want.Budgeted, Into: want.Category,
		}
		if !d.propose(item) {
			continue
		}
		i, _ := d.index(want.Month)
		d.into.used[want.Category] = true
		d.flowOf(want.Category)[i] += want.Budgeted
		d.addFrom(want.Month, -want.Budgeted)
		d.proposal.Changes.Assignments = append(d.proposal.Changes.Assignments, want)
	}
}

// putRows adds the moved rows to the changes, in the budget's order.
func (d *debt) putRows() {
	slices.SortStableFunc(d.moves, func(a, b movedLine) int { return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.tx, b.tx)) })
	rows := make([]MovedRow, 0, len(d.moves))
	for _, m := range d.moves {
		if n := len(rows); n > 0 && rows[n-1].Tx == m.tx {
			rows[n-1].Moves = append(rows[n-1].Moves, m.Moving)
			continue
		}
		rows = append(rows, MovedRow{m.tx, []Moving{m.Moving}})
	}
	d.proposal.Changes.MovedRows = rows
}

// settle creates the required categories, computes all balances, and turns on rollover of each debt category from its
// first negative month.
func (d *debt) settle() {
	d.into.create(&d.proposal.Changes)
	for _, c := range slices.Sorted(maps.Keys(d.flows)) {
		switches := d.switches[c]
		if d.into.used[c] && len(switches) == 0 {
			switches = d.rollFromFirstDebt(c)
		}
		d.setFlow(c, d.flows[c], switches)
	}
}

func (d *debt) rollFromFirstDebt(c budget.CategoryNo) []budget.Rollover {
	var balance money.Milli
	for i, amount := range d.flows[c] {
		if balance += amount; balance >= 0 {
			continue
		}
		from := budget.Rollover{Category: c, From: d.in.Figures.First.Add(i), On: true}
		item := Item{ID: "rollover:" + d.into.key(c), Action: RollOver, Reason: reasonRollover, Month: from.From, Into: c}
		if !d.propose(item) {
			return nil
		}
		d.proposal.Changes.Rollovers = append(d.proposal.Changes.Rollovers, from)
		return []budget.Rollover{from}
	}
	return nil
}
