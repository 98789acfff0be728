package register_test

import (
	"image/png"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkReceipts drops a picture on a row, opens it by its mark, adds another by keyboard, removes and restores it;
// deleting and restoring the row includes them.
func TestWalkReceipts(t *testing.T) {
	t.Parallel()
	w, two := twinsShown(t, walk.WideDark, "typed")
	world, row := w.Env, two[0]
	for _, kind := range []string{"dragover", "drop"} {
		w.Drag(kind, "#rows .tx td.payee", walk.Files("till slip.png", walk.Picture(t)))
	}
	w.See("Added the receipt till slip.png")
	w.Until("the mark in the row", `document.querySelector('.tx .clip')?.title === '1 receipt'`)
	walk.Check(t, w.Tab, "a row with a receipt")
	browsertest.Shot(t, w.Tab, "receipt-in-row")
	w.TabTo(`e.matches('.tx .clip')`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("till slip.png")
	w.Until("the picture is shown", `document.querySelector('.receipt img')?.naturalWidth === 60`)
	walk.Check(t, w.Tab, "the receipts of a transaction")
	browsertest.Shot(t, w.Tab, "receipts")
	w.Eval(`document.querySelector('#receipt-file').files = ` + walk.Files("second.png", walk.Picture(t)) + `.files`)
	w.TabToWords("Add receipt")
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Added the receipt second.png")
	w.CheckTally("1 transaction,")
	w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .clip').getBoundingClientRect())`, "the mark")
	w.Settle()
	w.See("second.png")
	w.Click("Remove second.png")
	w.See("Removed the receipt second.png")
	w.Click("Undo")
	w.See("Undone: Removed the receipt second.png")
	w.Eval(`document.querySelector('#receipt-file').files = ` + walk.Files("x.png", []byte("<script>")) + `.files`)
	w.Click("Add receipt")
	w.See("not a JPEG, PNG, WebP or HEIC image")
	walk.Check(t, w.Tab, "a file that is none")

	if _, err := world.App.DeleteRows(t.Context(), app.Machine(), w.ID, rows.These(row), false); err != nil {
		t.Fatal(err)
	}
	if _, err := world.App.Undo(t.Context(), app.Machine(), w.ID, 0); err != nil {
		t.Fatal(err)
	}
	got, err := world.App.RowReceipts(t.Context(), app.Machine(), w.ID, row)
	if err != nil || len(got.Receipts) != 2 {
		t.Errorf("restored with the receipts %+v, error %v", got.Receipts, err)
	}
}

// chooseReceipt chooses a file on the page of receipts, as a user does in the system's file dialog.
func chooseReceipt(w *walk.Walker, name string, content []byte) {
	w.Helper()
	path := filepath.Join(w.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		w.Fatal(err)
	}
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#receipt-file"), []string{path}))
}

// TestWalkReceiptsByKeyboard adds a picture from the menu of a row, opens it, replaces it by a document, and undoes
// that, without a mouse.
func TestWalkReceiptsByKeyboard(t *testing.T) {
	t.Parallel()
	w, _ := twinsShown(t, walk.WideLight, "typed")
	enter := func() { w.Helper(); w.Do(chromedp.KeyEvent(kb.Enter)); w.Settle() }
	keep := func(name string, content []byte) {
		w.Helper()
		w.TabTo(`e.id === 'receipt-file'`)
		chooseReceipt(w, name, content)
		w.TabToWords("Add receipt")
		enter()
		w.See("Added the receipt " + name)
	}
	w.TabTo(`e.matches('.tx .edit-row')`)
	w.Press("m")
	w.TabToWords("Receipts…")
	enter()
	w.See("This transaction has no receipts")
	keep("slip.png", walk.Picture(t))
	w.TabTo(`e.matches('.tx .clip')`)
	enter()
	w.TabTo(`e.matches('a.receipt')`)
	if got := w.Eval(`document.activeElement.target + ' ' + document.activeElement.rel + ' ' + document.activeElement.querySelector('img').naturalHeight`); got != "_blank noopener 90" {
		t.Errorf("the picture is %s", got)
	}
	w.TabToWords("Remove slip.png")
	enter()
	w.See("Removed the receipt slip.png")
	w.WaitGone("60 × 90")
	keep("bill.pdf", []byte("%PDF-1.4\n1 0 obj\n%%EOF"))
	w.TabTo(`e.matches('.tx .clip')`)
	enter()
	w.See("bill.pdf")
	w.Until("no picture", `document.querySelectorAll('.receipt').length === 1 && !document.querySelector('.receipt img')`)
	w.ShootColours("receipts-pdf")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Added the receipt bill.pdf")
	w.See("This transaction has no receipts")
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone: Removed the receipt slip.png")
	w.See("60 × 90")
	w.CheckConserved()
}

// TestReceiptsWithoutScripts adds a picture with links and forms only, opens it, removes it and undoes that.
func TestReceiptsWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.UglyPlan(t))
	row := twins(t, world, id)[0]
	b, at := walk.NewPlain(t, world), "/budgets/"+id+"/accounts/all?search=typed"
	b.Open(at)
	b.Open("/budgets/" + id + "/menu?" + url.Values{"row": {row}, "back": {at}}.Encode()) // the request of the menu's button
	b.Follow("Receipts…")
	b.Sees("This transaction has no receipts")
	b.Sees("Twin typed")
	address := b.At
	if status := b.Upload(attributeOf(t, b.Page, `enctype="multipart/form-data" action="`), "slip.png", walk.Picture(t)); status != http.StatusOK || !strings.HasPrefix(b.At, "/budgets/"+id+"/accounts/all?") {
		t.Errorf("upload: status %d, redirected to %s", status, b.At)
	}
	b.Sees("Added the receipt slip.png")
	b.Sees(`title="1 receipt"`)
	b.Open(address)
	b.Sees("60 × 90")
	picture := attributeOf(t, b.Page, `class="receipt" href="`)
	b.Open(picture)
	if _, err := png.Decode(strings.NewReader(b.Page)); err != nil {
		t.Errorf("read the picture: %v", err)
	}
	b.Open(address)
	b.Send("/do/remove-receipt", "slip.png", nil)
	b.Sees("Removed the receipt slip.png")
	b.Sees("This transaction has no receipts")
	if status := walk.NewPlain(t, world).Read(b.HTTP.Get(world.Server.URL + picture)); status != http.StatusNotFound {
		t.Errorf("the removed receipt: status %d", status)
	}
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Removed the receipt slip.png")
	b.Sees("60 × 90")
}

// TestWalkReceiptsOnAPhone adds a receipt from the menu of a row by touch and replaces it, in both colours.
func TestWalkReceiptsOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		w, _ := twinsShown(t, look, "typed")
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .dots').getBoundingClientRect())`, "the menu")
		w.Settle()
		w.Click("Receipts…")
		w.See("This transaction has no receipts")
		if accept := w.Eval(`document.querySelector('#receipt-file').accept`); accept != "image/*,application/pdf" {
			t.Errorf("the field accepts %s", accept)
		}
		w.Eval(`document.querySelector('#receipt-file').files = ` + walk.Files("photo.png", walk.Picture(t)) + `.files`)
		w.Click("Add receipt")
		w.See("Added the receipt photo.png")
		w.Until("the mark in the row", `document.querySelector('.tx .clip')?.title === '1 receipt'`)
		walk.Check(t, w.Tab, "a row with a receipt")
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .clip').getBoundingClientRect())`, "the mark")
		w.Settle()
		w.Until("the picture is shown", `document.querySelector('.receipt img')?.naturalWidth === 60`)
		w.CheckTouchTargets(".receipts")
		walk.Check(t, w.Tab, "the receipts of a transaction")
		browsertest.Shot(t, w.Tab, "receipts-"+look.Name)
		w.Click("Remove photo.png")
		w.See("Removed the receipt photo.png")
		w.WaitGone("60 × 90")
		w.Click("Undo")
		w.See("Undone: Removed the receipt photo.png")
		w.See("60 × 90")

		// A document replaces it.
		w.Click("Remove photo.png")
		w.WaitGone("60 × 90")
		chooseReceipt(w, "bill.pdf", []byte("%PDF-1.4\n1 0 obj\n%%EOF"))
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.receipt-add .button').getBoundingClientRect())`, "Add receipt")
		w.Settle()
		w.See("Added the receipt bill.pdf")
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .clip').getBoundingClientRect())`, "the mark")
		w.See("bytes")
		w.CheckTouchTargets(".receipts")
		walk.Check(t, w.Tab, "a document as receipt")
		browsertest.Shot(t, w.Tab, "receipts-pdf-"+look.Name)
		w.CheckConserved()
	})
}
