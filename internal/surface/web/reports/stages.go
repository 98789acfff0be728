package reports

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/chart"
	"holdover/internal/logic/report"
)

// maxMonths is the number of columns of months; more are combined by year.
const maxMonths = 36

// stages returns the columns of a period: its months, or its years if they are many.
func stages(s report.Span) []report.Span {
	var all []report.Span
	for from := s.From; from <= s.Until; {
		until := from
		if s.Months() > maxMonths {
			until = min(s.Until, civil.MakeMonth(from.First().Year(), 12))
		}
		all = append(all, report.Span{From: from, Until: until})
		from = until.Add(1)
	}
	return all
}

// stageName returns the heading of a column.
func stageName(s report.Span, short bool) string {
	switch {
	case s.Months() == 1 && short:
		return s.From.First().Time().Format("Jan 06")
	case s.Months() == 1:
		return s.From.Name()
	}
	return s.From.First().Time().Format("2006")
}

// inStages returns the sums of months by column.
func inStages(s report.Span, months []money.Milli) []money.Milli {
	sums := make([]money.Milli, 0, maxMonths)
	for _, stage := range stages(s) {
		var sum money.Milli
		for _, amount := range months[stage.From-s.From : stage.Until-s.From+1] {
			sum += amount
		}
		sums = append(sums, sum)
	}
	return sums
}

// atStages returns the values of the last month of each column.
func atStages(s report.Span, months []money.Milli) []money.Milli {
	return iterutil.Map(stages(s), func(stage report.Span) money.Milli { return months[stage.Until-s.From] })
}

// places returns the places of a report's months on the axis.
func places(s report.Span, link func(report.Span) string) []chart.Place {
	var all []chart.Place
	for _, m := range s.All() {
		p := chart.MonthAmong(m, s.Months())
		p.From, p.To, p.URL = m.String(), m.String(), link(report.Span{From: m, Until: m})
		all = append(all, p)
	}
	return all
}

// stagePlaces returns the places of a period's columns on the axis.
func stagePlaces(s report.Span, link func(report.Span) string) []chart.Place {
	if s.Months() <= maxMonths {
		return places(s, link)
	}
	var all []chart.Place
	for _, stage := range stages(s) {
		name := stageName(stage, false)
		all = append(all, chart.Place{Name: name, Label: name, From: stage.From.String(), To: stage.Until.String(), URL: link(stage)})
	}
	return all
}
