package cal

// MarshalText writes the date as "2026-03-31" (empty for none), for JSON.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = 0
		return nil
	}
	parsed, err := ParseDate(string(b))
	*d = parsed
	return err
}

// MarshalText writes the month as "2026-03" (empty for none), for JSON.
func (m Month) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads "2026-03" and "2026-03-01".
func (m *Month) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*m = 0
		return nil
	}
	parsed, err := ParseMonth(string(b))
	*m = parsed
	return err
}
