package layering_test

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// place is a folder or file of the house as documents name it.
var place = regexp.MustCompile("`((?:internal|docs|oracle|scripts|packaging|bench|cmd)/[\\w./-]+)`")

// TestDocumentsNameWhatIsThere looks for every place that the documents for maintainers send somebody to.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	root := testkit.RepoRoot(t)
	named := 0
	for _, doc := range []string{"README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/map.md", "docs/glossary.md", "docs/hosting.md", "docs/security.md"} {
		text, err := os.ReadFile(filepath.Join(root, doc))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllSubmatch(text, -1) {
			named++
			if _, err := os.Stat(filepath.Join(root, string(m[1]))); err != nil {
				t.Errorf("%s: %s is not there", doc, m[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("only %d places are named", named)
	}
}

// What docs/security.md says a point is met by: a test by its name, and a place below internal/.
var (
	heldBy = regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	metIn  = regexp.MustCompile(`\b((?:\w+/)+\w+\.go)\b`)
)

// TestSecurityNamesWhatIsThere looks for every test and place by which the page on security says that a point is met: a
// point whose test was renamed or taken away would be said to be held by nothing.
func TestSecurityNamesWhatIsThere(t *testing.T) {
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
	named := heldBy.FindAllSubmatch(page, -1)
	for _, m := range named {
		if !tests[string(m[1])] {
			t.Errorf("docs/security.md: there is no test %s", m[1])
		}
	}
	if len(named) < 30 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, m := range metIn.FindAllSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join(root, "internal", string(m[1]))); err != nil {
			t.Errorf("docs/security.md: internal/%s is not there", m[1])
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

var (
	floorRow = regexp.MustCompile(`(?m)^\| (\d) [^|]+\|([^|]+)\|`)
	roomName = regexp.MustCompile("`([^`]+)`")
)

// TestArchitectureDrawsEveryRoom compares the table of floors in docs/architecture.md with the one here; `app/…` is all rooms of app.
func TestArchitectureDrawsEveryRoom(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]string{}
	for _, row := range floorRow.FindAllStringSubmatch(string(text), -1) {
		for _, room := range roomName.FindAllStringSubmatch(row[2], -1) {
			drawn[room[1]] = row[1]
		}
	}
	for room, floor := range floors {
		if on := cmp.Or(drawn[room], drawn[path.Dir(room)+"/…"]); on != strconv.Itoa(floor) {
			t.Errorf("docs/architecture.md draws %s on floor %q, it stands on %d", room, on, floor)
		}
	}
	for room := range drawn {
		if _, there := floors[room]; !there && !strings.HasSuffix(room, "/…") {
			t.Errorf("docs/architecture.md draws %s, which is nowhere", room)
		}
	}
}

// TestTheContainerBelievesNoProxy: it was started with --behind-proxy, so that without a proxy anybody could say where they
// come from; docs/hosting.md says to give it behind one alone.
func TestTheContainerBelievesNoProxy(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "packaging", "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "--behind-proxy") {
		t.Error("packaging/Containerfile starts it with --behind-proxy")
	}
}
