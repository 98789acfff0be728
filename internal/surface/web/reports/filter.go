package reports

import (
	"net/http"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/report"
	"holdover/internal/model/budget"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// FilterPage is the form of a report's filters. With scripts it opens beside its button; without, it is a page.
type FilterPage struct {
	ui.Frame
	Action      string       // address of the report
	Clear       string       // address of the report without filters
	Keep        []ui.Field   // hidden fields with the report's other parameters, such as its months
	Lists       []ui.Several // the filters, such as categories or accounts
	ByAmount    bool         // the report can be filtered by amount
	Least, Most string       // the limits of the amount, as text; empty for none
	More        *ui.MoreConditions
}

// Template names the page's template.
func (*FilterPage) Template() string { return "report_filter" }

// Filter shows the filters of a report.
func Filter(w http.ResponseWriter, r *ui.Request) error {
	name := report.Kind(r.PathValue("report"))
	if k := kindOf(name); k == nil || !k.filterable() {
		return apperr.New(apperr.NotFound, "this report has no filter")
	}
	rd, err := read(r, name)
	if err != nil {
		return err
	}
	choices, err := r.App.RegisterChoices(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	p := rd.filterPage(&choices)
	if r.FromScript() {
		return r.RenderPart(w, http.StatusOK, p, "reportfilter")
	}
	p.Sidebar = ui.SidebarOf(&choices.Frame, ui.OnReports, "")
	return r.Render(w, http.StatusOK, p)
}

// refuse shows the filter as it was typed, with the error next to its regular expression. It returns other errors.
func (rd *reading) refuse(w http.ResponseWriter, failed error) error {
	faults := ui.AtField(failed, ui.RegexpKeys...)
	if _, elsewhere := faults[""]; elsewhere || rd.URL.Query().Has("as") {
		return failed
	}
	choices, err := rd.App.RegisterChoices(rd.Context(), rd.Actor, rd.BudgetID)
	if err != nil {
		return err
	}
	p := rd.filterPage(&choices)
	p.More.Refuse(faults)
	p.Sidebar = ui.SidebarOf(&choices.Frame, ui.OnReports, "")
	return rd.Render(w, httpx.StatusOf(failed), p)
}

// filterFields are the parameters of a report's address that filter its rows.
var filterFields = []string{"group", "category", "account", "payee", "flag", "tag", notField, "least", "most", ui.MatchKey, rows.PayeeRegexpField, rows.NotesRegexpField}

// filterPage returns the form with the report's present filters. The net worth can only be filtered by accounts.
func (rd *reading) filterPage(choices *registers.Choices) *FilterPage {
	unfiltered := withoutFields(rd.url, filterFields...)
	p := &FilterPage{Frame: ui.Frame{Title: "Filter"}, Action: rd.address(rd.ask.Kind, nil), Clear: rd.address(rd.ask.Kind, unfiltered), Keep: ui.HiddenFields(unfiltered)}
	addList := func(name, label string, groups []ui.OptionGroup, chosen []string) {
		p.Lists = append(p.Lists, ui.SeveralOf(name, label, groups, chosen, rd.ask.AllBut(name)))
	}
	if rd.ask.Kind == report.KindNetWorth {
		addList("account", "Account", rd.accountOptions(choices), rd.ask.Accounts)
		return p
	}
	categories := slices.Clone(rd.ask.Categories) // and groups, which are in the same list
	for _, group := range rd.ask.Groups {
		categories = append(categories, rows.GroupRef+group)
	}
	p.ByAmount, p.Least, p.Most = true, plainAmount(rd.ask.Least), plainAmount(rd.ask.Most)
	p.More = new(ui.MoreConditionsOf("Transactions", rd.ask.Any, "Months and accounts", regexpsOf(&rd.ask)))
	addList("category", "Category", categoryOptions(choices), categories)
	addList("payee", "Payee", ui.PayeesToFilter(choices.Payees), rd.ask.Payees)
	addList("account", "Account", rd.accountOptions(choices), rd.ask.Accounts)
	addList("flag", "Flag", ui.Ungrouped(ui.Flags(rows.None, "No flag")), rd.ask.Flags)
	if len(choices.Tags) > 0 || len(rd.ask.Tags) > 0 {
		addList("tag", "Tag", ui.TagsToFilter(choices.Tags, rd.ask.Tags), rd.ask.Tags)
	}
	return p
}

// accountOptions lists the accounts that the report includes: all for the net worth, otherwise those on budget.
func (rd *reading) accountOptions(choices *registers.Choices) []ui.OptionGroup {
	return ui.AccountsToFilter(&choices.Frame, func(a *pageframe.Account) bool { return a.OnBudget || rd.ask.Kind == report.KindNetWorth })
}

// categoryOptions lists groups with their categories, without income, which reports treat separately, and card
// payment categories, in which nothing is spent.
func categoryOptions(choices *registers.Choices) []ui.OptionGroup {
	groups := slices.DeleteFunc(slices.Clone(choices.Groups), func(g budget.Group) bool { return g.Income || g.Cards })
	none := ui.OptionGroup{Options: []ui.Option{{Value: rows.None, Label: "No category"}}}
	return append(ui.CategoriesToFilter(groups, choices.Categories), none)
}
