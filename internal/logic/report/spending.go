package report

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Named is an item with its sums by month of a span and in the same number of months before: activity, in which
// spending is negative.
type Named struct {
	ID     string
	Name   string
	Months []money.Milli
	Before money.Milli
}

// nothing reports whether all sums are zero.
func (n *Named) nothing() bool { return n.Before == 0 && nothing(n.Months) }

// Grouped are the categories of a group.
type Grouped struct {
	ID, Name string
	Members  []Named
}

// Spending contains expenses by any dimension. Amounts are positive if more was spent than refunded.
type Spending struct {
	Span
	Comparison
	Lines    []Line `json:"lines"` // largest first
	Whole    Line   `json:"whole"`
	Overlaps bool   `json:"overlaps,omitempty"` // an expense counts in several lines, and once in Whole
}

// Comparison describes the periods that a report compares. The report has zeros for a previous period that the budget does not have
// completely.
type Comparison struct {
	BeforeKnown bool `json:"before_known"` // the budget has the whole previous period
	KnownMonths int  `json:"known_months"` // months of the span since the budget's first one: averages are over these
}

// SpendingOf sums the expenses of items.
func SpendingOf(s Span, things []Named) Spending { return spending(s, spent(things)) }

// SpendingByGroup sums the expenses of categories by group.
func SpendingByGroup(s Span, groups []Grouped) Spending {
	var lines []Line
	for _, g := range groups {
		if members := spent(g.Members); len(members) > 0 {
			lines = append(lines, gather(g.ID, g.Name, s.Months(), members))
		}
	}
	return spending(s, lines)
}

// TagSums are the sums of the lines that have exactly some tags.
type TagSums struct {
	Tags   []Heading // without totals
	Months []money.Milli
	Before money.Milli
}

// SpendingByTag sums the expenses of tags. An expense with several tags counts for each, and once in the whole.
func SpendingByTag(s Span, sets []TagSums) Spending {
	tags, places := []Named{}, map[string]int{}
	var parts []Named // each expense once
	overlaps := false
	for i := range sets {
		set := &sets[i]
		parts = append(parts, Named{Months: set.Months, Before: set.Before})
		overlaps = overlaps || len(set.Tags) > 1
		for _, tag := range set.Tags {
			at, known := places[tag.ID]
			if !known {
				at, places[tag.ID] = len(tags), len(tags)
				tags = append(tags, Named{ID: tag.ID, Name: tag.Name, Months: make([]money.Milli, s.Months())})
			}
			for m, amount := range set.Months {
				tags[at].Months[m] += amount
			}
			tags[at].Before += set.Before
		}
	}
	r := SpendingOf(s, tags)
	r.Whole, r.Overlaps = SpendingOf(s, parts).Whole, overlaps
	if overlaps {
		shareOverlapping(r.Lines, spent(parts))
	}
	return r
}

func spending(s Span, lines []Line) Spending {
	r := Spending{Span: s, Comparison: Comparison{KnownMonths: s.Months()}, Lines: lines, Whole: gather("", "", s.Months(), lines)}
	r.Whole.Lines = nil
	share(lines, allShares)
	return r
}

// AverageOver replaces the averages by those over a number of months, if the budget does not have all months of the span.
func (r *Spending) AverageOver(months int) {
	r.KnownMonths = months
	r.Whole.averageOver(months)
	averageLines(r.Lines, months)
}

// Rest returns the sum of the smallest lines as one line, with its average over the known months.
func Rest(s Span, knownMonths int, lines []Line) Line {
	rest := gather("", "", s.Months(), lines)
	rest.averageOver(knownMonths)
	rest.Lines = nil
	for i := range lines {
		rest.Share += lines[i].Share
	}
	return rest
}

// spent omits things without spending in either period.
func spent(things []Named) []Line {
	var lines []Line
	for i := range things {
		if t := &things[i]; !t.nothing() {
			lines = append(lines, line(t.ID, t.Name, negated(t.Months), -t.Before))
		}
	}
	return lines
}

// IncomeAndExpenses compares income and expenses by month. Both are positive; Left is their difference.
type IncomeAndExpenses struct {
	Span
	Comparison
	Income   Line          `json:"income"`   // by payee
	Expenses Line          `json:"expenses"` // by group and category
	Left     []money.Milli `json:"left"`     // by month
	Total    money.Milli   `json:"total"`    // sum of Left
	Average  money.Milli   `json:"average"`
	Before   money.Milli   `json:"before"` // the same sum in the same number of months before
}

// IncomeAndExpensesOf adds up income by payee and expenses by group.
func IncomeAndExpensesOf(s Span, payees []Named, groups []Grouped) IncomeAndExpenses {
	var came []Line
	for i := range payees {
		if p := &payees[i]; !p.nothing() {
			came = append(came, line(p.ID, p.Name, p.Months, p.Before))
		}
	}
	out := SpendingByGroup(s, groups)
	r := IncomeAndExpenses{Span: s, Comparison: out.Comparison, Income: gather("", "Income", s.Months(), came), Expenses: out.Whole, Left: make([]money.Milli, s.Months())}
	r.Expenses.Name, r.Expenses.Lines = "Expenses", out.Lines
	share(r.Income.Lines, allShares)
	for i := range r.Left {
		r.Left[i] = r.Income.Months[i] - r.Expenses.Months[i]
	}
	r.Total, r.Before = r.Income.Total-r.Expenses.Total, r.Income.Before-r.Expenses.Before
	r.Average = perMonth(r.Total, s.Months())
	return r
}

// AverageOver replaces the averages by those over a number of months, if the budget does not have all months of the span.
func (r *IncomeAndExpenses) AverageOver(months int) {
	r.KnownMonths, r.Average = months, perMonth(r.Total, months)
	for _, l := range []*Line{&r.Income, &r.Expenses} {
		l.averageOver(months)
		averageLines(l.Lines, months)
	}
}

// AccountLife is an account with its balance at the end of each month of a span.
type AccountLife struct {
	ID       string             `json:"id"`
	Name     string             `json:"name"`
	Type     budget.AccountType `json:"type"`
	OnBudget bool               `json:"on_budget"`
	Closed   bool               `json:"closed"`
	Group    string             `json:"account_group_id,omitempty"` // empty for none
	Balances []money.Milli      `json:"balances"`
}

// NetWorth contains assets and debts at the end of each month: an account is an asset while its balance is positive,
// and a debt while it is negative.
type NetWorth struct {
	Span
	Accounts []AccountLife `json:"accounts"`
	Assets   []money.Milli `json:"assets"`
	Debts    []money.Milli `json:"debts"` // zero or negative
	Net      []money.Milli `json:"net"`
	OnBudget []money.Milli `json:"on_budget"`                // the total of the accounts on budget
	Before   money.Milli   `json:"before"`                   // net, at the end of the month before the span
	Groups   []GroupWorth  `json:"account_groups,omitempty"` // nil if no account is in a group
}

// NetWorthOf adds up accounts; their balances begin with the one of the month before the span.
func NetWorthOf(s Span, accounts []AccountLife) NetWorth {
	n := s.Months()
	r := NetWorth{Span: s, Assets: make([]money.Milli, n), Debts: make([]money.Milli, n), Net: make([]money.Milli, n), OnBudget: make([]money.Milli, n)}
	for _, a := range accounts {
		r.Before += a.Balances[0]
		was := a.Balances
		a.Balances = a.Balances[1:]
		for m, balance := range a.Balances {
			r.Net[m] += balance
			if a.OnBudget {
				r.OnBudget[m] += balance
			}
			if balance > 0 {
				r.Assets[m] += balance
			} else {
				r.Debts[m] += balance
			}
		}
		if !nothing(was) || !a.Closed {
			r.Accounts = append(r.Accounts, a)
		}
	}
	return r
}

// OffBudget returns the total of the accounts off budget at the end of each month.
func (r *NetWorth) OffBudget() []money.Milli {
	off := make([]money.Milli, len(r.Net))
	for m := range off {
		off[m] = r.Net[m] - r.OnBudget[m]
	}
	return off
}
