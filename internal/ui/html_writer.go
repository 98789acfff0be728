package ui

import (
	"bytes"
	"html/template"
	"sync"
)

// HTMLWriter writes what a page has a thousand of, without a template. Every text goes through Escape.
type HTMLWriter struct{ out bytes.Buffer }

// Put lets what is long be written where the page is, as far as a template has written it: as a text that a template
// writes it would be copied three times, which took a quarter of the memory that requests take. There is nothing left for the
// template to write, so that {{.Rows.HTML $.Out}} has to stand for itself.
func (b *HTMLWriter) Put(write func(*HTMLWriter)) (nothing template.HTML) {
	write(b)
	return ""
}

// WriteHTML gives what is written, for what is short.
func WriteHTML(write func(*HTMLWriter)) template.HTML {
	b := writers.Get().(*HTMLWriter)
	b.out.Reset()
	write(b)
	html := template.HTML(b.out.String())
	if b.out.Cap() <= maxDraft {
		writers.Put(b)
	}
	return html
}

var writers = sync.Pool{New: func() any { return new(HTMLWriter) }}

// Text writes what is HTML already.
func (b *HTMLWriter) Text(html string) { b.out.WriteString(html) }

// Escape writes a text of anybody's.
func (b *HTMLWriter) Escape(text string) {
	for i := range len(text) {
		if special[text[i]] {
			template.HTMLEscape(&b.out, []byte(text))
			return
		}
	}
	b.out.WriteString(text)
}

// special are the bytes that HTML says in another way.
var special = [256]bool{'&': true, '<': true, '>': true, '"': true, '\'': true, 0: true}

// Symbol shows a picture that the page has once, by its id.
func (b *HTMLWriter) Symbol(id string) {
	b.Text(`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#`)
	b.Text(id)
	b.Text(`"></use></svg>`)
}

// Picture shows a picture by its name.
func (b *HTMLWriter) Picture(name string) { b.Text(string(icons[name])) }

// Attribute writes an attribute of the tag that is begun.
func (b *HTMLWriter) Attribute(name, value string) {
	b.Text(" ")
	b.Text(name)
	b.Text(`="`)
	b.Escape(value)
	b.Text(`"`)
}
