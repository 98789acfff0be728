package loans

import (
	"context"
	"iter"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// TermKind is a value of a loan that changes over time.
type TermKind string

// The kinds of terms.
const (
	Rate    TermKind = "rate"
	Payment TermKind = "payment"
	Escrow  TermKind = "escrow"
)

// TermKinds lists the kinds of terms.
func TermKinds() []TermKind { return []TermKind{Rate, Payment, Escrow} }

// names contains the names of the kinds.
var names = map[TermKind]string{Rate: "interest rate", Payment: "minimum payment", Escrow: "escrow"}

// Name returns the kind in words: "minimum payment".
func (k TermKind) Name() string { return names[k] }

// Term is a value of a loan from a date on, until the next value of the kind.
type Term struct {
	Kind TermKind
	From civil.Date
	// Rate is of a year, in thousandths of a percent; of a Payment or an Escrow, Amount is set instead.
	Rate   int64
	Amount money.Milli
}

// maxTerms is the maximum number of values of each kind.
const maxTerms = 200

func termsOf(a *budget.Account, v *store.ReadTx) *loan.Terms {
	return loan.TermsOf(a.Debt, v.Info().Currency.Step())
}

// SetLoanTerm sets a value of a loan from a date on. A value of the same date is replaced. Errors name the field.
func (l *Loans) SetLoanTerm(ctx context.Context, who users.Actor, id, account string, t Term) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-term", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		terms := a.Debt.Clone()
		switch t.Kind {
		case Rate:
			terms.InterestRates = with(terms.InterestRates, t.From, t.Rate)
		case Payment:
			terms.MinimumPayments = with(terms.MinimumPayments, t.From, t.Amount)
		case Escrow:
			terms.EscrowAmounts = with(terms.EscrowAmounts, t.From, t.Amount)
		default:
			return apperr.New(apperr.Invalid, "%q is not a term of a loan", t.Kind)
		}
		if err := check(&t); err != nil {
			return err
		}
		if max(len(terms.InterestRates), len(terms.MinimumPayments), len(terms.EscrowAmounts)) > maxTerms {
			return tooMany()
		}
		e.Say("Changed the %s of %s from %s on", t.Kind.Name(), a.Name, e.Day(t.From))
		return putTerms(e, a, terms)
	})
}

func with[V any](values map[civil.Date]V, from civil.Date, value V) map[civil.Date]V {
	if values == nil {
		values = map[civil.Date]V{}
	}
	values[from] = value
	return values
}

// check refuses a date or a value that no loan has.
func check(t *Term) error {
	switch {
	case t.From == 0:
		return apperr.New(apperr.Invalid, "the date is missing").AtField("date").WithHint("enter the day from which it applies")
	case t.From.FarOff():
		return apperr.New(apperr.Invalid, "the date is out of range").AtField("date").WithHint("%s", civil.KeptYears())
	case t.Rate < 0 || t.Rate > loan.MaxRate:
		return apperr.New(apperr.Invalid, "the rate is not between 0 and %d %%", loan.MaxRate/1000).AtField("value").WithHint("enter a percentage of a year, such as 5.25")
	case t.Amount < 0 || t.Amount > money.Limit:
		return apperr.New(apperr.Invalid, "the amount is below zero or too large").AtField("value")
	}
	return nil
}

// RemoveLoanTerm removes the value of a loan that begins on a date. It returns a NotFound error.
func (l *Loans) RemoveLoanTerm(ctx context.Context, who users.Actor, id, account string, kind TermKind, from civil.Date) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-term", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		terms := a.Debt.Clone()
		before := count(terms)
		switch kind {
		case Rate:
			delete(terms.InterestRates, from)
		case Payment:
			delete(terms.MinimumPayments, from)
		case Escrow:
			delete(terms.EscrowAmounts, from)
		}
		if count(terms) == before {
			return apperr.Gone("value")
		}
		e.Say("Removed the %s of %s from %s on", kind.Name(), a.Name, e.Day(from))
		return putTerms(e, a, terms)
	})
}

func count(d *budget.Debt) int {
	return len(d.InterestRates) + len(d.MinimumPayments) + len(d.EscrowAmounts)
}

// SetLoanFrequency sets how often the payment of a loan is due.
func (l *Loans) SetLoanFrequency(ctx context.Context, who users.Actor, id, account string, f budget.LoanFrequency) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-frequency", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		known, err := frequencyOf(f.Word())
		if err != nil {
			return err.AtField("frequency")
		}
		terms := a.Debt.Clone()
		terms.Frequency = known
		e.Say("Changed how often %s is paid", a.Name)
		return putTerms(e, a, terms)
	})
}

// frequencyOf returns the frequency of a word.
func frequencyOf(word string) (budget.LoanFrequency, *apperr.Error) {
	f := iterutil.First(budget.LoanFrequencies(), func(f budget.LoanFrequency) bool { return f.Word() == word })
	if f == nil {
		return "", apperr.New(apperr.Invalid, "a loan is not paid %q", word).WithHint("it is monthly, everyOtherWeek or weekly")
	}
	return *f, nil
}

// Fields contains a program's values for the terms of a loan. A nil field leaves the values unchanged; a map replaces all
// values of its kind.
type Fields struct {
	OriginalBalance *money.Milli
	Frequency       *string // its word
	InterestRates   map[civil.Date]int64
	MinimumPayments map[civil.Date]money.Milli
	EscrowAmounts   map[civil.Date]money.Milli
}

// UpdateLoan changes the terms of a loan to a program's values. Errors name the field.
func (l *Loans) UpdateLoan(ctx context.Context, who users.Actor, id, account string, fields Fields) (budgetsession.ChangeResult, error) {
	return l.change(ctx, who, id, "loan-term", account, func(e *budgetsession.ChangeTx, a *budget.Account) error {
		if err := fields.check(); err != nil {
			return err
		}
		terms := a.Debt.Clone()
		if fields.OriginalBalance != nil {
			terms.OriginalBalance = fields.OriginalBalance
		}
		if fields.Frequency != nil {
			f, err := frequencyOf(*fields.Frequency)
			if err != nil {
				return err.AtField("payment_frequency")
			}
			terms.Frequency = f
		}
		if fields.InterestRates != nil {
			terms.InterestRates = fields.InterestRates
		}
		if fields.MinimumPayments != nil {
			terms.MinimumPayments = fields.MinimumPayments
		}
		if fields.EscrowAmounts != nil {
			terms.EscrowAmounts = fields.EscrowAmounts
		}
		e.Say("Changed the terms of %s", a.Name)
		return putTerms(e, a, terms)
	})
}

// check refuses dates and values that no loan has.
func (f *Fields) check() error {
	for field, values := range map[string]iter.Seq2[civil.Date, Term]{
		"debt_interest_rates":   each(f.InterestRates, func(v int64) Term { return Term{Rate: v} }),
		"debt_minimum_payments": each(f.MinimumPayments, func(v money.Milli) Term { return Term{Amount: v} }),
		"debt_escrow_amounts":   each(f.EscrowAmounts, func(v money.Milli) Term { return Term{Amount: v} }),
	} {
		n := 0
		for from, t := range values {
			t.From, n = from, n+1
			if err := check(&t); err != nil {
				return apperr.Placed(err, func(e *apperr.Error) { e.Field = field })
			}
		}
		if n > maxTerms {
			return tooMany().AtField(field)
		}
	}
	if f.OriginalBalance != nil && f.OriginalBalance.Abs() > money.Limit {
		return apperr.New(apperr.Invalid, "the amount is too large").AtField("debt_original_balance")
	}
	return nil
}

func each[V any](values map[civil.Date]V, of func(V) Term) iter.Seq2[civil.Date, Term] {
	return func(yield func(civil.Date, Term) bool) {
		for from, value := range values {
			if !yield(from, of(value)) {
				return
			}
		}
	}
}

func tooMany() *apperr.Error {
	return apperr.New(apperr.Invalid, "a loan has at most %d values of a kind", maxTerms).WithHint("remove earlier ones first")
}
