package migration_test

import (
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkDropAFile drops a file on the import form. The field highlights during the drag, and contains the file
// afterwards as if it had been chosen.
func TestWalkDropAFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	w.Open("/import")
	const field = "[data-drop] label"
	plan := walk.Files("plan.json", []byte("{}"))
	const shown = `document.querySelector('[data-drop]').matches('.over')`
	w.Drag("dragover", field, plan)
	w.Until("the field shows that it takes the file", shown)
	w.Drag("dragleave", field, plan)
	w.Until("the field shows it no more", "!"+shown)
	w.Drag("dragover", field, plan)
	w.Drag("drop", field, plan)
	w.Until("the field has the file", `document.querySelector('#file').files[0]?.name === 'plan.json' && !`+shown)
}
