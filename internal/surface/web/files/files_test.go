package files_test

import (
	"net/http"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestTrySampleCreatesTheSampleOnce starts without budgets: the sample is one button away, is created once, and / leads
// to it afterwards.
func TestTrySampleCreatesTheSampleOnce(t *testing.T) {
	t.Parallel()
	p := walk.NewEnv(t, webtest.Pages).Person(t)
	if _, at, page := p.Get("/"); at != "/budgets" || !strings.Contains(page, "Import from YNAB") || !strings.Contains(page, "Try a sample") {
		t.Fatalf("the first page is %s:\n%s", at, page)
	}
	status, at, page := p.Post("/budgets/sample")
	if status != http.StatusOK || !strings.HasPrefix(at, "/budgets/") || !strings.Contains(page, "Groceries") {
		t.Fatalf("try the sample: status %d at %s\n%s", status, at, page)
	}
	if _, again, _ := p.Post("/budgets/sample"); again != at {
		t.Errorf("the second sample is at %s, the first at %s", again, at)
	}
	if _, home, _ := p.Get("/"); home != at {
		t.Errorf("/ redirects to %s, the only budget is at %s", home, at)
	}
}

// TestHomeRedirectsToTheLastOpenedBudget: / leads to the last opened one of several budgets, or to the list if that is
// deleted or belongs to another user.
func TestHomeRedirectsToTheLastOpenedBudget(t *testing.T) {
	t.Parallel()
	world := walk.NewEnv(t, webtest.Pages)
	first, second := world.ImportSample(t), world.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "1", "--tx", "60"))
	b := walk.NewPlain(t, world)
	home := func(want string) {
		t.Helper()
		if b.Open("/"); b.At != want {
			t.Errorf("/ leads to %s, want %s", b.At, want)
		}
	}
	for _, id := range []string{first, second, first} {
		b.Open("/budgets/" + id)
	}
	home("/budgets") // the first visit shows the list
	for _, id := range []string{first, second, second} {
		b.Open("/budgets/" + id)
		home("/budgets/" + id)
	}
	if b.Open("/budgets"); b.At != "/budgets" {
		t.Errorf("the list is at %s", b.At)
	}
	home("/budgets/" + second)
	world.ImportFile(t, walk.Generated(t, "--seed", "5", "--years", "1", "--tx", "60"))
	if err := world.App.Delete(t.Context(), app.Machine(), second); err != nil {
		t.Fatal(err)
	}
	home("/budgets")
}
