package reports

import (
	"net/http"
	"slices"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// FilterPage is the form of a report's filters. With scripts it opens at its button; without, it is a page.
type FilterPage struct {
	ui.Frame
	Action string // the report
	Clear  string // the report without filters
	Keep   []ui.Field
	Lists  []ui.Several
	// The least and the most of an amount; ByAmount reports whether they can be chosen.
	ByAmount    bool
	Least, Most string
}

// Template names the page's template.
func (*FilterPage) Template() string { return "report_filter" }

// Filter shows the filters of a report.
func Filter(w http.ResponseWriter, r *ui.Request) error {
	name := report.Kind(r.PathValue("report"))
	if k := kindOf(name); k == nil || !k.filters() {
		return apperr.New(apperr.NotFound, "there is nothing to choose for this report")
	}
	rd, err := read(r, name)
	if err != nil {
		return err
	}
	got, err := r.App.RegisterChoices(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := rd.filterPage(&got)
	if r.FromScript() {
		return r.RenderPart(w, http.StatusOK, p, "reportfilter")
	}
	p.Sidebar = ui.SidebarOf(&got.Frame, ui.OnReports, "")
	return r.Render(w, http.StatusOK, p)
}

// filterFields are the fields of an address that filter.
var filterFields = []string{"group", "category", "account", "payee", "flag", notField, "least", "most"}

func (rd *reading) filterPage(got *registers.Choices) *FilterPage {
	plain := but(rd.url, filterFields...)
	p := &FilterPage{Frame: ui.Frame{Title: "Filter"}, Action: rd.address(rd.ask.Kind, nil), Clear: rd.address(rd.ask.Kind, plain), Keep: ui.HiddenFields(plain)}
	add := func(name, label string, groups []ui.OptionGroup, chosen []string) {
		p.Lists = append(p.Lists, ui.SeveralOf(name, label, groups, chosen, rd.ask.AllBut(name)))
	}
	if rd.ask.Kind == report.KindNetWorth {
		add("account", "Account", rd.accountOptions(got), rd.ask.Accounts)
		return p
	}
	categories := slices.Clone(rd.ask.Categories)
	for _, group := range rd.ask.Groups {
		categories = append(categories, rows.GroupRef+group)
	}
	p.ByAmount, p.Least, p.Most = true, plainAmount(rd.ask.Least), plainAmount(rd.ask.Most)
	add("category", "Category", categoryOptions(got), categories)
	add("payee", "Payee", ui.PayeesToFilter(got.Payees), rd.ask.Payees)
	add("account", "Account", rd.accountOptions(got), rd.ask.Accounts)
	add("flag", "Flag", ui.Ungrouped(ui.Flags(rows.None, "No flag")), rd.ask.Flags)
	return p
}

// accountOptions lists the accounts on budget.
func (rd *reading) accountOptions(got *registers.Choices) []ui.OptionGroup {
	var all []ui.Option
	for i := range got.Accounts {
		if a := &got.Accounts[i]; a.OnBudget || rd.ask.Kind == report.KindNetWorth {
			all = append(all, ui.Option{Value: a.ID, Label: a.Name})
		}
	}
	return ui.Ungrouped(all)
}

// categoryOptions lists groups with their categories, without income, which reports treat separately, and card
// payment categories, in which nothing is spent.
func categoryOptions(got *registers.Choices) []ui.OptionGroup {
	groups := slices.DeleteFunc(slices.Clone(got.Groups), func(g budget.Group) bool { return g.Income || g.Cards })
	none := ui.OptionGroup{Options: []ui.Option{{Value: rows.None, Label: "No category"}}}
	return append(ui.CategoriesToFilter(groups, got.Categories), none)
}
