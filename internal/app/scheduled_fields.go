package app

import (
	"cmp"
	"context"
	"reflect"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
)

// ScheduledFields contains a program's values for a scheduled transaction. Its date is the next one. Cleared and
// Approved are ignored.
type ScheduledFields struct {
	TransactionFields
	Frequency string // the source's name; "" leaves it unset
	Exact     string // a frequency of Holdover; it counts if Frequency is unset or its nearest one
	Pattern   *string
	Weekend   *string
	Until     *civil.Date
	// Spread and SpreadPercent replace each other.
	Spread        *money.Milli
	SpreadPercent *int
	AutoEnter     *bool // entered automatically on its date; a new one is by default
}

// dates returns the dates of a scheduled transaction with the fields applied. A pattern that the program does not set
// is dropped with its frequency.
func (f *ScheduledFields) dates(s *budget.Scheduled) schedules.Entry {
	frequency := cmp.Or(f.Frequency, s.Frequency)
	switch {
	case f.Exact != "" && (f.Frequency == "" || string(schedule.Frequency(f.Exact).Nearest()) == f.Frequency):
		frequency = f.Exact
	case string(schedule.Frequency(s.Frequency).Nearest()) == f.Frequency:
		frequency = s.Frequency // responses contain the nearest of the source's frequencies, and programs send it back
	}
	entry := schedules.Entry{Frequency: frequency, Pattern: s.Pattern, Weekend: s.Weekend, Until: s.Until, Spread: s.Spread, SpreadPercent: s.SpreadPercent}
	if frequency != s.Frequency {
		entry.Pattern = ""
	}
	if f.Pattern != nil {
		entry.Pattern = *f.Pattern
	}
	if f.Weekend != nil {
		entry.Weekend = *f.Weekend
	}
	if f.Until != nil {
		entry.Until = *f.Until
	}
	if f.Spread != nil || f.SpreadPercent != nil {
		entry.Spread, entry.SpreadPercent = 0, 0
	}
	if f.Spread != nil {
		entry.Spread = *f.Spread
	}
	if f.SpreadPercent != nil {
		entry.SpreadPercent = *f.SpreadPercent
	}
	return entry
}

// The range of days for which a program may schedule, relative to today.
const (
	scheduledBack  = 7  // days
	scheduledAhead = 60 // months
)

// CreateScheduled adds a program's scheduled transaction, and returns its id. It returns an Invalid error that names
// the field.
func (a *App) CreateScheduled(ctx context.Context, who Actor, id string, f ScheduledFields) (done ChangeResult, scheduled string, err error) {
	done, err = a.change(ctx, who, id, "add-scheduled", func(e *changeTx) error {
		s := budget.Scheduled{ID: budgetsession.NewID(), Frequency: "never", AutoEnter: f.AutoEnter == nil || *f.AutoEnter} // as on the page for a new one
		scheduled = s.ID
		if f.Account == nil || f.Date == nil {
			missing := "date"
			if f.Account == nil {
				missing = "account"
			}
			return apperr.New(apperr.Invalid, "a scheduled transaction needs an account and a date").AtField(missing)
		}
		if len(f.Parts) > 0 {
			return apperr.New(apperr.Invalid, "the API cannot split a scheduled transaction").AtField("subtransactions").
				WithHint("leave the parts out, or split it on the Scheduled page")
		}
		if err := e.schedule(&s, &f, a.now()); err != nil {
			return err
		}
		e.Say("Scheduled %s", schedules.NextText(e.ChangeTx, &s))
		return e.Put(&s)
	})
	return done, scheduled, err
}

// UpdateScheduled changes the given fields of a scheduled transaction. Amount, category and parts of a split stay as
// they are.
func (a *App) UpdateScheduled(ctx context.Context, who Actor, id, scheduled string, f ScheduledFields) (ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, a.access, who, id, "edit-scheduled", scheduled, schedules.ByID, func(e *budgetsession.ChangeTx, s *budget.Scheduled) error {
		e.Say("Changed the scheduled %s", schedules.NextText(e, s))
		if f.AutoEnter != nil {
			s.AutoEnter = *f.AutoEnter
		}
		if err := (&changeTx{e}).schedule(s, &f, a.now()); err != nil {
			return err
		}
		return e.Put(s)
	})
}

// schedule writes fields into a scheduled transaction, after the checks for rows.
func (e *changeTx) schedule(s *budget.Scheduled, f *ScheduledFields, now time.Time) error {
	entry, err := e.scheduledEntry(s, f, now)
	if err != nil {
		return err
	}
	dates := f.dates(s)
	if err := schedules.CheckFrequency(entry.Date, dates.Frequency, s.Frequency); err != nil {
		return err
	}
	isSame := dates.Frequency == s.Frequency && dates.Pattern == s.Pattern && dates.Weekend == s.Weekend && dates.Until == s.Until && dates.Spread == s.Spread && dates.SpreadPercent == s.SpreadPercent
	if isSame && reflect.DeepEqual(entry, schedules.EntryOf(s)) {
		return nil
	}
	book, err := e.Edits()
	if err != nil {
		return err
	}
	book.DropCategories(&entry)
	no, err := book.Add(entry)
	if err != nil {
		return err
	}
	t, err := book.Row(no)
	if err != nil {
		return err
	}
	for i := range t.Parts {
		t.Parts[i].Stay(&s.Parts[i]) // parts are neither added nor removed here
	}
	schedules.Take(s, &t, dates.Frequency, dates.Pattern)
	if err := schedules.SetSpread(s, &dates); err != nil {
		return err
	}
	return schedules.SetDates(e.ChangeTx, s, &dates)
}

// scheduledEntry returns the row of a scheduled transaction's next date with the fields applied.
func (e *changeTx) scheduledEntry(s *budget.Scheduled, f *ScheduledFields, now time.Time) (ledger.Entry, error) {
	entry := schedules.EntryOf(s)
	refs, err := e.references()
	if err != nil {
		return entry, err
	}
	if err := refs.sameParts(s.Parts, f.Parts); err != nil {
		return entry, err
	}
	if f.Account != nil {
		account, err := refs.account(*f.Account)
		if err != nil {
			return entry, err
		}
		entry.Account = account.No
	}
	if f.Date != nil && *f.Date != s.DateNext {
		if err := checkScheduledDate(*f.Date, now); err != nil {
			return entry, err
		}
		entry.Date = *f.Date
	}
	split := len(entry.Parts) > 0
	if f.Amount != nil && !split {
		entry.Amount = *f.Amount
	}
	if err := refs.pay(&entry, &f.TransactionFields); err != nil {
		return entry, err
	}
	if split {
		entry.Other = 0
	}
	fields := f.TransactionFields
	fields.Parts, fields.Cleared = nil, nil
	if err := refs.fill(&entry, &fields); err != nil {
		return entry, err
	}
	if err := refs.categoriseScheduled(&fields, s.Category); err != nil {
		return entry, err
	}
	return entry, refs.categorise(&entry, &fields)
}

func checkScheduledDate(day civil.Date, now time.Time) error {
	today := civil.DateOf(now)
	if day < today.AddDays(-scheduledBack) || day > today.AddMonths(scheduledAhead) {
		return apperr.New(apperr.Invalid, "date must be at most a week ago and five years ahead").AtField("date")
	}
	return nil
}

// categoriseScheduled refuses the categories that the source refuses here.
func (r *references) categoriseScheduled(f *TransactionFields, was budget.CategoryNo) error {
	no, ignored, err := r.category(textOf(f.Category))
	if err != nil {
		return err
	}
	if ignored {
		return apperr.New(apperr.Invalid, "the category must be the card's payment category or null").AtField("category").WithHint("choose another one, or null")
	}
	if no == 0 || no == was {
		return nil
	}
	c, err := r.Category(no)
	if err == nil && c.Income {
		return apperr.New(apperr.Invalid, "a scheduled transaction cannot have the category %s", c.Name).AtField("category").WithHint("choose another one, or null")
	}
	return err
}
