package cal

// MarshalText writes the date as "2026-03-31" (empty for none), for JSON.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Date) UnmarshalText(b []byte) error { return unmarshal(d, b, ParseDate) }

// MarshalText writes the month as "2026-03" (empty for none), for JSON.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads "2026-03" and "2026-03-01".
func (m *Month) UnmarshalText(b []byte) error { return unmarshal(m, b, ParseMonth) }

func unmarshal[T Date | Month](to *T, b []byte, parse func(string) (T, error)) (err error) {
	if *to = 0; len(b) > 0 {
		*to, err = parse(string(b))
	}
	return err
}
