package register

import (
	"fmt"
	"io"
	"net/http"

	"holdover/internal/app/registers"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// CSV sends all rows that match a register's filter as a file for spreadsheets, in their order.
func CSV(w http.ResponseWriter, r *ui.Request) error {
	l, err := listingOf(r)
	if err != nil {
		return err
	}
	budget, err := r.App.Budget(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	return r.Download(w, budget.Name+" transactions", ".csv", "text/csv; charset=utf-8", func(to io.Writer) error {
		return r.App.RowsCSV(r.Context(), r.Actor, r.BudgetID, registers.Query{Filter: l.Filter, Sort: l.Sort, Ascending: l.Ascending}, to)
	})
}

// Print shows the rows of a register as a page for paper: all matching rows, up to a limit, under the active filters.
func Print(w http.ResponseWriter, r *ui.Request) error {
	l, err := listingOf(r)
	if err != nil {
		return err
	}
	got, err := r.App.Register(r.Context(), r.Actor, r.BudgetID, registers.Query{Filter: l.Filter, Sort: l.Sort, Ascending: l.Ascending, Page: registers.Paging{Rows: registers.PrintedRows}})
	if err != nil {
		return err
	}
	p := printPage(registerPage(&got, &l, r.HereAfter(), r.Today), l.url(r.Links))
	p.Sidebar = ui.SidebarOf(&got.Frame, ui.OnRegister, l.Account)
	p.Budget, p.PrintedOn = got.Budget.Name, r.Today.In(got.Budget.DateFormat)
	if got.Total > len(got.Rows) {
		p.OmittedNote = fmt.Sprintf("These are the first %s of %s. Filter the register to print fewer.", humanize.Count(len(got.Rows)), p.Tally.Rows)
	}
	return r.Render(w, http.StatusOK, p)
}

// PrintPage is a register as a page for paper.
type PrintPage struct {
	*RegisterPage
	Budget      string // its name
	PrintedOn   string // today, in the budget's format
	OmittedNote string // says that rows are omitted; empty if all are shown
	BackToURL   string // address of the register
}

// printPage returns the page for paper of a register. It removes the rows' controls and shows the parts of all splits.
func printPage(p *RegisterPage, backURL string) *PrintPage {
	for i := range p.Rows {
		row := &p.Rows[i]
		row.EditURL, row.Collapsed = "", false
	}
	return &PrintPage{RegisterPage: p, BackToURL: backURL}
}

// Template names the page's template.
func (*PrintPage) Template() string { return "printed" }
