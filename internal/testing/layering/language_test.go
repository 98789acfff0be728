package layering_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/testing/testkit"
)

// oddPhrase matches phrases that make a comment hard to read, most often because a pronoun stands in the place of a
// noun.
var oddPhrase = regexp.MustCompile(`(?i)\b(?:who|whoever|whom|whose|nobody|somebody|anybody|everybody|anew|meanwhile|by itself|so many|as far as|` +
	`of (?:its|their|one's) own|what (?:is|it|was|of|has|a|they|we)|says whether|there is none|none is)\b`)

// maxOddPhrases is the limit on odd phrases in 1,000 lines of comments. It may only fall.
const maxOddPhrases = 10

// TestCommentsAreWordedPlainly counts odd phrases in the comments of all Go files, tests included.
func TestCommentsAreWordedPlainly(t *testing.T) {
	type place struct {
		file string
		odd  int
	}
	var worst []place
	lines, odd := 0, 0
	for _, path := range sourceFiles(t) {
		inFile := 0
		for _, group := range parse(t, path).Comments {
			lines += strings.Count(group.Text(), "\n")
			inFile += len(oddPhrase.FindAllString(strings.ReplaceAll(group.Text(), "\n", " "), -1))
		}
		odd += inFile
		worst = append(worst, place{path, inFile})
	}
	if odd*1000 <= maxOddPhrases*lines {
		return
	}
	t.Errorf("%d odd phrases in %d lines of comments are %d in 1,000, the limit is %d", odd, lines, odd*1000/lines, maxOddPhrases)
	slices.SortFunc(worst, func(a, b place) int { return b.odd - a.odd })
	for _, p := range worst[:20] {
		t.Logf("%3d %s", p.odd, p.file)
	}
}

func TestOddPhrasesAreFound(t *testing.T) {
	for _, odd := range []string{"Who asks comes first.", "It says whether there is one.", "What is left goes.", "A list of its own."} {
		if !oddPhrase.MatchString(odd) {
			t.Errorf("%q is not found", odd)
		}
	}
	for _, plain := range []string{"Take returns the next n bytes.", "The owner may share it.", "It reports whether a row exists."} {
		if oddPhrase.MatchString(plain) {
			t.Errorf("%q is found, although it is plain", plain)
		}
	}
}

// renamedPackages lists the names of packages that this code base replaced by the usual terms, with the term to use.
var renamedPackages = map[string]string{
	"fault": "apperr", "cal": "civil", "plandoc": "ynabdoc", "bring": "migration", "finder": "rowindex", "typed": "amountparse",
	"movement": "moneymovement", "cardway": "cardmode", "aside": "staging", "plot": "chart", "packed": "binenc", "spool": "tempfile",
	"people": "users", "peoplestore": "userstore", "access": "budgetsession", "waiting": "pending", "words": "humanize",
}

// renamedTypes lists exported names that did the same, in any package.
var renamedTypes = map[string]string{
	"Nobody": "IsAnonymous", "Teller": "Engine", "World": "Context", "ByItself": "AutoEnter",
	"Shelf": "Spill", "Spool": "Buffer", "Usuals": "CategorySuggester", "Standing": "Status", "Heavily": "WithMemory",
}

// qualified matches a name of another package in a comment, such as budget.Whole.
var qualified = regexp.MustCompile(`\b([a-z]+)\.[A-Z]\w`)

// TestNoRenamedIdentifiers checks that a term which was replaced does not come back, in code or as a package in
// comments.
func TestNoRenamedIdentifiers(t *testing.T) {
	for _, path := range sourceFiles(t) {
		file := parse(t, path)
		if term, ok := renamedPackages[file.Name.Name]; ok {
			t.Errorf("%s: package %s: use %s", path, file.Name.Name, term)
		}
		declared(file, func(_, name string, _ *ast.CommentGroup) {
			if term, ok := renamedTypes[name]; ok {
				t.Errorf("%s: %s: use %s", path, name, term)
			}
		})
		for _, comment := range file.Comments {
			for _, m := range qualified.FindAllStringSubmatch(comment.Text(), -1) {
				if term, ok := renamedPackages[m[1]]; ok {
					t.Errorf("%s: the comment names %s: use %s", path, m[0], term)
				}
			}
		}
	}
}

// startHere is the sentence of a package comment that names the file or function to read first.
var startHere = regexp.MustCompile(`\b[Ss]tart(?: reading)? (?:at|with)\b`)

// minFilesForStart is the number of files from which a package comment must name the first one to read.
const minFilesForStart = 4

func TestEveryPackageCommentSaysWhereToStart(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) == 0 {
			continue
		}
		var doc bytes.Buffer
		for _, name := range p.GoFiles {
			doc.WriteString(parse(t, filepath.Join(p.Dir, name)).Doc.Text())
		}
		text := strings.ReplaceAll(doc.String(), "\n", " ")
		switch {
		case text == "":
			t.Errorf("%s has no package comment", p.ImportPath)
		case len(p.GoFiles) >= minFilesForStart && !startHere.MatchString(text):
			t.Errorf("the comment of %s does not say where to start reading", p.ImportPath)
		}
	}
}

// sourceFiles lists the Go files of the module.
func sourceFiles(t *testing.T) (all []string) {
	t.Helper()
	root := testkit.RepoRoot(t)
	for _, dir := range []string{"internal", "cmd", "bench", "oracle"} {
		for _, path := range goFiles(t, filepath.Join(root, dir)) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !generated(source) {
				all = append(all, path)
			}
		}
	}
	return all
}

func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
