package scheduled_test

import (
	"net/http"
	"net/url"
	"testing"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestScheduledWithoutScripts schedules a payment, opens the form of a split, enters the payment and switches automatic
// entry off and on, all with forms only.
func TestScheduledWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	base := "/budgets/" + id
	b.Open(base + "/scheduled/new")
	fields := url.Values{"payee": {"Landlord"}, "amount": {"850"}, "direction": {"out"}, "category": {"Rent"}, "frequency": {"everyFullMoon"}, "by-itself": {"1"}, "account": {world.AccountIDs(t, id)[0]}}
	if status := b.Send("/do/add-scheduled", "How often", fields); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
		t.Errorf("an unknown frequency: status %d, want %d or %d", status, http.StatusUnprocessableEntity, http.StatusBadRequest)
	}
	b.Sees("is not a frequency")
	fields.Set("frequency", "monthly")
	b.Send("/do/add-scheduled", "How often", fields)
	b.Sees("Scheduled Landlord for")
	b.Sees("Every month on the")

	fields.Set("shape", "split")
	b.Open(base + "/scheduled/new")
	b.Read(b.HTTP.PostForm(world.Server.URL+base+"/scheduled/form", fields))
	b.Sees("Split, 2 parts")
	b.Sees("How often")

	b.Open(base + "/scheduled")
	b.Send("/do/enter-scheduled", "Landlord on", nil)
	b.Sees("Entered the scheduled Landlord")
	b.Send("/do/by-itself", "Landlord is automatic", nil)
	b.Sees("1 scheduled transaction waits to be entered from now on")
	b.Open(base + "/menu?all-by-themselves=1")
	b.Sees("they contain the transactions")
	b.Send("/do/all-by-themselves", "Make all automatic", nil)
	b.Open(base + "/history")
	b.Sees("4 scheduled transactions are automatic from now on") // three of the sample and Landlord
}
