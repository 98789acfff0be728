package app

import (
	"holdover/internal/app/loans"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// operationsOnLoans returns the operations on loans.
func operationsOnLoans() []operation {
	return []operation{
		{"term of a loan", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetLoanTerm(s.Context(), who, s.id, s.ids["loan"][record], loans.Term{Kind: loans.Payment, From: s.day(), Amount: money.Milli(1000 * len(text))})
		}},
		{"remove a term", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RemoveLoanTerm(s.Context(), who, s.id, s.ids["loan"][record], loans.Rate, s.day())
		}},
		{"how often a loan is paid", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			every := budget.PaidWeekly
			if text == "Anna's" {
				every = budget.PaidFortnightly
			}
			return s.a.SetLoanFrequency(s.Context(), who, s.id, s.ids["loan"][record], every)
		}},
		{"terms of a program", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.UpdateLoan(s.Context(), who, s.id, s.ids["loan"][record], loans.Fields{EscrowAmounts: map[civil.Date]money.Milli{s.day(): money.Milli(len(text))}})
		}},
		{"category that pays a loan", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.PayLoanFrom(s.Context(), who, s.id, s.ids["loan"][record], s.ids["category"][record])
		}},
		{"interest of a loan", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.EnterLoanInterest(s.Context(), who, s.id, s.ids["loan"][record], s.a.Today(s.Context()).AddDays(1))
		}},
	}
}
