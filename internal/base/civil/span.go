package civil

// Span is an inclusive range of months. The zero value is empty.
type Span struct{ First, Last Month }

// Cover extends the span to include a month.
func (s *Span) Cover(m Month) {
	if s.First == 0 || m < s.First {
		s.First = m
	}
	s.Last = max(s.Last, m)
}

// Months returns the number of months in the span.
func (s Span) Months() int {
	if s.First == 0 {
		return 0
	}
	return int(s.Last-s.First) + 1
}
