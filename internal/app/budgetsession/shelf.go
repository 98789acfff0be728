package budgetsession

import (
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Shelf is a list of saved objects of one kind, shared by the users of a budget: views, filters or reports.
type Shelf[K any] struct {
	Noun string // such as "view"
	Hint string // the hint about names
	Most int    // how many there may be
	// Reserved lists names that are used elsewhere.
	Reserved []string
	All      func(*store.View) ([]K, error) // in display order, including other lists in the same table
	On       func(*K) bool                  // reports whether an object belongs to this list
	Kept     func(*K) *budget.Kept
	Put      func(*store.Writer, *K) error
	Take     func(*store.Writer, *K) error // off the shelf
}

// List returns the objects of the list in display order.
func (s *Shelf[K]) List(v *store.View) ([]K, error) {
	every, err := s.All(v)
	return s.among(every), err
}

// among filters the objects of the list.
func (s *Shelf[K]) among(every []K) []K {
	return slices.DeleteFunc(slices.Clone(every), func(k K) bool { return !s.On(&k) })
}

// Find returns the index of the object with an id, or -1.
func (s *Shelf[K]) Find(all []K, id string) int {
	return slices.IndexFunc(all, func(k K) bool { return s.Kept(&k).ID == id })
}

// Keep saves an object under a name, after all others. An object with the same id is changed instead, and keeps its
// name if none is given, so that a form sent twice saves one object. fill sets the content. It returns an Invalid
// error, NotFound for an id of another list, and Conflict if the name is taken.
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
			return apperr.Gone(s.Noun)
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

// place returns the id of a new object, or an error if the list is full.
func (s *Shelf[K]) place(id string, others int) (string, error) {
	fresh := NewID()
	switch {
	case len(id) > len(fresh):
		return "", apperr.New(apperr.Invalid, "that is no %s", s.Noun)
	case others >= s.Most:
		return "", apperr.New(apperr.Invalid, "there are %d %ss already", others, s.Noun).WithHint("delete one that is not looked at any more")
	case id == "":
		return fresh, nil
	}
	return id, nil
}

// With calls do to change the object with an id.
func (s *Shelf[K]) With(e *Editing, id string, do func(all []K, one *K) error) error {
	all, err := s.List(&e.View)
	if err != nil {
		return err
	}
	at := s.Find(all, id)
	if at < 0 {
		return apperr.Gone(s.Noun)
	}
	one := all[at]
	return do(all, &one)
}

// Rename renames the object with an id.
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

// named returns a valid name for the object with an id.
func (s *Shelf[K]) named(all []K, name, id string) (string, error) {
	name, err := GivenName(name, "a "+s.Noun, s.Hint)
	if err != nil {
		return "", err
	}
	same := func(other string) bool { return budget.NameKey(other) == budget.NameKey(name) }
	taken := slices.ContainsFunc(all, func(k K) bool { return s.Kept(&k).ID != id && same(s.Kept(&k).Name) })
	if taken || slices.ContainsFunc(s.Reserved, same) {
		return "", apperr.New(apperr.Conflict, "there is already a %s %q", s.Noun, name).Of("name").WithHint("choose another name")
	}
	return name, nil
}

// Renumber writes the elements whose position has changed.
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
