package web

import (
	"time"

	"holdover/internal/cal"
)

// monthStrip is the way through the months: those of the year that the screen
// begins in, and every year with data in the picker.
func monthStrip(s *screen) MonthStrip {
	first, last := s.view.first, s.view.first.Add(s.view.months-1)
	strip := MonthStrip{
		Title:      monthSpan(first, last),
		EarlierURL: s.month(first.Add(-1)),
		LaterURL:   s.month(first.Add(1)),
		Months:     s.monthsOf(first.Year()),
	}
	if s.today < first || s.today > last {
		strip.TodayURL = s.month(s.today)
	}
	from, to := s.dataSpan()
	for year := to.Year(); year >= from.Year(); year-- {
		strip.Years = append(strip.Years, YearLinks{Year: year, Current: year == first.Year(), Months: s.monthsOf(year)})
	}
	return strip
}

// dataSpan is from the first month with figures, or today's, to a year past the
// last one or today's, so that coming months can be planned.
func (s *screen) dataSpan() (from, to cal.Month) {
	from, to = s.today, s.today
	if n := len(s.sheet.Months); n > 0 {
		from, to = min(from, s.sheet.First), max(to, s.sheet.First.Add(n-1))
	}
	return min(from, s.view.first), max(to.Add(12), s.view.first)
}

func (s *screen) monthsOf(year int) []MonthLink {
	links := make([]MonthLink, 12)
	last := s.view.first.Add(s.view.months - 1)
	for i := range links {
		m := cal.MakeMonth(year, i+1)
		links[i] = MonthLink{
			Label: time.Month(i + 1).String()[:3], Year: year, URL: s.month(m),
			Shown: m >= s.view.first && m <= last, First: m == s.view.first, Today: m == s.today,
			Beyond: m < s.sheet.First || m >= s.sheet.First.Add(len(s.sheet.Months)),
		}
	}
	return links
}

func monthSpan(first, last cal.Month) string {
	switch {
	case first == last:
		return first.Name()
	case first.Year() == last.Year():
		return time.Month(first.Mon()).String()[:3] + " – " + last.First().Time().Format("Jan 2006")
	}
	return first.First().Time().Format("Jan 2006") + " – " + last.First().Time().Format("Jan 2006")
}
