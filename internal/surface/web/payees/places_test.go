package payees_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// fish creates a payee with a number of places and returns its id.
func fish(t *testing.T, w *walk.Env, id string, places int) string {
	t.Helper()
	for i := range places {
		at := geo.Point{Latitude: 52.52 + float64(i)/10, Longitude: 13.404954}
		entry := rows.Entry{Account: w.AccountIDs(t, id)[0], Date: civil.MakeDate(2026, 11, 20), Amount: -1000, PayeeName: "Fish & <Chips>", Place: &at}
		if _, _, err := w.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
			t.Fatal(err)
		}
	}
	return w.PayeeIDs(t, id)["Fish & <Chips>"]
}

// TestPlacesOfAPayee lists a payee's places, removes one and all, and undoes each, on a wide screen and on a phone.
func TestPlacesOfAPayee(t *testing.T) {
	t.Parallel()
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			walk.RequireAssets(t)
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			w.ID = world.ImportSample(t)
			fish(t, world, w.ID, 3)
			w.Open("/budgets/" + w.ID + "/payees?q=chips")
			w.Click("Menu of Fish & <Chips>")
			w.Click("Show its 3 places")
			w.See("3 places where it was paid")
			w.See("52.7200, 13.4050")
			w.ShootColours("places-of-payee")
			if maps := w.Eval(`[...document.querySelectorAll('.in-maps')].filter(e => e.checkVisibility()).map(e => e.getAttribute('href')).join(' ')`); l.Phone != (maps == "geo:52.7200,13.4050 geo:52.6200,13.4050 geo:52.5200,13.4050") {
				t.Errorf("the links to maps are %q", maps)
			}
			w.Click("Remove the place 52.6200, 13.4050")
			w.See("Removed a place of Fish")
			w.See("2 places where it was paid")
			w.Keys("z", chromedp.ModifierCtrl)
			w.See("3 places where it was paid")
			w.Click("Remove all 3 places")
			w.See("No places")
			browsertest.Shot(t, w.Tab, "no-places-"+l.Name)
			walk.Check(t, w.Tab, "a payee without places")
			w.Keys("z", chromedp.ModifierCtrl)
			w.See("3 places where it was paid")
			w.CheckConserved()
		})
	}
}

// TestPlacesWithoutScripts does the same with forms only, and lists no more than the limit.
func TestPlacesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	payee := fish(t, world, id, 2)
	b := walk.NewPlain(t, world)
	page := "/budgets/" + id + "/payees/" + payee + "/places"
	b.Open("/budgets/" + id + "/menu?payee=" + payee)
	b.Follow("Show its 2 places")
	b.Sees("52.6200, 13.4050")
	b.Send("/do/remove-place", "Remove the place 52.6200, 13.4050", nil)
	b.Sees("Removed a place of")
	b.Sees("1 place where it was paid")
	if strings.Contains(b.Page, "Remove all") || strings.Contains(b.Page, "52.6200") {
		t.Error("the removed place remains, or one of one place can be removed with all")
	}
	b.Send("/undo", "", nil)
	b.Open(page)
	b.Send("/do/remove-places", "Remove all 2 places", nil)
	b.Sees("No places")
	for _, missing := range []url.Values{{"place": {"gone"}}, {"place": {""}}, {}} {
		b.CheckStatus(b.Read(b.HTTP.PostForm(world.Server.URL+"/budgets/"+id+"/do/remove-place", missing)), 404)
	}
	b.CheckStatus(b.Read(b.HTTP.Get(world.Server.URL+"/budgets/"+id+"/payees/gone/places")), 404)

	chain := world.ImportFile(t, chainPlan(t, 10_000))
	b.Open("/budgets/" + chain + "/payees/chain/places")
	b.Sees("10,000 places where it was paid")
	b.Sees("9,900 older places are not listed.")
	if n := strings.Count(b.Page, "do/remove-place\""); n != 100 || len(b.Page) > 200_000 {
		t.Errorf("%d places are listed in %d bytes", n, len(b.Page))
	}
	b.Sees("<b>javascript:alert(1)</b>xxx")
	b.Sees("200.5, 1")
	if strings.Contains(b.Page, "geo:200") || strings.Contains(b.Page, `href="geo:<`) {
		t.Error("an invalid place has a link")
	}
}

// chainPlan returns a plan with a payee of a number of places, two of them invalid.
func chainPlan(t *testing.T, places int) string {
	t.Helper()
	var rows strings.Builder
	for i := range places - 2 {
		fmt.Fprintf(&rows, `{"id":"c%d","payee_id":"chain","latitude":"52.%05d","longitude":"13.4"},`, i, i)
	}
	text := `{"plan":{"id":"p","name":"Chain","accounts":[],"payees":[{"id":"chain","name":"Chain"}],"payee_locations":[` + rows.String() +
		`{"id":"x","payee_id":"chain","latitude":"<b>javascript:alert(1)</b>` + strings.Repeat("x", 3_900) + `","longitude":"1"},{"id":"y","payee_id":"chain","latitude":"200.5","longitude":"1"}]}}`
	path := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
