package reports

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/report"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// The dimensions of a report of expenses by two dimensions that are not those of one: parts of its period.
const (
	ByMonth   SpendingBy = "month"
	ByQuarter SpendingBy = "quarter"
	ByYear    SpendingBy = "year"
)

// CrossWays lists all dimensions of the rows and columns of a report by two.
var CrossWays = slices.Concat(SpendingWays, []SpendingBy{ByMonth, ByQuarter, ByYear})

// CrossReport is a report of expenses by two dimensions.
type CrossReport struct {
	Reported `json:"-"`
	By       SpendingBy `json:"by"`
	Across   SpendingBy `json:"across"`
	report.Cross
}

// SpendingAcross reports the expenses of a span by two dimensions: by in rows, across in columns.
func (rp *Reports) SpendingAcross(ctx context.Context, who users.Actor, id string, q Query, by, across SpendingBy) (CrossReport, error) {
	r := CrossReport{By: by, Across: across}
	err := rp.reported(ctx, who, id, &r.Reported, &q, func(k *reporting) error {
		if err := checkWays(by, across); err != nil {
			return err
		}
		if err := k.spending(); err != nil {
			return err
		}
		inRows, err := k.crossWay(q.Span, by)
		if err != nil {
			return err
		}
		inColumns, err := k.crossWay(q.Span, across)
		if err != nil {
			return err
		}
		var cells []report.CrossCell
		for pair, sum := range k.lines.Cross(k.scope, inRows.dimension, inColumns.dimension) {
			cells = append(cells, report.CrossCell{Rows: inRows.headings(pair[0]), Columns: inColumns.headings(pair[1]), Amount: -sum})
		}
		if len(cells) > 0 { // months without expenses have their place too
			for i := range inRows.all {
				cells = append(cells, report.CrossCell{Rows: inRows.all[i : i+1], Columns: cells[0].Columns[:1]})
			}
			for i := range inColumns.all {
				cells = append(cells, report.CrossCell{Rows: cells[0].Rows[:1], Columns: inColumns.all[i : i+1]})
			}
		}
		r.Cross, r.HasTags = report.CrossOf(q.Span, cells), k.lines.HasTags()
		return nil
	})
	return r, err
}

func (k *reporting) category(no budget.CategoryNo) (id, name string) {
	if c := iterutil.First(k.categories, func(c budget.Category) bool { return c.No == no }); c != nil {
		return c.ID, c.Name
	}
	return rows.None, "No category"
}

// groupOf returns the group of a category.
func (k *reporting) groupOf(no budget.CategoryNo) (id, name string) {
	if c := iterutil.First(k.categories, func(c budget.Category) bool { return c.No == no }); c != nil {
		g := k.group(c.Group)
		return g.ID, g.Name
	}
	return rows.None, "No category"
}

// Alike reports whether two dimensions are of the same kind, so that one of them would say nothing more.
func (by SpendingBy) Alike(other SpendingBy) bool { return by.family() == other.family() }

func (by SpendingBy) family() SpendingBy {
	switch by {
	case ByGroup:
		return ByCategory
	case ByAccountGroup:
		return ByAccount
	case ByQuarter, ByYear:
		return ByMonth
	}
	return by
}

// checkWays returns an Invalid error for dimensions that do not exist or are alike. Without across, a report has one
// dimension, which is no part of its period.
func checkWays(by, across SpendingBy) error {
	if across == "" {
		if by != "" && !slices.Contains(SpendingWays, by) {
			return unknownWay(by, "by", SpendingWays)
		}
		return nil
	}
	by = cmp.Or(by, ByGroup)
	for _, of := range []struct {
		field string
		way   SpendingBy
	}{{"by", by}, {"across", across}} {
		if !slices.Contains(CrossWays, of.way) {
			return unknownWay(of.way, of.field, CrossWays)
		}
	}
	if by.Alike(across) {
		return apperr.New(apperr.Invalid, "spending by %s cannot be divided by %s", by.Name(), across.Name()).AtField("across").WithHint("choose columns of another kind than the rows")
	}
	return nil
}

// crossWay is a dimension of a report by two.
type crossWay struct {
	dimension rowindex.Dimension
	headings  func(rowindex.Value) []report.Heading // one, except for a set of several tags
	all       []report.Heading                      // of a dimension by time
}

func (k *reporting) crossWay(s report.Span, by SpendingBy) (crossWay, error) {
	record := func(d rowindex.Dimension, of func(rowindex.Value) (id, name string)) (crossWay, error) {
		return crossWay{dimension: d, headings: cached(func(v rowindex.Value) []report.Heading {
			id, name := of(v)
			return []report.Heading{{ID: id, Name: name}}
		})}, nil
	}
	switch by {
	case ByPayee:
		return record(rowindex.OfPayee, func(v rowindex.Value) (string, string) { return k.payee(budget.PayeeNo(v.No)) })
	case ByAccount:
		return record(rowindex.OfAccount, func(v rowindex.Value) (string, string) { return k.account(budget.AccountNo(v.No)) })
	case ByAccountGroup:
		return record(rowindex.OfAccount, func(v rowindex.Value) (string, string) {
			return k.accountGroup(k.groupOfAccount(budget.AccountNo(v.No)))
		})
	case ByFlag:
		return record(rowindex.OfFlag, func(v rowindex.Value) (string, string) { return k.flag(v.Colour) })
	case ByCategory:
		return record(rowindex.OfCategory, func(v rowindex.Value) (string, string) { return k.category(budget.CategoryNo(v.No)) })
	case ByGroup:
		return record(rowindex.OfCategory, func(v rowindex.Value) (string, string) { return k.groupOf(budget.CategoryNo(v.No)) })
	case ByTag:
		named, err := k.tagHeadings()
		return crossWay{dimension: rowindex.OfTags, headings: cached(func(v rowindex.Value) []report.Heading { return named(v.Tags) })}, err
	}
	w := crossWay{dimension: rowindex.OfMonth, headings: cached(func(v rowindex.Value) []report.Heading { return []report.Heading{period(s, by, civil.Month(v.No))} })}
	for _, m := range s.All() {
		if h := period(s, by, m); len(w.all) == 0 || w.all[len(w.all)-1] != h {
			w.all = append(w.all, h)
		}
	}
	return w, nil
}

// cached returns a function that computes the headings of each value once.
func cached(of func(rowindex.Value) []report.Heading) func(rowindex.Value) []report.Heading {
	known := map[rowindex.Value][]report.Heading{}
	return func(v rowindex.Value) []report.Heading {
		h, is := known[v]
		if !is {
			h = of(v)
			known[v] = h
		}
		return h
	}
}

// period returns the heading of the part of a span that a month is in.
func period(s report.Span, by SpendingBy, m civil.Month) report.Heading {
	year, month := m.First().Year(), int(m-civil.MakeMonth(m.First().Year(), 1))
	switch by {
	case ByQuarter:
		first := civil.MakeMonth(year, month/3*3+1)
		return report.Heading{Name: fmt.Sprintf("Q%d %d", month/3+1, year), Span: report.Span{From: max(s.From, first), Until: min(s.Until, first.Add(2))}}
	case ByYear:
		first := civil.MakeMonth(year, 1)
		return report.Heading{Name: fmt.Sprint(year), Span: report.Span{From: max(s.From, first), Until: min(s.Until, first.Add(11))}}
	}
	return report.Heading{Name: m.First().Time().Format("Jan 2006"), Span: report.Span{From: m, Until: m}}
}
