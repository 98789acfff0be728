package mcp_test

import (
	"log/slog"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/model/budget"
	"holdover/internal/surface/mcp"
	"holdover/internal/testing/testkit"
)

// An assistant lists payees and sets their marks.
func TestAssistantMarksPayees(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	_, _, err := a.AddPayee(t.Context(), app.Machine(), id, "Kiosk")
	testkit.NoError(t, err)
	one := func() mcp.OnePayee {
		t.Helper()
		var all mcp.Payees
		if w.must("payees", object{"search": "kiosk"}, &all); all.Count != 1 || len(all.Payees) != 1 || all.Payees[0].Name != "Kiosk" {
			t.Fatalf("payees with the name kiosk: %+v", all)
		}
		return all.Payees[0]
	}
	w.wrote("mark_payee", object{"payee": "kiosk", "hidden": true}, func() bool { return one().Hidden })
	w.wrote("mark_payee", object{"payee": one().ID, "favorite": true, "learning_off": true}, func() bool { p := one(); return p.Favorite && p.LearningOff })
	w.wrote("mark_payee", object{"payee": "Kiosk", "hidden": false}, func() bool { return !one().Hidden })
	var favourites mcp.Payees
	if w.must("payees", object{"only": "favourites"}, &favourites); favourites.Count != 1 {
		t.Errorf("favourites: %+v, want the kiosk alone", favourites)
	}
	w.refuses("mark_payee", map[string]object{
		"no mark is given":                 {"payee": "Kiosk"},
		`payee "Nobody of them" not found`: {"payee": "Nobody of them", "hidden": true},
	})
	w.refuses("payees", map[string]object{`"loved" is not a kind`: {"only": "loved"}})
}

// An assistant lists transactions by a saved filter, with its relative period.
func TestAssistantUsesSavedFilters(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler)})
	var none mcp.SavedFilters
	if w.must("saved_filters", object{}, &none); none.Filters == nil || len(none.Filters) > 0 {
		t.Errorf("saved filters of a budget without any: %+v", none)
	}
	testkit.Must(a.KeepFilter(t.Context(), app.Machine(), id, registers.OwnFilter{ID: app.NewID(), Name: "This year", SavedRows: budget.SavedRows{Time: "this-year"}}))(t)
	var all mcp.SavedFilters
	if w.must("saved_filters", object{}, &all); len(all.Filters) != 1 || all.Filters[0].Name != "This year" {
		t.Fatalf("saved filters: %+v", all)
	}
	var saved, typed mcp.Transactions
	w.must("transactions", object{"saved_filter": "this YEAR", "limit": 3}, &saved)
	year := time.Now().Format("2006")
	w.must("transactions", object{"since": year + "-01-01", "until": year + "-12-31"}, &typed)
	if saved.Count == 0 || saved.Count != typed.Count || saved.Sum != typed.Sum || len(saved.Transactions) != 3 {
		t.Errorf("the filter finds %d with the sum %s, want %d with %s", saved.Count, saved.Sum, typed.Count, typed.Sum)
	}
	w.must("transactions", object{"saved_filter": all.Filters[0].ID}, &saved)
	w.refuses("transactions", map[string]object{
		`saved filter "Last week" not found`: {"saved_filter": "Last week"},
		"with other conditions":              {"saved_filter": "This year", "search": "rent"},
	})
}

// An assistant archives years after a preview, brings them back, and starts fresh in another budget.
func TestAssistantArchivesAndStartsFresh(t *testing.T) {
	a, _ := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	count := func() int {
		t.Helper()
		var all mcp.Transactions
		w.must("transactions", object{"limit": 1}, &all)
		return all.Count
	}
	before := count()
	year := time.Now().Year()
	var preview mcp.ArchivePreview
	if w.must("preview_archive", object{"year": year}, &preview); preview.Archived == 0 || len(preview.Accounts) == 0 || preview.Years[0] != year {
		t.Fatalf("preview: %+v", preview)
	}
	if count() != before {
		t.Error("the preview changed the transactions")
	}
	w.wrote("archive_years", object{"year": year}, func() bool { return count() == preview.Remain })
	w.wrote("bring_back_years", object{}, func() bool { return count() == before })
	w.refuses("archive_years", map[string]object{"cannot be archived": {"year": 1800}})
	w.refuses("bring_back_years", map[string]object{"no archived years": {}})
	var fresh mcp.FreshStart
	if w.must("fresh_start", object{"name": "Anew"}, &fresh); fresh.Name != "Anew" || fresh.ID == "" || fresh.Accounts == 0 {
		t.Errorf("fresh start: %+v", fresh)
	}
	var all mcp.Transactions
	if w.must("transactions", object{"budget": "Anew"}, &all); all.Count > fresh.Accounts {
		t.Errorf("the new budget has %d transactions, want starting balances only", all.Count)
	}
	w.refuses("fresh_start", map[string]object{"already exists": {"name": "Anew"}})
}

// An assistant enters and skips scheduled transactions, and decides which are entered automatically.
func TestAssistantEntersAndSkips(t *testing.T) {
	a, id := newHolding(t)
	w := inMemory(t, mcp.Config{App: a, Log: slog.New(slog.DiscardHandler), Write: true})
	var accounts mcp.Accounts
	w.must("accounts", object{}, &accounts)
	day := time.Now().AddDate(0, 0, 5).Format(time.DateOnly)
	var done mcp.ChangeResult
	w.must("schedule_transaction", object{"account": accounts.Accounts[0].ID, "date": day, "amount": -7.5, "payee": "Paper", "frequency": "weekly", "entered_automatically": false}, &done)
	scheduled := done.Scheduled
	next := func() mcp.OneScheduled {
		t.Helper()
		var all mcp.ScheduledList
		w.must("list_scheduled_transactions", object{"budget": id}, &all)
		for i := range all.Scheduled {
			if all.Scheduled[i].ID == scheduled {
				return all.Scheduled[i]
			}
		}
		t.Fatalf("%s is not scheduled", scheduled)
		return mcp.OneScheduled{}
	}
	if next().AutoEnter {
		t.Error("it is entered automatically, want it to wait")
	}
	w.wrote("edit_scheduled_transaction", object{"scheduled_transaction": scheduled, "entered_automatically": true}, func() bool { return next().AutoEnter })
	w.wrote("skip_scheduled_transaction", object{"scheduled_transaction": scheduled}, func() bool { return next().Date > day })
	skipped := next().Date
	today := time.Now().Format(time.DateOnly)
	entered := func() bool {
		t.Helper()
		var found mcp.Transactions
		w.must("transactions", object{"payee": "Paper"}, &found)
		return found.Count == 1 && found.Transactions[0].Date == today && next().Date > skipped
	}
	w.wrote("enter_scheduled_transaction", object{"scheduled_transaction": scheduled, "date": today}, entered)
	w.refuses("enter_scheduled_transaction", map[string]object{"scheduled transaction": {"scheduled_transaction": "none"}, "is not a day": {"scheduled_transaction": scheduled, "date": "soon"}})
	w.refuses("skip_scheduled_transaction", map[string]object{"scheduled transaction": {"scheduled_transaction": "none"}})
}
