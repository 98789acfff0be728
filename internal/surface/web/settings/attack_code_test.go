package settings_test

import (
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestAttackFirstCodeInTheBrowser types the code of the first owner and leaves the page: the next person at this browser does
// not find the code in its storage.
func TestAttackFirstCodeInTheBrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, webtest.NewEnvWithSignIn(t, ui.Options{FirstCode: firstCode}), walk.PhoneLight)
	w.Open("/first-start")
	w.Fill("Code", firstCode)
	w.Fill("Name", "Anna")
	w.Until("the draft", `JSON.stringify(localStorage).includes('Anna')`)
	if kept := w.Eval(`JSON.stringify(localStorage).includes('` + firstCode + `')`); kept != "false" {
		t.Errorf("the storage contains the code: %s", w.Eval(`JSON.stringify(localStorage)`))
	}
}
