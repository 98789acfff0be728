package api_test

import (
	"fmt"
	"testing"
)

// A program creates a transfer with two dates, changes each date, and receives the other side when the date that it shows
// changes.
func TestTransferWithTwoDates(t *testing.T) {
	s := serve(t, 0, "--seed", "34", "--years", "1", "--tx", "50")
	var accounts struct{ Data object }
	s.answered(t, "GET", "/accounts", "", 200, &accounts)
	var own, other object
	for _, a := range records(accounts.Data["accounts"]) {
		switch {
		case a["on_budget"] != true || a["closed"] == true:
		case own == nil:
			own = a
		case other == nil:
			other = a
		}
	}
	var saved struct{ Data object }
	s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"payee_id":%q,"date":"2026-10-30","transfer_date":"2026-11-02","amount":-500000}}`,
		own["id"], other["transfer_payee_id"]), 201, &saved)
	row := saved.Data["transaction"].(object)
	at := func(id any) object {
		t.Helper()
		var got struct{ Data object }
		s.answered(t, "GET", "/transactions/"+id.(string), "", 200, &got)
		return got.Data["transaction"].(object)
	}
	dates := func(want, wantOther any) {
		t.Helper()
		a := at(row["id"])
		b := at(a["transfer_transaction_id"])
		if a["date"] != want || b["date"] != wantOther || want != wantOther && (a["transfer_date"] != wantOther || b["transfer_date"] != want) {
			t.Errorf("the sides are of %v (%v) and %v (%v), want %v and %v", a["date"], a["transfer_date"], b["date"], b["transfer_date"], want, wantOther)
		}
		if _, has := a["transfer_date"]; has != (want != wantOther) {
			t.Errorf("transfer_date is %v with the dates %v and %v", a["transfer_date"], want, wantOther)
		}
	}
	change := func(body string) {
		t.Helper()
		s.answered(t, "PUT", "/transactions/"+row["id"].(string), `{"transaction":`+body+`}`, 200, &saved)
	}
	dates("2026-10-30", "2026-11-02")
	knowledge := int64(saved.Data["server_knowledge"].(float64))
	change(`{"date":"2026-10-29","memo":"a day earlier"}`)
	dates("2026-10-29", "2026-11-02")
	var delta struct{ Data object }
	s.answered(t, "GET", fmt.Sprintf("/transactions?last_knowledge_of_server=%d", knowledge), "", 200, &delta)
	if n := len(records(delta.Data["transactions"])); n != 2 {
		t.Errorf("%d transactions have changed, want both sides", n)
	}
	change(`{"transfer_date":"2026-11-03"}`)
	dates("2026-10-29", "2026-11-03")
	change(`{"transfer_date":null}`)
	dates("2026-10-29", "2026-10-29")
	change(`{"date":"2026-10-28"}`) // both sides again
	dates("2026-10-28", "2026-10-28")
	change(`{"transfer_date":"2026-11-01"}`)
	for body, member := range map[string]string{
		`{"transfer_date":"tomorrow"}`:                                         "transfer_date",
		`{"payee_name":"A shop","payee_id":null,"transfer_date":"2026-11-01"}`: "transfer_date",
	} {
		s.refused(t, "PUT", "/transactions/"+row["id"].(string), `{"transaction":`+body+`}`, member, "")
	}
	dates("2026-10-28", "2026-11-01")
}
