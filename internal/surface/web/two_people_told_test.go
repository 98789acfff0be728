package web_test

import (
	"bufio"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/model/auth"
)

// TestTwoUsersAreToldOfAConflict: if two users replaced the same budgeted amount, note, name or target, the later
// change won and neither user got a message.
func TestTwoUsersAreToldOfAConflict(t *testing.T) {
	c := newTwoUsers(t)
	screen, err := c.world.App.Screen(t.Context(), app.Machine(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	category := ""
	for i := range screen.Categories {
		if screen.Categories[i].Name == "Groceries" {
			category = screen.Categories[i].ID
		}
	}
	month := screen.Sheet.First.Add(len(screen.Sheet.Months) - 1).String()
	c.add("Corner shop", -1_000)
	payee := c.world.PayeeIDs(t, c.id)["Corner shop"]
	account := url.QueryEscape(c.account)
	for _, one := range []struct {
		name, menu, do, words, field, theirs, mine, says string
	}{
		{"budgeted", "budgeted=" + category + "." + month, "/do/budgeted", "Save", "amount", "=111", "=222", "Budgeted €111.00 for Groceries"},
		{"category note", "category=" + category, "/do/category-note", "Save", "note", "Only the market", "Only the shop", "Only the market"},
		{"month note", "month=" + month, "/do/month-note", "Save", "note", "Ben was here", "Anna was here", "Ben was here"},
		{"category name", "category=" + category, "/do/rename-category", "Rename", "name", "Food of Ben", "Food of Anna", "Food of Ben"},
		{"target", "target=" + category + "." + month, "/do/target-month", "Save target", "amount", "300", "400", "Groceries"},
		{"payee name", "payee=" + payee, "/do/rename-payee", "Rename", "name", "Shop of Ben", "Shop of Anna", "Shop of Ben"},
		{"account note", "account=" + account, "/do/account-note", "Save", "note", "Bank of Ben", "Bank of Anna", "Bank of Ben"},
	} {
		if one.name == "target" {
			one.says = "Food of Anna"
		}
		c.open("/menu?" + one.menu)
		c.ben.CheckStatus(c.ben.Send(one.do, one.words, url.Values{one.field: {one.theirs}}), http.StatusOK)
		c.anna.CheckStatus(c.anna.Send(one.do, one.words, url.Values{one.field: {one.mine}}), http.StatusConflict, "Ben changed this at ", one.says, "Save again")
		c.anna.CheckStatus(c.anna.Send(one.do, one.words, url.Values{one.field: {one.mine}}), http.StatusOK)
		if t.Failed() {
			t.Fatalf("the conflict about the %s is not reported", one.name)
		}
	}
	// Entering the same value is no conflict, and neither is a value that was restored.
	c.open("/menu?month=" + month)
	c.ben.Send("/do/month-note", "Save", url.Values{"note": {"Both"}})
	c.anna.CheckStatus(c.anna.Send("/do/month-note", "Save", url.Values{"note": {"Both"}}), http.StatusOK)
	c.open("/menu?month=" + month)
	c.ben.Send("/do/month-note", "Save", url.Values{"note": {"Other"}})
	c.ben.Open(c.home("/menu?month=" + month))
	c.ben.Send("/do/month-note", "Save", url.Values{"note": {"Both"}})
	c.anna.CheckStatus(c.anna.Send("/do/month-note", "Save", url.Values{"note": {"Anna's"}}), http.StatusOK)
}

// TestAConflictShowsTheOtherUsersVersion: the form of a transaction that two users changed showed neither the
// other user's name nor their values.
func TestAConflictShowsTheOtherUsersVersion(t *testing.T) {
	c := newTwoUsers(t)
	row := c.add("Greengrocer", -5_000)
	fields := func(notes, amount string) url.Values {
		return url.Values{"account": {c.account}, "direction": {"out"}, "cleared": {"uncleared"}, "notes": {notes}, "amount": {amount}}
	}
	c.open("/rows/" + url.PathEscape(row))
	c.ben.CheckStatus(c.ben.Send("/do/edit-row", "Greengrocer", fields("pears", "7")), http.StatusOK)
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("apples", "6")), http.StatusConflict,
		"Ben changed this transaction at ", "It now has the amount −€7.00", `the notes "pears"`, "Save again")
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("apples", "6")), http.StatusOK, "Changed")
	if got := c.rows("Greengrocer"); len(got) != 1 || got[0].Memo != "apples" || got[0].Amount != -6_000 {
		t.Errorf("the transaction is %+v", got)
	}
}

// TestSavingAgainNotifiesTheOtherUser: after "Save again", the user that made the replaced change got no message.
func TestSavingAgainNotifiesTheOtherUser(t *testing.T) {
	c := newTwoUsers(t)
	row := c.add("Greengrocer", -5_000)
	fields := func(amount string) url.Values {
		return url.Values{"account": {c.account}, "direction": {"out"}, "cleared": {"uncleared"}, "amount": {amount}}
	}
	c.open("/rows/" + url.PathEscape(row))
	c.ben.CheckStatus(c.ben.Send("/do/edit-row", "Greengrocer", fields("7")), http.StatusOK)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	b, err := c.world.App.Budget(ctx, app.Machine(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	listen := func(client *http.Client) *bufio.Scanner {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.world.Server.URL+c.home("/events?since="+strconv.FormatInt(b.Knowledge, 10)), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return bufio.NewScanner(res.Body)
	}
	bensEvents, annasEvents := listen(c.ben.HTTP), listen(c.anna.HTTP)
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("6")), http.StatusConflict, "Save again")
	c.anna.CheckStatus(c.anna.Send("/do/edit-row", "Greengrocer", fields("6")), http.StatusOK, "Changed")
	until := func(events *bufio.Scanner, line string) (before string) {
		for events.Scan() {
			if before += events.Text() + "\n"; events.Text() == line {
				events.Scan()
				return before + events.Text()
			}
		}
		t.Fatalf("the events end without %q: %s", line, before)
		return ""
	}
	if got := until(bensEvents, "event: overwritten"); !strings.Contains(got, "Anna saved over a later change: Changed the transaction of ") {
		t.Errorf("the event is %s", got)
	}
	if got := until(annasEvents, "event: change"); strings.Contains(got, "overwritten") {
		t.Errorf("Anna is notified of her own change: %s", got)
	}
}

// TestARemovedShareDoesNotShowTheOwnCopy: Anna and Ben have both imported one plan, and Anna shares hers. After she
// removes the share, the address of her budget showed Ben's own copy, as if he still had access.
func TestARemovedShareDoesNotShowTheOwnCopy(t *testing.T) {
	c := newTwoUsers(t)
	users, err := c.world.App.Users(t.Context(), app.Machine())
	if err != nil {
		t.Fatal(err)
	}
	mine := apptest.Household(t, c.world.App, app.Actor{User: 2, UserID: users[1].ID, Name: users[1].Name, Scope: auth.Full})
	if mine == c.id {
		t.Fatal("the copy has the same id")
	}
	c.ben.Open("/budgets/" + mine)
	c.ben.Open(c.home(""))
	if err := c.world.App.RemoveShare(t.Context(), app.Machine(), c.id, "Ben"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/accounts/all", "/history"} {
		c.ben.CheckStatus(c.ben.Read(c.ben.HTTP.Get(c.world.Server.URL+c.home(path))), http.StatusNotFound, "Budget not found")
	}
	c.ben.Open("/budgets/" + mine)
}
