package ui

import (
	"html/template"
	"testing"
)

// The writer escapes every byte like html/template.
func TestWriterEscapesLikeHTMLTemplate(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for _, text := range []string{string([]byte{byte(c)}), "a" + string([]byte{byte(c)}), string([]byte{byte(c)}) + "b<", "Zoë " + string([]byte{byte(c), byte(c)})} {
			if got, want := written(func(b *HTMLWriter) { b.Escape(text) }), template.HTMLEscapeString(text); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
	if got := written(func(b *HTMLWriter) { b.Text(` title="{}"`, `"><script>`) }); got != ` title="&#34;&gt;&lt;script&gt;"` {
		t.Errorf("an attribute is written %s", got)
	}
}

func written(write func(*HTMLWriter)) string {
	var b HTMLWriter
	write(&b)
	return b.String()
}
