package schedules

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// ComingDays is the number of days that the list of upcoming rows covers.
const ComingDays = 30

// Row is a scheduled transaction: the row of its next date, and its dates.
type Row struct {
	rows.Row
	First     civil.Date `json:"date_first"`
	Frequency string     `json:"frequency"` // the source's name
	When      string     `json:"when"`      // in words
	AutoEnter bool       `json:"by_itself"`
	Until     civil.Date `json:"until"`      // its last day; zero without end
	Pattern   string     `json:"pattern"`    // the day of the month, such as 2-friday; "" for that of the first date
	Weekend   string     `json:"weekend"`    // where dates on weekends are moved: before, after, nearest
	Due       int        `json:"due"`        // the number of its due dates, 400 at most
	TakenBack bool       `json:"taken_back"` // its next date was entered once and undone: the user must enter it
	// Spread is how far the amount may differ, SpreadPercent the same in per cent. The amount is exact if both are zero.
	Spread        money.Milli `json:"spread"`
	SpreadPercent int         `json:"spread_percent"`
	Refused       string      `json:"refused"` // the reason why it cannot be entered, or ""
}

// Coming is a date of a scheduled transaction.
type Coming struct {
	Date civil.Date
	Row  *Row
}

// List contains all scheduled transactions of a budget, and the upcoming rows.
type List struct {
	pageframe.Frame
	Rows   []Row    // by next day
	Coming []Coming // from today on, for ComingDays
	Names  map[string]rows.CategoryName
	Found  []Found // recurring transactions that are not scheduled
	// Dismissed contains the recurring transactions that the user does not want to schedule.
	Dismissed []Dismissed
}

// Scheduled returns the scheduled transactions as of today.
func (ss *Schedules) Scheduled(ctx context.Context, who users.Actor, id string, today civil.Date) (List, error) {
	var l List
	err := pageframe.View(ctx, ss.access, who, id, &l.Frame, func(v *store.ReadTx) (err error) {
		names, err := rows.NamesIn(v)
		if err != nil {
			return err
		}
		if l.Names, err = names.OfCategories(v); err != nil {
			return err
		}
		look, err := lookAtScheduled(v, names, today)
		if err != nil {
			return err
		}
		all, err := v.Scheduled()
		if err != nil {
			return err
		}
		slices.SortStableFunc(all, func(a, b budget.Scheduled) int { return cmp.Compare(a.DateNext, b.DateNext) })
		l.Rows = make([]Row, len(all))
		for i := range all {
			if l.Rows[i], err = look.row(&all[i]); err != nil {
				return err
			}
			l.comes(&all[i], &l.Rows[i], today, today.AddDays(ComingDays))
		}
		slices.SortStableFunc(l.Coming, byDay)
		if l.Found, err = recurring(v, look.names, all, today); err == nil {
			l.Dismissed, err = dismissedOf(v, look.names)
		}
		return err
	})
	return l, err
}

func byDay(a, b Coming) int { return cmp.Compare(a.Date, b.Date) }

// comes adds the dates of a schedule from today until a day.
func (l *List) comes(s *budget.Scheduled, row *Row, today, until civil.Date) {
	rule, known := schedule.Of(s)
	if !known || s.DateNext == 0 {
		return
	}
	next := s.DateNext
	if next < today {
		next = rule.After(today.AddDays(-1))
	}
	days, _ := rule.Due(next, until, max(0, until.Since(today))+1)
	for _, d := range days {
		l.Coming = append(l.Coming, Coming{d, row})
	}
}

// Form is the form of a scheduled transaction.
type Form struct {
	rows.Form
	Scheduled *Row // nil for a new one
}

// ScheduledForm returns the form of a scheduled transaction, or of a new one if scheduled is "". It requires the
// right to change the budget.
func (ss *Schedules) ScheduledForm(ctx context.Context, who users.Actor, id, scheduled string, today civil.Date) (Form, error) {
	var f Form
	var err error
	if f.Form, err = ss.rows.RowForm(ctx, who, id, ""); err != nil || scheduled == "" {
		return f, err
	}
	f.Scheduled, err = ss.ScheduledByID(ctx, who, id, scheduled, today)
	if err == nil {
		f.Row = &rows.Detail{Row: f.Scheduled.Row, Others: make([]string, len(f.Scheduled.Parts))}
	}
	return f, err
}

// ScheduledByID returns one scheduled transaction as of today.
func (ss *Schedules) ScheduledByID(ctx context.Context, who users.Actor, id, scheduled string, today civil.Date) (*Row, error) {
	row, err := budgetsession.Read(ctx, ss.access, who, id, func(v *store.ReadTx) (Row, error) {
		s, err := ByID(v, scheduled)
		if err != nil {
			return Row{}, err
		}
		names, err := rows.NamesIn(v)
		if err != nil {
			return Row{}, err
		}
		look, err := lookAtScheduled(v, names, today)
		if err != nil {
			return Row{}, err
		}
		return look.row(&s)
	})
	return &row, err
}

// scheduledLook contains the data for displaying scheduled transactions.
type scheduledLook struct {
	v     *store.ReadTx
	names *rows.Names
	book  *ledger.EditSet // each entry is tried in a separate draft of it
	until map[budget.ScheduledNo]civil.Date
	today civil.Date
}

func lookAtScheduled(v *store.ReadTx, names *rows.Names, today civil.Date) (look scheduledLook, err error) {
	look = scheduledLook{v: v, today: today, names: names}
	world, err := budgetsession.WorldOf(v)
	if err != nil {
		return look, err
	}
	no := int64(1) << 40 // the rows of a trial are never written
	world.Number = func() int64 { no++; return no }
	look.book = ledger.Open(world)
	look.until, err = v.EnteredUntil()
	return look, err
}

func (l *scheduledLook) row(s *budget.Scheduled) (Row, error) {
	row, err := l.names.Row(nextOf(s), rows.NewOtherSides(l.v))
	if err != nil {
		return Row{}, err
	}
	out := Row{Row: row, First: s.DateFirst, Frequency: s.Frequency, AutoEnter: s.AutoEnter, Until: s.Until, Pattern: s.Pattern, Weekend: s.Weekend, Spread: s.Spread, SpreadPercent: s.SpreadPercent, TakenBack: s.DateNext != 0 && s.DateNext <= l.until[s.No]}
	rule, err := ruleOf(s)
	if err == nil {
		days, _ := rule.Due(s.DateNext, l.today, DueAtOnce)
		if out.When, out.Due = rule.Text(), len(days); s.Until != 0 {
			out.When += ", until " + s.Until.In(l.v.Info().DateFormat)
		}
		_, err = add(l.book.Anew(), EntryOf(s))
		format := l.v.Info().Currency
		if least, most := schedule.AmountRange(s, format.Step()); least != most {
			out.When += "; amount from " + format.Text(min(least.Abs(), most.Abs())) + " to " + format.Text(max(least.Abs(), most.Abs()))
		}
	} else {
		out.When = s.Frequency
	}
	if f, ok := errors.AsType[*apperr.Error](err); ok {
		out.Refused, err = f.Message, nil
	}
	return out, err
}
