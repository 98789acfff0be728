package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestReloadingAPageRepeatsNoChange submits every form of every page like a browser without scripts: a change redirects
// to another page, since a browser that reloads the response to a form submits it again.
func TestReloadingAPageRepeatsNoChange(t *testing.T) {
	t.Parallel()
	world, anna, _, id := walk.Household(t, webtest.Pages)
	anna.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	state := func() string {
		t.Helper()
		var values []any
		for _, read := range []func() (any, error){
			func() (any, error) { return world.App.History(t.Context(), app.Machine(), id, 0, 1) },
			func() (any, error) { return world.App.Tokens(t.Context(), app.Machine()) },
			func() (any, error) { return world.App.Users(t.Context(), app.Machine()) },
			func() (any, error) { return world.App.Budgets(t.Context(), app.Machine()) },
			func() (any, error) { return world.App.Shares(t.Context(), app.Machine(), id) },
		} {
			one, err := read()
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, one)
		}
		return fmt.Sprintf("%+v", values)
	}
	typed := map[string]string{"name": "Something new", "password": walk.AnnasPassword, "present": walk.AnnasPassword, "again": walk.AnnasPassword}
	known, changed := formsOf(t, world, anna, id), 0
	for _, shape := range slices.Sorted(maps.Keys(known)) {
		f := known[shape]
		if f.method != http.MethodPost || f.action == "/sign-out" || strings.HasSuffix(f.action, "/delete") {
			continue
		}
		var fields []string
		for name := range f.fields {
			value := f.fields.Get(name)
			if value == "" {
				value = typed[name]
			}
			fields = append(fields, name, value)
		}
		before := state()
		status, _, _ := anna.Post(f.action, fields...)
		if state() == before {
			continue
		}
		if changed++; status != http.StatusSeeOther {
			t.Errorf("%s changed something without a redirect: status %d", shape, status)
		}
	}
	if t.Logf("%d forms, %d changed something", len(known), changed); changed < 20 {
		t.Error("only few forms changed something")
	}
}
