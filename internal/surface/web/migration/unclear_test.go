package migration_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// The tables of a YNAB export whose dates can be read in two ways, and whose currency can be that of several countries.
const (
	unclearRegister = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","03/04/2026","Shop","Food: Groceries","Food","Groceries","","$12.34","$0.00","Cleared"
`
	unclearPlan = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Apr 2026","Food: Groceries","Food","Groceries","$100.00","-$12.34","$87.66"
`
)

// sendTables sends both tables in the import form.
func sendTables(t *testing.T, client *http.Client, url string) (at string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := form.WriteField("name", "Tables"); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"Home - Register.csv": unclearRegister, "Home - Plan.csv": unclearPlan} {
		part, err := form.CreateFormFile("file", name)
		if err == nil {
			_, err = part.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	res, err := client.Post(url, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.Request.URL.Path
}

// With forms only: each question of a file is a page, other users cannot open it, and the answers are used.
func TestUnclearFileWithoutScripts(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	world := webtest.NewEnvWithLog(t, &log)
	anna, ben := world.SignedIn(t, "Anna", walk.AnnasPassword), world.SignedIn(t, "Ben", walk.BensPassword)
	dates := sendTables(t, anna.Client, world.Server.URL+"/import")
	if !strings.HasPrefix(dates, "/unclear-file/") {
		t.Fatalf("the import redirects to %s, want the question about dates", dates)
	}
	anna.Expect(200, dates, "Which day is 03/04/2026?")(anna.Get(dates))
	ben.Expect(404, dates, "has expired")(ben.Get(dates))
	ben.Expect(404, dates, "has expired")(ben.Post(dates, "answer", "dmy"))
	anna.Expect(400, dates, "no answer selected")(anna.Post(dates, "answer", "ymd"))
	if all, err := world.App.Budgets(t.Context(), app.Machine()); err != nil || len(all) != 0 {
		t.Fatalf("before the answers there are %d budgets, error %v; want none", len(all), err)
	}
	status, currency, page := anna.Post(dates, "answer", "dmy")
	if status != http.StatusOK || !strings.HasPrefix(currency, "/unclear-file/") || currency == dates || !strings.Contains(page, "Which currency does $ stand for?") {
		t.Fatalf("the answer leads to %s with status %d, want the question about the currency", currency, status)
	}
	anna.Expect(404, dates, "has expired")(anna.Get(dates))
	if status, at, _ := anna.Post(currency, "answer", "CAD"); status != http.StatusOK || !strings.HasSuffix(at, "/report") {
		t.Fatalf("the last answer leads to %s with status %d, want the report", at, status)
	}
	all, err := world.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 1 || all[0].Name != "Tables" || all[0].Currency != "CAD" {
		t.Fatalf("the budgets are %+v, error %v; want Tables in CAD", all, err)
	}
}
