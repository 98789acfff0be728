package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/testkit"
)

// refused makes a call that has to be refused at a field, in words.
func (s *served) refused(t *testing.T, method, path, body, field, says string) {
	t.Helper()
	var said struct {
		Error struct{ Detail, Field string }
	}
	status, text := s.send(t, method, "/plans/"+s.id+path, token, body)
	unmarshal(t, text, &said)
	if status != 400 || said.Error.Field != field || !strings.Contains(said.Error.Detail, says) {
		t.Errorf("%s %s %.200s: %d %.400s, want %q at %q", method, path, body, status, text, says, field)
	}
}

// A body in Latin-1 was saved with another character in the place of each letter that is no ASCII.
func TestABodyIsUTF8(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	s.refused(t, "POST", "/payees", "{\"payee\":{\"name\":\"B\xe4cker\"}}", "", "UTF-8")
	s.answered(t, "POST", "/payees", `{"payee":{"name":"Bäcker"}}`, 201, nil)
}

// A split is no transfer as a whole: a payee that stands for an account was taken and dropped.
func TestASplitAsAWholeIsNoTransfer(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "30")...)
	one, two := &s.doc.Plan.Accounts[0], &s.doc.Plan.Accounts[1]
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	parts := `"subtransactions":[{"amount":-1000},{"amount":-3000}]`
	split := func(more string) string {
		return fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-4000%s}}`, one.ID, day, more)
	}
	toTwo := fmt.Sprintf(`"payee_id":%q`, two.TransferPayeeID)
	s.refused(t, "POST", "/transactions", split(","+toTwo+","+parts), "payee_id", "only its parts are")
	var made oneLine
	s.answered(t, "POST", "/transactions", split(`,"payee_name":"Grocer",`+parts), 201, &made)
	path, payee := "/transactions/"+made.Data.Transaction.ID, made.Data.Transaction.PayeeID
	s.refused(t, "PUT", path, `{"transaction":{`+toTwo+`}}`, "payee_id", "only its parts are")
	s.answered(t, "PUT", path, `{"transaction":{"memo":"as it was"}}`, 200, &made)
	if made.Data.Transaction.PayeeID != payee {
		t.Errorf("the payee is %s, it was %s", made.Data.Transaction.PayeeID, payee)
	}
	s.answered(t, "POST", "/transactions", split(""), 201, &made)
	s.refused(t, "PUT", "/transactions/"+made.Data.Transaction.ID, `{"transaction":{`+toTwo+`,`+parts+`}}`, "payee_id", "only its parts are")
}
