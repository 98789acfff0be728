package report

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Event is an expected transaction: a row of a later day, or a day of a schedule.
type Event struct {
	Date      civil.Date  `json:"date"`
	AccountID string      `json:"account_id"`
	Name      string      `json:"name"` // of the payee, or of the account on the other side
	Amount    money.Milli `json:"amount"`
	Scheduled bool        `json:"scheduled"` // not a row yet
	Income    money.Milli `json:"income"`    // the part that will be money to budget
}

// AccountBalance is an account with its balance today.
type AccountBalance struct {
	ID      string
	Name    string
	Debt    bool // it may be below zero: a card, a loan
	Balance money.Milli
}

// Coming is the forecast of accounts, by day.
type Coming struct {
	Today    civil.Date     `json:"today"`
	Until    civil.Date     `json:"until"`
	Accounts []AccountAhead `json:"accounts"`
	Events   []Event        `json:"events"`    // by day
	ToBudget []MonthAhead   `json:"to_budget"` // by month
}

// AccountAhead is the forecast of an account.
type AccountAhead struct {
	ID        string       `json:"id"`
	Name      string       `json:"name"`
	Now       money.Milli  `json:"now"`
	End       money.Milli  `json:"end"`
	Lowest    money.Milli  `json:"lowest"`
	LowestOn  civil.Date   `json:"lowest_on"`  // the first day of the lowest balance; today if it only rises
	BelowZero civil.Date   `json:"below_zero"` // the first such day; zero if the balance stays positive or the account is a debt
	Days      []DayBalance `json:"days"`       // the days on which it changes, from today on
}

// DayBalance is a balance at the end of a day.
type DayBalance struct {
	Date    civil.Date  `json:"date"`
	Balance money.Milli `json:"balance"`
}

// MonthAhead is a month's present To Budget, and To Budget with the income expected until then.
type MonthAhead struct {
	Month    civil.Month `json:"month"`
	ToBudget money.Milli `json:"to_budget"`
	Income   money.Milli `json:"income"`  // scheduled, of this month alone
	Targets  money.Milli `json:"targets"` // the amount that targets need in it beyond the budgeted amount; zero if targets are ignored
	Ahead    money.Milli `json:"ahead"`   // To Budget plus the income minus the needs of targets, of all months so far
}

// ComingOf forecasts accounts from today to until, both included; events of other accounts, such as closed ones, are
// ignored. toBudget is To Budget of the months from today's on, asked the needs of targets in them, nil to ignore
// targets.
func ComingOf(today, until civil.Date, accounts []AccountBalance, events []Event, toBudget, asked []money.Milli) Coming {
	r := Coming{Today: today, Until: until}
	for _, e := range events {
		if e.Date >= today && e.Date <= until && slices.ContainsFunc(accounts, func(s AccountBalance) bool { return s.ID == e.AccountID }) {
			r.Events = append(r.Events, e)
		}
	}
	slices.SortStableFunc(r.Events, func(a, b Event) int { return cmp.Compare(a.Date, b.Date) })
	for _, a := range accounts {
		r.Accounts = append(r.Accounts, r.ahead(a))
	}
	var more money.Milli
	for i, stands := range toBudget {
		m := MonthAhead{Month: today.Month().Add(i), ToBudget: stands}
		for _, e := range r.Events {
			if e.Scheduled && e.Date.Month() == m.Month {
				m.Income += e.Income
			}
		}
		if asked != nil {
			m.Targets = asked[i]
		}
		more += m.Income - m.Targets
		m.Ahead = stands + more
		r.ToBudget = append(r.ToBudget, m)
	}
	return r
}

func (r *Coming) ahead(s AccountBalance) AccountAhead {
	a := AccountAhead{ID: s.ID, Name: s.Name, Now: s.Balance, End: s.Balance, Lowest: s.Balance, LowestOn: r.Today, Days: []DayBalance{{r.Today, s.Balance}}}
	for _, e := range r.Events {
		if e.AccountID != s.ID {
			continue
		}
		a.End += e.Amount
		if last := &a.Days[len(a.Days)-1]; last.Date == e.Date {
			last.Balance = a.End
		} else {
			a.Days = append(a.Days, DayBalance{e.Date, a.End})
		}
	}
	for _, d := range a.Days {
		if d.Balance < a.Lowest {
			a.Lowest, a.LowestOn = d.Balance, d.Date
		}
		if d.Balance < 0 && a.BelowZero == 0 && !s.Debt {
			a.BelowZero = d.Date
		}
	}
	return a
}
