package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/testkit"
)

// Shot saves a picture of the tab as .cache/shots/NAME.png if HOLDOVER_SHOTS=1.
func Shot(t testing.TB, tab context.Context, name string) {
	t.Helper()
	if os.Getenv("HOLDOVER_SHOTS") != "" {
		KeepShot(t, tab, name)
	}
}

// KeepShot saves a picture of the tab in any case, for a failed test.
func KeepShot(t testing.TB, tab context.Context, name string) {
	t.Helper()
	picture, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal("taking a picture: ", err)
	}
	dir := filepath.Join(testkit.RepoRoot(t), ".cache", "shots")
	testkit.NoError(t, os.MkdirAll(dir, 0o755))
	testkit.NoError(t, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644))
}
