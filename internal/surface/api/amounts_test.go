package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestMonthActivityIncludesUncategorized: the source defines a month's activity as all transactions except income.
// Transactions without category were listed under Uncategorized and missing in the sum.
func TestMonthActivityIncludesUncategorized(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
	path := "/plans/" + s.id + "/months/current"
	s.spend(t, -7000)
	var m month
	_, text := s.send(t, "GET", path, token, "")
	unmarshal(t, text, &m)
	activity, uncategorized := int64(0), int64(0)
	for _, c := range m.Data.Month.Categories {
		switch c.Name {
		case "Inflow: Ready to Assign":
			continue
		case "Uncategorized":
			uncategorized = c.Activity
		}
		activity += c.Activity
	}
	if uncategorized > -7000 || m.Data.Month.Activity != activity {
		t.Errorf("activity %d, its categories sum to %d, of them %d uncategorized", m.Data.Month.Activity, activity, uncategorized)
	}
}

// TestNewBudgetHasUncategorized checks that a new budget has the source's Uncategorized category, as every
// plan at the source: rows without category were missing among the categories of a month. A copy by its document has
// it too.
func TestNewBudgetHasUncategorized(t *testing.T) {
	s := serveFrom(t, 0, func(a *app.App) (string, error) {
		b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Begun", Currency: "EUR"})
		return b.ID, err
	}, store.Config{Dir: databasetest.Dir(t)})
	s.answered(t, "POST", "/accounts", `{"account":{"name":"Bank","type":"checking","balance":0}}`, 201, nil)
	id := s.spend(t, -20000)
	for range 2 {
		var m month
		s.answered(t, "GET", "/months/current", "", 200, &m)
		uncategorized := iterutil.First(m.Data.Month.Categories, func(c monthCategory) bool { return c.Name == "Uncategorized" })
		if uncategorized == nil || uncategorized.Activity != -20000 || !uncategorized.Internal || m.Data.Month.Activity != -20000 {
			t.Fatalf("month: %+v, want an activity of -20.00 in Uncategorized", m)
		}
		var lines struct {
			Data struct{ Transactions []line }
		}
		s.answered(t, "GET", "/categories/"+uncategorized.ID+"/transactions", "", 200, &lines)
		if len(lines.Data.Transactions) != 1 {
			t.Errorf("rows without category: %+v, want one", lines)
		}
		s.answered(t, "PUT", "/transactions/"+id, fmt.Sprintf(`{"transaction":{"category_id":%q}}`, uncategorized.ID), 200, nil)
		first, _ := fetch(t, s.url, s.id)
		s = serveDocument(t, first)
		if second, _ := fetch(t, s.url, s.id); cmp.Diff(ordered(t, first), ordered(t, second)) != "" {
			t.Errorf("copy (+) differs from the budget (-):\n%s", cmp.Diff(ordered(t, first), ordered(t, second)))
		}
	}
}

// TestAmountsFinerThanTheCurrencyAreStored checks that amounts are stored to the milliunit, as at the source, and
// displayed unrounded.
func TestAmountsFinerThanTheCurrencyAreStored(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
	id := s.spend(t, -4059)
	status, text := s.send(t, "GET", "/plans/"+s.id+"/transactions/"+id, token, "")
	if status != 200 || !strings.Contains(string(text), `"amount":-4059,`) {
		t.Errorf("row with an amount of -4059: status %d: %.300s", status, text)
	}
	b, err := s.app.Frame(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if shown := b.Budget.CurrencyFormat.Text(-4059); shown != "-4.059" {
		t.Errorf("amount is displayed as %s, want -4.059", shown)
	}
}

// spend records a transaction of today without a category, and returns its id.
func (s *served) spend(t *testing.T, amount int) (id string) {
	t.Helper()
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		if a.Closed || !a.OnBudget {
			continue
		}
		body := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":"%s","amount":%d,"payee_name":"Grocer"}}`, a.ID, civil.DateOf(time.Now()), amount)
		status, text := s.send(t, "POST", "/plans/"+s.id+"/transactions", token, body)
		if status != 201 {
			t.Fatalf("add a row: status %d: %s", status, text)
		}
		var got struct {
			Data struct {
				Transaction struct{ ID string }
			}
		}
		unmarshal(t, text, &got)
		return got.Data.Transaction.ID
	}
	t.Fatal("no account found")
	return ""
}
