package rule

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// tests lists the tests of each field, most common first.
var tests = map[budget.RuleField][]budget.RuleTest{
	budget.RulePayee:    {budget.RuleContains, budget.RuleBegins, budget.RuleIs, budget.RuleOneOf, budget.RuleMatches},
	budget.RuleNotes:    {budget.RuleContains, budget.RuleBegins, budget.RuleIs, budget.RuleOneOf, budget.RuleMatches},
	budget.RuleAmount:   {budget.RuleIs, budget.RuleBetween},
	budget.RuleSpent:    {budget.RuleIs, budget.RuleBetween},
	budget.RuleReceived: {budget.RuleIs, budget.RuleBetween},
	budget.RuleAccount:  {budget.RuleIs},
	budget.RuleDate:     {budget.RuleIs, budget.RuleBetween},
}

// Check returns an error that names the invalid field of a rule: when or shares (with the number of the condition or
// share, from 1, as the error's part), payee, category, transfer, notes, flag, then. The caller checks that the
// records exist.
func Check(r *budget.Rule) error {
	switch {
	case len(r.When) == 0:
		return apperr.New(apperr.Invalid, "it has no conditions").Of("when").WithHint("add a condition that selects transactions")
	case len(r.When) > MaxConditions:
		return apperr.New(apperr.Invalid, "it has more than %d conditions", MaxConditions).Of("when").WithHint("split it into two rules")
	}
	for i := range r.When {
		if f := checkCondition(&r.When[i]); f != nil {
			return f.Of("when").AtPart(i + 1)
		}
	}
	return checkOutcome(&r.Then)
}

func checkCondition(c *budget.Condition) *apperr.Error {
	if !slices.Contains(tests[c.Field], c.Test) {
		return apperr.New(apperr.Invalid, "%s has no condition %q", c.Field, c.Test)
	}
	if c.Not && c.Field != budget.RulePayee && c.Field != budget.RuleNotes && c.Field != budget.RuleAccount {
		return apperr.New(apperr.Invalid, "a condition about %s cannot be negated", c.Field).WithHint("use a range of amounts or days")
	}
	switch c.Field {
	case budget.RulePayee, budget.RuleNotes:
		return checkText(c)
	case budget.RuleAccount:
		if c.Account == 0 {
			return apperr.New(apperr.Invalid, "no account is chosen")
		}
	case budget.RuleDate:
		switch {
		case c.From == 0 && (c.Test == budget.RuleIs || c.Until == 0):
			return apperr.New(apperr.Invalid, "the date is missing")
		case c.Until != 0 && c.Until < c.From && c.Test == budget.RuleBetween:
			return apperr.New(apperr.Invalid, "the last day is before the first")
		case c.From.FarOff() || c.Until.FarOff():
			return apperr.New(apperr.Invalid, "the date is out of range")
		}
	case budget.RuleAmount, budget.RuleSpent, budget.RuleReceived:
		switch {
		case c.Min < 0 || c.Max < 0:
			return apperr.New(apperr.Invalid, "amounts have no sign here").WithHint("use “spent” or “received” for the direction")
		case c.Min == 0 && c.Max == 0 && (c.Test == budget.RuleBetween || c.Test == budget.RuleIs && c.Field != budget.RuleAmount):
			return apperr.New(apperr.Invalid, "the amount is missing")
		case c.Test == budget.RuleBetween && c.Max != 0 && c.Max < c.Min:
			return apperr.New(apperr.Invalid, "the largest amount is below the smallest")
		}
	}
	return nil
}

func checkText(c *budget.Condition) *apperr.Error {
	switch {
	case strings.TrimSpace(c.Text) == "":
		return apperr.New(apperr.Invalid, "the text is missing").WithHint("enter the text to look for")
	case utf8.RuneCountInString(c.Text) > MaxText:
		return apperr.New(apperr.Invalid, "the text is longer than %d characters", MaxText)
	case c.Test == budget.RuleOneOf && len(Alternatives(c.Text)) == 0:
		return apperr.New(apperr.Invalid, "the texts are missing").WithHint("enter the texts with semicolons between them")
	case c.Test == budget.RuleMatches:
		if _, err := pattern(c.Text); err != nil {
			return apperr.New(apperr.Invalid, "%s", err.Error()).WithHint("%s", apperr.HintOf(err))
		}
	}
	return nil
}

func checkOutcome(o *budget.Outcome) error {
	switch {
	case o.Empty():
		return apperr.New(apperr.Invalid, "it does not set anything").Of("then").WithHint("choose a payee, a category, notes, a flag, a transfer, a split or a scheduled transaction, or leave transactions out")
	case utf8.RuneCountInString(o.Schedule) > MaxText:
		return apperr.New(apperr.Invalid, "the id of its scheduled transaction is longer than %d characters", MaxText).Of("schedule")
	case o.LeaveOut && setsFields(o):
		return apperr.New(apperr.Invalid, "a transaction that is left out cannot be changed").Of("then").WithHint("clear the other fields, or do not leave it out")
	case o.Transfer != 0 && (o.Payee != 0 || len(o.Shares) > 0):
		return apperr.New(apperr.Invalid, "a transfer cannot have a payee or parts").Of("transfer").WithHint("leave one of them out")
	case len(o.Shares) > 0 && o.Category != 0:
		return apperr.New(apperr.Invalid, "a split cannot have a category").Of("shares").WithHint("its parts have them")
	case utf8.RuneCountInString(o.Notes) > MaxNotes:
		return apperr.New(apperr.Invalid, "they are longer than %d characters", MaxNotes).Of("notes")
	case o.Flag != "" && !slices.Contains(budget.FlagColours, o.Flag):
		return apperr.New(apperr.Invalid, "%q is not a flag colour", o.Flag).Of("flag").WithHint("it is red, orange, yellow, green, blue or purple")
	case len(o.Shares) == 1 || len(o.Shares) > MaxShares:
		return apperr.New(apperr.Invalid, "a split has 2 to %d parts", MaxShares).Of("shares")
	}
	return checkShares(o.Shares)
}

// setsFields reports whether an outcome does more than leaving transactions out.
func setsFields(o *budget.Outcome) bool {
	rest := *o
	rest.LeaveOut = false
	return !rest.Empty()
}

func checkShares(shares []budget.Share) error {
	sum := 0
	for i := range shares {
		switch {
		case shares[i].Share <= 0 || shares[i].Share >= Whole:
			return apperr.New(apperr.Invalid, "a share must be between 0 and 100 percent").Of("shares").AtPart(i + 1)
		case shares[i].Category == 0:
			return apperr.New(apperr.Invalid, "the part has no category").Of("shares").AtPart(i + 1)
		case utf8.RuneCountInString(shares[i].Notes) > MaxNotes:
			return apperr.New(apperr.Invalid, "its notes are longer than %d characters", MaxNotes).Of("shares").AtPart(i + 1)
		}
		sum += shares[i].Share
	}
	if len(shares) > 0 && sum != Whole {
		return apperr.New(apperr.Invalid, "the shares add up to %s percent instead of 100", Percent(sum)).Of("shares")
	}
	return nil
}
