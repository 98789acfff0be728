package layering_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// typographicApostrophe matches a typographic apostrophe after a letter and before a letter or a space, as in "YNAB’s"
// and "the parts’ sum". All texts of the program have ' instead, because both forms on one page look like a mistake.
var typographicApostrophe = regexp.MustCompile(`\pL[’‘´]s?[\pL ]`)

// TestApostrophesAreUniform checks the Go, TypeScript and HTML of the program. Files that users import may have any
// apostrophe.
func TestApostrophesAreUniform(t *testing.T) {
	eachLine(t, func(place, line string) {
		if found := typographicApostrophe.FindString(line); found != "" {
			t.Errorf("%s: got the typographic apostrophe in %q, want '", place, found)
		}
	})
}

// uncastLimit matches a LIMIT whose parameter is not cast. SQLite's planner reads the value of such a parameter, and
// compiles the statement again for each new value, which takes 0.1 ms.
var uncastLimit = regexp.MustCompile(`LIMIT (\$|" \+)`)

// TestLimitsAreCast requires a CAST around the parameter of each LIMIT.
func TestLimitsAreCast(t *testing.T) {
	eachLine(t, func(place, line string) {
		if found := uncastLimit.FindString(line); found != "" {
			t.Errorf("%s: got %q, want LIMIT CAST($1 AS BIGINT), for which SQLite compiles the statement once", place, found)
		}
	})
}

// eachLine calls check with each line of the program's Go, TypeScript and HTML, and its place, "FILE:LINE". It skips
// tests, testdata and the bundled scripts in dist.
func eachLine(t *testing.T, check func(place, line string)) {
	t.Helper()
	root := testkit.RepoRoot(t)
	files := 0
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "dist"):
				return fs.SkipDir
			case entry.IsDir() || !isProgramSource(path):
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			for i, line := range strings.Split(string(content), "\n") {
				check(fmt.Sprintf("%s:%d", strings.TrimPrefix(path, root+"/"), i+1), line)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 { // the walk does not find the source
		t.Errorf("got %d files, want at least 300", files)
	}
}

// isProgramSource reports whether a file is source of the program that is not a test.
func isProgramSource(path string) bool {
	return strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
}
