package actualfile

import (
	"encoding/json"

	"holdover/internal/base/civil"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
)

// recurring is the value of a schedule's date: a recurring date of Actual.
type recurring struct {
	Start       string    `json:"start"`
	Frequency   string    `json:"frequency"`
	Interval    int       `json:"interval"`
	Patterns    []pattern `json:"patterns"`
	SkipWeekend bool      `json:"skipWeekend"`
	Weekend     string    `json:"weekendSolveMode,omitempty"`
	EndMode     string    `json:"endMode"`
	Occurrences int       `json:"endOccurrences,omitempty"`
	EndDate     string    `json:"endDate,omitempty"`
}

// pattern is a day of a monthly schedule: the day of the month, or the n-th of a weekday. -1 is the last one.
type pattern struct {
	Type  string `json:"type"`
	Value int    `json:"value"`
}

// units maps the frequencies of Actual to units.
var units = map[string]schedule.Unit{"daily": schedule.Days, "weekly": schedule.Weeks, "monthly": schedule.Months, "yearly": schedule.Years}

// lastDay is the pattern's value for the last day of the month.
const lastDay = -1

// setDates sets the dates and the frequency of a scheduled transaction. exact is false if the days differ from
// those of Actual; ok is false for a value that is not a date.
func setDates(s *budget.Scheduled, value json.RawMessage) (exact, ok bool) {
	var day string
	if json.Unmarshal(value, &day) == nil {
		d, err := civil.ParseDate(day)
		s.DateFirst, s.Frequency = d, string(schedule.Never)
		return true, err == nil && !d.FarOff()
	}
	var r recurring
	if json.Unmarshal(value, &r) != nil {
		return false, false
	}
	start, err := civil.ParseDate(r.Start)
	every, known := schedule.Every(max(1, r.Interval), units[r.Frequency])
	if err != nil || start.FarOff() || !known {
		return false, false
	}
	s.DateFirst, s.Frequency, exact = start, string(every), true
	switch {
	case r.Frequency != "monthly" || len(r.Patterns) == 0:
	case len(r.Patterns) == 1 && r.Patterns[0].weekday() != (schedule.Pattern{}):
		r.setWeekday(s, start)
	default:
		exact = r.setDay(s, start)
	}
	if r.SkipWeekend {
		s.Weekend = string(schedule.After)
		if r.Weekend == "before" {
			s.Weekend = string(schedule.Before)
		}
	}
	return r.setEnd(s) && exact, true
}

// weekdayNames are the names of weekdays in patterns.
var weekdayNames = map[string]schedule.PatternDay{
	"MO": "monday", "TU": "tuesday", "WE": "wednesday", "TH": "thursday", "FR": "friday", "SA": "saturday", "SU": "sunday",
}

// weekday returns the pattern of a weekday that every month has. It is zero for all others, such as the fifth Friday.
func (p pattern) weekday() schedule.Pattern {
	of := schedule.Pattern{Nth: p.Value, Of: weekdayNames[p.Type]}
	if same, known := schedule.ParsePattern(of.String()); !known || same != of {
		return schedule.Pattern{}
	}
	return of
}

// setWeekday sets the pattern of a schedule on a weekday of the month, such as the second Friday. A day before the start
// is left out, so that the first date is one or more intervals later.
func (r *recurring) setWeekday(s *budget.Scheduled, start civil.Date) {
	s.Pattern = r.Patterns[0].weekday().String()
	begin := *s
	begin.DateFirst = start.Month().First()
	if rule, known := schedule.Of(&begin); known {
		s.DateFirst = rule.After(start.AddDays(-1))
	}
}

// setDay sets the first date of a monthly schedule by its pattern. It returns false for patterns other than one day of the
// month, or two half a month apart.
func (r *recurring) setDay(s *budget.Scheduled, start civil.Date) bool {
	exact := true
	var days []int
	for _, p := range r.Patterns {
		switch {
		case p.Type == "day" && p.Value == lastDay:
			days = append(days, 31)
		case p.Type == "day" && p.Value >= 1 && p.Value <= 31:
			days = append(days, p.Value)
		default:
			exact = false
		}
	}
	if len(days) == 0 {
		return false
	}
	if len(days) > 1 {
		apart := max(days[0], days[1]) - min(days[0], days[1])
		exact = exact && len(days) == 2 && r.Interval <= 1 && apart == halfMonth
		if len(days) == 2 && r.Interval <= 1 && apart >= halfMonth-2 && apart <= halfMonth+2 {
			s.Frequency = string(schedule.TwiceAMonth)
		}
	}
	s.DateFirst = firstWith(days[0], start, max(1, r.Interval))
	return exact
}

// halfMonth is the number of days between the two days of a schedule that falls twice a month.
const halfMonth = 15

// firstWith returns the given day of the month in the month of start. If that month is too short, it returns the day in the
// latest earlier month of the schedule that has it, so that the schedule keeps the day.
func firstWith(day int, start civil.Date, interval int) civil.Date {
	for n := range 12 {
		if d := start.Month().Add(-n * interval).DayAt(day); d.Day() == day {
			return d
		}
	}
	return start
}

// setEnd sets the last date. It returns false if the end cannot be read or is too far off.
func (r *recurring) setEnd(s *budget.Scheduled) bool {
	switch r.EndMode {
	case "on_date":
		until, err := civil.ParseDate(r.EndDate)
		if err != nil || until.FarOff() {
			return false
		}
		s.Until = until
	case "after_n_occurrences":
		unmoved := *s
		unmoved.Weekend = ""
		rule, known := schedule.Of(&unmoved)
		if !known || r.Occurrences < 1 || r.Occurrences > 1000 {
			return false
		}
		start, err := civil.ParseDate(r.Start)
		if err != nil {
			return false
		}
		until := rule.Nth(rule.After(start.AddDays(-1)), r.Occurrences)
		if until.FarOff() {
			return false
		}
		s.Until = until
	}
	return true
}
