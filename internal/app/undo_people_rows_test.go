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

// deedsOfRows returns the deeds on rows, matches and receipts.
func deedsOfRows() []deed {
	return []deed{
		{"add a row", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddRow(s.Context(), who, s.id, s.entry(thing, text))
			return done, err
		}},
		{"edit a row", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.EditRow(s.Context(), who, s.id, s.has["row"][thing], s.entry(0, text), "", false)
		}},
		{"notes on rows", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.SetOnRows(s.Context(), who, s.id, rows.These(s.has["row"][thing]), rows.Setting{Notes: &rows.NotesSetting{Text: text}}, false)
		}},
		{"delete rows", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteRows(s.Context(), who, s.id, rows.These(s.has["row"][thing]), false)
		}},
		{"duplicate rows", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DuplicateRows(s.Context(), who, s.id, rows.These(s.has["row"][thing]), s.day())
		}},
		{"bank file", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			file := fmt.Sprintf("Date;Payee;Amount\n13.11.2026;%s;-10,00\n", text)
			done, _, err := s.a.ImportBankFile(s.Context(), who, s.id, s.has["account"][thing], []byte(file), bankimport.Options{Right: true})
			return done, err
		}},
		{"merge rows", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			done, _, err := s.a.Merge(s.Context(), who, s.id, rows.These(s.has["row"][thing], s.has["twin"][thing]))
			return done, err
		}},
		{"unmatch", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.Unmatch(s.Context(), who, s.id, s.has["matched"][thing])
		}},
		{"approve what is ready", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				in, err := s.a.Inbox(s.Context(), who, s.id, 0)
				if err != nil {
					return ChangeResult{}, err
				}
				return s.a.ApproveReady(s.Context(), who, s.id, in.Shown)
			}
			no := false
			done, _, err := s.a.UpdateTransactions(s.Context(), who, s.id, []TransactionChange{{ID: s.has["waiting"][0], TransactionFields: TransactionFields{Approved: &no}}})
			return done, err
		}},
		{"add a receipt", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.AddReceipt(s.Context(), who, s.id, s.has["row"][thing], text+".png", drawn(s.T, uint8(100+len(text))))
		}},
		{"remove a receipt", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.RemoveReceipt(s.Context(), who, s.id, s.has["receipt"][thing])
		}},
	}
}

// deedsOfSchedules returns the deeds on schedules.
func deedsOfSchedules() []deed {
	return []deed{
		{"new schedule", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			done, _, err := s.a.AddScheduled(s.Context(), who, s.id, schedules.Entry{Entry: s.entry(thing, text), Frequency: "weekly"})
			return done, err
		}},
		{"edit a schedule", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.EditScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], schedules.Entry{Entry: s.entry(0, text), Frequency: "monthly"}, "")
		}},
		{"skip a schedule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.SkipScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], s.day())
		}},
		{"delete a schedule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteScheduled(s.Context(), who, s.id, s.has["scheduled"][thing])
		}},
		{"enter a schedule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.EnterScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], s.day(), s.day())
		}},
		{"enter what is due", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			if text == "Anna's" {
				return s.a.EnterDue(s.Context(), who, s.id, s.day())
			}
			return s.a.SkipScheduled(s.Context(), who, s.id, s.has["scheduled"][0], civil.Date(0))
		}},
		{"automatic", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.SetAutoEnter(s.Context(), who, s.id, []string{s.has["scheduled"][thing]}, true)
		}},
		{"dismiss what was found", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DismissRecurring(s.Context(), who, s.id, s.has["ruled"][thing], "monthly")
		}},
		{"offer it again", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.OfferRecurring(s.Context(), who, s.id, s.has["dismissed"][thing])
		}},
	}
}

// deedsOfKept returns operations on rules and saved objects.
func deedsOfKept() []deed {
	return []deed{
		{"new rule", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{Conditions: payeeHas(text), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"edit a rule", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{ID: s.has["rule"][thing], Conditions: payeeHas("a"), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"switch a rule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.SwitchRule(s.Context(), who, s.id, s.has["rule"][thing], false)
		}},
		{"move a rule", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.has["rule"][1]
			if text == "Anna's" {
				which = s.has["rule"][0]
			}
			return s.a.MoveRule(s.Context(), who, s.id, which, "")
		}},
		{"apply a rule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.ApplyRules(s.Context(), who, s.id, s.has["rule"][thing], nil)
		}},
		{"delete a rule", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteRule(s.Context(), who, s.id, s.has["rule"][thing])
		}},
		{"keep a filter", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepFilter(s.Context(), who, s.id, registers.OwnFilter{ID: NewID(), Name: text, SavedRows: registers.KeptOf(&rows.Filter{Search: text})})
		}},
		{"replace a filter", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.ReplaceFilter(s.Context(), who, s.id, s.has["filter"][thing], registers.KeptOf(&rows.Filter{Search: text}))
		}},
		{"rename a filter", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenameFilter(s.Context(), who, s.id, s.has["filter"][thing], text)
		}},
		{"delete a filter", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteFilter(s.Context(), who, s.id, s.has["filter"][thing])
		}},
		{"change a view", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.KeepView(s.Context(), who, s.id, OwnView{ID: s.has["view"][thing], Name: text, Look: FilterOverspent})
		}},
		{"delete a view", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteView(s.Context(), who, s.id, s.has["view"][thing])
		}},
		{"keep a report", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			return s.a.KeepReport(s.Context(), who, s.id, reports.SavedReport{ID: NewID(), Name: text, Ask: reports.Ask{Kind: report.KindSpending}})
		}},
		{"rename a report", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.RenameReport(s.Context(), who, s.id, s.has["report"][thing], text)
		}},
		{"move a report", sameAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			which := s.has["report"][1]
			if text == "Anna's" {
				which = s.has["report"][0]
			}
			return s.a.MoveReport(s.Context(), who, s.id, which, "")
		}},
		{"show a report", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.ShowReport(s.Context(), who, s.id, s.has["report"][thing], true)
		}},
		{"delete a report", ownAlone, func(s *sharers, who Actor, thing int, _ string) (ChangeResult, error) {
			return s.a.DeleteReport(s.Context(), who, s.id, s.has["report"][thing])
		}},
	}
}

// deedsOfPrograms returns the deeds of programs.
func deedsOfPrograms() []deed {
	return []deed{
		{"program: new group", ownAlone, func(s *sharers, who Actor, _ int, text string) (ChangeResult, error) {
			done, _, err := s.a.CreateGroup(s.Context(), who, s.id, text)
			return done, err
		}},
		{"program: new category", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			done, _, err := s.a.CreateCategory(s.Context(), who, s.id, CategoryFields{Group: new(s.has["group"][thing]), Name: &text})
			return done, err
		}},
		{"program: edit a category", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.UpdateCategory(s.Context(), who, s.id, s.has["category"][thing], CategoryFields{Note: &text})
		}},
		{"program: new schedule", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			day, amount := civil.DateOf(s.a.now()), money.Milli(-1_000)
			done, _, err := s.a.CreateScheduled(s.Context(), who, s.id, ScheduledFields{TransactionFields: TransactionFields{Account: new(s.has["account"][thing]), Date: &day, Amount: &amount, Memo: &text}, Frequency: "monthly"})
			return done, err
		}},
		{"program: edit a schedule", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			return s.a.UpdateScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], ScheduledFields{TransactionFields: TransactionFields{Memo: &text}})
		}},
		{"program: new transactions", ownAlone, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			day, amount := s.day(), money.Milli(-1_000)
			done, _, err := s.a.CreateTransactions(s.Context(), who, s.id, []NewTransaction{{TransactionFields: TransactionFields{Account: new(s.has["account"][thing]), Date: &day, Amount: &amount, Memo: &text}}})
			return done, err
		}},
		{"program: edit transactions", ownAndSame, func(s *sharers, who Actor, thing int, text string) (ChangeResult, error) {
			done, _, err := s.a.UpdateTransactions(s.Context(), who, s.id, []TransactionChange{{ID: s.has["row"][thing], TransactionFields: TransactionFields{Memo: &text}}})
			return done, err
		}},
	}
}
