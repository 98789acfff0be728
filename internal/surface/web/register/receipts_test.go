package register_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var receiptLink = regexp.MustCompile(`/budgets/[^/"]+/receipts/[0-9a-f-]+`)

// TestReceiptsAreServedAsPlainFiles uploads a receipt without scripts, downloads it as a plain file, and checks that no
// other user can read it.
func TestReceiptsAreServedAsPlainFiles(t *testing.T) {
	t.Parallel()
	w, anna, ben, id := walk.Household(t, webtest.Pages)
	var row string
	if err := w.App.Transactions(t.Context(), app.Machine(), id, rows.Filter{Limit: 1}, func(r rows.Row) error { row = r.ID; return nil }); err != nil {
		t.Fatal(err)
	}
	at := "/budgets/" + id + "/rows/" + row + "/receipts"
	if status, _, page := anna.Upload(at, "bill.png", walk.Picture(t)); status != http.StatusOK || !strings.Contains(page, "Added the receipt bill.png") {
		t.Fatalf("upload a picture: status %d\n%s", status, page)
	}
	if status, _, page := anna.Upload(at, "bill.pdf", []byte("%PDF-1.4\n1 0 obj\n%%EOF")); status != http.StatusOK || !strings.Contains(page, "bill.pdf") {
		t.Fatalf("upload a document: status %d", status)
	}
	for name, content := range map[string]string{"page.png": "<script>alert(1)</script>", "x.svg": "<svg/>", "": ""} {
		if status, _, page := anna.Upload(at, name, []byte(content)); status != http.StatusBadRequest && status != http.StatusUnprocessableEntity || strings.Contains(page, "<script>alert") {
			t.Errorf("%s: status %d, want the upload refused", name, status)
		}
	}
	_, _, page := anna.Get(at)
	links := receiptLink.FindAllString(page, -1)
	if len(links) != 3 { // the picture and its link, and the document's
		t.Fatalf("the links are %v", links)
	}
	for i, want := range map[int][2]string{0: {"image/png", "inline"}, 2: {"application/pdf", "attachment"}} {
		res, err := anna.Client.Get(anna.Base + links[i])
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		h := res.Header
		if h.Get("Content-Type") != want[0] || !strings.HasPrefix(h.Get("Content-Disposition"), want[1]) || h.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(h.Get("Content-Security-Policy"), "sandbox; default-src 'none'") || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s is sent with the headers %v", links[i], h)
		}
	}
	for _, path := range []string{at, links[0]} {
		if status, _, _ := ben.Get(path); status != http.StatusNotFound {
			t.Errorf("another user gets %s with status %d", path, status)
		}
		if status, at, _ := w.Person(t).Get(path); status == http.StatusOK && !strings.HasPrefix(at, "/sign-in") {
			t.Errorf("a request without sign-in gets %s: status %d at %s", path, status, at)
		}
	}
	if status, _, _ := ben.Upload(at, "bill.png", walk.Picture(t)); status != http.StatusNotFound {
		t.Errorf("another user uploads a receipt: status %d", status)
	}
	if err := w.App.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"); err != nil {
		t.Fatal(err)
	}
	if status, _, page := ben.Get(at); status != http.StatusOK || strings.Contains(page, "Add receipt") || strings.Contains(page, "Remove") {
		t.Errorf("a viewer sees controls, or no receipts: status %d", status)
	}
	if status, _, _ := ben.Get(links[0]); status != http.StatusOK {
		t.Errorf("a viewer downloads a receipt: status %d", status)
	}
	if status, _, _ := ben.Upload(at, "bill.png", walk.Picture(t)); status != http.StatusForbidden {
		t.Errorf("a viewer uploads a receipt: status %d", status)
	}
	if _, _, page := anna.Get("/budgets/" + id + "/accounts/all"); !strings.Contains(page, "2 receipts") {
		t.Error("the register does not mark the transaction with receipts")
	}
}
