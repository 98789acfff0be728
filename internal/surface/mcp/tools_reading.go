package mcp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Limits on responses, since an assistant reads all of their text.
const (
	mostRows     = 100
	usualRows    = 20
	usualChanges = 10
	mostMonths   = 60
	mostFindings = 20
)

func (a *assistant) reading(server *sdk.Server) {
	read := func(name, text string) *sdk.Tool {
		return &sdk.Tool{Name: name, Description: text, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: new(false)}}
	}
	add(a, server, read("budgets", "List the budgets."), a.budgets)
	add(a, server, read("month", "What is left to budget in a month, its sums, and what is overspent."), a.month)
	add(a, server, read("categories", "What each category has in a month: budgeted, activity (spending is negative) and balance (what is left)."), a.categories)
	add(a, server, read("accounts", "The accounts with their balances, and the account groups."), inBudget(a, a.accounts))
	add(a, server, read("loan", "What is owed on a loan, its terms, what was paid, when it is paid off and the interest still to come; also with other payments."), inBudget(a, a.loan))
	add(a, server, read("tags", "The tags in notes, such as #holiday, with their use. The search of transactions takes a tag."), inBudget(a, a.tags))
	add(a, server, read("spending", "What was spent over some months, by category, largest first."), a.spending)
	add(a, server, read("transactions", "Find transactions, newest first, with their sum."), inBudget(a, a.transactions))
	add(a, server, read("payees", "The payees with their use, and their marks about suggestions."), inBudget(a, a.payees))
	add(a, server, read("saved_filters", "The saved filters of transactions; the tool transactions takes one."), inBudget(a, a.savedFilters))
	add(a, server, read("list_scheduled_transactions", "The scheduled transactions, by their next day."), inBudget(a, a.listScheduled))
	add(a, server, read("verify", "Whether the budget matches the file it was imported from, and what is unexplained."), inBudget(a, a.verify))
	add(a, server, read("history", "The last changes and who made them; each can be undone by its number."), inBudget(a, a.history))
}

type Budgets struct {
	Budgets []OneBudget `json:"budgets"`
}

type OneBudget struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Currency     string `json:"currency"`
	LastMonth    string `json:"last_month"`
	Transactions int    `json:"transactions"`
}

func (a *assistant) budgets(ctx context.Context, _ struct{}) (out Budgets, err error) {
	all, err := a.App.Budgets(ctx, a.who)
	if err != nil {
		return out, err
	}
	if a.Budget != "" {
		only, err := a.budget(ctx, InBudget{})
		if err != nil {
			return out, err
		}
		all = []pageframe.Budget{only}
	}
	out.Budgets = []OneBudget{}
	for _, b := range all {
		out.Budgets = append(out.Budgets, OneBudget{b.ID, b.Name, b.Currency, monthText(b.LastMonth), b.Transactions})
	}
	return out, nil
}

func monthText(m civil.Month) string {
	if m == 0 {
		return ""
	}
	return m.First().String()[:len("2026-03")]
}

// InMonth is the part of an input that names the budget and the month.
type InMonth struct {
	InBudget
	Month string `json:"month,omitempty" jsonschema:"such as 2026-03; current, or left out, is this month"`
}

type OneMonth struct {
	Month    string `json:"month"`
	ToBudget string `json:"to_budget"`
	Income   string `json:"income"`
	Budgeted string `json:"budgeted"`
	Activity string `json:"activity"`
	Held     string `json:"held_for_next_month"`
	// OnTheWay is left out if nothing is on its way.
	OnTheWay    string `json:"on_the_way,omitempty" jsonschema:"between two accounts at the month's end: it is in no account, and in the budget"`
	TargetsCost string `json:"targets_cost" jsonschema:"the total amount that the targets need in the month"`
	// ExpectedIncome is left out if none was set.
	ExpectedIncome string            `json:"expected_income,omitempty" jsonschema:"in a month"`
	Uncategorised  string            `json:"uncategorized"`
	Overspent      []CategoryFigures `json:"overspent"`
}

type CategoryFigures struct {
	ID       string `json:"id"`
	Group    string `json:"group"`
	Category string `json:"category"`
	Budgeted string `json:"budgeted"`
	Activity string `json:"activity"`
	Balance  string `json:"balance"`
	// Target is set if targets were requested and the category has one.
	Target *TargetFigures `json:"target,omitempty"`
}

func figures(b *pageframe.Budget, c *app.MonthCategory) CategoryFigures {
	return CategoryFigures{c.ID, c.Group, c.Name, amount(b, c.Budgeted), amount(b, c.Activity), amount(b, c.Balance), nil}
}

func (a *assistant) month(ctx context.Context, in InMonth) (out OneMonth, err error) {
	b, m, err := a.monthIn(ctx, in)
	if err != nil {
		return out, err
	}
	out = OneMonth{
		Month: monthText(m.Month), ToBudget: amount(&b, m.ToBudget), Income: amount(&b, m.Income), Budgeted: amount(&b, m.Budgeted),
		Activity: amount(&b, m.Activity), Held: amount(&b, m.Held), Uncategorised: amount(&b, m.Uncategorised), Overspent: []CategoryFigures{},
	}
	out.TargetsCost = amount(&b, m.TargetsCost)
	if m.OnTheWay != 0 {
		out.OnTheWay = amount(&b, m.OnTheWay)
	}
	if b.ExpectedIncome != 0 {
		out.ExpectedIncome = amount(&b, b.ExpectedIncome)
	}
	for i := range m.Categories {
		if c := &m.Categories[i]; c.Balance < 0 && !c.Income {
			out.Overspent = append(out.Overspent, figures(&b, c))
		}
	}
	return out, nil
}

func (a *assistant) monthIn(ctx context.Context, in InMonth) (b pageframe.Budget, m app.Month, err error) {
	which, err := a.monthNamed(ctx, in.Month)
	if err != nil {
		return b, m, err
	}
	if b, err = a.budget(ctx, in.InBudget); err != nil {
		return b, m, err
	}
	m, err = a.App.Month(ctx, a.who, b.ID, which)
	return b, m, err
}

// categoryIn is monthIn with one of the month's categories, by name or id.
func (a *assistant) categoryIn(ctx context.Context, in InMonth, ref string) (b pageframe.Budget, m app.Month, c app.MonthCategory, err error) {
	if b, m, err = a.monthIn(ctx, in); err == nil {
		c, err = category(&m, ref)
	}
	return b, m, c, err
}

type InCategories struct {
	InMonth
	Group  string `json:"group,omitempty" jsonschema:"only those of the group of this name"`
	Hidden bool   `json:"hidden,omitempty" jsonschema:"hidden ones too"`
	// Targets adds the targets.
	Targets bool `json:"targets,omitempty" jsonschema:"also their targets, with what each needs in the month"`
}

type Categories struct {
	Month      string            `json:"month"`
	ToBudget   string            `json:"to_budget"`
	Categories []CategoryFigures `json:"categories"`
}

func (a *assistant) categories(ctx context.Context, in InCategories) (out Categories, err error) {
	b, m, err := a.monthIn(ctx, in.InMonth)
	if err != nil {
		return out, err
	}
	if err := knownGroup(&m, in.Group); err != nil {
		return out, err
	}
	out = Categories{Month: monthText(m.Month), ToBudget: amount(&b, m.ToBudget), Categories: []CategoryFigures{}}
	for i := range m.Categories {
		c := &m.Categories[i]
		if c.Hidden && !in.Hidden || in.Group != "" && budget.NameKey(c.Group) != budget.NameKey(in.Group) {
			continue
		}
		row := figures(&b, c)
		if in.Targets && c.Target != nil {
			row.Target = targetFigures(&b, c.Target, m.Month)
		}
		out.Categories = append(out.Categories, row)
	}
	return out, nil
}

type InSpending struct {
	InBudget
	From     string `json:"from,omitempty" jsonschema:"first month, such as 2026-01; if omitted, the month of to, or this month"`
	To       string `json:"to,omitempty" jsonschema:"last month; if omitted, the month of from"`
	Category string `json:"category,omitempty" jsonschema:"only this category, by name or id"`
}

type Spending struct {
	From       string  `json:"from"`
	To         string  `json:"to"`
	Total      string  `json:"total" jsonschema:"what the categories' transactions sum to; spending is negative"`
	Categories []Spent `json:"categories"`
}

type Spent struct {
	Group    string `json:"group"`
	Category string `json:"category"`
	Activity string `json:"activity"`
}

func (a *assistant) spending(ctx context.Context, in InSpending) (out Spending, err error) {
	from, err := a.monthNamed(ctx, cmp.Or(in.From, in.To))
	if err != nil {
		return out, err
	}
	to := from
	if in.To != "" {
		if to, err = a.monthNamed(ctx, in.To); err != nil {
			return out, err
		}
	}
	if err := inOrder("from "+monthText(from), "to "+monthText(to), from <= to); err != nil {
		return out, err
	}
	if to-from >= mostMonths {
		return out, apperr.New(apperr.Invalid, "the months go from %s to %s", monthText(from), monthText(to)).WithHint("ask for one to %d", mostMonths)
	}
	b, err := a.budget(ctx, in.InBudget)
	if err != nil {
		return out, err
	}
	only, err := a.only(ctx, &b, in.Category)
	if err != nil {
		return out, err
	}
	months, err := a.App.Months(ctx, a.who, b.ID, app.MonthSpan{From: from, To: to})
	if err != nil {
		return out, err
	}
	sums, total := map[string]money.Milli{}, money.Milli(0)
	named := map[string]app.MonthCategory{}
	for i := range months {
		for _, c := range months[i].Categories {
			if c.Income || c.Activity == 0 || only != "" && c.ID != only {
				continue
			}
			named[c.ID] = c
			sums[c.ID] += c.Activity
			total += c.Activity
		}
	}
	out = Spending{From: monthText(from), To: monthText(to), Total: amount(&b, total), Categories: []Spent{}}
	largestFirst := func(x, y string) int { return cmp.Or(cmp.Compare(sums[x], sums[y]), cmp.Compare(x, y)) }
	for _, id := range slices.SortedFunc(maps.Keys(sums), largestFirst) {
		out.Categories = append(out.Categories, Spent{named[id].Group, named[id].Name, amount(&b, sums[id])})
	}
	return out, nil
}

// Verified is the comparison of a budget with the file that it was imported from.
type Verified struct {
	Agrees         bool     `json:"agrees" jsonschema:"nothing is unexplained"`
	Accounts       string   `json:"accounts_and_categories"`
	ToBudget       string   `json:"to_budget"`
	Unexplained    string   `json:"unexplained"`
	Contradictions []string `json:"contradictions_in_the_file,omitempty"`
	OtherRules     []string `json:"not_by_published_rules,omitempty" jsonschema:"figures of YNAB that its published rules do not make"`
}

func (a *assistant) verify(ctx context.Context, b *pageframe.Budget, _ InBudget) (out Verified, err error) {
	report, err := a.App.Verify(ctx, a.who, b.ID)
	if err != nil {
		return out, err
	}
	contradictions, others := report.Contradictions, report.RuleDifferences
	return Verified{
		report.Sound(), report.Sentence, report.ToBudget, amount(b, report.Unexplained), contradictions[:min(len(contradictions), mostFindings)],
		others[:min(len(others), mostFindings)],
	}, nil
}

type InHistory struct {
	InBudget
	Limit Limit `json:"limit,omitempty" jsonschema:"how many; 10 if omitted, at most 100"`
}

type History struct {
	Changes []Change `json:"changes"`
}

type Change struct {
	Number int64  `json:"number"`
	At     string `json:"at"`
	By     string `json:"by"`
	What   string `json:"what"`
	Undone bool   `json:"undone,omitempty"`
}

func (a *assistant) history(ctx context.Context, b *pageframe.Budget, in InHistory) (out History, err error) {
	entries, err := a.App.History(ctx, a.who, b.ID, 0, in.Limit.or(usualChanges))
	out.Changes = []Change{}
	for _, e := range entries {
		out.Changes = append(out.Changes, Change{e.Change, e.At.Format("2006-01-02T15:04:05Z07:00"), e.Actor, e.Describe(e.Label), e.Undone})
	}
	return out, err
}
