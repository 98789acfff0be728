package rule

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// test is a compiled condition.
type test struct {
	*budget.Condition
	key     string         // the normalised text
	keys    []string       // the normalised texts of a test for one of several
	pattern *regexp.Regexp // of a test that matches
	names   map[budget.PayeeNo]bool
	texts   map[string]bool
}

// remembered is the number of texts for which a condition caches its results.
const remembered = 1 << 16

func compile(c *budget.Condition) (test, error) {
	t := test{Condition: c, names: map[budget.PayeeNo]bool{}, texts: map[string]bool{}}
	var err error
	switch {
	case c.Field != budget.RulePayee && c.Field != budget.RuleNotes:
	case c.Test == budget.RuleMatches:
		t.pattern, err = pattern(c.Text)
	case c.Test == budget.RuleIs:
		t.key = budget.NameKey(c.Text)
	case c.Test == budget.RuleOneOf:
		t.keys = iterutil.Map(Alternatives(c.Text), budget.NameKey)
	default:
		t.key = budget.Fold(c.Text)
	}
	return t, err
}

// Alternatives returns the texts of a test for one of several.
func Alternatives(text string) []string {
	all := iterutil.Map(strings.Split(text, ";"), strings.TrimSpace)
	return iterutil.Where(all, func(one string) bool { return one != "" })
}

// pattern returns a case-insensitive regular expression. Its running time depends only on the length of the text and
// its own size, which is limited.
func pattern(text string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse("(?i)"+text, syntax.Perl)
	if err == nil {
		var program *syntax.Prog
		if program, err = syntax.Compile(parsed.Simplify()); err == nil && len(program.Inst) > maxProgram {
			return nil, apperr.New(apperr.Invalid, "the pattern is too complex").WithHint("use fewer repetitions")
		}
	}
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "%q is not a valid pattern", text).WithHint("use an RE2 regular expression, or “contains” for plain text")
	}
	return regexp.Compile("(?i)" + text)
}

// holds reports whether a row meets a condition.
func (s *Set) holds(t *test, r *Row) bool { return s.meets(t, r) != t.Not }

// meets is holds of the condition without Not.
func (s *Set) meets(t *test, r *Row) bool {
	switch t.Field {
	case budget.RulePayee:
		return s.named(t, r) || r.BankText != "" && t.said(r.BankText)
	case budget.RuleNotes:
		return t.said(r.Notes)
	case budget.RuleAmount:
		return t.amounts(r.Amount.Abs())
	case budget.RuleSpent:
		return r.Amount < 0 && t.amounts(r.Amount.Abs())
	case budget.RuleReceived:
		return r.Amount > 0 && t.amounts(r.Amount)
	case budget.RuleAccount:
		return r.Account == t.Account
	case budget.RuleDate:
		if t.Test == budget.RuleIs {
			return r.Date == t.From
		}
		return r.Date >= t.From && (t.Until == 0 || r.Date <= t.Until)
	}
	return false
}

// named reports whether the name of the row's payee meets the condition. A transfer payee never does.
func (s *Set) named(t *test, r *Row) bool {
	if r.Payee == 0 {
		return r.Name != "" && t.said(r.Name)
	}
	is, known := t.names[r.Payee]
	if !known {
		is = s.standing[r.Payee] == 0 && t.reads(s.names[r.Payee])
		t.names[r.Payee] = is
	}
	return is
}

// said is reads with a cache: a budget has few texts and many rows.
func (t *test) said(text string) bool {
	is, known := t.texts[text]
	if !known {
		if len(t.texts) == remembered {
			clear(t.texts)
		}
		is = t.reads(text)
		t.texts[text] = is
	}
	return is
}

func (t *test) reads(text string) bool {
	switch t.Test {
	case budget.RuleContains:
		return strings.Contains(budget.Fold(text), t.key)
	case budget.RuleBegins:
		return strings.HasPrefix(budget.NameKey(text), t.key)
	case budget.RuleIs:
		return budget.NameKey(text) == t.key
	case budget.RuleOneOf:
		return slices.Contains(t.keys, budget.NameKey(text))
	case budget.RuleMatches:
		return t.pattern.MatchString(text[:min(len(text), maxLooked)])
	case budget.RuleBetween:
	}
	return false
}

func (t *test) amounts(m money.Milli) bool {
	if t.Test == budget.RuleIs {
		return m == t.Min
	}
	return m >= t.Min && (t.Max == 0 || m <= t.Max)
}
