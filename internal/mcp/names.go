package mcp

import (
	"context"
	"slices"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/frame"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/money"
)

// InBudget says which budget is meant.
type InBudget struct {
	Budget string `json:"budget,omitempty" jsonschema:"the budget's name or id; the last changed one where left out"`
}

func (in InBudget) which() InBudget { return in }

// budget is the budget that is meant.
func (a *assistant) budget(ctx context.Context, in InBudget) (frame.Budget, error) {
	ref := in.Budget
	if a.Budget != "" {
		only, err := a.App.FindBudget(ctx, a.who, a.Budget)
		if err != nil || ref == "" || ref == only.ID || budget.NameKey(ref) == budget.NameKey(only.Name) {
			return only, err
		}
		return frame.Budget{}, fault.New(fault.NotFound, "there is no budget %q", ref)
	}
	if ref != "" {
		return a.App.FindBudget(ctx, a.who, ref)
	}
	all, err := a.App.Budgets(ctx, a.who)
	if err != nil {
		return frame.Budget{}, err
	}
	var last frame.Budget
	for _, b := range all {
		if last.ID == "" || b.LastModifiedOn.After(last.LastModifiedOn) {
			last = b
		}
	}
	if last.ID == "" {
		return last, fault.New(fault.NotFound, "there is no budget")
	}
	return last, nil
}

// amount writes an amount: exact, in the currency's decimals and more where it has more.
func amount(b *frame.Budget, m money.Milli) string {
	text := m.String()
	for digits := 3; digits > b.CurrencyFormat.DecimalDigits && strings.HasSuffix(text, "0") && strings.Contains(text, "."); digits-- {
		text = text[:len(text)-1]
	}
	return strings.TrimSuffix(text, ".")
}

// readAmount reads an amount such as -12.34. One that the currency cannot write is refused, as it is where people type.
func readAmount(format money.Format, text string) (money.Milli, error) {
	digits := strings.TrimSpace(text)
	sign := money.Milli(1)
	if rest, minus := strings.CutPrefix(digits, "-"); minus {
		digits, sign = rest, -1
	}
	units, thousandths, _ := strings.Cut(digits, ".")
	var m money.Milli
	for _, d := range units + (thousandths + "000")[:max(3, len(thousandths))] {
		if d < '0' || d > '9' || m > money.Limit {
			m = -1
			break
		}
		m = m*10 + money.Milli(d-'0')
	}
	if m < 0 || m > money.Limit || units == "" || len(thousandths) > 3 {
		return 0, fault.New(fault.Invalid, "%q is not an amount", text).WithHint("write it like -12.34, with a point and without a currency")
	}
	return sign * m, app.CheckFine(format, m, text)
}

// month reads a month such as 2026-03; none is this one.
func month(text string) (cal.Month, error) {
	if text == "" {
		return today().Month(), nil
	}
	first := text
	if len(text) == len("2026-03") {
		first += "-01"
	}
	m, err := cal.ParseMonth(first)
	if now := today().Month(); err != nil || m < now.Add(-1200) || m > now.Add(240) {
		return 0, fault.New(fault.Invalid, "%q is not a month to look at", text).WithHint("write it like 2026-03")
	}
	return m, nil
}

// day reads a day such as 2026-03-01; none is zero.
func day(text string) (cal.Date, error) {
	if text == "" {
		return 0, nil
	}
	d, err := cal.ParseDate(text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "%q is not a day", text).WithHint("write it like 2026-03-01")
	}
	return d, nil
}

func today() cal.Date { return cal.DateOf(time.Now()) }

// monthNow is a month as it stands, also one that nothing is said of yet.
func (a *assistant) monthNow(ctx context.Context, b *frame.Budget, m cal.Month) (app.Month, error) {
	s, err := a.App.Screen(ctx, a.who, b.ID)
	if err != nil {
		return app.Month{}, err
	}
	is := s.Sheet.Month(m)
	out := app.Month{
		Month: m, Income: is.Income, Funds: is.Funds, OverspentLastMonth: is.OverspentLastMonth, Budgeted: is.Budgeted, Activity: is.Activity,
		Held: is.Held, ToBudget: is.ToBudget, Balance: is.Balance, Uncategorised: is.Uncategorised,
	}
	groups := each.By(s.Groups, func(g budget.Group) budget.GroupNo { return g.No })
	for _, c := range s.Categories {
		g, cell := groups[c.Group], s.Sheet.Cell(c.No, m)
		out.Categories = append(out.Categories, app.MonthCategory{
			ID: c.ID, GroupID: g.ID, Group: g.Name, Name: c.Name, Hidden: c.Hidden || g.Hidden, Income: c.Income,
			Budgeted: cell.Budgeted, Activity: cell.Activity, Balance: cell.Balance, Rollover: cell.Rollover,
		})
	}
	return out, nil
}

// category finds one of a month's categories by name or id.
func category(m *app.Month, ref string) (app.MonthCategory, error) {
	group, name, both := strings.Cut(ref, ":")
	one, n := each.Meant(m.Categories, func(c *app.MonthCategory) bool { return strings.EqualFold(c.ID, ref) }, func(c *app.MonthCategory) bool {
		key := budget.NameKey(c.Name)
		return key == budget.NameKey(ref) || both && budget.NameKey(c.Group) == budget.NameKey(group) && key == budget.NameKey(name)
	})
	switch n {
	case 1:
		return *one, nil
	case 0:
		return app.MonthCategory{}, fault.New(fault.NotFound, "there is no category %q", ref).WithHint("the tool categories lists them")
	}
	return app.MonthCategory{}, fault.New(fault.Conflict, "%d categories are called %q", n, ref).WithHint("write it like Group: Category, or give the id")
}

// only is the id of the category that alone is asked about, "" for all. It is known in months, too, that nothing is said of.
func (a *assistant) only(ctx context.Context, b *frame.Budget, ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	m, err := a.monthNow(ctx, b, today().Month())
	if err != nil {
		return "", err
	}
	return optional(&m, ref)
}

// knownGroup refuses a group that has no categories: an empty list would say that it has none to be seen.
func knownGroup(m *app.Month, name string) error {
	in := func(c app.MonthCategory) bool { return budget.NameKey(c.Group) == budget.NameKey(name) }
	if name == "" || slices.ContainsFunc(m.Categories, in) {
		return nil
	}
	return fault.New(fault.NotFound, "there is no group %q with categories", name).WithHint("the tool categories lists all of them")
}
