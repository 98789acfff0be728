package tag

import (
	"hash/fnv"
	"slices"

	"holdover/internal/model/budget"
)

// Colours are the names of the colours of tags, in the order in which they are offered.
var Colours = []string{"red", "orange", "yellow", "lime", "green", "teal", "blue", "indigo", "purple", "pink"}

// IsColour reports whether a name is that of a colour.
func IsColour(name string) bool { return slices.Contains(Colours, name) }

// ColourOf returns the colour of a tag that has no chosen one. It depends on the key alone, so that a tag has the same
// colour on every page and in every budget.
func ColourOf(key string) string {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(key))
	return Colours[hash.Sum32()%uint32(len(Colours))]
}

// Palette contains the chosen colours of a budget's tags by their keys.
type Palette map[string]string

// PaletteOf returns the colours in the records of a budget.
func PaletteOf(records []budget.Tag) Palette {
	p := Palette{}
	for i := range records {
		if r := &records[i]; r.Colour != "" {
			p[Key(r.Name)] = r.Colour
		}
	}
	return p
}

// Colour returns the colour of a tag.
func (p Palette) Colour(key string) string {
	if colour := p[key]; IsColour(colour) {
		return colour
	}
	return ColourOf(key)
}
