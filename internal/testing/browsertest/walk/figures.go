package walk

import "fmt"

// figureCellJS finds a figure of a category in the first month shown.
const figureCellJS = `(() => { const r = [...document.querySelectorAll('.sheet tr')].find(r => { const n = r.querySelector('th bdi'); return n && n.innerText.trim() === %s && r.checkVisibility() });
	const e = r && r.querySelector('td.%s'); if (!e) return null; e.scrollIntoView({block: 'center'}); return %s })()`

// ClickFigure clicks a category's figure in the first month shown.
func (w *Walker) ClickFigure(category, column string) {
	w.Helper()
	w.ClickAt(fmt.Sprintf(figureCellJS, Quoted(category), column,
		`(b => [b.left + b.width / 2, b.top + b.height / 2])((e.querySelector('button, a') || e).getBoundingClientRect())`), category+" "+column)
	w.Settle()
}

// Figure reads a figure of the first month shown.
func (w *Walker) Figure(category, column string) string {
	w.Helper()
	return w.Eval(fmt.Sprintf(figureCellJS, Quoted(category), column, "e.innerText.replace('rolled over', '').trim()"))
}

// ToBudget reads To Budget of the first month shown.
func (w *Walker) ToBudget() string {
	w.Helper()
	return w.Eval(`document.querySelector('.to-budget strong').innerText`)
}

// CheckFigure checks a figure, waiting for it to come.
func (w *Walker) CheckFigure(category, column, want string) {
	w.Helper()
	w.Until(category+" "+column+" "+want, fmt.Sprintf(figureCellJS, Quoted(category), column,
		"e.innerText.replace('rolled over', '').trim() === "+Quoted(want)))
}
