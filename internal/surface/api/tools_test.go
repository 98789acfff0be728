package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/base/iterutil"
	"holdover/internal/testing/testkit"
)

// answered makes a call, checks its status, and decodes the response.
func (s *served) answered(t *testing.T, method, path, body string, status int, into any) {
	t.Helper()
	got, text := s.send(t, method, "/plans/"+s.id+path, token, body)
	if got != status {
		t.Fatalf("%s %s: status %d, want %d: %.400s", method, path, got, status, text)
	}
	if into != nil {
		unmarshal(t, text, into)
	}
}

// bank2ynab ends the address of the list with a slash, and writes additional members, which the source accepts. It
// sends its token in the address, which is not logged.
func TestBank2ynabUploads(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "57", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	row := fmt.Sprintf(`{"account_id":%q,"date":%q,"payee_name":"Baker","memo":"","category":"","cleared":"cleared","payee_id":"","category_id":"","approved":false,`+
		`"flag_color":"","amount":-4510,"same_id_count":"1","import_id":"YNAB:-4510:%s:1"}`, s.doc.Plan.Accounts[0].ID, day, day)
	for _, call := range []struct{ method, path, body, says string }{
		{"GET", "/budgets/", "", s.id},
		{"GET", "/budgets/" + s.id + "/", "", s.id},
		{"GET", "/budgets/" + s.id + "/accounts/", "", s.doc.Plan.Accounts[0].ID},
		{"POST", "/budgets/" + s.id + "/transactions", `{"transactions":[` + row + `]}`, "Baker"},
	} {
		resp, text := exchange(t, call.method, s.url+call.path+"?access_token="+token, call.body, nil)
		if resp.StatusCode >= 300 || !strings.Contains(string(text), call.says) {
			t.Errorf("%s %s with the token in the address: status %d: %.300s", call.method, call.path, resp.StatusCode, text)
		}
	}
	for path, header := range map[string]map[string]string{
		"/user?access_token=wrong": nil, "/user?access_token=": nil, "/user?access_token=" + token + "&access_token=" + token: nil,
		"/user?access_token=" + token: {"Authorization": "Bearer wrong"},
	} {
		if resp, _ := exchange(t, "GET", s.url+path, "", header); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("GET %s with %v: status %d, want 401", path, header, resp.StatusCode)
		}
	}
	if strings.Contains(s.log.String(), token) {
		t.Error("log contains the token")
	}
}

// A member that no call has is ignored, as at the source; a member that differs only in spelling is refused, so that
// data the client meant to save is not dropped.
func TestUnknownMembersAreIgnoredAndMisspeltOnesRefused(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "58", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	for member, status := range map[string]int{
		"new": 201, "dirty": 201, "payment": 201, "category": 201, "payee": 201, "note": 201, "budget_id": 201, "account_name": 201, "deleted": 201,
		"amout": 400, "ammount": 400, "amuont": 400, "catgory_id": 400, "categoryId": 400, "Category_ID": 400, "payee-name": 400, "memos": 400, "importId": 400,
	} {
		body := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000,%q:"5"}}`, s.doc.Plan.Accounts[0].ID, day, member)
		if got, text := s.send(t, "POST", "/plans/"+s.id+"/transactions", token, body); got != status || status == 400 && !strings.Contains(string(text), member) {
			t.Errorf("body with %s: status %d, want %d: %.300s", member, got, status, text)
		}
	}
}

// scheduledAs contains the members of a scheduled transaction that a test compares.
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

// Members omitted in a PUT of a scheduled transaction stay, account and date included; creation requires both.
func TestPutScheduledKeepsOmittedMembers(t *testing.T) {
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

// line contains the members of a list's line that a test compares.
type line struct {
	ID, Type     string
	Amount       int
	PayeeID      string `json:"payee_id"`
	CategoryID   string `json:"category_id"`
	CategoryName string `json:"category_name"`
	Parent       string `json:"parent_transaction_id"`
	Parts        []line `json:"subtransactions"`
}

type oneLine struct {
	Data struct{ Transaction line }
}

// A row without category is returned as "Uncategorized", as at the source: programs search for it.
func TestRowWithoutCategoryIsReturnedAsUncategorized(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "60", "--years", "1", "--tx", "60")...)
	p := &s.doc.Plan
	day := time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	var transfer, split oneLine
	var lines struct {
		Data struct{ Transactions []line }
	}
	s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000,"payee_id":%q}}`,
		p.Accounts[0].ID, day, p.Accounts[1].TransferPayeeID), 201, &transfer)
	s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000,"subtransactions":[{"amount":-600},{"amount":-400,"payee_id":%q}]}}`,
		p.Accounts[0].ID, day, p.Accounts[1].TransferPayeeID), 201, &split)
	s.answered(t, "GET", "/payees/"+p.Accounts[1].TransferPayeeID+"/transactions", "", 200, &lines)
	var due scheduledAs
	s.answered(t, "POST", "/scheduled_transactions", fmt.Sprintf(`{"scheduled_transaction":{"account_id":%q,"date":%q,"amount":-1000}}`,
		p.Accounts[0].ID, time.Now().AddDate(0, 0, 3).Format(time.DateOnly)), 201, &due)
	uncategorized := append([]line{transfer.Data.Transaction}, split.Data.Transaction.Parts...)
	for _, of := range lines.Data.Transactions {
		if of.CategoryID == "" {
			uncategorized = append(uncategorized, of)
		}
	}
	for _, of := range uncategorized {
		if of.CategoryID != "" || of.CategoryName != "Uncategorized" {
			t.Errorf("row: %+v, want the category Uncategorized without an id", of)
		}
	}
	if len(uncategorized) < 5 || split.Data.Transaction.CategoryName != "Split" || due.Data.Scheduled.CategoryName != "Uncategorized" {
		t.Errorf("%d rows without category; category of a split %q, of a schedule %q", len(uncategorized), split.Data.Transaction.CategoryName, due.Data.Scheduled.CategoryName)
	}
}

// A payee's lines of a split are the parts that name the payee; if no part does, the row is the only line. Amounts
// are never counted twice.
func TestLinesOfAPayeeAreTheMatchingPartsOfASplit(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "61", "--years", "1", "--tx", "60")...)
	account, day := s.doc.Plan.Accounts[0].ID, time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	const here, there, nowhere = `,"payee_name":"Here"`, `,"payee_name":"There"`, ""
	for name, c := range map[string]struct {
		row, first, second string
		want               []int // amounts of lines of Here; -1000 is the row
	}{
		"payee on both parts":         {here, here, here, []int{-600, -400}},
		"payee on one part":           {there, here, there, []int{-600}},
		"payee on no part":            {here, nowhere, nowhere, []int{-1000}},
		"one part without payee":      {here, here, nowhere, []int{-600, -400}},
		"one part with another payee": {here, here, there, []int{-600}},
	} {
		t.Run(name, func(t *testing.T) {
			var made oneLine
			s.answered(t, "POST", "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-1000%s,"subtransactions":[{"amount":-600%s},{"amount":-400%s}]}}`,
				account, day, c.row, c.first, c.second), 201, &made)
			row := made.Data.Transaction
			payee := row.PayeeID
			if c.row == there {
				payee = row.Parts[0].PayeeID
			}
			var got struct {
				Data struct{ Transactions []line }
			}
			s.answered(t, "GET", "/payees/"+payee+"/transactions?since_date="+day, "", 200, &got)
			var amounts []int
			for _, of := range got.Data.Transactions {
				switch {
				case of.ID == row.ID && of.Type == "transaction" && of.Parent == "":
					amounts = append(amounts, of.Amount)
				case of.Parent == row.ID && of.Type == "subtransaction" && of.PayeeID == payee:
					amounts = append(amounts, of.Amount)
				case of.Parent == row.ID || of.ID == row.ID:
					t.Errorf("line: %+v, want only the parts of the payee", of)
				}
			}
			if fmt.Sprint(amounts) != fmt.Sprint(c.want) {
				t.Errorf("%v, want %v", amounts, c.want)
			}
		})
	}
}

// Whole amounts are accepted in every JSON spelling: Python writes -4510.0, R writes 1e+05.
func TestWholeAmountsInEverySpelling(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "62", "--years", "1", "--tx", "60")...)
	day := time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	for text, want := range map[string]int{
		"-4510": -4510, "-4510.0": -4510, "-4.51e3": -4510, "1e+05": 100000, `"-4510"`: -4510, "0.0": 0, "1000000000000000.0": 1e15,
		"-4510.5": 1, "1e-3": 1, "1e300": 1, "1e16": 1, `"-4510.0"`: 1, `"1e3"`: 1, `""`: 1, `"NaN"`: 1,
	} {
		status, body := s.send(t, "POST", "/plans/"+s.id+"/transactions", token,
			fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":%s}}`, s.doc.Plan.Accounts[0].ID, day, text))
		var got oneLine
		unmarshal(t, body, &got)
		if want == 1 && status != 400 || want != 1 && (status != 201 || got.Data.Transaction.Amount != want) {
			t.Errorf("amount %s: status %d: %.300s", text, status, body)
		}
	}
}

// A response about many transactions contains its lists even if nothing was saved.
func TestEmptyListsAreInResponses(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "63", "--years", "1", "--tx", "60")...)
	row := fmt.Sprintf(`{"account_id":%q,"date":%q,"amount":-4510,"import_id":"once"}`, s.doc.Plan.Accounts[0].ID, time.Now().AddDate(0, 0, -1).Format(time.DateOnly))
	s.answered(t, "POST", "/transactions", `{"transactions":[`+row+`]}`, 201, nil)
	for _, c := range []struct {
		method, rows string
		status       int
		has          []string
	}{
		{"POST", row, 201, []string{`"transaction_ids":[]`, `"transactions":[]`, `"duplicate_import_ids":["once"]`}},
		{"POST", "", 201, []string{`"transaction_ids":[]`, `"transactions":[]`, `"duplicate_import_ids":[]`}},
		{"PATCH", "", 200, []string{`"transaction_ids":[]`, `"transactions":[]`}},
	} {
		status, body := s.send(t, c.method, "/plans/"+s.id+"/transactions", token, `{"transactions":[`+c.rows+`]}`)
		for _, has := range c.has {
			if status != c.status || !strings.Contains(string(body), has) {
				t.Errorf("%s of %q: status %d, want %d with %s: %.300s", c.method, c.rows, status, c.status, has, body)
			}
		}
	}
}

// Every change of one record accepts PATCH and PUT, regardless of which one the source documents: a maintainer there
// named PATCH for a transaction, and tools send it.
func TestPutAndPatchAreEquivalent(t *testing.T) {
	s := serve(t, 0, testkit.Today("--seed", "59", "--years", "1", "--tx", "60")...)
	account := s.doc.Plan.Accounts[0].ID
	months, err := s.app.Months(t.Context(), app.Machine(), s.id, app.MonthSpan{})
	if err != nil {
		t.Fatal(err)
	}
	category := iterutil.First(months[0].Categories, func(c app.MonthCategory) bool { return !c.Income }).ID
	var made scheduledAs
	s.answered(t, "POST", "/scheduled_transactions", fmt.Sprintf(`{"scheduled_transaction":{"account_id":%q,"date":%q,"amount":-1000,"frequency":"monthly"}}`,
		account, time.Now().AddDate(0, 0, 30).Format(time.DateOnly)), 201, &made)
	for path, body := range map[string]string{
		"/transactions/" + s.spend(t, -5000):                `{"transaction":{"memo":"both"}}`,
		"/scheduled_transactions/" + made.Data.Scheduled.ID: `{"scheduled_transaction":{"memo":"both"}}`,
		"/categories/" + category:                           `{"category":{"note":"both"}}`,
		"/months/current/categories/" + category:            `{"category":{"budgeted":1000}}`,
	} {
		s.answered(t, "PUT", path, body, 200, nil)
		s.answered(t, "PATCH", path, body, 200, nil)
	}
}
