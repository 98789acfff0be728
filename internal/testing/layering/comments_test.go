package layering_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// packageLink matches a doc link to a name of the same package: [Book], [Book.Edit].
var packageLink = regexp.MustCompile(`\[([A-Z]\w*)(?:\.(\w+))?\](?:[^(\[]|$)`)

// TestCommentsNameExistingThings checks that the comment of each declaration begins with its name and links only to
// names that its package declares. A comment that a rename forgot would fail.
func TestCommentsNameExistingThings(t *testing.T) {
	seen := 0
	for _, p := range packages(t) {
		declaredNames, files := map[string]bool{}, map[string]*ast.File{}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = f
			declared(f, func(owner, name string, _ *ast.CommentGroup) { declaredNames[owner+name] = true })
		}
		for file, f := range files {
			declared(f, func(_, name string, doc *ast.CommentGroup) {
				seen++
				if first, _, _ := strings.Cut(doc.Text(), " "); first != "" && strings.TrimRight(first, ",:\n") != name {
					t.Errorf("%s/%s: the comment of %s begins with %q", p.ImportPath, file, name, first)
				}
			})
			for _, comment := range f.Comments {
				for _, m := range packageLink.FindAllStringSubmatch(comment.Text(), -1) {
					if link := strings.TrimSuffix(m[1]+"."+m[2], "."); !declaredNames[link] {
						t.Errorf("%s/%s: [%s] does not exist", p.ImportPath, file, link)
					}
				}
			}
		}
	}
	if seen < 5000 {
		t.Errorf("only %d declarations were read", seen)
	}
}

// declared calls see for each declaration of a file: its owner ("Book." for a method or a field), its name and its
// comment.
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
				doc = nil // the comment names the first of several
			}
			see("", name.Name, doc)
		}
	}
}

// docOf returns the comment of one declaration. The comment above a parenthesised group belongs to the group.
func docOf(d *ast.GenDecl, own *ast.CommentGroup) *ast.CommentGroup {
	if d.Lparen.IsValid() {
		return own
	}
	return d.Doc
}

// owner returns the receiver type of a method followed by a dot, or "" for a function.
func owner(recv *ast.FieldList) string {
	if recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name + "."
		}
		return name == ""
	})
	return name
}
