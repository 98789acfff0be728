package app

import (
	"fmt"

	"holdover/internal/app/payees"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
)

// operationsOnMonths returns the operations on amounts and targets of months.
func operationsOnMonths() []operation {
	return []operation{
		{"budgeted", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetBudgeted(s.Context(), who, s.id, s.ids["category"][record], s.month(0), money.Milli(10_000*len(text)))
		}},
		{"typed amount", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.TypeBudgeted(s.Context(), who, s.id, s.ids["category"][record], s.month(0), fmt.Sprint(len(text)))
		}},
		{"hold", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.Hold(s.Context(), who, s.id, s.month(0), money.Milli(10_000*len(text)))
		}},
		{"expected income", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.SetExpectedIncome(s.Context(), who, s.id, fmt.Sprint(100*len(text)))
		}},
		{"hold leftovers, and let go", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.HoldLeftovers(s.Context(), who, s.id, s.month(0))
			}
			return s.a.ResetHold(s.Context(), who, s.id, s.month(0))
		}},
		{"rollover", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.Rollover(s.Context(), who, s.id, s.ids["spent"][record], s.month(0), true)
		}},
		{"move money", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.Transfer(s.Context(), who, s.id, s.month(0), "", s.ids["category"][record], money.Milli(1_000*len(text)))
		}},
		{"cover", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.Cover(s.Context(), who, s.id, s.month(0), s.ids["spent"][record], "")
		}},
		{"fill a month", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.FillMonth(s.Context(), who, s.id, s.month(0), CopyLastMonth)
			}
			return s.a.FillMonth(s.Context(), who, s.id, s.month(0), SetToZero)
		}},
		{"assign", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.AssignMonth(s.Context(), who, s.id, s.month(0), target.AssignedLastMonth, nil)
			}
			return s.a.AssignMonth(s.Context(), who, s.id, s.month(0), target.ResetAssigned, nil)
		}},
		{"month's note", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetMonthNote(s.Context(), who, s.id, s.month(record), text)
		}},
		{"target", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetTarget(s.Context(), who, s.id, s.ids["category"][record], s.month(0), TargetForm{Shape: EveryMonth, Amount: fmt.Sprint(len(text)), Day: "0"})
		}},
		{"remove a target", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RemoveTarget(s.Context(), who, s.id, s.ids["aimed"][record], s.month(0))
		}},
		{"snooze a target", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.SnoozeTarget(s.Context(), who, s.id, s.ids["aimed"][record], s.month(0), true)
		}},
	}
}

// operationsOnCategories returns the operations on groups, categories and the whole budget.
func operationsOnCategories() []operation {
	return []operation{
		{"new group", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.NewGroup(s.Context(), who, s.id, text)
		}},
		{"rename a group", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameGroup(s.Context(), who, s.id, s.ids["group"][record], text)
		}},
		{"group's note", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetGroupNote(s.Context(), who, s.id, s.ids["group"][record], text)
		}},
		{"hide a group", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.HideGroup(s.Context(), who, s.id, s.ids["group"][record], true)
		}},
		{"move a group", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.ids["group"][1]
			if text == "Anna's" {
				which = s.ids["group"][0]
			}
			return s.a.MoveGroup(s.Context(), who, s.id, which, "")
		}},
		{"delete a group", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteGroup(s.Context(), who, s.id, s.ids["empty group"][record], "")
		}},
		{"new category", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.NewCategory(s.Context(), who, s.id, s.ids["group"][record], text)
		}},
		{"rename a category", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameCategory(s.Context(), who, s.id, s.ids["category"][record], text)
		}},
		{"category's note", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetCategoryNote(s.Context(), who, s.id, s.ids["category"][record], text)
		}},
		{"hide a category", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.HideCategory(s.Context(), who, s.id, s.ids["category"][record], true)
		}},
		{"move a category", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.MoveCategory(s.Context(), who, s.id, s.ids["category"][record], s.ids["group"][1], "")
		}},
		{"delete a category", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteCategory(s.Context(), who, s.id, s.ids["category"][record], "")
		}},
		{"rename the budget", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.Rename(s.Context(), who, s.id, text)
		}},
		{"cards as envelopes or accounts", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepCards(s.Context(), who, s.id, text == "Anna's")
		}},
	}
}

// operationsOnAccounts returns the operations on accounts and payees.
func operationsOnAccounts() []operation {
	return []operation{
		{"new account", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddAccount(s.Context(), who, s.id, AccountEntry{Name: text, Type: "cash", OnBudget: true})
			return done, err
		}},
		{"rename an account", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameAccount(s.Context(), who, s.id, s.ids["account"][record], text)
		}},
		{"account's note", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetAccountNote(s.Context(), who, s.id, s.ids["account"][record], text)
		}},
		{"type of an account", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			kind := "savings"
			if text == "Anna's" {
				kind = "cash"
			}
			return s.a.SetAccountType(s.Context(), who, s.id, s.ids["account"][record], kind)
		}},
		{"move an account", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.ids["account"][1]
			if text == "Anna's" {
				which = s.ids["account"][0]
			}
			return s.a.MoveAccount(s.Context(), who, s.id, which, "")
		}},
		{"new account group", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.NewAccountGroup(s.Context(), who, s.id, text)
		}},
		{"create an account group", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.CreateAccountGroup(s.Context(), who, s.id, text)
			return done, err
		}},
		{"rename an account group", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameAccountGroup(s.Context(), who, s.id, s.ids["account group"][record], text)
		}},
		{"move an account group", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.ids["account group"][1]
			if text == "Anna's" {
				which = s.ids["account group"][0]
			}
			return s.a.MoveAccountGroup(s.Context(), who, s.id, which, "")
		}},
		{"delete an account group", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteAccountGroup(s.Context(), who, s.id, s.ids["account group"][record])
		}},
		{"put an account into a group", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			group := s.ids["account group"][1]
			if text == "Anna's" {
				group = s.ids["account group"][0]
			}
			return s.a.GroupAccount(s.Context(), who, s.id, s.ids["account"][0], group, "")
		}},
		{"close an account", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.CloseAccount(s.Context(), who, s.id, s.ids["account"][record], ClosingTransfer{WriteOff: true, Date: s.day()})
		}},
		{"reopen an account", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.ReopenAccount(s.Context(), who, s.id, s.ids["closed"][record])
		}},
		{"delete an account", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteAccount(s.Context(), who, s.id, s.ids["closed"][record])
		}},
		{"reconcile", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.Reconcile(s.Context(), who, s.id, s.ids["bare"][record], BankBalance{Balance: 10_000, Adjustment: 10_000, Date: s.day()})
		}},
		{"new payee", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddPayee(s.Context(), who, s.id, text)
			return done, err
		}},
		{"rename a payee", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenamePayee(s.Context(), who, s.id, s.ids["payee"][record], text)
		}},
		{"mark payees", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.MarkPayees(s.Context(), who, s.id, []string{s.ids["payee"][record]}, payees.MarkChange{Hidden: new(true)})
		}},
		{"rename and mark a payee", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.UpdatePayee(s.Context(), who, s.id, s.ids["payee"][record], text, payees.MarkChange{Favourite: new(true)})
		}},
		{"delete payees", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeletePayees(s.Context(), who, s.id, []string{s.ids["payee"][record]})
		}},
		{"merge payees", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.MergePayees(s.Context(), who, s.id, s.ids["placed"][0], []string{s.ids["payee"][record]})
		}},
		{"delete unused payees", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			if record == 0 {
				return s.a.DeleteUnusedPayees(s.Context(), who, s.id)
			}
			done, _, err := s.a.AddPayee(s.Context(), who, s.id, text)
			return done, err
		}},
		{"remove the place of a payee", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			of, err := s.a.PlacesOfPayee(s.Context(), who, s.id, s.ids["placed"][record], 1)
			if err != nil {
				return ChangeResult{}, err
			}
			return s.a.RemovePlace(s.Context(), who, s.id, of.Places[0].ID)
		}},
		{"remove all places of a payee", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RemovePlaces(s.Context(), who, s.id, s.ids["placed"][record])
		}},
	}
}
