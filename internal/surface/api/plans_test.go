package api_test

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/api"
	"holdover/internal/testing/testkit"
)

// month is a month with its categories, as in the API.
type month struct {
	Data struct {
		Month struct {
			Budgeted, Activity int64
			Categories         []monthCategory
		}
	}
}

type monthCategory struct {
	ID, Name           string
	Internal           bool
	Budgeted, Activity int64
}

// Budgets from genuine files of any age, also with card envelopes: every response has all members that the source's
// description requires, a month's figures are the sums of its listed categories, and every listed record can be
// requested. The plan is found by its source id in any case of letters.
func TestResponsesOfGenuinePlans(t *testing.T) {
	files := testkit.GenuinePlans(t)
	if len(files) == 0 {
		files = []string{testkit.Plan(t, "--seed", "55", "--years", "1", "--tx", "150", "--cards", "2")}
	}
	files = append(files, testkit.Plan(t, "--seed", "5", "--years", "1", "--tx", "150", "--cards", "2", "--targets")) // with targets of every kind
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := serveFrom(t, 0, func(a *app.App) (string, error) {
				file, err := os.Open(name)
				if err != nil {
					return "", err
				}
				defer file.Close()
				got, err := a.Import(t.Context(), app.Machine(), file, migration.ImportOptions{})
				return got.Budget.ID, err
			}, store.Config{Dir: databasetest.Dir(t), Readers: 1}) // a request that needs two readers at once would deadlock
			handler := api.New(api.Config{App: s.app, Log: s.logger, Authenticate: authenticate})
			if text := sourceDescription(t); text != nil {
				server := httptest.NewServer(describe(t, handler, text))
				defer server.Close()
				s.url = server.URL + "/v1"
			}
			doc, err := ynabdoc.Decode(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			s.checkEveryResponse(t, doc)
			if _, err := s.app.KeepCards(t.Context(), app.Machine(), s.id, true); err != nil {
				t.Fatal(err)
			}
			s.checkEveryResponse(t, doc)
		})
	}
}

// TestBudgetWithoutAccountsHasAnEmptyList: the list of budgets has the member accounts only if accounts are requested.
func TestBudgetWithoutAccountsHasAnEmptyList(t *testing.T) {
	s := serveFrom(t, 0, func(a *app.App) (string, error) {
		b, err := a.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Bare", Currency: "EUR"})
		return b.ID, err
	}, store.Config{Dir: databasetest.Dir(t)})
	for path, want := range map[string]bool{"/plans?include_accounts=true": true, "/plans": false} {
		_, text := s.send(t, "GET", path, token, "")
		if got := bytes.Contains(text, []byte(`"accounts":[]`)); got != want {
			t.Errorf("GET %s: has an empty list of accounts: %t, want %t: %s", path, got, want, text)
		}
	}
}

func (s *served) checkEveryResponse(t *testing.T, doc *ynabdoc.Document) {
	plan := "/plans/" + s.id
	get := func(path string, into any) {
		t.Helper()
		status, text := s.send(t, "GET", path, token, "")
		if status != 200 {
			t.Errorf("GET %s: status %d: %.200s", path, status, text)
			return
		}
		if into != nil {
			unmarshal(t, text, into)
		}
	}
	if doc.Plan.ID != "" {
		get("/plans/"+strings.ToUpper(doc.Plan.ID)+"/settings", nil)
	}
	for _, path := range []string{
		"/plans?include_accounts=true", "/budgets?include_accounts=true", plan, "/budgets/" + s.id, plan + "/accounts", plan + "/categories", plan + "/payees",
		plan + "/payee_locations", plan + "/months", plan + "/transactions?since_date=1990-01-01", plan + "/scheduled_transactions", plan + "/money_movements", plan + "/money_movement_groups",
	} {
		get(path, nil)
	}
	for i := range doc.Plan.Months {
		first := doc.Plan.Months[i].Month.First().String()
		var m month
		get(plan+"/months/"+first, &m)
		var budgeted, activity int64
		for _, c := range m.Data.Month.Categories {
			if c.Name != "Inflow: Ready to Assign" { // income is a separate figure
				budgeted += c.Budgeted
				activity += c.Activity
			}
			if i == 0 {
				get(plan+"/categories/"+strings.ToUpper(c.ID), nil)
				get(plan+"/categories/"+c.ID+"/transactions?since_date=1990-01-01", nil)
				get(plan+"/months/"+first+"/categories/"+c.ID, nil)
			}
		}
		if budgeted != m.Data.Month.Budgeted || activity != m.Data.Month.Activity {
			t.Errorf("%s: budgeted %d and activity %d, its categories sum to %d and %d", first, m.Data.Month.Budgeted, m.Data.Month.Activity, budgeted, activity)
		}
	}
}
