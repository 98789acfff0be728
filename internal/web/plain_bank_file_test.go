package web

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
)

// TestBankFileWithoutScripts goes the whole way by forms: columns, rows left out
// on one page and kept on the next, import and undo.
func TestBankFileWithoutScripts(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	page, b := world.bankPage(t, id, "Savings"), newPlainBrowser(t, world)
	var file strings.Builder
	file.WriteString("Date;Payee;Amount\n")
	for i := range 250 {
		fmt.Fprintf(&file, "%02d.%02d.2026;Shop %03d;-%d,50\n", i%28+1, i/28+1, i, i+1)
	}
	b.open(page)
	b.sees("Import a bank file")
	if status := b.upload(page, `C:\files\export.csv`, []byte(file.String())); status != http.StatusOK {
		t.Fatal(status, b.page)
	}
	b.sees("250 rows: 250 new")
	b.sees("export.csv")
	b.sees("1–100 of 250")
	first := b.at
	b.choose(func(v url.Values) { v.Set("page", "2"); v["take"] = v["take"][1:] })
	b.sees("250 rows: 249 new, 1 left out")
	b.sees("101–200 of 250")
	b.choose(func(v url.Values) { v.Set("show", "left") })
	b.sees("1–1 of 1")
	b.sees("Shop 000")
	b.choose(func(v url.Values) { v.Set("show", "all"); v["take"] = []string{"1"} })
	b.sees("250 rows: 250 new")
	b.choose(func(v url.Values) { v.Set("sign", "plus") })
	b.sees(">1.50<")
	b.sees("The columns are as you chose them")
	b.choose(func(v url.Values) { v.Set("do", "guess") })
	b.sees(">\u22121.50<")
	b.choose(func(v url.Values) { v.Set("col2", "date") })
	b.sees("Two columns are chosen for the date")
	b.choose(func(v url.Values) { v.Set("do", "import") })
	b.sees("Two columns are chosen for the date")
	b.choose(func(v url.Values) { v.Set("do", "guess") })
	b.choose(func(v url.Values) { v["take"] = v["take"][2:]; v.Set("do", "import") })
	b.sees("Imported 248 rows into Savings; 0 there already")
	b.send("/undo", "Undo", nil)
	b.sees("Undone: Imported 248 rows into Savings")
	if status := b.read(b.http.Get(world.server.URL + first)); status != http.StatusNotFound {
		t.Errorf("the file is held after its import: %d", status)
	}
	b.sees("The file is not held any more")
}

// TestWrongBankFiles says what each file is that is none.
func TestWrongBankFiles(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	page, b := world.bankPage(t, id, "Savings"), newPlainBrowser(t, world)
	for want, content := range map[string]string{
		"The file is a PDF, not a bank file":                  "%PDF-1.7 ...",
		"The file is empty":                                   " \n",
		"The file is XML or a web page":                       "<!doctype html><title>Online banking</title><form>Please sign in",
		"The file is JSON":                                    `{"plan":{}}`,
		"The file is a picture":                               "\x89PNG\r\n\x1a\n",
		"The ZIP archive is broken off":                       "PK\x03\x04...",
		"No column of the file has dates in it":               "Dear customer\nyour statement is ready\n",
		"The file is larger than 20 MB":                       "Date;Amount\n" + strings.Repeat("20.11.2026;-1,00\n", 20<<20/17+1),
		"The file has no account's movements":                 "OFXHEADER:100\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>",
		"Nothing in the file could be read: line 2, D (date)": "!Type:Bank\nDsoon\nTmuch\n^\n",
		"The statement is broken off or damaged near line 1":  "<Document><BkToCstmrStmt><Stmt><Ntry></BkToCstmrStmt></Document>",
	} {
		if status := b.upload(page, "file", []byte(content)); status != http.StatusBadRequest {
			t.Errorf("%s: %d", want, status)
		}
		b.sees(want)
		b.sees("Import a bank file")
	}
	if status := b.upload(page, "", nil); status != http.StatusBadRequest {
		t.Error(status)
	}
	b.sees("No file was chosen")
	if got, err := world.app.Budget(t.Context(), app.Machine(), id); err != nil || got.Knowledge != 1 {
		t.Errorf("something was changed: %+v %v", got, err)
	}

	b.upload(page, "table.csv", []byte("When;Who;How much\nyesterday;Shop;5\n"))
	b.sees("The columns are not clear yet")
	b.sees("No column of the file has dates in it")
}

// TestBankFilesAreTheirSenders refuses those who may only look, strangers, and
// everybody else's files.
func TestBankFilesAreTheirSenders(t *testing.T) {
	var log bytes.Buffer
	world := fromSourceWorld(t, &log)
	if _, err := world.app.AddUser(t.Context(), app.Machine(), "Cleo", bensPassword); err != nil {
		t.Fatal(err)
	}
	id := world.importSample(t)
	if err := world.app.SetShare(t.Context(), app.Machine(), id, "Anna", "owner"); err != nil {
		t.Fatal(err)
	}
	if err := world.app.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"); err != nil {
		t.Fatal(err)
	}
	anna, ben, cleo := world.signedIn(t, "Anna", annasPassword), world.signedIn(t, "Ben", bensPassword), world.signedIn(t, "Cleo", bensPassword)
	page := world.bankPage(t, id, "Checking")
	send := func(p *person) (int, string, string) {
		return p.upload(page, "a.csv", []byte(bankFiles["umsaetze.csv"]))
	}
	status, at, body := send(anna)
	if status != http.StatusOK || !strings.Contains(body, "6 rows") {
		t.Fatal(status, body)
	}
	ben.wants(403, page, "You can look at this budget, but not change it")(ben.get(page))
	ben.wants(403, page, "You can look at this budget, but not change it")(send(ben))
	cleo.wants(404, page, "There is no such budget")(cleo.get(page))
	cleo.wants(404, page, "There is no such budget")(send(cleo))
	if err := world.app.SetShare(t.Context(), app.Machine(), id, "Ben", "editor"); err != nil {
		t.Fatal(err)
	}
	other := world.signedIn(t, "Anna", annasPassword) // in another browser
	for _, p := range []*person{ben, other} {
		p.wants(404, at, "The file is not held any more")(p.get(at))
		p.wants(404, at, "The file is not held any more")(p.post(at, "do", "import"))
	}
	elsewhere := strings.Replace(at, page, world.bankPage(t, id, "Savings"), 1)
	anna.wants(404, elsewhere, "The file is not held any more")(anna.get(elsewhere))
	if status, _, body := anna.post(at, "do", "import"); status != http.StatusOK || !strings.Contains(body, "Imported 4 rows into Checking") {
		t.Error(status, body)
	}
	if strings.Contains(log.String(), "KIOSK") {
		t.Error("the log has what is in the file")
	}
}

// TestOpenDatesAreAskedFor opens the choice of columns where a file does not say
// whether days or months come first.
func TestOpenDatesAreAskedFor(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	page, b := world.bankPage(t, id, "Savings"), newPlainBrowser(t, world)
	for name, content := range map[string]string{
		"a.csv": "Date,Payee,Amount\n01/02/2026,Shop,-1.00\n03/02/2026,Bar,-2.00\n",
		"a.qif": "!Type:Bank\nD01/02/2026\nT-1.00\nPShop\n^\n",
	} {
		b.upload(page, name, []byte(content))
		b.sees("The file does not say how it writes dates and amounts")
		if !strings.Contains(b.page, "open>") {
			t.Errorf("%s: nothing is opened\n%s", name, b.page)
		}
		was := b.page
		b.choose(func(v url.Values) {
			v.Set("order", map[string]string{"dmy": "mdy", "mdy": "dmy", "ymd": "dmy"}[v.Get("order")])
		})
		if b.page == was || strings.Contains(b.page, "The file does not say") {
			t.Errorf("%s: the choice does not count", name)
		}
	}
}
