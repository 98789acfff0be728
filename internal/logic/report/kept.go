package report

import (
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
)

// Kind is the name of a report in addresses and commands.
type Kind string

// The kinds.
const (
	KindSpending Kind = "spending"
	KindMonth    Kind = "month"
	KindCalendar Kind = "calendar"
	KindIncome   Kind = "income"
	KindNetWorth Kind = "net-worth"
	KindAge      Kind = "age-of-money"
	KindCategory Kind = "category"
	KindComing   Kind = "coming"
)

// Kinds lists all kinds, most useful first.
var Kinds = []Kind{KindSpending, KindMonth, KindCalendar, KindIncome, KindNetWorth, KindAge, KindCategory, KindComing}

// Time is the period of a report: a word relative to today, or two months separated by two dots.
type Time string

// The times that move on.
const (
	ThisMonth    Time = "this-month"
	LastMonth    Time = "last-month"
	ThreeMonths  Time = "3-months"
	SixMonths    Time = "6-months"
	TwelveMonths Time = "12-months"
	ThisYear     Time = "this-year"
	LastYear     Time = "last-year"
	AllTime      Time = "all"
)

// Times lists the relative periods in the order in which they are offered.
var Times = []Time{ThisMonth, LastMonth, ThreeMonths, SixMonths, TwelveMonths, ThisYear, LastYear, AllTime}

// Title returns the period for display.
func (t Time) Title() string {
	switch t {
	case AllTime:
		return "All"
	case ThisMonth, LastMonth, ThisYear, LastYear, ThreeMonths, SixMonths, TwelveMonths:
		words := strings.ReplaceAll(string(t), "-", " ")
		return strings.ToUpper(words[:1]) + words[1:]
	}
	s, err := t.On(1, 1)
	if err != nil {
		return string(t)
	}
	short := func(m civil.Month) string { return m.First().Time().Format("Jan 2006") }
	if s.From == s.Until {
		return short(s.From)
	}
	return short(s.From) + " – " + short(s.Until)
}

// IsRelative reports whether the period is relative to today, as the default one is.
func (t Time) IsRelative() bool { return t == "" || slices.Contains(Times, t) }

// On returns the months of the period in the present month; first is the first month with figures. It returns an
// Invalid error.
func (t Time) On(this, first civil.Month) (Span, error) {
	year := this.First().Year()
	switch t {
	case ThisMonth:
		return Span{this, this}, nil
	case LastMonth:
		return Span{this.Add(-1), this.Add(-1)}, nil
	case ThreeMonths:
		return Span{this.Add(-2), this}, nil
	case SixMonths:
		return Span{this.Add(-5), this}, nil
	case TwelveMonths, "":
		return Span{this.Add(-11), this}, nil
	case ThisYear:
		return Span{civil.MakeMonth(year, 1), civil.MakeMonth(year, 12)}, nil
	case LastYear:
		return Span{civil.MakeMonth(year-1, 1), civil.MakeMonth(year-1, 12)}, nil
	case AllTime:
		if first == 0 || first > this {
			first = this
		}
		return Span{first, this}, nil
	}
	from, to, two := strings.Cut(string(t), "..")
	s, err := Span{}, error(nil)
	if s.From, err = civil.ParseMonth(from); two && err == nil {
		if s.Until, err = civil.ParseMonth(to); err == nil {
			return s.forwards(), nil
		}
	}
	return s, apperr.New(apperr.Invalid, "%q is not a time range of reports", t).AtField("time").
		WithHint("it is %s, or two months: 2026-01..2026-06", joined(Times))
}

// TimeOf returns the period of two months in either order.
func TimeOf(s Span) Time {
	s = s.forwards()
	return Time(s.From.String() + ".." + s.Until.String())
}

// KindOf returns the kind with a name, or a NotFound error.
func KindOf(name string) (Kind, error) {
	if !slices.Contains(Kinds, Kind(name)) {
		return "", apperr.New(apperr.NotFound, "report %q not found", name).WithHint("there is %s", joined(Kinds))
	}
	return Kind(name), nil
}

func joined[T ~string](all []T) string {
	words := iterutil.Map(all, func(one T) string { return string(one) })
	return strings.Join(words, ", ")
}
