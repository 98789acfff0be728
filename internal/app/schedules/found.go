package schedules

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Found is a recurring transaction that is not scheduled.
type Found struct {
	Row    string // the id of the last transaction
	Name   string
	Amount money.Milli
	Last   civil.Date
	Times  int
	Next   civil.Date
	Every  Frequency
	When   string // in words
}

// Dismissed is a recurring transaction that the user does not want to schedule.
type Dismissed struct {
	ID     string
	Name   string
	Amount money.Milli
	When   string // in words
}

const (
	// recurringBack is the number of days searched for recurring transactions: enough for three occurrences of a
	// yearly one.
	recurringBack = 1200
	// maxRecurring is the maximum number of offered transactions.
	maxRecurring = 12
	// MaxDismissed is the maximum number of dismissed transactions.
	MaxDismissed = 500
)

// recurringKey contains the fields that must be equal in recurring transactions.
type recurringKey struct {
	account budget.AccountNo
	payee   budget.PayeeNo
	other   budget.AccountNo
}

// recurring returns recurring transactions that are not scheduled, by their next date.
func recurring(v *store.ReadTx, names *rows.Names, all []budget.Scheduled, today civil.Date) ([]Found, error) {
	lines, err := v.Lines()
	if err != nil {
		return nil, err
	}
	groups := map[recurringKey][]schedule.Once{}
	numbers := []budget.TxNo{}
	for t := range lines.Newest {
		if t.Date < today.AddDays(-recurringBack) {
			break
		}
		if k := (recurringKey{t.Account, t.Payee, t.Other}); t.Date <= today && k.named() && !names.Accounts[t.Account].Closed {
			groups[k] = append(groups[k], schedule.Once{Date: t.Date, Amount: t.Amount, Which: len(numbers)})
			numbers = append(numbers, t.No)
		}
	}
	known := map[recurringKey]bool{}
	for i := range all {
		s := &all[i]
		known[recurringKey{s.Account, s.Payee, s.TransferAccount}] = true
		known[recurringKey{s.TransferAccount, 0, s.Account}] = s.TransferAccount != 0
	}
	dismissed, err := v.Dismissed()
	if err != nil {
		return nil, err
	}
	var found []foundHabit
	for k, some := range groups {
		if known[k] || known[recurringKey{k.account, 0, k.other}] {
			continue
		}
		for _, h := range schedule.Habits(some, today) {
			is := func(d budget.Dismissed) bool { return k.is(&d) && h.Is(Frequency(d.Every), d.Amount) }
			if once := k.other == 0 || h.Last.Amount < 0; once && !slices.ContainsFunc(dismissed, is) { // a transfer has two sides
				found = append(found, foundHabit{h, k, numbers[h.Last.Which]})
			}
		}
	}
	return tellRecurring(v, names, found)
}

func (k recurringKey) named() bool { return k.payee != 0 || k.other != 0 }

func (k recurringKey) is(d *budget.Dismissed) bool {
	return k == recurringKey{d.Account, d.Payee, d.Other}
}

// text returns a description for users.
func (k recurringKey) text(names *rows.Names) string {
	if k.other != 0 {
		return budget.TransferPayee + names.Accounts[k.other].Name
	}
	return names.Payees[k.payee].Name
}

type foundHabit struct {
	schedule.Recurrence
	key recurringKey
	no  budget.TxNo
}

func tellRecurring(v *store.ReadTx, names *rows.Names, found []foundHabit) ([]Found, error) {
	slices.SortFunc(found, func(a, b foundHabit) int { return cmp.Or(cmp.Compare(a.Next, b.Next), cmp.Compare(a.no, b.no)) })
	var out []Found
	for _, f := range found[:min(len(found), maxRecurring)] {
		t, err := v.Transaction(f.no)
		if err != nil {
			return nil, err
		}
		rule, _ := schedule.New(f.Next, string(f.Every))
		out = append(out, Found{Row: t.ID, Name: f.key.text(names), Amount: t.Amount, Last: t.Date, Times: f.Times, Next: f.Next, Every: f.Every, When: rule.Text()})
	}
	return out, nil
}

// DismissRecurring stops offering to schedule the recurring transaction with row as its last occurrence. It is not
// offered to any user of the budget until it recurs at another interval or with another amount. It returns a NotFound
// error, Invalid if the row is not recurring, and Conflict if another user has dismissed it since.
func (ss *Schedules) DismissRecurring(ctx context.Context, who users.Actor, id, row string, every Frequency) (budgetsession.ChangeResult, error) {
	return ss.access.Change(ctx, who, id, "dismiss-recurring", func(e *budgetsession.ChangeTx) error {
		t, err := rows.ByID(&e.ReadTx, row)
		if err != nil {
			return err
		}
		k := recurringKey{t.Account, t.Payee, t.Transfer.Account}
		if _, known := schedule.New(t.Date, string(every)); !known || !k.named() {
			return apperr.New(apperr.Invalid, "this is not a suggestion").WithHint("check the current suggestions")
		}
		names, err := rows.NamesIn(&e.ReadTx)
		if err != nil {
			return err
		}
		dismissed, err := e.Dismissed()
		if err != nil {
			return err
		}
		habit := schedule.Recurrence{Every: every, Last: schedule.Once{Amount: t.Amount}}
		if slices.ContainsFunc(dismissed, func(d budget.Dismissed) bool { return k.is(&d) && habit.Is(Frequency(d.Every), d.Amount) }) {
			return apperr.New(apperr.Conflict, "the suggestion %s has already been dismissed", k.text(names)).WithHint("see the dismissed suggestions")
		}
		if len(dismissed) >= MaxDismissed {
			return apperr.New(apperr.Invalid, "there are already %d dismissed suggestions", len(dismissed)).WithHint("restore some first")
		}
		e.Say("Dismissed the suggestion %s", k.text(names))
		return e.Put(&budget.Dismissed{ID: budgetsession.NewID(), Account: k.account, Payee: k.payee, Other: k.other, Every: string(every), Amount: t.Amount})
	})
}

// OfferRecurring offers a dismissed transaction again. It returns a NotFound error.
func (ss *Schedules) OfferRecurring(ctx context.Context, who users.Actor, id, dismissed string) (budgetsession.ChangeResult, error) {
	return ss.access.Change(ctx, who, id, "offer-recurring", func(e *budgetsession.ChangeTx) error {
		all, err := e.Dismissed()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(d budget.Dismissed) bool { return d.ID == dismissed })
		if at < 0 {
			return apperr.New(apperr.NotFound, "this suggestion no longer exists").WithHint("it may already have been restored")
		}
		names, err := rows.NamesIn(&e.ReadTx)
		if err != nil {
			return err
		}
		d := &all[at]
		e.Say("Restored the suggestion %s", recurringKey{d.Account, d.Payee, d.Other}.text(names))
		return e.Remove(d)
	})
}

// dismissedOf returns the dismissed transactions that still exist, the latest first.
func dismissedOf(v *store.ReadTx, names *rows.Names) ([]Dismissed, error) {
	all, err := v.Dismissed()
	var out []Dismissed
	for _, d := range slices.Backward(all) {
		k := recurringKey{d.Account, d.Payee, d.Other}
		if _, there := names.Accounts[k.account]; there && k.text(names) != "" {
			out = append(out, Dismissed{d.ID, k.text(names), d.Amount, Frequency(d.Every).Label()})
		}
	}
	return out, err
}
