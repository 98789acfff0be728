package webtool

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
)

func textOf(t *testing.T, tab context.Context, css string) string {
	t.Helper()
	text, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS(css)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// connectIn follows the visible labels from the tool's page through the source's consent page.
func connectIn(t *testing.T, r *rig, tab context.Context, choice string) {
	t.Helper()
	name := strings.TrimPrefix(r.source.server.URL, "http://")
	browsertest.Do(t, tab, chromedp.Navigate(r.url+"/"), chromedp.Click(browsertest.Button("Connect to "+name)), chromedp.Click(browsertest.Button(choice)))
}

func TestBrowserFromConnectToFile(t *testing.T) {
	for _, screen := range []struct {
		name          string
		width, height int
		scheme        string
	}{{"wide", 1280, 900, "light"}, {"phone", 390, 844, "dark"}} {
		t.Run(screen.name, func(t *testing.T) {
			r := newRig(t, "/export", true)
			tab := browsertest.Tab(t, screen.width, screen.height)
			folder := browsertest.Downloads(t, tab)
			if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: screen.scheme}},
			}); err != nil {
				t.Fatal(err)
			}
			see := func(name string) {
				t.Helper()
				browsertest.Accessible(t, tab)
				browsertest.Shot(t, tab, "webtool-"+name+"-"+screen.name)
			}
			browsertest.Do(t, tab, chromedp.Navigate(r.url+"/"), chromedp.Click(chromedp.CSS("#ways summary")))
			see("ways")
			connectIn(t, r, tab, "Allow")
			browsertest.Do(t, tab, chromedp.WaitVisible(browsertest.Button("Download")))
			see("choose")
			browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Download")), chromedp.WaitVisible(chromedp.CSS(".next")))
			see("done")
			if next := textOf(t, tab, ".next"); !strings.Contains(next, "Switch file") || !strings.Contains(next, "Import file") {
				t.Errorf("next step on the page: %s", next)
			}
			file := waitForFile(t, folder)
			if !strings.HasPrefix(filepath.Base(file), "Household - Übersicht-") {
				t.Errorf("name of the file: %s", file)
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != string(r.source.plan) {
				t.Errorf("file has %d bytes, want %d (error %v)", len(got), len(r.source.plan), err)
			}
			browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Disconnect")), chromedp.WaitVisible(chromedp.CSS(".said")))
			see("disconnected")
		})
	}
}

func waitForFile(t *testing.T, folder string) string {
	t.Helper()
	for range 100 {
		if files, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(files) == 1 {
			return files[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no file was downloaded")
	return ""
}

// Each failure shows its message and links to the other ways.
func TestBrowserShowsFailures(t *testing.T) {
	tab := browsertest.Tab(t, 1280, 900)
	press := func(t *testing.T, r *rig) {
		browsertest.Do(t, tab, chromedp.Navigate(r.url+"/"), chromedp.Click(chromedp.CSS("button.primary")))
	}
	status := func(s int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { problem(w, s, "x", "x"); return true }
	}
	for _, c := range []struct {
		name, says string
		walk       func(t *testing.T, r *rig)
	}{
		{"down", "cannot be reached", func(t *testing.T, r *rig) { r.source.server.Close(); press(t, r) }},
		{"slow", "takes too long", func(t *testing.T, r *rig) {
			r.tool.http.Timeout = 50 * time.Millisecond
			r.source.authorise = func(http.ResponseWriter, *http.Request) bool { time.Sleep(200 * time.Millisecond); return false }
			press(t, r)
		}},
		{"rate-limited", "too many requests", func(t *testing.T, r *rig) {
			connectIn(t, r, tab, "Allow")
			browsertest.Do(t, tab, chromedp.WaitVisible(browsertest.Button("Download")))
			r.source.api = status(http.StatusTooManyRequests)
			browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Download")))
		}},
		{"denied", "was not allowed", func(t *testing.T, r *rig) { connectIn(t, r, tab, "Deny") }},
		{"unknown", "does not know this tool", func(t *testing.T, r *rig) { r.source.client.ID = "other"; press(t, r) }},
		{"restricted", "only a few people", func(t *testing.T, r *rig) { connectIn(t, r, tab, "Too many") }},
		{"expired", "has expired", func(t *testing.T, r *rig) {
			connectIn(t, r, tab, "Allow")
			browsertest.Do(t, tab, chromedp.WaitVisible(browsertest.Button("Download")))
			calls := 0
			r.source.api = func(w http.ResponseWriter, _ *http.Request) bool {
				if calls++; calls > 1 {
					return status(http.StatusUnauthorized)(w, nil)
				}
				w.Header().Set("Content-Length", "1000000")
				_, _ = w.Write(r.source.plan[:100000])
				w.(http.Flusher).Flush()
				panic(http.ErrAbortHandler)
			}
			browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Download")), chromedp.WaitVisible(browsertest.Button("Connect again")))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, "/export", false)
			c.walk(t, r)
			browsertest.Do(t, tab, chromedp.WaitVisible(chromedp.Search(`//*[@role="alert"]/p[contains(., "`+c.says+`")]`)),
				chromedp.WaitVisible(chromedp.Search(`//details[@open]//code[contains(., "holdover export --source")]`)),
				chromedp.WaitVisible(chromedp.Search(`//details[@open]//code[contains(., "curl.exe")]`)))
			browsertest.Accessible(t, tab)
			browsertest.Shot(t, tab, "webtool-trouble-"+c.name)
		})
	}
}
