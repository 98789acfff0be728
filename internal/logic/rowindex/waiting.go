package rowindex

import "sync"

// waiting caches the numbers of rows that need the user's attention.
type waiting struct {
	once                      sync.Once
	uncategorised, unapproved int
}

// Waiting returns the number of rows with a line that lacks a category, and the number of unapproved rows. An index
// counts them once, since each page of a budget shows them.
func (x *Index) Waiting() (uncategorised, unapproved int) {
	w := x.waiting
	w.once.Do(func() {
		w.uncategorised = x.Find(Filter{Uncategorised: true}).Rows
		w.unapproved = x.Find(Filter{Unapproved: true}).Rows
	})
	return w.uncategorised, w.unapproved
}
