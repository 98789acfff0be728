package app

import (
	"strings"

	"holdover/internal/budget"
)

// VersionOfScheduled is the version of a scheduled transaction: that of the row which it becomes next, and when it comes.
func VersionOfScheduled(s *ScheduledRow) Version {
	when := whenFieldsOf(&ScheduledEntry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until})
	return VersionOf(&s.Row) + ":" + versionOf(when[:])
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
		fieldFrequency: short(e.Frequency), fieldByItself: short(e.ByItself), fieldWeekend: short(e.Weekend), fieldEnd: short(e.Until, e.Times),
	}
}

// mergeScheduled is [RowEntry.merge] with when the transaction comes.
func (e *editing) mergeScheduled(entry *ScheduledEntry, s *budget.Scheduled, seen Version) error {
	if seen == "" {
		return nil
	}
	row, when, _ := strings.Cut(string(seen), ":")
	stands, err := e.standing(nextOf(s))
	if err != nil {
		return err
	}
	if err := entry.RowEntry.merge(stands, Version(row)); err != nil {
		return err
	}
	is := &ScheduledEntry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until}
	wasFields, isFields, typed := strings.Split(when, "."), whenFieldsOf(is), whenFieldsOf(entry)
	return mergeFields(wasFields, isFields[:], typed[:], func(field int) { entry.takeWhen(field, is) })
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
