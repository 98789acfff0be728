package register_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

var market = geo.Point{Latitude: 52.520008, Longitude: 13.404954}

// paidAt adds a transaction of a payee with a place a number of metres north of the market.
func paidAt(t testing.TB, w *walk.Env, id, payee string, metres float64) {
	t.Helper()
	entry := rows.Entry{
		Account: w.AccountIDs(t, id)[0], Date: civil.DateOf(time.Now()).AddDays(-1), Amount: -1000, PayeeName: payee,
		Place: &geo.Point{Latitude: market.Latitude + metres/111_195, Longitude: market.Longitude},
	}
	if _, _, err := w.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
		t.Fatal(err)
	}
}

// placesIn returns the places of a payee.
func placesIn(t testing.TB, w *walk.Env, id, payee string) (all []string) {
	t.Helper()
	got, err := w.App.PlacesOfPayee(t.Context(), app.Machine(), id, w.PayeeIDs(t, id)[payee], 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range got.Places {
		all = append(all, p.Latitude+","+p.Longitude)
	}
	return all
}

// The position in a form is parsed strictly and stored with the saved transaction, by the plain form and the one with
// a receipt. Shaping a form stores nothing, a refused form stores nothing, and no log or page repeats the position.
func TestPlaceInAForm(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	world.AddAnnaAndBen(t)
	id := world.ImportSample(t)
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "editor"); err != nil {
		t.Fatal(err)
	}
	b := world.SignedInPlain(t, "Ben", walk.BensPassword)
	base := world.Server.URL + "/budgets/" + id
	post := func(path, payee, here string, more ...string) int {
		t.Helper()
		form := url.Values{"account": {world.AccountIDs(t, id)[0]}, "date": {civil.DateOf(time.Now()).String()}, "amount": {"1"}, "direction": {"out"}, "payee": {payee}, "here": {here}, "menu": {"row-form=1"}, "back": {"/budgets/" + id}}
		for i := 0; i+1 < len(more); i += 2 {
			form.Set(more[i], more[i+1])
		}
		return b.Read(b.HTTP.PostForm(base+path, form))
	}
	if status := post("/do/add-row", "Fish", "52.520008,13.404954"); status != http.StatusOK || strings.Join(placesIn(t, world, id, "Fish"), " ") != "52.5200,13.4050" {
		t.Errorf("status %d, stored places %v", status, placesIn(t, world, id, "Fish"))
	}
	for _, forged := range []string{
		"52.777777", "52.777777;13.4", "52.777777,13.4,1", "91.777777,0", "0,180.777777", "NaN,52.777777", "Inf,52.777777", "5e1,52.777777", " 52.777777,13", "52.777777,13\n", "0x1p3,52.777777", "+52.777777,13", "52.777777,",
		"52.777777,13\x00", "１,52.777777", strings.Repeat("1", 1<<20), "<script>52.777777</script>,1", ",",
	} {
		if status := post("/do/add-row", "Forged", forged); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
			t.Errorf("the forged position %.40q: status %d", forged, status)
		}
		if strings.Contains(b.Page, "52.777777") {
			t.Errorf("the page repeats the position %.40q", forged)
		}
	}
	b.Sees("location cannot be read")
	if world.PayeeIDs(t, id)["Forged"] != "" {
		t.Error("a form with a forged position was saved")
	}
	for _, shape := range []string{"left", "split", "account", "payee:x=Shaped"} {
		post("/rows/form", "Shaped", "52.777777,13.405", "shape", shape)
		if strings.Contains(b.Page, "52.777777") || world.PayeeIDs(t, id)["Shaped"] != "" {
			t.Errorf("%s stores or repeats the position", shape)
		}
	}
	fields := []string{"account", world.AccountIDs(t, id)[0], "date", civil.DateOf(time.Now()).String(), "amount", "1", "direction", "out", "payee", "With receipt", "here", "-33.8688,151.2093", "back", "/budgets/" + id}
	if status := b.Upload("/budgets/"+id+"/rows/with-receipt", "r.png", walk.Picture(t), fields...); status != http.StatusOK {
		t.Errorf("a form with a receipt: status %d", status)
	}
	if got := strings.Join(placesIn(t, world, id, "With receipt"), " "); got != "-33.8688,151.2093" {
		t.Errorf("the place stored with a receipt is %q", got)
	}
	for _, secret := range []string{"52.520008", "52.5200", "52.777777", "151.2093"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log contains %s", secret)
		}
	}
}

// Only users of a budget can read its places.
func TestPlacesAreReadableByUsersOfTheBudgetOnly(t *testing.T) {
	t.Parallel()
	world, anna, ben, id := walk.Household(t, webtest.Pages)
	paidAt(t, world, id, "Fish", 0)
	payee := world.PayeeIDs(t, id)["Fish"]
	home := "/budgets/" + id
	if status, _, page := anna.Get(home + "/payees/places"); status != http.StatusOK || !strings.HasPrefix(page, `[{"ref":"`+payee+`","text":"Fish","at":[52.52,13.405]},`) {
		t.Errorf("the places: status %d, %q", status, page)
	}
	_, _, page := anna.Get(home + "/payees/" + payee + "/places")
	_, after, _ := strings.Cut(page, `name="place" value="`)
	of, _, _ := strings.Cut(after, `"`)
	ben.Expect(http.StatusNotFound, home+"/payees/places", "")(ben.Get(home + "/payees/places"))
	ben.Expect(http.StatusNotFound, home+"/payees/"+payee+"/places", "")(ben.Get(home + "/payees/" + payee + "/places"))
	ben.Post(home+"/do/remove-place", "place", of)
	if got := placesIn(t, world, id, "Fish"); len(got) != 1 {
		t.Error("a user without access removed a place")
	}
	if err := world.App.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"); err != nil {
		t.Fatal(err)
	}
	if _, _, page := ben.Get(home + "/payees/" + payee + "/places"); !strings.Contains(page, "52.5200, 13.4050") || strings.Contains(page, "Remove") {
		t.Error("a viewer sees no place, or a button")
	}
	if status, _, _ := ben.Post(home+"/do/remove-place", "place", of); status != http.StatusForbidden {
		t.Errorf("a viewer removes a place: status %d", status)
	}
	theirs, err := world.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Other", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	if status, _, _ := anna.Post("/budgets/"+theirs.ID+"/do/remove-place", "place", of); status == http.StatusOK {
		t.Error("a place was removed through another budget")
	}
	if status, _, _ := anna.Post(home+"/do/remove-place", "place", of, "back", home+"/payees"); status != http.StatusOK || len(placesIn(t, world, id, "Fish")) != 0 {
		t.Errorf("a user of the budget cannot remove a place: status %d", status)
	}
}

// Without scripts the switch is hidden and has no effect. A form has the field only if the device's switch is on. The
// switches of other devices do not change.
func TestPayeesNearbyWithoutScripts(t *testing.T) {
	t.Parallel()
	world, _, _, id := walk.Household(t, webtest.Pages)
	paidAt(t, world, id, "Fish", 0)
	form := "/budgets/" + id + "/rows/new?first=amount"
	b, other := world.SignedInPlain(t, "Anna", walk.AnnasPassword), world.SignedInPlain(t, "Anna", walk.AnnasPassword)
	b.Open(form)
	if strings.Contains(b.Page, `name="here"`) || strings.Contains(b.Page, "data-near") {
		t.Error("the form offers payees near here although nobody wanted it")
	}
	b.Open("/settings")
	if at := strings.Index(b.Page, "data-near-switch"); at < 0 || !strings.HasPrefix(b.Page[at:], `data-near-switch="off" hidden>`) {
		t.Error("the switch is visible without scripts, or on")
	}
	b.Read(b.HTTP.PostForm(world.Server.URL+"/settings/near", url.Values{"near": {"1"}}))
	b.Sees(`data-near-switch="on" hidden>`)
	b.Open(form)
	b.Sees(`class="near-here" hidden>`)
	b.Send("/do/add-row", "amount-first", url.Values{"amount": {"3"}, "payee": {"Plain"}})
	b.Sees("Added")
	if got := placesIn(t, world, id, "Plain"); len(got) != 0 {
		t.Errorf("without scripts the place %v is stored", got)
	}
	other.Open(form)
	if strings.Contains(other.Page, "data-near") {
		t.Error("the switch of one device changed that of another")
	}
	for _, page := range []string{"/rows/" + world.RowsOf(t, id, "Fish")[0], "/scheduled/new"} {
		if b.Open("/budgets/" + id + page); strings.Contains(b.Page, "data-near") {
			t.Errorf("%s offers payees near here", page)
		}
	}
	b.Read(b.HTTP.PostForm(world.Server.URL+"/settings/near", url.Values{"near": {"0"}}))
	b.Sees(`data-near-switch="off" hidden>`)
}
