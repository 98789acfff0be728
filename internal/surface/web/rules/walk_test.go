package rules_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
)

// A rule is created, previewed, applied and undone; it is moved by its buttons, switched off and deleted.
func TestWalkRules(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, look := range walk.Sizes[:1] {
		world := walk.NewEnv(t, webtest.Pages)
		w := walk.New(t, world, look)
		w.ID = world.ImportSample(t)
		world.AddPayees(t, w.ID)
		w.CheckConserved() // this builds the program, which takes longer than a toast is shown
		w.Open("/budgets/" + w.ID + "/rules")
		w.See("No rules")
		walk.Check(t, w.Tab, "no rules")
		w.ClickIn("", "New rule")
		w.See("Then set")
		w.Fill("Condition 1: text", "Lidl")
		w.Choose("Category", "Groceries")
		walk.Check(t, w.Tab, "the form of a rule")
		w.Click("Add condition")
		w.See("All conditions apply")
		w.Click("Remove condition 2")
		w.Fill("Notes", "weekly shop"+kb.Enter)
		w.See("Would change")
		browsertest.Shot(t, w.Tab, "walk-rule-trial")
		walk.Check(t, w.Tab, "what a rule would change")
		w.Click("Save and change")
		w.See("Added the rule")
		w.See("weekly shop")
		w.CheckUndo("Added the rule") // and redone
		w.See("category Groceries")
	}
}

// The same without scripts.
func TestRulesWithoutScripts(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	id := world.ImportSample(t)
	b := walk.NewPlain(t, world)
	at := "/budgets/" + id + "/rules"
	send := func(text, notes, act string) {
		t.Helper()
		b.Open(at + "/new")
		if status := b.Send(at+"/form", "Save", url.Values{"act": {act}, "what": {"payee contains"}, "text": {text}, "notes": {notes}}); status >= 500 {
			t.Fatalf("send the form: status %d", status)
		}
	}
	send("", "x", "save")
	b.Sees("The text is missing")
	send("Lidl", "", "save")
	b.Sees("It does not set anything")
	send("Lidl", "first", "try")
	b.Sees("Would change")
	send("Lidl", "first", "save")
	b.Sees("Payee contains “Lidl”")
	send(strings.Repeat("x", 201), "first", "save")
	b.Sees("longer than 200 characters")
}
