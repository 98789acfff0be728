package schedules

import (
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/app/rows"
	"holdover/internal/budget"
)

// VersionOf is the version of a scheduled transaction: that of the row which it becomes next, and when it comes.
func VersionOf(s *Row) rows.Version {
	when := &Entry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	return rows.VersionOf(&s.Row) + ":" + rows.VersionIn(when, whenFields)
}

// whenFields say when a scheduled transaction comes. How many times it still comes is another way to say its end.
var whenFields = []rows.Field[Entry]{
	{Short: func(e *Entry) string { return rows.Short(e.Frequency) }, Take: func(e, from *Entry) { e.Frequency = from.Frequency }},
	{Short: func(e *Entry) string { return rows.Short(e.ByItself) }, Take: func(e, from *Entry) { e.ByItself = from.ByItself }},
	{Short: func(e *Entry) string { return rows.Short(e.Weekend) }, Take: func(e, from *Entry) { e.Weekend = from.Weekend }},
	{Short: func(e *Entry) string { return rows.Short(e.Until, e.Times) }, Take: func(e, from *Entry) { e.Until, e.Times = from.Until, from.Times }},
}

// mergeScheduled is [rows.Entry.Merge] with when the transaction comes.
func mergeScheduled(e *access.Editing, entry *Entry, s *budget.Scheduled, seen rows.Version) error {
	if seen == "" {
		return nil
	}
	row, when, _ := strings.Cut(string(seen), ":")
	stands, err := rows.Standing(e, nextOf(s))
	if err != nil {
		return err
	}
	if err := entry.Entry.Merge(stands, rows.Version(row)); err != nil {
		return err
	}
	is := &Entry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	return rows.MergeFields(entry, is, rows.Version(when), whenFields)
}
