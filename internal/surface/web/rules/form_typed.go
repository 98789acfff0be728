package rules

import (
	"slices"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// ruleForm contains the submitted values of a rule's form.
type ruleForm struct {
	ID, Seen                               string
	Opened                                 app.Opened
	Off, Any                               bool
	Conditions                             []typedCondition
	Payee, Category, Transfer, Notes, Flag string
	Schedule                               string
	LeaveOut, AnyAmount                    bool
	Shares                                 []typedShare
}

type typedCondition struct{ What, Text, Min, Max, Account, From, Until string }

type typedShare struct{ Category, Share, Notes string }

// Maximum numbers of rendered conditions and parts. A rule with more is invalid.
const (
	maxConditions = 20
	maxShares     = 20
)

// kinds are the kinds of conditions in the order of the list. A value consists of a field and a test.
var kinds = []ui.OptionGroup{
	{Label: "Payee or bank text", Options: textKinds(budget.RulePayee)},
	{Label: "Notes", Options: textKinds(budget.RuleNotes)},
	{Label: "Amount", Options: []ui.Option{
		{Value: "spent is", Label: "Spent is"},
		{Value: "spent between", Label: "Spent is between"},
		{Value: "received is", Label: "Received is"},
		{Value: "received between", Label: "Received is between"},
		{Value: "amount is", Label: "Amount is, either way"},
		{Value: "amount between", Label: "Amount is between, either way"},
	}},
	{Label: "Account and date", Options: []ui.Option{{Value: "account is", Label: "Account is"}, {Value: "account not-is", Label: "Account is not"}, {Value: "date is", Label: "Date is"}, {Value: "date between", Label: "Date is between"}}},
}

// textKinds returns the kinds of conditions about a text field, the negated ones last.
func textKinds(field budget.RuleField) (options []ui.Option) {
	objects := map[budget.RuleTest]string{budget.RuleOneOf: " (a; b)", budget.RuleMatches: " the pattern"}
	for _, not := range []bool{false, true} {
		for _, test := range []budget.RuleTest{budget.RuleContains, budget.RuleBegins, budget.RuleIs, budget.RuleOneOf, budget.RuleMatches} {
			label := ui.Sentence(string(field) + " " + rules.Verb(field, test, not) + objects[test])
			options = append(options, ui.Option{Value: kindOf(field, test, not), Label: label})
		}
	}
	return options
}

// negation precedes the test of a negated condition in the value of its kind.
const negation = "not-"

// kindOf returns the value of a kind of conditions in the form.
func kindOf(field budget.RuleField, test budget.RuleTest, not bool) string {
	if not {
		return string(field) + " " + negation + string(test)
	}
	return string(field) + " " + string(test)
}

func whatChoices(chosen string) []ui.OptionGroup {
	groups := iterutil.Map(kinds, func(g ui.OptionGroup) ui.OptionGroup {
		return ui.OptionGroup{Label: g.Label, Options: slices.Clone(g.Options)}
	})
	return ui.Choose(groups, chosen)
}

// sentForm reads the submitted form.
func sentForm(r *ui.Request) *ruleForm {
	t := &ruleForm{
		ID: r.Get("rule"), Seen: r.Get("seen"), Opened: r.Opened(), Off: r.Get("off") == "1", Any: r.Get("any") == "1",
		Payee: r.Get("payee"), Category: r.Get("category"), Transfer: r.Get("transfer"), Notes: r.Get("notes"), Flag: r.Get("flag"),
		Schedule: r.Get("schedule"), AnyAmount: r.Get("any-amount") == "1", LeaveOut: r.Get("leave-out") == "1",
	}
	at := func(name string, i int) string {
		if list := r.PostForm[name]; i < len(list) {
			return list[i]
		}
		return ""
	}
	for i, what := range r.PostForm["what"][:min(len(r.PostForm["what"]), maxConditions)] {
		t.Conditions = append(t.Conditions, typedCondition{what, at("text", i), at("min", i), at("max", i), at("account", i), at("from", i), at("until", i)})
	}
	for i, category := range r.PostForm["share-category"][:min(len(r.PostForm["share-category"]), maxShares)] {
		t.Shares = append(t.Shares, typedShare{category, at("share", i), at("share-notes", i)})
	}
	return t
}

// reshape adds a condition or a part, or removes the nth, counted from 1.
func (t *ruleForm) reshape(what string, n int) {
	switch what {
	case "add-condition":
		t.Conditions = append(t.Conditions, typedCondition{What: "payee contains"})
	case "remove-condition":
		if n >= 1 && n <= len(t.Conditions) {
			t.Conditions = slices.Delete(t.Conditions, n-1, n)
		}
	case "add-share":
		if t.Shares = append(t.Shares, typedShare{}); len(t.Shares) == 1 {
			t.Shares = []typedShare{{Category: t.Category, Share: "50"}, {Share: "50"}}
			t.Category = ""
		}
	case "remove-share":
		if n >= 1 && n <= len(t.Shares) {
			t.Shares = slices.Delete(t.Shares, n-1, n)
		}
	}
}

// entry parses the form. Faults: Invalid, with the field and the part.
func (t *ruleForm) entry(r *ui.Request) (*rules.Entry, error) {
	f, err := r.Frame()
	if err != nil {
		return nil, err
	}
	e := &rules.Entry{ID: t.ID, Seen: t.Seen, Off: t.Off, Any: t.Any, Outcome: rules.Outcome{
		Payee: strings.TrimSpace(t.Payee), Category: t.Category, Transfer: t.Transfer, Notes: t.Notes, Flag: t.Flag,
		Schedule: t.Schedule, AnyAmount: t.AnyAmount, LeaveOut: t.LeaveOut,
	}}
	for i := range t.Conditions {
		c, wrong := t.Conditions[i].condition(&f.Budget, r.Today)
		if wrong != nil {
			return nil, wrong.Of("when").AtPart(i + 1)
		}
		e.Conditions = append(e.Conditions, c)
	}
	for i, s := range t.Shares {
		share, ok := app.ParsePercent(s.Share)
		if !ok {
			return nil, apperr.New(apperr.Invalid, "%q is not a percentage", s.Share).Of("shares").AtPart(i + 1).WithHint("enter a percentage such as 33.33")
		}
		e.Outcome.Shares = append(e.Outcome.Shares, rules.Share{Category: s.Category, Share: share, Notes: s.Notes})
	}
	return e, nil
}

func (c *typedCondition) condition(b *pageframe.Budget, today civil.Date) (rules.Condition, *apperr.Error) {
	field, test, _ := strings.Cut(c.What, " ")
	test, not := strings.CutPrefix(test, negation)
	out := rules.Condition{Field: budget.RuleField(field), Test: budget.RuleTest(test), Not: not}
	between := out.Test == budget.RuleBetween
	switch out.Field {
	case budget.RulePayee, budget.RuleNotes:
		out.Text = strings.TrimSpace(c.Text)
	case budget.RuleAccount:
		out.Account = c.Account
	case budget.RuleDate:
		for _, one := range []struct {
			text string
			to   *civil.Date
		}{{c.From, &out.From}, {c.Until, &out.Until}} {
			if one.text == "" || one.to == &out.Until && !between {
				continue
			}
			day, err := ui.ReadDate(b.DateFormat, one.text, today)
			if err != nil {
				return out, apperr.New(apperr.Invalid, "%s", err.Error()).WithHint("%s", apperr.HintOf(err))
			}
			*one.to = day
		}
	case budget.RuleAmount, budget.RuleSpent, budget.RuleReceived:
		for _, one := range []struct {
			text string
			to   *money.Milli
		}{{c.Min, &out.Min}, {c.Max, &out.Max}} {
			if one.to == &out.Max && !between {
				continue
			}
			amount, err := amountparse.Amount(b.CurrencyFormat, one.text, 0)
			if strings.TrimSpace(one.text) == "" && !between {
				return out, apperr.New(apperr.Invalid, "the amount is missing").WithHint("enter an amount")
			}
			if err != nil {
				return out, apperr.New(apperr.Invalid, "%q is not an amount", one.text).WithHint("%s", apperr.HintOf(err))
			}
			*one.to = amount
		}
	}
	return out, nil
}

func formOf(r *ui.Request, e *rules.Entry) (*ruleForm, error) {
	f, err := r.Frame()
	if err != nil {
		return nil, err
	}
	t := &ruleForm{
		ID: e.ID, Seen: e.Seen, Off: e.Off, Any: e.Any, Payee: e.Outcome.Payee, Category: e.Outcome.Category, Transfer: e.Outcome.Transfer, Notes: e.Outcome.Notes, Flag: e.Outcome.Flag,
		Schedule: e.Outcome.Schedule, AnyAmount: e.Outcome.AnyAmount, LeaveOut: e.Outcome.LeaveOut,
	}
	amount := func(m money.Milli) string {
		if m == 0 {
			return ""
		}
		return f.Budget.CurrencyFormat.Text(m)
	}
	day := func(d civil.Date) string { return d.In(f.Budget.DateFormat) }
	for _, c := range e.Conditions {
		t.Conditions = append(t.Conditions, typedCondition{kindOf(c.Field, c.Test, c.Not), c.Text, amount(c.Min), amount(c.Max), c.Account, day(c.From), day(c.Until)})
	}
	for _, s := range e.Outcome.Shares {
		t.Shares = append(t.Shares, typedShare{s.Category, app.Percent(s.Share), s.Notes})
	}
	return t, nil
}
