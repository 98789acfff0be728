package api

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/cal"
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

func (a *api) months(ctx context.Context, in *sinceIn) (out MonthList, err error) {
	err = a.look(ctx, in.PlanID, func(l *look) error {
		out = MonthList{Months: []MonthSummary{}, ServerKnowledge: l.Knowledge()}
		c, err := l.changedSince(in.Since, store.KindMonth)
		if err != nil {
			return err
		}
		sheet, err := l.Sheet()
		if err != nil {
			return err
		}
		records, err := l.monthRecords()
		if err != nil {
			return err
		}
		months := shownMonths(sheet)
		for i := len(months) - 1; i >= 0; i-- {
			if c.hasMonth(months[i].Month) {
				out.Months = append(out.Months, l.monthSummary(months[i], records[months[i].Month]))
			}
		}
		return nil
	})
	return out, err
}

func (l *look) monthRecords() (map[cal.Month]budget.Month, error) {
	records, err := l.Months()
	return byNo(records, func(m budget.Month) cal.Month { return m.Month }), err
}

func (a *api) month(ctx context.Context, in *MonthPath) (out OneMonth, err error) {
	err = a.look(ctx, in.PlanID, func(l *look) error {
		m, err := l.month(in.Month)
		if err != nil {
			return err
		}
		figures, err := l.figures(m)
		if err != nil {
			return err
		}
		if months := shownMonths(figures.sheet); m != l.today.Month() &&
			(len(months) == 0 || m < months[0].Month || m > months[len(months)-1].Month) {
			return fault.New(fault.NotFound, "the plan has no month %s", in.Month)
		}
		record, err := l.Month(m)
		if err != nil {
			return err
		}
		out.Month = MonthDetail{MonthSummary: l.monthSummary(figures.sheet.Month(m), record), Categories: []Category{}}
		for i := range l.order.categories {
			out.Month.Categories = append(out.Month.Categories, figures.category(&l.order.categories[i]))
		}
		return nil
	})
	return out, err
}
