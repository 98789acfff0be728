package app

import (
	"fmt"

	"holdover/internal/base/money"
	"holdover/internal/logic/target"
)

// deedsOfMonths returns the deeds on amounts and targets of months.
func deedsOfMonths() []deed {
	return []deed{
		{"budgeted", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetBudgeted(s.Context(), who, s.id, s.has["category"][thing], s.month(0), money.Milli(10_000*len(text)))
		}},
		{"typed amount", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.TypeBudgeted(s.Context(), who, s.id, s.has["category"][thing], s.month(0), fmt.Sprint(len(text)))
		}},
		{"hold", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.Hold(s.Context(), who, s.id, s.month(0), money.Milli(10_000*len(text)))
		}},
		{"hold leftovers, and let go", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.HoldLeftovers(s.Context(), who, s.id, s.month(0))
			}
			return s.a.ResetHold(s.Context(), who, s.id, s.month(0))
		}},
		{"rollover", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.Rollover(s.Context(), who, s.id, s.has["spent"][thing], s.month(0), true)
		}},
		{"move money", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.Transfer(s.Context(), who, s.id, s.month(0), "", s.has["category"][thing], money.Milli(1_000*len(text)))
		}},
		{"cover", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.Cover(s.Context(), who, s.id, s.month(0), s.has["spent"][thing], "")
		}},
		{"fill a month", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.FillMonth(s.Context(), who, s.id, s.month(0), CopyLastMonth)
			}
			return s.a.FillMonth(s.Context(), who, s.id, s.month(0), SetToZero)
		}},
		{"assign", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.AssignMonth(s.Context(), who, s.id, s.month(0), target.AssignedLastMonth, nil)
			}
			return s.a.AssignMonth(s.Context(), who, s.id, s.month(0), target.ResetAssigned, nil)
		}},
		{"month's note", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetMonthNote(s.Context(), who, s.id, s.month(thing), text)
		}},
		{"target", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetTarget(s.Context(), who, s.id, s.has["category"][thing], s.month(0), TargetForm{Shape: EveryMonth, Amount: fmt.Sprint(len(text)), Day: "0"})
		}},
		{"remove a target", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.RemoveTarget(s.Context(), who, s.id, s.has["aimed"][thing], s.month(0))
		}},
		{"snooze a target", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.SnoozeTarget(s.Context(), who, s.id, s.has["aimed"][thing], s.month(0), true)
		}},
	}
}

// deedsOfCategories returns the deeds on groups, categories and the whole budget.
func deedsOfCategories() []deed {
	return []deed{
		{"new group", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.NewGroup(s.Context(), who, s.id, text)
		}},
		{"rename a group", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenameGroup(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"group's note", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetGroupNote(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"hide a group", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.HideGroup(s.Context(), who, s.id, s.has["group"][thing], true)
		}},
		{"move a group", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.has["group"][1]
			if text == "Anna's" {
				which = s.has["group"][0]
			}
			return s.a.MoveGroup(s.Context(), who, s.id, which, "")
		}},
		{"delete a group", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteGroup(s.Context(), who, s.id, s.has["empty group"][thing], "")
		}},
		{"new category", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.NewCategory(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"rename a category", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenameCategory(s.Context(), who, s.id, s.has["category"][thing], text)
		}},
		{"category's note", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetCategoryNote(s.Context(), who, s.id, s.has["category"][thing], text)
		}},
		{"hide a category", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.HideCategory(s.Context(), who, s.id, s.has["category"][thing], true)
		}},
		{"move a category", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.MoveCategory(s.Context(), who, s.id, s.has["category"][thing], s.has["group"][1], "")
		}},
		{"delete a category", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteCategory(s.Context(), who, s.id, s.has["category"][thing], "")
		}},
		{"rename the budget", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.Rename(s.Context(), who, s.id, text)
		}},
		{"cards as envelopes or accounts", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepCards(s.Context(), who, s.id, text == "Anna's")
		}},
	}
}

// deedsOfAccounts returns the deeds on accounts and payees.
func deedsOfAccounts() []deed {
	return []deed{
		{"new account", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddAccount(s.Context(), who, s.id, AccountEntry{Name: text, Type: "cash", OnBudget: true})
			return done, err
		}},
		{"rename an account", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenameAccount(s.Context(), who, s.id, s.has["account"][thing], text)
		}},
		{"account's note", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetAccountNote(s.Context(), who, s.id, s.has["account"][thing], text)
		}},
		{"type of an account", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			kind := "savings"
			if text == "Anna's" {
				kind = "cash"
			}
			return s.a.SetAccountType(s.Context(), who, s.id, s.has["account"][thing], kind)
		}},
		{"move an account", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.has["account"][1]
			if text == "Anna's" {
				which = s.has["account"][0]
			}
			return s.a.MoveAccount(s.Context(), who, s.id, which, "")
		}},
		{"close an account", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.CloseAccount(s.Context(), who, s.id, s.has["account"][thing], ClosingTransfer{WriteOff: true, Date: s.day()})
		}},
		{"reopen an account", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.ReopenAccount(s.Context(), who, s.id, s.has["closed"][thing])
		}},
		{"delete an account", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteAccount(s.Context(), who, s.id, s.has["closed"][thing])
		}},
		{"reconcile", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.Reconcile(s.Context(), who, s.id, s.has["bare"][thing], BankBalance{Balance: 10_000, Adjustment: 10_000, Date: s.day()})
		}},
		{"new payee", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddPayee(s.Context(), who, s.id, text)
			return done, err
		}},
		{"rename a payee", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenamePayee(s.Context(), who, s.id, s.has["payee"][thing], text)
		}},
		{"delete payees", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeletePayees(s.Context(), who, s.id, []string{s.has["payee"][thing]})
		}},
		{"merge payees", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.MergePayees(s.Context(), who, s.id, s.has["placed"][0], []string{s.has["payee"][thing]})
		}},
		{"delete unused payees", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			if thing == 0 {
				return s.a.DeleteUnusedPayees(s.Context(), who, s.id)
			}
			done, _, err := s.a.AddPayee(s.Context(), who, s.id, text)
			return done, err
		}},
		{"remove the place of a payee", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			of, err := s.a.PlacesOfPayee(s.Context(), who, s.id, s.has["placed"][thing], 1)
			if err != nil {
				return ChangeResult{}, err
			}
			return s.a.RemovePlace(s.Context(), who, s.id, of.Places[0].ID)
		}},
		{"remove all places of a payee", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.RemovePlaces(s.Context(), who, s.id, s.has["placed"][thing])
		}},
	}
}
