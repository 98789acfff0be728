package plandoc

// shape remembers how a record stood in its file, which its plain values cannot
// tell: which fields were there, which were null, which went by an older name.
// Only zero values need it; a field that is not zero is always written. The zero
// shape is that of a record made from scratch.
type shape struct {
	present uint32 // bit i: field i of the record's table was there, with a value
	null    uint32 // bit i: field i was there as null
	aliased uint32 // bit i: field i went by its older name
	decoded bool   // the record came out of a file
	rest    *rest
}

// rest is what few records have.
type rest struct {
	extra []Raw // unknown members
	odd   []Raw // values of known fields that their Go type cannot hold
}

// Extra is the record's unknown members, in the order of the file.
func (s *shape) Extra() []Raw {
	if s.rest == nil {
		return nil
	}
	return s.rest.extra
}

// SetExtra makes Encode write the given members too; each Value must be JSON.
func (s *shape) SetExtra(extra []Raw) {
	if s.rest == nil {
		s.rest = new(rest)
	}
	s.rest.extra = extra
}
