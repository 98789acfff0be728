package ui

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// A page is always rendered whole, but pieces that the browser already has are not sent again. Templates mark the
// pieces of a page: a row of a register, the figures of a category, the sums of an account. Each is an element with
// an id. Each piece is sent with a stamp, a hash of its text, and so is the text around the pieces. A script that
// requests a page sends the stamps that it has. If the text around the pieces is unchanged, the response contains the
// pieces that the script lacks and the order of all pieces. Otherwise it is the whole page. The server stores nothing
// about a browser, so the response is correct whichever process or user made the changes, and however old the
// script's page is.

// PieceBegins and PieceEnds surround a piece, in templates {{piece}}<p id="sums">…</p>{{endpiece}}. User text cannot
// contain them, because escaping replaces NULs.
const (
	PieceBegins = "\x00+"
	PieceEnds   = "\x00-"
)

// stampsHeader is the request header with the stamps that a script has: first the stamp of the text around the
// pieces, then those of the pieces.
const stampsHeader = "Holdover-Has"

type renderedPage struct {
	page   []byte // the whole page, as sent
	around string // the stamp of the text around the pieces
	place  int    // the offset of that stamp in page
	pieces []fragment
	toast  span // not among the pieces: it reports the change just made
}

// fragment is a part of a page that can be sent separately.
type fragment struct {
	stamp  string
	span        // its position in the page
	begins bool // text other than a piece precedes it
	inner  []fragment
}

type span struct{ from, to int }

// aroundPlace is the attribute in a page for the stamp of the text around its pieces. User text cannot contain it,
// because its quotes are escaped.
const aroundPlace = ` data-around=""`

// cutOut separates the output of a template into pieces. It writes the page, as it is sent, into the given buffer.
func cutOut(text, into []byte) *renderedPage {
	d := &renderedPage{page: slices.Grow(into[:0], len(text)+len(text)/16)}
	around := sha256.New()
	begins := true
	body := max(0, bytes.Index(text, []byte("<body"))) // the head has nothing that a page displays
	if end := bytes.IndexByte(text[body:], '>'); end >= 0 {
		body += end // nor does its own tag: it contains the number of the last change
	}
	d.write(text[:body])
	text = text[body:]
	for {
		before, inside, after, found := nextPiece(text)
		d.writeAround(before)
		if len(bytes.TrimSpace(before)) > 0 {
			around.Write(before)
			begins = true
		}
		if !found {
			break
		}
		text = after
		if bytes.HasPrefix(inside, []byte(`<div id="toast"`)) {
			d.toast = span{len(d.page), len(d.page) + len(inside)}
			d.write(inside)
			continue
		}
		if begins {
			around.Write([]byte(PieceBegins))
		}
		p := d.cutPiece(inside)
		p.begins, begins = begins, false
		d.pieces = append(d.pieces, p)
	}
	d.around = encodeStamp(around.Sum(nil))
	if d.place > 0 {
		copy(d.page[d.place:], d.around)
	}
	return d
}

// withoutToast returns the page with an empty toast, as a later request gets it.
func (d *renderedPage) withoutToast() []byte {
	place := d.page[d.toast.from:d.toast.to]
	begins := place[:bytes.IndexByte(place, '>')+1]
	return slices.Concat(d.page[:d.toast.from], begins, []byte("</div>"), d.page[d.toast.to:])
}

func (d *renderedPage) write(text []byte) { d.page = append(d.page, text...) }

// writeAround writes text around the pieces. If the text contains aroundPlace, it leaves space for the stamp.
func (d *renderedPage) writeAround(text []byte) {
	if at := bytes.Index(text, []byte(aroundPlace)); at >= 0 && d.place == 0 {
		quote := at + len(aroundPlace) - 1
		d.write(text[:quote])
		d.place = len(d.page)
		d.write(make([]byte, stampLength))
		text = text[quote:]
	}
	d.write(text)
}

// cutPiece separates the inner pieces of a piece. The stamp of the outer piece does not depend on them.
func (d *renderedPage) cutPiece(text []byte) fragment {
	p := fragment{stamp: stampBeside(text), span: span{from: len(d.page)}}
	before, inside, after, found := nextPiece(text)
	d.writeStamped(before, p.stamp)
	for found {
		inner := fragment{stamp: stampOf(inside), span: span{from: len(d.page)}}
		d.writeStamped(inside, inner.stamp)
		inner.to = len(d.page)
		p.inner = append(p.inner, inner)
		before, inside, after, found = nextPiece(after)
		d.write(before)
	}
	p.to = len(d.page)
	return p
}

// nextPiece returns the text before the next piece, inside it and after it.
func nextPiece(text []byte) (before, inside, after []byte, found bool) {
	before, rest, found := bytes.Cut(text, []byte(PieceBegins))
	if !found {
		return before, nil, nil, false
	}
	at := 0
	for depth := 1; depth > 0; at += len(PieceEnds) {
		next := bytes.IndexByte(rest[at:], PieceEnds[0])
		if next < 0 {
			return before, rest, nil, true
		}
		if at += next; bytes.HasPrefix(rest[at:], []byte(PieceBegins)) {
			depth++
		} else {
			depth--
		}
	}
	return before, rest[:at-len(PieceEnds)], rest[at:], true
}

// stampBeside returns the stamp of a piece without its inner pieces.
func stampBeside(text []byte) string {
	before, _, after, found := nextPiece(text)
	if !found {
		return stampOf(text)
	}
	own := sha256.New()
	for own.Write(before); found; own.Write(before) {
		own.Write([]byte(PieceBegins))
		before, _, after, found = nextPiece(after)
	}
	return encodeStamp(own.Sum(nil))
}

func stampOf(text []byte) string {
	sum := sha256.Sum256(text)
	return encodeStamp(sum[:])
}

// stampLength is the number of characters of a stamp.
const stampLength = 8

// encodeStamp shortens a sum to 48 bits: there are some hundred pieces on a page.
func encodeStamp(sum []byte) string { return base64.RawURLEncoding.EncodeToString(sum[:6]) }

// writeStamped writes a piece, or its start, with its stamp in the first tag.
func (d *renderedPage) writeStamped(html []byte, stamp string) {
	at := bytes.IndexAny(html, " >")
	if at < 0 {
		d.write(html)
		return
	}
	d.write(html[:at])
	d.page = append(append(append(d.page, ` data-is="`...), stamp...), '"')
	d.write(html[at:])
}

// lacking returns the response for a script that has the text around the pieces: the pieces that it lacks, and the
// order of all pieces.
func (d *renderedPage) lacking(has map[string]bool, f *Frame) []byte {
	var order strings.Builder
	var out bytes.Buffer
	for i, p := range d.pieces {
		if p.begins && i > 0 {
			order.WriteByte(',')
		} else if i > 0 {
			order.WriteByte(' ')
		}
		order.WriteString(p.stamp)
	}
	out.WriteString(`<template data-order="` + order.String() + `" data-title="` + template.HTMLEscapeString(pageTitle(f)) + `"`)
	if f.Live != nil {
		out.WriteString(` data-knowledge="` + strconv.FormatInt(f.Live.Knowledge, 10) + `"`)
	}
	out.WriteString("></template>")
	for _, p := range d.pieces {
		if !has[p.stamp] {
			writeTemplate(&out, d.page[p.from:p.to])
			continue
		}
		for _, inner := range p.inner {
			if !has[inner.stamp] {
				writeTemplate(&out, d.page[inner.from:inner.to])
			}
		}
	}
	if f.Toast != nil {
		writeTemplate(&out, d.page[d.toast.from:d.toast.to])
	}
	return out.Bytes()
}

func writeTemplate(out *bytes.Buffer, html []byte) {
	out.WriteString("\n<template>")
	out.Write(html)
	out.WriteString("</template>")
}

// pageTitle returns the title of the browser window.
func pageTitle(f *Frame) string { return f.Title + " · Holdover" }

// answerTo returns the response for a request: the whole page, or the pieces that the script lacks.
func (d *renderedPage) answerTo(r *http.Request, f *Frame) []byte {
	around, stamps, asks := strings.Cut(r.Header.Get(stampsHeader), " ")
	if !asks || around != d.around {
		return d.page
	}
	has := map[string]bool{}
	for stamp := range strings.FieldsSeq(stamps) {
		has[stamp] = true
	}
	return d.lacking(has, f)
}

// withoutMarks returns a part of a page without the marks around its pieces.
func withoutMarks(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(PieceBegins), nil), []byte(PieceEnds), nil)
}
