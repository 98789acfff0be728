package layering_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// place matches a folder or file of the source tree as documents name it.
var place = regexp.MustCompile("`((?:internal|docs|oracle|scripts|packaging|bench|cmd)/[\\w./-]+)`")

// TestDocumentsNameExistingFiles checks every path named in the documents for users and maintainers.
func TestDocumentsNameExistingFiles(t *testing.T) {
	root := testkit.RepoRoot(t)
	docs := []string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")}
	for _, pattern := range []string{"docs/*.md", "docs/guide/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d documents (error %v)", pattern, len(found), err)
		}
		docs = append(docs, found...)
	}
	named := 0
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(filepath.Join(root, string(m[1]))); err != nil {
				t.Errorf("%s: %s does not exist", doc, m[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d paths are named", named)
	}
}

// docs/security.md names, for each point, the test that proves it and the file below internal/ that implements it.
var (
	provenBy = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	codeIn   = regexp.MustCompile(`\b((?:\w+/)+\w+\.go)\b`)
)

// TestSecurityNamesExistingTests checks every test and file that docs/security.md names, so that renaming or deleting a
// test cannot leave a claim without proof.
func TestSecurityNamesExistingTests(t *testing.T) {
	root := testkit.RepoRoot(t)
	page, err := os.ReadFile(filepath.Join(root, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, file := range goFiles(t, filepath.Join(root, "internal")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range testFunction.FindAllSubmatch(text, -1) {
			tests[string(m[1])] = true
		}
	}
	named := provenBy.FindAllSubmatch(page, -1)
	for _, m := range named {
		if !tests[string(m[1])] {
			t.Errorf("docs/security.md: there is no test %s", m[1])
		}
	}
	if len(named) < 30 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range codeIn.FindAllSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join(root, "internal", string(m[1]))); err != nil {
			t.Errorf("docs/security.md: internal/%s does not exist", m[1])
		}
	}
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

func goFiles(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestArchitectureNamesEveryPackage checks that docs/architecture.md names each package of the layers, by its path
// without the layer or as part of `parent/…`.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, internal)
		if !ok || layerOf(name) < 0 || forTests(p.ImportPath) {
			continue
		}
		_, short, nested := strings.Cut(name, "/")
		if !nested || isBelow(name, "app") {
			short = name
		}
		if !bytes.Contains(text, []byte("`"+short+"`")) && !bytes.Contains(text, []byte("`"+path.Dir(short)+"/…`")) {
			t.Errorf("docs/architecture.md does not name %s", short)
		}
	}
}

// TestContainerTrustsNoProxy checks that the container does not start with --behind-proxy. With that flag and without a
// proxy, a client could claim any address; docs/guide/hosting.md says to add it only behind a proxy.
func TestContainerTrustsNoProxy(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "--behind-proxy") {
		t.Error("packaging/Containerfile starts Holdover with --behind-proxy")
	}
}
