package reports

import (
	"net/http"
	"slices"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/report"
	"holdover/internal/ui"
)

// FilterPage is where what a report looks at is chosen. With scripts it opens at its button; without, it is a page.
type FilterPage struct {
	ui.Frame
	Action string // the report
	Clear  string // the report without filters
	Keep   []Hidden
	Lists  []FilterList
	Payees ui.Field // adds one
}

// Template names the page's template.
func (*FilterPage) Template() string { return "report_filter" }

// FilterList is a list of things to tick, under a heading.
type FilterList struct {
	Title, Field string
	Open         bool // something of it is chosen
	Boxes        []FilterBox
}

// FilterBox is one thing to tick; Field is another than the list's for a group among its categories.
type FilterBox struct {
	Field, Value, Name string
	On                 bool
	Depth              int
}

// Filter shows what a report can look at.
func Filter(w http.ResponseWriter, r *ui.Request) error {
	name := report.Kind(r.PathValue("report"))
	if k := kindOf(name); k == nil || !k.filters() {
		return fault.New(fault.NotFound, "there is nothing to choose for this report")
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

func (rd *reading) filterPage(got *app.RegisterChoices) *FilterPage {
	plain := but(rd.url, "group", "category", "account", "payee", "flag")
	p := &FilterPage{Frame: ui.Frame{Title: "Filter"}, Action: rd.address(rd.ask.Kind, nil), Clear: rd.address(rd.ask.Kind, plain)}
	for field, values := range plain {
		for _, v := range values {
			p.Keep = append(p.Keep, Hidden{field, v})
		}
	}
	accounts := FilterList{Title: "Accounts", Field: "account"}
	for i := range got.Accounts {
		if a := &got.Accounts[i]; a.OnBudget || rd.ask.Kind == report.KindNetWorth {
			accounts.add("account", a.ID, a.Name, rd.ask.Accounts)
		}
	}
	p.Lists = append(p.Lists, accounts)
	if rd.ask.Kind == report.KindNetWorth {
		return p
	}
	p.Lists = slices.Insert(p.Lists, 0, rd.categoryBoxes(got))
	flags := FilterList{Title: "Flags", Field: "flag"}
	for _, colour := range ui.FlagColours {
		flags.add("flag", colour, ui.Sentence(colour), rd.ask.Flags)
	}
	flags.add("flag", app.None, "No flag", rd.ask.Flags)
	payees := FilterList{Title: "Payees", Field: "payee"}
	other := []ui.Option{{Label: "Any payee"}}
	for i := range got.Payees {
		if slices.Contains(rd.ask.Payees, got.Payees[i].ID) {
			payees.add("payee", got.Payees[i].ID, got.Payees[i].Name, rd.ask.Payees)
			continue
		}
		other = append(other, ui.Option{Value: got.Payees[i].ID, Label: got.Payees[i].Name})
	}
	label := "Payee"
	if len(payees.Boxes) > 0 {
		p.Lists, other[0].Label, label = append(p.Lists, payees), "None", "Another payee"
	}
	p.Payees = ui.Field{ID: "report-payee", Name: "payee", Label: label, Kind: ui.Choice, Groups: []ui.OptionGroup{{Options: other}}}
	p.Lists = append(p.Lists, flags)
	return p
}

// categoryBoxes are groups with their categories. Income is none of them, reports know it by itself; nothing is spent in
// those that pay cards.
func (rd *reading) categoryBoxes(got *app.RegisterChoices) FilterList {
	list := FilterList{Title: "Categories", Field: "category"}
	members := ui.MembersOf(got.Categories)
	for i := range got.Groups {
		g := &got.Groups[i]
		if g.Income || g.Cards {
			continue
		}
		list.add("group", g.ID, g.Name, rd.ask.Groups)
		for _, c := range members[g.No] {
			list.add("category", c.ID, c.Name, rd.ask.Categories)
			list.Boxes[len(list.Boxes)-1].Depth = 1
		}
	}
	list.add("category", app.None, "No category", rd.ask.Categories)
	return list
}

func (l *FilterList) add(field, value, name string, chosen []string) {
	on := slices.Contains(chosen, value)
	l.Boxes = append(l.Boxes, FilterBox{Field: field, Value: value, Name: name, On: on})
	l.Open = l.Open || on
}
