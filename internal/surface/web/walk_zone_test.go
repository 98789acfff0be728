package web_test

import (
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestWalkTodayIsInTheBrowsersTimeZone uses two time zones 25 hours apart, so that the date in one of them differs from
// the server's. There, the budget shows the month of the browser's date as the current one, a new form has this date,
// and History shows local times.
func TestWalkTodayIsInTheBrowsersTimeZone(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := walk.NewEnv(t, webtest.Pages)
	w := walk.New(t, world, walk.WideLight)
	w.ID = world.ImportSample(t)
	w.Open("/budgets/" + w.ID)
	for _, place := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} {
		zone, err := time.LoadLocation(place)
		if err != nil {
			t.Fatal(err)
		}
		browsertest.SetTimeZone(t, w.Tab, place)
		w.Open("/budgets/" + w.ID) // its script sends the time zone
		for _, c := range []struct{ path, place, format string }{
			{"", `document.querySelector('.summary.today').dataset.month`, "2006-01"},
			{"/rows/new", `document.querySelector('[name="date"]').dataset.iso`, time.DateOnly},
		} {
			before := time.Now()
			w.Open("/budgets/" + w.ID + c.path)
			checkTime(w, c.place, c.format, before.In(zone), time.Now().In(zone))
		}
		before := time.Now()
		if _, err := world.App.Rename(t.Context(), app.Machine(), w.ID, place); err != nil {
			t.Fatal(err)
		}
		after := time.Now()
		w.Open("/budgets/" + w.ID + "/history")
		checkTime(w, `document.querySelector('main time').innerText`, "15:04", before.In(zone), after.In(zone))
	}
}

// checkTime checks that an element shows a time between two times.
func checkTime(w *walk.Walker, place, format string, before, after time.Time) {
	w.Helper()
	if is := w.Eval(place); is != before.Format(format) && is != after.Format(format) {
		w.Errorf("%s is %q in %s, want %q", place, is, after.Location(), after.Format(format))
	}
}
