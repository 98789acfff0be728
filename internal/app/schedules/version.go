package schedules

import (
	"errors"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/rows"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// VersionOf returns the version of a scheduled transaction: that of the row of its next date, and of its dates.
func VersionOf(s *Row) rows.Fingerprint {
	when := &Entry{Frequency: s.Frequency, AutoEnter: s.AutoEnter, Pattern: s.Pattern, Weekend: s.Weekend, Until: s.Until, Spread: s.Spread, SpreadPercent: s.SpreadPercent}
	return rows.FingerprintOf(&s.Row) + ":" + rows.FingerprintOfFields(when, whenFields)
}

// whenFields are the fields about the dates of a scheduled transaction. The number of remaining times is another form
// of its end.
var whenFields = []rows.Field[Entry]{
	{Name: "frequency", Short: func(e *Entry) string { return rows.Short(e.Frequency) }, Take: func(e, from *Entry) { e.Frequency = from.Frequency }},
	{Name: "day of the month", Short: func(e *Entry) string { return rows.Short(e.Pattern) }, Take: func(e, from *Entry) { e.Pattern = from.Pattern }},
	{Name: "automatic entry", Short: func(e *Entry) string { return rows.Short(e.AutoEnter) }, Take: func(e, from *Entry) { e.AutoEnter = from.AutoEnter }},
	{Name: "rule for weekends", Short: func(e *Entry) string { return rows.Short(e.Weekend) }, Take: func(e, from *Entry) { e.Weekend = from.Weekend }},
	{Name: "end", Short: func(e *Entry) string { return rows.Short(e.Until, e.Times) }, Take: func(e, from *Entry) { e.Until, e.Times = from.Until, from.Times }},
	{Name: "difference of the amount", Short: func(e *Entry) string { return rows.Short(e.Spread, e.SpreadPercent) }, Take: func(e, from *Entry) { e.Spread, e.SpreadPercent = from.Spread, from.SpreadPercent }},
}

// mergeScheduled takes another user's changes to a scheduled transaction since its form was rendered into an entry,
// and refuses an entry that changes the same field to another value.
func mergeScheduled(e *budgetsession.ChangeTx, entry *Entry, s *budget.Scheduled, seen rows.Fingerprint) error {
	if seen == "" {
		return nil
	}
	stands, err := rows.CurrentEntry(e, nextOf(s), e.Transaction)
	if err != nil {
		return err
	}
	row, when, _ := strings.Cut(string(seen), ":")
	is := &Entry{Frequency: s.Frequency, AutoEnter: s.AutoEnter, Pattern: s.Pattern, Weekend: s.Weekend, Until: s.Until, Spread: s.Spread, SpreadPercent: s.SpreadPercent}
	var both rows.Collision
	for _, err := range []error{entry.Entry.Merge(stands, rows.Fingerprint(row)), rows.MergeFields(entry, is, rows.Fingerprint(when), whenFields)} {
		if fields, is := errors.AsType[rows.Collision](err); is {
			both = append(both, fields...)
		}
	}
	if both == nil {
		return nil
	}
	texts, err := both.Texts(e, nextOf(s))
	if err != nil {
		return err
	}
	return e.OfRecord(store.KindScheduled, int64(s.No), "this scheduled transaction", texts)
}
