package importer

import (
	"fmt"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/ynabdoc"
)

// mostYears is the maximum number of years in a plan. Every month has a figure for every category, so one wrong year
// would make a budget of a hundred thousand months.
const mostYears = 200

// dated is a month and its location in the file.
type dated struct {
	month  civil.Month
	record string
}

func farOff(record string) error {
	return apperr.New(apperr.Invalid, "%s: %s", record, civil.KeptYears()).
		WithHint("Correct the wrong date in YNAB and export the plan again.")
}

// span is the range from the first month with data to the last.
type span struct{ first, last dated }

func (s *span) see(m civil.Month, record func() string) {
	if s.first.month == 0 || m < s.first.month {
		s.first = dated{m, record()}
	}
	if m > s.last.month {
		s.last = dated{m, record()}
	}
}

// checkSpan returns an error that names the records if the plan's first and last month are too far apart or outside
// the supported range. All rows were read before.
func (im *importing) checkSpan() error {
	for i := range im.plan.Months {
		if m := &im.plan.Months[i]; !m.Deleted && m.Month != 0 {
			im.span.see(m.Month, func() string { return fmt.Sprintf("months[%d] is %s", i, m.Month) })
		}
	}
	if im.marks != nil && im.marks.Begun != 0 {
		im.span.see(im.marks.Begun, func() string { return fmt.Sprintf("%s.begun_with is %s", ynabdoc.MarksMember, im.marks.Begun) })
	}
	for i := range im.plan.ScheduledTransactions {
		s := &im.plan.ScheduledTransactions[i]
		if far := (s.DateNext.FarOff() || s.DateFirst.FarOff()) && !s.Deleted; far {
			return farOff(fmt.Sprintf("scheduled_transactions[%d] (id %s) is dated %s, first %s", i, s.ID, s.DateNext, s.DateFirst))
		}
	}
	first, last := im.span.first, im.span.last
	for _, end := range []dated{first, last} {
		if end.month.FarOff() {
			return farOff(end.record)
		}
	}
	if im.months = int(last.month-first.month) + 1; im.months <= mostYears*12 {
		return nil
	}
	return apperr.New(apperr.Invalid, "%s and %s: a plan spans at most %d years", first.record, last.record, mostYears).
		WithHint("Correct the wrong date in YNAB and export the plan again.")
}

// Limits on the number of records of a kind, because every page and every month lists them.
const (
	mostListed  = 20_000    // accounts, groups or categories
	mostFigures = 5_000_000 // categories in every month
)

// checkSize rejects a plan with an implausible number of accounts and categories.
func (im *importing) checkSize() error {
	categories := len(im.whole.Categories)
	for what, n := range map[string]int{"accounts": len(im.whole.Accounts), "category groups": len(im.whole.Groups), "categories": categories} {
		if n > mostListed {
			return apperr.New(apperr.Invalid, "the plan has %d %s: a budget keeps at most %d", n, what, mostListed).
				WithHint("Check that the file is a complete, unchanged export of a plan.")
		}
	}
	if categories*im.months > mostFigures {
		return apperr.New(apperr.Invalid, "the plan has %d categories in %d months: a budget keeps at most %d figures", categories, im.months, mostFigures).
			WithHint("Check that the file is a complete, unchanged export of a plan.")
	}
	return nil
}
