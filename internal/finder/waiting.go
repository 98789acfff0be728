package finder

import "sync"

// waiting are rows that wait for somebody, once they have been counted.
type waiting struct {
	once                      sync.Once
	uncategorised, unapproved int
}

// Waiting is how many rows have a line that lacks a category, and how many are not approved. An index counts them once: each
// page of a budget says it.
func (x *Index) Waiting() (uncategorised, unapproved int) {
	w := x.waiting
	w.once.Do(func() {
		w.uncategorised = x.Find(Filter{Uncategorised: true}).Rows
		w.unapproved = x.Find(Filter{Unapproved: true}).Rows
	})
	return w.uncategorised, w.unapproved
}
