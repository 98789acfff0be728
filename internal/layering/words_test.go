package layering_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/testkit"
)

// bent is an apostrophe of another kind in a word. The program writes ' everywhere: two kinds of "YNAB's" on one page look like a mistake.
var bent = regexp.MustCompile(`\pL[’‘´]s?[\pL ]`)

// TestApostrophesAreOfOneKind looks through all that the program says. What is read of others, a bank's file or an amount, may have any.
func TestApostrophesAreOfOneKind(t *testing.T) {
	root := testkit.RepoRoot(t)
	files := 0
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() && (d.Name() == "testdata" || d.Name() == "dist") {
				if err == nil {
					err = fs.SkipDir
				}
				return err
			}
			says := strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
			if d.IsDir() || !says {
				return nil
			}
			files++
			text, err := os.ReadFile(path)
			for n, line := range strings.Split(string(text), "\n") {
				if word := bent.FindString(line); word != "" {
					t.Errorf("%s:%d: %q has an apostrophe of another kind; write '", strings.TrimPrefix(path, root+"/"), n+1, word)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Errorf("only %d files were looked through", files)
	}
}
