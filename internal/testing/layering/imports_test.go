package layering_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// goPackage is what `go list -json` says of a package.
type goPackage struct {
	ImportPath, Dir, Doc, Name         string
	Imports, TestImports, XTestImports []string
	GoFiles                            []string
}

func TestImportsGoDownwards(t *testing.T) {
	for _, p := range packages(t) {
		for _, complaint := range complaints(p) {
			t.Error(complaint)
		}
	}
}

// TestComplaints shows that each rule can fail.
func TestComplaints(t *testing.T) {
	cases := []struct {
		name string
		p    goPackage
		want string // part of the only complaint; empty for none
	}{
		{"down", room("app", "store", "budget"), ""},
		{"up", room("budget", "store"), "floor 1 imports store on floor 3"},
		{"same floor", room("exporter", "importer"), "floor 2 imports importer on floor 2"},
		{"allowed neighbour", room("web", "httpx"), ""},
		{"web on its rooms", room("web", "web/register"), ""},
		{"a room on ui", room("web/payees", "ui", "httpx", "app", "money"), ""},
		{"a room on web", room("web/payees", "web"), "floor 5 imports web on floor 5"},
		{"a room on another", room("web/payees", "web/register"), "floor 5 imports web/register on floor 5"},
		{"ui on a room", room("ui", "web/payees"), "floor 5 imports web/payees on floor 5"},
		{"a room on the store", room("web/payees", "store"), "app hands out"},
		{"a room on rules", room("web/budget", "envelope"), "app hands out"},
		{"a room on rules that it draws", room("web/bring", "cleanup"), ""},
		{"neighbour the other way", room("httpx", "web"), "floor 5 imports web on floor 5"},
		{"unknown package", room("utils"), "stands on no floor"},
		{"unknown import", room("app", "helpers"), "imports helpers, which stands on no floor"},
		{"product on testkit", room("store", "testkit"), "is for tests"},
		{"product on oracle", goPackage{ImportPath: rooms + "store", Imports: []string{module + "/oracle"}}, "is for tests"},
		{"product on bench", goPackage{ImportPath: rooms + "store", Imports: []string{module + "/bench"}}, "stands on no floor"},
		{"network below", goPackage{ImportPath: rooms + "plandoc", Imports: []string{"net/http"}}, "may not know net/http"},
		{"os below", goPackage{ImportPath: rooms + "importer", Imports: []string{"os"}}, "may not know os"},
		{"url below", goPackage{ImportPath: rooms + "plandoc", Imports: []string{"net/url"}}, ""},
		{"os above", goPackage{ImportPath: rooms + "store", Imports: []string{"os"}}, ""},
		{"tests on testkit", goPackage{ImportPath: rooms + "store", XTestImports: []string{rooms + "testkit"}}, ""},
		{"tests beside", goPackage{ImportPath: rooms + "exporter", TestImports: []string{rooms + "importer"}}, ""},
		{"tests upwards", goPackage{ImportPath: rooms + "money", XTestImports: []string{rooms + "app"}}, "tests on floor 0 import app on floor 4"},
		{"command", goPackage{ImportPath: module + "/cmd/holdover", Imports: []string{rooms + "cli"}}, ""},
		{"command past cli", goPackage{ImportPath: module + "/cmd/holdover", Imports: []string{rooms + "store"}}, "imports cli alone"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := complaints(c.p)
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("complains: %q", got)
			case c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)):
				t.Errorf("complaints %q, want one with %q", got, c.want)
			}
		})
	}
}

func room(name string, imports ...string) goPackage {
	p := goPackage{ImportPath: rooms + name}
	for _, i := range imports {
		p.Imports = append(p.Imports, rooms+i)
	}
	return p
}

// complaints says what is wrong with the imports of one package.
func complaints(p goPackage) []string {
	name, inHouse := strings.CutPrefix(p.ImportPath, rooms)
	switch {
	case tool(p.ImportPath):
		return nil
	case command(p.ImportPath):
		return commandComplaints(p)
	case !inHouse || !known(name):
		return []string{p.ImportPath + " stands on no floor: give it one in internal/testing/layering/floors_test.go"}
	}
	var all []string
	for _, path := range p.Imports {
		if c := complaint(name, path); c != "" {
			all = append(all, c)
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		if c := testComplaint(name, path); c != "" {
			all = append(all, c)
		}
	}
	return all
}

func commandComplaints(p goPackage) []string {
	var all []string
	for _, path := range p.Imports {
		if within(path, module) && path != rooms+"cli" {
			all = append(all, p.ImportPath+" imports "+path+": a command imports cli alone")
		}
	}
	return all
}

func known(name string) bool {
	_, ok := floors[name]
	return ok
}

func packages(t *testing.T) []goPackage {
	t.Helper()
	// -e: a package that does not build yet still has imports; vet tells that it does not build.
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
