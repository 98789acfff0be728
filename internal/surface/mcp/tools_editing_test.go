package mcp_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"holdover/internal/surface/mcp"
)

// The tools could not edit, approve, delete, split, schedule or change what is scheduled, and refused numbers and
// "current".
func TestAssistantEditsSplitsApprovesDeletesAndSchedules(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	var all mcp.Budgets
	w.must("budgets", object{}, &all)
	var accounts mcp.Accounts
	w.must("accounts", object{}, &accounts)
	var now mcp.Categories
	w.must("categories", object{"month": "current"}, &now)
	var names []string
	for _, c := range now.Categories {
		if c.Group != "Income" && len(names) < 2 {
			names = append(names, c.ID)
		}
	}
	day := time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	wrote := func(tool string, in object) mcp.ChangeResult {
		t.Helper()
		var done mcp.ChangeResult
		if w.must(tool, in, &done); done.Change == 0 || done.Budget != all.Budgets[0].Name {
			t.Errorf("%s: %+v, want a change of the budget", tool, done)
		}
		return done
	}
	row := wrote("add_transaction", object{"budget": id, "account": accounts.Accounts[0].ID, "date": day, "amount": -12.34, "payee": "Assistant's shop"}).ID
	find := func() mcp.Transactions {
		t.Helper()
		var found mcp.Transactions
		w.must("transactions", object{"payee": "Assistant's shop"}, &found)
		return found
	}
	wrote("edit_transaction", object{"transaction": row, "amount": "-20.50", "memo": "changed", "category": names[0], "approved": false, "cleared": true})
	if got := find().Transactions[0]; got.Amount != "-20.50" || got.Memo != "changed" || got.Category == "" || got.Approved || got.Cleared != "cleared" || got.Date != day {
		t.Errorf("edited transaction: %+v", got)
	}
	sides := func(id string) (own, other string) {
		t.Helper()
		var found mcp.Transactions
		w.must("transactions", object{"search": "slow bank"}, &found)
		for _, one := range found.Transactions {
			if one.ID == id {
				own, other = one.Date, one.OtherDate
			}
		}
		return own, other
	}
	later := time.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	slow := wrote("add_transaction", object{"account": accounts.Accounts[0].ID, "date": day, "other_date": later, "amount": -5, "payee": "Transfer : " + accounts.Accounts[1].Name, "memo": "slow bank"}).ID
	if own, other := sides(slow); own != day || other != later {
		t.Errorf("the transfer is of %s and %s, want %s and %s", own, other, day, later)
	}
	wrote("edit_transaction", object{"transaction": slow, "other_date": ""})
	if own, other := sides(slow); own != day || other != "" {
		t.Errorf("the transfer is of %s and %s, want %s alone", own, other, day)
	}
	wrote("approve", object{"transactions": []string{row}})
	for says, in := range map[string]object{
		"1 parts": {"transaction": row, "parts": []object{{"amount": 1}}}, "add up to": {"transaction": row, "parts": []object{{"amount": 1}, {"amount": 2}}},
	} {
		if refused := w.call("split_transaction", in, &object{}); !strings.Contains(refused, says) {
			t.Errorf("split %v: %q, want it refused with %q", in, refused, says)
		}
	}
	wrote("split_transaction", object{"transaction": row, "parts": []object{{"category": names[0], "amount": -20}, {"category": names[1], "amount": "-0.5", "memo": "rest"}}})
	if got := find().Transactions[0]; !got.Approved || len(got.Parts) != 2 || got.Parts[1].Amount != "-0.50" || got.Parts[1].Memo != "rest" {
		t.Errorf("split transaction: %+v, want it approved with 2 parts", got)
	}
	deleted := wrote("delete_transactions", object{"transactions": []string{row}})
	if found := find(); found.Count != 0 {
		t.Errorf("transactions after the deletion: %+v, want none", found)
	}
	wrote("undo", object{"change": deleted.Change})
	if found := find(); found.Count != 1 || len(found.Transactions[0].Parts) != 2 {
		t.Errorf("transactions after the undo: %+v, want the split", found)
	}
	next := time.Now().AddDate(0, 0, 10).Format(time.DateOnly)
	done := wrote("schedule_transaction", object{"account": accounts.Accounts[0].ID, "date": next, "amount": -9.99, "payee": "Stream", "frequency": "monthly", "category": names[0]})
	if done.Scheduled == "" {
		t.Errorf("scheduled transaction: %+v, want an id", done)
	}
	var scheduled mcp.ScheduledList
	findScheduled := func() (one *mcp.OneScheduled) {
		t.Helper()
		w.must("list_scheduled_transactions", object{"budget": id}, &scheduled)
		for i := range scheduled.Scheduled {
			if scheduled.Scheduled[i].ID == done.Scheduled {
				one = &scheduled.Scheduled[i]
			}
		}
		return one
	}
	if got := findScheduled(); got == nil || got.Amount != "-9.99" || got.Date != next || got.Frequency != "monthly" || got.Payee != "Stream" || got.Category == "" {
		t.Errorf("the new scheduled transaction: %+v, want -9.99 to Stream, monthly, next on %s", got, next)
	}
	later = time.Now().AddDate(0, 0, 12).Format(time.DateOnly)
	wrote("edit_scheduled_transaction", object{"scheduled_transaction": done.Scheduled, "amount": 12.5, "date": later, "frequency": "weekly", "memo": "dearer"})
	if got := findScheduled(); got == nil || got.Amount != "12.50" || got.Date != later || got.Frequency != "weekly" || got.Memo != "dearer" || got.Payee != "Stream" {
		t.Errorf("the changed scheduled transaction: %+v, want 12.50 to Stream, weekly, next on %s", got, later)
	}
	wrote("edit_scheduled_transaction", object{"scheduled_transaction": done.Scheduled, "frequency": "every5Months", "day_pattern": "last-working-day", "weekend": "nearest", "until": "2199-12-31", "amount_spread_percent": 10})
	if got := findScheduled(); got == nil || got.Frequency != "every5Months" || got.Pattern != "last-working-day" || got.Weekend != "nearest" || got.Until != "2199-12-31" || got.When != "Every 5 months on the last working day, until 2199-12-31; amount from 11.25 to 13.75" {
		t.Errorf("the scheduled transaction with a pattern: %+v", got)
	}
	wrote("delete_scheduled_transaction", object{"scheduled_transaction": done.Scheduled})
	if got := findScheduled(); got != nil {
		t.Errorf("the deleted scheduled transaction: %+v, want none", got)
	}
	wrote("assign", object{"category": names[0], "month": "current", "amount": 41})
	for tool, in := range map[string]object{
		"edit_transaction": {"transaction": "none", "memo": "x"}, "approve": {"transactions": []string{}}, "delete_transactions": {"transactions": []string{"none"}},
		"edit_scheduled_transaction": {"scheduled_transaction": "none", "memo": "x"}, "delete_scheduled_transaction": {"scheduled_transaction": "none"},
		"schedule_transaction": {"account": accounts.Accounts[0].ID, "date": next, "amount": 1, "frequency": "often"},
	} {
		if refused := w.call(tool, in, &object{}); refused == "" {
			t.Errorf("%s accepts %v", tool, in)
		}
	}
}
