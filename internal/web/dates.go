package web

import (
	"strings"
	"time"

	"holdover/internal/cal"
)

// dateText writes a day in the budget's own pattern, such as DD.MM.YYYY.
func dateText(pattern string, d cal.Date) string {
	iso := d.String()
	if d == 0 || !strings.Contains(pattern, "YYYY") {
		return iso
	}
	return strings.NewReplacer("YYYY", iso[:4], "MM", iso[5:7], "DD", iso[8:10]).Replace(pattern)
}

// ago says when something was, as a person reads it: "today", "21 November 2026".
func ago(t, now time.Time) string {
	t = t.In(now.Location())
	switch cal.DateOf(t) {
	case cal.DateOf(now):
		return "today"
	case cal.DateOf(now).AddDays(-1):
		return "yesterday"
	}
	return t.Format("2 January 2006")
}

// monthsText is a span of months in words: "March 2016 to August 2026".
func monthsText(first, last cal.Month) string {
	switch {
	case first == 0:
		return "no figures yet"
	case first == last:
		return first.Name()
	}
	return first.Name() + " to " + last.Name()
}
