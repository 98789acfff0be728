package web

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// upload sends a file as a form of a browser without scripts does.
func (b *plainBrowser) upload(path, name string, content []byte) int {
	b.Helper()
	kind, body := fileForm(b.T, name, content)
	return b.read(b.http.Post(b.world.server.URL+path, kind, body))
}

func fileForm(t testing.TB, name string, content []byte) (kind string, body *bytes.Buffer) {
	t.Helper()
	body = &bytes.Buffer{}
	form := multipart.NewWriter(body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(content)
	}
	if err != nil || form.Close() != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), body
}

// upload sends a file as somebody who is signed in.
func (p *person) upload(path, name string, content []byte) (status int, at, page string) {
	p.t.Helper()
	kind, body := fileForm(p.t, name, content)
	answer, err := p.client.Post(p.base+path, kind, body)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, answer.Request.URL.Path, html.UnescapeString(string(text))
}

var (
	bankControls = regexp.MustCompile(`<(?:input|select)[^>]*>`)
	bankForms    = regexp.MustCompile(`(?s)<form class="bank-preview".*?</form>`)
	bankSelects  = regexp.MustCompile(`(?s)<select[^>]* name="([^"]*)".*?</select>`)
	attributes   = regexp.MustCompile(`(name|value|type)="([^"]*)"`)
	bankChosen   = regexp.MustCompile(`<option value="([^"]*)" selected`)
	bankOption   = regexp.MustCompile(`<option value="([^"]*)"`)
)

// bankForm is what the preview's form would send.
func (b *plainBrowser) bankForm() url.Values {
	b.Helper()
	form := bankForms.FindString(b.page)
	if form == "" {
		b.Fatalf("%s has no preview\n%s", b.at, b.page)
	}
	values := url.Values{}
	for _, control := range bankControls.FindAllString(form, -1) {
		is := map[string]string{}
		for _, a := range attributes.FindAllStringSubmatch(control, -1) {
			is[a[1]] = html.UnescapeString(a[2])
		}
		if strings.HasPrefix(control, "<input") && is["name"] != "" && (is["type"] != "checkbox" || strings.Contains(control, " checked")) {
			values.Add(is["name"], is["value"])
		}
	}
	for _, s := range bankSelects.FindAllStringSubmatch(form, -1) {
		chosen := bankChosen.FindStringSubmatch(s[0])
		if chosen == nil {
			chosen = bankOption.FindStringSubmatch(s[0])
		}
		values.Set(html.UnescapeString(s[1]), html.UnescapeString(chosen[1]))
	}
	return values
}

// choose sends the preview's form with changes.
func (b *plainBrowser) choose(change func(url.Values)) int {
	b.Helper()
	values := b.bankForm()
	change(values)
	at, _, _ := strings.Cut(b.at, "?")
	return b.read(b.http.PostForm(b.world.server.URL+at, values))
}
