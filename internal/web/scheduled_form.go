package web

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/schedule"
)

// menuOfScheduled is what the form of a scheduled transaction says in the field
// "menu", by which what was wrong with it finds back to it.
const menuOfScheduled = "schedule-form"

// scheduledReading makes an entry of the form of a scheduled transaction: that
// of a row, with when it comes.
type scheduledReading struct {
	*rowReading
	form      *app.ScheduledForm
	frequency string
	byItself  bool
}

func readScheduled(c *changing) (*scheduledReading, error) {
	fields, err := typedFields(c.form)
	if err != nil {
		return nil, err
	}
	form, err := c.app.ScheduledForm(c.ctx, c.who, c.id, fields.ID, c.today)
	if err != nil {
		return nil, err
	}
	return &scheduledReading{newRowReading(&form.RowForm, fields, c.today), &form, c.get("frequency"), c.get("by-itself") == "1"}, nil
}

func (sc *scheduledReading) entry() (app.ScheduledEntry, error) {
	sc.fields.dropBlankParts()
	entry := app.ScheduledEntry{RowEntry: sc.rowReading.entry(), Frequency: sc.frequency, ByItself: sc.byItself}
	return entry, sc.faults.refused()
}

// scheduledPage draws the form.
func scheduledPage(sc *scheduledReading, back string) *RowPage {
	p := rowPage(sc.rowReading, back)
	l := linksOf(sc.form.Budget.ID)
	p.Title, p.Heading, p.Action = "New scheduled transaction", "New scheduled transaction", l.to("do/add-scheduled")
	if sc.form.Scheduled != nil {
		p.Title, p.Heading, p.Action = "Scheduled transaction", "Scheduled transaction", l.to("do/edit-scheduled")
	}
	p.AgainURL = ""
	p.ShapeURL, p.Menu = l.to("scheduled/form"), menuOfScheduled
	p.Schedule = &ScheduleFields{Frequencies: sc.frequencies(), ByItself: sc.byItself}
	if text, wrong := sc.faults["frequency"]; wrong {
		p.Schedule.Fault = &text
	}
	return p
}

// frequencies are how often something may come; one that is unknown here stays
// what it is.
func (sc *scheduledReading) frequencies() []Option {
	var options []Option
	known := false
	for _, f := range schedule.Frequencies() {
		options = append(options, Option{Value: string(f), Label: f.Label(), Chosen: string(f) == sc.frequency})
		known = known || string(f) == sc.frequency
	}
	if !known {
		options = append(options, Option{Value: sc.frequency, Label: sc.frequency, Chosen: true})
	}
	return options
}

// scheduledChanges are what the forms of scheduled transactions ask for.
var scheduledChanges = map[string]do{
	"add-scheduled":  addScheduled,
	"edit-scheduled": editScheduled,
	"delete-scheduled": func(c *changing) (app.Done, error) {
		return c.app.DeleteScheduled(c.ctx, c.who, c.id, c.get("scheduled"))
	},
	"enter-scheduled": enterScheduled,
	"skip-scheduled": func(c *changing) (app.Done, error) {
		return c.app.SkipScheduled(c.ctx, c.who, c.id, c.get("scheduled"))
	},
	"enter-due": func(c *changing) (app.Done, error) {
		done, err := c.app.EnterDue(c.ctx, c.who, c.id, c.today)
		if err == nil && done.Change == 0 {
			err = fault.New(fault.Conflict, "nothing is due that can be entered").WithHint("the list says why")
		}
		return done, err
	},
	"by-itself": func(c *changing) (app.Done, error) {
		return c.app.SetByItself(c.ctx, c.who, c.id, []string{c.get("scheduled")}, c.get("on") == "1")
	},
	"all-by-themselves": func(c *changing) (app.Done, error) {
		return c.app.SetByItself(c.ctx, c.who, c.id, nil, true)
	},
}

func addScheduled(c *changing) (app.Done, error) {
	sc, err := readScheduled(c)
	if err != nil {
		return app.Done{}, err
	}
	entry, err := sc.entry()
	if err != nil {
		return app.Done{}, err
	}
	done, _, err := c.app.AddScheduled(c.ctx, c.who, c.id, entry)
	return done, err
}

func editScheduled(c *changing) (app.Done, error) {
	sc, err := readScheduled(c)
	if err != nil {
		return app.Done{}, err
	}
	entry, err := sc.entry()
	if err != nil {
		return app.Done{}, err
	}
	if sc.fields.Seen != seenRow(&sc.form.Scheduled.Row) {
		return app.Done{}, fault.New(fault.Conflict, "it was changed or entered since you opened it").
			WithHint("Save again to have it as it stands here; Cancel leaves it as it is now")
	}
	return c.app.EditScheduled(c.ctx, c.who, c.id, sc.fields.ID, entry)
}

func enterScheduled(c *changing) (app.Done, error) {
	on := c.today
	if c.get("on") == "its-day" {
		on = 0
	}
	return c.app.EnterScheduled(c.ctx, c.who, c.id, c.get("scheduled"), on)
}

// scheduledOne is the address of a scheduled transaction's form.
func (l links) scheduledOne(id string) string { return l.to("scheduled/" + url.PathEscape(id)) }
