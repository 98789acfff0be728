package rowindex

import (
	"slices"
	"strings"
)

// TagSet is the set of the tags of a line: their keys in order, separated by spaces.
type TagSet string

// Keys returns the keys of the tags.
func (t TagSet) Keys() []string { return strings.Fields(string(t)) }

// setColumns contains the codes of the sets of tags of the rows and parts of a segment. A part also has the tags of its
// row.
type setColumns struct{ rows, parts []code }

// tagColumns contains the codes of the sets of tags of segments.
type tagColumns struct {
	sets     interner[TagSet]
	tagged   map[*segment]setColumns
	untagged setColumns // zeros for each other segment
}

// tagColumns returns the sets of tags of all lines in the months of the selection.
func (in *selection) tagColumns() *tagColumns {
	t := &tagColumns{tagged: map[*segment]setColumns{}}
	rows, parts := 0, 0
	for _, s := range in.segments {
		switch {
		case in.isOutside(s):
		case s.hasTags:
			t.tagged[s] = t.columnsOf(s)
		default:
			rows, parts = max(rows, s.len()), max(parts, len(s.partOwner))
		}
	}
	t.untagged = setColumns{make([]code, rows), make([]code, parts)}
	return t
}

func (t *tagColumns) columnsOf(s *segment) setColumns {
	codes := func(sets [][]string, n int) []code {
		all := make([]code, n)
		for i, set := range sets {
			all[i] = t.sets.code(TagSet(strings.Join(set, " ")))
		}
		return all
	}
	rows, parts := s.tagSets()
	return setColumns{codes(rows, s.len()), codes(parts, len(s.partOwner))}
}

// of returns the codes of a segment.
func (t *tagColumns) of(s *segment) setColumns {
	if columns, is := t.tagged[s]; is {
		return columns
	}
	return t.untagged
}

// included reports, by code, which sets a filter includes.
func (t *tagColumns) included(v Values[string]) []bool {
	included := make([]bool, t.sets.size())
	for c := range included {
		included[c] = includesTags(v, t.sets.key(code(c)).Keys())
	}
	return included
}

// HasTags reports whether notes may have tags: whether any has their sign.
func (x *Index) HasTags() bool {
	return slices.ContainsFunc(x.segments, func(s *segment) bool { return s.hasTags })
}
