package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/testing/testkit"
)

// importResponse is the response to imported transactions.
type importResponse struct {
	Data struct {
		IDs        []string `json:"transaction_ids"`
		Duplicates []string `json:"duplicate_import_ids"`
	}
}

// rowsOf returns the transactions of an account with an amount.
func (s *served) rowsOf(t *testing.T, account string, amount int) (found []line) {
	t.Helper()
	var lines struct {
		Data struct{ Transactions []line }
	}
	s.answered(t, "GET", "/accounts/"+account+"/transactions", "", 200, &lines)
	for _, l := range lines.Data.Transactions {
		if l.Amount == amount {
			found = append(found, l)
		}
	}
	return found
}

// A program that imports both accounts of a bank sends both sides of a transfer in one call. The side created by the
// first row was not compared with the second: the transfer was stored twice.
func TestBothSidesOfATransferInOneCallAreStoredOnce(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "61", "--years", "1", "--tx", "60", "--cards", "0")...)
	one, two := &s.doc.Plan.Accounts[0], &s.doc.Plan.Accounts[1]
	day := func(ago int) string { return time.Now().AddDate(0, 0, -ago).Format(time.DateOnly) }
	for i, c := range []struct {
		name, payee string // of the other side, besides its account
		ago, rows   int    // age of the rows in days, and the number of rows in each account afterwards
	}{
		{"transfer", fmt.Sprintf(`,"payee_id":%q`, one.TransferPayeeID), 2, 1},
		{"plain", `,"payee_name":"FROM SAVINGS"`, 12, 1},
		{"split", fmt.Sprintf(`,"subtransactions":[{"amount":1000},{"amount":%d}]`, 1_235_022-1_000), 2, 2},
		{"transfer of an earlier date", `,"payee_name":"FROM SAVINGS"`, 14, 2},
	} {
		amount := 1_235_000 + 11*i
		var done importResponse
		s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transactions":[{"account_id":%q,"date":%q,"amount":%d,"payee_id":%q,"import_id":"a%d"},{"account_id":%q,"date":%q,"amount":%d,"import_id":"b%d"%s}]}`,
			one.ID, day(3), -amount, two.TransferPayeeID, i, two.ID, day(c.ago), amount, i, c.payee), 201, &done)
		out, in := s.rowsOf(t, one.ID, -amount), s.rowsOf(t, two.ID, amount)
		if len(out) != 1 && c.name != "split" || len(in) != c.rows || len(done.Data.IDs) != 2 {
			t.Errorf("%s: %d outgoing rows, %d incoming, %d ids", c.name, len(out), len(in), len(done.Data.IDs))
		}
	}
	amount := 1_300_000
	row := func(account, payee, id string, amount int) string {
		return fmt.Sprintf(`{"account_id":%q,"date":%q,"amount":%d,"payee_id":%q,"import_id":%q}`, account, day(3), amount, payee, id)
	}
	s.answered(t, "POST", "/transactions", `{"transactions":[`+row(one.ID, two.TransferPayeeID, "c1", -amount)+","+row(one.ID, two.TransferPayeeID, "c2", -amount)+","+
		row(two.ID, one.TransferPayeeID, "d1", amount)+","+row(two.ID, one.TransferPayeeID, "d2", amount)+","+row(two.ID, one.TransferPayeeID, "d3", amount)+`]}`, 201, nil)
	if out, in := s.rowsOf(t, one.ID, -amount), s.rowsOf(t, two.ID, amount); len(out) != 3 || len(in) != 3 {
		t.Errorf("two transfers sent with both sides, one with one: %d outgoing rows and %d incoming, want 3 and 3", len(out), len(in))
	}
}

// The import id of a moved row stays taken in the account of the bank that sent it, like that of a deleted one, also
// if it was moved on a page and deleted later, until the move is undone. The next call imported the row again.
func TestMovedRowIsNotImportedAgain(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "62", "--years", "1", "--tx", "60", "--cards", "0")...)
	one, two := s.doc.Plan.Accounts[0].ID, s.doc.Plan.Accounts[1].ID
	row := func(account, id string) string {
		return fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-4510,"import_id":%q}}`, account, time.Now().AddDate(0, 0, -3).Format(time.DateOnly), id)
	}
	bring := func(account, id string, status int) string {
		t.Helper()
		var made oneLine
		s.answered(t, "POST", "/transactions", row(account, id), status, &made)
		return made.Data.Transaction.ID
	}
	moved := bring(one, "Z1", 201)
	s.answered(t, "PUT", "/transactions/"+moved, fmt.Sprintf(`{"transaction":{"account_id":%q}}`, two), 200, nil)
	bring(one, "Z1", 409)
	bring(two, "Z1", 409)
	s.answered(t, "DELETE", "/transactions/"+moved, "", 200, nil)
	bring(one, "Z1", 409)

	done, err := s.app.SetOnRows(t.Context(), app.Machine(), s.id, rows.These(bring(one, "Z2", 201)), rows.Setting{Account: &two}, true)
	if err != nil {
		t.Fatal(err)
	}
	bring(one, "Z2", 409)
	if _, err := s.app.Undo(t.Context(), app.Machine(), s.id, done.Change); err != nil {
		t.Fatal(err)
	}
	bring(one, "Z2", 409)
	bring(two, "Z2", 201) // it never was there
}

// Two rows with one import id in an account could not be told apart, and a change by import id reported that several
// accounts had it.
func TestImportIDIsUniqueInAnAccount(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "62", "--years", "1", "--tx", "60", "--cards", "0")...)
	one, two := s.doc.Plan.Accounts[0].ID, s.doc.Plan.Accounts[1].ID
	row := func(account, id string) string {
		return fmt.Sprintf(`{"account_id":%q,"date":%q,"amount":-4510,"import_id":%q}`, account, time.Now().AddDate(0, 0, -3).Format(time.DateOnly), id)
	}
	var made importResponse
	s.answered(t, "POST", "/transactions", `{"transactions":[`+row(one, "Z1")+","+row(two, "Z1")+`]}`, 201, &made)
	first, second := made.Data.IDs[0], made.Data.IDs[1]
	for body, says := range map[string]string{
		fmt.Sprintf(`{"transactions":[{"id":%q,"account_id":%q}]}`, first, two): "has another transaction of import_id",
		`{"transactions":[{"import_id":"Z1","memo":"which?"}]}`:                 "2 transactions have the import_id",
	} {
		if status, text := s.send(t, "PATCH", "/plans/"+s.id+"/transactions", token, body); status != 400 || !strings.Contains(string(text), says) {
			t.Errorf("%s: status %d, want 400 with %q: %s", body, status, says, text)
		}
	}
	s.answered(t, "PATCH", "/transactions", fmt.Sprintf(`{"transactions":[{"id":%q,"account_id":%q},{"id":%q,"account_id":%q,"memo":"stays"}]}`,
		first, s.doc.Plan.Accounts[2].ID, second, two), 200, nil)
}
