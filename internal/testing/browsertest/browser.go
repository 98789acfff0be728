// Package browsertest opens pages in a real, headless Chromium for tests.
//
// Only tests may import it. Start at [Tab]; drive the tab with the actions of package
// chromedp, and check pages with [Accessible].
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"holdover/internal/testing/testkit"
)

// tabTimeout is how long a test may use its tab.
const tabTimeout = 15 * time.Minute

// browserNames lists the shell first: it draws no windows, which halves the work.
var browserNames = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Tab opens a window of the given size in pixels, with its own cookies, and returns its only tab. It is closed when
// the test ends. All tests of one test binary share a Chromium. The first call starts it, and it ends with the
// process, however that ends. It can reach only this machine. A page that throws, logs an error or violates its
// content policy fails the test.
//
// Without Chromium on the machine the test is skipped, but fails if HOLDOVER_REQUIRE_BROWSER=1 or CI=true.
func Tab(t testing.TB, width, height int) context.Context {
	t.Helper()
	testkit.SkipIfQuick(t)
	if _, err := findBrowser(); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	if _, _, err := chosenFont(); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	shared, err := browser()
	if err != nil {
		t.Fatal("starting Chromium: ", err)
	}
	ctx, cancel := context.WithTimeout(shared.tabs, tabTimeout)
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	finish := reportErrors(t, ctx)
	t.Cleanup(func() {
		finish()
		closeTab()
		cancel()
	})
	if err := prepare(ctx, width, height); err != nil {
		t.Fatal("opening a tab: ", err)
	}
	loads, err := watchLoads(ctx)
	if err != nil {
		t.Fatal("opening a tab: ", err)
	}
	return context.WithValue(ctx, tabDataKey{}, &tabData{loads: loads, schemes: []string{Light}})
}

// tabData is the tests' data about a tab, in addition to Chromium's.
type tabData struct {
	loads   *loads
	schemes []string // colour schemes to check; the page is shown in the first
}

type tabDataKey struct{}

func dataOf(tab context.Context) *tabData { return tab.Value(tabDataKey{}).(*tabData) }

// prepare sets the size of a tab, gives it the focus, and installs the script for [Settled].
func prepare(tab context.Context, width, height int) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		return err
	}
	if _, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: observerJS, RunImmediately: new(true)})
	return err
}

// endMessage is a message that the tab logs last, so that all earlier messages have been read.
const endMessage = "holdover: the test is over"

// reportErrors fails the test for every error that the page reports, until the returned function is called. That
// function first waits for pending messages.
func reportErrors(t testing.TB, ctx context.Context) (finish func()) {
	messages := chromedp.Console(ctx)
	var reader sync.WaitGroup
	reader.Go(func() {
		for m, err := range messages {
			if err != nil || m.Text == endMessage {
				return
			}
			// A missing page is not an error here; the test checks it.
			if m.Source != "network" && (m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException) {
				t.Errorf("the page said: %s (%s:%d)", m.Text, m.URL, m.Line+1)
			}
		}
	})
	return func() {
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[any]("console.debug('"+endMessage+"')")); err != nil {
			t.Error("the browser was gone before the test was over: ", err)
			return
		}
		reader.Wait()
	}
}

// minVersion is the oldest version of Chromium that scripts/assets.mjs builds the browser code for.
const minVersion = 120

// findBrowser returns the first browser in the path that is not too old.
var findBrowser = sync.OnceValues(func() (string, error) {
	err := errors.New("no Chromium is installed")
	for _, name := range browserNames {
		path, missing := exec.LookPath(name)
		if missing != nil {
			continue
		}
		if output, failed := exec.Command(path, "--version").Output(); failed == nil && versionOf(string(output)) >= minVersion {
			return path, nil
		}
		err = fmt.Errorf("%s does not run or is older than Chromium %d", path, minVersion)
	}
	return "", fmt.Errorf("%w (Debian: apt-get install chromium-headless-shell)", err)
})

var majorVersion = regexp.MustCompile(`\b(\d+)\.\d+\.`)

// versionOf returns the major version in the output of a browser's --version, or 0 if the output contains no version.
func versionOf(output string) int {
	found := majorVersion.FindStringSubmatch(output)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1])
	return n
}
