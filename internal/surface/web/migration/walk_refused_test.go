package migration_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkRefusedFile: a browser shows the error for a file that is refused after its first bytes, however large it
// is.
func TestWalkRefusedFile(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.New(t, walk.NewEnv(t, webtest.Pages), walk.WideLight)
	path := filepath.Join(t.TempDir(), "film.json")
	if err := os.WriteFile(path, []byte("no plan"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{70 << 20, 400 << 20} {
		if err := os.Truncate(path, size); err != nil { // a sparse file
			t.Fatal(err)
		}
		w.Open("/import")
		w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
		w.Click("Import")
		w.See("This is a binary file, not a plan document")
	}
}
