package api_test

import (
	"strings"
	"testing"

	"holdover/internal/app"
)

// A program sets and removes the marks of a payee. A payee without marks has YNAB's members only.
func TestMarksOfPayees(t *testing.T) {
	s := serve(t, 0, "--seed", "33", "--years", "1", "--tx", "50")
	_, id, err := s.app.AddPayee(t.Context(), app.Machine(), s.id, "Kiosk")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		body, want string
		status     int
	}{
		{`{"payee":{"name":"Kiosk","hidden":true}}`, `"name":"Kiosk","transfer_account_id":null,"hidden":true,"deleted":false`, 200},
		{`{"payee":{"name":"Corner","favorite":true,"learning_off":true}}`, `"name":"Corner","transfer_account_id":null,"hidden":true,"favorite":true,"learning_off":true,"deleted":false`, 200},
		{`{"payee":{"name":"Corner","hidden":false,"favorite":false,"learning_off":false}}`, `"name":"Corner","transfer_account_id":null,"deleted":false`, 200},
		{`{"payee":{"name":"Shop"}}`, `"name":"Shop","transfer_account_id":null,"deleted":false`, 200},
		{`{"payee":{"name":"Shop","hidden":"yes"}}`, "hidden", 400},
		{`{"payee":{"hidden":true}}`, "name", 400},
	} {
		resp, body := exchange(t, "PATCH", s.url+"/plans/"+s.id+"/payees/"+id, c.body, bearer(token))
		if resp.StatusCode != c.status || !strings.Contains(string(body), c.want) {
			t.Errorf("%s: status %d, want %d with %q in: %s", c.body, resp.StatusCode, c.status, c.want, body)
		}
	}
}
