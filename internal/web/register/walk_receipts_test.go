package register_test

import (
	"encoding/base64"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/browsertest/walk"
)

// fileOf is JavaScript for a file of a picture, in what a drop or a field takes.
func fileOf(t *testing.T, name string) string {
	t.Helper()
	return `(d => { d.items.add(new File([Uint8Array.from(atob('` + base64.StdEncoding.EncodeToString(walk.Picture(t)) + `'), c => c.charCodeAt(0))], ` + walk.Quoted(name) + `)); return d })(new DataTransfer())`
}

// TestWalkReceipts drops a picture on a row, opens it from its mark, adds another by keyboard, removes and undoes; and the row goes and comes
// back with them.
func TestWalkReceipts(t *testing.T) {
	t.Parallel()
	w, two := twinsShown(t, walk.Looks[1], "typed")
	world, row := w.World, two[0]
	w.Eval(`(row => { for (const kind of ['dragover', 'drop']) row.dispatchEvent(new DragEvent(kind, {bubbles: true, cancelable: true, dataTransfer: ` + fileOf(t, "till slip.png") + `})) })(document.querySelector('#rows .tx td.payee'))`)
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
	w.Eval(`document.querySelector('#receipt-file').files = ` + fileOf(t, "second.png") + `.files`)
	w.TabToWords("Keep it")
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Added the receipt second.png")
	w.Shows("1 transaction,")
	w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .clip').getBoundingClientRect())`, "the mark")
	w.Settle()
	w.See("second.png")
	w.Click("Remove second.png")
	w.See("Removed the receipt second.png")
	w.Click("Undo")
	w.See("Undone: Removed the receipt second.png")
	w.Eval(`document.querySelector('#receipt-file').files = (d => { d.items.add(new File(['<script>'], 'x.png')); return d.files })(new DataTransfer())`)
	w.Click("Keep it")
	w.See("no JPEG, PNG, WebP or HEIC picture")
	walk.Check(t, w.Tab, "a file that is none")

	if _, err := world.App.DeleteRows(t.Context(), app.Machine(), w.ID, app.TheRows(row), false); err != nil {
		t.Fatal(err)
	}
	if _, err := world.App.Undo(t.Context(), app.Machine(), w.ID, 0); err != nil {
		t.Fatal(err)
	}
	got, err := world.App.RowReceipts(t.Context(), app.Machine(), w.ID, row)
	if err != nil || len(got.Receipts) != 2 {
		t.Errorf("brought back with %+v, %v", got.Receipts, err)
	}
}

// TestWalkReceiptsOnAPhone adds one from the menu of a row with a thumb, in both colours.
func TestWalkReceiptsOnAPhone(t *testing.T) {
	walk.OnPhones(t, func(t *testing.T, look walk.Look) {
		w, _ := twinsShown(t, look, "typed")
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .dots').getBoundingClientRect())`, "the menu")
		w.Settle()
		w.Click("Receipts…")
		w.See("No receipt is kept")
		if accept := w.Eval(`document.querySelector('#receipt-file').accept`); accept != "image/*,application/pdf" {
			t.Errorf("the field takes %s", accept)
		}
		w.Eval(`document.querySelector('#receipt-file').files = ` + fileOf(t, "photo.png") + `.files`)
		w.Click("Keep it")
		w.See("Added the receipt photo.png")
		w.Until("the mark in the row", `document.querySelector('.tx .clip')?.title === '1 receipt'`)
		walk.Check(t, w.Tab, "a row with a receipt")
		w.ClickAt(`(b => [b.left + b.width / 2, b.top + b.height / 2])(document.querySelector('.tx .clip').getBoundingClientRect())`, "the mark")
		w.Settle()
		w.Until("the picture is shown", `document.querySelector('.receipt img')?.naturalWidth === 60`)
		w.Fingers(".receipts")
		walk.Check(t, w.Tab, "the receipts of a transaction")
		browsertest.Shot(t, w.Tab, "receipts-"+look.Name)
		w.Click("Remove photo.png")
		w.See("Removed the receipt photo.png")
		w.Gone("60 × 90")
		w.Click("Undo")
		w.See("Undone: Removed the receipt photo.png")
		w.See("60 × 90")
		w.Law()
	})
}
