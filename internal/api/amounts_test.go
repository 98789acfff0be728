package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/testkit"
)

// TestAMonthsActivityHasWhatHasNoCategory: the source describes a month's activity as all its transactions but those that are
// income. What has no category was listed under Uncategorized and missing in the sum.
func TestAMonthsActivityHasWhatHasNoCategory(t *testing.T) {
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
		t.Errorf("activity %d, the categories sum to %d, of which %d have none", m.Data.Month.Activity, activity, uncategorized)
	}
}

// TestAmountsFinerThanTheCurrencyAreKept as the source keeps them, to the milliunit, and shown to people as they are.
func TestAmountsFinerThanTheCurrencyAreKept(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--groups", "2", "--categories", "4")...)
	id := s.spend(t, -4059)
	status, text := s.send(t, "GET", "/plans/"+s.id+"/transactions/"+id, token, "")
	if status != 200 || !strings.Contains(string(text), `"amount":-4059,`) {
		t.Errorf("%d %.300s", status, text)
	}
	b, err := s.app.Frame(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	if shown := b.Budget.CurrencyFormat.Text(-4059); shown != "-4.059" {
		t.Errorf("it is shown as %s", shown)
	}
}

// spend records a transaction of today without a category, and gives its id.
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
		body := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":"%s","amount":%d,"payee_name":"Grocer"}}`, a.ID, cal.DateOf(time.Now()), amount)
		status, text := s.send(t, "POST", "/plans/"+s.id+"/transactions", token, body)
		if status != 201 {
			t.Fatalf("%d %s", status, text)
		}
		var got struct {
			Data struct {
				Transaction struct{ ID string }
			}
		}
		unmarshal(t, text, &got)
		return got.Data.Transaction.ID
	}
	t.Fatal("no account")
	return ""
}
