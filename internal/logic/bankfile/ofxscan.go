package bankfile

import (
	"strconv"
	"strings"
)

// ofxToken is a tag of an OFX file with the text after it. Old OFX does not close leaf elements, new OFX is XML; as
// tags and texts they are the same.
type ofxToken struct {
	line  int
	name  string // upper case; closing tags begin with a slash
	value string // the text up to the next tag
}

// scanOFX yields the tags in order. It skips headers, comments and processing instructions.
func scanOFX(text string, yield func(ofxToken)) {
	line, at := 1, 0
	for at < len(text) {
		open := strings.IndexByte(text[at:], '<')
		if open < 0 {
			return
		}
		line += strings.Count(text[at:at+open], "\n")
		at += open
		name, after := tagName(text[at:])
		if name == "" {
			skipped := skipMarkup(text[at:])
			line += strings.Count(text[at:at+skipped], "\n")
			at += skipped
			continue
		}
		value, length := leafText(text[at+after:])
		yield(ofxToken{line, name, value})
		line += strings.Count(text[at:at+after+length], "\n")
		at += after + length
	}
}

// tagName returns the name and length of the tag at the beginning of s; "" if the bracket does not begin a tag.
func tagName(s string) (name string, length int) {
	end := 1
	if strings.HasPrefix(s, "</") {
		end = 2
	}
	for end < len(s) && (isDigit(rune(s[end])) || isLetter(s[end]) || strings.IndexByte("._-", s[end]) >= 0) {
		end++
	}
	if end >= len(s) || !isLetter(s[min(end-1, 1+strings.Count(s[:2], "/"))]) {
		return "", 0
	}
	if s[end] == '>' {
		return strings.ToUpper(s[1:end]), end + 1
	}
	// XML may have attributes, and a slash for an empty element.
	if close := strings.IndexAny(s[end:], "<>"); (s[end] == ' ' || s[end] == '/') && close >= 0 && s[end+close] == '>' {
		return strings.ToUpper(s[1:end]), end + close + 1
	}
	return "", 0
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

func skipMarkup(s string) int {
	for open, close := range map[string]string{"<!--": "-->", "<?": "?>"} {
		if strings.HasPrefix(s, open) {
			if end := strings.Index(s, close); end >= 0 {
				return end + len(close)
			}
			return len(s) // never closed; searching from every bracket would take quadratic time
		}
	}
	return 1
}

const cdataOpen, cdataClose = "<![CDATA[", "]]>"

// leafText returns the text up to the next tag, and its length in the file. A bracket that does not begin a tag is
// text.
func leafText(s string) (text string, length int) {
	var b strings.Builder
	for at := 0; at < len(s); {
		if rest, ok := strings.CutPrefix(s[at:], cdataOpen); ok {
			inside, _, closed := strings.Cut(rest, cdataClose)
			b.WriteString(inside)
			at += len(cdataOpen) + len(inside)
			if closed {
				at += len(cdataClose)
			}
			continue
		}
		if s[at] == '<' {
			if name, _ := tagName(s[at:]); name != "" || strings.HasPrefix(s[at:], "<!--") || strings.HasPrefix(s[at:], "<?") {
				return b.String(), at
			}
		}
		if s[at] == '&' {
			r, n := entity(s[at:])
			b.WriteString(r)
			at += n
			continue
		}
		b.WriteByte(s[at])
		at++
	}
	return b.String(), len(s)
}

var entities = map[string]string{
	"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
}

// entity decodes "&amp;" and "&#38;". An ampersand that does not begin an entity is text: banks write "M&M".
func entity(s string) (string, int) {
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if end < 2 {
		return "&", 1
	}
	name := s[1:end]
	if text, ok := entities[name]; ok {
		return text, end + 1
	}
	if number, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if hex, ok := strings.CutPrefix(number, "x"); ok {
			number, base = hex, 16
		}
		if n, err := strconv.ParseUint(number, base, 21); err == nil && n > 0 {
			return string(rune(n)), end + 1
		}
	}
	return "&", 1
}
