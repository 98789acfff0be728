package walk

import (
	"encoding/base64"
)

// Files is JavaScript for a file, in what a drop takes; its member files is what a field does.
func Files(name string, content []byte) string {
	return `(d => { d.items.add(new File([Uint8Array.from(atob('` + base64.StdEncoding.EncodeToString(content) + `'), c => c.charCodeAt(0))], ` + Quoted(name) + `)); return d })(new DataTransfer())`
}

// Drag tells the first element at a selector what a browser does of files that are held over it ("dragover"), leave it
// ("dragleave") or are dropped there ("drop").
func (w *Walker) Drag(kind, selector, files string) {
	w.Helper()
	w.Eval(`document.querySelector(` + Quoted(selector) + `).dispatchEvent(new DragEvent(` + Quoted(kind) + `, {bubbles: true, cancelable: true, dataTransfer: ` + files + `}))`)
}
