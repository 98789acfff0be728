package mcp

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/loans"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

type Accounts struct {
	Accounts []OneAccount `json:"accounts"`
	Groups   []string     `json:"groups,omitempty" jsonschema:"the names of the account groups, in display order"`
}

type OneAccount struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Type     string `json:"type"`
	OnBudget bool   `json:"on_budget"`
	Closed   bool   `json:"closed,omitempty"`
	Balance  string `json:"balance"`
	Cleared  string `json:"cleared"`
	Group    string `json:"group,omitempty"` // the name of its group
}

func (a *assistant) accounts(ctx context.Context, b *pageframe.Budget, _ InBudget) (out Accounts, err error) {
	f, err := a.App.Frame(ctx, a.who, b.ID)
	out.Accounts = []OneAccount{}
	for _, acc := range f.Accounts {
		out.Accounts = append(out.Accounts, OneAccount{acc.ID, acc.Name, acc.Type, acc.OnBudget, acc.Closed, amount(b, acc.Balance), amount(b, acc.ClearedBalance), acc.GroupName})
	}
	out.Groups = iterutil.Map(f.AccountGroups, func(g budget.AccountGroup) string { return g.Name })
	return out, err
}

type InGroup struct {
	InBudget
	Account string `json:"account" jsonschema:"by name or id"`
	Group   string `json:"group,omitempty" jsonschema:"the name of an account group, as the tool accounts lists it; if omitted, the account leaves its group"`
}

func (a *assistant) groupAccount(ctx context.Context, b *pageframe.Budget, in InGroup) (out ChangeResult, err error) {
	account, err := a.App.FindAccount(ctx, a.who, b.ID, in.Account)
	if err != nil {
		return out, err
	}
	group := app.NamedRecord{}
	if in.Group != "" {
		if group, err = a.App.FindAccountGroup(ctx, a.who, b.ID, in.Group); err != nil {
			return out, err
		}
	}
	done, err := a.App.GroupAccount(ctx, a.who, b.ID, account.ID, group.ID, "")
	return a.after(ctx, b, done, err, InMonth{}, "")
}

type InLoan struct {
	InBudget
	Account string `json:"account" jsonschema:"the loan, by name or id"`
	Extra   Amount `json:"extra,omitempty" jsonschema:"simulate that this is paid in addition to each payment, such as 100.00"`
	Once    Amount `json:"once,omitempty" jsonschema:"simulate that this is paid in addition to the next payment"`
}

// Loan is the state of a loan with the payments to come.
type Loan struct {
	Account     string     `json:"account"`
	Owed        string     `json:"owed"`
	Frequency   string     `json:"payment_frequency" jsonschema:"monthly, everyOtherWeek or weekly"`
	NextPayment string     `json:"next_payment,omitempty"`
	Terms       []LoanTerm `json:"terms" jsonschema:"of each kind, the latest first"`
	Paid        string     `json:"paid" jsonschema:"so far, with interest and escrow"`
	Interest    string     `json:"interest_paid"`
	Escrow      string     `json:"escrow_paid"`
	Planned     *Repayment `json:"planned,omitempty" jsonschema:"by the terms; omitted if the rate or the minimum payment is not known"`
	Simulated   *Repayment `json:"simulated,omitempty" jsonschema:"with the extra payments"`
}

type LoanTerm struct {
	Term  string `json:"term" jsonschema:"rate (percent of a year), payment or escrow"`
	Since string `json:"since"`
	Value string `json:"value"`
}

type Repayment struct {
	PaidOff   string `json:"paid_off_on,omitempty" jsonschema:"omitted if the payments never pay the loan off"`
	Payments  int    `json:"payments"`
	Interest  string `json:"interest_to_come"`
	Escrow    string `json:"escrow_to_come"`
	Remaining string `json:"remaining" jsonschema:"the debt after these payments"`
}

func (a *assistant) loan(ctx context.Context, b *pageframe.Budget, in InLoan) (out Loan, err error) {
	account, err := a.App.FindAccount(ctx, a.who, b.ID, in.Account)
	if err != nil {
		return out, err
	}
	var ask loans.Simulation
	if ask.Extra, err = morePaid(b.CurrencyFormat, in.Extra); err != nil {
		return out, err
	}
	if ask.Once, err = morePaid(b.CurrencyFormat, in.Once); err != nil {
		return out, err
	}
	got, err := a.App.Loan(ctx, a.who, b.ID, account.ID, a.App.Today(ctx), ask)
	if err != nil {
		return out, err
	}
	h := got.History
	out = Loan{
		Account: got.Account.Name, Owed: amount(b, h.Owed()), Frequency: got.Frequency.Word(), NextPayment: got.Next.String(), Terms: []LoanTerm{},
		Paid: amount(b, h.Paid), Interest: amount(b, h.Interest), Escrow: amount(b, h.Escrow), Planned: repayment(b, got.Planned), Simulated: repayment(b, got.Simulated),
	}
	for _, t := range got.Terms[:min(len(got.Terms), mostRows)] {
		value := amount(b, t.Amount)
		if t.Kind == loans.Rate {
			value = money.Milli(t.Rate).String()
		}
		out.Terms = append(out.Terms, LoanTerm{string(t.Kind), t.From.String(), value})
	}
	return out, nil
}

// morePaid parses a payment of a simulation.
func morePaid(format money.Format, text Amount) (money.Milli, error) {
	if text == "" {
		return 0, nil
	}
	m, err := readAmount(format, text)
	if err == nil && m < 0 {
		err = apperr.New(apperr.Invalid, "the payment %s is below zero", string(text))
	}
	return m, err
}

func repayment(b *pageframe.Budget, r *loans.Repayment) *Repayment {
	if r == nil {
		return nil
	}
	return &Repayment{PaidOff: r.PaidOn().String(), Payments: len(r.Payments), Interest: amount(b, r.Interest), Escrow: amount(b, r.Escrow), Remaining: amount(b, r.Owed)}
}

// paidEvery is the term that is not a loans.TermKind.
const paidEvery = "frequency"

type InLoanTerm struct {
	InBudget
	Account string `json:"account" jsonschema:"the loan, by name or id"`
	Term    string `json:"term" jsonschema:"rate (percent of a year), payment (without escrow), escrow or frequency"`
	Value   Amount `json:"value" jsonschema:"such as 5.25 or 599.55; of the frequency monthly, everyOtherWeek or weekly"`
	Since   string `json:"since,omitempty" jsonschema:"the first day on which it applies, such as 2026-03-01; today if omitted; a frequency has none"`
}

func (a *assistant) setLoanTerm(ctx context.Context, b *pageframe.Budget, in InLoanTerm) (out ChangeResult, err error) {
	account, err := a.App.FindAccount(ctx, a.who, b.ID, in.Account)
	if err != nil {
		return out, err
	}
	if in.Term == paidEvery {
		done, err := a.App.UpdateLoan(ctx, a.who, b.ID, account.ID, loans.Fields{Frequency: new(string(in.Value))})
		return a.after(ctx, b, done, err, InMonth{}, "")
	}
	t := loans.Term{Kind: loans.TermKind(in.Term)}
	if !slices.Contains(loans.TermKinds(), t.Kind) {
		return out, apperr.New(apperr.Invalid, "%q is not a term of a loan", in.Term).WithHint("it is rate, payment, escrow or frequency")
	}
	if t.From, err = day(in.Since); err != nil {
		return out, err
	}
	t.From = cmp.Or(t.From, a.App.Today(ctx))
	format := b.CurrencyFormat
	if t.Kind == loans.Rate {
		format.DecimalDigits = 3
	}
	value, err := readAmount(format, in.Value)
	if err != nil {
		return out, err
	}
	if t.Kind == loans.Rate {
		t.Rate = int64(value)
	} else {
		t.Amount = value
	}
	done, err := a.App.SetLoanTerm(ctx, a.who, b.ID, account.ID, t)
	return a.after(ctx, b, done, err, InMonth{}, "")
}
