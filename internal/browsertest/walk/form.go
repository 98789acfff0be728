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

// tag is what stands in a tag: attributes by name.
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

// plainText is what stands between tags.
func plainText(text string) string {
	return strings.TrimSpace(html.UnescapeString(tagPattern.ReplaceAllString(text, "")))
}

// form is a form of a page.
type form struct {
	tag
	text string // all that stands in it
}

// formsOn are the forms of a page.
func formsOn(page string) (all []form) {
	for _, m := range formPattern.FindAllStringSubmatch(page, -1) {
		all = append(all, form{tagOf(m[1]), m[2]})
	}
	return all
}

// leads says whether the form, or a button of it, leads to an action.
func (f form) leads(action string) bool {
	for _, t := range f.buttons() {
		if strings.HasSuffix(t["formaction"], action) {
			return true
		}
	}
	return strings.HasSuffix(f.tag["action"], action)
}

// buttons are what the form can be sent with, each with where it leads, how, and what it "says".
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

// leading is a button with where it leads: where the form does, unless it says otherwise.
func (f form) leading(t tag) tag {
	for own, forms := range map[string]string{"formaction": "action", "formenctype": "enctype"} {
		if !t.has(own) {
			t[own] = f.tag[forms]
		}
	}
	return t
}

// pressed is the button that leads to an action and says the words, or else the first one, as for who presses Enter. Where the form has
// none it leads where the form does.
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

// sends is what a browser sends when a button is pressed: no box that is not ticked, nothing that is disabled, of a list the chosen
// option or else the first one.
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

// chosenIn are the values of the options that are chosen in a list.
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
