package ui

import (
	"cmp"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
)

// ReadDate parses a date as typed: in the budget's pattern, or as 2026-03-31. The year may have two digits; a missing
// year or month is today's.
func ReadDate(pattern, text string, today civil.Date) (civil.Date, error) {
	wrong := func() (civil.Date, error) {
		if strings.TrimSpace(text) == "" {
			return 0, apperr.New(apperr.Invalid, "the date is missing").WithHint("write it like %s", today.In(pattern))
		}
		return 0, apperr.New(apperr.Invalid, "%q is not a date", strings.TrimSpace(text)).WithHint("write it like %s", today.In(pattern))
	}
	numbers := strings.FieldsFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	parts, ok := datedBy(dateOrder(patternOf(pattern, text), numbers), numbers)
	if !ok {
		return wrong()
	}
	iso := today.String()
	year, month := cmp.Or(parts['Y'], iso[:4]), cmp.Or(parts['M'], iso[5:7])
	if len(year) == 2 {
		year = iso[:2] + year
	}
	d, err := civil.ParseDate(year + "-" + twoDigits(month) + "-" + twoDigits(parts['D']))
	if err != nil {
		return wrong()
	}
	return d, nil
}

// Day is the content of a date field, in the budget's format. On a touch screen the device's date picker replaces it,
// which sends 2026-03-31.
type Day struct{ Text, ISO, Format string }

// DayIn shows a day in a budget's format; no day leaves the field empty.
func DayIn(pattern string, d civil.Date) Day {
	if !strings.Contains(pattern, "YYYY") {
		pattern = "YYYY-MM-DD"
	}
	return Day{Text: d.In(pattern), ISO: d.String(), Format: pattern}
}

// DayTyped returns a date field with the text as it was typed.
func DayTyped(pattern, text string, today civil.Date) Day {
	d, err := ReadDate(pattern, text, today)
	if err != nil {
		day := DayIn(pattern, 0)
		day.Text = text
		return day
	}
	return DayIn(pattern, d)
}

// patternOf returns the pattern of a typed date. If the budget's pattern starts with the year and has no dots, a date
// with dots is read with the day first, as in bank files: 25.11.26 is not in 2025, and 31.12.26 not in 2031.
func patternOf(pattern, text string) string {
	if strings.Contains(text, ".") && !strings.Contains(pattern, ".") && dateOrder(pattern, nil) == "YMD" {
		return "DD.MM.YYYY"
	}
	return pattern
}

// dateOrder returns the order of year, month and day in a written date: that of the pattern, or year first if the
// first number is a year.
func dateOrder(pattern string, numbers []string) string {
	if len(numbers) > 0 && len(numbers[0]) == 4 {
		return "YMD"
	}
	order := strings.Map(func(c rune) rune {
		if c == 'Y' || c == 'M' || c == 'D' {
			return c
		}
		return -1
	}, strings.NewReplacer("YYYY", "Y", "MM", "M", "DD", "D").Replace(pattern))
	if len(order) != 3 {
		order = "YMD"
	}
	switch len(numbers) {
	case 2:
		return strings.ReplaceAll(order, "Y", "")
	case 1:
		return "D"
	}
	return order
}

func datedBy(order string, numbers []string) (map[rune]string, bool) {
	if len(order) != len(numbers) {
		return nil, false
	}
	parts := map[rune]string{}
	for i, c := range order {
		if n := len(numbers[i]); n > 4 || n > 2 && c != 'Y' || n == 3 {
			return nil, false
		}
		parts[c] = numbers[i]
	}
	return parts, true
}

func twoDigits(n string) string {
	if len(n) == 1 {
		return "0" + n
	}
	return n
}
