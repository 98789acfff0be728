package ui

import (
	"net/url"

	"holdover/internal/logic/tag"
)

// Notes is the notes of a transaction, in pieces if they have tags.
type Notes struct {
	Text   string
	Pieces []NotesPiece // nil for notes without tags
}

// NotesPiece is a part of notes: a tag, or the text between two.
type NotesPiece struct {
	Text   string
	URL    string // of the transactions with the tag; empty for a text
	Colour string
}

// NotesOf returns notes with links to the transactions that have their tags.
func (l Links) NotesOf(text string, colours tag.Palette) Notes {
	n := Notes{Text: text}
	if !tag.Possible(text) {
		return n
	}
	done := 0
	for _, f := range tag.Find(text) {
		if f.Start > done {
			n.Pieces = append(n.Pieces, NotesPiece{Text: text[done:f.Start]})
		}
		n.Pieces = append(n.Pieces, NotesPiece{text[f.Start:f.End], l.TagRows(f.Name(text)), colours.Colour(f.Key)})
		done = f.End
	}
	if done > 0 && done < len(text) {
		n.Pieces = append(n.Pieces, NotesPiece{Text: text[done:]})
	}
	return n
}

// TagRows returns the address of all rows with a tag.
func (l Links) TagRows(name string) string {
	return l.Account(AllAccounts) + "?" + url.Values{"tag": {"#" + name}}.Encode()
}

// TagSpending returns the address of the report of spending with a tag over time.
func (l Links) TagSpending(name string) string {
	return l.To("reports/spending?") + url.Values{"tag": {"#" + name}, "by": {"category"}, "across": {"month"}, "time": {"all"}}.Encode()
}

// Notes writes notes, with their tags as links, or as plain words where the notes are part of a control.
func (b *HTMLWriter) Notes(n *Notes, linked bool) {
	if n.Pieces == nil {
		b.Bdi(n.Text)
		return
	}
	b.Text("<bdi>")
	for i := range n.Pieces {
		switch p := &n.Pieces[i]; {
		case p.URL == "":
			b.Escape(p.Text)
		case linked:
			b.Text(`<a class="tag tag-{}" href="{}">{}</a>`, p.Colour, p.URL, p.Text)
		default:
			b.Text(`<span class="tag tag-{}">{}</span>`, p.Colour, p.Text)
		}
	}
	b.Text("</bdi>")
}
