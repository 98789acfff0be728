package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/auth"
	"holdover/internal/cal"
)

// TestPayeesWithoutScripts renames, merges and deletes payees with forms alone.
func TestPayeesWithoutScripts(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	world.addPayees(t, id)
	b := newPlainBrowser(t, world)
	base := "/budgets/" + id
	ids := world.payeeIDs(t, id)
	b.open(base + "/payees?q=lidl")
	b.sees("LIDL 1234")
	b.open(base + "/menu?" + url.Values{"payee": {ids["LIDL 1234"]}, "back": {base + "/payees"}}.Encode())
	b.send("/do/rename-payee", "Rename", url.Values{"name": {"lidl"}})
	b.sees("There is already a payee")
	b.send("/do/merge-payees", "Merge it into Lidl", nil)
	if !strings.HasPrefix(b.at, base+"/payees?done=") {
		t.Error(b.at)
	}
	b.sees("Merged 1 payee into Lidl")

	b.open(base + "/payees/chosen?" + url.Values{"payee": {ids["lídl"], ids["Lidl"]}, "what": {"merge"}, "back": {base + "/payees"}}.Encode())
	b.sees("The one that stays")
	b.send("/do/merge-payees", "Merge", url.Values{"into": {ids["Lidl"]}})
	b.sees("Merged 1 payee into Lidl")
	b.send("/undo", "Undo", nil)
	b.sees("Undone: Merged 1 payee into Lidl")

	b.open(base + "/payees/chosen?what=merge")
	b.sees("Choose at least two")
	b.open(base + "/payees/chosen?" + url.Values{"payee": {ids["lídl"]}, "what": {"delete"}}.Encode())
	b.sees("1 row or part stays, without payee")
	b.send("/do/delete-payees", "Delete", nil)
	b.open(base + "/payees?q=l%C3%ADdl")
	b.sees("No payee is called so")
	b.open(base + "/payees?unused=1&sort=uses&page=99")
	b.sees("Manual Balance Adjustment")
	b.open(base + "/menu?unused-payees=1")
	b.send("/do/delete-unused-payees", "Delete all unused", nil)
	b.open(base + "/payees?unused=1")
	b.sees("Every payee is used")
}

func (w *world) payeeIDs(t testing.TB, id string) map[string]string {
	t.Helper()
	got, err := w.app.Payees(t.Context(), app.Machine(), id, app.PayeeQuery{})
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, p := range got.Page {
		ids[p.Name] = p.ID
	}
	return ids
}

// TestScheduledWithoutScripts schedules a split, changes, enters and switches it
// with forms alone.
func TestScheduledWithoutScripts(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	b := newPlainBrowser(t, world)
	base := "/budgets/" + id
	b.open(base + "/scheduled/new")
	fields := url.Values{"payee": {"Landlord"}, "amount": {"850"}, "direction": {"out"}, "category": {"Rent"}, "frequency": {"everyFullMoon"}, "by-itself": {"1"}, "account": {world.accountIDs(t, id)[0]}}
	if status := b.send("/do/add-scheduled", "How often", fields); status != http.StatusUnprocessableEntity && status != http.StatusBadRequest {
		t.Errorf("an unknown frequency gives %d", status)
	}
	b.sees("is none")
	fields.Set("frequency", "monthly")
	b.send("/do/add-scheduled", "How often", fields)
	b.sees("Scheduled Landlord over")
	b.sees("Every month on the")

	fields.Set("shape", "split")
	b.open(base + "/scheduled/new")
	b.read(b.http.PostForm(world.server.URL+base+"/scheduled/form", fields))
	b.sees("Split, 2 parts")
	b.sees("How often")

	b.open(base + "/scheduled")
	b.send("/do/enter-scheduled", "Landlord on", nil)
	b.sees("Entered the scheduled Landlord")
	b.send("/do/by-itself", "Landlord enters by itself", nil)
	b.sees("1 scheduled transaction waits to be entered from now on")
	b.open(base + "/menu?all-by-themselves=1")
	b.sees("they bring the rows")
	b.send("/do/all-by-themselves", "Switch all on", nil)
	b.open(base + "/history")
	b.sees("4 scheduled transactions enter by themselves from now on")
}

func (w *world) accountIDs(t testing.TB, id string) (ids []string) {
	t.Helper()
	accounts, err := w.app.Accounts(t.Context(), app.Machine(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, acc := range accounts {
		ids = append(ids, acc.ID)
	}
	return ids
}

// TestViewersOnlyLook shows payees and schedules to somebody who may not change
// them: nothing to press, and what is sent all the same is refused.
func TestViewersOnlyLook(t *testing.T) {
	world := newWorld(t)
	id := world.importSample(t)
	world.addPayees(t, id)
	ctx, me, today := t.Context(), app.Machine(), cal.DateOf(time.Now())
	entry := app.ScheduledEntry{Frequency: "monthly", ByItself: true, RowEntry: app.RowEntry{Account: world.accountIDs(t, id)[0], Date: today, Amount: -1, PayeeName: "Landlord"}}
	if _, _, err := world.app.AddScheduled(ctx, me, id, entry); err != nil {
		t.Fatal(err)
	}
	if err := world.app.CreateOwner(ctx, "Anna", annasPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := world.app.AddUser(ctx, me, "Ben", bensPassword); err != nil {
		t.Fatal(err)
	}
	if err := world.app.SetShare(ctx, me, id, "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	in, err := world.app.SignIn(ctx, app.Credentials{Name: "Ben", Password: bensPassword})
	if err != nil {
		t.Fatal(err)
	}
	world.server = httptest.NewServer(New(world.app, slog.New(slog.DiscardHandler), Options{As: in.Who}))
	t.Cleanup(world.server.Close)
	b := newPlainBrowser(t, world)
	for page, says := range map[string]string{"/payees": "LIDL 1234", "/scheduled": "Landlord"} {
		b.open("/budgets/" + id + page)
		b.sees(says)
		for _, button := range []string{"/do/", "type=\"checkbox\"", "class=\"dots\"", "role=\"switch\""} {
			if strings.Contains(b.page, button) {
				t.Errorf("%s has %s for a viewer", page, button)
			}
		}
	}
	for _, what := range []string{"delete-unused-payees", "all-by-themselves", "enter-due"} {
		if status := b.read(b.http.PostForm(world.server.URL+"/budgets/"+id+"/do/"+what, url.Values{})); status != http.StatusForbidden {
			t.Errorf("%s gives %d", what, status)
		}
	}
	if status := b.read(b.http.Get(world.server.URL + "/budgets/" + id + "/scheduled/new")); status != http.StatusForbidden {
		t.Errorf("the form gives %d", status)
	}
}
