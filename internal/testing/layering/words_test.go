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

// bent is an apostrophe of another kind in a word. The program writes ' everywhere: two kinds of "YNAB's" on one page look like a mistake.
var bent = regexp.MustCompile(`\pL[’‘´]s?[\pL ]`)

// TestApostrophesAreOfOneKind looks through all that the program says. What is read of others, a bank's file or an amount, may have any.
func TestApostrophesAreOfOneKind(t *testing.T) {
	eachLine(t, func(place, line string) {
		if word := bent.FindString(line); word != "" {
			t.Errorf("%s: %q has an apostrophe of another kind; write '", place, word)
		}
	})
}

// bareLimit is a number of rows that SQLite is given as a parameter by itself. It looks at what the parameter is to choose how it goes
// about the statement, and compiles it anew whenever a number is given, kept or not: asking for a page took 0.1 ms more.
var bareLimit = regexp.MustCompile(`LIMIT (\$|" \+)`)

// TestStatementsAreCompiledOnce finds such limits.
func TestStatementsAreCompiledOnce(t *testing.T) {
	eachLine(t, func(place, line string) {
		if bareLimit.MatchString(line) {
			t.Errorf("%s: write LIMIT CAST($1 AS BIGINT), or SQLite compiles the statement each time", place)
		}
	})
}

// eachLine hands over what the program is made of, line by line.
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
			says := strings.HasSuffix(path, ".html") || strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
			if d.IsDir() || !says {
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
		t.Errorf("only %d files were looked through", files)
	}
}
