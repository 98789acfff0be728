package schedules

import (
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Ahead collects the known future events of a budget's accounts.
type Ahead struct {
	Events       []report.Event
	Later        map[budget.AccountNo]money.Milli // the sum of the rows after today
	today, until civil.Date
	names        *rows.Names
	cards        map[budget.AccountNo]bool // card envelopes
}

// LookAhead is it for the days from today until another, nothing gathered yet.
func LookAhead(names *rows.Names, today, until civil.Date) *Ahead {
	l := &Ahead{today: today, until: until, names: names, Later: map[budget.AccountNo]money.Milli{}, cards: map[budget.AccountNo]bool{}}
	for _, c := range names.Categories {
		l.cards[c.Card] = true
	}
	return l
}

// Rows adds the rows of later days that are in the register already.
func (l *Ahead) Rows(v *store.ReadTx) error {
	for t, err := range v.Transactions(store.Filter{From: l.today.AddDays(1)}) {
		if err != nil {
			return err
		}
		l.Row(&t)
	}
	return nil
}

// Row adds one of them.
func (l *Ahead) Row(t *budget.Transaction) {
	l.Later[t.Account] += t.Amount
	if t.Date <= l.until {
		l.event(t.Date, t.Account, t.Payee, t.Transfer.Account, t.Amount, 0, false)
	}
}

// Scheduled adds the scheduled transactions.
func (l *Ahead) Scheduled(v *store.ReadTx) error {
	all, err := v.Scheduled()
	l.ScheduledOf(all)
	return err
}

// ScheduledOf adds the future rows of schedules.
func (l *Ahead) ScheduledOf(all []budget.Scheduled) {
	for i := range all {
		for _, day := range schedule.DueDays(&all[i], l.today, l.until) {
			l.entered(&all[i], max(day, l.today))
		}
	}
}

// entered adds the events of a schedule's date: in its account, and in those that it or its parts transfer to.
func (l *Ahead) entered(s *budget.Scheduled, day civil.Date) {
	var income money.Milli
	if l.names.Categories[s.Category].Income {
		income = s.Amount
	}
	for _, p := range s.Parts {
		if l.names.Categories[p.Category].Income {
			income += p.Amount
		}
		l.other(p.Transfer.Account, s.Account, day, p.Amount)
	}
	l.other(s.TransferAccount, s.Account, day, s.Amount)
	if !l.names.Accounts[s.Account].OnBudget || l.cards[s.Account] {
		income = 0 // it is not available to budget
	}
	l.event(day, s.Account, s.Payee, s.TransferAccount, s.Amount, income, true)
}

// other adds the other side of a transfer.
func (l *Ahead) other(to, from budget.AccountNo, day civil.Date, amount money.Milli) {
	if to != 0 {
		l.event(day, to, 0, from, -amount, 0, true)
	}
}

func (l *Ahead) event(day civil.Date, account budget.AccountNo, payee budget.PayeeNo, other budget.AccountNo, amount, income money.Milli, scheduled bool) {
	name := l.names.Payees[payee].Name
	if other != 0 {
		name = l.names.Accounts[other].Name
	}
	l.Events = append(l.Events, report.Event{
		Date: day, AccountID: l.names.Accounts[account].ID, Name: name, Amount: amount, Income: income, Scheduled: scheduled,
	})
}
