package finder

import (
	"bytes"

	"holdover/internal/budget"
)

// texts are many texts in one run of bytes, one behind the other.
type texts struct {
	bytes []byte
	ends  []uint32
}

func (t *texts) add(text []byte) {
	t.bytes = append(t.bytes, text...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

// addRun adds some of other texts: from first to before last.
func (t *texts) addRun(from *texts, first, last int) {
	if first == last {
		return
	}
	begin := from.begin(first)
	by := uint32(len(t.bytes)) - begin // how much later they end
	t.bytes = append(t.bytes, from.bytes[begin:from.ends[last-1]]...)
	for _, end := range from.ends[first:last] {
		t.ends = append(t.ends, end+by)
	}
}

// fold adds a text as it is compared.
func (t *texts) fold(text string) {
	t.bytes = append(t.bytes, budget.SearchKey(text)...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
}

// unlessFolded is a text, and nothing where it is as it is compared.
func unlessFolded(text string) []byte {
	if budget.SearchKey(text) == text {
		return nil
	}
	return []byte(text)
}

// shrink gives back what the bytes have room for beyond an eighth of them.
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
		} else { // one text ends with what another begins
			at++
		}
	}
}
