// Package tag finds and replaces the tags in notes: #holiday in "ferry to Calais #holiday". It is part of the logic
// layer.
//
// A tag is the sign # and a name of letters, digits and underscores of any script, with hyphens inside. The name has at
// least one letter, so that the number #12 is no tag. The sign follows the start of the text or a character that is
// neither part of a word nor # nor /, so that an address with a fragment and ##word are no tags. Two tags are the same
// if their names have the same [budget.SearchKey]: case and accents do not count.
//
// Start with Find and Replace.
package tag

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdover/internal/model/budget"
)

// Found is a tag in a text.
type Found struct {
	Start, End int    // the bytes of the text, with the sign
	Key        string // of its name
}

// Name returns the name of the tag in the text that it was found in, as it is written there.
func (f Found) Name(text string) string {
	_, sign := utf8.DecodeRuneInString(text[f.Start:])
	return text[f.Start+sign : f.End]
}

// Possible reports whether a text may have tags. It is a fast test for the many that have none.
func Possible(text string) bool {
	return strings.IndexByte(text, '#') >= 0 || strings.IndexByte(text, wideSigns) >= 0
}

// wideSigns is the first byte of the signs ＃ and ﹟, which have the search key #.
const wideSigns = 0xEF

// Find returns the tags of a text in their order. The keys are those that [InKey] yields for its search key.
func Find(text string) (all []Found) {
	if !Possible(text) {
		return nil
	}
	folded := fold(text)
	for at, end := range spans(folded.text) {
		f := Found{Start: folded.start(at), End: folded.end(end)}
		f.Key = Key(f.Name(text))
		all = append(all, f)
	}
	return all
}

// Key returns the key that names of tags are compared by, or "" for a text that is no name.
func Key(name string) string {
	for key := range InKey(budget.SearchKey("#" + name)) {
		return key
	}
	return ""
}

// InKey yields the keys of the tags in a text that is a search key itself, such as the notes in a row index.
func InKey(key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at, end := range spans(key) {
			if !yield(key[at+1 : end]) {
				return
			}
		}
	}
}

// Parse returns the name of a text that is one tag, with or without its sign; ok is false for any other text.
func Parse(text string) (name string, ok bool) {
	if text = strings.TrimSpace(text); !strings.HasPrefix(budget.SearchKey(text), "#") {
		text = "#" + text
	}
	all := Find(text)
	if len(all) != 1 || all[0].Start != 0 || all[0].End != len(text) {
		return "", false
	}
	return all[0].Name(text), true
}

// Has reports whether a text has the tag with a key.
func Has(text, key string) bool {
	for _, f := range Find(text) {
		if f.Key == key {
			return true
		}
	}
	return false
}

// Replace returns a text in which the tag with a key has another name. Other tags and the rest of the text stay.
func Replace(text, key, name string) string {
	return rewrite(text, key, func(out *strings.Builder, _ Found) { out.WriteString("#" + name) })
}

// Remove returns a text without the tag with a key, and without the spaces before it.
func Remove(text, key string) string {
	if !Has(text, key) {
		return text
	}
	without := rewrite(text, key, func(out *strings.Builder, f Found) {
		before := out.String()
		kept := strings.TrimRight(before, " ")
		out.Reset()
		out.WriteString(kept)
		if rest := text[f.End:]; kept != before && kept != "" && rest != "" && !strings.HasPrefix(rest, " ") {
			out.WriteByte(' ')
		}
	})
	return Remove(strings.TrimSpace(without), key) // of #a#a, the second part has become a tag
}

// rewrite returns a text with write called in place of each tag with a key.
func rewrite(text, key string, write func(*strings.Builder, Found)) string {
	var out strings.Builder
	done := 0
	for _, f := range Find(text) {
		if f.Key == key {
			out.WriteString(text[done:f.Start])
			write(&out, f)
			done = f.End
		}
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// spans yields where the tags of a search key begin, with their signs, and end.
func spans(key string) iter.Seq2[int, int] {
	return func(yield func(at, end int) bool) {
		for from := 0; ; {
			sign := strings.IndexByte(key[from:], '#')
			if sign < 0 {
				return
			}
			at := from + sign
			from = at + 1
			if !mayFollow(key[:at]) {
				continue
			}
			length := nameLength(key[from:])
			if length > 0 && !yield(at, from+length) {
				return
			}
			from += length
		}
	}
}

// mayFollow reports whether a tag may follow a text.
func mayFollow(text string) bool {
	before, _ := utf8.DecodeLastRuneInString(text)
	return text == "" || before != '#' && before != '/' && !isWord(before) && !isJoiner(before)
}

// nameLength returns the length of the name that a text begins with, or 0 if it begins with none.
func nameLength(text string) (length int) {
	letters := false
	for i, r := range text {
		switch {
		case isWord(r) && (i > 0 || !unicode.IsMark(r)):
			letters = letters || unicode.IsLetter(r)
			length = i + utf8.RuneLen(r)
		case isJoiner(r) && i > 0:
		default:
			return withLetter(length, letters)
		}
	}
	return withLetter(length, letters)
}

func withLetter(length int, letters bool) int {
	if !letters {
		return 0
	}
	return length
}

// isWord reports whether a character is part of a word, also at its end.
func isWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

// isJoiner reports whether a character joins parts of a word: a hyphen, or a joiner of scripts such as Persian.
func isJoiner(r rune) bool { return r == '-' || r == '\u200c' || r == '\u200d' }

// folded is the search key of each character of a text, with the places that its bytes come from.
type folded struct {
	text         string
	starts, ends []int // by byte; nil if the text has the same places
}

func fold(text string) folded {
	if isASCII(text) {
		return folded{text: strings.ToLower(text)}
	}
	var f folded
	var out strings.Builder
	for i, r := range text {
		end := i + max(1, utf8.RuneLen(r))
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(text[i:])
			end = i + size
		}
		key := budget.SearchKey(text[i:end])
		if key == "" && len(f.ends) > 0 { // an accent, which belongs to the letter before it
			f.ends[len(f.ends)-1] = end
		}
		out.WriteString(key)
		for range len(key) {
			f.starts, f.ends = append(f.starts, i), append(f.ends, end)
		}
	}
	f.text = out.String()
	return f
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// start returns where the character of a byte begins in the original text.
func (f *folded) start(at int) int {
	if f.starts == nil {
		return at
	}
	return f.starts[at]
}

// end returns where the character before a byte ends in the original text.
func (f *folded) end(at int) int {
	if f.ends == nil {
		return at
	}
	return f.ends[at-1]
}
