package web_test

import (
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/storage/bankapi"
	"holdover/internal/storage/bankapi/demobank"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

var (
	formTag   = regexp.MustCompile(`(?s)<form\b([^>]*)>(.*?)</form>`)
	fieldTag  = regexp.MustCompile(`<(?:input|button|textarea|select|option)\b[^>]*>`)
	attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
	anyID     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)
)

type form struct {
	method, action string
	fields         url.Values
}

// shape identifies the kind of a form: its action and fields.
func (f form) shape() string {
	return f.method + " " + anyID.ReplaceAllString(f.action, "ID") + " " + strings.Join(slices.Sorted(maps.Keys(f.fields)), " ")
}

func attributesOf(tag string) map[string]string {
	found := map[string]string{}
	for _, m := range attribute.FindAllStringSubmatch(tag, -1) {
		found[m[1]] = html.UnescapeString(m[2])
	}
	return found
}

// formsOn returns the forms of a page; menus are opened by buttons outside their form.
func formsOn(page string) (all []form) {
	var menu form
	for _, m := range formTag.FindAllStringSubmatch(page, -1) {
		head := attributesOf(m[1])
		f := form{strings.ToUpper(head["method"]), head["action"], url.Values{}}
		for _, tag := range fieldTag.FindAllString(m[2], -1) {
			if at := attributesOf(tag); at["name"] != "" {
				f.fields.Set(at["name"], at["value"])
			}
		}
		if head["id"] == "open" {
			menu = f
		}
		if strings.HasPrefix(f.action, "/") {
			all = append(all, f)
		}
	}
	for _, tag := range fieldTag.FindAllString(page, -1) {
		if at := attributesOf(tag); at["form"] == "open" && menu.action != "" {
			f := form{menu.method, menu.action, maps.Clone(menu.fields)}
			f.fields.Set(at["name"], at["value"])
			all = append(all, f)
		}
	}
	return all
}

// whole reports whether a form deletes or creates a budget for any values of its fields, or calls another server.
func (f form) whole() bool {
	return strings.HasSuffix(f.action, "/delete") || strings.HasSuffix(f.action, "/duplicate") || f.action == "/sign-out" || f.action == "/budgets/sample" || strings.HasPrefix(f.action, "/import")
}

// pagesOf returns the addresses of the pages about a budget, and of the menus opened from them.
func pagesOf(t testing.TB, world *walk.Env, id string) []string {
	t.Helper()
	account, home := world.AccountIDs(t, id)[0], "/budgets/"+id
	connection := home + "/banks/" + demoConnection(t, world, id)
	pages := []string{home + "/payees/places", home + "/banks", connection, connection + "/disconnect"}
	for _, payee := range world.PayeeIDs(t, id) {
		pages = append(pages, home+"/payees/"+payee+"/places")
	}
	return append(pages,
		"/budgets", "/budgets/new", "/import", "/import/from-source", "/settings", "/settings/sign-in", "/settings/sign-in/app", "/settings/developer", "/settings/users", "/settings/sharing", home, home+"/file", home+"/history",
		home+"/accounts", home+"/accounts/new?type=cash", home+"/accounts/all", home+"/accounts/all/filter", home+"/accounts/"+account+"?reconcile=1&bank=1&on=2026-11-20",
		home+"/rows/new", home+"/scheduled", home+"/scheduled/new", home+"/payees", home+"/clean-up", home+"/reports", home+"/newer-file",
		home+"/menu?to-budget=2026-11", home+"/menu?month=2026-11", home+"/menu?chosen=all&matching=all&count=2400",
	)
}

// demoConnection connects a budget with the built-in bank and returns the id of the connection.
func demoConnection(t testing.TB, world *walk.Env, id string) string {
	t.Helper()
	all := testkit.Must(world.App.BankConnections(t.Context(), app.Machine(), id))(t)
	if len(all) > 0 {
		return all[0].ID
	}
	currency := testkit.Must(world.App.Budget(t.Context(), app.Machine(), id))(t).Currency
	in := bankapi.Input{Values: map[string]string{demobank.FieldCurrency: currency}}
	step := testkit.Must(world.App.ConnectBank(t.Context(), app.Machine(), id, demobank.Kind, in))(t)
	return testkit.Must(world.App.AddBankConnection(t.Context(), app.Machine(), id, demobank.Kind, &step, ""))(t)
}

// formsOf returns the forms of all pages and menus of a budget by their shape, including those that only some devices
// get.
func formsOf(t testing.TB, world *walk.Env, p *walk.Person, id string) map[string]form {
	t.Helper()
	p.Post("/settings/near", "near", "1")
	pages := pagesOf(t, world, id)
	known := map[string]form{}
	for depth := 0; depth < 2; depth++ {
		for _, at := range pages {
			status, _, page := p.Get(at)
			if status >= http.StatusInternalServerError {
				t.Fatalf("%s: status %d", at, status)
			}
			for _, f := range formsOn(page) {
				if _, seen := known[f.shape()]; !seen {
					known[f.shape()] = f
				}
			}
		}
		pages = pages[:0]
		for _, f := range known {
			if f.method == http.MethodGet && strings.HasSuffix(f.action, "/menu") {
				pages = append(pages, f.action+"?"+f.fields.Encode())
			}
		}
	}
	return known
}
