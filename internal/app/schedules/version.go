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
func VersionOf(s *Row) rows.Version {
	when := &Entry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	return rows.VersionOf(&s.Row) + ":" + rows.VersionIn(when, whenFields)
}

// whenFields are the fields about the dates of a scheduled transaction. The number of remaining times is another form
// of its end.
var whenFields = []rows.Field[Entry]{
	{Name: "frequency", Short: func(e *Entry) string { return rows.Short(e.Frequency) }, Take: func(e, from *Entry) { e.Frequency = from.Frequency }},
	{Name: "automatic entry", Short: func(e *Entry) string { return rows.Short(e.ByItself) }, Take: func(e, from *Entry) { e.ByItself = from.ByItself }},
	{Name: "rule for weekends", Short: func(e *Entry) string { return rows.Short(e.Weekend) }, Take: func(e, from *Entry) { e.Weekend = from.Weekend }},
	{Name: "end", Short: func(e *Entry) string { return rows.Short(e.Until, e.Times) }, Take: func(e, from *Entry) { e.Until, e.Times = from.Until, from.Times }},
}

// mergeScheduled takes another user's changes to a scheduled transaction since its form was rendered into an entry,
// and refuses an entry that changes the same field to another value.
func mergeScheduled(e *budgetsession.Editing, entry *Entry, s *budget.Scheduled, seen rows.Version) error {
	if seen == "" {
		return nil
	}
	stands, err := rows.Standing(e, nextOf(s))
	if err != nil {
		return err
	}
	row, when, _ := strings.Cut(string(seen), ":")
	is := &Entry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	var both rows.Collision
	for _, err := range []error{entry.Entry.Merge(stands, rows.Version(row)), rows.MergeFields(entry, is, rows.Version(when), whenFields)} {
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
