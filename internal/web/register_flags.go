package web

import "slices"

// flagColours are the colours that the style sheet knows, in the source's words.
var flagColours = []string{"red", "orange", "yellow", "green", "blue", "purple"}

// flagName keeps the colours that the style sheet knows.
func flagName(colour string) string {
	if slices.Contains(flagColours, colour) {
		return colour
	}
	return ""
}

// flagText is a colour as a word that begins a label.
func flagText(colour string) string {
	if flagName(colour) == "" {
		return colour
	}
	return string(colour[0]-'a'+'A') + colour[1:]
}
