package web

import "strings"

// atField tells which of a form's fields a fault is about, by the word before
// its colon, and what is wrong with it.
func atField(err error, fields ...string) FieldFaults {
	text := faultText(err)
	for _, field := range fields {
		if rest, ok := strings.CutPrefix(text.Message, sentence(field)+": "); ok {
			text.Message = sentence(rest)
			return FieldFaults{field: text}
		}
	}
	return FieldFaults{"": text}
}
