package rule

import (
	"strconv"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Names contains the functions that return the names of records, amounts and days.
type Names struct {
	Account  func(budget.AccountNo) string
	Category func(budget.CategoryNo) string
	Payee    func(budget.PayeeNo) string
	Amount   func(money.Milli) string
	Day      func(civil.Date) string
	Schedule func(id string) string
}

// When describes the conditions of a rule: "payee contains “rewe” and spent between 10.00 and 20.00".
func (n *Names) When(r *budget.Rule) string { return n.when(r, "“", "”") }

// Cited returns When in quotation marks for use in a sentence: “payee contains ‘rewe’”.
func (n *Names) Cited(r *budget.Rule) string { return "“" + n.when(r, "‘", "’") + "”" }

func (n *Names) when(r *budget.Rule, opens, closes string) string {
	and := " and "
	if r.Any {
		and = " or "
	}
	all := make([]string, len(r.When))
	for i := range r.When {
		all[i] = n.condition(&r.When[i], opens, closes)
	}
	return strings.Join(all, and)
}

func (n *Names) condition(c *budget.Condition, opens, closes string) string {
	field := string(c.Field)
	switch c.Field {
	case budget.RulePayee, budget.RuleNotes:
		verb := Verb(c.Field, c.Test, c.Not)
		if c.Test == budget.RuleOneOf {
			return field + " " + verb + " " + opens + strings.Join(Alternatives(c.Text), closes+", "+opens) + closes
		}
		return field + " " + verb + " " + opens + c.Text + closes
	case budget.RuleAccount:
		if c.Not {
			return "account is not " + n.Account(c.Account)
		}
		return "account is " + n.Account(c.Account)
	case budget.RuleDate:
		return field + span(c.Test, c.From != 0, c.Until != 0, n.Day(c.From), n.Day(c.Until), "from ", "until ")
	case budget.RuleAmount, budget.RuleSpent, budget.RuleReceived:
		return field + span(c.Test, c.Min != 0, c.Max != 0, n.Amount(c.Min), n.Amount(c.Max), "at least ", "at most ")
	}
	return field
}

// textCondition is a kind of condition about a text.
type textCondition struct {
	field budget.RuleField
	test  budget.RuleTest
	not   bool
}

// Verb returns the verb of a condition about a text: "contains" or "does not contain" for payees, "contain" or "do not
// contain" for notes.
func Verb(field budget.RuleField, test budget.RuleTest, not bool) string {
	return verbs[textCondition{field, test, not}]
}

var verbs = map[textCondition]string{
	{budget.RulePayee, budget.RuleContains, false}: "contains", {budget.RulePayee, budget.RuleContains, true}: "does not contain",
	{budget.RulePayee, budget.RuleBegins, false}: "begins with", {budget.RulePayee, budget.RuleBegins, true}: "does not begin with",
	{budget.RulePayee, budget.RuleIs, false}: "is", {budget.RulePayee, budget.RuleIs, true}: "is not",
	{budget.RulePayee, budget.RuleOneOf, false}: "is one of", {budget.RulePayee, budget.RuleOneOf, true}: "is none of",
	{budget.RulePayee, budget.RuleMatches, false}: "matches", {budget.RulePayee, budget.RuleMatches, true}: "does not match",
	{budget.RuleNotes, budget.RuleContains, false}: "contain", {budget.RuleNotes, budget.RuleContains, true}: "do not contain",
	{budget.RuleNotes, budget.RuleBegins, false}: "begin with", {budget.RuleNotes, budget.RuleBegins, true}: "do not begin with",
	{budget.RuleNotes, budget.RuleIs, false}: "are", {budget.RuleNotes, budget.RuleIs, true}: "are not",
	{budget.RuleNotes, budget.RuleOneOf, false}: "are one of", {budget.RuleNotes, budget.RuleOneOf, true}: "are none of",
	{budget.RuleNotes, budget.RuleMatches, false}: "match", {budget.RuleNotes, budget.RuleMatches, true}: "do not match",
}

// span describes a value, a range, or a range open at one end.
func span(test budget.RuleTest, hasFirst, hasLast bool, first, last, from, until string) string {
	switch {
	case test == budget.RuleIs:
		return " is " + first
	case hasFirst && hasLast:
		return " between " + first + " and " + last
	case hasLast:
		return " " + until + last
	}
	return " " + from + first
}

// Then describes the fields that a rule sets: "payee REWE, category Groceries".
func (n *Names) Then(r *budget.Rule) string {
	var all []string
	o := &r.Then
	if o.Payee != 0 {
		all = append(all, "payee "+n.Payee(o.Payee))
	}
	if o.Transfer != 0 {
		all = append(all, "transfer to or from "+n.Account(o.Transfer))
	}
	if o.Category != 0 {
		all = append(all, "category "+n.Category(o.Category))
	}
	if len(o.Shares) > 0 {
		parts := iterutil.Map(o.Shares, func(s budget.Share) string { return Percent(s.Share) + " % " + n.Category(s.Category) })
		all = append(all, "split "+strings.Join(parts, " + "))
	}
	if o.Notes != "" {
		all = append(all, "notes “"+o.Notes+"”")
	}
	if o.Flag != "" {
		all = append(all, o.Flag+" flag")
	}
	if o.Schedule != "" {
		text := "enters the scheduled " + n.Schedule(o.Schedule)
		if o.AnyAmount {
			text += " with any amount"
		}
		all = append(all, text)
	}
	if o.LeaveOut {
		all = append(all, "leave it out of bank imports")
	}
	return strings.Join(all, ", ")
}

// Percent writes a share: 3333 is "33.33", 5000 is "50".
func Percent(share int) string {
	text := strconv.Itoa(share/100) + "."
	if hundredths := share % 100; hundredths < 10 {
		text += "0" + strconv.Itoa(hundredths)
	} else {
		text += strconv.Itoa(hundredths)
	}
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// ParsePercent parses the output of Percent, also with a comma. It returns false for invalid or finer values.
func ParsePercent(text string) (int, bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	whole, decimals, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	if len(whole) > 3 || len(decimals) > 2 || whole+decimals == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+(decimals + "00")[:2], 10, 31)
	return int(n), err == nil
}
