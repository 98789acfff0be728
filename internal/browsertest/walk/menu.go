package walk

// SendOpen presses the button of the form that is open.
func (w *Walker) SendOpen() {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] .menu-form .button'))`, "the button")
	w.Settle()
}

// ClickDelete presses the button of the form that has been opened.
func (w *Walker) ClickDelete() {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.dangerous'))`, "Delete")
	w.Settle()
}

// ClickPrimary presses the button of the form that has been opened.
func (w *Walker) ClickPrimary() {
	w.Helper()
	w.ClickAt(`(b => b && (r => [r.left + r.width / 2, r.top + r.height / 2])(b.getBoundingClientRect()))(document.querySelector('#spot:popover-open details[open] button.primary'))`, "the button")
	w.Settle()
}
