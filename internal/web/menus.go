package web

import (
	"context"
	"maps"
	"net/http"
	"net/url"
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
	p, f, err := s.asking(r, who).menu(r.URL.Query())
	if err != nil {
		return err
	}
	return s.showMenu(w, r, http.StatusOK, f, p)
}

// showMenu writes a menu: its body alone for a script, else a page.
func (s *site) showMenu(w http.ResponseWriter, r *http.Request, status int, f *app.Frame, p *MenuPage) error {
	if fromScript(r) {
		return s.pages.renderPart(w, status, p, "menubody")
	}
	p.Sidebar = sidebarOf(f, OnBudgetScreen, "")
	return s.pages.render(w, r, status, p)
}

// fromScript says whether a script asks, which puts the answer into the page.
func fromScript(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// asking is somebody who wants to know what can be done with a thing of a
// budget.
type asking struct {
	ctx   context.Context
	app   *app.App
	who   app.Actor
	id    string // of the budget
	today cal.Date
	links
	back  string                   // the page that the menu was opened on
	typed func(name string) string // what was filled in where the menu is shown again
	query url.Values               // what else the menu was asked for with
}

func (s *site) asking(r *http.Request, who app.Actor) *asking {
	id := r.PathValue("id")
	return &asking{ctx: r.Context(), app: s.app, who: who, id: id, today: s.today(), links: linksOf(id), typed: r.PostFormValue}
}

// menuKind draws the menu about a thing, with the frame of its budget.
type menuKind func(a *asking, about string) (*MenuPage, *app.Frame, error)

// menus are the kinds of menus, by what their query names.
var menus = map[string]menuKind{
	"to-budget": onScreen((*menuDrawing).toBudget),
	"balance":   onScreen((*menuDrawing).balance),
	"budgeted":  onScreen((*menuDrawing).budgeted),
	"category":  onScreen((*menuDrawing).category),
	"group":     onScreen((*menuDrawing).group),
	"month":     onScreen((*menuDrawing).monthMenu),

	"row":        onRow((*rowMenu).menu),
	"flag":       onRow((*rowMenu).flag),
	"reconciled": onRow((*rowMenu).reconciled),
	"chosen":     chosenMenu,
	"account":    onScreen((*menuDrawing).accountMenu),
}

func init() {
	maps.Copy(menus, payeeMenus)
	maps.Copy(menus, scheduledMenus)
}

// menu draws the menu that a query tells, by the kind and what it is about.
func (a *asking) menu(q url.Values) (*MenuPage, *app.Frame, error) {
	a.query = q
	if a.back = localPath(q.Get("back")); a.back == "/" {
		a.back = a.base
	}
	for kind, draw := range menus {
		about := q.Get(kind)
		if about == "" {
			continue
		}
		p, f, err := draw(a, about)
		if err != nil {
			return nil, nil, err
		}
		p.Title, p.BackURL = p.Heading, a.back
		a.complete(p, kind+"="+about)
		return p, f, nil
	}
	return nil, nil, fault.New(fault.NotFound, "there is no such menu")
}

// complete gives every form the way back, to the menu too where something is
// wrong with what was filled in.
func (a *asking) complete(p *MenuPage, menu string) {
	for i := range p.Items {
		it := &p.Items[i]
		if it.URL != "" {
			continue
		}
		it.Hidden = append(it.Hidden, Field{Name: "back", Value: a.back}, Field{Name: "menu", Value: menu})
		for j := range it.Fields {
			it.Fields[j].ID = "in-" + strings.ReplaceAll(strings.ToLower(it.Label), " ", "-") + "-" + it.Fields[j].Name
		}
	}
}

// do is a button or form that changes something.
func (l links) do(label, what string, hidden ...Field) MenuItem {
	return MenuItem{Label: label, Action: l.to("do/" + what), Hidden: hidden}
}

// menuDrawing draws the menus of the budget screen.
type menuDrawing struct {
	*app.Screen
	figures
	links
	members map[budget.GroupNo][]*budget.Category
}

// onScreen is a menu that is drawn from the budget screen.
func onScreen(draw func(*menuDrawing, string) (*MenuPage, error)) menuKind {
	return func(a *asking, about string) (*MenuPage, *app.Frame, error) {
		got, err := a.app.Screen(a.ctx, a.who, a.id)
		if err != nil {
			return nil, nil, err
		}
		d := &menuDrawing{Screen: &got, figures: figures{got.Budget.CurrencyFormat}, links: a.links, members: membersOf(got.Categories)}
		p, err := draw(d, about)
		return p, &got.Frame, err
	}
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
