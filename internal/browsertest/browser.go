// Package browsertest opens pages in a real, headless Chromium for tests.
//
// It stands on no floor and tests alone may import it. Start at [Tab]; drive the tab with the actions of package
// chromedp, and let [Accessible] look for what keeps people out.
package browsertest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"holdover/internal/testkit"
)

// patience is how long a test may keep its browser.
const patience = 2 * time.Minute

var names = []string{"chromium", "chromium-browser", "google-chrome"}

// Tab starts a Chromium with a new profile and returns its only tab, with a window of that many pixels. Both are gone
// when the test ends. A page that throws, logs an error or breaks its own content policy fails the test.
//
// Without Chromium on the machine the test is skipped, but fails where HOLDOVER_REQUIRE_BROWSER=1 or CI=true.
func Tab(t testing.TB, width, height int) context.Context {
	t.Helper()
	path, err := find()
	if err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.WindowSize(width, height),
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-GB"),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	ctx, closeBrowser := chromedp.NewExecAllocator(ctx, options...)
	ctx, closeTab := chromedp.NewContext(ctx)
	finish := watch(t, ctx)
	t.Cleanup(func() {
		finish()
		closeTab()
		closeBrowser() // waits until Chromium has ended, so that its profile can be removed
		cancel()
	})
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		t.Fatal("starting Chromium: ", err)
	}
	return ctx
}

// lastWord is what a tab is made to say so that everything it said before has been read.
const lastWord = "holdover: the test is over"

// watch fails the test for every error that the page reports, until the returned function is called, which first
// waits for what is still on its way.
func watch(t testing.TB, ctx context.Context) (finish func()) {
	messages := chromedp.Console(ctx)
	var reader sync.WaitGroup
	reader.Go(func() {
		for m, err := range messages {
			if err != nil || m.Text == lastWord {
				return
			}
			// A page that is not found is the test's own business.
			if m.Source != "network" && (m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException) {
				t.Errorf("the page said: %s (%s:%d)", m.Text, m.URL, m.Line+1)
			}
		}
	})
	return func() {
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[any]("console.debug('"+lastWord+"')")); err != nil {
			t.Error("the browser was gone before the test was over: ", err)
			return
		}
		reader.Wait()
	}
}

func find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium is installed (Debian: apt-get install chromium)")
}
