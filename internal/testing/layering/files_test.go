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
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// The limits on the number of lines in a Go file.
const (
	maxLines     = 400
	maxTestLines = 700
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
		limit := maxLines
		if strings.HasSuffix(path, "_test.go") {
			limit = maxTestLines
		}
		if lines := bytes.Count(content, []byte("\n")); lines > limit && !generated(content) {
			t.Errorf("%s has %d lines, the limit is %d: split it by subject", path, lines, limit)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("found only %d Go files below %s", seen, root)
	}
}

// maxFiles is the limit on Go files in one folder, tests not counted.
const maxFiles = 40

func TestNoFolderIsTooFull(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > maxFiles {
			t.Errorf("%s has %d files, the limit is %d: split it by feature", p.ImportPath, len(p.GoFiles), maxFiles)
		}
	}
}

func generated(source []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(file)
}

func TestPureLayersReadNoClock(t *testing.T) {
	for _, p := range packages(t) {
		layer := layerOf(strings.TrimPrefix(p.ImportPath, internal))
		if layer < 0 || layer > slices.Index(layers, pureLayer) {
			continue
		}
		for _, name := range p.GoFiles {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range clockUses(t, name, source) {
				t.Errorf("%s uses the clock: %s", p.ImportPath, use)
			}
		}
	}
}

func TestClockUsesAreFound(t *testing.T) {
	source := `package p
import watch "time"
var a = watch.Now()
var b = watch.Date(2026, 1, 1, 0, 0, 0, 0, watch.UTC)`
	if got := clockUses(t, "p.go", []byte(source)); len(got) != 1 || !strings.Contains(got[0], "p.go:3:9: time.Now") {
		t.Errorf("found %q, want only time.Now in line 3", got)
	}
}

// clockUses lists the places where a source file reads the clock or the machine's time zone.
func clockUses(t *testing.T, name string, source []byte) []string {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	timeName := importName(file, "time")
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

// importName returns the name under which a file imports a package, or "" if it does not import it.
func importName(file *ast.File, path string) string {
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
