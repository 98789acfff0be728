// Package web is Holdover in a browser: pages rendered on the server that work
// without scripts, and faster with them.
//
// Each page has a struct of what it says (page_*.go), a template of the same
// name, and a function that draws the struct from the domain (budget_screen.go
// and its kin): what a page says is decided in Go, how it looks in
// assets/css. render.go is the one place that writes pages, faults included.
// TestPagesInBrowser renders every page with hard data and photographs it.
//
// The form of a row is texts (row_fields.go) that are drawn (row_drawing.go), shaped
// (row_shape.go) and read (row_entry.go); ts/row_form.ts puts it into the register.
//
// What can be done with a figure or a name is a menu (menus*.go): at the spot
// with scripts, a page without. Its forms go to changing.go, which calls app.
//
// Floor 5: may import floors 0 to 4 and httpx. Start with site.go, the map of
// all addresses, then page_budget.go and budget_screen.go.
package web
