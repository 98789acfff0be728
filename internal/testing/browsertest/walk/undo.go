package walk

// UndoRedo undoes and redoes the last change, and checks the conservation law before and after.
func (w *Walker) UndoRedo(label string) {
	w.Helper()
	w.Click("Undo")
	w.See("Undone: " + label)
	w.Click("Redo")
	w.See("Redone: " + label)
	w.CheckConserved()
}

// CheckUndo undoes the last change, checks the message, and redoes it.
func (w *Walker) CheckUndo(label string) {
	w.Helper()
	w.undone(label, func() { w.Click("Undo") }, func() { w.Click("Redo") })
}

// undone undoes and redoes a change with the given functions, and checks the conservation law before, between and
// afterwards.
func (w *Walker) undone(label string, undo, redo func()) {
	w.Helper()
	w.CheckConserved()
	undo()
	w.See("Undone: " + label)
	w.CheckConserved()
	redo()
	w.See("Redone: " + label)
	w.CheckConserved()
}
