package app

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// ownShelf is where those who share a budget keep one kind of thing under names of their own: views, filters or reports.
type ownShelf[K any] struct {
	noun string // such as "view"
	hint string // what a name may be
	most int    // how many there may be
	// reserved are names that something else has already.
	reserved []string
	all      func(*store.View) ([]K, error) // in display order, those of other shelves among them
	on       func(*K) bool                  // says that one is on this shelf
	kept     func(*K) *budget.Kept
	put      func(*store.Writer, *K) error
	take     func(*store.Writer, *K) error // off the shelf
}

// list is what is on the shelf, in display order.
func (s *ownShelf[K]) list(v *store.View) ([]K, error) {
	every, err := s.all(v)
	return s.among(every), err
}

// among are those of some that are on the shelf.
func (s *ownShelf[K]) among(every []K) []K {
	return slices.DeleteFunc(slices.Clone(every), func(k K) bool { return !s.on(&k) })
}

func (s *ownShelf[K]) find(all []K, id string) int {
	return slices.IndexFunc(all, func(k K) bool { return s.kept(&k).ID == id })
}

// keep keeps something under a name, after all others. One of the same id is changed instead, and keeps its name where none is
// given: a form that is sent twice keeps one. fill writes what is kept, among all. Faults: Invalid, NotFound for an id of
// another shelf, Conflict where the name is taken.
func (s *ownShelf[K]) keep(e *editing, id, name string, fill func(all []K, one *K) error) error {
	every, err := s.all(&e.View)
	if err != nil {
		return err
	}
	one, say := new(K), "Kept the %s %s"
	at := s.find(every, id)
	if at >= 0 {
		one, say = &every[at], "Changed the %s %s"
		if !s.on(one) {
			return fault.Gone(s.noun)
		}
	}
	changed := *one
	all := s.among(every)
	kept := s.kept(&changed)
	if at < 0 {
		if kept.ID, err = s.place(id, len(all)); err != nil {
			return err
		}
		for i := range all {
			kept.Sort = max(kept.Sort, s.kept(&all[i]).Sort+1)
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
	e.Say(say, s.noun, kept.Name)
	return s.put(e.Writer, &changed)
}

// place is the id of something new beside so many others.
func (s *ownShelf[K]) place(id string, others int) (string, error) {
	fresh := newID()
	switch {
	case len(id) > len(fresh):
		return "", fault.New(fault.Invalid, "that is no %s", s.noun)
	case others >= s.most:
		return "", fault.New(fault.Invalid, "there are %d %ss already", others, s.noun).WithHint("delete one that is not looked at any more")
	case id == "":
		return fresh, nil
	}
	return id, nil
}

// with lets do change the one with an id, among all.
func (s *ownShelf[K]) with(e *editing, id string, do func(all []K, one *K) error) error {
	all, err := s.list(&e.View)
	if err != nil {
		return err
	}
	at := s.find(all, id)
	if at < 0 {
		return fault.Gone(s.noun)
	}
	one := all[at]
	return do(all, &one)
}

// rename gives the one with an id another name.
func (s *ownShelf[K]) rename(e *editing, id, name string) error {
	return s.with(e, id, func(all []K, one *K) (err error) {
		kept := s.kept(one)
		was := kept.Name
		if kept.Name, err = s.named(all, name, id); err != nil {
			return err
		}
		e.Say("Renamed the %s %s to %s", s.noun, was, kept.Name)
		return s.put(e.Writer, one)
	})
}

// delete deletes the one with an id.
func (s *ownShelf[K]) delete(e *editing, id string) error {
	return s.with(e, id, func(_ []K, one *K) error {
		e.Say("Deleted the %s %s", s.noun, s.kept(one).Name)
		return s.take(e.Writer, one)
	})
}

// named is a name that the one with an id can be given.
func (s *ownShelf[K]) named(all []K, name, id string) (string, error) {
	name, err := givenName(name, "a "+s.noun, s.hint)
	if err != nil {
		return "", err
	}
	same := func(other string) bool { return budget.NameKey(other) == budget.NameKey(name) }
	taken := slices.ContainsFunc(all, func(k K) bool { return s.kept(&k).ID != id && same(s.kept(&k).Name) })
	if taken || slices.ContainsFunc(s.reserved, same) {
		return "", fault.New(fault.Conflict, "there is already a %s %q", s.noun, name).Of("name").WithHint("choose another name")
	}
	return name, nil
}
