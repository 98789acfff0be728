package bankfile_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestForgedChoicesAreRefused submits choices that no page offers: each is refused with a sentence or ignored, and the
// preview is unchanged.
func TestForgedChoicesAreRefused(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	stands := func(what, sees string) {
		t.Helper()
		at, _, _ := strings.Cut(b.At, "?")
		b.Open(at)
		if !strings.Contains(b.Page, sees) {
			t.Errorf("%s: the preview has changed\n%s", what, b.Page)
		}
	}
	page := bankPage(t, world, id, "Savings")
	b.Upload(page, "three.ofx", []byte(askingFiles["three.ofx"]))
	for _, forged := range []string{"99", "-7", "9999999999999999999"} {
		for _, do := range []string{"", "import"} {
			status := choose(b, func(v url.Values) { v.Set("statement", forged); v.Set("do", do) })
			b.CheckStatus(status, http.StatusBadRequest, "The file has 3 accounts and not the requested one", "Choose one of them", "1 transaction: 1 new")
			stands(forged, "1 transaction: 1 new")
		}
	}

	table := "Date;Payee;Amount\n20.11.2026;Shop;-1,50\n21.11.2026;Bar;-12,50\n"
	for name, values := range map[string][]string{
		"encoding": {"klingon"}, "delimiter": {"zz", "\""}, "order": {"xyz"}, "decimal": {"QQQ", "€"}, "header_rows": {"-1", "999999999", "x"},
		"col1": {"moon"}, "columns": {"-1", "999999999"}, "sign": {"times"}, "debit_word": {"moon"}, "page": {"-1", "999999999"}, "show": {"moon"}, "take": {"99", "-1"}, "do:1": {"moon"},
	} {
		for _, value := range values {
			if status := b.Upload(page, "table.csv", []byte(table)); status != http.StatusOK {
				t.Fatalf("upload: status %d", status)
			}
			if status := choose(b, func(v url.Values) { v.Set(name, value) }); status >= 500 {
				t.Errorf("%s %q: status %d", name, value, status)
			}
			choose(b, func(v url.Values) { v.Set("do", "guess") })
			stands(name+" "+value, "2 transactions: ")
		}
	}
}
