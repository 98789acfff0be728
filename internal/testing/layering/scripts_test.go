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

// scripts maps each file of the browser code, by its path below internal, to the files that it imports.
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
		t.Fatalf("read the scripts: %d found, error %v", len(imports), err)
	}
	for name, some := range imports {
		for _, other := range some {
			if imports[other] == nil {
				t.Fatalf("%s imports %s, which does not exist", name, other)
			}
		}
	}
	return imports
}

func TestScriptsHaveNoImportCycle(t *testing.T) {
	imports := scripts(t)
	var follow func(name string, chain []string)
	follow = func(name string, chain []string) {
		if slices.Contains(chain, name) {
			t.Errorf("an import cycle: %s", strings.Join(append(chain, name), " → "))
			return
		}
		for _, next := range imports[name] {
			follow(next, append(slices.Clone(chain), name))
		}
	}
	for name := range imports {
		follow(name, nil)
	}
}

// packageOf returns the package that a script belongs to. surface/web/app.ts belongs to surface/web, which starts all
// others.
func packageOf(script string) string {
	folder, _, _ := strings.Cut(path.Dir(script), "/scripts")
	return folder
}

// TestScriptsImportAsTheirPackages lets a script import scripts of the same package, those of surface/ui, and those
// of a package that its package may import.
func TestScriptsImportAsTheirPackages(t *testing.T) {
	const assemblesProgram = "surface/web"
	for name, imports := range scripts(t) {
		from := packageOf(name)
		for _, other := range imports {
			if to := packageOf(other); from != assemblesProgram && to != from && to != "surface/ui" && !siblings[[2]string{from, to}] {
				t.Errorf("%s imports %s: move shared code to surface/ui/scripts", name, other)
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
		if n > maxFiles {
			t.Errorf("%s has %d scripts, the limit is %d: split it by feature", folder, n, maxFiles)
		}
	}
}
