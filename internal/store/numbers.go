package store

import (
	"holdover/internal/fault"
	"holdover/internal/peoplestore"
)

// seek looks for a budget by its number where that is known, and by all that its id may mean where look then finds none
// that is theirs. No number is used again: by that of a budget that is gone nothing is found.
func (s *Store) seek(asked peoplestore.Asked, look func(peoplestore.Asked) (h Header, none bool, err error)) (Header, error) {
	if no, known := s.numbers.Get(asked.ID); known {
		numbered := asked
		numbered.No = no
		if h, none, err := look(numbered); !none {
			return h, err
		}
	}
	h, _, err := look(asked)
	if err == nil && h.Info.ID == asked.ID {
		s.numbers.Put(asked.ID, h.No)
	}
	return h, err
}

// notTheirs says that the error is that none of the budgets that were found is theirs for what they ask.
func notTheirs(err error) bool {
	kind := fault.KindOf(err)
	return kind == fault.NotFound || kind == fault.Forbidden
}
