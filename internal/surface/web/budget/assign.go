package budget

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// AssignPage lists the actions that assign a month at once, and previews the changes of the chosen one.
type AssignPage struct {
	ui.Frame
	Month     string // "2026-11"
	MonthName string
	BackURL   string
	Look      string // filter of the screen that opened it
	URL       string // address of this page
	DoURL     string // handles the change; empty for a viewer
	ToBudget  ui.Figure
	After     ui.Figure
	Ways      []AssignWay
	Chosen    AssignWay
	Lines     []AssignLine
	Some      bool   // the lines are limited to categories chosen before
	Shown     string // the lines, submitted with the form
	Fault     *ui.FaultText
}

// AssignWay is an action with the total that it would assign.
type AssignWay struct {
	Action, Name, URL, Why string
	Sum                    ui.Figure
	Chosen                 bool
}

// AssignLine is a category that would change.
type AssignLine struct {
	ID, Group, Name string
	Was, Is, More   ui.Figure
}

func (*AssignPage) Template() string { return "assign" }

// ends explains when an action stops.
const ends = " It stops when To Budget reaches 0, in this or a later month."

var whys = map[app.AssignAction]string{
	"underfunded":         "Covers overspending, then funds each target, the earliest due first. Targets for a part of what remains divide the rest." + ends,
	"cover-overspending":  "Covers every overspent category, those without a target too." + ends,
	"assigned-last-month": "Budgets the same amounts as last month." + ends,
	"spent-last-month":    "Budgets what was spent last month." + ends,
	"average-assigned":    "Budgets the average of the last twelve months, starting with the first month that has data." + ends,
	"average-spent":       "Budgets the average spending of the last twelve months, starting with the first month that has data." + ends,
	"reduce-overfunding":  "Takes back money that targets do not need yet.",
	"reset-available":     "Takes back what is left in each category and covers overspending.",
	"reset-assigned":      "Takes back everything budgeted in the month.",
}

// Assign shows the actions for a month, and the changes that an action would make.
func Assign(w http.ResponseWriter, r *ui.Request) error {
	return showAssign(w, r, r.URL.Query(), nil)
}

// refuseAssign shows the assignments of the chosen categories again, with the error.
func refuseAssign(w http.ResponseWriter, r *ui.Request, failed error) error {
	return showAssign(w, r, r.PostForm, r.Logged(failed))
}

func showAssign(w http.ResponseWriter, r *ui.Request, q url.Values, failed error) error {
	m, err := civil.ParseMonth(q.Get("month"))
	if err != nil {
		return apperr.New(apperr.NotFound, "month not found").WithCause(err)
	}
	f, err := r.Frame()
	if err != nil {
		return err
	}
	figures := ui.Figures{Format: f.Budget.CurrencyFormat}
	p := &AssignPage{
		Frame: ui.Frame{Title: "Assign " + m.Name()}, Month: m.String(), MonthName: m.Name(), BackURL: lookAt(r.Links.Month(m), q.Get("look")), Look: q.Get("look"), URL: r.To("assign"), Some: len(q["pick"]) > 0,
		Fault: ui.FaultIn(failed),
	}
	p.Sidebar = ui.SidebarOf(f, ui.OnBudgetScreen, "")
	if f.MayChange() {
		p.DoURL = r.To("do/assign")
	}
	chosen := app.AssignAction(q.Get("action"))
	if !slices.Contains(app.AssignActions(), chosen) {
		chosen = app.AssignActions()[0]
	}
	for _, action := range app.AssignActions() {
		of := q["pick"]
		if action != chosen {
			of = nil
		}
		made, err := r.App.PreviewAssign(r.Context(), r.Actor, r.BudgetID, m, action, of)
		if err != nil {
			return err
		}
		way := AssignWay{
			Action: string(action), Name: app.AssignName(action), Why: whys[action], Chosen: action == chosen, Sum: figures.Plain(made.ToBudget - made.After),
			URL: p.URL + "?" + lookAt(url.Values{"month": {m.String()}, "action": {string(action)}}.Encode(), q.Get("look")),
		}
		if p.Ways = append(p.Ways, way); way.Chosen {
			p.show(figures, way, &made)
		}
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func (p *AssignPage) show(figures ui.Figures, way AssignWay, made *app.Assigning) {
	p.Chosen, p.ToBudget, p.After = way, figures.Symbol(made.ToBudget), figures.Symbol(made.After)
	p.Shown = strings.Join(iterutil.Map(made.Lines, func(l app.AssignLine) string { return fmt.Sprintf("%s=%d", l.ID, l.Is) }), " ")
	for _, l := range made.Lines {
		more := figures.Plain(l.Is - l.Was)
		if l.Is > l.Was {
			more.Text = "+" + more.Text
		}
		p.Lines = append(p.Lines, AssignLine{ID: l.ID, Group: l.Group, Name: l.Name, Was: figures.Plain(l.Was), Is: figures.Plain(l.Is), More: more})
	}
}

// assign applies the previewed changes to the chosen categories. If an amount would differ from the preview, the new
// preview is shown first.
func assign(r *ui.Request, m civil.Month) (app.ChangeResult, error) {
	chosen := iterutil.Set(r.PostForm["pick"])
	if len(chosen) == 0 {
		return app.ChangeResult{}, apperr.New(apperr.Invalid, "no category selected").WithHint("select the categories to change")
	}
	var lines []app.AssignLine
	for line := range strings.FieldsSeq(r.Get("shown")) {
		id, text, _ := strings.Cut(line, "=")
		is, err := strconv.ParseInt(text, 10, 64)
		if err == nil && chosen[id] {
			lines = append(lines, app.AssignLine{ID: id, Is: money.Milli(is)})
		}
	}
	if len(lines) < len(chosen) {
		return app.ChangeResult{}, apperr.New(apperr.Invalid, "the form is incomplete").WithHint("reload the page")
	}
	return r.App.AssignMonth(r.Context(), r.Actor, r.BudgetID, m, app.AssignAction(r.Get("action")), lines)
}
