package budgetsession

import (
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// SavedList is a list of saved objects of one kind, shared by the users of a budget: views, filters or reports.
type SavedList[K any, P budget.RecordOf[K]] struct {
	Noun  string // such as "view"
	Hint  string // the hint about names
	Limit int    // how many there may be
	// Reserved lists names that are used elsewhere.
	Reserved []string
	All      func(*store.ReadTx) ([]K, error) // in display order, including other lists in the same table
	Includes func(*K) bool                    // reports whether an object belongs to this list
	Saved    func(*K) *budget.Saved
}

// List returns the objects of the list in display order.
func (s *SavedList[K, P]) List(v *store.ReadTx) ([]K, error) {
	every, err := s.All(v)
	return s.include(every), err
}

// include filters the objects of the list.
func (s *SavedList[K, P]) include(every []K) []K {
	return slices.DeleteFunc(slices.Clone(every), func(k K) bool { return !s.Includes(&k) })
}

// Find returns the index of the object with an id, or -1.
func (s *SavedList[K, P]) Find(all []K, id string) int {
	return slices.IndexFunc(all, func(k K) bool { return s.Saved(&k).ID == id })
}

// Save saves an object under a name, after all others. An object with the same id is changed instead, and keeps its
// name if the given name is empty, so that a form sent twice saves one object. fill sets the content. It returns an
// Invalid error, NotFound for an id of another list, and Conflict if the name is taken.
func (s *SavedList[K, P]) Save(e *ChangeTx, id, name string, fill func(all []K, one *K) error) error {
	every, err := s.All(&e.ReadTx)
	if err != nil {
		return err
	}
	one, say := new(K), "Saved the %s %s"
	at := s.Find(every, id)
	if at >= 0 {
		one, say = &every[at], "Changed the %s %s"
		if !s.Includes(one) {
			return apperr.Gone(s.Noun)
		}
	}
	changed := *one
	all := s.include(every)
	kept := s.Saved(&changed)
	if at < 0 {
		if kept.ID, err = s.place(id, len(all)); err != nil {
			return err
		}
		for i := range all {
			kept.Sort = max(kept.Sort, s.Saved(&all[i]).Sort+1)
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
	return e.Put(P(&changed))
}

// place returns the id of a new object, or an error if the list is full.
func (s *SavedList[K, P]) place(id string, others int) (string, error) {
	fresh := NewID()
	switch {
	case len(id) > len(fresh):
		return "", apperr.New(apperr.Invalid, "the id of the %s is not valid", s.Noun)
	case others >= s.Limit:
		return "", apperr.New(apperr.Invalid, "there are already %d %ss", others, s.Noun).WithHint("delete one that is no longer used")
	case id == "":
		return fresh, nil
	}
	return id, nil
}

// With calls do to change the object with an id.
func (s *SavedList[K, P]) With(e *ChangeTx, id string, do func(all []K, one *K) error) error {
	all, err := s.List(&e.ReadTx)
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
func (s *SavedList[K, P]) Rename(e *ChangeTx, id, name string) error {
	return s.With(e, id, func(all []K, one *K) (err error) {
		kept := s.Saved(one)
		was := kept.Name
		if kept.Name, err = s.named(all, name, id); err != nil {
			return err
		}
		e.Say("Renamed the %s %s to %s", s.Noun, was, kept.Name)
		return e.Put(P(one))
	})
}

// Delete deletes the one with an id.
func (s *SavedList[K, P]) Delete(e *ChangeTx, id string) error {
	return s.With(e, id, func(_ []K, one *K) error {
		e.Say("Deleted the %s %s", s.Noun, s.Saved(one).Name)
		return e.Remove(P(one))
	})
}

// named returns a valid name for the object with an id.
func (s *SavedList[K, P]) named(all []K, name, id string) (string, error) {
	name, err := GivenName(name, "a "+s.Noun, s.Hint)
	if err != nil {
		return "", err
	}
	same := func(other string) bool { return budget.NameKey(other) == budget.NameKey(name) }
	taken := slices.ContainsFunc(all, func(k K) bool { return s.Saved(&k).ID != id && same(s.Saved(&k).Name) })
	if taken || slices.ContainsFunc(s.Reserved, same) {
		return "", apperr.New(apperr.Conflict, "there is already a %s %q", s.Noun, name).Of("name").WithHint("choose another name")
	}
	return name, nil
}

// Renumber writes the elements with a changed position.
func Renumber[T any, P budget.RecordOf[T]](e *ChangeTx, all []T, sort func(*T) *int) error {
	for i := range all {
		at := sort(&all[i])
		if *at == i {
			continue
		}
		*at = i
		if err := e.Put(P(&all[i])); err != nil {
			return err
		}
	}
	return nil
}

// ChangeSavedFilters calls change for each saved filter of registers, and stores the filters that it changed. change gets a
// copy that shares its lists with the stored filter, so it must not write to them.
func (e *ChangeTx) ChangeSavedFilters(change func(budget.SavedRows) (_ budget.SavedRows, changed bool)) error {
	views, err := e.KeptViews()
	if err != nil {
		return err
	}
	for i := range views {
		v := &views[i]
		if v.Rows == nil {
			continue
		}
		rows, changed := change(*v.Rows)
		if !changed {
			continue
		}
		v.Rows = &rows
		if err := e.Put(v); err != nil {
			return err
		}
	}
	return nil
}
