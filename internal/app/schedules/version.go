package schedules

import (
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/app/rows"
	"holdover/internal/budget"
)

// VersionOf is the version of a scheduled transaction: that of the row which it becomes next, and when it comes.
func VersionOf(s *Row) rows.Version {
	when := whenFieldsOf(&Entry{Frequency: s.Frequency, ByItself: s.ByItself, Weekend: s.Weekend, Until: s.Until})
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

func whenFieldsOf(e *Entry) [whenFieldCount]string {
	return [whenFieldCount]string{
		fieldFrequency: rows.Short(e.Frequency), fieldByItself: rows.Short(e.ByItself), fieldWeekend: rows.Short(e.Weekend), fieldEnd: rows.Short(e.Until, e.Times),
	}
}

// mergeScheduled is [rows.Entry.merge] with when the transaction comes.
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
	wasFields, isFields, typed := strings.Split(when, "."), whenFieldsOf(is), whenFieldsOf(entry)
	return rows.MergeFields(wasFields, isFields[:], typed[:], func(field int) { entry.takeWhen(field, is) })
}

func (e *Entry) takeWhen(field int, from *Entry) {
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
