package finder

import (
	"bytes"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// texts are many texts in one run of bytes, one behind the other.
type texts struct {
	bytes []byte
	ends  []uint32
}

func (t *texts) add(text []byte) {
	t.bytes = append(t.bytes, text...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

// fold adds a text as it is compared.
func (t *texts) fold(text string) {
	if ascii(text) { // most texts, and much faster
		for i := range len(text) {
			c := text[i]
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			t.bytes = append(t.bytes, c)
		}
	} else {
		t.bytes = append(t.bytes, fold(text)...)
	}
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

func (t *texts) at(i int) []byte { return t.bytes[t.begin(i):t.ends[i]] }

func (t *texts) begin(i int) uint32 {
	if i == 0 {
		return 0
	}
	return t.ends[i-1]
}

// containing calls found for each text that has a word in it, in order.
func (t *texts) containing(word []byte, found func(i int)) {
	for at, i := 0, 0; ; {
		next := bytes.Index(t.bytes[at:], word)
		if next < 0 {
			return
		}
		at += next
		for int(t.ends[i]) <= at {
			i++
		}
		if end := int(t.ends[i]); at+len(word) <= end {
			found(i)
			at = end
		} else { // one text ends with what another begins
			at++
		}
	}
}

// fold makes texts equal that differ in case or composition alone.
func fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(s)))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] > 127 {
			return false
		}
	}
	return true
}
