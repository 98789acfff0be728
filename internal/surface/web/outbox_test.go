package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/logic/envelope"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// answer is the response to a change of an outbox: Saved or Fault of offline/scripts/queued.ts.
type answer struct {
	Change   int64
	Label    string
	Repeated bool
	Seen     string

	Status              int
	Code, Message, Hint string
	Field               string
	Guarded             int
	Other               int64
}

// sendQueued posts the fields of a queued change, and returns the status and the response, which must be JSON.
func sendQueued(b *walk.Plain, path, kind string, content io.Reader) (status int, got answer) {
	b.Helper()
	req := testkit.Must(http.NewRequestWithContext(b.Context(), http.MethodPost, b.Env.Server.URL+path, content))(b)
	req.Header.Set("Content-Type", kind)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Holdover-Outbox", "1")
	res := testkit.Must(b.HTTP.Do(req))(b)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.Unmarshal(body, &got)
	}
	if kind := res.Header.Get("Content-Type"); err != nil || !strings.HasPrefix(kind, "application/json") {
		b.Fatalf("POST %s: %s %s %q (error %v)", path, res.Status, kind, body, err)
	}
	if got.Status != 0 && got.Status != res.StatusCode {
		b.Errorf("POST %s: status %d, in the response %d", path, res.StatusCode, got.Status)
	}
	return res.StatusCode, got
}

func sendForm(b *walk.Plain, path string, fields url.Values) (status int, got answer) {
	b.Helper()
	return sendQueued(b, path, "application/x-www-form-urlencoded", strings.NewReader(fields.Encode()))
}

// TestQueuedChangesAreAnsweredWithJSON sends the changes of an outbox: what is saved, what is refused and why.
func TestQueuedChangesAreAnsweredWithJSON(t *testing.T) {
	c := newTwoUsers(t)
	send := func(b *walk.Plain, path string, fields url.Values, want int) answer {
		t.Helper()
		status, got := sendForm(b, path, fields)
		if status != want {
			t.Fatalf("POST %s: status %d, want %d: %+v", path, status, want, got)
		}
		return got
	}
	row := func(key, amount string) url.Values {
		return url.Values{"request": {key}, "account": {c.account}, "date": {c.today.String()}, "payee": {"Queued"}, "amount": {amount}, "direction": {"out"}, "cleared": {"uncleared"}}
	}
	const key, id = "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdef"
	add, edit := c.home("/do/add-row"), c.home("/do/edit-row")

	first := send(c.anna, add, row(key, "12.50"), http.StatusOK)
	if first.Change == 0 || !strings.HasPrefix(first.Label, "Added the transaction") || first.Repeated || first.Seen == "" {
		t.Errorf("first request: %+v", first)
	}
	if got := send(c.anna, add, row(key, "12.50"), http.StatusOK); got.Change != first.Change || !got.Repeated || got.Seen != "" {
		t.Errorf("second request: %+v", got)
	}
	if got := c.rows("Queued"); len(got) != 1 || got[0].ID != id {
		t.Fatalf("%+v", got)
	}
	if got := send(c.anna, add, row(key, "13.50"), http.StatusConflict); got.Code != string(app.SavedBefore) || !strings.HasPrefix(got.Message, "This form was already saved") || got.Hint == "" {
		t.Errorf("other values: %+v", got)
	}
	if got := send(c.ben, add, row(key, "12.50"), http.StatusConflict); got.Repeated || got.Message == "" {
		t.Errorf("key of another user: %+v", got)
	}

	changed := row("1123456789abcdef0123456789abcdef", "14")
	changed.Set("row", id)
	changed.Set("seen", first.Seen)
	edited := send(c.anna, edit, changed, http.StatusOK)
	changed = row("2123456789abcdef0123456789abcdef", "15")
	changed.Set("row", id)
	changed.Set("seen", edited.Seen)
	send(c.anna, edit, changed, http.StatusOK)
	changed.Set("request", "3123456789abcdef0123456789abcdef")
	changed.Set("amount", "16")
	changed.Set("seen", first.Seen)
	if got := send(c.ben, edit, changed, http.StatusConflict); got.Code != string(app.ChangedMeanwhile) || !strings.Contains(got.Message, "It now has") {
		t.Errorf("edit of an old version: %+v", got)
	}
	changed.Del("seen")
	changed.Set("told", "1")
	send(c.ben, edit, changed, http.StatusOK)

	if got := send(c.anna, add, row("4123456789abcdef0123456789abcdef", "x"), http.StatusBadRequest); got.Field != "amount" || !strings.Contains(got.Message, "amount") || got.Hint == "" {
		t.Errorf("invalid amount: %+v", got)
	}
	if _, err := c.world.App.SetOnRows(t.Context(), app.Machine(), c.id, rows.These(id), rows.Setting{Cleared: new("reconciled")}, true); err != nil {
		t.Fatal(err)
	}
	gone := url.Values{"pick": {id}, "request": {"5123456789abcdef0123456789abcdef"}}
	if got := send(c.anna, c.home("/do/delete-rows"), gone, http.StatusConflict); got.Guarded != 1 {
		t.Errorf("reconciled transaction: %+v", got)
	}
	send(c.anna, c.home("/do/bake-bread"), url.Values{}, http.StatusNotFound)

	if err := c.world.App.RemoveShare(t.Context(), app.Machine(), c.id, "Ben"); err != nil {
		t.Fatal(err)
	}
	if got := send(c.ben, add, row("6123456789abcdef0123456789abcdef", "1"), http.StatusNotFound); got.Change != 0 {
		t.Errorf("lost role: %+v", got)
	}
	stranger := walk.NewPlain(t, c.world)
	if got := send(stranger, add, row("7123456789abcdef0123456789abcdef", "1"), http.StatusUnauthorized); got.Message != "You are not signed in" {
		t.Errorf("without a session: %+v", got)
	}
	if got := c.rows("Queued"); len(got) != 1 || got[0].Amount != -16_000 {
		t.Errorf("%+v", got)
	}
}

// TestAQueuedReceiptIsSavedOnce sends a queued transaction with a receipt twice, and then without the file.
func TestAQueuedReceiptIsSavedOnce(t *testing.T) {
	c := newTwoUsers(t)
	form := url.Values{
		"request": {"0123456789abcdef0123456789abcdef"}, "account": {c.account}, "date": {c.today.String()}, "payee": {"Queued"}, "amount": {"12.50"}, "direction": {"out"},
	}
	for i := range 2 {
		body := &bytes.Buffer{}
		parts := multipart.NewWriter(body)
		for name := range form {
			testkit.NoError(t, parts.WriteField(name, form.Get(name)))
		}
		file := testkit.Must(parts.CreateFormFile("file", "bread.pdf"))(t)
		testkit.Must(file.Write([]byte("%PDF-1.4\n%%EOF\n")))(t)
		testkit.NoError(t, parts.Close())
		if status, got := sendQueued(c.anna, c.home("/rows/with-receipt"), parts.FormDataContentType(), body); status != http.StatusOK || got.Repeated != (i > 0) || got.Change == 0 {
			t.Fatalf("request %d: status %d, %+v", i, status, got)
		}
	}
	if status, got := sendForm(c.anna, c.home("/do/add-row"), form); status != http.StatusOK || !got.Repeated {
		t.Errorf("without the file: status %d, %+v", status, got)
	}
	if got := c.rows("Queued"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestOwnWaitingChangesAreNoConflict assigns an amount after a move of money that waited in the same browser. Only a change that the
// user has not made before is a conflict, and the response names it.
func TestOwnWaitingChangesAreNoConflict(t *testing.T) {
	c := newTwoUsers(t)
	screen, err := c.world.App.Screen(t.Context(), app.Machine(), c.id)
	if err != nil {
		t.Fatal(err)
	}
	of := screen.Sheet.Rows
	var ids []string
	for _, category := range screen.Categories {
		if slices.ContainsFunc(of, func(row envelope.Row) bool { return row.No == category.No && !row.Income }) {
			ids = append(ids, category.ID)
		}
	}
	month, opened := c.today.Month().String(), strconv.FormatInt(screen.Budget.Knowledge, 10)
	n := 0
	send := func(b *walk.Plain, what string, fields url.Values, want int) answer {
		t.Helper()
		n++
		fields.Set("month", month)
		fields.Set("request", fmt.Sprintf("%032x", n))
		status, got := sendForm(b, c.home("/do/"+what), fields)
		if status != want {
			t.Fatalf("%s %v: status %d, want %d: %+v", what, fields, status, want, got)
		}
		return got
	}
	assigned := func(amount, own string) url.Values {
		return url.Values{"category": {ids[0]}, "amount": {amount}, "opened": {opened}, "own": {own}}
	}
	moved := send(c.anna, "transfer", url.Values{"category": {ids[0]}, "to": {ids[1]}, "amount": {"3"}}, http.StatusOK)
	if got := send(c.anna, "budgeted", assigned("50", ""), http.StatusConflict); got.Code != string(app.ChangedMeanwhile) || got.Other != moved.Change {
		t.Errorf("a change that is not named: %+v, want the number %d", got, moved.Change)
	}
	own := strconv.FormatInt(moved.Change, 10)
	saved := send(c.anna, "budgeted", assigned("50", own), http.StatusOK)
	theirs := send(c.ben, "budgeted", url.Values{"category": {ids[0]}, "amount": {"70"}}, http.StatusOK)
	if got := send(c.anna, "budgeted", assigned("60", own+" "+strconv.FormatInt(saved.Change, 10)), http.StatusConflict); got.Other != theirs.Change {
		t.Errorf("a change by another user: %+v, want the number %d", got, theirs.Change)
	}
}
