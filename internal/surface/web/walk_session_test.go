package web_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/surface/web"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// TestAnEndedSessionKeepsTheTypedForm: after its session had ended, a page still showed the budget, and submitting a
// form lost the typed values. Now the figures are covered, and the user signs in and continues.
func TestAnEndedSessionKeepsTheTypedForm(t *testing.T) {
	walk.RequireAssets(t)
	web.SetBeat(t, 100*time.Millisecond)
	world := walk.NewEnvWithSignIn(t, webtest.Pages, slog.New(slog.DiscardHandler))
	world.AddAnnaAndBen(t)
	w := walk.RowWalker{Walker: walk.New(t, world, walk.WideLight)}
	w.ID = world.ImportSample(t)
	w.Open("/sign-in?back=/budgets")
	w.Fill("Name", "Anna")
	w.Fill("Password", walk.AnnasPassword)
	w.Keys(kb.Enter)
	w.OpenAccount("Checking")
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", "Typed before the end")
	w.Type("amount", "12.50")
	anna := app.Actor{User: 1, Name: "Anna", Scope: "full"}
	if err := endAll(t, world.App, anna); err != nil {
		t.Fatal(err)
	}
	w.See("You are signed out")
	browsertest.Shot(t, w.Tab, "signed-out")
	walk.Check(t, w.Tab, "signed out")
	if border := w.Eval(`getComputedStyle(document.querySelector('#again-name')).borderTopStyle`); border == "inset" {
		t.Error("the field of the name has the browser's own style")
	}
	if seen := w.Eval(`(r => document.elementFromPoint(r.left + 5, r.top + 5)?.closest('dialog') !== null)(document.querySelector('#rows .tx').getBoundingClientRect())`); seen != "true" {
		t.Error("the rows are not covered")
	}
	w.Do(chromedp.KeyEvent("a wrong password" + kb.Enter))
	w.See("The name or the password is wrong")
	w.Eval(`document.querySelector('#again-password').select()`)
	w.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
	w.WaitGone("You are signed out")
	if got := w.Value("payee") + " " + w.Value("amount"); got != "Typed before the end 12.50" {
		t.Errorf("the typed text became %q", got)
	}
	// A change submitted after the session has ended is sent again automatically after the user has signed in.
	web.SetBeat(t, time.Hour)
	w.Open(w.Eval(`location.pathname`))
	w.Click("Add transaction")
	w.Until("the form", `!!document.querySelector('.row-fields-form')`)
	w.Type("payee", "Sent after the end")
	w.Type("amount", "3")
	if err := endAll(t, world.App, anna); err != nil {
		t.Fatal(err)
	}
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.See("You are signed out")
	w.Do(chromedp.KeyEvent(walk.AnnasPassword + kb.Enter))
	w.See("Added the transaction")
	if got := w.Rows("Sent after the end"); len(got) != 1 || got[0].Amount != -3000 {
		t.Errorf("the transaction sent after signing in is %+v", got)
	}
}

func endAll(t *testing.T, a *app.App, who users.Actor) error {
	t.Helper()
	return a.EndOtherSessions(t.Context(), who)
}
