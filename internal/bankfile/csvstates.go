package bankfile

import "slices"

// state is what a word of a column of states says of a row.
type state int

const (
	unknown state = iota
	isBooked
	waits // or did not happen
)

func stateOf(text string) state {
	switch lower := fold(text); {
	case slices.Contains(booked, lower):
		return isBooked
	case slices.Contains(notBooked, lower):
		return waits
	}
	return unknown
}

// mostStates is how many words of a file are asked about and kept.
const mostStates = 20

// unknownState is what the file says of a row that is neither known to be booked nor not to be, and was not asked about before.
func (m Mapping) unknownState(rec record) string {
	text := clip(tidy(rec.cell(m.Status)))
	if text == "" || stateOf(text) != unknown || slices.Contains(m.States, text) {
		return ""
	}
	return text
}

// askStates asks whether rows of these words are booked. Once the mapping is kept nobody asks about them again.
func (f *File) askStates(words []string) {
	if len(words) == 0 {
		return
	}
	f.States, f.Questions = words, ask(slices.Clone(f.Questions), AskStates)
	f.Mapping.States = slices.Concat(f.Mapping.States, words)
	f.Mapping.States = f.Mapping.States[max(0, len(f.Mapping.States)-mostStates):]
}

// statuses says whether a column says of rows that they are booked or not: most words are known. The others are asked about.
func (g *guess) statuses(column int) bool {
	samples, known := g.samples(column), 0
	for _, text := range samples {
		if stateOf(text) != unknown {
			known++
		}
	}
	return known > 0 && known*2 >= len(samples)
}
