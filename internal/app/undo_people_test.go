package app

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/bankimport"
	"holdover/internal/app/rules"
	"holdover/internal/auth"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/money"
	"holdover/internal/peoplestore"
	"holdover/internal/report"
)

// sharers are Anna and Ben with a budget that has two of everything.
type sharers struct {
	*testing.T
	a         *App
	id        string
	anna, ben Actor
	has       map[string][2]string // ids, by what they are of
}

const sharedDay = "2026-11-10"

func newSharers(t *testing.T) *sharers {
	t.Helper()
	a, anna, ben := annaAndBen(t)
	s := &sharers{T: t, a: a, anna: anna, ben: ben, has: map[string][2]string{}}
	s.id = shared(t, a, map[peoplestore.UserNo]auth.Role{peoplestore.UserNo(ben.User): auth.Editor})
	me, ctx := Machine(), t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	pair := func(what string, make func(n string) (string, error)) {
		t.Helper()
		var ids [2]string
		for i := range ids {
			id, err := make(fmt.Sprint(what, " ", i))
			must(err)
			ids[i] = id
		}
		s.has[what] = ids
	}
	pair("group", func(n string) (string, error) {
		_, err := a.NewGroup(ctx, me, s.id, n)
		return idNamed(wholeOf(t, a, s.id).Groups, n), err
	})
	pair("category", func(n string) (string, error) {
		_, err := a.NewCategory(ctx, me, s.id, s.has["group"][0], n)
		return idNamed(wholeOf(t, a, s.id).Categories, n), err
	})
	pair("account", func(n string) (string, error) {
		_, id, err := a.AddAccount(ctx, me, s.id, AccountEntry{Name: n, Type: "checking", OnBudget: true})
		return id, err
	})
	pair("payee", func(n string) (string, error) { _, id, err := a.AddPayee(ctx, me, s.id, n); return id, err })
	pair("row", func(n string) (string, error) {
		_, id, err := a.AddRow(ctx, me, s.id, s.entry(0, n))
		return id, err
	})
	pair("scheduled", func(n string) (string, error) {
		_, id, err := a.AddScheduled(ctx, me, s.id, ScheduledEntry{RowEntry: s.entry(0, n), Frequency: "monthly"})
		return id, err
	})
	pair("rule", func(n string) (string, error) {
		_, id, err := a.SaveRule(ctx, me, s.id, rules.Entry{Conditions: payeeHas(n), Outcome: rules.Outcome{Notes: n}}, nil)
		return id, err
	})
	pair("filter", func(n string) (string, error) {
		id := newID()
		_, err := a.KeepFilter(ctx, me, s.id, OwnFilter{ID: id, Name: n, KeptRows: KeptOf(&RowFilter{Search: n})})
		return id, err
	})
	pair("view", func(n string) (string, error) {
		id := newID()
		_, err := a.KeepView(ctx, me, s.id, OwnView{ID: id, Name: n, Look: LookOverspent})
		return id, err
	})
	pair("report", func(n string) (string, error) {
		id := newID()
		_, err := a.KeepReport(ctx, me, s.id, OwnReport{ID: id, Name: n, ReportAsk: ReportAsk{Kind: report.KindSpending}})
		return id, err
	})
	pair("receipt", func(n string) (string, error) {
		row := s.has["row"][strings.Count(n, "1")]
		if _, err := a.AddReceipt(ctx, me, s.id, row, n+".png", drawn(t, uint8(len(s.has)))); err != nil {
			return "", err
		}
		of, err := a.RowReceipts(ctx, me, s.id, row)
		return of.Receipts[0].ID, err
	})
	return s
}

// idNamed is the id of the one of a name.
func idNamed[T any](all []T, name string) string {
	for i := range all {
		var one struct{ ID, Name string }
		text, _ := json.Marshal(all[i])
		if _ = json.Unmarshal(text, &one); one.Name == name {
			return one.ID
		}
	}
	return ""
}

func (s *sharers) day() cal.Date {
	day, err := cal.ParseDate(sharedDay)
	if err != nil {
		s.Fatal(err)
	}
	return day
}

func (s *sharers) month(thing int) cal.Month { return s.day().Month().Add(thing) }

func (s *sharers) entry(thing int, text string) RowEntry {
	return RowEntry{Account: s.has["account"][thing], Date: s.day(), Amount: -5_000, PayeeName: "Somebody", Memo: text}
}

// state is all that the budget has, a line each.
func (s *sharers) state() (lines []string) {
	s.Helper()
	w := wholeOf(s.T, s.a, s.id)
	add := func(what string, v any, err error) {
		text, jsonErr := json.Marshal(v)
		if err != nil || jsonErr != nil {
			s.Fatal(what, err, jsonErr)
		}
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			list = []json.RawMessage{text}
		}
		for _, one := range list {
			lines = append(lines, what+" "+string(one))
		}
	}
	for what, v := range map[string]any{"info": w.Info, "account": w.Accounts, "group": w.Groups, "category": w.Categories, "payee": w.Payees, "row": w.Transactions, "scheduled": w.Scheduled, "rule": w.Rules, "cell": w.Cells, "month": w.Months, "rollover": w.Rollovers} {
		add(what, v, nil)
	}
	filters, err := s.a.OwnFilters(s.Context(), Machine(), s.id)
	add("filter", filters, err)
	reports, err := s.a.OwnReports(s.Context(), Machine(), s.id)
	add("report", reports, err)
	screen, err := s.a.Screen(s.Context(), Machine(), s.id)
	add("view", screen.Views, err)
	for _, row := range s.has["row"] {
		if of, err := s.a.RowReceipts(s.Context(), Machine(), s.id, row); err == nil {
			add("receipt", of.Receipts, nil)
		}
	}
	slices.Sort(lines)
	return lines
}

// less is what one state has and another has not.
func less(state, other []string) (only []string) {
	for _, line := range state {
		if !slices.Contains(other, line) {
			only = append(only, line)
		}
	}
	return only
}

// A deed is a step of somebody's: with thing 0 or 1 of two, and a text of their own. What makes or takes away a thing, or is about
// all of them, is done to one thing once.
type deed struct {
	name string
	once bool
	do   func(s *sharers, who Actor, thing int, text string) (Done, error)
}

func deeds() []deed {
	return []deed{
		{"add a row", true, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			done, _, err := s.a.AddRow(s.Context(), who, s.id, s.entry(thing, text))
			return done, err
		}},
		{"edit a row", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.EditRow(s.Context(), who, s.id, s.has["row"][thing], s.entry(0, text), "", false)
		}},
		{"notes on rows", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetOnRows(s.Context(), who, s.id, TheRows(s.has["row"][thing]), RowSetting{Notes: &NotesSetting{Text: text}}, false)
		}},
		{"delete rows", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DeleteRows(s.Context(), who, s.id, TheRows(s.has["row"][thing]), false)
		}},
		{"duplicate rows", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DuplicateRows(s.Context(), who, s.id, TheRows(s.has["row"][thing]), s.day())
		}},
		{"bank file", true, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			file := fmt.Sprintf("Date;Payee;Amount\n13.11.2026;%s;-10,00\n", text)
			done, _, err := s.a.ImportBankFile(s.Context(), who, s.id, s.has["account"][thing], []byte(file), bankimport.Options{Right: true})
			return done, err
		}},
		{"budgeted", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetBudgeted(s.Context(), who, s.id, s.has["category"][thing], s.month(0), money.Milli(10_000*len(text)))
		}},
		{"month's note", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetMonthNote(s.Context(), who, s.id, s.month(thing), text)
		}},
		{"target", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetTarget(s.Context(), who, s.id, s.has["category"][thing], s.month(0), TargetForm{Shape: EveryMonth, Amount: fmt.Sprint(len(text)), Day: "0"})
		}},
		{"new group", true, func(s *sharers, who Actor, _ int, text string) (Done, error) {
			return s.a.NewGroup(s.Context(), who, s.id, text)
		}},
		{"rename a group", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenameGroup(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"group's note", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetGroupNote(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"hide a group", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.HideGroup(s.Context(), who, s.id, s.has["group"][thing], true)
		}},
		{"new category", true, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.NewCategory(s.Context(), who, s.id, s.has["group"][thing], text)
		}},
		{"rename a category", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenameCategory(s.Context(), who, s.id, s.has["category"][thing], text)
		}},
		{"category's note", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetCategoryNote(s.Context(), who, s.id, s.has["category"][thing], text)
		}},
		{"delete a category", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DeleteCategory(s.Context(), who, s.id, s.has["category"][thing], "")
		}},
		{"new account", true, func(s *sharers, who Actor, _ int, text string) (Done, error) {
			done, _, err := s.a.AddAccount(s.Context(), who, s.id, AccountEntry{Name: text, Type: "cash", OnBudget: true})
			return done, err
		}},
		{"rename an account", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenameAccount(s.Context(), who, s.id, s.has["account"][thing], text)
		}},
		{"account's note", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.SetAccountNote(s.Context(), who, s.id, s.has["account"][thing], text)
		}},
		{"new payee", true, func(s *sharers, who Actor, _ int, text string) (Done, error) {
			done, _, err := s.a.AddPayee(s.Context(), who, s.id, text)
			return done, err
		}},
		{"rename a payee", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenamePayee(s.Context(), who, s.id, s.has["payee"][thing], text)
		}},
		{"delete payees", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DeletePayees(s.Context(), who, s.id, []string{s.has["payee"][thing]})
		}},
		{"new schedule", true, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			done, _, err := s.a.AddScheduled(s.Context(), who, s.id, ScheduledEntry{RowEntry: s.entry(thing, text), Frequency: "weekly"})
			return done, err
		}},
		{"edit a schedule", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.EditScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], ScheduledEntry{RowEntry: s.entry(0, text), Frequency: "monthly"}, "")
		}},
		{"skip a schedule", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.SkipScheduled(s.Context(), who, s.id, s.has["scheduled"][thing], s.day())
		}},
		{"delete a schedule", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DeleteScheduled(s.Context(), who, s.id, s.has["scheduled"][thing])
		}},
		{"new rule", true, func(s *sharers, who Actor, _ int, text string) (Done, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{Conditions: payeeHas(text), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"edit a rule", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			done, _, err := s.a.SaveRule(s.Context(), who, s.id, rules.Entry{ID: s.has["rule"][thing], Conditions: payeeHas("a"), Outcome: rules.Outcome{Notes: text}}, nil)
			return done, err
		}},
		{"switch a rule", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.SwitchRule(s.Context(), who, s.id, s.has["rule"][thing], false)
		}},
		{"rename a filter", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenameFilter(s.Context(), who, s.id, s.has["filter"][thing], text)
		}},
		{"delete a filter", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.DeleteFilter(s.Context(), who, s.id, s.has["filter"][thing])
		}},
		{"change a view", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.KeepView(s.Context(), who, s.id, OwnView{ID: s.has["view"][thing], Name: text, Look: LookOverspent})
		}},
		{"rename a report", false, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.RenameReport(s.Context(), who, s.id, s.has["report"][thing], text)
		}},
		{"add a receipt", true, func(s *sharers, who Actor, thing int, text string) (Done, error) {
			return s.a.AddReceipt(s.Context(), who, s.id, s.has["row"][thing], text+".png", drawn(s.T, uint8(100+len(text))))
		}},
		{"remove a receipt", true, func(s *sharers, who Actor, thing int, _ string) (Done, error) {
			return s.a.RemoveReceipt(s.Context(), who, s.id, s.has["receipt"][thing])
		}},
	}
}

// TestUndoTakesNobodyElsesStep walks everything that two people share. Each does something to a thing of their own, and undo takes
// back one's own step and leaves the other's as it is. Both do it to the same thing, and the first one's undo is refused until the
// second one's is undone. At the end all is as it was.
func TestUndoTakesNobodyElsesStep(t *testing.T) {
	s := newSharers(t)
	ctx := t.Context()
	for _, d := range deeds() {
		t.Run(d.name, func(t *testing.T) {
			before := s.state()
			step := func(who Actor, thing int, text string) []string {
				t.Helper()
				if _, err := d.do(s, who, thing, text); err != nil {
					t.Fatalf("%s: %v", who.Name, err)
				}
				return s.state()
			}
			undo := func(who Actor) error { _, err := s.a.Undo(ctx, who, s.id, 0); return err }
			annas := step(s.anna, 0, "Anna's")
			both := step(s.ben, 1, "what Ben wants")
			if slices.Equal(annas, before) || slices.Equal(both, annas) {
				t.Fatal("nothing was done")
			}
			if err := undo(s.anna); err != nil {
				t.Fatal(err)
			}
			bens := s.state()
			if gone := less(less(both, annas), bens); len(gone) > 0 {
				t.Errorf("Anna's undo took what Ben did: %q", gone)
			}
			if left := less(less(annas, before), less(both, annas)); len(less(left, less(left, bens))) > 0 {
				t.Errorf("Anna's step is still there: %q", less(left, less(left, bens)))
			}
			if err := undo(s.ben); err != nil {
				t.Fatal(err)
			}
			if now := s.state(); !slices.Equal(now, before) {
				t.Errorf("all undone there is more %q, less %q", less(now, before), less(before, now))
			}
			if d.once {
				return
			}

			step(s.anna, 0, "Anna's")
			both = step(s.ben, 0, "what Ben wants")
			if err := undo(s.anna); fault.KindOf(err) != fault.Conflict {
				t.Errorf("Anna's undo of what Ben changed since: %v", err)
			}
			if now := s.state(); !slices.Equal(now, both) {
				t.Errorf("a refused undo left more %q, less %q", less(now, both), less(both, now))
			}
			for _, who := range []Actor{s.ben, s.anna} {
				if err := undo(who); err != nil {
					t.Fatal(who.Name, err)
				}
			}
			if now := s.state(); !slices.Equal(now, before) {
				t.Errorf("all undone there is more %q, less %q", less(now, before), less(before, now))
			}
		})
	}
}
