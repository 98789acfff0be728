package scheduled

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/ui"
	"holdover/internal/web/register"
)

// menuOfScheduled is what the form of a scheduled transaction says in the field
// "menu", by which what was wrong with it finds back to it.
const menuOfScheduled = "schedule-form"

// scheduledReading makes an entry of the form of a scheduled transaction: that
// of a row, with when it comes.
type scheduledReading struct {
	*register.RowReading
	form      *app.ScheduledForm
	frequency string
	byItself  bool
}

func readScheduled(r *ui.Request) (*scheduledReading, error) {
	fields, err := register.TypedFields(r)
	if err != nil {
		return nil, err
	}
	form, err := r.App.ScheduledForm(r.Context(), r.Actor, r.BudgetID, fields.ID, r.Today)
	if err != nil {
		return nil, err
	}
	return &scheduledReading{register.NewRowReading(&form.RowForm, fields, r.Today), &form, r.Get("frequency"), r.Get("by-itself") == "1"}, nil
}

func (sc *scheduledReading) entry() (app.ScheduledEntry, error) {
	sc.Fields.DropBlankParts()
	entry := app.ScheduledEntry{RowEntry: sc.RowReading.Entry(), Frequency: sc.frequency, ByItself: sc.byItself}
	return entry, sc.Faults.Refused()
}

// scheduledPage draws the form.
func scheduledPage(sc *scheduledReading, back string) *register.RowPage {
	p := register.NewRowPage(sc.RowReading, back)
	l := ui.LinksOf(sc.form.Budget.ID)
	p.Title, p.Heading, p.Action = "New scheduled transaction", "New scheduled transaction", l.To("do/add-scheduled")
	if sc.form.Scheduled != nil {
		p.Title, p.Heading, p.Action = "Scheduled transaction", "Scheduled transaction", l.To("do/edit-scheduled")
	}
	p.AgainURL = ""
	p.ShapeURL, p.Menu = l.To("scheduled/form"), menuOfScheduled
	p.Schedule = &register.ScheduleFields{Frequencies: sc.frequencies(), ByItself: sc.byItself}
	if text, wrong := sc.Faults["frequency"]; wrong {
		p.Schedule.Fault = &text
	}
	return p
}

// frequencies are how often something may come; one that is unknown here stays
// what it is.
func (sc *scheduledReading) frequencies() []ui.Option {
	var options []ui.Option
	known := false
	for _, f := range app.Frequencies() {
		options = append(options, ui.Option{Value: string(f), Label: f.Label(), Chosen: string(f) == sc.frequency})
		known = known || string(f) == sc.frequency
	}
	if !known {
		options = append(options, ui.Option{Value: sc.frequency, Label: sc.frequency, Chosen: true})
	}
	return options
}

// changes are what the forms of scheduled transactions ask for.
func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"add-scheduled":  addScheduled,
		"edit-scheduled": editScheduled,
		"delete-scheduled": func(r *ui.Request) (app.Done, error) {
			return r.App.DeleteScheduled(r.Context(), r.Actor, r.BudgetID, r.Get("scheduled"))
		},
		"enter-scheduled": enterScheduled,
		"skip-scheduled": func(r *ui.Request) (app.Done, error) {
			return r.App.SkipScheduled(r.Context(), r.Actor, r.BudgetID, r.Get("scheduled"))
		},
		"enter-due": func(r *ui.Request) (app.Done, error) {
			done, err := r.App.EnterDue(r.Context(), r.Actor, r.BudgetID, r.Today)
			if err == nil && done.Change == 0 {
				err = fault.New(fault.Conflict, "nothing is due that can be entered").WithHint("the list says why")
			}
			return done, err
		},
		"by-itself": func(r *ui.Request) (app.Done, error) {
			return r.App.SetByItself(r.Context(), r.Actor, r.BudgetID, []string{r.Get("scheduled")}, r.Get("on") == "1")
		},
		"all-by-themselves": func(r *ui.Request) (app.Done, error) {
			return r.App.SetByItself(r.Context(), r.Actor, r.BudgetID, nil, true)
		},
	}
}

func addScheduled(r *ui.Request) (app.Done, error) {
	sc, err := readScheduled(r)
	if err != nil {
		return app.Done{}, err
	}
	entry, err := sc.entry()
	if err != nil {
		return app.Done{}, err
	}
	done, _, err := r.App.AddScheduled(r.Context(), r.Actor, r.BudgetID, entry)
	return done, err
}

func editScheduled(r *ui.Request) (app.Done, error) {
	sc, err := readScheduled(r)
	if err != nil {
		return app.Done{}, err
	}
	entry, err := sc.entry()
	if err != nil {
		return app.Done{}, err
	}
	return r.App.EditScheduled(r.Context(), r.Actor, r.BudgetID, sc.Fields.ID, entry, sc.Fields.Seen)
}

func enterScheduled(r *ui.Request) (app.Done, error) {
	on := r.Today
	if r.Get("on") == "its-day" {
		on = 0
	}
	return r.App.EnterScheduled(r.Context(), r.Actor, r.BudgetID, r.Get("scheduled"), on)
}

// scheduledURL is the address of a scheduled transaction's form.
func scheduledURL(l ui.Links, id string) string { return l.To("scheduled/" + url.PathEscape(id)) }
