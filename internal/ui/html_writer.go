package ui

import (
	"bytes"
	"html/template"
	"strings"
)

// HTMLWriter writes what a page has a thousand of, without a template. Every text of anybody's goes through Escape.
type HTMLWriter struct{ out bytes.Buffer }

// Put lets what a page has many of be written where the page is, as far as a template has written it: as a text that a
// template writes it would be copied three times, which took a quarter of the memory that requests take. Nothing is left for
// the template to write, so that {{.Rows.HTML $.Out}} has to stand for itself.
func (b *HTMLWriter) Put(write func(*HTMLWriter)) (nothing template.HTML) {
	write(b)
	return ""
}

// String is what is written.
func (b *HTMLWriter) String() string { return b.out.String() }

// Text writes what is HTML already, with a text of anybody's, escaped, in the place of each {}.
func (b *HTMLWriter) Text(html string, texts ...string) {
	for _, text := range texts {
		before, after, _ := strings.Cut(html, "{}")
		b.out.WriteString(before)
		b.Escape(text)
		html = after
	}
	b.out.WriteString(html)
}

// If is Text of what stands there only where something is so.
func (b *HTMLWriter) If(is bool, html string, texts ...string) {
	if is {
		b.Text(html, texts...)
	}
}

// Escape writes a text of anybody's.
func (b *HTMLWriter) Escape(text string) {
	plain := 0 // from where on nothing is special
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

// special are the bytes that HTML says in another way, which is the library's.
var special = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;", 0: "\uFFFD"}

// Own writes a name of the person's own, in whichever direction it is written.
func (b *HTMLWriter) Own(name string) { b.Text("<bdi>{}</bdi>", name) }

// Linked writes something as a link, where there is an address.
func (b *HTMLWriter) Linked(url string, inner func()) {
	if url == "" {
		inner()
		return
	}
	b.Text(`<a href="{}">`, url)
	inner()
	b.Text("</a>")
}

// Symbol shows a picture that the page has once, by its id.
func (b *HTMLWriter) Symbol(id string) {
	b.Text(`<svg class="icon" width="16" height="16" aria-hidden="true"><use href="#{}"></use></svg>`, id)
}

// Picture shows a picture by its name.
func (b *HTMLWriter) Picture(name string) { b.Text(string(icons[name])) }
