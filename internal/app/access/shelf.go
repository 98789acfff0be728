package access

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Shelf is where those who share a budget keep one kind of thing under names of their own: views, filters or reports.
type Shelf[K any] struct {
	Noun string // such as "view"
	Hint string // what a name may be
	Most int    // how many there may be
	// Reserved are names that something else has already.
	Reserved []string
	All      func(*store.View) ([]K, error) // in display order, those of other shelves among them
	On       func(*K) bool                  // says that one is on this shelf
	Kept     func(*K) *budget.Kept
	Put      func(*store.Writer, *K) error
	Take     func(*store.Writer, *K) error // off the shelf
}

// List is what is on the shelf, in display order.
func (s *Shelf[K]) List(v *store.View) ([]K, error) {
	every, err := s.All(v)
	return s.among(every), err
}

// among are those of some that are on the shelf.
func (s *Shelf[K]) among(every []K) []K {
	return slices.DeleteFunc(slices.Clone(every), func(k K) bool { return !s.On(&k) })
}

// Find is where the one with an id stands among all, -1 for nowhere.
func (s *Shelf[K]) Find(all []K, id string) int {
	return slices.IndexFunc(all, func(k K) bool { return s.Kept(&k).ID == id })
}

// Keep keeps something under a name, after all others. One of the same id is changed instead, and keeps its name where none is
// given: a form that is sent twice keeps one. fill writes what is kept, among all. Faults: Invalid, NotFound for an id of
// another shelf, Conflict where the name is taken.
func (s *Shelf[K]) Keep(e *Editing, id, name string, fill func(all []K, one *K) error) error {
	every, err := s.All(&e.View)
	if err != nil {
		return err
	}
	one, say := new(K), "Kept the %s %s"
	at := s.Find(every, id)
	if at >= 0 {
		one, say = &every[at], "Changed the %s %s"
		if !s.On(one) {
			return fault.Gone(s.Noun)
		}
	}
	changed := *one
	all := s.among(every)
	kept := s.Kept(&changed)
	if at < 0 {
		if kept.ID, err = s.place(id, len(all)); err != nil {
			return err
		}
		for i := range all {
			kept.Sort = max(kept.Sort, s.Kept(&all[i]).Sort+1)
		}
	}
	if at < 0 || name != "" {
		if kept.Name, err = s.named(all, name, kept.ID); err != nil {
			return err
		}
	}
	if err := fill(all, &changed); err != nil {
		return err
	}
	e.Say(say, s.Noun, kept.Name)
	return s.Put(e.Writer, &changed)
}

// place is the id of something new beside so many others.
func (s *Shelf[K]) place(id string, others int) (string, error) {
	fresh := NewID()
	switch {
	case len(id) > len(fresh):
		return "", fault.New(fault.Invalid, "that is no %s", s.Noun)
	case others >= s.Most:
		return "", fault.New(fault.Invalid, "there are %d %ss already", others, s.Noun).WithHint("delete one that is not looked at any more")
	case id == "":
		return fresh, nil
	}
	return id, nil
}

// With lets do change the one with an id, among all.
func (s *Shelf[K]) With(e *Editing, id string, do func(all []K, one *K) error) error {
	all, err := s.List(&e.View)
	if err != nil {
		return err
	}
	at := s.Find(all, id)
	if at < 0 {
		return fault.Gone(s.Noun)
	}
	one := all[at]
	return do(all, &one)
}

// Rename gives the one with an id another name.
func (s *Shelf[K]) Rename(e *Editing, id, name string) error {
	return s.With(e, id, func(all []K, one *K) (err error) {
		kept := s.Kept(one)
		was := kept.Name
		if kept.Name, err = s.named(all, name, id); err != nil {
			return err
		}
		e.Say("Renamed the %s %s to %s", s.Noun, was, kept.Name)
		return s.Put(e.Writer, one)
	})
}

// Delete deletes the one with an id.
func (s *Shelf[K]) Delete(e *Editing, id string) error {
	return s.With(e, id, func(_ []K, one *K) error {
		e.Say("Deleted the %s %s", s.Noun, s.Kept(one).Name)
		return s.Take(e.Writer, one)
	})
}

// named is a name that the one with an id can be given.
func (s *Shelf[K]) named(all []K, name, id string) (string, error) {
	name, err := GivenName(name, "a "+s.Noun, s.Hint)
	if err != nil {
		return "", err
	}
	same := func(other string) bool { return budget.NameKey(other) == budget.NameKey(name) }
	taken := slices.ContainsFunc(all, func(k K) bool { return s.Kept(&k).ID != id && same(s.Kept(&k).Name) })
	if taken || slices.ContainsFunc(s.Reserved, same) {
		return "", fault.New(fault.Conflict, "there is already a %s %q", s.Noun, name).Of("name").WithHint("choose another name")
	}
	return name, nil
}

// Renumber writes what stands in a list at another place than it was kept at.
func Renumber[T any](all []T, sort func(*T) *int, put func(*T) error) error {
	for i := range all {
		at := sort(&all[i])
		if *at == i {
			continue
		}
		*at = i
		if err := put(&all[i]); err != nil {
			return err
		}
	}
	return nil
}
