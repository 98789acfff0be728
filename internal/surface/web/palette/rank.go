package palette

import (
	"cmp"
	"slices"
	"strings"

	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// ranked returns the destinations that contain all words of a text, the best matches first. Equal matches keep their
// order. Case and accents do not count.
func ranked(all []ui.Destination, text string) []ui.Destination {
	text = strings.TrimSpace(budget.SearchKey(text))
	words := strings.Fields(text)
	type match struct {
		ui.Destination
		score int
	}
	var matches []match
	for i := range all {
		if score := scoreOf(&all[i], text, words); score > 0 {
			matches = append(matches, match{all[i], score})
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	found := make([]ui.Destination, len(matches))
	for i := range matches {
		found[i] = matches[i].Destination
	}
	return found
}

// scoreOf rates a destination: 4 if its label is the text, 3 if the label begins with it, 2 if each word begins a word of
// the label, 1 if the words are anywhere in it, 0 if a word is missing.
func scoreOf(d *ui.Destination, text string, words []string) int {
	label := budget.SearchKey(d.Label)
	switch {
	case label == text:
		return 4
	case strings.HasPrefix(label, text):
		return 3
	}
	beginsAll := true
	further := ""
	for _, word := range words {
		if beginsWord(label, word) {
			continue
		}
		beginsAll = false
		if strings.Contains(label, word) {
			continue
		}
		if further == "" {
			further = " " + budget.SearchKey(d.Words+" "+d.Kind)
		}
		if !strings.Contains(further, word) {
			return 0
		}
	}
	if beginsAll {
		return 2
	}
	return 1
}

func beginsWord(label, word string) bool {
	return strings.HasPrefix(label, word) || strings.Contains(label, " "+word)
}
