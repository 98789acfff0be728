package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdover/internal/app/migration"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/geo"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// market is the place of the payees in these tests.
var market = geo.Point{Latitude: 52.520008, Longitude: 13.404954}

// metresNorth returns a place so far from the market.
func metresNorth(metres float64) *geo.Point {
	return &geo.Point{Latitude: market.Latitude + metres/111_195, Longitude: market.Longitude}
}

// addRowAt adds a row of a payee at a place.
func (h *testBudget) addRowAt(t *testing.T, payee string, at *geo.Point) ChangeResult {
	t.Helper()
	done, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march, Amount: -1_000, PayeeName: payee, Place: at})
	return h.must(t, done, err)
}

// places returns all places of a budget, as "PAYEE LATITUDE,LONGITUDE".
func (h *testBudget) places(t *testing.T) string {
	t.Helper()
	w := h.whole(t)
	names := map[budget.PayeeNo]string{}
	for _, p := range w.Payees {
		names[p.No] = p.Name
	}
	var all []string
	for _, l := range w.Locations {
		all = append(all, names[l.Payee]+" "+l.Latitude+","+l.Longitude)
	}
	return strings.Join(all, "; ")
}

func (h *testBudget) wantPlaces(t *testing.T, when, places string) {
	t.Helper()
	if got := h.places(t); got != places {
		t.Errorf("%s: places %q, want %q", when, got, places)
	}
}

// A place is stored with its row in one change, once, at the required precision.
func TestPlaceIsStoredWithItsRow(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	done := h.addRowAt(t, "Fish", &market)
	h.wantPlaces(t, "the first time", "Fish 52.5200,13.4050")
	if !strings.HasSuffix(done.Label, "in Bank, and the place of Fish") {
		t.Errorf("label in the history: %q, want the place in it", done.Label)
	}
	done, err := h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if h.wantPlaces(t, "undone", ""); len(h.whole(t).Transactions) != 0 {
		t.Error("the row exists after the undo")
	}
	done, err = h.a.Redo(ctx, me, h.id, 0)
	h.must(t, done, err)
	h.wantPlaces(t, "redone", "Fish 52.5200,13.4050")

	done = h.addRowAt(t, "fish", metresNorth(90))
	if h.wantPlaces(t, "beside it", "Fish 52.5200,13.4050"); strings.Contains(done.Label, "place") {
		t.Errorf("label in the history: %q, want no place in it", done.Label)
	}
	h.addRowAt(t, "Fish", metresNorth(150))
	h.wantPlaces(t, "in another street", "Fish 52.5200,13.4050; Fish 52.5214,13.4050")
	h.addRowAt(t, "Fish", nil)
	h.addRowAt(t, "", &market)
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, TransferTo: "house", Category: "food", Place: &market})
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, Payee: "to-house", Category: "food", Place: &market})
	h.wantPlaces(t, "nobody's", "Fish 52.5200,13.4050; Fish 52.5214,13.4050")

	_, _, err = h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: "Nowhere", Place: &geo.Point{Latitude: 91}})
	testkit.WantKind(t, err, apperr.Invalid)
	if _, err := h.a.PayeeNamed(ctx, me, h.id, "Nowhere"); err != nil || strings.Contains(h.places(t), "Nowhere") {
		t.Errorf("a refused row left its payee or place (error %v)", err)
	}
}

// Merging moves places, deleting deletes them, and an undo restores them.
func TestPlacesFollowTheirPayee(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	h.addRowAt(t, "Baker", &market)
	h.addRowAt(t, "Bakery", metresNorth(3000))
	both := "Baker 52.5200,13.4050; Bakery 52.5470,13.4050"
	undone := func(when string) {
		t.Helper()
		done, err := h.a.Undo(ctx, me, h.id, 0)
		h.must(t, done, err)
		h.wantPlaces(t, when+" undone", both)
	}
	done, err := h.a.MergePayees(ctx, me, h.id, "baker", []string{"bakery"})
	h.must(t, done, err)
	h.wantPlaces(t, "merged", "Baker 52.5200,13.4050; Baker 52.5470,13.4050")
	undone("merging")
	done, err = h.a.DeletePayees(ctx, me, h.id, []string{"baker"})
	h.must(t, done, err)
	h.wantPlaces(t, "deleted", "Bakery 52.5470,13.4050")
	undone("deleting")

	got, err := h.a.PlacesOfPayee(ctx, me, h.id, "bakery", 10)
	if err != nil || got.All != 1 || got.Payee.Name != "Bakery" || got.Places[0].Latitude != "52.5470" {
		t.Fatalf("places of the merged payee: %+v (error %v)", got, err)
	}
	done, err = h.a.RemovePlace(ctx, me, h.id, got.Places[0].ID)
	if h.must(t, done, err); done.Label != "Removed a place of Bakery" {
		t.Errorf("label in the history: %q", done.Label)
	}
	h.wantPlaces(t, "removed", "Baker 52.5200,13.4050")
	_, err = h.a.RemovePlace(ctx, me, h.id, got.Places[0].ID)
	testkit.WantKind(t, err, apperr.NotFound)
	undone("removing")
	done, err = h.a.RemovePlaces(ctx, me, h.id, "baker")
	h.must(t, done, err)
	h.wantPlaces(t, "all removed", "Bakery 52.5470,13.4050")
	undone("removing all")
	_, err = h.a.PlacesOfPayee(ctx, me, h.id, "gone", 10)
	testkit.WantKind(t, err, apperr.NotFound)
}

// Places are exported in a plan document and imported again, repeatedly.
func TestPlacesAreExportedAndImported(t *testing.T) {
	h := newTestBudget(t)
	h.addRowAt(t, "Fish", &market)
	h.addRowAt(t, "Fish", metresNorth(-500))
	want := h.places(t)
	for range 2 {
		var document bytes.Buffer
		if err := h.a.Document(t.Context(), Machine(), h.id, "plan", &document); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(document.String(), `"latitude":"52.5200"`) || strings.Contains(document.String(), `"latitude":52`) {
			t.Error("the document does not write places as strings, as the source does")
		}
		got, err := h.a.Import(t.Context(), Machine(), &document, migration.ImportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		h.id = got.Budget.ID
		h.wantPlaces(t, "imported again", want)
	}
}

// planWith returns a plan document with a number of places of the payee Chain, one of a transfer payee, an invalid
// one, and one of the Kiosk.
func planWith(t *testing.T, places int) string {
	t.Helper()
	var rows strings.Builder
	for i := range places {
		fmt.Fprintf(&rows, `{"id":"c%d","payee_id":"chain","latitude":"%.5f","longitude":"%.5f","deleted":false},`, i, float64(i%170)-85, float64(i)/200)
	}
	text := `{"plan":{"id":"p","name":"Places","accounts":[{"id":"a","name":"Bank","type":"checking","on_budget":true,"balance":0,"cleared_balance":0,"uncleared_balance":0,"transfer_payee_id":"to-a"}],
		"payees":[{"id":"to-a","name":"Transfer : Bank","transfer_account_id":"a"},{"id":"chain","name":"Chain"},{"id":"kiosk","name":"Kiosk"}],"payee_locations":[` + rows.String() +
		`{"id":"t","payee_id":"to-a","latitude":"1","longitude":"1"},{"id":"n","payee_id":"kiosk","latitude":"91","longitude":"NaN"},{"id":"k","payee_id":"kiosk","latitude":"48.1","longitude":"11.5"}]}}`
	path := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The places sent to a form and stored are limited; a payee at the limit gets no more, others do.
func TestNumberOfPlacesIsLimited(t *testing.T) {
	a := newApp(t)
	h := &testBudget{testingT: t, a: a, id: importPlan(t, a, planWith(t, 10_000))}
	start := time.Now()
	found, err := a.PlacesToOffer(t.Context(), Machine(), h.id)
	if err != nil || len(found) != 2 {
		t.Fatalf("%d payees with places, want 2 (error %v)", len(found), err)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("request for the places took %s, want at most 2 s", took)
	}
	if kiosk, chain := found[0], found[1]; kiosk.Name != "Kiosk" || len(kiosk.At) != 1 || chain.Name != "Chain" || len(chain.At) != 50 || chain.At[0].Longitude != 49.995 {
		t.Errorf("offered: %d places of %s and %d of %s, want 1 and 50", len(kiosk.At), kiosk.Name, len(chain.At), chain.Name)
	}
	got, err := a.PlacesOfPayee(t.Context(), Machine(), h.id, "chain", 100)
	if err != nil || got.All != 10_000 || len(got.Places) != 100 {
		t.Errorf("listed: %d of %d places, want 100 of 10,000 (error %v)", len(got.Places), got.All, err)
	}
	add := func(payee string) {
		t.Helper()
		if _, _, err := a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "a", Date: civil.Date(20260315), Amount: -1, PayeeName: payee, Place: &market}); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int { return len(h.whole(t).Locations) }
	before := count()
	if add("Chain"); count() != before {
		t.Error("a payee at the limit got another place")
	}
	if add("Kiosk"); count() != before+1 {
		t.Error("the place of another payee was not stored")
	}
	if done, err := a.RemovePlaces(t.Context(), Machine(), h.id, "chain"); err != nil || count() != before+1-10_000 {
		t.Errorf("remove all places: change %+v leaves %d, want %d (error %v)", done, count(), before+1-10_000, err)
	}

	h.id = importPlan(t, a, planWith(t, 20_000))
	before = count()
	if add("Kiosk"); count() != before {
		t.Error("a budget at the limit got another place")
	}
}

// Two users that pay the same payee at the same time store one place.
func TestConcurrentPaymentsStoreOnePlace(t *testing.T) {
	h := newTestBudget(t)
	failed := make(chan error)
	for range 2 {
		go func() {
			_, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march, Amount: -1, Payee: "baker", Place: &market})
			failed <- err
		}()
	}
	for range 2 {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
	h.wantPlaces(t, "by two", "Baker 52.5200,13.4050")
}
