package walk

import (
	"encoding/base64"
)

// Files returns JavaScript that creates a file as the data of a drop; its member files suits a file input.
func Files(name string, content []byte) string {
	return `(d => { d.items.add(new File([Uint8Array.from(atob('` + base64.StdEncoding.EncodeToString(content) + `'), c => c.charCodeAt(0))], ` + Quoted(name) + `)); return d })(new DataTransfer())`
}

// Drag sends an element the event of dragging files over it ("dragover"), off it ("dragleave") or dropping them
// ("drop").
func (w *Walker) Drag(kind, selector, files string) {
	w.Helper()
	w.Eval(`document.querySelector(` + Quoted(selector) + `).dispatchEvent(new DragEvent(` + Quoted(kind) + `, {bubbles: true, cancelable: true, dataTransfer: ` + files + `}))`)
}
