package api

import (
	"context"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/store"
)

// MonthList is the months' figures, newest first.
type MonthList struct {
	Months          []MonthSummary `json:"months" nullable:"false"`
	ServerKnowledge int64          `json:"server_knowledge"`
}

type OneMonth struct {
	Month MonthDetail `json:"month"`
}

type MonthPath struct {
	PlanPath
	Month string `path:"month" doc:"The month's first day, such as 2026-03-01, or current"`
}

// listMonths reads no names of records: months contain none.
func (a *api) listMonths(ctx context.Context, in *sinceIn) (out MonthList, err error) {
	out.Months = []MonthSummary{}
	err = a.snapshot(ctx, in.PlanID, func(session *readSession) error {
		out.ServerKnowledge = session.Knowledge()
		return session.eachMonth(in.Since, false, func(months exporter.Months, m civil.Month, gone bool) error {
			if gone {
				out.Months = append(out.Months, MonthSummary{MonthSummaryBase: goneMonth(m)})
				return nil
			}
			record, err := months.Month(m)
			if err != nil {
				return err
			}
			out.Months = append(out.Months, monthOf(record, session.format))
			return nil
		})
	})
	return out, err
}

// eachMonth calls do with the changed months, or with every one, newest first, and with the months that the plan no
// longer has.
func (session *readSession) eachMonth(since int64, every bool, do func(months exporter.Months, m civil.Month, gone bool) error) error {
	c, err := session.changedSince(since, store.KindMonth)
	if err != nil {
		return err
	}
	info, err := session.changedSince(since, store.KindInfo)
	if err != nil {
		return err
	}
	src, err := app.MonthsSourceOf(session.ReadTx)
	if err != nil {
		return err
	}
	months := exporter.NewMonths(src, session.exportOptions())
	first, last := months.Span()
	from, until, stood := first, last, civil.Span{First: first, Last: last}
	if c.span.First != 0 { // a month beyond those with data is listed
		from, until = min(from, c.span.First), max(until, c.span.Last+1)
		if stood, err = session.stood(&c); err != nil {
			return err
		}
	}
	everything := every || c.all || len(info.numbers) > 0 // every month contains data about cards kept from the import
	for m := until; m >= from; m-- {
		gone := m < first || m > last
		if !gone && !everything && !c.hasMonth(m) && m >= stood.First && m <= stood.Last {
			continue
		}
		if err := do(months, m, gone); err != nil {
			return err
		}
	}
	return nil
}

// stood returns the months up to the last with unchanged figures. A change may have added the empty months after it,
// or turned the empty month at the plan's end into one in between.
func (session *readSession) stood(c *changed) (s civil.Span, err error) {
	sheet, err := session.Sheet()
	if err != nil {
		return s, err
	}
	for f := range iterutil.Pointers(sheet.Months) {
		if (c.touched.From == 0 || f.Month < c.touched.From) && (f.Income != 0 || f.Budgeted != 0 || f.Activity != 0 || f.Uncategorised != 0) {
			s.Cover(f.Month)
		}
	}
	return s, nil
}

// goneMonth returns a month that the plan no longer has.
func goneMonth(m civil.Month) MonthSummaryBase {
	return MonthSummaryBase{Month: m.First().String(), Deleted: true}
}

func (session *readSession) oneMonth(in *MonthPath, out *OneMonth) error {
	m, err := monthNamed(in.Month, session.today)
	if err != nil {
		return err
	}
	lists, err := session.lists(m)
	if err != nil {
		return err
	}
	if first, last := lists.Span(); m != session.today.Month() && (m < first || m > last) {
		return apperr.New(apperr.NotFound, "the plan has no month %s", in.Month)
	}
	record, err := lists.Month(m)
	if err != nil {
		return err
	}
	out.Month = MonthDetail{MonthSummary: monthOf(record, session.format), Categories: []Category{}}
	for _, c := range lists.Categories(m) {
		out.Month.Categories = append(out.Month.Categories, categoryOf(&c, session.format))
	}
	return nil
}

// MonthSummaryBase is a month's figures in milliunits. To be budgeted is
// Holdover's own To Budget, which later months do not change.
type MonthSummaryBase struct {
	Month        string      `json:"month" format:"date" doc:"Its first day"`
	Note         *string     `json:"note"`
	Income       money.Milli `json:"income"`
	Budgeted     money.Milli `json:"budgeted"`
	Activity     money.Milli `json:"activity"`
	ToBeBudgeted money.Milli `json:"to_be_budgeted" doc:"To Budget"`
	AgeOfMoney   *int32      `json:"age_of_money" doc:"Days that money stayed before it was spent, as the report on it says; null before the tenth payment"`
	Deleted      bool        `json:"deleted"`
}

// MonthSummary is a month as lists show it: with its amounts as text and numbers.
type MonthSummary struct {
	MonthSummaryBase
	IncomeFormatted       string  `json:"income_formatted"`
	IncomeCurrency        decimal `json:"income_currency"`
	BudgetedFormatted     string  `json:"budgeted_formatted"`
	BudgetedCurrency      decimal `json:"budgeted_currency"`
	ActivityFormatted     string  `json:"activity_formatted"`
	ActivityCurrency      decimal `json:"activity_currency"`
	ToBeBudgetedFormatted string  `json:"to_be_budgeted_formatted"`
	ToBeBudgetedCurrency  decimal `json:"to_be_budgeted_currency"`
}

type MonthDetail struct {
	MonthSummary
	Categories []Category `json:"categories" nullable:"false"`
}

// MonthDetailBase is a month of a whole plan, with its categories.
type MonthDetailBase struct {
	_ struct{} `additionalProperties:"true"`
	MonthSummaryBase
	Categories []CategoryBase `json:"categories" nullable:"false"`
}

func monthOf(r *ynabdoc.Month, f money.Format) MonthSummary {
	return MonthSummary{
		MonthSummaryBase: monthBase(r),
		IncomeFormatted:  f.WithSymbol(r.Income), IncomeCurrency: decimal(r.Income),
		BudgetedFormatted: f.WithSymbol(r.Budgeted), BudgetedCurrency: decimal(r.Budgeted),
		ActivityFormatted: f.WithSymbol(r.Activity), ActivityCurrency: decimal(r.Activity),
		ToBeBudgetedFormatted: f.WithSymbol(r.ToBeBudgeted), ToBeBudgetedCurrency: decimal(r.ToBeBudgeted),
	}
}

func monthBase(r *ynabdoc.Month) MonthSummaryBase {
	out := MonthSummaryBase{
		Month: r.Month.First().String(), Note: some(r.Note), Income: r.Income, Budgeted: r.Budgeted, Activity: r.Activity,
		ToBeBudgeted: r.ToBeBudgeted, Deleted: r.Deleted,
	}
	if r.Has("age_of_money") {
		out.AgeOfMoney = new(int32Of(r.AgeOfMoney))
	}
	return out
}
