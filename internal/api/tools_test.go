package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"holdover/internal/testkit"
)

// answered makes a call that has to come out with a status, and reads what it says.
func (s *served) answered(t *testing.T, method, path, body string, status int, into any) {
	t.Helper()
	got, text := s.send(t, method, "/plans/"+s.id+path, token, body)
	if got != status {
		t.Fatalf("%s %s: %d %.400s", method, path, got, text)
	}
	if into != nil {
		unmarshal(t, text, into)
	}
}

// bank2ynab ends the address of the list with a slash, and writes members of its own, as
// the source lets it. It sends its token in the address: that is refused by name.
func TestBank2ynabUploads(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "57", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	row := fmt.Sprintf(`{"account_id":%q,"date":%q,"payee_name":"Baker","memo":"","category":"","cleared":"cleared","payee_id":"","category_id":"","approved":false,`+
		`"flag_color":"","amount":-4510,"same_id_count":"1","import_id":"YNAB:-4510:%s:1"}`, s.doc.Plan.Accounts[0].ID, day, day)
	bearer := map[string]string{"Authorization": "Bearer " + token}
	for _, call := range []struct{ method, path, body, says string }{
		{"GET", "/budgets/", "", s.id},
		{"GET", "/budgets/" + s.id + "/", "", s.id},
		{"GET", "/budgets/" + s.id + "/accounts/", "", s.doc.Plan.Accounts[0].ID},
		{"POST", "/budgets/" + s.id + "/transactions", `{"transactions":[` + row + `]}`, "Baker"},
	} {
		resp, text := exchange(t, call.method, s.url+call.path+"?access_token="+token, call.body, nil)
		if resp.StatusCode != http.StatusUnauthorized || !strings.Contains(string(text), "in the address") {
			t.Errorf("%s %s with the token in the address: %d %.300s", call.method, call.path, resp.StatusCode, text)
		}
		if resp, text = exchange(t, call.method, s.url+call.path, call.body, bearer); resp.StatusCode >= 300 || !strings.Contains(string(text), call.says) {
			t.Errorf("%s %s: %d %.300s", call.method, call.path, resp.StatusCode, text)
		}
	}
	if strings.Contains(s.log.String(), token) {
		t.Error("the token is in the log")
	}
}

// A member that no call has is passed over, as the source does it; one that is a
// call's own in another spelling is refused: what was meant to be saved is not dropped.
func TestMembersOfProgramsThemselves(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "58", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	for member, status := range map[string]int{
		"new": 201, "dirty": 201, "payment": 201, "category": 201, "payee": 201, "note": 201, "budget_id": 201, "account_name": 201, "deleted": 201,
		"amout": 400, "ammount": 400, "amuont": 400, "catgory_id": 400, "categoryId": 400, "Category_ID": 400, "payee-name": 400, "memos": 400, "importId": 400,
	} {
		body := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000,%q:"5"}}`, s.doc.Plan.Accounts[0].ID, day, member)
		if got, text := s.send(t, "POST", "/plans/"+s.id+"/transactions", token, body); got != status || status == 400 && !strings.Contains(string(text), member) {
			t.Errorf("%s: %d %.300s", member, got, text)
		}
	}
}

// scheduledAs is what a test looks at of a scheduled transaction.
type scheduledAs struct {
	Data struct {
		Scheduled struct {
			ID, Frequency, Memo string
			Amount              int
			DateNext            string `json:"date_next"`
			AccountID           string `json:"account_id"`
			CategoryName        string `json:"category_name"`
		} `json:"scheduled_transaction"`
	}
}

// What a PUT of a scheduled transaction leaves out stays, account and day too; one that
// is created needs both.
func TestPutScheduledKeepsWhatIsLeftOut(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "59", "--years", "1", "--tx", "60")...)
	account, day := s.doc.Plan.Accounts[0].ID, time.Now().AddDate(0, 0, 30).Format(time.DateOnly)
	var made, changed scheduledAs
	s.answered(t, "POST", "/scheduled_transactions", fmt.Sprintf(`{"scheduled_transaction":{"account_id":%q,"date":%q,"amount":-1000,"frequency":"monthly"}}`, account, day), 201, &made)
	s.answered(t, "PUT", "/scheduled_transactions/"+made.Data.Scheduled.ID, `{"scheduled_transaction":{"amount":-2000,"memo":"more"}}`, 200, &changed)
	want := made.Data.Scheduled
	want.Amount, want.Memo = -2000, "more"
	if changed.Data.Scheduled != want || want.AccountID != account || want.DateNext != day {
		t.Errorf("%+v, want %+v", changed.Data.Scheduled, want)
	}
	s.answered(t, "POST", "/scheduled_transactions", fmt.Sprintf(`{"scheduled_transaction":{"date":%q}}`, day), 400, nil)
	s.answered(t, "POST", "/scheduled_transactions", fmt.Sprintf(`{"scheduled_transaction":{"account_id":%q}}`, account), 400, nil)
}
