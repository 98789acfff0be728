package rowindex

import (
	"bytes"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/tag"
	"holdover/internal/model/budget"
)

// tagged calls found for each tag of each text, in order. Texts without the sign of tags are skipped at the speed of
// memory.
func (t *texts) tagged(found func(i int, key string)) {
	for at, i := 0, 0; ; {
		next := bytes.IndexByte(t.bytes[at:], '#')
		if next < 0 {
			return
		}
		for int(t.ends[i]) <= at+next {
			i++
		}
		for key := range tag.InKey(string(t.at(i))) {
			found(i, key)
		}
		at = int(t.ends[i])
	}
}

// haveSign reports whether a text has the sign of tags.
func (t *texts) haveSign() bool { return bytes.IndexByte(t.bytes, '#') >= 0 }

// hasTag reports whether a text has a tag.
func (t *texts) hasTag(i int, key string) bool {
	text := t.at(i)
	if bytes.IndexByte(text, '#') < 0 {
		return false
	}
	for is := range tag.InKey(string(text)) {
		if is == key {
			return true
		}
	}
	return false
}

// eachTag calls found for each tag of the notes of rows and of their parts.
func (s *segment) eachTag(found func(row int, key string)) {
	s.memo.tagged(found)
	s.parts.memo.tagged(func(part int, key string) { found(int(s.partOwner[part]), key) })
}

// keepTagged keeps rows with one of the wanted tags in their notes or in those of a part, or with Not, the others. The
// wanted tag "" stands for rows without any.
func (a *amongIn) keepTagged(m *marks, in *segment) {
	var hits marks
	if slices.Contains(a.Tags.Of, "") {
		hits = *m
		in.eachTag(func(row int, _ string) { hits.clear(row) })
	}
	in.eachTag(func(row int, key string) {
		if slices.Contains(a.Tags.Of, key) {
			hits.set(row)
		}
	})
	if a.Tags.Not {
		m.without(&hits)
	} else {
		m.and(&hits)
	}
}

// meansTags reports whether the filter includes a line by the tags of its notes and of its row's.
func (a *amongIn) meansTags(in *segment, row int, l *lines, i int) bool {
	keys := slices.AppendSeq(slices.Collect(tag.InKey(string(in.memo.at(row)))), tag.InKey(string(l.memo.at(i))))
	return includesTags(a.Tags, keys)
}

// includesTags reports whether a filter includes a line by the keys of its tags. The wanted tag "" stands for lines without
// any.
func includesTags(v Values[string], keys []string) bool {
	has := len(keys) == 0 && slices.Contains(v.Of, "") || slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(v.Of, key) })
	return has != v.Not
}

// tagSets returns the tags of each row and of each part, sorted and without duplicates. A part also has the tags of its
// row. Without any tag, it returns nil.
func (s *segment) tagSets() (rows, parts [][]string) {
	if !s.hasTags {
		return nil, nil
	}
	add := func(sets [][]string, i int, key string) {
		if at, has := slices.BinarySearch(sets[i], key); !has {
			sets[i] = slices.Insert(sets[i], at, key)
		}
	}
	begin := func() {
		if rows == nil {
			rows, parts = make([][]string, s.len()), make([][]string, len(s.partOwner))
		}
	}
	s.memo.tagged(func(row int, key string) {
		begin()
		add(rows, row, key)
		first, last := s.partsOf(row)
		for part := first; part < last; part++ {
			add(parts, part, key)
		}
	})
	s.parts.memo.tagged(func(part int, key string) {
		begin()
		add(parts, part, key)
	})
	return rows, parts
}

// TagUse describes how a tag is used.
type TagUse struct {
	Rows   int         // rows with the tag in their notes or in those of a part
	Sum    money.Milli // of the lines that have it: of a split, the parts with the tag, or all if its own notes have it
	Last   civil.Date  // date of the newest row
	Newest budget.TxNo // the newest row
}

// TagUses returns the use of each tag by its key.
func (x *Index) TagUses() map[string]TagUse {
	all := map[string]TagUse{}
	for _, s := range x.segments {
		rows, parts := s.tagSets()
		for row := range rows {
			lines, sets := []money.Milli{s.amount[row]}, rows[row:row+1]
			if s.state[row]&split != 0 {
				first, last := s.partsOf(row)
				lines, sets = s.parts.amount[first:last], parts[first:last]
			}
			for i, set := range sets {
				for _, key := range set {
					of := all[key]
					if of.Sum += lines[i]; of.Newest != s.no[row] {
						of.Rows++
					}
					of.Last, of.Newest = s.date[row], s.no[row]
					all[key] = of
				}
			}
		}
	}
	return all
}
