package offline_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestSigningOutRemovesEverything signs out while a change waits.
func TestSigningOutRemovesEverything(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.PhoneLight)
	w.unsaved.Store(true)
	w.addWithoutServer("Never sent")
	w.Open("/settings")
	w.See("1 waiting")
	signOut := func() {
		w.pressSignOut()
		w.See("1 change is only on this device")
	}
	signOut()
	w.ShootColours("offline-sign-out")
	w.Click("Stay signed in")
	w.Until("no question", `!document.querySelector('dialog')`)
	w.untilStored("outbox", 1)
	signOut()
	w.Click("Send now")
	w.See("Holdover does not respond")
	w.Click("Discard and sign out")
	w.Until("the sign-in page", `location.pathname === '/sign-in'`)
	w.Settle()
	for _, store := range []string{"outbox", "sent", "snapshots", "shared"} {
		w.untilStored(store, 0)
	}
	if got := w.Rows("Never sent"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestASessionThatEndsElsewhere ends the session while a change waits: what can be read is deleted at once, and the
// change is sent when its user signs in again, and not in the session of another user.
func TestASessionThatEndsElsewhere(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	w.addWithoutServer("Annas own")
	testkit.NoError(t, w.Env.App.EndOtherSessions(t.Context(), app.Actor{User: 1, Name: "Anna", Scope: "full"}))
	w.Env.Restart(t)
	w.online()
	w.See("You are signed out")
	w.untilStored("snapshots", 0)
	w.untilStored("outbox", 1)

	w.signIn("Ben", walk.BensPassword)
	w.Open("/budgets")
	w.Settle()
	w.online()
	w.Settle()
	w.untilStored("outbox", 1)
	if w.Eval(`!!document.querySelector('.waiting-here')`) == "true" || len(w.Rows("Annas own")) != 0 {
		t.Error("the change of Anna is shown to Ben, or was sent in his session")
	}
	w.Do(chromedp.Navigate(w.Env.Server.URL + "/waiting"))
	w.Until("the offline page", `document.body.matches('.offline-page')`)
	w.Settle()
	if text := w.Eval(`document.body.innerText`); len(text) > 0 && w.Eval(`document.body.innerText.includes('Annas own')`) == "true" {
		t.Error("Ben sees: ", text)
	}

	w.signOut()
	w.untilStored("outbox", 1)
	w.signIn("Anna", walk.AnnasPassword)
	w.untilStored("outbox", 0)
	w.OnlyRow("Annas own")
}

// TestALostRole takes the role of a user away while a change waits.
func TestALostRole(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	testkit.NoError(t, w.Env.App.SetShare(t.Context(), app.Machine(), w.ID, "Ben", "editor"))
	w.signOut()
	w.signIn("Ben", walk.BensPassword)
	w.addWithoutServer("Too late")
	testkit.NoError(t, w.Env.App.RemoveShare(t.Context(), app.Machine(), w.ID, "Ben"))
	w.Env.Restart(t)
	w.online()
	w.See("1 needs attention")
	w.untilStored("snapshots", 0)
	w.untilStored("outbox", 1)
	if got := w.Rows("Too late"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	// With the role the change can be sent: nothing was lost.
	w.Keys(kb.Escape)
	w.ShootColours("offline-needs-attention")
}

// TestAttackSnapshotOfALostRole opens a budget, and then a page of it without a role: the snapshot does not stay on the device.
func TestAttackSnapshotOfALostRole(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	testkit.NoError(t, w.Env.App.SetShare(t.Context(), app.Machine(), w.ID, "Ben", "editor"))
	w.signOut()
	w.signIn("Ben", walk.BensPassword)
	w.openBudgetPage("")
	testkit.NoError(t, w.Env.App.RemoveShare(t.Context(), app.Machine(), w.ID, "Ben"))
	w.Do(chromedp.Navigate(w.Env.Server.URL + "/budgets/" + w.ID))
	w.untilStored("snapshots", 0)
}

// TestAttackFileOfAnotherSite sends a file to the address for shared files from a page of another site: the worker answers
// in place of the server, which would refuse it.
func TestAttackFileOfAnotherSite(t *testing.T) {
	t.Parallel()
	w := newOfflineWalk(t, walk.WideLight)
	const form = `<!doctype html><title>Other site</title><form method="post" enctype="multipart/form-data" action="%s/share"><input type="file" name="file"></form>`
	other := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprintf(rw, form, w.Env.Server.URL) }))
	t.Cleanup(other.Close)
	w.openBudgetPage("")
	w.Do(chromedp.Navigate(strings.Replace(other.URL, "127.0.0.1", "localhost", 1)))
	w.Eval(`(() => {
		const files = new DataTransfer();
		files.items.add(new File(['not mine'], 'evil.png', {type: 'image/png'}));
		document.querySelector('input').files = files.files;
		document.querySelector('form').submit();
	})()`)
	w.Until("the new transaction", `location.pathname === '/add' && document.body.dataset.drawn === '/add'`)
	w.untilStored("shared", 0)
	if w.Eval(`document.body.innerText.includes('evil.png')`) == "true" {
		t.Error("the form of a new transaction contains the file")
	}
}
