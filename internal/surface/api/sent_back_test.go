package api_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"holdover/internal/testing/testkit"
)

// Programs send back a record with one member changed or none. A record that is sent back unchanged changes nothing.
// This includes transfers without a payee in the file, some of which lost their other sides, and targets for which
// older files have only the month, which lost it.
func TestRecordSentBackUnchangedChangesNothing(t *testing.T) {
	made := func(args ...string) string { return testkit.Plan(t, args...) }
	for _, path := range append(testkit.RequireGenuinePlans(t),
		made("--seed", "64", "--years", "1", "--tx", "80", "--cards", "1", "--link-split-mirror"),
		made(testkit.Today("--seed", "65", "--years", "1", "--tx", "80", "--cards", "2", "--targets")...),
	) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"": text, " without payees of transfers": withoutTransferPayees(t, text)} {
			t.Run(filepath.Base(path)+name, func(t *testing.T) { sendBack(t, text) })
		}
	}
}

// withoutTransferPayees returns a document in which transfers name only their accounts.
func withoutTransferPayees(t *testing.T, text []byte) []byte {
	var doc object
	unmarshal(t, text, &doc)
	plan := doc
	for _, wrapper := range []string{"data", "plan", "budget"} {
		if inner, ok := plan[wrapper].(object); ok {
			plan = inner
		}
	}
	for _, kind := range []string{"transactions", "subtransactions", "scheduled_transactions"} {
		for _, r := range records(plan[kind]) {
			if r["transfer_account_id"] != nil {
				r["payee_id"] = nil
			}
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sendBack reads every writable record and sends it back, each separately and transactions all at once.
func sendBack(t *testing.T, text []byte) {
	s := serveDocument(t, text)
	before, _ := s.planSince(t, 0)
	list := func(path, member string) []object {
		t.Helper()
		var got struct{ Data object }
		s.answered(t, "GET", path, "", 200, &got)
		return records(got.Data[member])
	}
	send := func(method, path, member string, what any) {
		t.Helper()
		body, err := json.Marshal(object{member: what})
		if err != nil {
			t.Fatal(err)
		}
		s.answered(t, method, path, string(body), 200, nil)
	}
	rows := list("/transactions?since_date=1990-01-01", "transactions")
	for _, r := range rows {
		send("PUT", "/transactions/"+r["id"].(string), "transaction", r)
	}
	send("PATCH", "/transactions", "transactions", rows)
	for _, r := range list("/scheduled_transactions", "scheduled_transactions") {
		send("PUT", "/scheduled_transactions/"+r["id"].(string), "scheduled_transaction", r)
	}
	for _, g := range list("/categories", "category_groups") {
		for _, c := range records(g["categories"]) {
			if g["internal"] != true && g["name"] != "Credit Card Payments" {
				send("PATCH", "/categories/"+c["id"].(string), "category", c)
			}
		}
	}
	after, _ := s.planSince(t, 0)
	if diff := differences(testkit.ByID(before), testkit.ByID(after)); diff != "" {
		t.Errorf("records sent back changed from (-) to (+):\n%.3000s", diff)
	}
}
