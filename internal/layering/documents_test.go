package layering_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"holdover/internal/testkit"
)

// place is a folder or file of the house as documents name it.
var place = regexp.MustCompile("`((?:internal|docs|oracle|scripts|packaging|bench|cmd)/[\\w./-]+)`")

// TestDocumentsNameWhatIsThere looks for every place that the documents for maintainers send somebody to.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	root := testkit.RepoRoot(t)
	named := 0
	for _, doc := range []string{"README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/map.md", "docs/glossary.md", "docs/hosting.md", "docs/security.md"} {
		text, err := os.ReadFile(filepath.Join(root, doc))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(filepath.Join(root, string(m[1]))); err != nil {
				t.Errorf("%s: %s is not there", doc, m[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d places are named", named)
	}
}
