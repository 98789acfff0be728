package layering_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// How many lines a file has at most.
const (
	longest     = 400
	longestTest = 700
)

func TestNoFileIsTooLong(t *testing.T) {
	root := testkit.RepoRoot(t)
	seen := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		seen++
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		most := longest
		if strings.HasSuffix(path, "_test.go") {
			most = longestTest
		}
		if lines := bytes.Count(content, []byte("\n")); lines > most && !generated(content) {
			t.Errorf("%s has %d lines, the most is %d: part it by subject", path, lines, most)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("saw only %d Go files below %s", seen, root)
	}
}

const mostFiles = 40 // of Go in a folder, without tests

func TestNoFolderIsTooFull(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > mostFiles {
			t.Errorf("%s has %d files, the most is %d: part it by feature", p.ImportPath, len(p.GoFiles), mostFiles)
		}
	}
}

func generated(source []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(file)
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" && len(p.GoFiles) > 0 {
			t.Errorf("%s has no package comment: say its job, its floor and where to start reading", p.ImportPath)
		}
	}
}

func TestLowerFloorsReadNoClock(t *testing.T) {
	for _, p := range packages(t) {
		floor, ok := floors[strings.TrimPrefix(p.ImportPath, rooms)]
		if !ok || floor > pureFloor {
			continue
		}
		for _, name := range p.GoFiles {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range clockUses(t, name, source) {
				t.Errorf("%s on floor %d: %s", p.ImportPath, floor, use)
			}
		}
	}
}

func TestClockUsesAreSeen(t *testing.T) {
	source := `package p
import watch "time"
var a = watch.Now()
var b = watch.Date(2026, 1, 1, 0, 0, 0, 0, watch.UTC)`
	if got := clockUses(t, "p.go", []byte(source)); len(got) != 1 || !strings.Contains(got[0], "p.go:3:9: time.Now") {
		t.Errorf("found %q, want time.Now on line 3 alone", got)
	}
}

// clockUses lists where a source file reads the clock or the machine's time zone.
func clockUses(t *testing.T, name string, source []byte) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	timeName := importedAs(file, "time")
	var uses []string
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if on, ok := selector.X.(*ast.Ident); ok && on.Name == timeName && clock[selector.Sel.Name] {
			uses = append(uses, fmt.Sprintf("%s: time.%s", files.Position(n.Pos()), selector.Sel.Name))
		}
		return true
	})
	return uses
}

// importedAs returns the name under which a file knows a package, "" when it does not.
func importedAs(file *ast.File, path string) string {
	for _, i := range file.Imports {
		if i.Path.Value != `"`+path+`"` {
			continue
		}
		if i.Name != nil {
			return i.Name.Name
		}
		return filepath.Base(path)
	}
	return ""
}
