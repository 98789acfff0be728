package preview

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"holdover/internal/surface/ui"
	"holdover/internal/testing/testkit"
)

// Part is a page struct of which only one template is ever rendered, for a script.
type Part struct {
	ui.Page
	Name string // of that template
}

// checkedAll fails for every page struct of the package under test that is not among those checked.
func checkedAll(t *testing.T, structs []ui.Page) {
	t.Helper()
	checked := map[string]bool{}
	for _, p := range structs {
		if part, ok := p.(Part); ok {
			p = part.Page
		}
		checked[reflect.TypeOf(p).Elem().Name()] = true
	}
	paths := testkit.Must(filepath.Glob("*.go"))(t)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file := testkit.Must(parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution))(t)
		for _, d := range file.Decls {
			if name := pageStruct(d); name != "" && !checked[name] {
				t.Errorf("%s: the page struct %s is not checked against its template", path, name)
			}
		}
	}
}

// pageStruct returns the name of the type that a method Template makes a page.
func pageStruct(d ast.Decl) string {
	method, ok := d.(*ast.FuncDecl)
	if !ok || method.Recv == nil || method.Name.Name != "Template" {
		return ""
	}
	pointer, ok := method.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return ""
	}
	name, ok := pointer.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return name.Name
}
