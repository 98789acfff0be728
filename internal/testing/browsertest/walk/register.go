package walk

import "fmt"

// Tick selects the row at a position among those that are neither split nor transfer.
func (w *Walker) Tick(row int) {
	w.Helper()
	w.ClickAt(centreOf(fmt.Sprintf(`[...document.querySelectorAll('#rows > .tx:not(:has(.split, .cat-none))')][%d]?.querySelector('.pick input')`, row)), "a box")
	w.Settle()
}

// CheckTally waits until the register shows a number of rows.
func (w *Walker) CheckTally(tally string) {
	w.Helper()
	w.Until(tally, `!!document.querySelector('.tally') && document.querySelector('.tally').innerText.replace(/\s+/g, ' ').startsWith(`+Quoted(tally)+`)`)
}

// Column returns the texts of a column in the displayed rows, joined.
func (w *Walker) Column(class string) string {
	w.Helper()
	return w.Eval(`[...document.querySelectorAll('#rows > .tx:not([hidden]) > tr:first-child .` + class + `')].map(e => e.innerText.trim()).join('|')`)
}

// Address returns the path and query of the page, decoded.
func (w *Walker) Address() string {
	w.Helper()
	return w.Eval("decodeURIComponent(location.pathname + location.search)")
}

// ClickInRow clicks a part of the first row that contains the words.
func (w *Walker) ClickInRow(words, part string) {
	w.Helper()
	w.ClickAt(centreOf(fmt.Sprintf(`[...document.querySelectorAll('#rows > .tx')].find(e => e.textContent.replace(/\s+/g, ' ').includes(%s))?.querySelector(%s)`,
		Quoted(words), Quoted(part))), words+" "+part)
	w.Settle()
}
