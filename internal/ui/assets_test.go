package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var importPattern = regexp.MustCompile(`from '\./(\w+)'`)

// The browser code has no circle of imports: what is shared knows none of those who use it.
func TestScriptsImportInNoCircle(t *testing.T) {
	files, err := filepath.Glob("assets/ts/*.ts")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	imports := map[string][]string{}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".ts")
		for _, found := range importPattern.FindAllStringSubmatch(string(text), -1) {
			imports[name] = append(imports[name], found[1])
		}
	}
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
