package civil

// MarshalText returns "2026-03-31", or "" for no date.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses the output of MarshalText.
func (d *Date) UnmarshalText(b []byte) error { return unmarshal(d, b, ParseDate) }

// MarshalText returns "2026-03", or "" for no month.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText parses "2026-03" and "2026-03-01".
func (m *Month) UnmarshalText(b []byte) error { return unmarshal(m, b, ParseMonth) }

func unmarshal[T Date | Month](to *T, b []byte, parse func(string) (T, error)) (err error) {
	if *to = 0; len(b) > 0 {
		*to, err = parse(string(b))
	}
	return err
}
