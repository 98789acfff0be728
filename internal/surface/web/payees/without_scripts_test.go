package payees_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/auth"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestPayeesWithoutScripts renames, merges and deletes payees with forms only.
func TestPayeesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	world.AddPayees(t, id)
	b := walk.NewPlain(t, world)
	base := "/budgets/" + id
	payeeIDs := world.PayeeIDs(t, id)
	b.Open(base + "/payees?q=lidl")
	b.Sees("LIDL 1234")
	b.Sees("lídl<")
	b.Open(base + "/menu?" + url.Values{"payee": {payeeIDs["LIDL 1234"]}, "back": {base + "/payees"}}.Encode())
	b.Send("/do/rename-payee", "Rename", url.Values{"name": {"lidl"}})
	b.Sees("There is already a payee")
	b.Send("/do/merge-payees", "Merge it into Lidl", nil)
	if !strings.HasPrefix(b.At, base+"/payees?done=") {
		t.Errorf("the merge leads to %s, want the list of payees", b.At)
	}
	b.Sees("Merged 1 payee into Lidl")

	b.Open(base + "/payees/chosen?" + url.Values{"payee": {payeeIDs["lídl"], payeeIDs["Lidl"]}, "what": {"merge"}, "back": {base + "/payees"}}.Encode())
	b.Sees("Payee to keep")
	b.Send("/do/merge-payees", "Merge", url.Values{"into": {payeeIDs["Lidl"]}})
	b.Sees("Merged 1 payee into Lidl")
	b.Send("/undo", "Undo", nil)
	b.Sees("Undone: Merged 1 payee into Lidl")

	b.Open(base + "/payees/chosen?what=merge")
	b.Sees("Choose at least two")
	b.Open(base + "/payees/chosen?" + url.Values{"payee": {payeeIDs["lídl"]}, "what": {"merge"}}.Encode())
	b.Sees("Choose at least two")
	b.Open(base + "/payees/chosen?what=delete")
	b.Sees("Choose at least one payee")
	b.Open(base + "/payees/chosen?" + url.Values{"payee": {payeeIDs["lídl"]}, "what": {"delete"}}.Encode())
	b.Sees("1 transaction or part stays, without payee")
	b.Send("/do/delete-payees", "Delete", nil)
	if b.Open(base + "/payees?q=l%C3%ADdl"); strings.Contains(b.Page, "lídl<") {
		t.Error("the deleted payee lídl is still listed")
	}
	b.Sees(">Lidl<")
	b.Open(base + "/payees?q=l%C3%ADdl+ost")
	b.Sees("No payees found")
	b.Open(base + "/payees?only=unused&sort=uses&page=99")
	b.Sees("Manual Balance Adjustment")
	b.Open(base + "/menu?unused-payees=1")
	b.Send("/do/delete-unused-payees", "Delete all unused", nil)
	b.Open(base + "/payees?only=unused")
	b.Sees("Every payee is in use")
}

// TestViewersCannotChangePayees shows payees and scheduled transactions to a viewer without controls; a submitted change
// is refused.
func TestViewersCannotChangePayees(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	world.AddPayees(t, id)
	ctx, machine, today := t.Context(), app.Machine(), civil.DateOf(time.Now())
	entry := schedules.Entry{Frequency: "monthly", AutoEnter: true, Entry: rows.Entry{Account: world.AccountIDs(t, id)[0], Date: today, Amount: -1, PayeeName: "Landlord"}}
	if _, _, err := world.App.AddScheduled(ctx, machine, id, entry); err != nil {
		t.Fatal(err)
	}
	if err := world.App.CreateOwner(ctx, "Anna", walk.AnnasPassword); err != nil {
		t.Fatal(err)
	}
	if _, err := world.App.AddUser(ctx, machine, "Ben", walk.BensPassword); err != nil {
		t.Fatal(err)
	}
	if err := world.App.SetShare(ctx, machine, id, "Ben", auth.Viewer); err != nil {
		t.Fatal(err)
	}
	signedIn, err := world.App.SignIn(ctx, users.Credentials{Name: "Ben", Password: walk.BensPassword})
	if err != nil {
		t.Fatal(err)
	}
	world.Server = httptest.NewServer(web.New(world.App, slog.New(slog.DiscardHandler), ui.Options{As: signedIn.Who}))
	t.Cleanup(world.Server.Close)
	b := walk.NewPlain(t, world)
	for page, name := range map[string]string{"/payees": "LIDL 1234", "/scheduled": "Landlord"} {
		b.Open("/budgets/" + id + page)
		b.Sees(name)
		for _, control := range []string{"/do/", "type=\"checkbox\"", "class=\"dots\"", "role=\"switch\""} {
			if strings.Contains(b.Page, control) {
				t.Errorf("%s shows %s to a viewer", page, control)
			}
		}
	}
	for _, change := range []string{"delete-unused-payees", "all-by-themselves", "enter-due"} {
		if status := b.Read(b.HTTP.PostForm(world.Server.URL+"/budgets/"+id+"/do/"+change, url.Values{})); status != http.StatusForbidden {
			t.Errorf("%s by a viewer: status %d, want %d", change, status, http.StatusForbidden)
		}
	}
	if status := b.Read(b.HTTP.Get(world.Server.URL + "/budgets/" + id + "/scheduled/new")); status != http.StatusForbidden {
		t.Errorf("the form of a scheduled transaction for a viewer: status %d, want %d", status, http.StatusForbidden)
	}
}
