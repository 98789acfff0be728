package ui

import (
	"bytes"
	"html/template"
	"strings"
)

// HTMLWriter writes large parts of a page without a template. All user-provided text must go through Escape.
type HTMLWriter struct{ out bytes.Buffer }

// WriteFrom calls write with the buffer that a template is writing to. A value returned to the template would be copied
// three times, which took a quarter of the memory of requests. Put returns nothing for the template to write, so
// {{.Rows.HTML $.Out}} must not be part of another expression.
func (b *HTMLWriter) WriteFrom(write func(*HTMLWriter)) (nothing template.HTML) {
	write(b)
	return ""
}

func (b *HTMLWriter) String() string { return b.out.String() }

// Text writes HTML and replaces each {} with an escaped text.
func (b *HTMLWriter) Text(html string, texts ...string) {
	for _, text := range texts {
		before, after, _ := strings.Cut(html, "{}")
		b.out.WriteString(before)
		b.Escape(text)
		html = after
	}
	b.out.WriteString(html)
}

// If is Text if a condition is true.
func (b *HTMLWriter) If(is bool, html string, texts ...string) {
	if is {
		b.Text(html, texts...)
	}
}

// Escape writes a user-provided text.
func (b *HTMLWriter) Escape(text string) {
	plain := 0 // the start of the text not yet written
	for i := range len(text) {
		if special[text[i]] == "" {
			continue
		}
		b.out.WriteString(text[plain:i])
		b.out.WriteString(special[text[i]])
		plain = i + 1
	}
	b.out.WriteString(text[plain:])
}

// special maps bytes to their escape sequences, the same as in html/template.
var special = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;", 0: "\uFFFD"}

// Bdi writes a name chosen by the user, isolated from the direction of the surrounding text.
func (b *HTMLWriter) Bdi(name string) { b.Text("<bdi>{}</bdi>", name) }

// Linked writes a link around inner if there is an address.
func (b *HTMLWriter) Linked(url string, inner func()) {
	if url == "" {
		inner()
		return
	}
	b.Text(`<a href="{}">`, url)
	inner()
	b.Text("</a>")
}

// Symbol writes a reference to an icon that the page defines once, by its id.
func (b *HTMLWriter) Symbol(id string) {
	b.Text(`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#{}"></use></svg>`, id)
}

func (b *HTMLWriter) Picture(name string) { b.Text(string(icons[name])) }
