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

// otherApostrophe matches a typographic apostrophe within a word. The program writes ' everywhere, since two forms of
// "YNAB's" on one page look like a mistake.
var otherApostrophe = regexp.MustCompile(`\pL[’‘´]s?[\pL ]`)

// TestApostrophesAreUniform checks all texts of the program. Input, such as a bank file or an amount, may contain any
// apostrophe.
func TestApostrophesAreUniform(t *testing.T) {
	eachLine(t, func(place, line string) {
		if word := otherApostrophe.FindString(line); word != "" {
			t.Errorf("%s: %q has a typographic apostrophe; write '", place, word)
		}
	})
}

// bareLimit matches a LIMIT with a plain parameter. SQLite's planner reads the parameter's value and compiles the
// statement again for each value, which cost 0.1 ms a page.
var bareLimit = regexp.MustCompile(`LIMIT (\$|" \+)`)

func TestStatementsAreCompiledOnce(t *testing.T) {
	eachLine(t, func(place, line string) {
		if bareLimit.MatchString(line) {
			t.Errorf("%s: write LIMIT CAST($1 AS BIGINT), or SQLite compiles the statement on every call", place)
		}
	})
}

// eachLine calls look with each line of the program's Go, TypeScript and HTML.
func eachLine(t *testing.T, look func(place, line string)) {
	t.Helper()
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
			isSource := strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
			if d.IsDir() || !isSource {
				return nil
			}
			files++
			text, err := os.ReadFile(path)
			for n, line := range strings.Split(string(text), "\n") {
				look(fmt.Sprintf("%s:%d", strings.TrimPrefix(path, root+"/"), n+1), line)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Errorf("only %d files were read", files)
	}
}
