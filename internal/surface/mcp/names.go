package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// InBudget is the part of an input that names the budget.
type InBudget struct {
	Budget string `json:"budget,omitempty" jsonschema:"the budget's name or id; if omitted, the budget that you changed last"`
}

func (in InBudget) which() InBudget { return in }

func (a *assistant) budget(ctx context.Context, in InBudget) (pageframe.Budget, error) {
	ref := in.Budget
	if a.Budget != "" {
		only, err := a.App.FindBudget(ctx, a.who, a.Budget)
		if err != nil || ref == "" || ref == only.ID || budget.NameKey(ref) == budget.NameKey(only.Name) {
			return only, err
		}
		return pageframe.Budget{}, apperr.New(apperr.NotFound, "budget %q not found", ref)
	}
	if ref != "" {
		return a.App.FindBudget(ctx, a.who, ref)
	}
	return a.App.LastUsed(ctx, a.who)
}

// amount formats an amount exactly, with the currency's decimals or more if needed.
func amount(b *pageframe.Budget, m money.Milli) string {
	text := m.String()
	for digits := 3; digits > b.CurrencyFormat.DecimalDigits && strings.HasSuffix(text, "0") && strings.Contains(text, "."); digits-- {
		text = text[:len(text)-1]
	}
	return strings.TrimSuffix(text, ".")
}

// Amount is an amount in the input, as text or as a number. A number is read by its digits, not as a float.
type Amount string

// UnmarshalJSON accepts a string or a number.
func (m *Amount) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, (*string)(m))
	}
	var number json.Number
	if err := json.Unmarshal(text, &number); err != nil {
		return fmt.Errorf("the amount is %s. write it like -12.34", humanize.Clip(string(text), 40))
	}
	*m = Amount(number)
	return nil
}

// readAmount parses an amount such as -12.34. As on the pages, it refuses an amount with more decimals than the
// currency.
func readAmount(format money.Format, written Amount) (money.Milli, error) {
	text := string(written)
	digits := strings.TrimSpace(text)
	sign := money.Milli(1)
	if rest, minus := strings.CutPrefix(digits, "-"); minus {
		digits, sign = rest, -1
	}
	units, thousandths, _ := strings.Cut(digits, ".")
	if len(thousandths) > 3 {
		thousandths = thousandths[:3] + strings.TrimRight(thousandths[3:], "0")
	}
	var m money.Milli
	for _, d := range units + (thousandths + "000")[:max(3, len(thousandths))] {
		if d < '0' || d > '9' || m > money.Limit {
			m = -1
			break
		}
		m = m*10 + money.Milli(d-'0')
	}
	if m < 0 || m > money.Limit || units == "" || len(thousandths) > 3 {
		return 0, apperr.New(apperr.Invalid, "%q is not an amount", text).WithHint("write it like -12.34, with a point and without a currency")
	}
	return sign * m, amountparse.CheckFine(format, m, text)
}

// monthNamed parses a month such as 2026-03. "current", as in the API, and "" mean the current month.
func (a *assistant) monthNamed(ctx context.Context, text string) (civil.Month, error) {
	if text == "" || text == "current" {
		return a.App.Today(ctx).Month(), nil
	}
	first := text
	if len(text) == len("2026-03") {
		first += "-01"
	}
	m, err := civil.ParseMonth(first)
	switch {
	case err != nil:
		return 0, apperr.New(apperr.Invalid, "%q is not a month", text).WithHint("write it like 2026-03, or current")
	case m.FarOff():
		return 0, apperr.New(apperr.Invalid, "the month %s is too far away", text).WithHint("%s", civil.KeptYears())
	}
	return m, nil
}

// day parses a day such as 2026-03-01. It returns zero for "".
func day(text string) (civil.Date, error) {
	if text == "" {
		return 0, nil
	}
	d, err := civil.ParseDate(text)
	if err != nil {
		return 0, apperr.New(apperr.Invalid, "%q is not a day", text).WithHint("write it like 2026-03-01")
	}
	return d, nil
}

// inOrder refuses a period that ends before it starts, since its meaning is unknown.
func inOrder(first, last string, isInOrder bool) error {
	if isInOrder {
		return nil
	}
	return apperr.New(apperr.Invalid, "%s is after %s", first, last).WithHint("name the earlier one first")
}

// Limit is the maximum number of records to list; zero means the default.
type Limit int

// UnmarshalJSON reads a whole number, however it is written, and refuses one that is out of bounds.
func (l *Limit) UnmarshalJSON(text []byte) error {
	said, err := strconv.ParseFloat(string(text), 64)
	if err != nil || said < 0 || said > mostRows {
		return fmt.Errorf("the limit is %s. ask for 1 to %d", humanize.Clip(string(text), 40), mostRows)
	}
	*l = Limit(said)
	return nil
}

func (l Limit) or(usual int) int { return cmp.Or(int(l), usual) }

// category finds one of a month's categories by name or id.
func category(m *app.Month, ref string) (app.MonthCategory, error) {
	group, name, both := strings.Cut(ref, ":")
	one, n := iterutil.FindByIDOrName(m.Categories, func(c *app.MonthCategory) bool { return strings.EqualFold(c.ID, ref) }, func(c *app.MonthCategory) bool {
		key := budget.NameKey(c.Name)
		return key == budget.NameKey(ref) || both && budget.NameKey(c.Group) == budget.NameKey(group) && key == budget.NameKey(name)
	})
	switch n {
	case 1:
		return *one, nil
	case 0:
		return app.MonthCategory{}, apperr.New(apperr.NotFound, "category %q not found", ref).WithHint("the tool categories lists them")
	}
	return app.MonthCategory{}, apperr.New(apperr.Conflict, "%d categories are called %q", n, ref).WithHint("write it like Group: Category, or give the id")
}

// only returns the id of the one requested category, or "" for all. It also finds categories without figures in a
// month.
func (a *assistant) only(ctx context.Context, b *pageframe.Budget, ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	m, err := a.App.Month(ctx, a.who, b.ID, a.App.Today(ctx).Month())
	if err != nil {
		return "", err
	}
	return optional(&m, ref)
}

// knownGroup refuses a group without categories, since an empty list would imply that the group exists.
func knownGroup(m *app.Month, name string) error {
	in := func(c app.MonthCategory) bool { return budget.NameKey(c.Group) == budget.NameKey(name) }
	if name == "" || slices.ContainsFunc(m.Categories, in) {
		return nil
	}
	return apperr.New(apperr.NotFound, "group %q with categories not found", name).WithHint("the tool categories lists all of them")
}
