package app

import (
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/budget"
)

// VersionOfScheduled is the version of a scheduled transaction: that of the row which it becomes next, and when it comes.
func VersionOfScheduled(s *ScheduledRow) rows.Version {
	when := whenFieldsOf(&ScheduledEntry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until})
	return rows.VersionOf(&s.Row) + ":" + rows.VersionIn(when[:])
}

// The fields that say when a scheduled transaction comes. How many times it still comes is another way to say its end.
const (
	fieldFrequency = iota
	fieldByItself
	fieldWeekend
	fieldEnd
	whenFieldCount
)

func whenFieldsOf(e *ScheduledEntry) [whenFieldCount]string {
	return [whenFieldCount]string{
		fieldFrequency: rows.Short(e.Frequency), fieldByItself: rows.Short(e.ByItself), fieldWeekend: rows.Short(e.Weekend), fieldEnd: rows.Short(e.Until, e.Times),
	}
}

// mergeScheduled is [rows.Entry.merge] with when the transaction comes.
func (e *editing) mergeScheduled(entry *ScheduledEntry, s *budget.Scheduled, seen rows.Version) error {
	if seen == "" {
		return nil
	}
	row, when, _ := strings.Cut(string(seen), ":")
	stands, err := rows.Standing(e.Editing, nextOf(s))
	if err != nil {
		return err
	}
	if err := entry.Entry.Merge(stands, rows.Version(row)); err != nil {
		return err
	}
	is := &ScheduledEntry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	wasFields, isFields, typed := strings.Split(when, "."), whenFieldsOf(is), whenFieldsOf(entry)
	return rows.MergeFields(wasFields, isFields[:], typed[:], func(field int) { entry.takeWhen(field, is) })
}

func (e *ScheduledEntry) takeWhen(field int, from *ScheduledEntry) {
	switch field {
	case fieldFrequency:
		e.Frequency = from.Frequency
	case fieldByItself:
		e.ByItself = from.ByItself
	case fieldWeekend:
		e.Weekend = from.Weekend
	case fieldEnd:
		e.Until, e.Times = from.Until, from.Times
	}
}
