package ui

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// FuzzBrowserInput checks that a return address stays on this server as browsers interpret it, and that a theme,
// a filter of a menu and cookies are known values or empty.
func FuzzBrowserInput(f *testing.F) {
	here, err := url.Parse("https://us.example/sign-in")
	if err != nil {
		f.Fatal(err)
	}
	testkit.Fuzz(f, []string{"/", "//evil.example", "/\\evil.example", "/\t/evil.example", "/budgets/x?month=2026-01#a", "https://evil.example", "/%2f/evil.example", "/..//evil.example", "dark", "holdover_theme=dark; holdover_accent=1d5a40; holdover_session=x"}, func(t testing.TB, input []byte) {
		text := string(input)
		back := LocalPath(text)
		if !strings.HasPrefix(back, "/") || strings.HasPrefix(strings.Map(asBrowsers, back), "//") {
			t.Fatalf("%q redirects to %q", text, back)
		}
		if to, err := here.Parse(back); err == nil && (to.Host != here.Host || to.Scheme != here.Scheme) {
			t.Fatalf("%q redirects to %v", text, to)
		}
		r := &http.Request{Method: http.MethodGet, Header: http.Header{"Cookie": {text}}, URL: here, Host: text}
		look := LookOf(r)
		if !slices.ContainsFunc(ThemeChoices(""), func(c ThemeChoice) bool { return c.Value == look.Theme }) {
			t.Fatalf("%q is read as the theme %q", text, look.Theme)
		}
		if look.Accent != "" && !regexp.MustCompile("^[0-9a-f]{6}$").MatchString(look.Accent) {
			t.Fatalf("%q is read as the colour %q", text, look.Accent)
		}
		o := Options{}
		_, _, _ = o.SessionKey(r), o.Origin(r), hasSession(r)
	})
}

// asBrowsers reads an address: they take \ for / and leave tabs and line ends out.
func asBrowsers(r rune) rune {
	switch r {
	case '\\':
		return '/'
	case '\t', '\n', '\r':
		return -1
	}
	return r
}
