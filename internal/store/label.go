package store

// SetLabel says what the change does, for people, where that is known only
// while it is being made.
func (w *Writer) SetLabel(label string) { w.entry.Label = label }
