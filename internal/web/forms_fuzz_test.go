package web_test

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/testkit"
	"holdover/internal/web/webtest"
)

// longestAnswer is what a page about a small budget may have, in bytes, whatever was typed.
const longestAnswer = 4 << 20

// FuzzForms sends the forms of all pages with anything in one of their fields: none fails inside or answers without
// end, and the budget is sound afterwards. What was changed is undone, so that the budget stays small.
func FuzzForms(f *testing.F) {
	world := walk.NewWorld(f, webtest.Pages)
	id := world.ImportFile(f, walk.Generated(f, "--seed", "5", "--years", "1", "--tx", "60", "--groups", "2", "--categories", "5", "--payees", "6"))
	known := formsOf(f, world, world.Person(f), id)
	var all []form
	for _, shape := range slices.Sorted(maps.Keys(known)) {
		if one := known[shape]; !one.whole() && len(one.fields) > 0 {
			all = append(all, one)
		}
	}
	pages := webtest.Pages(world.App, slog.New(slog.DiscardHandler), app.Machine())
	f.Cleanup(func() {
		if err := world.App.CheckBudget(context.Background(), id); err != nil {
			f.Error(err)
		}
		if err := world.App.Document(context.Background(), app.Machine(), id, "plan", io.Discard); err != nil {
			f.Error(err)
		}
	})
	var seeds []string
	for i := range all {
		for _, edge := range edges {
			seeds = append(seeds, string([]byte{byte(i), byte(len(edge))})+edge)
		}
	}
	testkit.Fuzz(f, seeds, func(t testing.TB, input []byte) {
		if len(input) < 2 {
			return
		}
		one := all[int(input[0])%len(all)]
		fields := maps.Clone(one.fields)
		names := slices.Sorted(maps.Keys(fields))
		fields.Set(names[int(input[1])%len(names)], string(input[2:]))
		path, body := one.action, fields.Encode()
		if one.method == http.MethodGet {
			path, _, _ = strings.Cut(path, "?")
			path, body = path+"?"+body, ""
		}
		answer := send(pages, one.method, path, body)
		if page := answer.Body.String(); answer.Code >= http.StatusInternalServerError || len(page) > longestAnswer || strings.Contains(page, "<script>alert") {
			t.Fatalf("%s %s %q: %d, %d bytes", one.method, path, body, answer.Code, len(page))
		}
		if one.method == http.MethodPost && answer.Code == http.StatusSeeOther {
			send(pages, http.MethodPost, "/budgets/"+id+"/undo", "")
		}
	})
}

func send(pages http.Handler, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/", strings.NewReader(body))
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
	r.RequestURI, r.Host = path, "127.0.0.1"
	r.Header.Set("Accept", "text/html")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, r)
	return answer
}
