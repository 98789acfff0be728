package layering_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// goPackage is the part of the output of `go list -json` that these tests read.
type goPackage struct {
	ImportPath, Dir, Doc, Name         string
	Imports, TestImports, XTestImports []string
	GoFiles                            []string
}

func TestImportsGoDownwards(t *testing.T) {
	for _, p := range packages(t) {
		for _, message := range violations(p) {
			t.Error(message)
		}
	}
}

// TestEveryImportRuleCanFail proves that each rule can fail.
func TestEveryImportRuleCanFail(t *testing.T) {
	cases := []struct {
		name string
		p    goPackage
		want string // part of the only violation; empty for none
	}{
		{"lower layer", importing("app", "storage/store", "model/budget"), ""},
		{"higher layer", importing("model/budget", "storage/store"), "model/budget imports storage/store"},
		{"same layer", importing("logic/exporter", "logic/importer"), "logic/exporter imports logic/importer"},
		{"shared package", importing("surface/web", "surface/httpx"), ""},
		{"shared package, wrong direction", importing("surface/httpx", "surface/ui"), "surface/httpx imports surface/ui"},
		{"parent and child", importing("surface/web", "surface/web/register"), ""},
		{"child and parent", importing("surface/web/payees", "surface/web"), "surface/web/payees imports surface/web"},
		{"unlisted siblings", importing("surface/web/payees", "surface/web/register"), "imports surface/web/register"},
		{"listed siblings", importing("surface/web/inbox", "surface/web/register"), ""},
		{"surface and store", importing("surface/web/payees", "storage/store"), "through app"},
		{"surface and logic", importing("surface/web/budget", "logic/envelope"), "through app"},
		{"surface and listed logic", importing("surface/web/migration", "logic/cleanup"), ""},
		{"composition", importing("surface/cli", "surface/server", "surface/api"), ""},
		{"unknown layer", importing("utils"), "belongs to no layer"},
		{"unknown import", importing("app", "helpers"), "imports helpers, which belongs to no layer"},
		{"product and testkit", importing("storage/store", "testing/testkit"), "only tests may import"},
		{"product and kit of a package", importing("app/users", "storage/database/databasetest"), "only tests may import"},
		{"product and oracle", goPackage{ImportPath: internal + "storage/store", Imports: []string{module + "/oracle"}}, "only tests may import"},
		{"network in logic", goPackage{ImportPath: internal + "logic/importer", Imports: []string{"net/http"}}, "may not import net/http"},
		{"files in model", goPackage{ImportPath: internal + "model/ynabdoc", Imports: []string{"os"}}, "may not import os"},
		{"url in model", goPackage{ImportPath: internal + "model/ynabdoc", Imports: []string{"net/url"}}, ""},
		{"files in storage", goPackage{ImportPath: internal + "storage/store", Imports: []string{"os"}}, ""},
		{"tests and testkit", goPackage{ImportPath: internal + "storage/store", XTestImports: []string{internal + "testing/testkit"}}, ""},
		{"tests within a layer", goPackage{ImportPath: internal + "logic/exporter", TestImports: []string{internal + "logic/importer"}}, ""},
		{"tests and a higher layer", goPackage{ImportPath: internal + "base/money", XTestImports: []string{internal + "app"}}, "tests of base/money import app"},
		{"command", goPackage{ImportPath: module + "/cmd/holdover", Imports: []string{internal + "surface/cli"}}, ""},
		{"command and store", goPackage{ImportPath: module + "/cmd/holdover", Imports: []string{internal + "storage/store"}}, "imports surface/cli only"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := violations(c.p)
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("got %q, want none", got)
			case c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)):
				t.Errorf("got %q, want one with %q", got, c.want)
			}
		})
	}
}

func importing(name string, imports ...string) goPackage {
	p := goPackage{ImportPath: internal + name}
	for _, i := range imports {
		p.Imports = append(p.Imports, internal+i)
	}
	return p
}

// violations returns a message for each import of a package that the rules forbid.
func violations(p goPackage) []string {
	name, ok := strings.CutPrefix(p.ImportPath, internal)
	var all []string
	switch {
	case isDevelopmentTool(p.ImportPath):
		return nil
	case command(p.ImportPath):
		for _, path := range p.Imports {
			if isBelow(path, module) && path != internal+"surface/cli" {
				all = append(all, fmt.Sprintf("%s imports %s: a command imports surface/cli only", p.ImportPath, path))
			}
		}
		return all
	case !ok || layerOf(name) < 0:
		return []string{p.ImportPath + " belongs to no layer: see internal/testing/layering/layer_lists_test.go"}
	}
	for _, path := range p.Imports {
		if v := violation(name, path); v != "" {
			all = append(all, v)
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		other, ok := strings.CutPrefix(path, internal)
		if ok && !forTests(path) && (layerOf(other) < 0 || layerOf(other) > layerOf(name)) {
			all = append(all, fmt.Sprintf("tests of %s import %s of a higher layer", name, other))
		}
	}
	return all
}

// violation returns why a package may not import path, or "" if it may.
func violation(name, path string) string {
	if !isBelow(path, module) {
		if layerOf(name) <= slices.Index(layers, pureLayer) && outside(path) {
			return fmt.Sprintf("%s may not import %s: the layers up to %s use no clock, database, network or file", name, path, pureLayer)
		}
		return ""
	}
	if forTests(path) {
		return fmt.Sprintf("%s imports %s, which only tests may import", name, path)
	}
	other := strings.TrimPrefix(path, internal)
	layer, lower := layerOf(name), layerOf(other)
	rule := isBelow(other, "logic") || isBelow(other, "storage")
	switch {
	case lower < 0:
		return fmt.Sprintf("%s imports %s, which belongs to no layer", name, other)
	case isBelow(name, "surface") && rule && !unrestricted(name, other) && surfaceMayImport[[2]string{name, other}] == "":
		return fmt.Sprintf("%s imports %s: a surface reaches logic and storage through app", name, other)
	case lower < layer || lower == layer && mayImport(name, other):
		return ""
	}
	return fmt.Sprintf("%s imports %s: a package imports lower layers, and of its own layer only what layer_lists_test.go lists", name, other)
}

// outside reports whether a package outside this module reaches beyond the program.
func outside(path string) bool {
	if parsersBelowNet[path] {
		return false
	}
	return slices.ContainsFunc(outsideWorld, func(root string) bool { return isBelow(path, root) })
}

// packages lists the packages of the module. The flag -e includes packages that do not build; their imports are still
// known.
func packages(t *testing.T) []goPackage {
	t.Helper()
	list := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,Doc,Name,Imports,TestImports,XTestImports,GoFiles", "./...")
	list.Dir = testkit.RepoRoot(t)
	out, err := list.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("go list: %v\n%s", err, failed.Stderr)
		}
		t.Fatal(err)
	}
	var all []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
