package rowindex

// lineTests are the conditions of a scope that are tested line by line, before lines are summed: all others are masks.
type lineTests struct {
	*selection
	rows     *search     // nil for any
	tags     *tagColumns // nil for any
	withTags []bool      // by code of a set of tags
}

// includedLines reports which rows and parts of a segment meet the conditions.
type includedLines struct{ rows, parts []bool }

// lineTests returns the tests of the scope, or nil if it has none.
func (in *selection) lineTests() *lineTests {
	if in.Least == nil && in.Most == nil && in.Tags.Of == nil && in.NotesRegexp == nil && in.Where == nil {
		return nil
	}
	t := &lineTests{selection: in}
	if in.Where != nil {
		t.rows = in.search(*in.Where)
	}
	if in.Tags.Of != nil {
		t.tags = in.tagColumns()
		t.withTags = t.tags.included(in.Tags)
	}
	return t
}

// of returns the lines of a segment that are included, or nil for all.
func (t *lineTests) of(s *segment) *includedLines {
	if t == nil {
		return nil
	}
	is := &includedLines{rows: make([]bool, s.len()), parts: make([]bool, len(s.partOwner))}
	t.addRows(is, s)
	for part, row := range s.partOwner {
		is.parts[part] = is.rows[row]
	}
	if t.tags != nil {
		codes := t.tags.of(s)
		keepIncluded(is.rows, func(row int) bool { return t.withTags[codes.rows[row]] })
		keepIncluded(is.parts, func(part int) bool { return t.withTags[codes.parts[part]] })
	}
	if t.NotesRegexp != nil {
		t.NotesRegexp.keepLines(is, s)
	}
	return is
}

// addRows adds the rows that meet the conditions on whole rows.
func (t *lineTests) addRows(is *includedLines, s *segment) {
	chosen := new(marks)
	if t.rows == nil {
		chosen.between(0, s.len())
	} else if found := t.rows.rows(s); found != nil {
		chosen = found
	}
	chosen.each(func(row int) { is.rows[row] = s.date[row] >= t.first && s.date[row] <= t.last && t.fits(s.amount[row]) })
}

func keepIncluded(lines []bool, meets func(i int) bool) {
	for i, is := range lines {
		lines[i] = is && meets(i)
	}
}

// keepLines keeps the lines with notes that match; with Not, it keeps the others. The notes of a row also count for its parts.
func (r *Regexp) keepLines(is *includedLines, s *segment) {
	matching := make([]bool, s.len()) // whether the notes of a row match
	known := make([]bool, s.len())
	rowMatches := func(row int) bool {
		if !known[row] {
			matching[row], known[row] = r.compiled.Match(s.memo.at(row)), true
		}
		return matching[row]
	}
	keepIncluded(is.parts, func(part int) bool {
		return (rowMatches(int(s.partOwner[part])) || r.compiled.Match(s.parts.memo.at(part))) != r.Not
	})
	keepIncluded(is.rows, func(row int) bool { return rowMatches(row) != r.Not })
}
