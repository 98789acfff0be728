package envelope_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// readPlan returns an imported plan as a world, and its categories by group and the peer's name.
func readPlan(t testing.TB, content []byte) (*world, map[[2]string]budget.CategoryNo) {
	t.Helper()
	doc, err := ynabdoc.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	whole, _, err := importer.Import(doc, importer.Options{NewID: func() string { made++; return fmt.Sprint("new-", made) }})
	if err != nil {
		t.Fatal(err)
	}
	groups := map[budget.GroupNo]string{}
	for _, g := range whole.Groups {
		groups[g.No] = g.Name
	}
	names := map[[2]string]budget.CategoryNo{}
	for _, c := range whole.Categories {
		names[[2]string{groups[c.Group], c.Name}] = c.No
		if c.Income {
			names[[2]string{"Income", "Income"}] = c.No
		}
	}
	return &world{*whole}, names
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
