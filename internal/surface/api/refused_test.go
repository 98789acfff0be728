package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/testing/testkit"
)

// refused makes a call that must be refused with a field and a message.
func (s *served) refused(t *testing.T, method, path, body, field, says string) {
	t.Helper()
	var response struct {
		Error struct{ Detail, Field string }
	}
	status, text := s.send(t, method, "/plans/"+s.id+path, token, body)
	unmarshal(t, text, &response)
	if status != 400 || response.Error.Field != field || !strings.Contains(response.Error.Detail, says) {
		t.Errorf("%s %s %.200s: %d %.400s, want %q at %q", method, path, body, status, text, says, field)
	}
}

// A body in Latin-1 was saved with another character in the place of each letter that is no ASCII.
func TestBodyMustBeUTF8(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	s.refused(t, "POST", "/payees", "{\"payee\":{\"name\":\"B\xe4cker\"}}", "", "UTF-8")
	s.answered(t, "POST", "/payees", `{"payee":{"name":"Bäcker"}}`, 201, nil)
}

// Half of a surrogate pair, such as a single \ud800, was stored as another character.
func TestUnpairedSurrogateIsRefused(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	for name, refused := range map[string]bool{`a\ud800b`: true, `\udc00`: true, `\ud83d\u0041`: true, `\ude00\ud83d`: true, `\ud83d\ude00`: false, `\\ud800`: false, "\ufffd": false} {
		if body := `{"payee":{"name":"` + name + `"}}`; refused {
			s.refused(t, "POST", "/payees", body, "name", "half of a character")
		} else {
			s.answered(t, "POST", "/payees", body, 201, nil)
		}
	}
	s.refused(t, "POST", "/transactions", `{"transaction":{"account_id":"x","date":"2026-01-31","amount":-1000,"memo":"caf\ud800"}}`, "memo", "half of a character")
}

// Null removes a target, and is accepted for a category without a target: a program that sends a category back with
// another name was refused.
func TestRemovingAMissingTargetIsAccepted(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30", "--plain")...)
	var group, made struct {
		Data struct {
			CategoryGroup struct{ ID string } `json:"category_group"`
			Category      struct {
				ID, Name   string
				GoalTarget *int `json:"goal_target"`
			}
		}
	}
	s.answered(t, "POST", "/category_groups", `{"category_group":{"name":"Plans"}}`, 201, &group)
	s.answered(t, "POST", "/categories", fmt.Sprintf(`{"category":{"name":"Old name","category_group_id":%q}}`, group.Data.CategoryGroup.ID), 201, &made)
	path := "/categories/" + made.Data.Category.ID
	s.answered(t, "PATCH", path, `{"category":{"name":"New name","goal_target":null}}`, 200, &made)
	if c := made.Data.Category; c.Name != "New name" || c.GoalTarget != nil {
		t.Errorf("category: %+v, want the new name and no target", c)
	}
	before, err := s.app.Knowledge(t.Context(), app.Machine(), s.id)
	if err != nil {
		t.Fatal(err)
	}
	s.answered(t, "PATCH", path, `{"category":{"goal_target":null}}`, 200, nil)
	if after, err := s.app.Knowledge(t.Context(), app.Machine(), s.id); err != nil || after != before {
		t.Errorf("refused request changed the budget: change %d, before %d (error %v)", after, before, err)
	}
	s.refused(t, "PATCH", path, `{"category":{"goal_target_date":"2030-01-01"}}`, "goal_target", "no target yet")
	// Pages limit a target's date to fifty years ahead; programs could send any.
	s.refused(t, "PATCH", path, `{"category":{"goal_target":5000,"goal_target_date":"9999-12-31"}}`, "goal_target_date", "50 years ahead")
}

// Internal categories keep their names, by which programs find them, and income has no target: a program could change
// both.
func TestInternalCategoriesAreNotChanged(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30", "--cards", "1")...)
	if _, err := s.app.KeepCards(t.Context(), app.Machine(), s.id, true); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Data struct {
			Groups []struct {
				ID, Name   string
				Internal   bool
				Categories []struct{ ID, Name string }
			} `json:"category_groups"`
		}
	}
	s.answered(t, "GET", "/categories", "", 200, &list)
	groups := 0
	for _, g := range list.Data.Groups {
		if !g.Internal || s.isKeptCardCategory(g.ID) {
			continue
		}
		groups++
		s.refused(t, "PATCH", "/category_groups/"+g.ID, `{"category_group":{"name":"Mine"}}`, "name", "cannot be renamed")
		s.answered(t, "PATCH", "/category_groups/"+g.ID, fmt.Sprintf(`{"category_group":{"name":%q}}`, g.Name), 200, nil)
		for _, c := range g.Categories {
			if c.Name != "Inflow: Ready to Assign" {
				continue
			}
			s.refused(t, "PATCH", "/categories/"+c.ID, `{"category":{"name":"Mine"}}`, "name", "cannot be renamed")
			s.refused(t, "PATCH", "/categories/"+c.ID, `{"category":{"goal_target":5000}}`, "goal_target", "cannot have a target")
			s.answered(t, "PATCH", "/categories/"+c.ID, fmt.Sprintf(`{"category":{"name":%q,"note":"kept","goal_target":null,"goal_target_date":null}}`, c.Name), 200, nil)
		}
	}
	if groups != 2 {
		t.Errorf("%d internal groups, want 2", groups)
	}
}

// A split is not a transfer: a transfer payee was accepted and dropped.
func TestSplitWithATransferPayeeIsRefused(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	one, two := &s.doc.Plan.Accounts[0], &s.doc.Plan.Accounts[1]
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	parts := `"subtransactions":[{"amount":-1000},{"amount":-3000}]`
	split := func(more string) string {
		return fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-4000%s}}`, one.ID, day, more)
	}
	toTwo := fmt.Sprintf(`"payee_id":%q`, two.TransferPayeeID)
	s.refused(t, "POST", "/transactions", split(","+toTwo+","+parts), "payee_id", "only its parts can")
	var made oneLine
	s.answered(t, "POST", "/transactions", split(`,"payee_name":"Grocer",`+parts), 201, &made)
	path, payee := "/transactions/"+made.Data.Transaction.ID, made.Data.Transaction.PayeeID
	s.refused(t, "PUT", path, `{"transaction":{`+toTwo+`}}`, "payee_id", "only its parts can")
	s.answered(t, "PUT", path, `{"transaction":{"memo":"as it was"}}`, 200, &made)
	if made.Data.Transaction.PayeeID != payee {
		t.Errorf("payee is %s, want %s as before", made.Data.Transaction.PayeeID, payee)
	}
	s.answered(t, "POST", "/transactions", split(""), 201, &made)
	s.refused(t, "PUT", "/transactions/"+made.Data.Transaction.ID, `{"transaction":{`+toTwo+`,`+parts+`}}`, "payee_id", "only its parts can")
}

// The invalid field of a written payee is name: the error named payee_id, which the call does not have. A payee could
// be renamed to a name that no new payee may have.
func TestErrorAboutAPayeeNamesTheFieldName(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	var made struct {
		Data struct{ Payee struct{ ID string } }
	}
	s.answered(t, "POST", "/payees", `{"payee":{"name":"Grocer of mine"}}`, 201, &made)
	path := "/payees/" + made.Data.Payee.ID
	for body, says := range map[string]string{`{"payee":{"name":" "}}`: "name: the name is missing", `{"payee":{"name":"Reconciliation Balance Adjustment"}}`: "that Holdover creates"} {
		s.refused(t, "POST", "/payees", body, "name", says)
		s.refused(t, "PATCH", path, body, "name", says)
	}
}

// A group's note was in the whole plan but in no delta: a client's copy retained the old one.
func TestGroupNoteIsInEveryResponse(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30", "--groups", "2")...)
	copied, knowledge := s.planSince(t, 0)
	var group struct {
		Data struct {
			CategoryGroup struct{ ID string } `json:"category_group"`
		}
	}
	s.answered(t, "POST", "/category_groups", `{"category_group":{"name":"Plans"}}`, 201, &group)
	if _, err := s.app.SetGroupNote(t.Context(), app.Machine(), s.id, group.Data.CategoryGroup.ID, "for later"); err != nil {
		t.Fatal(err)
	}
	if diff := s.diffAfterDelta(t, copied, knowledge, map[string]int{}); diff != "" {
		t.Errorf("copy with the delta (+) differs from the plan (-):\n%.2000s", diff)
	}
	_, text := s.send(t, "GET", "/plans/"+s.id+"/categories", token, "")
	if !strings.Contains(string(text), `"note":"for later"`) {
		t.Error("the list of groups lacks the note")
	}
}

// The group of card payment categories is listed also if cards are ordinary accounts: it was not found.
func TestGroupOfCardPaymentsIsListed(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "36", "--years", "1", "--tx", "80", "--cards", "1")...)
	for _, g := range s.doc.Plan.CategoryGroups {
		if g.Name == "Credit Card Payments" {
			s.refused(t, "PATCH", "/category_groups/"+g.ID, `{"category_group":{"name":"Cards"}}`, "", "stored as in YNAB")
			return
		}
	}
	t.Error("the plan lacks the group of card payments")
}
