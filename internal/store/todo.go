package store

import "slices"

// toDo is how many rows of a budget wait for somebody: every page says it, also where
// nothing else is wanted of the rows.
type toDo struct{ uncategorised, unapproved int }

// Waiting is how many rows have a line that lacks a category, and how many are not
// approved.
func (v *View) Waiting() (uncategorised, unapproved int, err error) {
	if v.written != nil { // what a Writer sees may never come to be
		n, err := v.countToDo()
		return n.uncategorised, n.unapproved, err
	}
	at, kept := v.committed(), v.store.toDo
	n, of, found := kept.upTo(v.no, at)
	if found && of < at {
		since, known, err := v.touchedAfter(of)
		if err != nil {
			return 0, 0, err
		}
		found = known && !slices.Contains(since.Kinds, KindTransaction) && !slices.Contains(since.Kinds, KindAccount)
	}
	if !found {
		if n, err = v.countToDo(); err != nil {
			return 0, 0, err
		}
	}
	if !found || of < at {
		kept.put(v.no, at, n, 1)
	}
	return n.uncategorised, n.unapproved, nil
}

func (v *View) countToDo() (n toDo, err error) {
	lines, err := v.finder()
	if err == nil {
		n.uncategorised, n.unapproved = lines.Waiting()
	}
	return n, err
}
