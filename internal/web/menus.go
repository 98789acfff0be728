package web

import (
	"net/http"
	"strings"

	"holdover/internal/app"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
)

// menu shows what can be done with the thing that the query names.
func (s *site) menu(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	got, err := s.app.Screen(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	p, err := menuOf(&got, r.URL.Query())
	if err != nil {
		return err
	}
	return s.showMenu(w, r, http.StatusOK, &got, p)
}

// showMenu writes a menu: its body alone for a script, else a page.
func (s *site) showMenu(w http.ResponseWriter, r *http.Request, status int, got *app.Screen, p *MenuPage) error {
	if fromScript(r) {
		return s.pages.renderPart(w, status, p, "menubody")
	}
	p.Sidebar = sidebarOf(&got.Frame, OnBudgetScreen, "")
	return s.pages.render(w, r, status, p)
}

// fromScript says whether a script asks, which puts the answer into the page.
func fromScript(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// menus are the kinds of menus, by what their query names.
var menus = map[string]func(*menuDrawing, string) (*MenuPage, error){
	"to-budget": (*menuDrawing).toBudget,
	"balance":   (*menuDrawing).balance,
	"budgeted":  (*menuDrawing).budgeted,
	"category":  (*menuDrawing).category,
	"group":     (*menuDrawing).group,
	"month":     (*menuDrawing).monthMenu,
}

// query is what tells a menu: the kind, and what it is about.
type query interface{ Get(string) string }

func menuOf(got *app.Screen, q query) (*MenuPage, error) {
	d := &menuDrawing{
		Screen: got, figures: figures{got.Budget.CurrencyFormat}, links: linksOf(got.Budget.ID), back: localPath(q.Get("back")),
		members: membersOf(got.Categories),
	}
	if d.back == "/" {
		d.back = d.base
	}
	for kind, draw := range menus {
		if about := q.Get(kind); about != "" {
			p, err := draw(d, about)
			if err != nil {
				return nil, err
			}
			p.Title, p.BackURL = p.Heading, d.back
			d.complete(p, kind+"="+about)
			return p, nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no such menu")
}

// menuDrawing draws the menus of one budget.
type menuDrawing struct {
	*app.Screen
	figures
	links
	back    string
	members map[budget.GroupNo][]*budget.Category
}

// complete gives every form the way back, to the menu too where something is
// wrong with what was filled in.
func (d *menuDrawing) complete(p *MenuPage, menu string) {
	for i := range p.Items {
		it := &p.Items[i]
		if it.URL != "" {
			continue
		}
		it.Hidden = append(it.Hidden, Field{Name: "back", Value: d.back}, Field{Name: "menu", Value: menu})
		for j := range it.Fields {
			it.Fields[j].ID = "in-" + strings.ReplaceAll(strings.ToLower(it.Label), " ", "-") + "-" + it.Fields[j].Name
		}
	}
}

// do is a button or form that changes something.
func (d *menuDrawing) do(label, what string, hidden ...Field) MenuItem {
	return MenuItem{Label: label, Action: d.to("do/" + what), Hidden: hidden}
}

func hiddenField(name, value string) Field { return Field{Name: name, Value: value} }

// ask makes a form of a button.
func (it MenuItem) ask(submit string, fields ...Field) MenuItem {
	it.Submit, it.Fields = submit, fields
	return it
}

// cell finds the category and month of "ID.2026-03".
func (d *menuDrawing) cell(key string) (*budget.Category, cal.Month, error) {
	at := strings.LastIndexByte(key, '.')
	if at < 0 {
		return nil, 0, fault.New(fault.NotFound, "there is no such figure")
	}
	m, err := cal.ParseMonth(key[at+1:])
	if err != nil {
		return nil, 0, fault.New(fault.NotFound, "there is no such month").WithCause(err)
	}
	c, err := d.find(key[:at])
	return c, m, err
}

func (d *menuDrawing) find(category string) (*budget.Category, error) {
	for i := range d.Categories {
		if d.Categories[i].ID == category {
			return &d.Categories[i], nil
		}
	}
	return nil, fault.New(fault.NotFound, "there is no such category any more").WithHint("it may have been deleted meanwhile")
}

// choices are the categories to choose from, by group, but for those left out.
func (d *menuDrawing) choices(leaveOut func(*budget.Category) bool, label func(*budget.Category) string) []OptionGroup {
	var groups []OptionGroup
	for i := range d.Groups {
		g := OptionGroup{Label: d.Groups[i].Name}
		for _, c := range d.members[d.Groups[i].No] {
			if !leaveOut(c) {
				g.Options = append(g.Options, Option{Value: c.ID, Label: label(c)})
			}
		}
		if len(g.Options) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// balances are the categories with what they have in a month; To Budget first.
func (d *menuDrawing) balances(m cal.Month, leaveOut *budget.Category) []OptionGroup {
	toBudget := OptionGroup{Options: []Option{{Value: "", Label: "To Budget, " + d.symbol(d.Sheet.Month(m).ToBudget).Text}}}
	return append([]OptionGroup{toBudget}, d.choices(
		func(c *budget.Category) bool { return c == leaveOut || c.Income },
		func(c *budget.Category) string { return c.Name + ", " + d.symbol(d.Sheet.Cell(c.No, m).Balance).Text },
	)...)
}
