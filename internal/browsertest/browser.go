// Package browsertest opens pages in a real, headless Chromium for tests.
//
// It stands on no floor and tests alone may import it. Start at [Tab]; drive the tab with the actions of package
// chromedp, and let [Accessible] look for what keeps people out.
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

	"holdover/internal/testkit"
)

// patience is how long a test may keep its tab.
const patience = 15 * time.Minute

// names begins with the shell: it draws no windows of its own, which is half the work.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Tab opens a window of that many pixels, with cookies of its own, and returns its only tab. It is gone when the test
// ends. All tests of one test binary share a Chromium, started by the first call and gone with the process, however that
// ends; it reaches this machine alone. A page that throws, logs an error or breaks its own content policy fails the test.
//
// Without Chromium on the machine the test is skipped, but fails where HOLDOVER_REQUIRE_BROWSER=1 or CI=true.
func Tab(t testing.TB, width, height int) context.Context {
	t.Helper()
	testkit.SkipIfQuick(t)
	if _, err := find(); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	if _, _, err := chosenFont(); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	shared, err := browser()
	if err != nil {
		t.Fatal("starting Chromium: ", err)
	}
	ctx, cancel := context.WithTimeout(shared.tabs, patience)
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	finish := watch(t, ctx)
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
	return context.WithValue(ctx, knownKey{}, &known{loads: loads, schemes: []string{Light}})
}

// known is what tests know of a tab beside what Chromium does.
type known struct {
	loads   *loads
	schemes []string // of colours, in which it is looked at; the first is the one that it shows
}

type knownKey struct{}

func of(tab context.Context) *known { return tab.Value(knownKey{}).(*known) }

// prepare makes a tab one that is looked at, of a size, and lets it tell when it has [Settled].
func prepare(tab context.Context, width, height int) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(int64(width), int64(height))); err != nil {
		return err
	}
	if _, err := chromedp.Call(tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	_, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: observer, RunImmediately: new(true)})
	return err
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

// oldest is the oldest version of Chromium that scripts/assets.mjs builds the browser code for.
const oldest = 120

// find returns the first browser in the path that is not too old.
var find = sync.OnceValues(func() (string, error) {
	err := errors.New("no Chromium is installed")
	for _, name := range names {
		path, missing := exec.LookPath(name)
		if missing != nil {
			continue
		}
		if said, failed := exec.Command(path, "--version").Output(); failed == nil && versionOf(string(said)) >= oldest {
			return path, nil
		}
		err = fmt.Errorf("%s does not run or is older than Chromium %d", path, oldest)
	}
	return "", fmt.Errorf("%w (Debian: apt-get install chromium-headless-shell)", err)
})

var majorVersion = regexp.MustCompile(`\b(\d+)\.\d+\.`)

// versionOf returns the major version in what a browser says of itself, 0 for none.
func versionOf(said string) int {
	found := majorVersion.FindStringSubmatch(said)
	if found == nil {
		return 0
	}
	n, _ := strconv.Atoi(found[1])
	return n
}
