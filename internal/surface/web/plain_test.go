package web_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestBudgetWithoutScripts uses the budget screen like a browser without scripts.
func TestBudgetWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	got, err := world.App.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	home, b := "/budgets/"+id, walk.NewPlain(t, world)
	name := map[string]string{}
	for _, c := range got.Categories {
		name[c.Name] = c.ID
	}
	menu := func(kind, about string) {
		t.Helper()
		b.Open(home + "/menu?" + url.Values{kind: {about}, "back": {home + "?month=2026-11"}}.Encode())
	}

	menu("to-budget", "2026-11")
	b.Send("/do/hold", "Hold", url.Values{})
	b.Sees("Held €648.85 of November 2026 for the next month")
	if !strings.Contains(b.At, "month=2026-11") {
		t.Errorf("the form redirected to %s", b.At)
	}
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Held €648.85")
	b.Send("/redo", "Redo", nil)
	b.Sees("Redone: Held €648.85")
	menu("to-budget", "2026-11")
	b.Send("/do/reset-hold", "Release", nil)
	b.Sees("held in November 2026")

	menu("budgeted", name["Groceries"]+".2026-11")
	b.Send("/do/budgeted", "Amount", url.Values{"amount": {"1+1"}})
	b.Sees("Budgeted €2.00 for Groceries")
	menu("budgeted", name["Groceries"]+".2026-11")
	if status := b.Send("/do/budgeted", "Amount", url.Values{"amount": {"much"}}); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.Sees(`"much" is not an amount`)
	b.Sees(`value="much"`)

	menu("balance", name["Rent"]+".2026-11")
	b.Send("/do/rollover", "Rollover overspending", nil)
	b.Sees("Rolled over overspending of Rent")
	menu("category", name["Rent"])
	if status := b.Send("/do/rename-category", "Rename", url.Values{"name": {" WATER "}}); status != http.StatusConflict {
		t.Errorf("status %d", status)
	}
	b.Sees("already")
	menu("category", name["Rent"])
	b.Send("/do/delete-category", "Delete", url.Values{"receiver": {""}})
	b.Sees("class=\"fault\"")
	b.Send("/do/delete-category", "Delete", url.Values{"receiver": {name["Water"]}})
	b.Sees("Deleted the category Rent, its transactions went to Water")
	b.Open(home)
	b.Send("/do/new-group", "New group", url.Values{"name": {"Plans"}})
	b.Sees("Added the group Plans")
	b.Send("/view", "", url.Values{"folds": {"all"}})
	b.Sees("data-folded")
	b.Open(home + "/file")
	b.Send("/rename", "Name", url.Values{"name": {"Ours"}})
	b.Sees("Ours")
	b.Open(home + "/history")
	b.Sees("Renamed the budget Household to Ours")
}

// TestImportWithoutScripts uploads files as a form does, in pieces.
func TestImportWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	b := walk.NewPlain(t, world)
	upload := func(fileName string, content []byte) int {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("name", "Brought over")
		part, err := form.CreateFormFile("file", fileName)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil || form.Close() != nil {
			t.Fatal(err)
		}
		return b.Read(b.HTTP.Post(world.Server.URL+"/import", form.FormDataContentType(), &body))
	}
	if status := upload("page.html", append([]byte("<!doctype html><title>Forbidden</title>"), make([]byte, 20<<20)...)); status != http.StatusUnprocessableEntity {
		t.Errorf("a large web page: status %d", status)
	}
	b.Sees("not-sourceapp5")
	b.Sees(`value="Brought over"`)
	if status := upload("", nil); status != http.StatusBadRequest {
		t.Errorf("no file: status %d", status)
	}
	b.Sees("No file selected")
	if status := upload("plan.json", []byte(`{"data":{"plan":{"id":"p","name":"Small","accounts":[],"transactions":[]}}}`)); status != http.StatusOK {
		t.Fatalf("a plan: status %d\n%s", status, b.Page)
	}
	b.Sees("Import report")
	if !strings.HasSuffix(b.At, "/report") {
		t.Errorf("the import redirects to %s", b.At)
	}
	all, err := world.App.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 1 || all[0].Name != "Brought over" {
		t.Errorf("the budgets are %v, error %v", all, err)
	}
}

// TestImportReportsItsProgress reads the progress of an import while its file is uploaded.
func TestImportReportsItsProgress(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	events, err := http.Get(world.Server.URL + "/import/j1/progress")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	var told bytes.Buffer
	begun, ended := make(chan struct{}), make(chan error)
	go func() {
		tell := sync.OnceFunc(func() { close(begun) })
		lines := bufio.NewScanner(events.Body)
		for lines.Scan() {
			fmt.Fprintln(&told, lines.Text())
			if strings.HasPrefix(lines.Text(), "data: 40 ") {
				tell()
			}
		}
		ended <- lines.Err()
	}()
	body, send := io.Pipe()
	form := multipart.NewWriter(send)
	go func() {
		part, err := form.CreateFormFile("file", "plan.json")
		if err == nil {
			_, _ = io.WriteString(part, `{"data":{"plan":{"id":"p","name":"Slow",`)
			select {
			case <-begun:
			case <-time.After(10 * time.Second):
			}
			_, _ = io.WriteString(part, `"accounts":[],"transactions":[]}}}`)
		}
		_ = form.Close()
		_ = send.Close()
	}()
	res, err := http.Post(world.Server.URL+"/import?job=j1", form.FormDataContentType(), body)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if err := <-ended; err != nil || !strings.Contains(told.String(), "event: progress\ndata: 40 -1 reading") || !strings.Contains(told.String(), "event: end") {
		t.Errorf("error %v, want the progress and the end, got\n%s", err, &told)
	}
}
