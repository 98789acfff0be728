package bankfile_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestBankFileQuestionsWithoutScripts answers the questions about files by forms alone: which of several accounts,
// which encoding, which column is money out, categories.
func TestBankFileQuestionsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	upload := func(account, file string) {
		t.Helper()
		if status := b.Upload(bankPage(t, world, id, account), file, []byte(askingFiles[file])); status != http.StatusOK {
			t.Fatalf("upload %s: status %d\n%s", file, status, b.Page)
		}
	}
	set := func(name, value string) func(url.Values) { return func(v url.Values) { v.Set(name, value) } }

	upload("Savings", "three.ofx")
	b.Sees("1 transaction: 1 new")
	b.Sees("DE22 0002, EUR, 2 transactions")
	choose(b, set("statement", "1"))
	b.Sees("2 transactions: 2 new")
	choose(b, set("do", "import"))
	b.Sees("Imported 2 transactions from")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Imported 2 transactions from")
	upload("Savings", "three.ofx")
	choose(b, set("statement", "1"))
	choose(b, set("do", "import"))
	upload("Savings", "three.ofx")
	b.Sees("2 transactions: 2 already in the account")
	b.Sees("There is nothing to import")

	for _, file := range []string{"letters.csv", "letters.qif"} {
		upload("Savings", file)
		if strings.Contains(b.Page, "Бар") {
			t.Errorf("%s: the encoding is not asked", file)
		}
		choose(b, set("encoding", "windows-1251"))
		b.Sees("Бар")
	}
	choose(b, set("do", "import"))
	b.Sees("Imported 1 transaction from")
	b.Sees("Бар")

	upload("Savings", "sides.csv")
	b.Sees("Is this right?")
	choose(b, set("do", "import"))
	b.Sees("The format of the file is ambiguous")
	choose(b, func(v url.Values) { v.Set("col3", "out"); v.Set("col4", "in") })
	b.Sees("3 transactions: 3 new")
	b.Sees(">700.00<")
	choose(b, set("do", "import"))
	b.Sees("Imported 3 transactions from")

	for _, file := range []string{"categories.csv", "categories.qif"} {
		upload("Checking", file)
		b.Sees("2 transactions have a category in the file, 1 of them in a category of this budget.")
		if strings.Contains(b.Page, `<span class="hint"><bdi>Groceries</bdi></span>`) {
			t.Errorf("%s: categories are imported without being chosen", file)
		}
		choose(b, set("categories", "1"))
		b.Sees(`<span class="hint"><bdi>Groceries</bdi></span>`)
	}
	upload("Savings", "wrong.sta")
	b.Sees("field 61")
	b.Sees("Enter them by hand, or correct the file and import it again")
}
