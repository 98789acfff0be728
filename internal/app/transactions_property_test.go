package app

import (
	"pgregory.net/rapid"

	"holdover/internal/app/rows"
	"holdover/internal/base/money"
)

// programs makes the changes of programs over the API: many transactions in one step.
func (l *simulation) programs() (ChangeResult, error) {
	ctx, me := l.Context(), Machine()
	if len(l.kept.Transactions) > 0 && rapid.Bool().Draw(l.r, "change") {
		var list []TransactionChange
		for _, id := range l.anyRows() {
			list = append(list, TransactionChange{ID: id, TransactionFields: l.programFields(true)})
		}
		done, _, err := l.a.UpdateTransactions(ctx, me, l.id, list)
		return done, err
	}
	var list []NewTransaction
	for range rapid.IntRange(1, 4).Draw(l.r, "many") {
		one := NewTransaction{TransactionFields: l.programFields(false)}
		if rapid.Bool().Draw(l.r, "imported") {
			one.ImportID = anyOf(l, "import id", "a", "b", "c", "d", "e", "f")
		}
		list = append(list, one)
	}
	done, _, err := l.a.CreateTransactions(ctx, me, l.id, list)
	return done, err
}

// programFields returns random fields of a program's transaction; partly may omit most.
func (l *simulation) programFields(partly bool) TransactionFields {
	account, day, amount := l.anyAccount(), march.AddDays(rapid.IntRange(-40, 60).Draw(l.r, "day")), money.Milli(rapid.Int64Range(-3, 3).Draw(l.r, "amount")*1000)
	name, category, memo := anyOf(l, "name", "", "Baker", "Tram"), anyOf(l, "category", "", "food", "rent", "salary"), anyOf(l, "memo", "", "said")
	cleared, approved := anyOf(l, "cleared", "uncleared", "cleared", "reconciled"), rapid.Bool().Draw(l.r, "approved")
	f := TransactionFields{Account: &account, Date: &day, Amount: &amount, PayeeName: &name, Category: &category, Memo: &memo, Cleared: &cleared, Approved: &approved}
	if rapid.Bool().Draw(l.r, "to a payee") {
		payee := l.anyPayee()
		f.Payee = &payee
	}
	if rapid.IntRange(0, 3).Draw(l.r, "parts") == 0 {
		f.Category = nil
		f.Parts = []PartFields{{Amount: amount - 1000, Category: "food"}, {Amount: 1000, PayeeName: "Tram"}}
	}
	if partly {
		for _, forget := range []func(){
			func() { f.Account = nil }, func() { f.Date = nil }, func() { f.Amount, f.Parts = nil, nil }, func() { f.Category = nil }, func() { f.Payee, f.PayeeName = nil, nil },
		} {
			if rapid.Bool().Draw(l.r, "left out") {
				forget()
			}
		}
	}
	return f
}

// match merges two rows, or takes a match apart.
func (l *simulation) match() (ChangeResult, error) {
	list := l.anyRows()
	if len(list) == 0 {
		return l.programs()
	}
	for i := range l.kept.Transactions {
		if t := &l.kept.Transactions[i]; t.Bank != nil && t.Bank.Match != nil && rapid.Bool().Draw(l.r, "apart") {
			return l.a.Unmatch(l.Context(), Machine(), l.id, t.ID)
		}
	}
	first := list[0]
	for i := range l.kept.Transactions {
		one := &l.kept.Transactions[i]
		for k := range l.kept.Transactions[:i] {
			if other := &l.kept.Transactions[k]; one.Account == other.Account && one.Amount == other.Amount {
				done, _, err := l.a.Merge(l.Context(), Machine(), l.id, rows.These(one.ID, other.ID))
				return done, err
			}
		}
	}
	done, _, err := l.a.Merge(l.Context(), Machine(), l.id, rows.These(first, list[len(list)-1]))
	return done, err
}
