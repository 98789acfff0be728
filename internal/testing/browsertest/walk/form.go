package walk

import (
	"html"
	"net/url"
	"regexp"
	"strings"
)

var (
	formPattern    = regexp.MustCompile(`(?s)<form\b([^>]*)>(.*?)</form>`)
	controlPattern = regexp.MustCompile(`(?s)<input\b([^>]*)>|<select\b([^>]*)>(.*?)</select>|<textarea\b([^>]*)>(.*?)</textarea>`)
	buttonPattern  = regexp.MustCompile(`(?s)<button\b([^>]*)>(.*?)</button>`)
	optionPattern  = regexp.MustCompile(`(?s)<option\b([^>]*)>(.*?)</option>`)
	attrPattern    = regexp.MustCompile(`([a-z-]+)(?:="([^"]*)")?`)
	tagPattern     = regexp.MustCompile(`<[^>]*>`)
)

// tag contains the attributes of an element.
type tag map[string]string

func tagOf(text string) tag {
	t := tag{}
	for _, m := range attrPattern.FindAllStringSubmatch(text, -1) {
		if _, twice := t[m[1]]; !twice {
			t[m[1]] = html.UnescapeString(m[2])
		}
	}
	return t
}

func (t tag) has(name string) bool { _, has := t[name]; return has }

// plainText returns the text between tags.
func plainText(text string) string {
	return strings.TrimSpace(html.UnescapeString(tagPattern.ReplaceAllString(text, "")))
}

// form is a form of a page.
type form struct {
	tag
	text string // its whole content
}

// formsOn returns the forms of a page.
func formsOn(page string) (all []form) {
	for _, m := range formPattern.FindAllStringSubmatch(page, -1) {
		all = append(all, form{tagOf(m[1]), m[2]})
	}
	return all
}

// leads reports whether the form, or one of its buttons, submits to an action.
func (f form) leads(action string) bool {
	for _, t := range f.buttons() {
		if strings.HasSuffix(t["formaction"], action) {
			return true
		}
	}
	return strings.HasSuffix(f.tag["action"], action)
}

// buttons returns the submit buttons of the form with their action, method and text ("says").
func (f form) buttons() (all []tag) {
	for _, m := range buttonPattern.FindAllStringSubmatch(f.text, -1) {
		t := tagOf(m[1])
		if kind := t["type"]; t.has("disabled") || kind != "" && kind != "submit" {
			continue
		}
		t["says"] = t["aria-label"] + " " + plainText(m[2])
		all = append(all, f.leading(t))
	}
	return all
}

// leading returns a button with its action, by default that of the form.
func (f form) leading(t tag) tag {
	for own, forms := range map[string]string{"formaction": "action", "formenctype": "enctype"} {
		if !t.has(own) {
			t[own] = f.tag[forms]
		}
	}
	return t
}

// pressed returns the button with an action and words, or the first one, as when pressing Enter. Without buttons it
// returns the form's action.
func (f form) pressed(action, words string) tag {
	all := f.buttons()
	for _, t := range all {
		if strings.Contains(t["says"], words) && (strings.HasSuffix(t["formaction"], action) || strings.HasSuffix(f.tag["action"], action)) {
			return t
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return f.leading(tag{})
}

// sends returns the values that a browser submits for a button: no unticked box, nothing disabled, and of a list the
// selected or first option.
func (f form) sends(pressed tag) url.Values {
	values := url.Values{}
	for _, m := range controlPattern.FindAllStringSubmatch(f.text, -1) {
		t := tagOf(m[1] + m[2] + m[4])
		switch {
		case t["name"] == "" || t.has("disabled"):
			continue
		case strings.HasPrefix(m[0], "<select"):
			values[t["name"]] = append(values[t["name"]], chosenIn(m[3], t.has("multiple"))...)
			continue
		case strings.HasPrefix(m[0], "<textarea"):
			t["value"] = html.UnescapeString(strings.TrimPrefix(m[5], "\n"))
		case t["type"] == "checkbox" || t["type"] == "radio":
			if !t.has("checked") {
				continue
			}
			if !t.has("value") {
				t["value"] = "on"
			}
		case t["type"] == "file" || t["type"] == "submit" || t["type"] == "button":
			continue
		}
		values.Add(t["name"], t["value"])
	}
	if name := pressed["name"]; name != "" {
		values.Add(name, pressed["value"])
	}
	return values
}

// chosenIn returns the values of the selected options of a list.
func chosenIn(options string, several bool) (values []string) {
	for i, m := range optionPattern.FindAllStringSubmatch(options, -1) {
		t := tagOf(m[1])
		if !t.has("value") {
			t["value"] = plainText(m[2])
		}
		switch {
		case t.has("selected") && several:
			values = append(values, t["value"])
		case t.has("selected"):
			return []string{t["value"]}
		case i == 0 && !several:
			values = []string{t["value"]}
		}
	}
	return values
}
