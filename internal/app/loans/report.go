package loans

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Report is a loan: its terms, past and coming payments.
type Report struct {
	pageframe.Frame
	Account   *pageframe.Account
	Terms     []Term // of all kinds, the latest first
	Frequency budget.LoanFrequency
	Category  *Payer    // the category that pays the loan; nil for none
	Interest  *Interest // the schedule of its interest; nil for none
	History   *loan.History
	// Planned is the repayment by the terms from the present debt. It is nil if the rate or the minimum payment is not known.
	Planned *Repayment
	// Simulated is the repayment under the Simulation; nil without one.
	Simulated *Repayment
	// Level is the equal payment that repays the loan in the years of the Simulation, without escrow; zero without years.
	Level money.Milli
	Next  civil.Date // the day of the next payment

	scheduled civil.Date // the next day of a schedule that pays the loan; zero for none
}

// Repayment contains the payments of a plan, with their sums.
type Repayment = loan.Repayment

// Payer is the category that pays a loan.
type Payer struct{ ID, Name string }

// Interest is the schedule by which the interest of a loan is entered.
type Interest struct {
	ID   string // of the scheduled transaction
	Next civil.Date
}

// Simulation contains the payments and the rate that a user tries.
type Simulation struct {
	Extra, Once money.Milli
	OnceOn      civil.Date // zero is the next payment
	Rate        *int64     // instead of the rates of the terms, in thousandths of a percent
	Years       int        // in which the loan is to be paid off; zero for none
}

// IsEmpty reports whether neither the payments nor the rate are different.
func (s *Simulation) IsEmpty() bool { return s.Extra == 0 && s.Once == 0 && s.Rate == nil }

// Now returns the value of a kind that applies on a day, or nil.
func (r *Report) Now(kind TermKind, day civil.Date) *Term {
	return iterutil.First(r.Terms, func(t Term) bool { return t.Kind == kind && t.From <= day })
}

// Has reports whether a value of a kind is known.
func (r *Report) Has(kind TermKind) bool {
	return iterutil.First(r.Terms, func(t Term) bool { return t.Kind == kind }) != nil
}

// Loan returns the report of a loan as of a day. It returns an Invalid error for an account that is not a loan.
func (l *Loans) Loan(ctx context.Context, who users.Actor, id, account string, today civil.Date, ask Simulation) (Report, error) {
	var r Report
	err := pageframe.View(ctx, l.access, who, id, &r.Frame, func(v *store.ReadTx) error {
		a, err := loanByID(v, account)
		if err != nil {
			return err
		}
		r.Account = iterutil.First(r.Accounts, func(p pageframe.Account) bool { return p.ID == a.ID })
		lines, err := linesOf(v, a.No)
		if err != nil {
			return err
		}
		r.History = loan.HistoryOf(lines, today)
		if err := r.relations(v, a.No); err != nil {
			return err
		}
		r.plan(&a, v, today, ask)
		return nil
	})
	return r, err
}

// plan fills the terms and what follows from them.
func (r *Report) plan(a *budget.Account, v *store.ReadTx, today civil.Date, ask Simulation) {
	terms := termsOf(a, v)
	r.Frequency = terms.Frequency
	for i := len(terms.Rates) - 1; i >= 0; i-- {
		r.Terms = append(r.Terms, Term{Kind: Rate, From: terms.Rates[i].From, Rate: terms.Rates[i].Value})
	}
	for _, list := range []struct {
		kind   TermKind
		values []budget.Dated[money.Milli]
	}{{Payment, terms.Payments}, {Escrow, terms.Escrow}} {
		for i := len(list.values) - 1; i >= 0; i-- {
			r.Terms = append(r.Terms, Term{Kind: list.kind, From: list.values[i].From, Amount: list.values[i].Value})
		}
	}
	r.Next = r.next(today)
	if len(terms.Rates) == 0 || len(terms.Payments) == 0 {
		return
	}
	if ask.Years > 0 {
		rate, _ := budget.ValueOn(terms.Rates, r.Next)
		if ask.Rate != nil {
			rate = *ask.Rate
		}
		perYear := terms.Frequency.PerYear()
		r.Level = loan.LevelPayment(r.History.Owed(), rate, perYear, ask.Years*int(perYear), terms.Step)
	}
	plan := loan.Plan{Terms: terms, Owed: r.History.Owed(), First: r.Next}
	r.Planned = plan.Repay()
	if !ask.IsEmpty() {
		plan.Extra, plan.Once, plan.OnceOn, plan.Rate = ask.Extra, ask.Once, ask.OnceOn, ask.Rate
		r.Simulated = plan.Repay()
	}
}

// next returns the day of the next payment: that of a scheduled payment, otherwise a period after the last payment, otherwise
// a period after today. The days of a schedule that is overdue go on after today.
func (r *Report) next(today civil.Date) civil.Date {
	if r.scheduled >= today {
		return r.scheduled
	}
	return loan.NextPayment(cmp.Or(r.scheduled, r.History.Last, today), today, r.Frequency)
}

// pays reports whether a schedule pays a loan: it transfers money to its account, or enters a payment there.
func pays(s *budget.Scheduled, loan budget.AccountNo) bool {
	return s.Amount < 0 && s.TransferAccount == loan || s.Amount > 0 && s.Account == loan ||
		slices.ContainsFunc(s.Parts, func(p budget.Part) bool { return p.Amount < 0 && p.Transfer.Account == loan })
}

// relations fills the category that pays the loan, the schedule of its interest, and the next scheduled payment.
func (r *Report) relations(v *store.ReadTx, no budget.AccountNo) error {
	categories, err := v.Categories()
	if err != nil {
		return err
	}
	for c := range iterutil.Pointers(categories) {
		if _, _, pays := c.Target.LoanSince(no); pays {
			r.Category = &Payer{c.ID, c.Name}
		}
	}
	scheduled, err := v.Scheduled()
	for s := range iterutil.Pointers(scheduled) {
		if s.Interest && s.Account == no {
			r.Interest = &Interest{s.ID, s.DateNext}
		}
		if pays(s, no) && s.DateNext != 0 && (r.scheduled == 0 || s.DateNext < r.scheduled) {
			r.scheduled = s.DateNext
		}
	}
	return err
}

// linesOf returns the transactions of a loan's account by date, splits by their parts.
func linesOf(v *store.ReadTx, no budget.AccountNo) (lines []loan.Line, err error) {
	payees, err := v.Payees()
	if err != nil {
		return nil, err
	}
	names := iterutil.ByKey(payees, func(p budget.Payee) budget.PayeeNo { return p.No })
	for t, err := range v.Transactions(store.Filter{Account: no}) {
		if err != nil {
			return nil, err
		}
		for part := range t.Lines {
			payee := part.Payee
			if payee == 0 {
				payee = t.Payee
			}
			lines = append(lines, loan.Line{Date: t.Date, Amount: part.Amount, Payee: names[payee].Name, Type: t.DebtType, Transfer: part.Transfer.Account != 0})
		}
	}
	return lines, nil
}
