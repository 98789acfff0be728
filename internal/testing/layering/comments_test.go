package layering_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ownLink is a link of a comment to something of its own package: [Book], [Book.Edit].
var ownLink = regexp.MustCompile(`\[([A-Z]\w*)(?:\.(\w+))?\](?:[^(\[]|$)`)

// TestCommentsNameWhatIsThere looks at the comment of each declaration: it begins with its name, and links to what its package
// has. One that was left behind by a renaming sends its reader to look for something that is not there.
func TestCommentsNameWhatIsThere(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		has, files := map[string]bool{}, map[string]*ast.File{}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = f
			declared(f, func(owner, name string, _ *ast.CommentGroup) { has[owner+name] = true })
		}
		for file, f := range files {
			declared(f, func(_, name string, doc *ast.CommentGroup) {
				seen++
				if first, _, _ := strings.Cut(doc.Text(), " "); first != "" && strings.TrimRight(first, ",:\n") != name {
					t.Errorf("%s/%s: the comment of %s begins with %q", p.ImportPath, file, name, first)
				}
			})
			for _, comment := range f.Comments {
				for _, m := range ownLink.FindAllStringSubmatch(comment.Text(), -1) {
					if link := strings.TrimSuffix(m[1]+"."+m[2], "."); !has[link] {
						t.Errorf("%s/%s: [%s] is not there", p.ImportPath, file, link)
					}
				}
			}
		}
	}
	if seen < 5000 {
		t.Errorf("only %d declarations were seen", seen)
	}
}

// declared hands over what a file declares, with what it belongs to ("Book." for a method or a field) and its own comment.
func declared(f *ast.File, see func(owner, name string, doc *ast.CommentGroup)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			see(owner(d.Recv), d.Name.Name, d.Doc)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				declaredBy(d, s, see)
			}
		}
	}
}

func declaredBy(d *ast.GenDecl, s ast.Spec, see func(owner, name string, doc *ast.CommentGroup)) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		see("", s.Name.Name, docOf(d, s.Doc))
		members := &ast.FieldList{}
		switch of := s.Type.(type) {
		case *ast.StructType:
			members = of.Fields
		case *ast.InterfaceType:
			members = of.Methods
		}
		for _, field := range members.List {
			for _, name := range field.Names {
				see(s.Name.Name+".", name.Name, nil)
			}
		}
	case *ast.ValueSpec:
		doc := docOf(d, s.Doc)
		for i, name := range s.Names {
			if i > 0 {
				doc = nil // of several the comment names the first
			}
			see("", name.Name, doc)
		}
	}
}

// docOf is a declaration's own comment: what stands above a group is about all of it.
func docOf(d *ast.GenDecl, own *ast.CommentGroup) *ast.CommentGroup {
	if d.Lparen.IsValid() {
		return own
	}
	return d.Doc
}

// owner is what a function is a method of, with a point.
func owner(recv *ast.FieldList) string {
	if recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(recv.List[0].Type, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && name == "" {
			name = id.Name + "."
		}
		return name == ""
	})
	return name
}

var floorSaid = regexp.MustCompile(`\bFloor (\d)`)

// TestPackageCommentsSayTheirFloor looks at what the comment of each package says of where it stands: its floor, and, where it
// says what it imports, each of its own floor that it does import.
func TestPackageCommentsSayTheirFloor(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, rooms)
		floor, stands := floors[name]
		if !stands {
			continue
		}
		says := ""
		for _, file := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			says += f.Doc.Text()
		}
		at := floorSaid.FindStringSubmatchIndex(says)
		if at == nil || says[at[2]:at[3]] != strconv.Itoa(floor) {
			t.Errorf("the comment of %s does not say that it stands on floor %d", name, floor)
			continue
		}
		for _, path := range p.Imports {
			other := strings.TrimPrefix(path, rooms)
			if on, inHouse := floors[other]; !inHouse || on != floor || within(other, name) || !strings.Contains(says[at[0]:], "import") {
				continue
			}
			if base := other[strings.LastIndex(other, "/")+1:]; !regexp.MustCompile(`\b` + base + `\b`).MatchString(says[at[0]:]) {
				t.Errorf("the comment of %s says what it imports, and not %s", name, other)
			}
		}
	}
}
