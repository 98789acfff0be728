package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"holdover/internal/model/humanize"
)

var labels = map[Frequency]string{
	Never: "Once", Daily: "Every day", Weekly: "Every week", EveryOtherWeek: "Every other week", TwiceAMonth: "Twice a month",
	Every4Weeks: "Every 4 weeks", Monthly: "Every month", EveryOtherMonth: "Every other month", Every3Months: "Every 3 months",
	Every4Months: "Every 4 months", TwiceAYear: "Twice a year", Yearly: "Every year", EveryOtherYear: "Every other year",
}

// Label returns the frequency for a list of choices: "Every other week". An unknown one is returned unchanged.
func (f Frequency) Label() string {
	if label, ok := labels[f]; ok {
		return label
	}
	if n, unit, is := f.Interval(); is {
		return "Every " + strconv.Itoa(n) + " " + strings.ToLower(string(unit))
	}
	return string(f)
}

// Label returns the treatment of weekends for a list of choices.
func (w Weekend) Label() string {
	return map[Weekend]string{
		StaysThere: "As it falls", Before: "The Friday before", After: "The Monday after", Nearest: "The nearest Friday or Monday",
	}[w]
}

// Text describes the dates of the rule: "Every month on the 31st, or on the last day of shorter months".
func (r Rule) Text() string {
	text := r.days()
	switch {
	case r.weekend == StaysThere, r.pattern != (Pattern{}) && !r.pattern.fallsOnWeekends():
		return text
	case r.step.days == 1: // the day that a weekend moves to is one of the rule's anyway
		return "Every day from Monday to Friday"
	case r.weekend == Before:
		text += "; at weekends on the Friday before"
	case r.weekend == After:
		text += "; at weekends on the Monday after"
	case r.weekend == Nearest:
		text += "; at weekends on the nearest Friday or Monday"
	}
	if r.step.days == 2 { // the only other step that moves weekend dates onto regular dates of the rule
		text += ", once where two days meet"
	}
	return text
}

// days describes the dates of the rule without weekends.
func (r Rule) days() string {
	label, s, day := r.every.Label(), r.step, r.first.Day()
	switch {
	case r.pattern != (Pattern{}):
		return label + " on the " + r.pattern.Text() + r.monthsOfYear()
	case r.every == TwiceAMonth:
		early, late := r.twoDays()
		return label + " on the " + humanize.Ordinal(early) + " and the " + humanize.Ordinal(late) + shorter(late)
	case r.every == TwiceAYear:
		return fmt.Sprintf("%s on %s and %s", label, yearDay(r.first.Mon(), day), yearDay(r.halfYearLater(), day))
	case s.days > 1 && s.days%7 == 0:
		return label + " on " + r.first.Time().Weekday().String()
	case s.months > 0 && s.months%12 == 0:
		return label + " on " + yearDay(r.first.Mon(), day)
	case s.months > 0:
		return label + " on the " + humanize.Ordinal(day) + shorter(day)
	}
	return label
}

// halfYearLater returns the month six months after that of the first day.
func (r Rule) halfYearLater() int { return (r.first.Mon()+5)%12 + 1 }

// monthsOfYear returns the months of a rule with a pattern, if it has the same ones in each year.
func (r Rule) monthsOfYear() string {
	first := time.Month(r.first.Mon()).String()
	switch {
	case r.every == TwiceAYear:
		return " of " + first + " and " + time.Month(r.halfYearLater()).String()
	case r.step.months%12 == 0:
		return " of " + first
	}
	return ""
}

func shorter(day int) string {
	if day > 28 {
		return ", or on the last day of shorter months"
	}
	return ""
}

// yearDay returns the text of a day of the year. February's last days have a separate text.
func yearDay(month, day int) string {
	longest := time.Date(2024, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	if month == 2 && day > 28 {
		return "the last day of February"
	}
	return strconv.Itoa(min(day, longest)) + " " + time.Month(month).String()
}
