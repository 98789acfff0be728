package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// TestMonthActivityIncludesUncategorized checks that a month's activity is the sum of all transactions except income, as
// at the source. Transactions without category were listed under Uncategorized and missing in the sum.
func TestMonthActivityIncludesUncategorized(t *testing.T) {
	s := serveFewCategories(t)
	s.spend(t, -7000)
	var m month
	s.answered(t, "GET", "/months/current", "", 200, &m)
	sum, uncategorized := int64(0), int64(0)
	for _, c := range m.Data.Month.Categories {
		switch c.Name {
		case "Inflow: Ready to Assign": // income
			continue
		case "Uncategorized":
			uncategorized = c.Activity
		}
		sum += c.Activity
	}
	if uncategorized > -7000 {
		t.Errorf("the activity of Uncategorized is %d, want -7000 or less", uncategorized)
	}
	if m.Data.Month.Activity != sum {
		t.Errorf("the month's activity is %d, want %d, the sum of its categories", m.Data.Month.Activity, sum)
	}
}

// TestNewBudgetHasUncategorized checks that a new budget has the category Uncategorized, as every plan at the source:
// rows without category were missing among the categories of a month. A copy imported from its document has it too.
func TestNewBudgetHasUncategorized(t *testing.T) {
	s := serveFrom(t, 0, func(a *app.App) (string, error) {
		b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "New", Currency: "EUR"})
		return b.ID, err
	}, store.Config{Dir: databasetest.Dir(t)})
	s.answered(t, "POST", "/accounts", `{"account":{"name":"Bank","type":"checking","balance":0}}`, 201, nil)
	id := s.spend(t, -20000)
	for range 2 { // the new budget, then its copy
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
		// To set the category Uncategorized is to set none.
		s.answered(t, "PUT", "/transactions/"+id, fmt.Sprintf(`{"transaction":{"category_id":%q}}`, uncategorized.ID), 200, nil)
		document, _ := fetch(t, s.url, s.id)
		s = serveDocument(t, document)
		copied, _ := fetch(t, s.url, s.id)
		if diff := cmp.Diff(ordered(t, document), ordered(t, copied)); diff != "" {
			t.Errorf("the copy (+) differs from the budget (-):\n%s", diff)
		}
	}
}

// TestAmountsFinerThanTheCurrencyAreStored checks that amounts are stored to the milliunit, as at the source, and
// displayed unrounded.
func TestAmountsFinerThanTheCurrencyAreStored(t *testing.T) {
	s := serveFewCategories(t)
	id := s.spend(t, -4059)
	status, text := s.send(t, "GET", "/plans/"+s.id+"/transactions/"+id, token, "")
	if status != 200 || !strings.Contains(string(text), `"amount":-4059,`) {
		t.Errorf("transaction with an amount of -4059: status %d: %.300s", status, text)
	}
	frame, err := s.app.Frame(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if shown := frame.Budget.CurrencyFormat.Text(-4059); shown != "-4.059" {
		t.Errorf("the amount is displayed as %s, want -4.059", shown)
	}
}

// serveFewCategories serves a small plan of today.
func serveFewCategories(t *testing.T) *served {
	t.Helper()
	return serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
}

// spend adds a transaction of today without a category to the first open account on budget, and returns its id.
func (s *served) spend(t *testing.T, amount int) (id string) {
	t.Helper()
	accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	account := iterutil.First(accounts, func(a pageframe.Account) bool { return !a.Closed && a.OnBudget })
	if account == nil {
		t.Fatal("the plan has no open account on budget")
	}
	body := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":"%s","amount":%d,"payee_name":"Grocer"}}`, account.ID, civil.DateOf(time.Now()), amount)
	var added struct {
		Data struct {
			Transaction struct{ ID string }
		}
	}
	s.answered(t, "POST", "/transactions", body, 201, &added)
	return added.Data.Transaction.ID
}
