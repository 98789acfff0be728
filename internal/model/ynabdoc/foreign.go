package ynabdoc

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/apperr"
)

// GetAnew is the code of errors about files that cannot lead to a plan: the user must export the document. The
// surface that displays the error names the page or command that explains how.
const GetAnew apperr.Code = "get-the-document"

// foreign returns the error for a file that is not a plan document.
func foreign(what, hint string) *apperr.Error {
	return apperr.New(apperr.NotAPlan, "%s", what).WithID(apperr.NotSourceApp5).WithHint("%s", hint)
}

// elsewhere is foreign for a file that cannot lead to the plan.
func elsewhere(what, hint string) *apperr.Error { return foreign(what, hint).WithCode(GetAnew) }

// bankHint is the hint for files of banks, which are imported into an account of a budget.
const bankHint = "Open or add the matching account, and choose Import bank file there."

// magic lists the first bytes of other file formats.
var magic = []struct{ begins, what, hint string }{
	{"PK\x03\x04", "this is a ZIP file", "Unpack it and choose the file in it."},
	{"\x1f\x8b", "this is a compressed file (gzip)", "Unpack it and choose the file in it."},
	{"\x28\xb5\x2f\xfd", "this is a compressed file (zstd)", "Unpack it and choose the file in it."},
	{"BZh", "this is a compressed file (bzip2)", "Unpack it and choose the file in it."},
	{"7z\xbc\xaf\x27\x1c", "this is a 7-Zip file", "Unpack it and choose the file in it."},
	{"%PDF", "this is a PDF", ""},
	{"SQLite format 3\x00", "this is an SQLite database", "For a budget of Actual, choose the ZIP file that it exports."},
	{"OFXHEADER", "this is a bank's OFX file, not a budget", bankHint},
	{"!Type:", "this is a bank's QIF file, not a budget", bankHint},
	{"!Account", "this is a bank's QIF file, not a budget", bankHint},
	{":20:", "this is a bank's MT940 file, not a budget", bankHint},
	{"{1:", "this is a bank's MT940 file, not a budget", bankHint},
	{"{\\rtf", "this is a formatted text document (RTF)", "Save YNAB's answer directly, not from a word processor."},
}

// knownFile returns the error for a file format recognised by its first bytes, or nil.
func knownFile(head []byte) *apperr.Error {
	if len(head) == 0 {
		return elsewhere("the file is empty", "The download may have failed.")
	}
	for _, m := range magic {
		if bytes.HasPrefix(head, []byte(m.begins)) {
			if m.hint == "" {
				return elsewhere(m.what, "")
			}
			return foreign(m.what, m.hint)
		}
	}
	return nil
}

// otherText returns the error for text that does not start like a JSON object.
func otherText(start []byte) *apperr.Error {
	if len(start) == 0 {
		return elsewhere("the file is blank", "The download may have failed.")
	}
	line, _, more := bytes.Cut(start, []byte("\n"))
	switch {
	case start[0] == '<':
		return markup(start)
	case start[0] == '[':
		return elsewhere("this is a JSON list, not a plan document", "")
	case !textual(start):
		return elsewhere("this is a binary file, not a plan document", "")
	case isTable(line) && more:
		return foreign("this is a table (CSV), such as a bank's export, not a budget", bankHint)
	case isScalar(bytes.TrimSpace(start)):
		return elsewhere("this is a single JSON value ("+clip(oneLine(start), 40)+"), not a plan document", "")
	default:
		return elsewhere("this is not JSON; it starts with "+quoted(start), "")
	}
}

var title = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title`)

// markup returns the error for a saved web page.
func markup(start []byte) *apperr.Error {
	lower := bytes.ToLower(start)
	if !bytes.Contains(lower, []byte("<html")) && !bytes.Contains(lower, []byte("<!doctype html")) {
		if bytes.Contains(lower, []byte("<ofx>")) || bytes.Contains(lower, []byte("urn:iso:std:iso:20022")) {
			return foreign("this is a bank's file (OFX or CAMT), not a budget", bankHint)
		}
		return elsewhere("this is XML, not a plan document", "")
	}
	found := title.FindSubmatch(start)
	if found == nil || oneLine(found[1]) == "" {
		return elsewhere("this is a web page, not a plan document", "The download returned a web page.")
	}
	says := html.UnescapeString(oneLine(found[1]))
	return elsewhere(`this is a web page that says "`+clip(says, 80)+`", not a plan document`, "The download was refused.")
}

// textual reports whether the bytes can be text: valid UTF-8 without control characters. The last character may be
// cut off.
func textual(b []byte) bool {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 && len(b)-i >= utf8.UTFMax {
			return false
		}
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			return false
		}
		i += size
	}
	return true
}

func isTable(line []byte) bool {
	return slices.ContainsFunc([]string{",", ";", "\t"}, func(separator string) bool { return bytes.Count(line, []byte(separator)) >= 2 })
}

var scalar = regexp.MustCompile(`^(?:"[^"]*"|true|false|null|-?[0-9][0-9.eE+-]*)$`)

func isScalar(text []byte) bool { return scalar.Match(text) }

// oneLine returns text for the middle of a sentence, with spaces for line ends and without control characters.
func oneLine[T []byte | string](text T) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.IsSpace(r) {
			return r
		}
		return utf8.RuneError
	}, string(text))
	return strings.Join(strings.Fields(printable), " ")
}

func quoted(b []byte) string { return `"` + clip(oneLine(b), 40) + `"` }
