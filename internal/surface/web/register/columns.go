package register

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/registers"
	"holdover/internal/surface/ui"
)

// columnsCookie stores the columns that a browser does not show, by the kind of register: "all=notes&one=flagged.cat".
const columnsCookie = "holdover_columns"

// The kinds of registers with their own columns.
const (
	allAccounts = "all"
	oneAccount  = "one"
	tracking    = "tracking"
)

// optionalColumns are the classes of the columns that can be left out, with their labels. The others identify a
// transaction.
var optionalColumns = []struct{ class, label string }{
	{"flagged", "Flag"}, {"account", "Account"}, {"cat", "Category"}, {"notes", "Notes"}, {"running", "Balance"}, {"mark", "Cleared"},
}

// ColumnChoice is the form that chooses the columns of a kind of register.
type ColumnChoice struct {
	Kind    string
	Heading string
	Columns []ColumnOption
	Without string // the classes of the table that leave columns out
}

// ColumnOption is a column that can be left out.
type ColumnOption struct {
	Class, Label string
	Shown        bool
}

// columnChoice returns the columns of a register, as this browser shows them. The rows are the same: a class of the table leaves
// columns out.
func columnChoice(r *http.Request, p *registers.Page) ColumnChoice {
	c := ColumnChoice{Kind: allAccounts, Heading: "Columns of all accounts"}
	if acc := p.Account; acc != nil {
		if c.Kind, c.Heading = oneAccount, "Columns of accounts on budget"; !acc.OnBudget {
			c.Kind, c.Heading = tracking, "Columns of accounts off budget"
		}
	}
	left := strings.Split(columnsLeftOut(r).Get(c.Kind), ".")
	for _, column := range optionalColumns {
		if missing := map[bool]string{true: "running", false: "account"}[c.Kind == allAccounts]; column.class == missing {
			continue
		}
		shown := !slices.Contains(left, column.class)
		c.Columns = append(c.Columns, ColumnOption{column.class, column.label, shown})
		if !shown {
			c.Without += " without-" + column.class
		}
	}
	return c
}

func columnsLeftOut(r *http.Request) url.Values {
	kept, err := url.ParseQuery(ui.CookieOf(r, columnsCookie))
	if err != nil {
		return url.Values{}
	}
	return kept
}

// SetColumns stores in the browser which columns a kind of register shows, and redirects to the register.
func SetColumns(w http.ResponseWriter, r *ui.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	old, kept := columnsLeftOut(r.Request), url.Values{}
	for _, kind := range []string{allAccounts, oneAccount, tracking} {
		if kind != r.Get("kind") {
			if left := old.Get(kind); left != "" {
				kept.Set(kind, knownColumns(strings.Split(left, ".")))
			}
			continue
		}
		var left []string
		for _, column := range optionalColumns {
			if !slices.Contains(r.PostForm["column"], column.class) {
				left = append(left, column.class)
			}
		}
		kept.Set(kind, knownColumns(left))
	}
	r.Remember(w, columnsCookie, kept.Encode())
	return r.Redirect(w, ui.LocalPath(r.Get("back")))
}

// knownColumns returns the classes of columns that can be left out, without others.
func knownColumns(classes []string) string {
	var known []string
	for _, column := range optionalColumns {
		if slices.Contains(classes, column.class) {
			known = append(known, column.class)
		}
	}
	return strings.Join(known, ".")
}
