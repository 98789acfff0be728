package api_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/testing/testkit"
)

// clientOutput is the output of the official client: the data of each of its calls.
type clientOutput struct {
	Row      object // a transaction with a category and a payee; the client asked for each of these records
	Month    string // the month of Row, as its first day
	Got      map[string]object
	Refusals map[string]struct {
		Status     int
		RetryAfter string
		Error      struct{ ID, Name, Detail string }
	}
}

// officialClient runs every reading call of the npm package ynab. limited is the address of a server where the token
// has no requests left.
func officialClient(t *testing.T, s *served, limited string) clientOutput {
	t.Helper()
	root := testkit.RepoRoot(t)
	if _, err := os.Stat(filepath.Join(root, "node_modules", "ynab")); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the official client is not installed: %v", err)
		}
		t.Skip("the official client is not installed; make assets installs it")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(root, "internal", "surface", "api", "testdata", "client.mjs"), s.url, s.id, limited)
	cmd.Env = append(os.Environ(), "TOKEN="+token)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run the official client: %v\n%s", err, s.log)
	}
	var g clientOutput
	unmarshal(t, out, &g)
	return g
}

func TestOfficialClient(t *testing.T) {
	args := testkit.Today("--seed", "34", "--years", "2", "--tx", "500", "--cards", "2", "--plain")
	s := serve(t, 0, args...)
	moved := s.moveThereAndBack(t)
	full := serve(t, 1, "--seed", "33", "--years", "1", "--tx", "50")
	if resp, _, _ := do(t, full, "GET", "/user", bearer(token)); resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
	g := officialClient(t, s, full.url)
	text, err := os.ReadFile(testkit.Plan(t, args...))
	if err != nil {
		t.Fatal(err)
	}
	h := newPlanFile(t, text)
	h.compare(&g, s.id)
	h.compareRows(&g)
	h.compareMovements(&g, moved)
	checkRefusals(t, &g)
	for call, data := range g.Got {
		h.compareAmounts(call, data)
	}
}

// movedAmount is the amount that moveThereAndBack assigns, in milliunits.
const movedAmount = 12_340

// moveThereAndBack assigns money to a category and takes it back. The figures remain those of the file, and the budget
// has movements to list.
func (s *served) moveThereAndBack(t *testing.T) (category string) {
	t.Helper()
	category, _ = categorised(&s.doc.Plan)
	month := civil.DateOf(time.Now()).Month()
	months, err := s.app.Months(t.Context(), app.Machine(), s.id, app.MonthSpan{From: month, To: month})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range months[0].Categories {
		if c.ID == category {
			assign(t, s, category, month, c.Budgeted+movedAmount)
			assign(t, s, category, month, c.Budgeted)
			return category
		}
	}
	t.Fatal("the month lacks the category")
	return ""
}

func checkRefusals(t *testing.T, g *clientOutput) {
	t.Helper()
	for name, want := range map[string]struct {
		status   int
		id, name string
	}{
		"unknownPlan":  {404, "404.2", "resource_not_found"},
		"wrongToken":   {401, "401", "unauthorized"},
		"badMonth":     {400, "400", "bad_request"},
		"badKnowledge": {400, "400", "bad_request"},
		"tooMany":      {429, "429", "too_many_requests"},
	} {
		r, asked := g.Refusals[name]
		if !asked || r.Error.ID != want.id || r.Error.Name != want.name || r.Error.Detail == "" || (r.Status != want.status && name != "badMonth") {
			t.Errorf("%s: the client saw %+v, want %v", name, r, want)
		}
		if seconds, err := time.ParseDuration(r.RetryAfter + "s"); name == "tooMany" && (err != nil || seconds <= 0 || seconds > time.Hour+time.Second) {
			t.Errorf("%s: Retry-After %q, want seconds up to an hour", name, r.RetryAfter)
		}
	}
	text, _ := json.Marshal(g.Refusals)
	if strings.Contains(string(text), token) {
		t.Errorf("error contains the token: %s", text)
	}
}
