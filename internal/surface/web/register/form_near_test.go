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

// market is the position of the payees of these tests.
var market = geo.Point{Latitude: 52.520008, Longitude: 13.404954}

// addRowNorthOfMarket adds a transaction of a payee with a place that is a number of metres north of the market. A degree
// of latitude is about 111,195 metres.
func addRowNorthOfMarket(t testing.TB, w *walk.Env, id, payee string, metres float64) {
	t.Helper()
	entry := rows.Entry{
		Account: w.AccountIDs(t, id)[0], Date: civil.DateOf(time.Now()).AddDays(-1), Amount: -1000, PayeeName: payee,
		Place: &geo.Point{Latitude: market.Latitude + metres/111_195, Longitude: market.Longitude},
	}
	if _, _, err := w.App.AddRow(t.Context(), app.Machine(), id, entry); err != nil {
		t.Fatal(err)
	}
}

// placesOf returns the places of a payee as "LATITUDE,LONGITUDE".
func placesOf(t testing.TB, w *walk.Env, id, payee string) (places []string) {
	t.Helper()
	got, err := w.App.PlacesOfPayee(t.Context(), app.Machine(), id, w.PayeeIDs(t, id)[payee], 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range got.Places {
		places = append(places, p.Latitude+","+p.Longitude)
	}
	return places
}

// forgedPositions are texts that no script of the pages sends as a position. Those with digits contain 52.777777,
// 91.777777 or 180.777777, so that a test can search for them.
var forgedPositions = []string{
	"52.777777", "52.777777;13.4", "52.777777,13.4,1", "52.777777,", ",",
	"91.777777,0", "0,180.777777",
	"NaN,52.777777", "Inf,52.777777", "5e1,52.777777", "0x1p3,52.777777", "+52.777777,13", "１,52.777777",
	" 52.777777,13", "52.777777,13\n", "52.777777,13\x00",
	strings.Repeat("1", 1<<20), "<script>52.777777</script>,1",
}

// TestPositionInAForm saves forms with a position, with and without a receipt. A valid position is stored with the
// transaction as a place of the payee. A form with a forged position is refused, and a form that is only redrawn stores
// nothing. No page and no log contains the position.
func TestPositionInAForm(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	env := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	env.AddAnnaAndBen(t)
	id := env.ImportSample(t)
	if err := env.App.SetShare(t.Context(), app.Machine(), id, "Ben", "editor"); err != nil {
		t.Fatal(err)
	}
	ben := env.SignedInPlain(t, "Ben", walk.BensPassword)
	home := "/budgets/" + id
	// fieldsOf returns the names and values of the fields of a form with a position.
	fieldsOf := func(payee, position string) []string {
		return []string{
			"account", env.AccountIDs(t, id)[0], "date", civil.DateOf(time.Now()).String(), "amount", "1", "direction", "out",
			"payee", payee, "here", position, "back", home,
		}
	}
	post := func(path, payee, position string, more ...string) (status int) {
		t.Helper()
		fields := append(fieldsOf(payee, position), append(more, "menu", "row-form=1")...)
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		return ben.Read(ben.HTTP.PostForm(env.Server.URL+home+path, form))
	}
	status := post("/do/add-row", "Fish", "52.520008,13.404954")
	if got := strings.Join(placesOf(t, env, id, "Fish"), " "); status != http.StatusOK || got != "52.5200,13.4050" {
		t.Errorf("a valid position: got status %d and the places %q, want 200 and 52.5200,13.4050", status, got)
	}
	for _, position := range forgedPositions {
		if status := post("/do/add-row", "Forged", position); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
			t.Errorf("the forged position %.40q: got status %d, want 422 or 400", position, status)
		}
		if strings.Contains(ben.Page, "52.777777") {
			t.Errorf("the forged position %.40q: got a page that contains it, want none", position)
		}
	}
	ben.Sees("location cannot be read")
	if payee := env.PayeeIDs(t, id)["Forged"]; payee != "" {
		t.Errorf("got the payee %s from a form with a forged position, want none", payee)
	}
	for _, button := range []string{"left", "split", "account", "payee:x=Redrawn"} {
		post("/rows/form", "Redrawn", "52.777777,13.405", "shape", button)
		if payee := env.PayeeIDs(t, id)["Redrawn"]; strings.Contains(ben.Page, "52.777777") || payee != "" {
			t.Errorf("the button %s: got the payee %q and a page that contains the position: %t, want neither", button, payee, strings.Contains(ben.Page, "52.777777"))
		}
	}
	if status := ben.Upload(home+"/rows/with-receipt", "r.png", walk.Picture(t), fieldsOf("With receipt", "-33.8688,151.2093")...); status != http.StatusOK {
		t.Errorf("a form with a receipt: got status %d, want 200", status)
	}
	if got := strings.Join(placesOf(t, env, id, "With receipt"), " "); got != "-33.8688,151.2093" {
		t.Errorf("a form with a receipt: got the places %q, want -33.8688,151.2093", got)
	}
	for _, position := range []string{"52.520008", "52.5200", "52.777777", "151.2093"} {
		if strings.Contains(log.String(), position) {
			t.Errorf("got a log that contains %s, want none", position)
		}
	}
}

// TestPlacesAreReadableByUsersOfTheBudgetOnly shares the budget of Anna with Ben as a viewer. Before, Ben can neither
// read nor remove its places. After, Ben can read them.
func TestPlacesAreReadableByUsersOfTheBudgetOnly(t *testing.T) {
	t.Parallel()
	env, anna, ben, id := walk.Household(t, webtest.Pages)
	addRowNorthOfMarket(t, env, id, "Fish", 0)
	payee := env.PayeeIDs(t, id)["Fish"]
	home := "/budgets/" + id
	ofAll, ofFish := home+"/payees/places", home+"/payees/"+payee+"/places"
	remove := home + "/do/remove-place"
	wantStart := `[{"ref":"` + payee + `","text":"Fish","at":[52.52,13.405]},`
	if status, _, content := anna.Get(ofAll); status != http.StatusOK || !strings.HasPrefix(content, wantStart) {
		t.Errorf("got status %d and the places %s, want 200 and %s first", status, content, wantStart)
	}
	place := placeOnPage(t, anna, ofFish)
	ben.Expect(http.StatusNotFound, ofAll, "")(ben.Get(ofAll))
	ben.Expect(http.StatusNotFound, ofFish, "")(ben.Get(ofFish))
	ben.Post(remove, "place", place)
	if got := placesOf(t, env, id, "Fish"); len(got) != 1 {
		t.Errorf("got the places %v after a user without access removed one, want 1 place", got)
	}
	if err := env.App.SetShare(t.Context(), app.Machine(), id, "Ben", "viewer"); err != nil {
		t.Fatal(err)
	}
	if _, _, page := ben.Get(ofFish); !strings.Contains(page, "52.5200, 13.4050") || strings.Contains(page, "Remove") {
		t.Errorf("a viewer: got the page\n%s\nwant one with the place 52.5200, 13.4050 and without the button Remove", page)
	}
	if status, _, _ := ben.Post(remove, "place", place); status != http.StatusForbidden {
		t.Errorf("a viewer who removes a place: got status %d, want 403", status)
	}
	other, err := env.App.NewBudget(t.Context(), app.Machine(), app.BudgetEntry{Name: "Other", Currency: "EUR"})
	if err != nil {
		t.Fatal(err)
	}
	if status, _, _ := anna.Post("/budgets/"+other.ID+"/do/remove-place", "place", place); status == http.StatusOK {
		t.Errorf("removing a place through another budget: got status %d, want an error", status)
	}
	status, _, _ := anna.Post(remove, "place", place, "back", home+"/payees")
	if got := placesOf(t, env, id, "Fish"); status != http.StatusOK || len(got) != 0 {
		t.Errorf("the owner of the budget removes a place: got status %d and the places %v, want 200 and none", status, got)
	}
}

// placeOnPage returns the value of the first button that removes a place on the page of a payee's places.
func placeOnPage(t *testing.T, who *walk.Person, path string) string {
	t.Helper()
	_, _, page := who.Get(path)
	_, after, found := strings.Cut(page, `name="place" value="`)
	if !found {
		t.Fatalf("got no place to remove on the page\n%s", page)
	}
	place, _, _ := strings.Cut(after, `"`)
	return place
}

// TestPayeesNearbyWithoutScripts sends the switch of the settings without scripts. The switch is hidden then, because a
// script reads the position. The form of a new transaction has the hidden field for the position only if the switch of
// this device is on. The switches of other devices do not change.
func TestPayeesNearbyWithoutScripts(t *testing.T) {
	t.Parallel()
	env, _, _, id := walk.Household(t, webtest.Pages)
	addRowNorthOfMarket(t, env, id, "Fish", 0)
	newRow := "/budgets/" + id + "/rows/new?first=amount"
	device, otherDevice := env.SignedInPlain(t, "Anna", walk.AnnasPassword), env.SignedInPlain(t, "Anna", walk.AnnasPassword)
	device.Open(newRow)
	if strings.Contains(device.Page, `name="here"`) || strings.Contains(device.Page, "data-near") {
		t.Error("got a form that offers payees nearby before the switch was turned on, want one that does not")
	}
	device.Open("/settings")
	device.Sees(`data-near-switch="off" hidden>`)
	device.Read(device.HTTP.PostForm(env.Server.URL+"/settings/near", url.Values{"near": {"1"}}))
	device.Sees(`data-near-switch="on" hidden>`)
	device.Open(newRow)
	device.Sees(`class="near-here" hidden>`)
	device.Send("/do/add-row", "amount-first", url.Values{"amount": {"3"}, "payee": {"Plain"}})
	device.Sees("Added")
	if got := placesOf(t, env, id, "Plain"); len(got) != 0 {
		t.Errorf("got the places %v of a payee that was entered without scripts, want none", got)
	}
	otherDevice.Open(newRow)
	if strings.Contains(otherDevice.Page, "data-near") {
		t.Error("got a form that offers payees nearby on another device, want one that does not")
	}
	for _, page := range []string{"/rows/" + env.RowsOf(t, id, "Fish")[0], "/scheduled/new"} {
		if device.Open("/budgets/" + id + page); strings.Contains(device.Page, "data-near") {
			t.Errorf("%s: got a form that offers payees nearby, want one that does not", page)
		}
	}
	device.Read(device.HTTP.PostForm(env.Server.URL+"/settings/near", url.Values{"near": {"0"}}))
	device.Sees(`data-near-switch="off" hidden>`)
}
