package cal

// Span is the months from a first to a last one, both within it. Its zero value has none.
type Span struct{ First, Last Month }

// Cover makes a span as long as it must be for a month to be within it.
func (s *Span) Cover(m Month) {
	if s.First == 0 || m < s.First {
		s.First = m
	}
	s.Last = max(s.Last, m)
}

// Months says how many months a span has.
func (s Span) Months() int {
	if s.First == 0 {
		return 0
	}
	return int(s.Last-s.First) + 1
}
