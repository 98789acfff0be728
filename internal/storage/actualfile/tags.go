package actualfile

import (
	"encoding/hex"
	"math"
	"strings"

	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// tagColours maps the colours of tags to those that are written. Actual has any colour.
var tagColours = map[string]string{
	"red": "#E03131", "orange": "#F2760C", "yellow": "#F2C40C", "lime": "#94D82D", "green": "#2F9E44",
	"teal": "#12A5A0", "blue": "#1C7ED6", "indigo": "#4B4BD8", "purple": "#8E24C4", "pink": "#E64980",
}

// readTags reads the colours and descriptions of tags. The tags themselves are in the notes.
func (c *conversionState) readTags() error {
	if !c.has("tags") {
		return nil
	}
	query := "SELECT id, tag, color, description FROM tags WHERE " + c.column("tags", "tombstone", "0") + " IS NOT 1 AND (color IS NOT NULL OR description IS NOT NULL) ORDER BY rowid"
	taken := map[string]bool{}
	return c.load("tags", query, func(r *record) {
		m := ynabdoc.MarkedTag{ID: r.id("tag"), Name: strings.TrimSpace(r.text())}
		colour := strings.TrimSpace(r.text())
		m.Description = strings.TrimSpace(c.note(r))
		m.Colour = nearestColour(colour)
		if colour != "" && !strings.EqualFold(tagColours[m.Colour], colour) {
			c.remarks.Lose("exact colours of tags (the nearest ones are used)", "#"+m.Name)
		}
		key := tag.Key(m.Name)
		if tag.Check(&budget.Tag{Name: m.Name, Colour: m.Colour, Description: m.Description}) != nil || taken[key] {
			c.remarks.Lose("colours and descriptions of tags that Holdover cannot have (the tags stay in the notes)", "#"+m.Name)
			return
		}
		if m.Colour != "" || m.Description != "" {
			taken[key] = true
			c.tags = append(c.tags, m)
		}
	})
}

// nearestColour returns the colour of tags that is nearest to a colour such as #1C7ED6 or #17D, or "" for any other text.
func nearestColour(text string) (nearest string) {
	least := math.MaxInt
	for _, name := range tag.Colours {
		if far, ok := apart(text, tagColours[name]); ok && far < least {
			nearest, least = name, far
		}
	}
	return nearest
}

// apart returns the square of the distance between two colours; ok is false for a text that is not a colour.
func apart(a, b string) (far int, ok bool) {
	one, ok1 := rgb(a)
	other, ok2 := rgb(b)
	if !ok1 || !ok2 {
		return 0, false
	}
	for i := range one {
		far += (int(one[i]) - int(other[i])) * (int(one[i]) - int(other[i]))
	}
	return far, true
}

// rgb returns the red, green and blue of a colour in hexadecimal digits.
func rgb(text string) ([]byte, bool) {
	digits, is := strings.CutPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	parts, err := hex.DecodeString(digits)
	return parts, is && err == nil && len(parts) == 3
}
