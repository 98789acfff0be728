package web_test

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// edges are edge values that every field of every form must handle.
var edges = map[string]string{
	"empty": "", "a year long ago": "0206-01-05", "just too early": "1899-12-31", "far off": "9999-12-31", "no day": "2026-02-30", "turned letters": "Inn \u202egro.elpmaxe\u202c",
	"minus zero": "-0", "a huge amount": "9223372036854775807", "too fine": "0.0001", "divided by nothing": "1/0", "a very long name": strings.Repeat("ñ", 5000),
	"zero byte": "a\x00b", "no letters": "\xff\xfe", "markup": `"><script>alert(1)</script>`, "another's id": "00000000-0000-0000-0000-000000000000", "elsewhere": "//example.org/x",
}

// TestEveryFieldOfEveryForm finds the forms of all pages and menus. It submits each form repeatedly, with one field
// set to an edge value. No response is an internal error or contains the value unescaped. Afterwards every page works
// and the sum of all money is unchanged.
func TestEveryFieldOfEveryForm(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "60", "--groups", "2", "--categories", "5", "--payees", "6"))
	p, home := world.Person(t), "/budgets/"+id
	p.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	known, sent := formsOf(t, world, p, id), 0
	for _, shape := range slices.Sorted(maps.Keys(known)) {
		f := known[shape]
		if f.whole() {
			continue
		}
		for name := range f.fields {
			for edge, value := range edges {
				form := maps.Clone(f.fields)
				form.Set(name, value)
				var status int
				var page string
				if f.method == http.MethodGet {
					at, _, _ := strings.Cut(f.action, "?")
					status, _, page = p.Get(at + "?" + form.Encode())
				} else {
					var all []string
					for name := range form {
						all = append(all, name, form.Get(name))
					}
					status, _, page = p.Post(f.action, all...)
				}
				if sent++; status >= http.StatusInternalServerError || strings.Contains(page, "<script>alert") {
					t.Errorf("%s with %s %s: status %d", shape, name, edge, status)
				}
			}
		}
	}
	if t.Logf("%d forms, %d times sent", len(known), sent); len(known) < 40 {
		t.Errorf("only %d forms were found", len(known))
	}
	for _, field := range []string{"here", "place"} { // only some devices and payees have these
		if !slices.ContainsFunc(slices.Collect(maps.Values(known)), func(f form) bool { return f.fields.Has(field) }) {
			t.Errorf("no form has the field %s", field)
		}
	}
	if err := world.App.Document(t.Context(), app.Machine(), id, "plan", io.Discard); err != nil {
		t.Error(err)
	}
	for _, at := range []string{"/budgets", home, home + "/accounts/all", home + "/accounts", home + "/payees", home + "/scheduled", home + "/reports", home + "/history"} {
		if status, _, _ := p.Get(at); status != http.StatusOK {
			t.Errorf("afterwards %s has status %d", at, status)
		}
	}
}
