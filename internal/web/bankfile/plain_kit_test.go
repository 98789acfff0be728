package bankfile_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"

	"holdover/internal/browsertest/walk"
)

var (
	bankControls = regexp.MustCompile(`<(?:input|select)[^>]*>`)
	bankForms    = regexp.MustCompile(`(?s)<form class="bank-preview".*?</form>`)
	bankSelects  = regexp.MustCompile(`(?s)<select[^>]* name="([^"]*)".*?</select>`)
	attributes   = regexp.MustCompile(`(name|value|type)="([^"]*)"`)
	bankChosen   = regexp.MustCompile(`<option value="([^"]*)" selected`)
	bankOption   = regexp.MustCompile(`<option value="([^"]*)"`)
)

// bankForm is what the preview's form would send.
func bankForm(b *walk.Plain) url.Values {
	b.Helper()
	form := bankForms.FindString(b.Page)
	if form == "" {
		b.Fatalf("%s has no preview\n%s", b.At, b.Page)
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
func choose(b *walk.Plain, change func(url.Values)) int {
	b.Helper()
	values := bankForm(b)
	change(values)
	at, _, _ := strings.Cut(b.At, "?")
	return b.Read(b.HTTP.PostForm(b.World.Server.URL+at, values))
}
