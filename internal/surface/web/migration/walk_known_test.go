package migration_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// newerSample returns a newer version of the sample's file: in its last month, 50.00 more is assigned to a category,
// which is renamed. The file stays consistent.
func newerSample(t *testing.T) string {
	t.Helper()
	doc, err := testkit.Household()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	text, err := io.ReadAll(doc)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte(`"Eating out"`), []byte(`"Restaurants"`))
	var file map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if data, wrapped := file["data"].(map[string]any); wrapped {
		file = data
	}
	months := file["plan"].(map[string]any)["months"].([]any)
	last := months[0].(map[string]any)
	for _, m := range months {
		if month := m.(map[string]any); month["month"].(string) > last["month"].(string) {
			last = month
		}
	}
	more := func(record map[string]any, field string, amount int64) {
		n, err := record[field].(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		record[field] = n + amount
	}
	for _, c := range last["categories"].([]any) {
		if category := c.(map[string]any); category["name"] == "Restaurants" {
			more(category, "budgeted", 50_000)
			more(category, "balance", 50_000)
		}
	}
	more(last, "budgeted", 50_000)
	more(last, "to_be_budgeted", -50_000)
	text, err = json.Marshal(file)
	path := filepath.Join(t.TempDir(), "Household, newer.json")
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWalkKnownPlan imports a newer version of a plan imported before. The page asks how to handle it, and the
// changes are applied. The verification uses the newer file until that is undone.
func TestWalkKnownPlan(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			world := walk.NewEnv(t, webtest.Pages)
			w := walk.New(t, world, l)
			look := func(name string) {
				browsertest.Shot(t, w.Tab, "known-"+name+"-"+l.Name)
				walk.Check(t, w.Tab, name)
			}
			w.ID = world.ImportSample(t)
			w.Open("/budgets/" + w.ID + "?month=2026-11")
			w.ClickFigure("Groceries", "budgeted")
			w.Keys("777")
			w.Keys("\r")
			w.CheckFigure("Groceries", "budgeted", "777.00")
			verdict := func() string {
				w.Open("/budgets/" + w.ID + "/verification")
				w.See("Verification")
				return w.Eval(`document.querySelector('.sheet-page').innerText`)
			}
			before := verdict()
			if !strings.Contains(before, "changed here") {
				t.Errorf("the verification does not show the edit: %.400s", before)
			}

			w.Open("/import")
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{newerSample(t)}))
			w.Click("Import")
			w.See("Household already exists")
			w.See("imported today")
			look("asked")
			w.Click("Review changes")
			w.See("0 new, 2 changed and 0 deleted since.")
			w.See("Restaurants")
			look("preview")
			w.Click("Apply changes")
			w.See("Updated from a newer file: 0 new, 2 changed, 0 deleted")
			w.CheckConserved()
			after := verdict()
			if strings.Count(after, "changed here") != strings.Count(before, "changed here") || strings.Contains(after, "Eating out") {
				t.Errorf("the verification is\n%.1000s\nand was\n%.1000s", after, before)
			}
			look("verified")
			w.Open("/budgets/" + w.ID + "/history")
			w.Click("Undo Updated from a newer file")
			w.See("Undone: Updated from a newer file")
			if again := verdict(); again != before {
				t.Errorf("after the undo the verification is\n%.1000s\nand was\n%.1000s", again, before)
			}
			w.CheckConserved()

			w.Open("/import")
			w.Do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{newerSample(t)}))
			w.Click("Import")
			w.See("A new budget")
			w.Fill("Name of the budget", "Beside it")
			w.Click("Import as a new budget")
			w.See("Import report")
			all, err := world.App.Budgets(t.Context(), app.Machine())
			if err != nil || len(all) != 2 || all[0].Name != "Beside it" {
				t.Errorf("the budgets are %+v, error %v", all, err)
			}
			w.Open("/budgets/" + w.ID + "/report")
			look("report")
		})
	}
}
