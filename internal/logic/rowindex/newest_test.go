package rowindex

import (
	"slices"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// agreesOnNewest checks that an index returns its rows in order of creation.
func (w *world) agreesOnNewest(t *rapid.T, x *Index) {
	var want, got []Plain
	for _, r := range w.chosen(Filter{Descending: true}) {
		want = append(want, Plain{No: r.No, Account: r.Account, Date: r.Date, Flag: r.Flag, Bank: r.Bank, Split: len(r.Parts) > 0, Line: r.Line})
	}
	for r := range x.Newest {
		got = append(got, *r)
	}
	if !slices.Equal(want, got) {
		t.Fatalf("the rows differ, newest first:\n%s", diff.Diff(want, got))
	}
}
