package store

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/store/memory"
)

// Little memory holds less and says the same. Too little is refused.
func TestMemoryBoundsWhatIsKept(t *testing.T) {
	cfg := database.Config{Dir: t.TempDir(), Memory: database.LeastMemory}
	s, nothing := open(t, cfg), open(t, cfg)
	none := over(nothing.db, database.Config{}, memory.Bounds{})
	nothing.sheets, nothing.orders, nothing.indexes, nothing.lists, nothing.figures, nothing.ages = none.sheets, none.orders, none.indexes, none.lists, none.figures, none.ages
	if s.indexes.Most() != 2560*database.LeastMemory {
		t.Errorf("it keeps %d rows", s.indexes.Most())
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
	for by, want := range map[*Store]bool{s: true, nothing: false} {
		_, _, sheet := by.sheets.UpTo(h.No, math.MaxInt64)
		_, _, figures := by.figures.UpTo(h.No, math.MaxInt64)
		_, accounts := by.lists.Get(h.No, listOf{kind: KindAccount})
		if sheet != want || figures != want || accounts != want {
			t.Errorf("kept are a sheet: %v, figures: %v, accounts: %v, want %v", sheet, figures, accounts, want)
		}
	}
	for _, mib := range []int{-1, 1, database.LeastMemory - 1} {
		if _, err := Open(t.Context(), database.Config{Dir: t.TempDir(), Memory: mib}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d MiB: %v", mib, err)
		}
	}
}

// Each bound bounds what it names, and nothing else.
func TestEachBoundIsOfItsOwn(t *testing.T) {
	filled := open(t, database.Config{Dir: t.TempDir()})
	no := imported(t, filled, household(5, small)).No
	kept := func(s *Store) (all []string) {
		_, _, sheet := s.sheets.UpTo(no, math.MaxInt64)
		_, _, figures := s.figures.UpTo(no, math.MaxInt64)
		_, _, ages := s.ages.UpTo(no, math.MaxInt64)
		_, _, toDo := s.toDo.UpTo(no, math.MaxInt64)
		_, accounts := s.lists.Get(no, listOf{kind: KindAccount})
		for name, is := range map[string]bool{"values": sheet, "figures": figures, "ages": ages, "to do": toDo, "records": accounts, "rows": s.indexes.Most() > 0} {
			if is {
				all = append(all, name)
			}
		}
		slices.Sort(all)
		return all
	}
	all := []string{"ages", "figures", "records", "rows", "to do", "values"}
	for name, without := range map[string]func(*memory.Bounds){
		"ages": func(b *memory.Bounds) { b.Ages = 0 }, "figures": func(b *memory.Bounds) { b.Figures = 0 }, "records": func(b *memory.Bounds) { b.Records = 0 },
		"rows": func(b *memory.Bounds) { b.Rows = 0 }, "to do": func(b *memory.Bounds) { b.ToDo = 0 }, "values": func(b *memory.Bounds) { b.Values = 0 },
	} {
		b := memory.BoundsOf(database.LeastMemory)
		without(&b)
		s := over(filled.db, database.Config{}, b)
		if err := s.View(t.Context(), no, func(v *View) error {
			_, sheet := v.Sheet()
			_, ages := v.Ages()
			_, _, toDo := v.Waiting()
			return errors.Join(sheet, ages, toDo)
		}); err != nil {
			t.Fatal(err)
		}
		if got, want := kept(s), slices.DeleteFunc(slices.Clone(all), func(one string) bool { return one == name }); !slices.Equal(got, want) {
			t.Errorf("without %s it keeps %q, want %q", name, got, want)
		}
	}
}
