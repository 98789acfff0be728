package app

import (
	"fmt"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/registers"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/report"
)

// operationsOnRows returns the operations on rows, matches and receipts.
func operationsOnRows() []operation {
	return []operation{
		{"add a row", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddRow(s.Context(), who, s.id, s.entry(record, text))
			return done, err
		}},
		{"edit a row", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.EditRow(s.Context(), who, s.id, s.ids["row"][record], s.entry(0, text), "", false)
		}},
		{"notes on rows", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.SetOnRows(s.Context(), who, s.id, rows.These(s.ids["row"][record]), rows.Setting{Notes: &rows.NotesSetting{Text: text}}, false)
		}},
		{"delete rows", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteRows(s.Context(), who, s.id, rows.These(s.ids["row"][record]), false)
		}},
		{"duplicate rows", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DuplicateRows(s.Context(), who, s.id, rows.These(s.ids["row"][record]), s.day())
		}},
		{"bank file", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			file := fmt.Sprintf("Date;Payee;Amount\n13.11.2026;%s;-10,00\n", text)
			done, _, err := s.a.ImportBankFile(s.Context(), who, s.id, s.ids["account"][record], []byte(file), bankimport.Options{GuessesConfirmed: true})
			return done, err
		}},
		{"merge rows", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			done, _, err := s.a.Merge(s.Context(), who, s.id, rows.These(s.ids["row"][record], s.ids["twin"][record]))
			return done, err
		}},
		{"unmatch", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.Unmatch(s.Context(), who, s.id, s.ids["matched"][record])
		}},
		{"delete a matched import", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteTransaction(s.Context(), who, s.id, s.ids["import"][record])
		}},
		{"approve what is ready", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				in, err := s.a.Inbox(s.Context(), who, s.id, 0)
				if err != nil {
					return ChangeResult{}, err
				}
				return s.a.ApproveReady(s.Context(), who, s.id, in.Shown)
			}
			no := false
			done, _, err := s.a.UpdateTransactions(s.Context(), who, s.id, []TransactionChange{{ID: s.ids["waiting"][0], TransactionFields: TransactionFields{Approved: &no}}})
			return done, err
		}},
		{"add a receipt", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.AddReceipt(s.Context(), who, s.id, s.ids["row"][record], text+".png", drawn(s.T, uint8(100+len(text))))
		}},
		{"remove a receipt", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.RemoveReceipt(s.Context(), who, s.id, s.ids["receipt"][record])
		}},
	}
}

// operationsOnSchedules returns the operations on schedules.
func operationsOnSchedules() []operation {
	return []operation{
		{"new schedule", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddScheduled(s.Context(), who, s.id, schedules.Entry{Entry: s.entry(record, text), Frequency: "weekly"})
			return done, err
		}},
		{"edit a schedule", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.EditScheduled(s.Context(), who, s.id, s.ids["scheduled"][record], schedules.Entry{Entry: s.entry(0, text), Frequency: "monthly"}, "")
		}},
		{"skip a schedule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.SkipScheduled(s.Context(), who, s.id, s.ids["scheduled"][record], s.day())
		}},
		{"delete a schedule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteScheduled(s.Context(), who, s.id, s.ids["scheduled"][record])
		}},
		{"enter a schedule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.EnterScheduled(s.Context(), who, s.id, s.ids["scheduled"][record], s.day(), s.day())
		}},
		{"enter what is due", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.EnterDue(s.Context(), who, s.id, s.day())
			}
			return s.a.SkipScheduled(s.Context(), who, s.id, s.ids["scheduled"][0], civil.Date(0))
		}},
		{"automatic", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.SetAutoEnter(s.Context(), who, s.id, []string{s.ids["scheduled"][record]}, true)
		}},
		{"dismiss what was found", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DismissRecurring(s.Context(), who, s.id, s.ids["ruled"][record], "monthly")
		}},
		{"offer it again", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.OfferRecurring(s.Context(), who, s.id, s.ids["dismissed"][record])
		}},
	}
}

// operationsOnSaved returns operations on rules and saved objects.
func operationsOnSaved() []operation {
	return []operation{
		{"new rule", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{Conditions: payeeHas(text), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"edit a rule", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{ID: s.ids["rule"][record], Conditions: payeeHas("a"), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"switch a rule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.SwitchRule(s.Context(), who, s.id, s.ids["rule"][record], false)
		}},
		{"move a rule", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.ids["rule"][1]
			if text == "Anna's" {
				which = s.ids["rule"][0]
			}
			return s.a.MoveRule(s.Context(), who, s.id, which, "")
		}},
		{"apply a rule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.ApplyRules(s.Context(), who, s.id, s.ids["rule"][record], nil)
		}},
		{"delete a rule", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteRule(s.Context(), who, s.id, s.ids["rule"][record])
		}},
		{"keep a filter", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepFilter(s.Context(), who, s.id, registers.OwnFilter{ID: NewID(), Name: text, SavedRows: registers.KeptOf(&rows.Filter{Search: text})})
		}},
		{"replace a filter", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.ReplaceFilter(s.Context(), who, s.id, s.ids["filter"][record], registers.KeptOf(&rows.Filter{Search: text}))
		}},
		{"rename a filter", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameFilter(s.Context(), who, s.id, s.ids["filter"][record], text)
		}},
		{"delete a filter", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteFilter(s.Context(), who, s.id, s.ids["filter"][record])
		}},
		{"change a view", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.KeepView(s.Context(), who, s.id, OwnView{ID: s.ids["view"][record], Name: text, Look: FilterOverspent})
		}},
		{"delete a view", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteView(s.Context(), who, s.id, s.ids["view"][record])
		}},
		{"keep a report", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepReport(s.Context(), who, s.id, reports.SavedReport{ID: NewID(), Name: text, Ask: reports.Ask{Kind: report.KindSpending}})
		}},
		{"rename a report", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.RenameReport(s.Context(), who, s.id, s.ids["report"][record], text)
		}},
		{"move a report", sameOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.ids["report"][1]
			if text == "Anna's" {
				which = s.ids["report"][0]
			}
			return s.a.MoveReport(s.Context(), who, s.id, which, "")
		}},
		{"show a report", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.ShowReport(s.Context(), who, s.id, s.ids["report"][record], true)
		}},
		{"delete a report", ownOnly, func(s *twoUsers, who Actor, record int, _ string) (ChangeResult, error) {
			return s.a.DeleteReport(s.Context(), who, s.id, s.ids["report"][record])
		}},
	}
}

// operationsOfPrograms returns the operations of programs.
func operationsOfPrograms() []operation {
	return []operation{
		{"program: new group", ownOnly, func(s *twoUsers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.CreateGroup(s.Context(), who, s.id, text)
			return done, err
		}},
		{"program: new category", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			done, _, err := s.a.CreateCategory(s.Context(), who, s.id, CategoryFields{Group: new(s.ids["group"][record]), Name: &text})
			return done, err
		}},
		{"program: edit a category", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.UpdateCategory(s.Context(), who, s.id, s.ids["category"][record], CategoryFields{Note: &text})
		}},
		{"program: new schedule", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			day, amount := civil.DateOf(s.a.now()), money.Milli(-1_000)
			done, _, err := s.a.CreateScheduled(s.Context(), who, s.id, ScheduledFields{TransactionFields: TransactionFields{Account: new(s.ids["account"][record]), Date: &day, Amount: &amount, Memo: &text}, Frequency: "monthly"})
			return done, err
		}},
		{"program: edit a schedule", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			return s.a.UpdateScheduled(s.Context(), who, s.id, s.ids["scheduled"][record], ScheduledFields{TransactionFields: TransactionFields{Memo: &text}})
		}},
		{"program: new transactions", ownOnly, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			day, amount := s.day(), money.Milli(-1_000)
			done, _, err := s.a.CreateTransactions(s.Context(), who, s.id, []NewTransaction{{TransactionFields: TransactionFields{Account: new(s.ids["account"][record]), Date: &day, Amount: &amount, Memo: &text}}})
			return done, err
		}},
		{"program: edit transactions", ownAndSame, func(s *twoUsers, who Actor, record int, text string) (ChangeResult, error) {
			done, _, err := s.a.UpdateTransactions(s.Context(), who, s.id, []TransactionChange{{ID: s.ids["row"][record], TransactionFields: TransactionFields{Memo: &text}}})
			return done, err
		}},
	}
}
