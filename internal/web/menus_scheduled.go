package web

import (
	"holdover/internal/app"
	"holdover/internal/fault"
)

// scheduledMenus are the menus about scheduled transactions, by what their query
// names.
var scheduledMenus = map[string]menuKind{
	"scheduled":         oneScheduled,
	"by-itself":         byItselfMenu,
	"all-by-themselves": allByThemselvesMenu,
}

// askScheduled finds what a menu is about.
func (a *asking) scheduled(id string) (*app.ScheduledRow, *app.Frame, error) {
	f, err := a.app.Frame(a.ctx, a.who, a.id)
	if err != nil {
		return nil, nil, err
	}
	r, err := a.app.ScheduledByID(a.ctx, a.who, a.id, id, a.today)
	if fault.KindOf(err) == fault.NotFound {
		err = fault.New(fault.NotFound, "there is no such scheduled transaction any more").WithHint("it may have been entered for the last time, or deleted")
	}
	return r, &f, err
}

func oneScheduled(a *asking, id string) (*MenuPage, *app.Frame, error) {
	r, f, err := a.scheduled(id)
	if err != nil {
		return nil, nil, err
	}
	fig := figures{f.Budget.CurrencyFormat}
	day := r.Date.In(f.Budget.DateFormat)
	p := &MenuPage{Heading: scheduledName(r), Sub: fig.symbol(r.Amount).Text + ", next on " + day}
	of := hiddenField("scheduled", r.ID)
	if r.Refused == "" {
		p.Items = append(p.Items, a.do("Enter now, dated today", "enter-scheduled", of))
		if r.Date != a.today {
			p.Items = append(p.Items, a.do("Enter on "+day, "enter-scheduled", of, hiddenField("on", "its-day")))
		}
	}
	p.Items = append(p.Items, a.do("Skip "+day, "skip-scheduled", of))
	edit := MenuItem{Label: "Edit", URL: a.scheduledOne(r.ID), Apart: true}
	remove := a.do("Delete", "delete-scheduled", of).ask("Delete")
	remove.Intro, remove.Danger, remove.Apart = "Rows that came of it stay. Undo brings it back.", true, true
	p.Items = append(p.Items, edit, remove)
	return p, f, nil
}

// byItselfMenu asks before something is switched on whose days are past.
func byItselfMenu(a *asking, id string) (*MenuPage, *app.Frame, error) {
	r, f, err := a.scheduled(id)
	if err != nil {
		return nil, nil, err
	}
	p := &MenuPage{Heading: scheduledName(r), Sub: "enters by itself"}
	it := a.do("Switch on", "by-itself", hiddenField("scheduled", r.ID), hiddenField("on", "1")).ask("Switch on")
	it.Open = true
	it.Intro = "Its next day was " + r.Date.In(f.Budget.DateFormat) + ": " + counted(r.Due, "row is", "rows are") + " entered at once, each dated on its day. To leave days out, skip them first."
	p.Items = append(p.Items, it)
	return p, f, nil
}

// allByThemselvesMenu asks before everything is switched on.
func allByThemselvesMenu(a *asking, _ string) (*MenuPage, *app.Frame, error) {
	got, err := a.app.Scheduled(a.ctx, a.who, a.id, a.today)
	if err != nil {
		return nil, nil, err
	}
	off, due := 0, 0
	for i := range got.Rows {
		if r := &got.Rows[i]; !r.ByItself {
			off++
			if r.Refused == "" && !r.TakenBack {
				due += r.Due
			}
		}
	}
	p := &MenuPage{Heading: "Enter by themselves", Sub: counted(off, "scheduled transaction", "scheduled transactions")}
	it := a.do("Switch all on", "all-by-themselves").ask("Switch all on")
	it.Open = true
	it.Intro = "Each is entered on its day while Holdover runs, and made up for later where it did not."
	if due > 0 {
		it.Intro += " " + counted(due, "row is", "rows are") + " due and entered at once."
	}
	if got.Imported {
		it.Intro += " As long as you bring newer files of this plan over, leave it off: they bring the rows."
	}
	p.Items = append(p.Items, it)
	return p, &got.Frame, nil
}
