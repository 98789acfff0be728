package bankfile_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestBankFileWithoutScripts imports a file by forms alone: columns, rows left out on one page and still left out on
// the next, import and undo.
func TestBankFileWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	page, b := bankPage(t, world, id, "Savings"), walk.NewPlain(t, world)
	var file strings.Builder
	file.WriteString("Date;Payee;Amount\n")
	for i := range 250 {
		fmt.Fprintf(&file, "%02d.%02d.2026;Shop %03d;-%d,50\n", i%28+1, i/28+1, i, i+1)
	}
	b.Open(page)
	b.Sees("Import a bank file")
	if status := b.Upload(page, `C:\files\export.csv`, []byte(file.String())); status != http.StatusOK {
		t.Fatalf("upload: status %d\n%s", status, b.Page)
	}
	b.Sees("250 transactions: 250 new")
	b.Sees("export.csv")
	b.Sees("1–100 of 250")
	first := b.At
	choose(b, func(v url.Values) { v.Set("page", "2"); v["take"] = v["take"][1:] })
	b.Sees("250 transactions: 249 new, 1 left out")
	b.Sees("101–200 of 250")
	choose(b, func(v url.Values) { v.Set("show", "left") })
	b.Sees("1–1 of 1")
	b.Sees("Shop 000")
	choose(b, func(v url.Values) { v.Set("show", "all"); v["take"] = []string{"1"} })
	b.Sees("250 transactions: 250 new")
	choose(b, func(v url.Values) { v.Set("sign", "plus") })
	b.Sees(">1.50<")
	b.Sees("You chose these columns")
	choose(b, func(v url.Values) { v.Set("do", "guess") })
	b.Sees(">\u22121.50<")
	choose(b, func(v url.Values) { v.Set("col2", "date") })
	b.Sees("Two columns are chosen for the date")
	choose(b, func(v url.Values) { v.Set("do", "import") })
	b.Sees("Two columns are chosen for the date")
	choose(b, func(v url.Values) { v.Set("do", "guess") })
	choose(b, func(v url.Values) { v["take"] = v["take"][2:]; v.Set("do", "import") })
	b.Sees("Imported 248 transactions from")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Imported 248 transactions from")
	if status := b.Read(b.HTTP.Get(world.Server.URL + first)); status != http.StatusNotFound {
		t.Errorf("the file is still stored after its import: status %d", status)
	}
	b.Sees("The uploaded file has expired")
}

// TestImportingAnyFormatTwiceAddsNothing imports the same rows in each format by forms alone. Importing them again adds
// nothing.
func TestImportingAnyFormatTwiceAddsNothing(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	for name, content := range bankFiles {
		id := world.ImportSample(t)
		page, b := bankPage(t, world, id, "Checking"), walk.NewPlain(t, world)
		upload := func() {
			t.Helper()
			if status := b.Upload(page, name, []byte(content)); status != http.StatusOK {
				t.Fatalf("upload %s: status %d\n%s", name, status, b.Page)
			}
		}
		upload()
		b.Sees("6 transactions: 4 new, 2 match existing ones")
		choose(b, func(v url.Values) { v.Set("do", "import"); v.Set("accept", "1") })
		b.Sees("Imported 4 transactions from")
		upload()
		b.Sees("6 transactions: 6 already in the account")
		b.Sees("There is nothing to import")
		if strings.Contains(b.Page, `value="import"`) {
			t.Errorf("%s: rows are still offered for import", name)
		}
	}
}

// TestThePreviewComparesTheBanksBalance: the preview shows whether the account would agree with the bank, by how much
// it would not, and whether the file's currency is another.
func TestThePreviewComparesTheBanksBalance(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	if _, _, err := world.App.AddAccount(t.Context(), app.Machine(), id, app.AccountEntry{Name: "Till", Type: "checking", OnBudget: true, Balance: 100_000, Date: 20261101}); err != nil {
		t.Fatal(err)
	}
	page, b := bankPage(t, world, id, "Till"), walk.NewPlain(t, world)
	for balance, words := range map[string]string{"80.00": "After the import the account agrees with it.", "90.00": "The bank has €90.00 on 2026-11-22; after the import Till would have €80.00 cleared.", "70.00": "after the import Till would have €80.00 cleared."} {
		b.Upload(page, "a.ofx", []byte("OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>"+
			"<STMTTRN><DTPOSTED>20261120<TRNAMT>-20.00<FITID>a1<NAME>Shop</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>"+balance+"<DTASOF>20261122</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"))
		b.Sees("1 transaction: 1 new")
		b.Sees(words)
		if strings.Contains(b.Page, "nothing is converted") {
			t.Error("the preview warns of the budget's own currency")
		}
	}
	b.Upload(page, "usd.ofx", []byte(strings.ReplaceAll(askingFiles["three.ofx"], "EUR", "USD")))
	b.Sees("The file is in USD, the budget in EUR; nothing is converted.")
	choose(b, func(v url.Values) { v.Set("do", "import") })
	b.Sees("The file is in USD, the budget in EUR; nothing is converted. 2 more accounts are in the file; only DE11 0001, USD is imported. Nothing was imported")
	choose(b, func(v url.Values) { v.Set("do", "import"); v.Set("accept", "1") })
	b.Sees("Imported 1 transaction from")
}

// TestErrorsNameTheKindOfAWrongFile: the error names the kind of a file that is not a bank's.
func TestErrorsNameTheKindOfAWrongFile(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	page, b := bankPage(t, world, id, "Savings"), walk.NewPlain(t, world)
	for want, content := range map[string]string{
		"The file is a PDF, not a bank file":                  "%PDF-1.7 ...",
		"The file is empty":                                   " \n",
		"The file is XML or a web page":                       "<!doctype html><title>Online banking</title><form>Please sign in",
		"The file is JSON":                                    `{"plan":{}}`,
		"The file is a picture":                               "\x89PNG\r\n\x1a\n",
		"The ZIP archive is incomplete":                       "PK\x03\x04...",
		"No column of the file has dates in it":               "Dear customer\nyour statement is ready\n",
		"The file is larger than 20 MB":                       "Date;Amount\n" + strings.Repeat("20.11.2026;-1,00\n", 20<<20/17+1),
		"The file has no transactions":                        "OFXHEADER:100\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>",
		"Nothing in the file could be read: line 2, D (date)": "!Type:Bank\nDsoon\nTmuch\n^\n",
		"The statement is incomplete or damaged near line 1":  "<Document><BkToCstmrStmt><Stmt><Ntry></BkToCstmrStmt></Document>",
	} {
		if status := b.Upload(page, "file", []byte(content)); status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", want, status)
		}
		b.Sees(want)
		b.Sees("Import a bank file")
	}
	if status := b.Upload(page, "", nil); status != http.StatusBadRequest {
		t.Errorf("upload nothing: status %d, want 400", status)
	}
	b.Sees("No file selected")
	if got, err := world.App.Budget(t.Context(), app.Machine(), id); err != nil || got.Knowledge != 1 {
		t.Errorf("the budget has changed: %+v, error %v", got, err)
	}

	b.Upload(page, "table.csv", []byte("When;Who;How much\nyesterday;Shop;5\n"))
	b.Sees("The columns are not clear yet")
	b.Sees("No column of the file has dates in it")
}

// TestBankFilesAreReadableByTheirUploaderOnly refuses users with only read permission, users without access, and access
// to other users' files.
func TestBankFilesAreReadableByTheirUploaderOnly(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	world := webtest.NewEnvWithLog(t, &log)
	if _, err := world.App.AddUser(t.Context(), app.Machine(), "Cleo", walk.BensPassword); err != nil {
		t.Fatal(err)
	}
	id := world.ImportSample(t)
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Anna", "owner"); err != nil {
		t.Fatal(err)
	}
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"); err != nil {
		t.Fatal(err)
	}
	anna, ben, cleo := world.SignedIn(t, "Anna", walk.AnnasPassword), world.SignedIn(t, "Ben", walk.BensPassword), world.SignedIn(t, "Cleo", walk.BensPassword)
	page := bankPage(t, world, id, "Checking")
	send := func(p *walk.Person) (int, string, string) {
		return p.Upload(page, "a.csv", []byte(bankFiles["umsaetze.csv"]))
	}
	status, at, body := send(anna)
	if status != http.StatusOK || !strings.Contains(body, "6 transactions") {
		t.Fatalf("upload: status %d, want 6 transactions\n%s", status, body)
	}
	ben.Expect(403, page, "You can look at this budget, but not change it")(ben.Get(page))
	ben.Expect(403, page, "You can look at this budget, but not change it")(send(ben))
	cleo.Expect(404, page, "Budget not found")(cleo.Get(page))
	cleo.Expect(404, page, "Budget not found")(send(cleo))
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "editor"); err != nil {
		t.Fatal(err)
	}
	other := world.SignedIn(t, "Anna", walk.AnnasPassword) // in another browser
	for _, p := range []*walk.Person{ben, other} {
		p.Expect(404, at, "The uploaded file has expired")(p.Get(at))
		p.Expect(404, at, "The uploaded file has expired")(p.Post(at, "do", "import"))
	}
	elsewhere := strings.Replace(at, page, bankPage(t, world, id, "Savings"), 1)
	anna.Expect(404, elsewhere, "The uploaded file has expired")(anna.Get(elsewhere))
	if status, _, body := anna.Post(at, "do", "import"); status != http.StatusOK || !strings.Contains(body, "Imported 4 transactions from") {
		t.Errorf("import: status %d\n%s", status, body)
	}
	if strings.Contains(log.String(), "KIOSK") {
		t.Error("the log contains data of the file")
	}
}

// TestLongCellsAreClipped: the page does not contain megabytes from a file.
func TestLongCellsAreClipped(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	long := strings.Repeat("é", 1<<20)
	b.Upload(bankPage(t, world, id, "Savings"), "a.csv", []byte("Date;Payee;"+long+";Amount\n20.11.2026;Shop;"+long+";-1,00\n"))
	b.Sees("1 transaction: 1 new")
	if len(b.Page) > 100<<10 {
		t.Errorf("the page has %d bytes", len(b.Page))
	}
}

// TestTwoUsersImportOneFileOnce: if two users import one file, it is imported once, and the second user gets the
// preview, which shows that all rows exist.
func TestTwoUsersImportOneFileOnce(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	page := bankPage(t, world, id, "Checking")
	two := []*walk.Plain{walk.NewPlain(t, world), walk.NewPlain(t, world)}
	for _, b := range two {
		b.Upload(page, "a.csv", []byte(bankFiles["umsaetze.csv"]))
		b.Sees("6 transactions: 4 new")
	}
	choose(two[0], func(v url.Values) { v.Set("do", "import") })
	two[0].Sees("Imported 4 transactions from")
	choose(two[1], func(v url.Values) { v.Set("do", "import") })
	two[1].Sees("6 transactions: 6 already in the account")
	two[1].Sees("There is nothing to import")
	if rows := world.RowsOf(t, id, "KIOSK 12"); len(rows) != 2 {
		t.Errorf("%d rows were imported", len(rows))
	}
}

// TestAmbiguousDatesOpenTheChoiceOfColumns: the choice of columns is open if the order of days and months is unknown.
func TestAmbiguousDatesOpenTheChoiceOfColumns(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	page, b := bankPage(t, world, id, "Savings"), walk.NewPlain(t, world)
	for name, content := range map[string]string{
		"a.csv": "Date,Payee,Amount\n01/02/2026,Shop,-1.00\n03/02/2026,Bar,-2.00\n",
		"a.qif": "!Type:Bank\nD01/02/2026\nT-1.00\nPShop\n^\n",
	} {
		b.Upload(page, name, []byte(content))
		b.Sees("The date format is not certain: dates were read as")
		b.Sees("Is this right?")
		if strings.Contains(b.Page, `value="import"`) {
			t.Errorf("%s: the file can be imported with an open question", name)
		}
		if !strings.Contains(b.Page, "open>") {
			t.Errorf("%s: the choice of columns is not open\n%s", name, b.Page)
		}
		before := b.Page
		choose(b, func(v url.Values) {
			v.Set("order", map[string]string{"dmy": "mdy", "mdy": "dmy", "ymd": "dmy"}[v.Get("order")])
		})
		if b.Page == before || strings.Contains(b.Page, "The file does not say") {
			t.Errorf("%s: the choice has no effect", name)
		}
	}
}
