package bring_test

import (
	"testing"

	"holdover/internal/browsertest/walk"
	"holdover/internal/web/webtest"
)

// TestWalkDropAFile drops a file on the import form: the field shows that it takes it, and has it as if it had been chosen.
func TestWalkDropAFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewWorld(t, webtest.Pages), walk.Looks[0])
	w.Open("/import")
	over := func(kind string) string {
		return `(() => { const dataTransfer = new DataTransfer(); dataTransfer.items.add(new File(['{}'], 'plan.json'));
			document.querySelector('[data-drop] label').dispatchEvent(new DragEvent('` + kind + `', {bubbles: true, cancelable: true, dataTransfer})) })()`
	}
	const shown = `document.querySelector('[data-drop]').matches('.over')`
	w.Eval(over("dragover"))
	w.Until("the field shows that it takes the file", shown)
	w.Eval(over("dragleave"))
	w.Until("the field shows it no more", "!"+shown)
	w.Eval(over("dragover"))
	w.Eval(over("drop"))
	w.Until("the field has the file", `document.querySelector('#file').files[0]?.name === 'plan.json' && !`+shown)
}
