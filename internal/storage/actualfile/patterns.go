package actualfile

import (
	"regexp"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// The forms in which tests that Actual does not have are written as regular expressions of JavaScript. Both programs ignore
// case.
const (
	beginsForm     = "^(?:"
	notBeginsForm  = "^(?!"
	notMatchesForm = "^(?![^]*(?:"
	notOneOfForm   = "^(?!(?:"
)

// patternOf returns a test for the beginning of a text or for a pattern as a regular expression of Actual. ok is false for
// a pattern that has another meaning there.
func patternOf(c *budget.Condition) (pattern string, ok bool) {
	switch {
	case c.Test == budget.RuleBegins && c.Not:
		return notBeginsForm + regexp.QuoteMeta(c.Text) + ")", true
	case c.Test == budget.RuleBegins:
		return beginsForm + regexp.QuoteMeta(c.Text) + ")", true
	case onlyHere.MatchString(c.Text):
		return "", false
	case c.Not:
		return notMatchesForm + c.Text + "))", true
	}
	return c.Text, true
}

// notOneOf returns the regular expression of Actual for a text that is none of some.
func notOneOf(texts []string) string {
	return notOneOfForm + strings.Join(iterutil.Map(texts, regexp.QuoteMeta), "|") + ")$)"
}

// onlyHere matches regular expressions that JavaScript does not know or reads otherwise. Actual makes a pattern lower-case,
// also the letters of classes such as \D.
var onlyHere = regexp.MustCompile(`\\[A-Zapz]|\\x\{|\(\?[^:]|\[\[:`)

// setPattern sets the test and the text of a condition by the regular expression of Actual in its text.
func setPattern(c *ynabdoc.MarkedCondition) {
	if inner, is := between(c.Text, notMatchesForm, "))"); is {
		c.Text, c.Not = inner, true
	} else if texts, is := literalsBetween(c.Text, notOneOfForm, ")$)"); is {
		c.Test, c.Text, c.Not = string(budget.RuleOneOf), strings.Join(texts, "; "), true
		if len(texts) == 1 {
			c.Test = string(budget.RuleIs)
		}
	} else if texts, is := literalsBetween(c.Text, notBeginsForm, ")"); is && len(texts) == 1 {
		c.Test, c.Text, c.Not = string(budget.RuleBegins), texts[0], true
	} else if texts, is := literalsBetween(c.Text, beginsForm, ")"); is && len(texts) == 1 {
		c.Test, c.Text = string(budget.RuleBegins), texts[0]
	} else {
		c.Text = escaped.ReplaceAllStringFunc(c.Text, strings.ToLower) // as in Actual
	}
}

// literalsBetween returns the texts of which a regular expression of a form looks for one. is is false for a form around
// another pattern.
func literalsBetween(pattern, form, end string) (texts []string, is bool) {
	quoted, is := between(pattern, form, end)
	for _, one := range alternative.FindAllString(quoted, -1) {
		texts = append(texts, escaped.ReplaceAllString(one, "$1"))
	}
	return texts, is && strings.Join(iterutil.Map(texts, regexp.QuoteMeta), "|") == quoted && len(texts) > 0
}

// alternative matches one of some alternatives without the sign | between them.
var alternative = regexp.MustCompile(`(?:[^|\\]|\\.)+`)

// escaped matches an escaped character.
var escaped = regexp.MustCompile(`\\(.)`)

// between returns the part of a text between a prefix and a suffix.
func between(text, prefix, suffix string) (inner string, is bool) {
	inner, is = strings.CutPrefix(text, prefix)
	if is {
		inner, is = strings.CutSuffix(inner, suffix)
	}
	return inner, is
}
