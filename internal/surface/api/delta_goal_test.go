package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// A payment on a card changes the amount that its payment category's target lacks. The delta contains
// the category, in either card mode, with and without a category on the payment.
func TestDeltaContainsCardCategoriesWithAChangedGoal(t *testing.T) {
	for _, envelopes := range []bool{false, true} {
		for _, categorised := range []bool{false, true} {
			t.Run(fmt.Sprintf("envelopes %t, categorised %t", envelopes, categorised), func(t *testing.T) {
				text, err := os.ReadFile(testkit.Plan(t, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--cards", "2")...))
				if err != nil {
					t.Fatal(err)
				}
				s := serveDocument(t, payingOff(t, text))
				if envelopes {
					if _, err := s.app.KeepCards(t.Context(), app.Machine(), s.id, true); err != nil {
						t.Fatal(err)
					}
				}
				accounts, err := s.app.Accounts(t.Context(), app.Machine(), s.id)
				if err != nil {
					t.Fatal(err)
				}
				before, knowledge := s.planSince(t, 0)
				row := object{"date": civil.DateOf(time.Now()).String(), "amount": -90000, "payee_name": "Shop"}
				for _, a := range accounts {
					if a.Type == string(budget.CreditCard) && !a.Closed {
						row["account_id"] = a.ID
					}
				}
				for _, c := range records(before["categories"]) {
					if categorised && c["internal"] != true && c["category_group_name"] != "Credit Card Payments" {
						row["category_id"] = c["id"]
					}
				}
				body, err := json.Marshal(object{"transaction": row})
				if err != nil {
					t.Fatal(err)
				}
				s.answered(t, http.MethodPost, "/transactions", string(body), 201, nil)
				changes, _ := s.planSince(t, knowledge)
				after, _ := s.planSince(t, 0)
				earlier, later := testkit.ByID(before)["categories"].(object), testkit.ByID(after)["categories"].(object)
				inDelta := testkit.ByID(changes)["categories"].(object)
				for id, c := range later {
					if diff := cmp.Diff(earlier[id], c); diff != "" && inDelta[id] == nil {
						t.Errorf("delta lacks %v, which changed:\n%s", c.(object)["name"], diff)
					}
				}
			})
		}
	}
}

// payingOff returns a document in which the card payment categories have the target to pay the card off within a
// year.
func payingOff(t *testing.T, text []byte) []byte {
	t.Helper()
	var doc struct{ Data struct{ Plan object } }
	unmarshal(t, text, &doc)
	due := civil.DateOf(time.Now()).AddMonths(8).Month().First().String()
	lists := [][]object{records(doc.Data.Plan["categories"])}
	for _, m := range records(doc.Data.Plan["months"]) {
		lists = append(lists, records(m["categories"]))
	}
	for _, list := range lists {
		for _, c := range list {
			if c["category_group_name"] == "Credit Card Payments" {
				c["goal_type"], c["goal_target"], c["goal_target_date"] = "TBD", 0, due
			}
		}
	}
	text, err := json.Marshal(object{"data": object{"plan": doc.Data.Plan}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
