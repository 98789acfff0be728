package migration_test

import (
	"bytes"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/sourcetest"
)

func twoPlans(t *testing.T) *sourcetest.Server {
	t.Helper()
	return sourcetest.New(t,
		walk.Generated(t, "--seed", "5", "--years", "2", "--tx", "300", "--name", "From the source"),
		walk.Generated(t, "--seed", "6", "--years", "1", "--tx", "100", "--name", "Summer house"))
}

// TestWalkFromSource imports a plan with a token, after a wrong one.
func TestWalkFromSource(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			source := twoPlans(t)
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			look := func(name string) {
				browsertest.Shot(t, w.Tab, "source-"+name+"-"+l.Name)
				walk.Check(t, w.Tab, name)
			}
			w.Open("/import")
			look("import")
			if l.Phone { // the smallest phone in use
				w.Do(chromedp.EmulateViewport(320, 568))
				if beside := w.Eval(`[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 320).map(e => e.outerHTML.slice(0, 80))`); beside != "" {
					t.Errorf("parts of the import page are outside the screen: %s", beside)
				}
				l.Apply(t, w.Tab)
			}
			w.Click("Import from YNAB")
			w.See("Where to get a token")
			look("token")
			w.Click("Another Holdover")
			w.Fill("Its address", source.URL)
			w.Fill("Personal access token", "not-the-token-at-all")
			look("address")
			w.Click("List the plans")
			w.See("The token was not accepted")
			w.See("Check that you copied the whole token")
			look("fault")
			if token := w.Eval(`document.querySelector('#token').value`); token != "" {
				t.Errorf("the page contains the token again: %q", token)
			}
			w.Fill("Personal access token", sourcetest.Token)
			w.Click("List the plans")
			w.See("Choose a plan")
			look("plans")
			if page := w.Eval(`document.documentElement.outerHTML + location.href + document.cookie`); strings.Contains(page, sourcetest.Token) {
				t.Error("the token is on the page")
			}
			w.Click("Summer house")
			w.Click("Import")
			w.See("Import report")
			w.See("match the file")
			look("report")
			all, err := world.App.Budgets(t.Context(), app.Machine())
			if err != nil || len(all) != 1 || all[0].Name != "Summer house" {
				t.Errorf("the budgets are %v, error %v", all, err)
			}
		})
	}
}

var heldPattern = regexp.MustCompile(`name="held" value="([^"]+)"`)

// TestFromSourceWithoutScripts imports from a source with forms only, as two users: neither can use the other's
// token, and no response or log contains a token.
func TestFromSourceWithoutScripts(t *testing.T) {
	t.Parallel()
	source := twoPlans(t)
	var log bytes.Buffer
	world := webtest.NewEnvWithLog(t, &log)
	anna, ben := world.SignedIn(t, "Anna", walk.AnnasPassword), world.SignedIn(t, "Ben", walk.BensPassword)
	step := func(p *walk.Person, path string, fields ...string) (int, string, string) {
		status, at, body := p.Post(path, fields...)
		if strings.Contains(body+at, sourcetest.Token) {
			t.Errorf("%s contains the token", path)
		}
		return status, at, html.UnescapeString(body)
	}
	const first, second = "/import/from-source", "/import/from-source/plan"
	anna.Expect(400, first, "No token was given")(step(anna, first, "token", ""))
	anna.Expect(401, first, "shortened form")(step(anna, first, "token", "abc…def"))
	anna.Expect(400, first, "is not valid")(step(anna, first, "address", "ftp://x", "token", sourcetest.Token))
	anna.Expect(401, first, "was not accepted")(step(anna, first, "address", source.URL, "token", "another-token"))
	anna.Expect(503, first, "nothing answers at 127.0.0.1:9")(step(anna, first, "address", "127.0.0.1:9", "token", sourcetest.Token))
	ben.Expect(403, first, "Only the owner of this Holdover can import from an address")(step(ben, first, "address", source.URL, "token", sourcetest.Token))
	if _, _, page := ben.Get(first); strings.Contains(page, `name="address"`) {
		t.Error("a user without the right to choose an address is asked for one")
	}

	_, _, page := step(anna, first, "address", source.URL, "token", sourcetest.Token)
	found := heldPattern.FindStringSubmatch(page)
	if found == nil || !strings.Contains(page, "From the source") {
		t.Fatalf("the plan is not offered: %s", page)
	}
	upload := found[1]
	plan := regexp.MustCompile(`name="plan" value="([^"]+)"`).FindStringSubmatch(page)[1]
	other := world.SignedIn(t, "Anna", walk.AnnasPassword) // the same user in another browser
	for _, p := range []*walk.Person{ben, other} {
		p.Expect(404, second, "The token has expired")(step(p, second, "held", upload, "plan", plan))
	}
	anna.Expect(400, second, "No plan selected")(step(anna, second, "held", upload, "plan", "../user"))
	source.Before(func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("Retry-After", "1800")
		sourcetest.Fail(w, 429, "429", "too_many_requests", "Too many requests")
		return true
	})
	anna.Expect(429, second, "try again in 30 minutes")(step(anna, second, "held", upload, "plan", plan))
	source.Before(nil)
	status, at, page := step(anna, second, "held", upload, "plan", plan, "name", "Brought over")
	if status != http.StatusOK || !strings.HasSuffix(at, "/report") || !strings.Contains(page, "Import report") {
		t.Fatalf("status %d at %s\n%s", status, at, page)
	}
	anna.Expect(404, second, "The token has expired")(step(anna, second, "held", upload, "plan", plan))
	_, _, page = step(anna, first, "address", source.URL, "token", sourcetest.Token)
	again := heldPattern.FindStringSubmatch(page)[1]
	if status, at, page := step(anna, second, "held", again, "plan", plan); status != http.StatusOK || !strings.HasPrefix(at, "/known-plan/") || !strings.Contains(page, "Brought over</bdi> already exists") {
		t.Errorf("a plan imported before: status %d at %s\n%s", status, at, page)
	}
	anna.Expect(404, second, "The token has expired")(step(anna, second, "held", again, "plan", plan))
	world.Server.Close() // afterwards the log is complete
	if strings.Contains(log.String(), sourcetest.Token) || strings.Contains(log.String(), upload) || !strings.Contains(log.String(), second) {
		t.Errorf("the log is %s", log.String())
	}
}
