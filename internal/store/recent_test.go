package store

import (
	"reflect"
	"slices"
	"testing"

	"holdover/internal/database"
	"holdover/internal/fault"
)

// What was used longest ago gives way, and what is too large alone takes nothing else's place.
func TestRecentKeepsWhatFits(t *testing.T) {
	r := newRecent[string, int](10)
	keys := func() (all []string) {
		for at := r.uses.Front(); at != nil; at = at.Next() {
			all = append(all, at.Value.(*recentEntry[string, int]).key)
		}
		return all
	}
	for _, step := range []struct {
		do   func()
		want []string
		size int
	}{
		{func() { r.put("a", 1, 4); r.put("b", 2, 4) }, []string{"a", "b"}, 8},
		{func() { r.get("a") }, []string{"b", "a"}, 8},
		{func() { r.put("c", 3, 3) }, []string{"a", "c"}, 7},
		{func() { r.put("a", 4, 7) }, []string{"c", "a"}, 10},
		{func() { r.put("huge", 5, 11) }, []string{"c", "a"}, 10},
		{func() { r.put("d", 6, 9) }, []string{"d"}, 9},
		{func() { r.put("d", 7, 11) }, nil, 0},
		{func() { r.put("e", 8, 10); r.put("f", 9, 0) }, []string{"e", "f"}, 10},
		{func() { r.drop("e"); r.drop("nobody") }, []string{"f"}, 0},
	} {
		if step.do(); !slices.Equal(keys(), step.want) || r.size != step.size || len(r.places) != len(step.want) {
			t.Errorf("%v, %d, want %v, %d", keys(), r.size, step.want, step.size)
		}
	}
	if v, found := r.get("f"); v != 9 || !found {
		t.Errorf("f is %d, %v", v, found)
	}
	if v, found := r.get("e"); v != 0 || found {
		t.Errorf("e is %d, %v", v, found)
	}
}

// Little memory holds less and says the same. Too little is refused.
func TestMemoryBoundsWhatIsKept(t *testing.T) {
	cfg := database.Config{Dir: t.TempDir(), Memory: database.LeastMemory}
	s, nothing := open(t, cfg), open(t, cfg)
	none := over(nothing.db, false, bounds{})
	nothing.sheets, nothing.orders, nothing.indexes, nothing.kept, nothing.figures, nothing.ages = none.sheets, none.orders, none.indexes, none.kept, none.figures, none.ages
	if s.indexes.most != 2560*database.LeastMemory || s.sheets.entries.most != 8192*database.LeastMemory {
		t.Errorf("it keeps %d rows, %d values", s.indexes.most, s.sheets.entries.most)
	}
	w := household(5, small)
	h := imported(t, s, w)
	for n := range 3 {
		row := w.Transactions[n]
		row.Amount += 1000
		if _, err := s.Change(t.Context(), h.No, meta("edit"), func(w *Writer) error { return w.PutTransaction(&row) }); err != nil {
			t.Fatal(err)
		}
		said := map[*Store][]any{}
		for _, by := range []*Store{s, nothing} {
			if err := by.View(t.Context(), h.No, func(v *View) error {
				sheet, err := v.Sheet()
				if err != nil {
					return err
				}
				lines, err := v.Lines()
				if err != nil {
					return err
				}
				accounts, err := v.Accounts()
				unsorted, unapproved := lines.Waiting()
				said[by] = []any{sheet.Months, sheet.Rows, sheet.Cards, unsorted, unapproved, accounts}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(said[s], said[nothing]) {
			t.Errorf("with memory %v\nwithout %v", said[s], said[nothing])
		}
	}
	if n := nothing.sheets.entries.size + nothing.figures.entries.size + nothing.kept.lists.size; n != 0 {
		t.Errorf("%d of nothing is kept", n)
	}
	if s.sheets.entries.size == 0 || s.figures.entries.size == 0 || s.kept.lists.size == 0 {
		t.Error("nothing is kept")
	}
	for _, mib := range []int{-1, 1, database.LeastMemory - 1} {
		if _, err := Open(t.Context(), database.Config{Dir: t.TempDir(), Memory: mib}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d MiB: %v", mib, err)
		}
	}
}
