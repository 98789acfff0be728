package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

// ynab-buddy (3.0.0-preview.4, on the official client 2.10.0; a run of the program itself gave the same) uploads a
// bank's CSV twice with all its calls and members. The second upload adds nothing.
func TestSecondUploadAddsNothing(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "55", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	row := func(payee, memo string, amount, occurrence int) string {
		return fmt.Sprintf(`{"amount":%d,"date":%q,"memo":%q,"payee_name":%q,"import_id":"YNAB:%d:%s:%d","cleared":"cleared","account_id":%q,"flag_color":"purple"}`,
			amount, day, memo, payee, amount, day, occurrence, s.doc.Plan.Accounts[0].ID)
	}
	body := `{"transactions":[` + row("Baker", "rolls", -4_510, 1) + "," + row("Baker", "rolls again", -4_510, 2) + "," + row("Employer", "", 2_100_000, 1) + `]}`
	for time, want := range []int{3, 0} {
		status, text := s.send(t, "POST", "/budgets/"+s.id+"/transactions", token, body)
		var got struct {
			Data struct {
				IDs        []string `json:"transaction_ids"`
				Duplicates []string `json:"duplicate_import_ids"`
			}
		}
		unmarshal(t, text, &got)
		if status != 201 || len(got.Data.IDs) != want || len(got.Data.Duplicates) != 3-want {
			t.Errorf("upload %d: status %d, want %d added: %.300s", time+1, status, want, text)
		}
	}
}

// The API's pages describe the required token of each writing call.
func TestDocumentationNamesTheTokenOfWritingCalls(t *testing.T) {
	s := serve(t, 0, "--seed", "56", "--years", "1", "--tx", "60")
	_, text := s.send(t, "GET", "/openapi.json", token, "")
	var doc struct {
		Paths map[string]map[string]struct{ Description string }
	}
	unmarshal(t, text, &doc)
	writing := 0
	for path, calls := range doc.Paths {
		for method, call := range calls {
			says := strings.Contains(call.Description, "Full")
			if says != (method != "get") {
				t.Errorf("%s %s: description %q names a full token: %t, want %t", method, path, call.Description, says, method != "get")
			}
			if says {
				writing++
			}
		}
	}
	if writing < 16 {
		t.Errorf("%d writing calls, want at least 16", writing)
	}
}
