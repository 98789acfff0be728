// Package preview renders the pages of a package with difficult data, checks them against their templates, and opens
// them in Chromium.
//
// Only tests import it; it imports ui. Start with Check.
package preview

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/jba/templatecheck"

	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// Pages maps names to pages with difficult data: long names, negative amounts, currencies with no and three decimals,
// right-to-left and emoji names, twenty years, many categories, and nothing at all.
type Pages map[string]func(*http.Request) ui.Page

// previewDir is the folder of the rendered pages and their screenshots.
const previewDir = ".cache/preview"

// Check renders every page and checks that each template matches the struct of its page.
func Check(t *testing.T, feature ui.Feature, pages Pages, structs ...ui.Page) {
	t.Helper()
	rd := testkit.Must(ui.NewRenderer(feature))(t)
	checked := map[string]bool{}
	for _, p := range structs {
		drawn, in := p, "layout"
		if part, ok := p.(Part); ok {
			drawn, in = part.Page, part.Name
		}
		checked[p.Template()] = true
		if err := templatecheck.CheckHTML(rd.TemplateOf(p).Lookup(in), drawn); err != nil {
			t.Errorf("%s: %v", p.Template(), err)
		}
	}
	for _, name := range feature.PageNames() {
		if !checked[name] {
			t.Errorf("no page with the template %s was checked", name)
		}
	}
	checkedAll(t, structs)
	dir := filepath.Join(testkit.RepoRoot(t), previewDir)
	testkit.NoError(t, os.MkdirAll(dir, 0o755))
	server := Server(t, feature, pages)
	for name := range pages {
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/preview/"+name, nil))
		body := rec.Body.String()
		if rec.Code != http.StatusOK || !strings.HasSuffix(body, "</html>") {
			t.Errorf("%s: status %d, ends %q", name, rec.Code, body[max(0, len(body)-80):])
		}
		for _, forbidden := range []string{" style=", "<style", "<script>", "onclick=", "ZgotmplZ"} {
			if strings.Contains(body, forbidden) {
				t.Errorf("%s: contains %q, which the content security policy forbids", name, forbidden)
			}
		}
		testkit.NoError(t, os.WriteFile(filepath.Join(dir, name+".html"), []byte(body), 0o644))
	}
}

// Look opens every page in Chromium, wide and as a phone, light and dark, and fails on accessibility violations
// (axe-core), violations of the content security policy, console errors and horizontal scrolling. It saves a picture
// of each page. PREVIEW=name,name limits it to those pages.
func Look(t *testing.T, feature ui.Feature, pages Pages) {
	t.Helper()
	server := previewBrowserServer(t, feature, pages)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.Width, l.Height)
			l.Apply(t, tab)
			for _, name := range chosenPreviews(pages) {
				walk.Visit(t, tab, server.URL+"/preview/"+name)
				browsertest.Shot(t, tab, "preview-"+name+"-"+l.Name)
				walk.Check(t, tab, name)
			}
		})
	}
}

// Click is an element to click on a page, and the one on a phone.
type Click struct{ Name, Page, On, Phone string }

// Open clicks elements that open something, and checks the result as Look does.
func Open(t *testing.T, feature ui.Feature, pages Pages, clicks ...Click) {
	t.Helper()
	server := previewBrowserServer(t, feature, pages)
	for _, l := range []walk.Look{walk.WideLight, walk.PhoneDark} {
		t.Run(l.Name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.Width, l.Height)
			l.Apply(t, tab)
			for _, c := range clicks {
				walk.Visit(t, tab, server.URL+"/preview/"+c.Page)
				button := c.On
				if l.Phone {
					button = c.Phone
				}
				if err := chromedp.Do(tab, chromedp.Click(chromedp.CSS(button))); err != nil {
					t.Fatal(c.Name, ": ", err)
				}
				browsertest.Shot(t, tab, "opened-"+c.Name+"-"+l.Name)
				walk.Check(t, tab, c.Name)
			}
		})
	}
}

func chosenPreviews(pages Pages) []string {
	only := os.Getenv("PREVIEW")
	var names []string
	for name := range pages {
		if only == "" || strings.Contains(","+only+",", ","+name+",") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func previewBrowserServer(t *testing.T, feature ui.Feature, pages Pages) *httptest.Server {
	t.Helper()
	if rd, err := ui.NewRenderer(feature); err != nil || rd.Assets.URL("app.css") == "" {
		t.Skip(ui.Unbuilt)
	}
	server := httptest.NewServer(Server(t, feature, pages))
	t.Cleanup(server.Close)
	return server
}

// Server serves pages through the same middleware and headers as the real ones.
func Server(t *testing.T, feature ui.Feature, pages Pages) http.Handler {
	t.Helper()
	rd := testkit.Must(ui.NewRenderer(feature))(t)
	rt := httpx.NewRouter(rd.WriteFault)
	rt.HandleHTTP("GET "+ui.AssetPrefix, rd.Assets)
	rt.Handle("GET /preview/{name}", func(w http.ResponseWriter, r *http.Request) error {
		return rd.Render(w, r, http.StatusOK, pages[r.PathValue("name")](r))
	})
	rt.Handle("POST /budgets/{id}/view", func(w http.ResponseWriter, _ *http.Request) error {
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
	return httpx.Wrap(rt, slog.New(slog.DiscardHandler), rd.WriteFault)
}
