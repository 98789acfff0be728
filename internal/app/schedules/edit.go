package schedules

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/ledger"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// Entry is a scheduled transaction as a user enters it: a row and its frequency. The row's date is the next date.
// Cleared is ignored.
type Entry struct {
	rows.Entry
	Frequency string     `json:"frequency"` // the source's word, such as monthly
	AutoEnter bool       `json:"by_itself"` // entered automatically on its date
	Pattern   string     `json:"pattern"`   // the day of the month, such as 2-friday; "" for that of the date
	Weekend   string     `json:"weekend"`   // where dates on weekends are moved: before, after, nearest
	Until     civil.Date `json:"until"`     // the last date; zero for no end
	Times     int        `json:"times"`     // or the number of remaining occurrences
	// Spread is how far the amount may differ, SpreadPercent the same in per cent. The amount is exact if both are zero.
	Spread        money.Milli `json:"spread"`
	SpreadPercent int         `json:"spread_percent"`
}

// AddScheduled creates a scheduled transaction and returns its id. It returns an Invalid error that names the field:
// it must be a valid row.
func (ss *Schedules) AddScheduled(ctx context.Context, who users.Actor, id string, entry Entry) (done budgetsession.ChangeResult, scheduled string, err error) {
	done, err = ss.access.Change(ctx, who, id, "add-scheduled", func(e *budgetsession.ChangeTx) error {
		s := budget.Scheduled{ID: budgetsession.NewID()}
		scheduled = s.ID
		if err := fillScheduled(e, &s, &entry); err != nil {
			return err
		}
		e.Say("Scheduled %s", NextText(e, &s))
		return e.Put(&s)
	})
	return done, scheduled, err
}

// EditScheduled changes a scheduled transaction. If date and frequency are unchanged, its dates stay the same. Fields
// changed by another user since stay, as with [rows.Rows.EditRow].
func (ss *Schedules) EditScheduled(ctx context.Context, who users.Actor, id, scheduled string, entry Entry, seen rows.Fingerprint) (budgetsession.ChangeResult, error) {
	return ss.with(ctx, who, id, "edit-scheduled", scheduled, func(e *budgetsession.ChangeTx, s *budget.Scheduled) error {
		if err := mergeScheduled(e, &entry, s, seen); err != nil {
			return err
		}
		e.Say("Changed the scheduled %s", NextText(e, s))
		if err := fillScheduled(e, s, &entry); err != nil {
			return err
		}
		return e.Put(s)
	})
}

// SetAutoEnter switches automatic entry of scheduled transactions on or off: of those with the ids, or of all without
// ids.
func (ss *Schedules) SetAutoEnter(ctx context.Context, who users.Actor, id string, scheduled []string, on bool) (budgetsession.ChangeResult, error) {
	return ss.access.Change(ctx, who, id, "set-by-itself", func(e *budgetsession.ChangeTx) error {
		all, err := e.Scheduled()
		if err != nil {
			return err
		}
		set := 0
		for i := range all {
			s := &all[i]
			if s.AutoEnter == on || len(scheduled) > 0 && !slices.Contains(scheduled, s.ID) {
				continue
			}
			set, s.AutoEnter = set+1, on
			if err := e.Put(s); err != nil {
				return err
			}
		}
		enters := humanize.Noun(set, "is automatic", "are automatic")
		if !on {
			enters = humanize.Noun(set, "waits to be entered", "wait to be entered")
		}
		e.Say("%s %s from now on", humanize.Number(set, "scheduled transaction", "scheduled transactions"), enters)
		return nil
	})
}

// DeleteScheduled deletes a scheduled transaction; rows that came of it stay.
func (ss *Schedules) DeleteScheduled(ctx context.Context, who users.Actor, id, scheduled string) (budgetsession.ChangeResult, error) {
	return ss.with(ctx, who, id, "delete-scheduled", scheduled, func(e *budgetsession.ChangeTx, s *budget.Scheduled) error {
		e.Say("Deleted the scheduled %s", NextText(e, s))
		return e.Remove(s)
	})
}

// with runs a change with the scheduled transaction of an id.
func (ss *Schedules) with(ctx context.Context, who users.Actor, id, action, scheduled string, do func(*budgetsession.ChangeTx, *budget.Scheduled) error) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, ss.access, who, id, action, scheduled, ByID, do)
}

// ByID looks up a scheduled transaction.
func ByID(v *store.ReadTx, id string) (budget.Scheduled, error) {
	s, err := v.ScheduledByID(id)
	if apperr.KindOf(err) == apperr.NotFound {
		err = apperr.Gone("scheduled transaction").WithHint("it may have been deleted, or entered for the last time")
	}
	return s, err
}

// scheduledText names a scheduled transaction for the journal: by its payee, if it has one.
func scheduledText(e *budgetsession.ChangeTx, s *budget.Scheduled) string {
	name := "transaction"
	if p, err := e.Payee(s.Payee); s.Payee != 0 && err == nil {
		name = p.Name
	}
	return name + " for " + e.Text(s.Amount)
}

// NextText is scheduledText with the next date.
func NextText(e *budgetsession.ChangeTx, s *budget.Scheduled) string {
	return scheduledText(e, s) + ", next on " + e.Day(s.DateNext)
}

// passedText is scheduledText with the processed date and the next one, zero for none.
func passedText(e *budgetsession.ChangeTx, s *budget.Scheduled, next civil.Date) string {
	text := scheduledText(e, s) + " of " + e.Day(s.DateNext)
	if next == 0 {
		return text + ", the last one"
	}
	return text + ", next on " + e.Day(next)
}

// fillScheduled writes an entry into a scheduled transaction, as the rules on
// rows would have it.
func fillScheduled(e *budgetsession.ChangeTx, s *budget.Scheduled, entry *Entry) error {
	if err := CheckFrequency(entry.Date, entry.Frequency, s.Frequency); err != nil {
		return err
	}
	t, err := draft(e, entry, nextOf(s))
	if err != nil {
		return err
	}
	for i := range t.Parts {
		known := slices.IndexFunc(s.Parts, func(p budget.Part) bool { return p.ID == entry.Parts[i].ID })
		if known >= 0 {
			t.Parts[i].Stay(&s.Parts[known])
		}
	}
	s.AutoEnter = entry.AutoEnter
	Take(s, &t, entry.Frequency, entry.Pattern)
	if err := SetSpread(s, entry); err != nil {
		return err
	}
	return SetDates(e, s, entry)
}

// SetSpread sets how far the amounts of a schedule's transactions may differ from its amount.
func SetSpread(s *budget.Scheduled, entry *Entry) error {
	s.Spread, s.SpreadPercent = entry.Spread, entry.SpreadPercent
	switch {
	case s.Spread == 0 && s.SpreadPercent == 0:
		return nil
	case s.Spread < 0 || s.SpreadPercent < 0 || s.SpreadPercent > schedule.MaxSpreadPercent:
		return apperr.New(apperr.Invalid, "the amount can differ by an amount or by 1 to 100 per cent").Of("spread")
	case s.Spread != 0 && s.SpreadPercent != 0:
		return apperr.New(apperr.Invalid, "the amount can differ by an amount or by a percentage, not by both").Of("spread")
	case len(s.Parts) > 0:
		return apperr.New(apperr.Invalid, "a split has an exact amount").Of("spread").WithHint("remove the split, or let the amount not differ")
	case s.Interest:
		return apperr.New(apperr.Invalid, "the interest of a loan is computed").Of("spread").WithHint("let the amount not differ")
	case s.Spread >= s.Amount.Abs():
		return apperr.New(apperr.Invalid, "the amount can differ by less than itself").Of("spread")
	}
	return nil
}

// CheckFrequency returns an error for an invalid frequency, unless it is unchanged. Without a date it returns nil:
// the missing date is the error.
func CheckFrequency(day civil.Date, frequency, was string) error {
	if _, ok := schedule.New(day, frequency); ok || day == 0 || frequency == was {
		return nil
	}
	return apperr.New(apperr.Invalid, "%q is not a frequency", frequency).Of("frequency").WithHint("choose for example never, weekly, monthly or yearly")
}

// maxTimes is the maximum number of remaining times.
const maxTimes = 1000

// SetDates sets the weekends and the end of a schedule, and its dates by its pattern, after Take. It ignores the other
// fields of the entry.
func SetDates(e *budgetsession.ChangeTx, s *budget.Scheduled, entry *Entry) error {
	if !slices.Contains(schedule.Weekends(), schedule.Weekend(entry.Weekend)) {
		return apperr.New(apperr.Invalid, "%q is not an option for weekends", entry.Weekend).Of("weekend")
	}
	moves := s.Weekend != entry.Weekend
	s.Weekend, s.Until = entry.Weekend, 0
	rule, ok := schedule.Of(s)
	if !ok {
		return checkPattern(s)
	}
	switch {
	case s.DateNext == s.DateFirst:
		s.DateFirst, s.DateNext = rule.PatternFirst(), rule.First()
	case moves:
		s.DateNext = rule.Near(s.DateNext)
	}
	switch {
	case entry.Times < 0 || entry.Times > maxTimes:
		return apperr.New(apperr.Invalid, "it can repeat 1 to %s times", humanize.Count(maxTimes)).Of("times")
	case entry.Times > 0:
		s.Until = rule.Nth(s.DateNext, entry.Times)
	case entry.Until != 0 && entry.Until < s.DateNext:
		return apperr.New(apperr.Invalid, "it would end before its first date").Of("until").WithHint("its next date is %s", e.Day(s.DateNext))
	case entry.Until.FarOff():
		return apperr.New(apperr.Invalid, "the date is out of range").Of("until")
	default:
		s.Until = entry.Until
	}
	return nil
}

// checkPattern returns the error of a schedule's pattern. A schedule with an unknown frequency has no dates.
func checkPattern(s *budget.Scheduled) error {
	if _, known := schedule.New(s.DateFirst, s.Frequency); !known || s.Pattern == "" {
		return nil
	}
	if _, is := schedule.ParsePattern(s.Pattern); !is {
		return apperr.New(apperr.Invalid, "%q is not a day of the month", s.Pattern).Of("pattern").WithHint("choose for example 2-friday or last-working-day")
	}
	return apperr.New(apperr.Invalid, "a day such as the last Friday needs a frequency in months or years").Of("pattern").WithHint("choose another frequency, or no day")
}

// Take copies the row of the next date into a scheduled transaction.
func Take(s *budget.Scheduled, t *budget.Transaction, frequency, pattern string) {
	if t.Date != s.DateNext || frequency != s.Frequency || pattern != s.Pattern {
		s.DateFirst, s.DateNext, s.Frequency, s.Pattern = t.Date, t.Date, frequency, pattern
	}
	s.Account, s.Amount, s.Payee, s.Category, s.Memo = t.Account, t.Amount, t.Payee, t.Category, t.Memo
	s.FlagColour, s.FlagName, s.TransferAccount, s.Parts = t.FlagColour, t.FlagName, t.Transfer.Account, t.Parts
	for i := range s.Parts {
		s.Parts[i].Transfer = budget.Transfer{Account: s.Parts[i].Transfer.Account}
	}
}

// draft returns the row that an entry would create, without storing it.
func draft(e *budgetsession.ChangeTx, entry *Entry, before *budget.Transaction) (budget.Transaction, error) {
	entered, err := rows.Resolve(e, &entry.Entry, before)
	if err != nil {
		return budget.Transaction{}, err
	}
	for i := range entered.Parts {
		entered.Parts[i].No = 0
	}
	book, err := e.Edits()
	if err != nil {
		return budget.Transaction{}, err
	}
	no, err := book.Add(entered)
	if err != nil {
		return budget.Transaction{}, err
	}
	return book.Row(no)
}

func EntryOf(s *budget.Scheduled) ledger.Entry {
	t := nextOf(s)
	t.Parts = slices.Clone(t.Parts)
	for i := range t.Parts {
		t.Parts[i].No = 0
	}
	return ledger.EntryOf(t)
}

// nextOf returns the transaction of a schedule's next date. It shares the schedule's parts.
func nextOf(s *budget.Scheduled) *budget.Transaction {
	return &budget.Transaction{
		ID: s.ID, SourceID: s.SourceID, Account: s.Account, Date: s.DateNext, Amount: s.Amount, Payee: s.Payee, Category: s.Category, Memo: s.Memo,
		Cleared: budget.Uncleared, FlagColour: s.FlagColour, FlagName: s.FlagName, Transfer: budget.Transfer{Account: s.TransferAccount}, Parts: s.Parts,
	}
}
