package rowindex

import (
	"bytes"

	"holdover/internal/model/budget"
)

// texts stores many texts in one byte slice.
type texts struct {
	bytes []byte
	ends  []uint32
}

func (t *texts) add(text []byte) {
	t.bytes = append(t.bytes, text...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

// addRun appends texts from first to before last.
func (t *texts) addRun(from *texts, first, last int) {
	if first == last {
		return
	}
	begin := from.begin(first)
	by := uint32(len(t.bytes)) - begin // the shift of their ends
	t.bytes = append(t.bytes, from.bytes[begin:from.ends[last-1]]...)
	for _, end := range from.ends[first:last] {
		t.ends = append(t.ends, end+by)
	}
}

// fold appends a text in folded form.
func (t *texts) fold(text string) {
	t.bytes = append(t.bytes, budget.SearchKey(text)...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

// unlessFolded returns a text, or nil if it equals its folded form.
func unlessFolded(text string) []byte {
	if budget.SearchKey(text) == text {
		return nil
	}
	return []byte(text)
}

// shrink releases capacity beyond an eighth of the length.
func (t *texts) shrink() {
	if cap(t.bytes)-len(t.bytes) > len(t.bytes)/8 {
		t.bytes = bytes.Clone(t.bytes)
	}
}

func (t *texts) at(i int) []byte { return t.bytes[t.begin(i):t.ends[i]] }

func (t *texts) begin(i int) uint32 {
	if i == 0 {
		return 0
	}
	return t.ends[i-1]
}

// containing calls found for each text that has a word in it, in order.
func (t *texts) containing(word []byte, found func(i int)) {
	for at, i := 0, 0; ; {
		next := bytes.Index(t.bytes[at:], word)
		if next < 0 {
			return
		}
		at += next
		for int(t.ends[i]) <= at {
			i++
		}
		if end := int(t.ends[i]); at+len(word) <= end {
			found(i)
			at = end
		} else { // one text ends with the beginning of another
			at++
		}
	}
}
