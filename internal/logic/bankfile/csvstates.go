package bankfile

import "slices"

// state is the meaning of a word in a status column.
type state int

const (
	unknown state = iota
	isBooked
	isNotBooked // pending, declined or cancelled
)

func stateOf(text string) state {
	switch lower := fold(text); {
	case slices.Contains(booked, lower):
		return isBooked
	case slices.Contains(notBooked, lower):
		return isNotBooked
	}
	return unknown
}

// mostStates is the maximum number of words of a file that are asked about and stored.
const mostStates = 20

// unknownState returns the state of a row if its meaning is unknown and the user has not answered for it before, else
// "".
func (m Mapping) unknownState(rec record) string {
	text := clip(tidy(rec.cell(m.Status)))
	if text == "" || stateOf(text) != unknown || slices.Contains(m.States, text) {
		return ""
	}
	return text
}

// askStates asks whether rows with these words are booked. The answer is stored in the mapping, so that it is asked
// once.
func (f *File) askStates(words []string) {
	if len(words) == 0 {
		return
	}
	f.States, f.Questions = words, ask(slices.Clone(f.Questions), AskStates)
	f.Mapping.States = slices.Concat(f.Mapping.States, words)
	f.Mapping.States = f.Mapping.States[max(0, len(f.Mapping.States)-mostStates):]
}

// statesIn reports whether a column contains booking states: at least half of its words are known. The user is asked
// about the others.
func (g *guess) statesIn(column int) bool {
	samples, known := g.samples(column), 0
	for _, text := range samples {
		if stateOf(text) != unknown {
			known++
		}
	}
	return known > 0 && known*2 >= len(samples)
}
