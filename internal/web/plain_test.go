package web

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
)

// plainBrowser is a browser without scripts: it follows links and sends forms.
type plainBrowser struct {
	*testing.T
	world *world
	http  *http.Client
	at    string // the address it was led to
	page  string
}

func newPlainBrowser(t *testing.T, w *world) *plainBrowser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &plainBrowser{T: t, world: w, http: &http.Client{Jar: jar, Timeout: time.Minute}}
}

func (b *plainBrowser) read(res *http.Response, err error) int {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.Fatal(err)
	}
	b.at, b.page = res.Request.URL.RequestURI(), string(body)
	return res.StatusCode
}

func (b *plainBrowser) open(path string) {
	b.Helper()
	if status := b.read(b.http.Get(b.world.server.URL + path)); status != http.StatusOK {
		b.Fatalf("%s: %d\n%s", path, status, b.page)
	}
}

var (
	formPattern   = regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>`)
	inputPattern  = regexp.MustCompile(`<input[^>]*name="([^"]*)" value="([^"]*)"`)
	amountPattern = regexp.MustCompile(`<input[^>]*class="amount-in"[^>]*name="([^"]*)" value="([^"]*)"`)
)

// send sends the form whose text has the words, with fields changed.
func (b *plainBrowser) send(action, words string, fields url.Values) int {
	b.Helper()
	for _, form := range formPattern.FindAllStringSubmatch(b.page, -1) {
		if !strings.HasSuffix(html.UnescapeString(form[1]), action) || !strings.Contains(html.UnescapeString(form[2]), words) {
			continue
		}
		values := url.Values{}
		for _, in := range append(inputPattern.FindAllStringSubmatch(form[2], -1), amountPattern.FindAllStringSubmatch(form[2], -1)...) {
			values.Set(html.UnescapeString(in[1]), html.UnescapeString(in[2]))
		}
		for name, value := range fields {
			values[name] = value
		}
		return b.read(b.http.PostForm(b.world.server.URL+html.UnescapeString(form[1]), values))
	}
	b.Fatalf("%s has no form to %s with %q\n%s", b.at, action, words, b.page)
	return 0
}

func (b *plainBrowser) sees(words string) {
	b.Helper()
	if !strings.Contains(html.UnescapeString(b.page), words) {
		b.Fatalf("%s does not say %q\n%s", b.at, words, b.page)
	}
}

// TestWithoutScripts goes through what the budget screen does as a browser
// without scripts would.
func TestWithoutScripts(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	got, err := world.app.Screen(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	home, b := "/budgets/"+id, newPlainBrowser(t, world)
	name := map[string]string{}
	for _, c := range got.Categories {
		name[c.Name] = c.ID
	}
	menu := func(kind, about string) {
		t.Helper()
		b.open(home + "/menu?" + url.Values{kind: {about}, "back": {home + "?month=2026-11"}}.Encode())
	}

	menu("to-budget", "2026-11")
	b.send("/do/hold", "Hold", url.Values{})
	b.sees("Held €648.85 of November 2026 for the next month")
	if !strings.Contains(b.at, "month=2026-11") {
		t.Errorf("the form led to %s", b.at)
	}
	b.send("/undo", "Undo", nil)
	b.sees("Undone: Held €648.85")
	b.send("/redo", "Redo", nil)
	b.sees("Made again: Held €648.85")
	menu("to-budget", "2026-11")
	b.send("/do/reset-hold", "Reset next month's buffer", nil)
	b.sees("Reset the buffer of November 2026")

	menu("budgeted", name["Groceries"]+".2026-11")
	b.send("/do/budgeted", "Amount", url.Values{"amount": {"1+1"}})
	b.sees("Budgeted €2.00 for Groceries")
	menu("budgeted", name["Groceries"]+".2026-11")
	if status := b.send("/do/budgeted", "Amount", url.Values{"amount": {"much"}}); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
	b.sees(`"much" is not an amount`)
	b.sees(`value="much"`)

	menu("balance", name["Rent"]+".2026-11")
	b.send("/do/rollover", "Rollover overspending", nil)
	b.sees("Rolled overspending of Rent over")
	menu("category", name["Rent"])
	if status := b.send("/do/rename-category", "Rename", url.Values{"name": {" WATER "}}); status != http.StatusConflict {
		t.Errorf("status %d", status)
	}
	b.sees("already")
	menu("category", name["Rent"])
	b.send("/do/delete-category", "Delete", url.Values{"receiver": {""}})
	b.sees("class=\"fault\"")
	b.send("/do/delete-category", "Delete", url.Values{"receiver": {name["Water"]}})
	b.sees("Deleted the category Rent, its transactions went to Water")
	b.open(home)
	b.send("/do/new-group", "New group", url.Values{"name": {"Plans"}})
	b.sees("Added the group Plans")
	b.send("/view", "", url.Values{"folds": {"all"}})
	b.sees("data-folded")
	b.open(home + "/file")
	b.send("/rename", "Name", url.Values{"name": {"Ours"}})
	b.sees("Ours")
	b.open(home + "/history")
	b.sees("Renamed the budget Household to Ours")
}

// TestImportWithoutScripts sends files as a form does, in pieces.
func TestImportWithoutScripts(t *testing.T) {
	world := newWorld(t)
	b := newPlainBrowser(t, world)
	upload := func(fileName string, content []byte) int {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		_ = form.WriteField("type", "ynab-json")
		_ = form.WriteField("name", "Brought over")
		part, err := form.CreateFormFile("file", fileName)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil || form.Close() != nil {
			t.Fatal(err)
		}
		return b.read(b.http.Post(world.server.URL+"/import", form.FormDataContentType(), &body))
	}
	if status := upload("page.html", append([]byte("<!doctype html><title>Forbidden</title>"), make([]byte, 20<<20)...)); status != http.StatusUnprocessableEntity {
		t.Errorf("a large web page: status %d", status)
	}
	b.sees("not-sourceapp5")
	b.sees(`value="Brought over"`)
	if status := upload("", nil); status != http.StatusBadRequest {
		t.Errorf("no file: status %d", status)
	}
	b.sees("No file was chosen")
	if status := upload("plan.json", []byte(`{"data":{"plan":{"id":"p","name":"Small","accounts":[],"transactions":[]}}}`)); status != http.StatusOK {
		t.Fatalf("a plan: status %d\n%s", status, b.page)
	}
	b.sees("Import report")
	if !strings.HasSuffix(b.at, "/report") {
		t.Errorf("an import leads to %s", b.at)
	}
	all, err := world.app.Budgets(t.Context(), app.Machine())
	if err != nil || len(all) != 1 || all[0].Name != "Brought over" {
		t.Errorf("the budgets are %v (%v)", all, err)
	}
}

// TestProgressIsTold watches an import while its file arrives.
func TestProgressIsTold(t *testing.T) {
	world := newWorld(t)
	events, err := http.Get(world.server.URL + "/import/j1/progress")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	body, send := io.Pipe()
	form := multipart.NewWriter(send)
	go func() {
		_ = form.WriteField("type", "ynab-json")
		part, err := form.CreateFormFile("file", "plan.json")
		if err == nil {
			_, _ = io.WriteString(part, `{"data":{"plan":{"id":"p","name":"Slow",`)
			time.Sleep(400 * time.Millisecond)
			_, _ = io.WriteString(part, `"accounts":[],"transactions":[]}}}`)
		}
		_ = form.Close()
		_ = send.Close()
	}()
	res, err := http.Post(world.server.URL+"/import?job=j1", form.FormDataContentType(), body)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	told, err := io.ReadAll(events.Body)
	if err != nil || !strings.Contains(string(told), "event: progress\ndata: 40 -1 reading") || !strings.Contains(string(told), "event: end") {
		t.Errorf("%v\n%s", err, told)
	}
}
