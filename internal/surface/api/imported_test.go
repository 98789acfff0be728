package api_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/store"
	"holdover/internal/surface/api"
)

type oneObject struct {
	Data struct {
		Transaction object
		IDs         []string `json:"transaction_ids"`
		Duplicates  []string `json:"duplicate_import_ids"`
	}
}

// A matched import answered with the id of the entered transaction, and deleting it deleted the entry.
// The import has its own id now: deleting it leaves the entry as it was, and the import id stays taken.
func TestDeletingAMatchedImportKeepsTheEntry(t *testing.T) {
	s, account, category := serveWithIDs(t)
	today := civil.DateOf(time.Now())
	_, entered, err := s.app.AddRow(t.Context(), app.Machine(), s.id, rows.Entry{Account: account, Date: today.AddDays(-2), Amount: -4321, PayeeName: "Kiosk", Category: category, Memo: "by hand"})
	if err != nil {
		t.Fatal(err)
	}
	post := fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-4321,"payee_name":"KIOSK 12","cleared":"cleared","import_id":"K:1"}}`, account, today)
	var got oneObject
	s.answered(t, http.MethodPost, "/transactions", post, 201, &got)
	made, _ := got.Data.Transaction["id"].(string)
	if r := got.Data.Transaction; made == entered || r["matched_transaction_id"] != entered || r["import_id"] != "K:1" || r["memo"] != "by hand" || got.Data.IDs[0] != made {
		t.Fatalf("the import: %+v, want another id than the entry %s, which it names", got.Data, entered)
	}
	s.answered(t, http.MethodGet, "/transactions/"+entered, "", 200, &got)
	if r := got.Data.Transaction; r["id"] != entered || r["matched_transaction_id"] != made || r["cleared"] != "cleared" {
		t.Errorf("the entry: %v, want it cleared and matched with %s", r, made)
	}
	s.answered(t, http.MethodGet, "/transactions/"+made, "", 200, &got)
	if r := got.Data.Transaction; r["id"] != made || r["matched_transaction_id"] != entered {
		t.Errorf("the import: %v, want id %s matched with %s", r, made, entered)
	}
	s.answered(t, http.MethodPut, "/transactions/"+made, `{"transaction":{"approved":true}}`, 200, &got)
	if r := got.Data.Transaction; r["id"] != made || r["approved"] != true {
		t.Errorf("the changed import: %v, want id %s, approved", r, made)
	}
	if listed := s.rowsOf(t, account, -4321); len(listed) != 1 || listed[0].ID != entered {
		t.Errorf("the list: %+v, want the entry %s alone", listed, entered)
	}
	s.answered(t, http.MethodDelete, "/transactions/"+made, "", 200, &got)
	if r := got.Data.Transaction; r["id"] != made || r["deleted"] != true {
		t.Errorf("the deleted import: %v, want id %s, deleted", r, made)
	}
	s.answered(t, http.MethodGet, "/transactions/"+made, "", 404, nil)
	s.answered(t, http.MethodDelete, "/transactions/"+made, "", 404, nil)
	s.answered(t, http.MethodGet, "/transactions/"+entered, "", 200, &got)
	if r := got.Data.Transaction; r["memo"] != "by hand" || r["import_id"] != nil || r["matched_transaction_id"] != nil || r["cleared"] != "uncleared" || r["deleted"] != false {
		t.Errorf("the entry afterwards: %v, want it as it was entered", r)
	}
	s.answered(t, http.MethodPost, "/transactions", post, 409, nil)
	s.answered(t, http.MethodPost, "/transactions", fmt.Sprintf(`{"transactions":[{"account_id":%q,"date":%q,"amount":-4321,"import_id":"K:1"}]}`, account, today), 201, &got)
	if len(got.Data.IDs) != 0 || len(got.Data.Duplicates) != 1 {
		t.Errorf("the import again: %+v, want a duplicate", got.Data)
	}
	s.answered(t, http.MethodPost, "/transactions", fmt.Sprintf(`{"transaction":{"account_id":%q,"date":%q,"amount":-4321,"import_id":"K:2"}}`, account, today), 201, &got)
	if r := got.Data.Transaction; r["matched_transaction_id"] != entered {
		t.Errorf("the booked form of the import: %v, want it matched with %s", r, entered)
	}
}

// GET of the id of a subtransaction answered 200, every other call 404.
func TestIDsOfPartsAreNoTransactions(t *testing.T) {
	s, account, category := serveWithIDs(t)
	var got oneObject
	s.answered(t, http.MethodPost, "/transactions", fmt.Sprintf(
		`{"transaction":{"account_id":%q,"date":%q,"amount":-3000,"subtransactions":[{"amount":-1000,"category_id":%q},{"amount":-2000}]}}`, account, civil.DateOf(time.Now()), category), 201, &got)
	part := records(got.Data.Transaction["subtransactions"])[0]["id"].(string)
	s.answered(t, http.MethodGet, "/transactions/"+part, "", 404, nil)
	s.answered(t, http.MethodPut, "/transactions/"+part, `{"transaction":{"memo":"x"}}`, 404, nil)
	s.answered(t, http.MethodDelete, "/transactions/"+part, "", 404, nil)
}

// performed_by_user_id was always null. It is the id that /user answers to the user who assigned the
// money, on a page or by a program, and null for the amounts of an import.
func TestMovementsNameTheirPerformer(t *testing.T) {
	a := apptest.Open(t, store.Config{Dir: t.TempDir()})
	const password = "four plain words here"
	if err := a.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	in, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	bearer, _, err := a.NewToken(t.Context(), in.Who, users.TokenRequest{Name: "Sheet", Scope: auth.Full, Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	made, err := a.NewBudget(t.Context(), in.Who, app.BudgetEntry{Name: "Home", Currency: "EUR", Starter: true})
	if err != nil {
		t.Fatal(err)
	}
	s := &served{app: a, id: made.ID}
	server := httptest.NewServer(api.New(api.Config{App: a, Log: slog.New(slog.DiscardHandler), Authenticate: a.ActorOfBearer}))
	defer server.Close()
	s.url = server.URL + "/v1"
	read := func(path string, into any) {
		t.Helper()
		status, text := s.send(t, http.MethodGet, path, bearer.Reveal(), "")
		if status != http.StatusOK {
			t.Fatalf("GET %s: status %d: %s", path, status, text)
		}
		unmarshal(t, text, into)
	}
	var user struct {
		Data struct{ User struct{ ID string } }
	}
	read("/user", &user)
	screen, err := a.Screen(t.Context(), in.Who, s.id)
	if err != nil {
		t.Fatal(err)
	}
	var categories []string
	for _, c := range screen.Categories {
		if !c.Income && c.Card == 0 {
			categories = append(categories, c.ID)
		}
	}
	m := civil.DateOf(time.Now()).Month()
	if _, err := a.SetBudgeted(t.Context(), in.Who, s.id, categories[0], m, 12_340); err != nil {
		t.Fatal(err)
	}
	if status, text := s.send(t, http.MethodPatch, "/plans/"+s.id+"/months/current/categories/"+categories[1], bearer.Reveal(), `{"category":{"budgeted":55550}}`); status != 200 {
		t.Fatalf("assign: status %d: %s", status, text)
	}
	if _, err := a.SetBudgeted(t.Context(), app.Machine(), s.id, categories[0], m, 77_770); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Data struct {
			Movements []object `json:"money_movements"`
		}
	}
	read("/plans/"+s.id+"/money_movements", &list)
	by := map[any]any{}
	for _, one := range list.Data.Movements {
		by[one["amount"]] = one["performed_by_user_id"]
	}
	if by[12340.0] != user.Data.User.ID || by[55550.0] != user.Data.User.ID {
		t.Errorf("performers by amount: %v, want %s", by, user.Data.User.ID)
	}
	if machine := by[65430.0]; machine == nil || machine == user.Data.User.ID {
		t.Errorf("the performer of the command line: %v, want an id other than the user's", machine)
	}
}
