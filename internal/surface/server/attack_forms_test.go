package server

import (
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

var (
	forms  = regexp.MustCompile(`(?s)<form\b([^>]*)>(.*?)</form>`)
	fields = regexp.MustCompile(`(?s)<(?:input|button|textarea|select|option)\b([^>]*)>`)
	links  = regexp.MustCompile(`href="(/[^"]*)"`)
	quoted = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)
)

// pageForm is a form as a page has it.
type pageForm struct {
	method, action string
	fields         url.Values
}

// formsOf returns the forms of a page with their initial values.
func formsOf(page string) (all []pageForm) {
	for _, m := range forms.FindAllStringSubmatch(page, -1) {
		head := attributes(m[1])
		f := pageForm{strings.ToUpper(head["method"]), head["action"], url.Values{}}
		name := ""
		for _, field := range fields.FindAllStringSubmatch(m[2], -1) {
			at := attributes(field[1])
			if at["name"] != "" {
				name = at["name"]
			}
			if name != "" {
				f.fields.Set(name, at["value"])
			}
		}
		if strings.HasPrefix(f.action, "/") {
			all = append(all, f)
		}
	}
	return all
}

func attributes(tag string) map[string]string {
	found := map[string]string{}
	for _, m := range quoted.FindAllStringSubmatch(tag, -1) {
		found[m[1]] = html.UnescapeString(m[2])
	}
	return found
}

// form opens a page, follows a link or two, and submits one of its forms with one to three changed fields, half the
// time as another user.
func (a *attack) form(r *rand.Rand) {
	anna := a.people[2]
	path := a.somePage(r)
	for range 3 {
		page := string(a.get(anna, path))
		if all := formsOf(page); len(all) > 0 && r.IntN(3) > 0 {
			a.sendForm(r, all[r.IntN(len(all))])
			return
		}
		found := links.FindAllStringSubmatch(page, -1)
		if len(found) == 0 {
			return
		}
		path = html.UnescapeString(found[r.IntN(len(found))][1])
		if strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/progress") {
			return
		}
	}
}

func (a *attack) sendForm(r *rand.Rand, f pageForm) {
	var names []string
	for name := range f.fields {
		names = append(names, name)
	}
	for range r.IntN(4) {
		if len(names) > 0 {
			f.fields.Set(names[r.IntN(len(names))], edge(r))
		}
	}
	who := a.people[2-max(0, r.IntN(6)-3)]
	if f.method == http.MethodPost {
		a.post("form", who, f.action, f.fields)
		return
	}
	path, _, _ := strings.Cut(f.action, "?")
	a.get(who, path+"?"+f.fields.Encode())
}

// somePage returns the address of an existing page.
func (a *attack) somePage(r *rand.Rand) string {
	for range 100 {
		route := a.routes[r.IntN(len(a.routes))]
		if route.method != http.MethodGet || strings.HasPrefix(route.path, "/v1") {
			continue
		}
		id := 0
		return parameter.ReplaceAllStringFunc(route.path, func(string) string {
			if id++; id == 1 {
				return a.ids[0]
			}
			return a.ids[r.IntN(len(a.ids))]
		})
	}
	return "/"
}
