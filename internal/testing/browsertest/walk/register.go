package walk

import "fmt"

// Tick clicks the checkbox of the row at a position, counted from 0 among the rows that are neither splits nor
// transfers.
func (w *Walker) Tick(row int) {
	w.Helper()
	w.ClickAt(CentreOf(fmt.Sprintf(`[...document.querySelectorAll('#rows > .tx:not(:has(.split, .cat-none))')][%d]?.querySelector('.pick input')`, row)),
		fmt.Sprintf("the checkbox of row %d", row))
	w.Settle()
}

// CheckTally waits until the line with the number of the register's rows begins with a text.
func (w *Walker) CheckTally(tally string) {
	w.Helper()
	w.Until("the tally "+tally, `!!document.querySelector('.tally') && document.querySelector('.tally').innerText.replace(/\s+/g, ' ').startsWith(`+Quoted(tally)+`)`)
}

// Column returns the texts of the cells with a class in the displayed rows, joined with |.
func (w *Walker) Column(class string) string {
	w.Helper()
	return w.Eval(`[...document.querySelectorAll('#rows > .tx:not([hidden]) > tr:first-child .` + class + `')].map(e => e.innerText.trim()).join('|')`)
}

// Address returns the path and query of the page, decoded.
func (w *Walker) Address() string {
	w.Helper()
	return w.Eval("decodeURIComponent(location.pathname + location.search)")
}

// ClickInRow clicks the element with a CSS selector in the first row that contains the words.
func (w *Walker) ClickInRow(words, selector string) {
	w.Helper()
	w.ClickAt(CentreOf(fmt.Sprintf(`[...document.querySelectorAll('#rows > .tx')].find(e => e.textContent.replace(/\s+/g, ' ').includes(%s))?.querySelector(%s)`,
		Quoted(words), Quoted(selector))), selector+" in the row with "+words)
	w.Settle()
}
