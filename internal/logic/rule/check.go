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
	budget.RulePayee:    {budget.RuleContains, budget.RuleBegins, budget.RuleIs, budget.RuleMatches},
	budget.RuleNotes:    {budget.RuleContains, budget.RuleBegins, budget.RuleIs, budget.RuleMatches},
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
		return apperr.New(apperr.Invalid, "it has no condition").Of("when").WithHint("say of which transactions it is to be")
	case len(r.When) > MaxConditions:
		return apperr.New(apperr.Invalid, "it has more than %d conditions", MaxConditions).Of("when").WithHint("make two rules of it")
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
		return apperr.New(apperr.Invalid, "%s cannot be asked whether it %q", c.Field, c.Test)
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
			return apperr.New(apperr.Invalid, "there is no date")
		case c.Until != 0 && c.Until < c.From && c.Test == budget.RuleBetween:
			return apperr.New(apperr.Invalid, "the last day is before the first")
		case c.From.FarOff() || c.Until.FarOff():
			return apperr.New(apperr.Invalid, "the date is too far off")
		}
	case budget.RuleAmount, budget.RuleSpent, budget.RuleReceived:
		switch {
		case c.Min < 0 || c.Max < 0:
			return apperr.New(apperr.Invalid, "amounts have no sign here").WithHint("“spent” and “received” say which way the money went")
		case c.Min == 0 && c.Max == 0 && (c.Test == budget.RuleBetween || c.Test == budget.RuleIs && c.Field != budget.RuleAmount):
			return apperr.New(apperr.Invalid, "there is no amount")
		case c.Test == budget.RuleBetween && c.Max != 0 && c.Max < c.Min:
			return apperr.New(apperr.Invalid, "the largest amount is below the smallest")
		}
	}
	return nil
}

func checkText(c *budget.Condition) *apperr.Error {
	switch {
	case strings.TrimSpace(c.Text) == "":
		return apperr.New(apperr.Invalid, "there is no text").WithHint("write what is to be looked for")
	case utf8.RuneCountInString(c.Text) > MaxText:
		return apperr.New(apperr.Invalid, "the text is longer than %d characters", MaxText)
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
		return apperr.New(apperr.Invalid, "it sets nothing").Of("then").WithHint("choose a payee, a category, notes, a flag, a transfer or a split")
	case o.Transfer != 0 && (o.Payee != 0 || len(o.Shares) > 0):
		return apperr.New(apperr.Invalid, "a transfer has neither a payee nor parts of its own").Of("transfer").WithHint("leave one of them out")
	case len(o.Shares) > 0 && o.Category != 0:
		return apperr.New(apperr.Invalid, "a split has no category of its own").Of("shares").WithHint("its parts have them")
	case utf8.RuneCountInString(o.Notes) > MaxNotes:
		return apperr.New(apperr.Invalid, "they are longer than %d characters", MaxNotes).Of("notes")
	case o.Flag != "" && !slices.Contains(budget.FlagColours, o.Flag):
		return apperr.New(apperr.Invalid, "%q is no colour of a flag", o.Flag).Of("flag").WithHint("it is red, orange, yellow, green, blue or purple")
	case len(o.Shares) == 1 || len(o.Shares) > MaxShares:
		return apperr.New(apperr.Invalid, "a split has 2 to %d parts", MaxShares).Of("shares")
	}
	return checkShares(o.Shares)
}

func checkShares(shares []budget.Share) error {
	sum := 0
	for i := range shares {
		switch {
		case shares[i].Share <= 0 || shares[i].Share >= Whole:
			return apperr.New(apperr.Invalid, "a share is more than 0 and less than 100 percent").Of("shares").AtPart(i + 1)
		case shares[i].Category == 0:
			return apperr.New(apperr.Invalid, "the part has no category").Of("shares").AtPart(i + 1)
		case utf8.RuneCountInString(shares[i].Notes) > MaxNotes:
			return apperr.New(apperr.Invalid, "its notes are longer than %d characters", MaxNotes).Of("shares").AtPart(i + 1)
		}
		sum += shares[i].Share
	}
	if len(shares) > 0 && sum != Whole {
		return apperr.New(apperr.Invalid, "the shares are %s percent together, not 100", Percent(sum)).Of("shares")
	}
	return nil
}
