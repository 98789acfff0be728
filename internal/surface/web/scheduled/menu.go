package scheduled

import (
	"holdover/internal/app/pageframe"
	"holdover/internal/app/schedules"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/register"
)

func menus() []ui.Menu {
	return []ui.Menu{{Name: "scheduled", Draw: oneScheduled}, {Name: "by-itself", Draw: byItselfMenu}, {Name: "all-by-themselves", Draw: allByThemselvesMenu}}
}

func scheduledOf(a *ui.MenuRequest, id string) (*schedules.Row, *pageframe.Frame, error) {
	f, err := a.Frame()
	if err != nil {
		return nil, nil, err
	}
	r, err := a.App.ScheduledByID(a.Context(), a.Actor, a.BudgetID, id, a.Today)
	return r, f, err
}

func oneScheduled(a *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	r, f, err := scheduledOf(a, id)
	if err != nil {
		return nil, err
	}
	fig := ui.Figures{Format: f.Budget.CurrencyFormat}
	day := r.Date.In(f.Budget.DateFormat)
	p := &ui.MenuPage{Heading: register.ScheduledName(r), Sub: fig.Symbol(r.Amount).Text + ", next on " + day}
	of, due := ui.Hidden("scheduled", r.ID), ui.Hidden("due", r.Date.String())
	if r.Refused == "" {
		p.Items = append(p.Items, a.Do("Enter now, dated today", "enter-scheduled", of, due))
		if r.Date != a.Today {
			p.Items = append(p.Items, a.Do("Enter on "+day, "enter-scheduled", of, due, ui.Hidden("on", "its-day")))
		}
	}
	p.Items = append(p.Items, a.Do("Skip "+day, "skip-scheduled", of, due))
	edit := ui.MenuItem{Label: "Edit", URL: scheduledURL(a.Links, r.ID), Apart: true}
	remove := a.Do("Delete", "delete-scheduled", of).Ask("Delete")
	remove.Intro, remove.Danger, remove.Apart = "Transactions already entered stay. Undo restores it.", true, true
	p.Items = append(p.Items, edit, remove)
	return p, nil
}

// byItselfMenu asks for confirmation before automatic entry is switched on for a schedule with past days.
func byItselfMenu(a *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	r, f, err := scheduledOf(a, id)
	if err != nil {
		return nil, err
	}
	p := &ui.MenuPage{Heading: register.ScheduledName(r), Sub: "automatic"}
	it := a.Do("Make automatic", "by-itself", ui.Hidden("scheduled", r.ID), ui.Hidden("on", "1")).Ask("Make automatic")
	it.Open = true
	it.Intro = "Its next day was " + r.Date.In(f.Budget.DateFormat) + ": " + humanize.Number(r.Due, "transaction is", "transactions are") + " entered at once, each on its own date. To leave out a date, skip it first."
	p.Items = append(p.Items, it)
	return p, nil
}

// allByThemselvesMenu asks for confirmation before automatic entry is switched on for all schedules.
func allByThemselvesMenu(a *ui.MenuRequest, _ string) (*ui.MenuPage, error) {
	got, err := a.App.Scheduled(a.Context(), a.Actor, a.BudgetID, a.Today)
	if err != nil {
		return nil, err
	}
	off, due := 0, 0
	for i := range got.Rows {
		if r := &got.Rows[i]; !r.AutoEnter {
			off++
			if r.Refused == "" && !r.TakenBack {
				due += r.Due
			}
		}
	}
	p := &ui.MenuPage{Heading: "Make all automatic", Sub: humanize.Number(off, "scheduled transaction", "scheduled transactions")}
	it := a.Do("Make all automatic", "all-by-themselves").Ask("Make all automatic")
	it.Open = true
	it.Intro = "Each is entered on its day while Holdover runs, or as soon as it runs again."
	if due > 0 {
		it.Intro += " " + humanize.Number(due, "transaction is", "transactions are") + " due and entered at once."
	}
	if got.Imported {
		it.Intro += " Leave this off while you still import newer files of this plan: they contain the transactions."
	}
	p.Items = append(p.Items, it)
	return p, nil
}
