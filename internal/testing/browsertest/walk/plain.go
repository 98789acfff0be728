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

	"holdover/internal/testing/testkit"
)

// Upload uploads a file like a form without scripts, with other fields as alternating names and values.
func (b *Plain) Upload(path, name string, content []byte, fields ...string) int {
	b.Helper()
	kind, body := fileForm(b.T, name, content, fields...)
	return b.Read(b.HTTP.Post(b.Env.Server.URL+path, kind, body))
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

// alternating returns the names and values of a form alternately.
func alternating(values url.Values) (fields []string) {
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
	Env  *Env
	HTTP *http.Client
	At   string // the address it was led to
	Page string
}

// NewPlain opens a browser without scripts.
func NewPlain(t *testing.T, w *Env) *Plain {
	t.Helper()
	jar := testkit.Must(cookiejar.New(nil))(t)
	return &Plain{T: t, Env: w, HTTP: &http.Client{Jar: jar, Timeout: time.Minute}}
}

// SignedInPlain returns a browser without scripts after sign-in.
func (w *Env) SignedInPlain(t *testing.T, name, password string) *Plain {
	t.Helper()
	b := NewPlain(t, w)
	if b.Read(b.HTTP.PostForm(w.Server.URL+"/sign-in", url.Values{"name": {name}, "password": {password}, "back": {"/budgets"}})); b.At != "/budgets" {
		t.Fatalf("%s is not signed in but at %s", name, b.At)
	}
	return b
}

// Read makes a response the present page and returns its status.
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

// Open opens a path that must exist.
func (b *Plain) Open(path string) {
	b.Helper()
	if status := b.Read(b.HTTP.Get(b.Env.Server.URL + path)); status != http.StatusOK {
		b.Fatalf("%s: %d\n%s", path, status, b.Page)
	}
}

// Send submits the form that contains the words, with the button with the words or its first one, with some fields
// replaced; a field without values is omitted.
func (b *Plain) Send(action, words string, fields url.Values) int {
	b.Helper()
	form := b.form(action, words)
	button := form.pressed(action, words)
	values := form.sends(button)
	maps.Copy(values, fields)
	if button["formenctype"] != "multipart/form-data" {
		return b.Read(b.HTTP.PostForm(b.Env.Server.URL+button["formaction"], values))
	}
	kind, body := fileForm(b.T, "", nil, alternating(values)...) // no file is chosen
	return b.Read(b.HTTP.Post(b.Env.Server.URL+button["formaction"], kind, body))
}

// FormValues returns the values of the form that contains the words.
func (b *Plain) FormValues(action, words string) url.Values {
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

// Follow follows the link with the words.
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

// CheckStatus checks the status of the last response and the words on the page.
func (b *Plain) CheckStatus(status, want int, words ...string) {
	b.Helper()
	if status != want {
		b.Errorf("%s: %d, not %d", b.At, status, want)
	}
	for _, one := range words {
		b.Sees(one)
	}
}

// Sees fails if the page does not contain the words.
func (b *Plain) Sees(words string) {
	b.Helper()
	if !strings.Contains(withoutWordJoiners(html.UnescapeString(b.Page)), words) {
		b.Fatalf("%s does not say %q\n%s", b.At, words, b.Page)
	}
}

// withoutWordJoiners returns a page's text without the characters that prevent a line break between a sign and its
// amount.
func withoutWordJoiners(text string) string { return strings.ReplaceAll(text, "\u2060", "") }
