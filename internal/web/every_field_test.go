package web_test

import (
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// edges are what every field of every form has to bear.
var edges = map[string]string{
	"empty": "", "a year long ago": "0206-01-05", "just too early": "1899-12-31", "far off": "9999-12-31", "no day": "2026-02-30", "turned letters": "Inn \u202egro.elpmaxe\u202c",
	"minus nothing": "-0", "a huge amount": "9223372036854775807", "too fine": "0.0001", "divided by nothing": "1/0", "a very long name": strings.Repeat("ñ", 5000),
	"a zero byte": "a\x00b", "no letters": "\xff\xfe", "markup": `"><script>alert(1)</script>`, "another's id": "00000000-0000-0000-0000-000000000000", "elsewhere": "//example.org/x",
}

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

// shape is what makes two forms the same kind: where they go and what they send.
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

// formsOn are the forms of a page; its menus are opened by buttons that stand outside of their form.
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

// TestEveryFieldOfEveryForm finds the forms of all pages and menus, and sends each again and again with one field of it at
// an edge: none fails inside, none names its edge as markup, and afterwards every page is there and no money is gone.
func TestEveryFieldOfEveryForm(t *testing.T) {
	t.Parallel()
	world := walk.NewWorld(t, webtest.Pages)
	id := world.ImportFile(t, walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "60", "--groups", "2", "--categories", "5", "--payees", "6"))
	p, home := world.Person(t), "/budgets/"+id
	account := world.AccountIDs(t, id)[0]
	pages := []string{
		"/budgets", "/budgets/new", "/import", "/import/from-source", "/settings", "/settings/developer", "/settings/users", "/settings/sharing", home, home + "/file", home + "/history",
		home + "/accounts", home + "/accounts/new?type=cash", home + "/accounts/all", home + "/accounts/all/filter", home + "/accounts/" + account + "?reconcile=1&bank=1&on=2026-11-20",
		home + "/rows/new", home + "/scheduled", home + "/scheduled/new", home + "/payees", home + "/clean-up", home + "/reports", home + "/newer-file",
		home + "/menu?to-budget=2026-11", home + "/menu?month=2026-11", home + "/menu?chosen=all&matching=all&count=2400",
	}
	p.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	known, sent := map[string]form{}, 0
	for depth := 0; depth < 2; depth++ {
		for _, at := range pages {
			status, _, page := p.Get(at)
			if status >= http.StatusInternalServerError {
				t.Fatalf("%s: %d", at, status)
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
	for _, shape := range slices.Sorted(maps.Keys(known)) {
		f := known[shape]
		if strings.HasSuffix(f.action, "/delete") || strings.HasSuffix(f.action, "/duplicate") || f.action == "/sign-out" || f.action == "/budgets/sample" || strings.HasPrefix(f.action, "/import") {
			continue // they take or make a whole budget whatever their fields say, or ask elsewhere
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
					t.Errorf("%s, %s is %s: %d", shape, name, edge, status)
				}
			}
		}
	}
	if t.Logf("%d forms, %d times sent", len(known), sent); len(known) < 40 {
		t.Errorf("only %d forms were found", len(known))
	}
	if err := world.App.Document(t.Context(), app.Machine(), id, "plan", io.Discard); err != nil {
		t.Error(err)
	}
	for _, at := range []string{"/budgets", home, home + "/accounts/all", home + "/accounts", home + "/payees", home + "/scheduled", home + "/reports", home + "/history"} {
		if status, _, _ := p.Get(at); status != http.StatusOK {
			t.Errorf("afterwards %s is %d", at, status)
		}
	}
}
