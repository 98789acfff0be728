package ynabdoc

import "slices"

// shape stores how a record was written in its file, if its values do not show it: which fields were present, which
// were null, and which had an older name. Only zero values need it; a field that is not zero is always written. The
// zero shape is that of a record made from scratch.
type shape struct {
	present uint32 // bit i: field i of the record's table was there, with a value
	null    uint32 // bit i: field i was there as null, or odd
	aliased uint32 // bit i: field i had its older name
	decoded bool   // the record was read from a file
	rest    *rest
}

// rest contains the data that few records have.
type rest struct {
	extra []Raw // unknown members
	odd   []Raw // values of known fields that do not fit their Go type
}

func (s *shape) core() *shape { return s }

// Extra returns the record's unknown members, in the order of the file.
func (s *shape) Extra() []Raw {
	if s.rest == nil {
		return nil
	}
	return s.rest.extra
}

// SetExtra makes Encode write the given members too; each Value must be JSON. A copy of the record has its own
// members.
func (s *shape) SetExtra(extra []Raw) {
	odd := s.more().odd
	s.rest = &rest{extra: extra, odd: odd}
}

// DropOdd makes Encode write null for the record's odd values, which it would otherwise write unchanged. See
// [Document.Odd].
func (s *shape) DropOdd() {
	if s.rest != nil {
		s.rest = &rest{extra: s.rest.extra}
	}
}

func (s *shape) more() *rest {
	if s.rest == nil {
		s.rest = new(rest)
	}
	return s.rest
}

func (s *shape) extend(r Raw) { s.more().extra = append(s.more().extra, r) }

func (s *shape) odd(r Raw) { s.more().odd = append(s.more().odd, r) }

// oddValue returns the file's value of a field that reads as zero: null, or a value kept unchanged.
func (s *shape) oddValue(field string) string {
	if s.rest != nil {
		for _, r := range s.rest.odd {
			if r.Name == field {
				return r.Value
			}
		}
	}
	return "null"
}

// takeOdd is oddValue, and removes the value.
func (s *shape) takeOdd(field string) string {
	value := s.oddValue(field)
	if s.rest != nil {
		s.rest.odd = slices.DeleteFunc(s.rest.odd, func(r Raw) bool { return r.Name == field })
	}
	return value
}
