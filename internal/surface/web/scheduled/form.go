package scheduled

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/amountparse"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/register"
)

// menuOfScheduled is the value of the field "menu" in the form of a scheduled transaction. Errors with this value are
// shown in that form.
const menuOfScheduled = "schedule-form"

// scheduledReading parses the form of a scheduled transaction: that of a row, with its frequency.
type scheduledReading struct {
	*register.RowReading
	form *schedules.Form
	when typedWhen
}

// typedWhen holds the frequency as typed in the fields.
type typedWhen struct {
	frequency, every, unit, nth, of, weekend, until, times, spread string
	byItself                                                       bool
}

// otherInterval is the value of the list of frequencies for an interval that is not in the list.
const otherInterval = "other"

func readScheduled(r *ui.Request) (*scheduledReading, error) {
	fields, err := register.TypedFields(r)
	if err != nil {
		return nil, err
	}
	form, err := r.App.ScheduledForm(r.Context(), r.Actor, r.BudgetID, fields.ID, r.Today)
	if err != nil {
		return nil, err
	}
	when := typedWhen{r.Get("frequency"), r.Get("every"), r.Get("unit"), r.Get("nth"), r.Get("of"), r.Get("weekend"), r.Get("until"), r.Get("times"), r.Get("spread"), r.Get("by-itself") == "1"}
	return &scheduledReading{register.NewRowReading(&form.Form, fields, r.Today), &form, when}, nil
}

// whenOf returns the frequency of a scheduled transaction as fields show it.
func whenOf(s *schedules.Row, b *pageframe.Budget) typedWhen {
	w := typedWhen{frequency: s.Frequency, weekend: s.Weekend, byItself: s.AutoEnter}
	if s.Until != 0 {
		w.until = s.Until.In(b.DateFormat)
	}
	switch {
	case s.SpreadPercent != 0:
		w.spread = strconv.Itoa(s.SpreadPercent) + "%"
	case s.Spread != 0:
		w.spread = b.CurrencyFormat.Text(s.Spread)
	}
	if p, is := schedules.ParsePattern(s.Pattern); is && s.Pattern != "" {
		w.nth, w.of = strconv.Itoa(p.Nth), string(p.Of)
	}
	if n, unit, is := schedules.Frequency(s.Frequency).Interval(); is {
		w.frequency, w.every, w.unit = otherInterval, strconv.Itoa(n), string(unit)
	}
	return w
}

func (sc *scheduledReading) entry(today civil.Date) (schedules.Entry, error) {
	sc.Fields.DropBlankParts()
	w := &sc.when
	entry := schedules.Entry{Entry: sc.RowReading.Entry(), Frequency: w.frequency, AutoEnter: w.byItself, Weekend: w.weekend}
	if err := sc.Faults.Refused(); err != nil {
		return entry, err
	}
	if w.frequency == otherInterval {
		n, _ := strconv.Atoi(strings.TrimSpace(w.every))
		every, ok := schedules.EveryInterval(n, schedules.IntervalUnit(w.unit))
		if !ok {
			return entry, apperr.New(apperr.Invalid, "the interval must be a number from 1 to 999").Of("frequency")
		}
		entry.Frequency = string(every)
	}
	if nth, _ := strconv.Atoi(w.nth); nth != 0 {
		entry.Pattern = schedules.Pattern{Nth: nth, Of: schedules.PatternDay(w.of)}.String()
	}
	if text := strings.TrimSpace(w.until); text != "" {
		day, err := ui.ReadDate(sc.form.Budget.DateFormat, text, today)
		if f, ok := errors.AsType[*apperr.Error](err); ok {
			return entry, f.Of("until")
		}
		entry.Until = day
	}
	if text := strings.TrimSpace(w.times); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return entry, apperr.New(apperr.Invalid, "%q is not a number of times", text).Of("times")
		}
		entry.Times = n
	}
	return entry, sc.readSpread(&entry)
}

// readSpread reads how far the amount may differ: an amount, or a percentage such as 10%.
func (sc *scheduledReading) readSpread(entry *schedules.Entry) (err error) {
	text := strings.TrimSpace(sc.when.spread)
	if percent, is := strings.CutSuffix(text, "%"); is {
		if entry.SpreadPercent, err = strconv.Atoi(strings.TrimSpace(percent)); err != nil || entry.SpreadPercent == 0 {
			return apperr.New(apperr.Invalid, "the percentage must be a whole number from 1 to 100").Of("spread")
		}
		return nil
	}
	if text == "" {
		return nil
	}
	entry.Spread, err = amountparse.Amount(sc.form.Budget.CurrencyFormat, text, 0)
	if f, ok := errors.AsType[*apperr.Error](err); ok {
		return f.Of("spread")
	}
	return err
}

// scheduledPage renders the form.
func scheduledPage(sc *scheduledReading, back string, today civil.Date) *register.RowPage {
	p := register.NewRowPage(sc.RowReading, back)
	l := ui.LinksOf(sc.form.Budget.ID)
	p.Title, p.Heading, p.Action = "New scheduled transaction", "New scheduled transaction", l.To("do/add-scheduled")
	if sc.form.Scheduled != nil {
		p.Title, p.Heading, p.Action = "Scheduled transaction", "Scheduled transaction", l.To("do/edit-scheduled")
	}
	p.AgainURL, p.FileURL = "", ""
	p.RedrawURL, p.Menu = l.To("scheduled/form"), menuOfScheduled
	w := &sc.when
	p.Schedule = &register.ScheduleFields{
		Frequencies: sc.frequencies(), Every: w.every, Units: units(w.unit), Nths: nths(w.nth), PatternDays: patternDays(w.of), Weekends: weekends(w.weekend),
		Until: ui.DayTyped(sc.form.Budget.DateFormat, w.until, today), Times: w.times, Spread: w.spread, AutoEnter: w.byItself,
		More: w.every+w.nth+w.weekend+w.until+w.times+w.spread != "" || w.frequency == otherInterval,
	}
	if text, wrong := sc.Faults["frequency"]; wrong {
		p.Schedule.Fault = &text
	}
	for _, field := range []string{"until", "times", "weekend", "pattern", "spread"} {
		if text, wrong := sc.Faults[field]; wrong {
			p.Schedule.EndFault = &text
		}
	}
	return p
}

func units(chosen string) []ui.Option {
	return iterutil.Map(schedules.IntervalUnits(), func(u schedules.IntervalUnit) ui.Option {
		return ui.ChosenOption(string(u), strings.ToLower(string(u)), chosen)
	})
}

// nths lists the numbers of patterns, after the choice of no pattern.
func nths(chosen string) []ui.Option {
	options := []ui.Option{ui.ChosenOption("", "As the date", chosen)}
	for _, n := range schedules.PatternNths() {
		options = append(options, ui.ChosenOption(strconv.Itoa(n), ui.Sentence(schedules.NthLabel(n)), chosen))
	}
	return options
}

func patternDays(chosen string) []ui.Option {
	return iterutil.Map(schedules.PatternDays(), func(d schedules.PatternDay) ui.Option { return ui.ChosenOption(string(d), d.Label(), chosen) })
}

func weekends(chosen string) (options []ui.Option) {
	for _, w := range schedules.Weekends() {
		options = append(options, ui.ChosenOption(string(w), w.Label(), chosen))
	}
	return options
}

// frequencies lists the offered frequencies; an unknown one of this schedule stays.
func (sc *scheduledReading) frequencies() []ui.Option {
	now := sc.when.frequency
	options := iterutil.Map(schedules.Frequencies(), func(f schedules.Frequency) ui.Option { return ui.ChosenOption(string(f), f.Label(), now) })
	options = append(options, ui.ChosenOption(otherInterval, "Other interval", now))
	if !slices.ContainsFunc(options, func(o ui.Option) bool { return o.Chosen }) {
		options = append(options, ui.ChosenOption(now, now, now))
	}
	return options
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"add-scheduled":    ui.With(readScheduled, addScheduled),
		"edit-scheduled":   ui.With(readScheduled, editScheduled),
		"delete-scheduled": ui.By((*app.App).DeleteScheduled, "scheduled"),
		"enter-scheduled":  ui.With(dueIn, enterScheduled),
		"skip-scheduled": ui.With(dueIn, func(r *ui.Request, due civil.Date) (app.ChangeResult, error) {
			return r.App.SkipScheduled(r.Context(), r.Actor, r.BudgetID, r.Get("scheduled"), due)
		}),
		"enter-due": func(r *ui.Request) (app.ChangeResult, error) {
			done, err := r.App.EnterDue(r.Context(), r.Actor, r.BudgetID, r.Today)
			if err == nil && done.Change == 0 {
				err = apperr.New(apperr.Conflict, "no due transaction can be entered").WithHint("the list shows the reasons")
			}
			return done, err
		},
		"dismiss-recurring": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.DismissRecurring(r.Context(), r.Actor, r.BudgetID, r.Get("row"), schedules.Frequency(r.Get("every")))
		},
		"offer-recurring": ui.By((*app.App).OfferRecurring, "dismissed"),
		"by-itself": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.SetAutoEnter(r.Context(), r.Actor, r.BudgetID, []string{r.Get("scheduled")}, r.Get("on") == "1")
		},
		"all-by-themselves": func(r *ui.Request) (app.ChangeResult, error) {
			return r.App.SetAutoEnter(r.Context(), r.Actor, r.BudgetID, nil, true)
		},
	}
}

func addScheduled(r *ui.Request, sc *scheduledReading) (app.ChangeResult, error) {
	entry, err := sc.entry(r.Today)
	if err != nil {
		return app.ChangeResult{}, err
	}
	done, _, err := r.App.AddScheduled(r.Context(), r.Actor, r.BudgetID, entry)
	return done, err
}

func editScheduled(r *ui.Request, sc *scheduledReading) (app.ChangeResult, error) {
	entry, err := sc.entry(r.Today)
	if err != nil {
		return app.ChangeResult{}, err
	}
	return r.App.EditScheduled(r.Context(), r.Actor, r.BudgetID, sc.Fields.ID, entry, sc.Fields.Seen)
}

func enterScheduled(r *ui.Request, due civil.Date) (app.ChangeResult, error) {
	on := r.Today
	if r.Get("on") == "its-day" {
		on = 0
	}
	return r.App.EnterScheduled(r.Context(), r.Actor, r.BudgetID, r.Get("scheduled"), due, on)
}

// dueIn returns the next day of the schedule at the time when the page was rendered.
func dueIn(r *ui.Request) (civil.Date, error) {
	due, err := civil.ParseDate(r.Get("due"))
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "the date cannot be read").WithHint("reload the page").WithCause(err)
	}
	return due, nil
}

// scheduledURL returns the address of a scheduled transaction's form.
func scheduledURL(l ui.Links, id string) string { return l.To("scheduled/" + url.PathEscape(id)) }
