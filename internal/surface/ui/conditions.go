package ui

import (
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/rows"
	"holdover/internal/model/budget"
)

// The parameter of an address that says how conditions combine. Its other value is none: all must hold.
const (
	MatchKey = "match"
	MatchAny = "any"
)

// Regexps are the regular expressions of a filter by their names in addresses.
type Regexps map[string]*budget.Regexp

// RegexpKeys are the names of regular expressions in addresses, in the order of forms.
var RegexpKeys = []string{rows.PayeeRegexpField, rows.NotesRegexpField}

// RegexpsOf returns the regular expressions of a filter.
func RegexpsOf(payee, notes *budget.Regexp) Regexps {
	return Regexps{rows.PayeeRegexpField: payee, rows.NotesRegexpField: notes}
}

// Read parses the regular expressions in an address. "not" with the name of an expression excludes what matches it.
func (r Regexps) Read(q url.Values) {
	for name, is := range r {
		*is = budget.Regexp{}
		if text := strings.TrimSpace(q.Get(name)); text != "" {
			*is = budget.Regexp{Text: text, Not: slices.Contains(q["not"], name)}
		}
	}
}

// Write adds the regular expressions to an address.
func (r Regexps) Write(q url.Values) {
	for _, name := range RegexpKeys {
		if is := r[name]; is.Text != "" {
			q.Set(name, is.Text)
			if is.Not {
				q.Add("not", name)
			}
		}
	}
}

// MoreConditions are the fields that few filters have, in a part of the form that opens.
type MoreConditions struct {
	Open    bool
	Match   Field  // all of the conditions or any of them
	Always  string // the conditions that always apply
	Regexps []RegexpField
}

// RegexpField is a field for a regular expression.
type RegexpField struct {
	Name, Label, Text string
	Not               bool
	Fault             FaultText
}

// MoreConditionsOf returns the fields of a filter of some things, such as transactions. always names the conditions that
// always apply.
func MoreConditionsOf(things string, any bool, always string, regexps Regexps) MoreConditions {
	now := ""
	if any {
		now = MatchAny
	}
	match := ChoiceOf(MatchKey, things+" that meet", Option{Label: "All of these conditions"}, ChosenOption(MatchAny, "Any of these conditions", now))
	match.ID = "filter-" + MatchKey
	c := MoreConditions{Open: any, Match: match, Always: always}
	labels := map[string]string{rows.PayeeRegexpField: "Payee matches the regular expression", rows.NotesRegexpField: "Notes match the regular expression"}
	for _, name := range RegexpKeys {
		c.Open = c.Open || regexps[name].Text != ""
		c.Regexps = append(c.Regexps, RegexpField{Name: name, Label: labels[name], Text: regexps[name].Text, Not: regexps[name].Not})
	}
	return c
}

// Refuse shows errors next to their fields.
func (c *MoreConditions) Refuse(faults FieldFaults) {
	for i := range c.Regexps {
		c.Regexps[i].Fault = faults[c.Regexps[i].Name]
		c.Open = c.Open || c.Regexps[i].Fault.Message != ""
	}
}

// RegexpText returns a regular expression in words: "Payee matches ^Aldi", "Notes do not match [0-9]".
func RegexpText(name string, r *budget.Regexp) string {
	verb := map[string][2]string{rows.PayeeRegexpField: {"Payee matches ", "Payee does not match "}, rows.NotesRegexpField: {"Notes match ", "Notes do not match "}}[name]
	if r.Not {
		return verb[1] + r.Text
	}
	return verb[0] + r.Text
}
