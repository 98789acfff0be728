package walk

// UndoRedo takes back what was just done and makes it again; the money is all
// there before and after.
func (w *Walker) UndoRedo(label string) {
	w.Helper()
	w.Click("Undo")
	w.See("Undone: " + label)
	w.Click("Redo")
	w.See("Redone: " + label)
	w.Law()
}

// Undone takes the last change back, sees that it says so, and makes it again.
func (w *Walker) Undone(label string) {
	w.Helper()
	w.undone(label, func() { w.Click("Undo") }, func() { w.Click("Redo") })
}

// undone does so in some way, with the law before, in between and afterwards.
func (w *Walker) undone(label string, undo, redo func()) {
	w.Helper()
	w.Law()
	undo()
	w.See("Undone: " + label)
	w.Law()
	redo()
	w.See("Redone: " + label)
	w.Law()
}
