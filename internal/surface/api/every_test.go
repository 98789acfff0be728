package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"holdover/internal/model/ynabdoc"
)

// every reading call of the API, with the ids of the plan put in.
func everyCall(s *served) map[string]string {
	p := &s.doc.Plan
	plan := "/plans/" + s.id
	split := p.Subtransactions[0].TransactionID
	location := ""
	if len(p.PayeeLocations) > 0 {
		location = p.PayeeLocations[0].ID
	}
	category, payee := categorised(p)
	month := p.Months[len(p.Months)/2].Month.First().String()
	return map[string]string{
		"getUser":                       "/user",
		"getPlans":                      "/plans?include_accounts=true",
		"getBudgets":                    "/budgets",
		"getPlanById":                   "/plans/last-used",
		"getBudgetById":                 "/budgets/" + s.id,
		"getPlanSettingsById":           plan + "/settings",
		"getAccounts":                   plan + "/accounts",
		"getAccountById":                plan + "/accounts/" + p.Accounts[0].ID,
		"getCategories":                 plan + "/categories",
		"getCategoryById":               plan + "/categories/" + category,
		"getMonthCategoryById":          plan + "/months/" + month + "/categories/" + category,
		"getPayees":                     plan + "/payees",
		"getPayeeById":                  plan + "/payees/" + payee,
		"getPayeeLocations":             plan + "/payee_locations",
		"getPayeeLocationById":          plan + "/payee_locations/" + location,
		"getPayeeLocationsByPayee":      plan + "/payees/" + payee + "/payee_locations",
		"getPlanMonths":                 plan + "/months",
		"getPlanMonth":                  plan + "/months/" + month,
		"getMoneyMovements":             plan + "/money_movements",
		"getMoneyMovementsByMonth":      plan + "/months/" + month + "/money_movements",
		"getMoneyMovementGroups":        plan + "/money_movement_groups",
		"getMoneyMovementGroupsByMonth": plan + "/months/" + month + "/money_movement_groups",
		"getTransactions":               plan + "/transactions?since_date=2000-01-01",
		"getTransactionById":            plan + "/transactions/" + split,
		"getTransactionsByAccount":      plan + "/accounts/" + p.Accounts[0].ID + "/transactions",
		"getTransactionsByCategory":     plan + "/categories/" + category + "/transactions?since_date=2000-01-01",
		"getTransactionsByPayee":        plan + "/payees/" + payee + "/transactions?since_date=2000-01-01",
		"getTransactionsByMonth":        plan + "/months/" + month + "/transactions",
		"getScheduledTransactions":      plan + "/scheduled_transactions",
		"getScheduledTransactionById":   plan + "/scheduled_transactions/" + p.ScheduledTransactions[0].ID,
	}
}

// categorised returns an ordinary category, and a payee, that some row has.
func categorised(p *ynabdoc.Plan) (category, payee string) {
	ordinary := map[string]bool{}
	for i := range p.Categories {
		c := &p.Categories[i]
		ordinary[c.ID] = !c.Deleted && !c.Internal && c.GroupName != "Credit Card Payments"
	}
	for i := range p.Transactions {
		if t := &p.Transactions[i]; ordinary[t.CategoryID] && t.PayeeID != "" && !t.Deleted {
			return t.CategoryID, t.PayeeID
		}
	}
	return "", ""
}

func TestEveryCallRespondsAsDocumented(t *testing.T) {
	s := serve(t, 0, "--seed", "31", "--years", "2", "--tx", "600", "--cards", "2")
	c := newCaller(t, s)
	for operation, path := range everyCall(s) {
		if strings.HasSuffix(path, "/") {
			continue // the plan has none
		}
		if status, body := c.call(path); status != http.StatusOK {
			t.Errorf("GET %s: status %d: %.300s", path, status, body)
		}
		if !c.seen[operation] && operation != "" {
			t.Errorf("GET %s is not the operation %s", path, operation)
		}
	}
}

// The lists contain the records of the document.
func TestListsContainThePlan(t *testing.T) {
	s := serve(t, 0, "--seed", "32", "--years", "2", "--tx", "600", "--cards", "2", "--plain")
	c := newCaller(t, s)
	var accounts struct {
		Data struct {
			Accounts []struct {
				ID      string
				Balance int64
			}
		}
	}
	c.must("/plans/"+s.id+"/accounts", &accounts)
	want := map[string]int64{}
	for i := range s.doc.Plan.Accounts {
		want[s.doc.Plan.Accounts[i].ID] = int64(s.doc.Plan.Accounts[i].Balance)
	}
	for _, a := range accounts.Data.Accounts {
		if want[a.ID] != a.Balance {
			t.Errorf("account %s: %d, want %d", a.ID, a.Balance, want[a.ID])
		}
		delete(want, a.ID)
	}
	if len(want) > 0 {
		t.Errorf("accounts missing: %v", want)
	}
	s.compareTransactions(t, c)
	s.compareMonths(t, c)
}

func (s *served) compareTransactions(t *testing.T, c *caller) {
	type part struct {
		ID     string
		Amount int64
	}
	var got struct {
		Data struct {
			Transactions []struct {
				ID, Date        string
				Amount          int64
				Subtransactions []part
			}
		}
	}
	c.must("/plans/"+s.id+"/transactions?since_date=1990-01-01", &got)
	parts := map[string][]part{}
	for row, p := range s.doc.Plan.EachSubtransaction() {
		if !p.Deleted {
			parts[row] = append(parts[row], part{p.ID, int64(p.Amount)})
		}
	}
	live := 0
	for i := range s.doc.Plan.Transactions {
		want := &s.doc.Plan.Transactions[i]
		if want.Deleted {
			continue
		}
		live++
		at := slices.IndexFunc(got.Data.Transactions, func(r struct {
			ID, Date        string
			Amount          int64
			Subtransactions []part
		},
		) bool {
			return r.ID == want.ID
		})
		if at < 0 {
			t.Errorf("transaction %s is missing", want.ID)
			continue
		}
		r := got.Data.Transactions[at]
		if r.Amount != int64(want.Amount) || r.Date != want.Date.String() || !slices.Equal(r.Subtransactions, parts[want.ID]) && len(parts[want.ID]) > 0 {
			t.Errorf("transaction %s: %+v, want %+v with %v", want.ID, r, want, parts[want.ID])
		}
	}
	if live != len(got.Data.Transactions) {
		t.Errorf("%d transactions, want %d", len(got.Data.Transactions), live)
	}
}

func (s *served) compareMonths(t *testing.T, c *caller) {
	for i := range s.doc.Plan.Months {
		m := &s.doc.Plan.Months[i]
		var got struct {
			Data struct {
				Month struct {
					Income     int64
					Categories []struct {
						ID                          string
						Budgeted, Activity, Balance int64
					}
				}
			}
		}
		c.must("/plans/"+s.id+"/months/"+m.Month.First().String(), &got)
		want := map[string]*ynabdoc.Category{}
		for j := range m.Categories {
			want[m.Categories[j].ID] = &m.Categories[j]
		}
		for _, g := range got.Data.Month.Categories {
			if w := want[g.ID]; w != nil && !w.Internal && (int64(w.Budgeted) != g.Budgeted || int64(w.Activity) != g.Activity || int64(w.Balance) != g.Balance) {
				t.Errorf("%s, %s: %+v, want %d %d %d", m.Month, w.Name, g, w.Budgeted, w.Activity, w.Balance)
			}
		}
	}
}
