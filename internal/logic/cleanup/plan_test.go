package cleanup_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/cleanup/cleanuptest"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/testing/testkit"
)

// plan is an imported plan with the document's data that clean-up needs.
type plan struct {
	budget.Whole
	source  []cleanup.SourceMonth
	renamed []cleanup.Renamed
	// uncategorised is the amount that Uncategorized overspending subtracted from To Budget by each month: no
	// clean-up compensates it.
	uncategorised map[civil.Month]money.Milli
}

func (p *plan) input() *cleanup.Input {
	return &cleanup.Input{
		Budget: &p.Whole, Rows: cleanuptest.Rows{Whole: &p.Whole}, Budgeted: cleanuptest.Budgeted(&p.Whole),
		Figures: p.figures(), Source: p.source, Renamed: p.renamed,
	}
}

func (p *plan) sheet() *envelope.Sheet { return envelope.Compute(envelope.SnapshotOf(&p.Whole)) }

// figures returns the figures that the application takes from the sheet.
func (p *plan) figures() cleanup.Figures {
	sheet := p.sheet()
	first, last := sheet.First, sheet.First.Add(len(sheet.Months)-1)
	if len(p.source) > 0 {
		first, last = min(first, p.source[0].Month), max(last, p.source[len(p.source)-1].Month)
	}
	f := cleanup.Figures{First: first, Balance: map[budget.CategoryNo][]money.Milli{}}
	for m := first; m <= last; m++ {
		f.ToBudget = append(f.ToBudget, sheet.Month(m).ToBudget)
		for _, c := range p.Categories {
			if !c.Income {
				f.Balance[c.No] = append(f.Balance[c.No], sheet.Cell(c.No, m).Balance)
			}
		}
	}
	return f
}

// readPlan imports a generated plan.
func readPlan(t testing.TB, args ...string) *plan {
	t.Helper()
	return importPlan(t, testkit.Plan(t, args...))
}

func importPlan(t testing.TB, path string) *plan {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := ynabdoc.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	whole, notes, err := importer.Import(doc, importer.Options{NewID: func() string { made++; return fmt.Sprint("new-", made) }})
	if err != nil {
		t.Fatal(err)
	}
	p := &plan{Whole: *whole, uncategorised: map[civil.Month]money.Milli{}}
	p.noteRenames(t, notes.Renames)
	months := slices.SortedFunc(slices.Values(doc.Plan.Months), func(a, b ynabdoc.Month) int { return int(a.Month - b.Month) })
	var uncategorised money.Milli
	for _, m := range months {
		s := cleanup.SourceMonth{Month: m.Month}
		if m.Has("to_be_budgeted") {
			s.ReadyToAssign = &m.ToBeBudgeted
		}
		p.source = append(p.source, s)
		p.uncategorised[m.Month] = uncategorised
		for _, c := range m.Categories {
			if c.Name == "Uncategorized" {
				uncategorised += max(0, -c.Balance)
			}
		}
	}
	return p
}

func (p *plan) noteRenames(t testing.TB, renames []importer.Rename) {
	t.Helper()
	for _, r := range renames {
		renamed := cleanup.Renamed{From: r.From}
		for _, g := range p.Groups {
			if r.Kind == "group" && g.ID == r.ID {
				renamed.Group = g.No
			}
		}
		for _, c := range p.Categories {
			if r.Kind == "category" && c.ID == r.ID {
				renamed.Category = c.No
			}
		}
		if renamed.Group == 0 && renamed.Category == 0 {
			t.Fatalf("the renamed record %+v is neither a group nor a category", r)
		}
		p.renamed = append(p.renamed, renamed)
	}
}

// TestCleanUpsOfGenuinePlans applies all proposals to the genuine plans.
func TestCleanUpsOfGenuinePlans(t *testing.T) {
	matched := map[string]int{ // months of the document after Make it match
		"actual-demo.json":         1, // edited by hand: its balances disagree with its register
		"dotnet-sdk-2019-v2.json":  3,
		"js-cc-2018.json":          3, // none before
		"php-client-eur-2021.json": 3,
	}
	for _, path := range testkit.RequireGenuinePlans(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			p := importPlan(t, path)
			p.applied(t, cleanup.Twins, cleanup.Choices{})
			p.namesUnique(t)
			p = importPlan(t, path)
			done := p.applied(t, cleanup.Match, cleanup.Choices{})
			if before, after, of := done.Matched(); after != matched[name] {
				t.Errorf("%d of %d months matched before, %d after", before, of, after)
			}
		})
	}
}
