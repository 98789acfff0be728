package ui

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
)

//go:embed templates/*.html
var templateFiles embed.FS

// newTemplates parses the pages of features, by name: each is a file templates/NAME.html that defines "main". Files
// that begin with an underscore are shared by the feature's pages.
func newTemplates(features []Feature) (map[string]*template.Template, error) {
	layout, err := parse(template.New("layout").Funcs(template.FuncMap{"icon": icon}), templateFiles, "templates/_*.html")
	if err != nil {
		return nil, fmt.Errorf("parsing the shared templates: %w", err)
	}
	pages := map[string]*template.Template{}
	for _, feature := range append([]Feature{{Templates: templateFiles}}, features...) {
		for _, name := range feature.PageNames() {
			if pages[name] != nil {
				return nil, fmt.Errorf("two features have a page %s", name)
			}
			page, err := layout.Clone()
			if err == nil {
				page, err = parse(page, feature.Templates, "templates/_*.html")
			}
			if err == nil {
				page, err = parse(page, feature.Templates, "templates/"+name+".html")
			}
			if err != nil {
				return nil, fmt.Errorf("parsing the template of %s: %w", name, err)
			}
			pages[name] = page
		}
	}
	return pages, nil
}

// parse adds files to a template.
func parse(t *template.Template, files fs.FS, pattern string) (*template.Template, error) {
	names, err := fs.Glob(files, pattern)
	for _, name := range names {
		text, failed := fs.ReadFile(files, name)
		var written string
		if failed == nil {
			written, failed = withConstants(string(text))
		}
		if failed == nil {
			_, failed = t.Parse(written)
		}
		if failed != nil {
			return nil, fmt.Errorf("%s: %w", name, failed)
		}
	}
	return t, err
}

// constant matches the constant expressions of templates: an icon by its name, or the mark around a fragment.
var constant = regexp.MustCompile(`{{(?:icon "([^"]*)"|(piece)|(endpiece))}}`)

// withConstants replaces constant expressions once, at parse time: a page has forty icons.
func withConstants(text string) (written string, err error) {
	return constant.ReplaceAllStringFunc(text, func(call string) string {
		said := constant.FindStringSubmatch(call)
		switch {
		case said[2] != "":
			return PieceBegins
		case said[3] != "":
			return PieceEnds
		}
		html, unknown := icon(said[1])
		err = cmp.Or(err, unknown)
		return string(html)
	}), err
}

func icon(name string) (template.HTML, error) {
	html, ok := icons[name]
	if !ok {
		return "", fmt.Errorf("there is no picture %q", name)
	}
	return html, nil
}
