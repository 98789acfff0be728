package register_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// chooseRowFile chooses a file in the form of a new row, as a user does in the system's file dialog.
func chooseRowFile(w *walk.Walker, name string, content []byte) {
	w.Helper()
	path := filepath.Join(w.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		w.Fatal(err)
	}
	w.Do(chromedp.SetUploadFiles(chromedp.CSS("#row-file"), []string{path}))
}

// receiptsOf describes the receipts of a payee's only row.
func receiptsOf(w walk.RowWalker, payee string) string {
	w.Helper()
	r, err := w.Env.App.RowReceipts(w.Context(), app.Machine(), w.ID, w.OnlyRow(payee).ID)
	if err != nil {
		w.Fatal(err)
	}
	var names []string
	for _, one := range r.Receipts {
		names = append(names, one.Name)
	}
	return strings.Join(names, " ")
}

// TestWalkNewWithReceipt adds a row with its receipt by keyboard: the file stays selected through a split and an
// error, and one undo removes both. After a refused file, another one is added with the mouse.
func TestWalkNewWithReceipt(t *testing.T) {
	t.Parallel()
	w := walk.NewRowWalker(t, webtest.Pages, walk.WideDark)
	w.OpenAccount("Checking")
	w.Press("n")
	w.Until("the form", `!!document.querySelector('#row-file')`)
	chooseRowFile(w.Walker, "slip.png", walk.Picture(t))
	w.Type("payee", "Till of paper")
	w.Type("amount", "12..5")
	w.Eval(`[...document.querySelectorAll('.row-foot button')].find((b) => b.innerText === 'Split').click()`)
	w.Until("parts", `document.querySelectorAll('.row-parts > li').length === 2`)
	w.Eval(`[...document.querySelectorAll('.row-split button')].find((b) => b.innerText === 'No split').click()`)
	w.Until("no parts", `document.querySelectorAll('.row-parts > li').length === 0`)
	w.TabTo(`e.id === 'row-save'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.Until("what is wrong", `!!document.querySelector('#row-amount[aria-invalid]')`)
	w.Until("the file is still chosen", `document.querySelector('#row-file').files[0]?.name === 'slip.png'`)
	w.ShootRows("new-with-receipt")
	w.Type("amount", "12.5")
	w.TabTo(`e.id === 'row-save'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("Added")
	w.WaitClosed()
	w.Until("the mark in the row", `document.querySelector('.tx .clip')?.title === '1 receipt'`)
	if got := receiptsOf(w, "Till of paper"); got != "slip.png" {
		t.Errorf("the receipt is %q", got)
	}
	w.Keys("z", chromedp.ModifierCtrl)
	w.See("Undone")
	if rows := w.Rows("Till of paper"); len(rows) != 0 {
		t.Errorf("after one undo there are %+v", rows)
	}
	w.Keys("z", chromedp.ModifierCtrl, chromedp.ModifierShift)
	w.See("Redone")
	if got := receiptsOf(w, "Till of paper"); got != "slip.png" {
		t.Errorf("after the redo the receipt is %q", got)
	}

	// A file that is not a picture is refused next to its field, and nothing is added.
	w.Press("n")
	w.Until("the form", `!!document.querySelector('#row-file')`)
	chooseRowFile(w.Walker, "page.png", []byte("<script>"))
	w.Type("payee", "Till of lies")
	w.Type("amount", "3")
	w.TabTo(`e.id === 'row-save'`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("not a JPEG, PNG, WebP or HEIC image")
	walk.Check(t, w.Tab, "a file that is no receipt")
	if rows := w.Rows("Till of lies"); len(rows) != 0 {
		t.Errorf("the transaction was added: %+v", rows)
	}

	// Another file replaces it and is saved with the mouse.
	chooseRowFile(w.Walker, "photo.png", walk.Picture(t))
	w.Click("Save")
	w.WaitClosed()
	if got := receiptsOf(w, "Till of lies"); got != "photo.png" {
		t.Errorf("saved with the mouse, the receipt is %q", got)
	}
	w.CheckConserved()
}

// TestWalkNewWithReceiptOnAPhone adds a row with a picture by touch: with the + of a page, and in a register.
func TestWalkNewWithReceiptOnAPhone(t *testing.T) {
	t.Parallel()
	for _, l := range phones {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			w := &touchWalker{RowWalker: walk.NewRowWalker(t, webtest.Pages, l)}
			for _, at := range []string{"", "Savings"} {
				w.Open("/budgets/" + w.ID)
				if at != "" {
					w.OpenAccount(at)
				}
				w.tap(".bar-add")
				w.Until("the keypad", `document.activeElement.id === 'row-amount' && !!document.querySelector('#keypad')`)
				w.digits("1, 2")
				w.tap("#keypad .done")
				w.Type("payee", "Photographed in "+at)
				if got := w.Eval(`(f => f.accept + ' ' + f.hasAttribute('capture') + ' ' + (f.getBoundingClientRect().height >= 44))(document.querySelector('#row-file'))`); got != "image/*,application/pdf false true" {
					t.Errorf("the field takes %s", got) // with "capture" a phone offers only its camera; without, also pictures and files
				}
				chooseRowFile(w.Walker, "photo.png", walk.Picture(t))
				w.Eval(`document.querySelector('.file-field').scrollIntoView({block: 'center'})`)
				w.saveInSight("with a receipt")
				w.ShootRows("new-receipt-" + l.Name + at)
				w.tap("[data-save]")
				w.See("Added")
				if got := receiptsOf(w.RowWalker, strings.TrimSpace("Photographed in "+at)); got != "photo.png" {
					t.Errorf("in %q the receipt is %q", at, got)
				}
			}
			w.CheckConserved()
		})
	}
}

// TestNewWithReceiptWithoutScripts submits the form like a browser without scripts. After an error the form contains
// the typed text.
func TestNewWithReceiptWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	account := world.AccountIDs(t, id)[0]
	b.Open("/budgets/" + id + "/rows/new?account=" + account + "&back=" + url.QueryEscape("/budgets/"+id+"/accounts/"+account))
	to := attributeOf(t, b.Page, `data-save formaction="`)
	b.Sees(`formenctype="multipart/form-data"`)
	fields := []string{
		"menu", "row-form=1", "account", account, "one-account", "1", "date", attributeOf(t, b.Page, `name="date" value="`), "payee", "Plain till", "amount", "7.5",
		"direction", "out", "cleared", "uncleared", "back", "/budgets/" + id + "/accounts/" + account,
	}
	if status := b.Upload(to, "slip.png", walk.Picture(t), fields...); status != http.StatusOK {
		t.Fatalf("add the transaction: status %d\n%s", status, b.Page)
	}
	b.Sees("Added")
	b.Sees(`title="1 receipt"`)
	if status := b.Upload(to, "page.png", []byte("<html>"), fields...); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
		t.Errorf("a web page as receipt: status %d", status)
	}
	b.Sees("not a JPEG, PNG, WebP or HEIC image")
	b.Sees(`value="Plain till"`)
	if status := b.Upload(to, "", nil, fields...); status != http.StatusOK {
		t.Errorf("without a file: status %d", status)
	}
	b.Sees("Added")

	// Twenty megabytes in a text field or as a file are refused, and nothing is added.
	large := strings.Repeat("a", 20<<20)
	before := len(world.RowsOf(t, id, "Plain till"))
	for what, status := range map[string]int{
		"a field": b.Upload(to, "slip.png", walk.Picture(t), append(fields, "memo", large)...), "a file": b.Upload(to, "slip.png", []byte(large), fields...),
		"many fields": b.Upload(to, "slip.png", walk.Picture(t), append(fields, "memo", large[:3<<20])...), "invalid text": b.Upload(to, "slip.png", walk.Picture(t), append(fields, "memo", "a\x00b")...),
	} {
		if status < 400 || status >= 500 {
			t.Errorf("%s: status %d, want it refused", what, status)
		}
	}
	if after := len(world.RowsOf(t, id, "Plain till")); after != before || before != 2 {
		t.Errorf("%d transactions became %d", before, after)
	}
	viewer := walk.NewPlain(t, world.AsViewer(t, id))
	if status := viewer.Upload(to, "slip.png", walk.Picture(t), fields...); status != http.StatusForbidden {
		t.Errorf("a viewer: status %d", status)
	}
}
