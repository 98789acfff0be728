package offline_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestTheShellIsTheSameForAllUsers fetches the files that a browser stores, with and without a session.
func TestTheShellIsTheSameForAllUsers(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	world.AddAnnaAndBen(t)
	world.ImportSample(t)
	stranger, anna := walk.NewPlain(t, world), world.SignedInPlain(t, "Anna", walk.AnnasPassword)
	get := func(b *walk.Plain, path string) (http.Header, string) {
		t.Helper()
		res := testkit.Must(b.HTTP.Get(world.Server.URL + path))(t)
		if status := b.Read(res, nil); status != http.StatusOK {
			t.Fatalf("%s: status %d: %s", path, status, b.Page)
		}
		return res.Header, b.Page
	}
	headers, worker := get(stranger, "/sw.js")
	if headers.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(headers.Get("Content-Type"), "text/javascript") || headers.Get("ETag") == "" {
		t.Errorf("headers of the worker: %v", headers)
	}
	var list struct {
		Build string
		Files []struct{ URL, Revision string }
	}
	text, _, _ := strings.Cut(strings.TrimPrefix(worker, "self.holdover="), ";\n")
	testkit.NoError(t, json.Unmarshal([]byte(text), &list))
	if len(list.Files) != 4 || list.Files[0].URL != "/offline" || list.Files[0].Revision != list.Build || list.Build == "" {
		t.Errorf("the list is %+v", list)
	}
	for _, file := range list.Files {
		headers, content := get(stranger, file.URL)
		if _, annas := get(anna, file.URL); annas != content {
			t.Errorf("%s depends on the user", file.URL)
		}
		if hashed := strings.HasPrefix(file.URL, ui.AssetPrefix); hashed != (file.Revision == "") || hashed != strings.Contains(headers.Get("Cache-Control"), "immutable") {
			t.Errorf("%s has the revision %q and the headers %v", file.URL, file.Revision, headers)
		}
	}
	_, shell := get(stranger, "/offline")
	for _, used := range regexp.MustCompile(`(?:stylesheet"|script type="module"|image/svg[^>]*) (?:href|src)="([^"]*)"`).FindAllStringSubmatch(shell, -1) {
		if !strings.Contains(text, used[1]) {
			t.Errorf("the page uses %s, which the worker does not store", used[1])
		}
	}
	for _, path := range []string{"/offline", "/add", "/waiting"} {
		if headers, page := get(stranger, path); headers.Get("Content-Security-Policy") != httpx.PagePolicy || !strings.Contains(page, `data-build="`+list.Build+`"`) {
			t.Errorf("%s has the headers %v", path, headers)
		}
	}
}

// TestWithoutScripts follows /add to the form of a new transaction, as a browser without scripts does.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	world.AddAnnaAndBen(t)
	anna := world.SignedInPlain(t, "Anna", walk.AnnasPassword)
	follow := func() string {
		t.Helper()
		anna.Read(anna.HTTP.Get(world.Server.URL + "/add"))
		to := regexp.MustCompile(`<noscript><meta http-equiv="refresh" content="0; url=([^"]*)"></noscript>`).FindStringSubmatch(anna.Page)
		if to == nil {
			t.Fatalf("no redirect in %s", anna.Page)
		}
		anna.Read(anna.HTTP.Get(world.Server.URL + to[1]))
		return anna.At
	}
	if at := follow(); at != "/budgets" {
		t.Errorf("without a budget it leads to %s", at)
	}
	anna.Read(anna.HTTP.PostForm(world.Server.URL+"/budgets/sample", url.Values{}))
	if at := follow(); !strings.HasSuffix(at, "/rows/new") {
		t.Errorf("it leads to %s", at)
	}
	anna.Read(anna.HTTP.Get(world.Server.URL + "/waiting"))
	if !strings.Contains(anna.Page, "nothing waits") {
		t.Error("/waiting does not say that nothing can wait without scripts")
	}
	stranger := walk.NewPlain(t, world)
	req := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, world.Server.URL+"/add/form", http.NoBody))(t)
	req.Header.Set("Accept", "text/html")
	stranger.Read(stranger.HTTP.Do(req))
	if !strings.HasPrefix(stranger.At, "/sign-in?back=%2Fadd%2Fform") {
		t.Errorf("without a session it leads to %s", stranger.At)
	}
}

// TestRequestsForAnotherUser sends requests that name the user for whom a script stored data.
func TestRequestsForAnotherUser(t *testing.T) {
	t.Parallel()
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	world.AddAnnaAndBen(t)
	anna := world.SignedInPlain(t, "Anna", walk.AnnasPassword)
	for name, want := range map[string]int{"": http.StatusNoContent, "Anna": http.StatusNoContent, "%41nna": http.StatusNoContent, "Ben": http.StatusUnauthorized, "%zz": http.StatusUnauthorized} {
		req := testkit.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, world.Server.URL+"/session", http.NoBody))(t)
		req.Header.Set("Holdover-User", name)
		req.Header.Set("Accept", "application/json")
		if status := anna.Read(anna.HTTP.Do(req)); status != want {
			t.Errorf("user %q: status %d, want %d", name, status, want)
		}
	}
}
