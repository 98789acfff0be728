package api

import (
	"holdover/internal/cal"
	"holdover/internal/exporter"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// MonthList is the months' figures, newest first.
type MonthList struct {
	Months          []MonthSummary `json:"months" nullable:"false"`
	ServerKnowledge int64          `json:"server_knowledge"`
}

// OneMonth is a month with its categories.
type OneMonth struct {
	Month MonthDetail `json:"month"`
}

// MonthPath names a month of a plan.
type MonthPath struct {
	PlanPath
	Month string `path:"month" doc:"The month's first day, such as 2026-03-01, or current"`
}

func (l *look) listMonths(in *sinceIn, out *MonthList) error {
	*out = MonthList{Months: []MonthSummary{}, ServerKnowledge: l.Knowledge()}
	return l.eachMonth(in.Since, func(lists *exporter.Lists, m cal.Month, gone bool) error {
		if gone {
			out.Months = append(out.Months, MonthSummary{MonthSummaryBase: goneMonth(m)})
			return nil
		}
		record, err := lists.Month(m)
		if err != nil {
			return err
		}
		out.Months = append(out.Months, monthOf(record, l.format))
		return nil
	})
}

// eachMonth gives the months that changed to do, newest first, and those that
// the plan had and has no longer.
func (l *look) eachMonth(since int64, do func(lists *exporter.Lists, m cal.Month, gone bool) error) error {
	c, err := l.changedSince(since, store.KindMonth)
	if err != nil {
		return err
	}
	info, err := l.changedSince(since, store.KindInfo)
	if err != nil {
		return err
	}
	lists, err := l.lists(0)
	if err != nil {
		return err
	}
	first, last := lists.Span()
	from, until := first, last
	if c.span.First != 0 { // a month beyond those with data is listed
		from, until = min(from, c.span.First), max(until, c.span.Last+1)
	}
	everything := c.all || len(info.numbers) > 0 // what is kept of the cards is in every month
	for m := until; m >= from; m-- {
		gone := m < first || m > last
		if !gone && !everything && !c.hasMonth(m) {
			continue
		}
		if err := do(lists, m, gone); err != nil {
			return err
		}
	}
	return nil
}

// goneMonth is a month that the plan no longer has.
func goneMonth(m cal.Month) MonthSummaryBase {
	return MonthSummaryBase{Month: m.First().String(), Deleted: true}
}

func (l *look) oneMonth(in *MonthPath, out *OneMonth) error {
	m, lists, err := l.listsOf(in.Month)
	if err != nil {
		return err
	}
	if first, last := lists.Span(); m != l.today.Month() && (m < first || m > last) {
		return fault.New(fault.NotFound, "the plan has no month %s", in.Month)
	}
	record, err := lists.Month(m)
	if err != nil {
		return err
	}
	out.Month = MonthDetail{MonthSummary: monthOf(record, l.format), Categories: []Category{}}
	for _, c := range lists.Categories(m) {
		out.Month.Categories = append(out.Month.Categories, categoryOf(&c, l.format))
	}
	return nil
}
