package tag

import (
	"hash/fnv"
	"slices"
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
