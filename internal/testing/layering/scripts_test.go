package layering_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

var scriptImport = regexp.MustCompile(`from '(\.[^']+)'`)

// scripts are the files of the browser code by their paths below internal, each with those that it imports.
func scripts(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	root := os.DirFS(filepath.Join(testkit.RepoRoot(t), "internal"))
	err := fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".ts" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		for _, found := range scriptImport.FindAllSubmatch(text, -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), string(found[1]))+".ts")
		}
		if imports[name] == nil {
			imports[name] = []string{}
		}
		return err
	})
	if err != nil || len(imports) < 20 {
		t.Fatal(imports, err)
	}
	for name, some := range imports {
		for _, other := range some {
			if imports[other] == nil {
				t.Fatalf("%s imports %s, which is not among the scripts", name, other)
			}
		}
	}
	return imports
}

// The browser code has no circle of imports: what is shared knows none of those who use it.
func TestScriptsImportInNoCircle(t *testing.T) {
	imports := scripts(t)
	var follow func(name string, way []string)
	follow = func(name string, way []string) {
		if slices.Contains(way, name) {
			t.Errorf("a circle: %s", strings.Join(append(way, name), " → "))
			return
		}
		for _, next := range imports[name] {
			follow(next, append(slices.Clone(way), name))
		}
	}
	for name := range imports {
		follow(name, nil)
	}
}

// roomOf is the package that a script stands with; web/app.ts stands with package web, which holds the rooms together.
func roomOf(script string) string { return strings.TrimSuffix(path.Dir(script), "/scripts") }

// TestScriptsOfRoomsGoAsTheirPackages lets a script import those of its room, those of ui, and those of another room where the
// packages may.
func TestScriptsOfRoomsGoAsTheirPackages(t *testing.T) {
	const composition = "web"
	for name, imports := range scripts(t) {
		from := roomOf(name)
		for _, other := range imports {
			if to := roomOf(other); from != composition && to != from && to != "ui" && !neighbours[[2]string{from, to}] {
				t.Errorf("%s imports %s: what rooms share stands in ui/scripts", name, other)
			}
		}
	}
}

func TestNoFolderHasTooManyScripts(t *testing.T) {
	count := map[string]int{}
	for name := range scripts(t) {
		count[path.Dir(name)]++
	}
	for folder, n := range count {
		if n > mostFiles {
			t.Errorf("%s has %d scripts, the most is %d: part it by feature", folder, n, mostFiles)
		}
	}
}
