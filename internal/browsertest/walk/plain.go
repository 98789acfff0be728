package walk

import (
	"bytes"
	"html"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"holdover/internal/testkit"
)

// Upload sends a file as a form of a browser without scripts does, with the form's other fields: names and values by turns.
func (b *Plain) Upload(path, name string, content []byte, fields ...string) int {
	b.Helper()
	kind, body := fileForm(b.T, name, content, fields...)
	return b.Read(b.HTTP.Post(b.World.Server.URL+path, kind, body))
}

func fileForm(t testing.TB, name string, content []byte, fields ...string) (kind string, body *bytes.Buffer) {
	t.Helper()
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	for i := 0; i < len(fields); i += 2 {
		testkit.NoError(t, form.WriteField(fields[i], fields[i+1]))
	}
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), body
}

// inTurn are the names and values of a form by turns.
func inTurn(values url.Values) (fields []string) {
	for name, all := range values {
		for _, value := range all {
			fields = append(fields, name, value)
		}
	}
	return fields
}

// Plain is a browser without scripts: it follows links and sends forms.
type Plain struct {
	*testing.T
	World *World
	HTTP  *http.Client
	At    string // the address it was led to
	Page  string
}

// NewPlain opens a browser without scripts.
func NewPlain(t *testing.T, w *World) *Plain {
	t.Helper()
	jar := testkit.Must(cookiejar.New(nil))(t)
	return &Plain{T: t, World: w, HTTP: &http.Client{Jar: jar, Timeout: time.Minute}}
}

// SignedInPlain is a browser without scripts in which somebody has signed in.
func (w *World) SignedInPlain(t *testing.T, name, password string) *Plain {
	t.Helper()
	b := NewPlain(t, w)
	if b.Read(b.HTTP.PostForm(w.Server.URL+"/sign-in", url.Values{"name": {name}, "password": {password}, "back": {"/budgets"}})); b.At != "/budgets" {
		t.Fatalf("%s is not signed in but at %s", name, b.At)
	}
	return b
}

// Read takes an answer as the page to look at and gives its status.
func (b *Plain) Read(res *http.Response, err error) int {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	body := testkit.Must(io.ReadAll(res.Body))(b)
	b.At, b.Page = res.Request.URL.RequestURI(), string(body)
	return res.StatusCode
}

// Open goes to a path that has to be there.
func (b *Plain) Open(path string) {
	b.Helper()
	if status := b.Read(b.HTTP.Get(b.World.Server.URL + path)); status != http.StatusOK {
		b.Fatalf("%s: %d\n%s", path, status, b.Page)
	}
}

// Send sends the form whose text has the words, by the button that says them or else its first one, as it is filled in but for some
// fields; one that has no values is not sent.
func (b *Plain) Send(action, words string, fields url.Values) int {
	b.Helper()
	form := b.form(action, words)
	button := form.pressed(action, words)
	values := form.sends(button)
	maps.Copy(values, fields)
	if button["formenctype"] != "multipart/form-data" {
		return b.Read(b.HTTP.PostForm(b.World.Server.URL+button["formaction"], values))
	}
	kind, body := fileForm(b.T, "", nil, inTurn(values)...) // no file is chosen
	return b.Read(b.HTTP.Post(b.World.Server.URL+button["formaction"], kind, body))
}

// Filled is how the form whose text has the words is filled in.
func (b *Plain) Filled(action, words string) url.Values {
	b.Helper()
	return b.form(action, words).sends(nil)
}

func (b *Plain) form(action, words string) form {
	b.Helper()
	for _, form := range formsOn(b.Page) {
		if form.leads(action) && strings.Contains(html.UnescapeString(form.text), words) {
			return form
		}
	}
	b.Fatalf("%s has no form to %s with %q\n%s", b.At, action, words, b.Page)
	return form{}
}

var linkPattern = regexp.MustCompile(`(?s)<a\b([^>]*)>(.*?)</a>`)

// Follow goes where the link leads that says the words.
func (b *Plain) Follow(words string) {
	b.Helper()
	for _, link := range linkPattern.FindAllStringSubmatch(b.Page, -1) {
		_, rest, there := strings.Cut(link[1], `href="`)
		if to, _, _ := strings.Cut(rest, `"`); there && (plainText(link[2]) == words || strings.Contains(link[1], `aria-label="`+words+`"`)) {
			b.Open(html.UnescapeString(to))
			return
		}
	}
	b.Fatalf("%s has no link that says %q\n%s", b.At, words, b.Page)
}

// Refused checks that the last answer has a status, and that the page says the words.
func (b *Plain) Refused(status, want int, words ...string) {
	b.Helper()
	if status != want {
		b.Errorf("%s: %d, not %d", b.At, status, want)
	}
	for _, one := range words {
		b.Sees(one)
	}
}

// Sees fails where the page does not have the words.
func (b *Plain) Sees(words string) {
	b.Helper()
	if !strings.Contains(unjoined(html.UnescapeString(b.Page)), words) {
		b.Fatalf("%s does not say %q\n%s", b.At, words, b.Page)
	}
}

// unjoined is a page's text without what keeps a sign and its amount on a line.
func unjoined(text string) string { return strings.ReplaceAll(text, "\u2060", "") }
