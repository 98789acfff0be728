package walk

// SubmitOpenForm presses the button of the form that is open.
func (w *Walker) SubmitOpenForm() {
	w.Helper()
	w.press(".menu-form .button", "the button")
}

// ClickDelete presses the button of the form that has been opened.
func (w *Walker) ClickDelete() {
	w.Helper()
	w.press("button.dangerous", "Delete")
}

// ClickPrimary presses the button of the form that has been opened.
func (w *Walker) ClickPrimary() {
	w.Helper()
	w.press("button.primary", "the button")
}

func (w *Walker) press(button, what string) {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] `+button+`'))`, what)
	w.Settle()
}
