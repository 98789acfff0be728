package store

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"holdover/internal/budget"
	"holdover/internal/money"
)

// search finds a text in rows: in a memo, in the name of a payee or category, or
// as an amount. Names are compared here, so that case and accents are treated
// alike by both databases; memos are narrowed by the database and looked at again.
type search struct {
	folded     string
	like       string
	payees     map[budget.PayeeNo]bool
	categories map[budget.CategoryNo]bool
	amount     amountRange
}

// fold makes texts equal that differ in case or composition alone.
func fold(s string) string {
	if ascii(s) { // most texts, and much faster
		return strings.ToLower(s)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(s)))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] > 127 {
			return false
		}
	}
	return true
}

func (v *View) newSearch(text string) (*search, error) {
	s := &search{
		folded: fold(strings.TrimSpace(text)), payees: map[budget.PayeeNo]bool{}, categories: map[budget.CategoryNo]bool{},
		amount: parseAmount(text),
	}
	s.like = likePattern(strings.ToLower(strings.TrimSpace(text)))
	all, err := v.Payees()
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if strings.Contains(fold(p.Name), s.folded) {
			s.payees[p.No] = true
		}
	}
	names, err := v.Categories()
	for _, c := range names {
		if strings.Contains(fold(c.Name), s.folded) {
			s.categories[c.No] = true
		}
	}
	return s, err
}

// likePattern finds at least what has the text in it: lower() of the two
// databases agrees on ASCII alone, so any other character may be anything.
func likePattern(lower string) string {
	var b strings.Builder
	b.WriteByte('%')
	for _, r := range lower {
		switch {
		case r > 127:
			b.WriteByte('%')
		case r == '%' || r == '_' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + "%"
}

func (s *search) condition(w *where, number string) string {
	like := w.arg(s.like)
	line := func(t string) string {
		text := "lower(" + t + ".memo) LIKE " + like + ` ESCAPE '\'`
		if len(s.payees) > 0 {
			text += " OR " + t + ".payee IN (" + numbers(s.payees) + ")"
		}
		if len(s.categories) > 0 {
			text += " OR " + t + ".category IN (" + numbers(s.categories) + ")"
		}
		if s.amount.given {
			text += " OR abs(" + t + ".amount) BETWEEN " + w.arg(int64(s.amount.min)) + " AND " + w.arg(int64(s.amount.max))
		}
		return text
	}
	return "(" + line("t") + " OR " + hasPart(number, "("+line("p")+")") + ")"
}

// numbers writes a set as literals, sorted: a payee list can be longer than a
// statement may have arguments.
func numbers[N ~int64](set map[N]bool) string {
	all := make([]N, 0, len(set))
	for n := range set {
		all = append(all, n)
	}
	slices.Sort(all)
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = strconv.FormatInt(int64(n), 10)
	}
	return strings.Join(texts, ",")
}

// exact says that the database finds just what is meant.
func (s *search) exact() bool { return s == nil || ascii(s.folded) }

// matches looks again at a row that the database found.
func (s *search) matches(t *budget.Transaction) bool {
	if s.hit(t.Memo, t.Payee, t.Category, t.Amount) {
		return true
	}
	for i := range t.Parts {
		if p := &t.Parts[i]; s.hit(p.Memo, p.Payee, p.Category, p.Amount) {
			return true
		}
	}
	return false
}

func (s *search) hit(memo string, payee budget.PayeeNo, category budget.CategoryNo, amount money.Milli) bool {
	return s.payees[payee] || s.categories[category] ||
		s.amount.given && amount.Abs() >= s.amount.min && amount.Abs() <= s.amount.max ||
		memo != "" && strings.Contains(fold(memo), s.folded)
}

// amountRange is what a typed number stands for: 12 is 12.00 to 12.999, 12.5 is
// 12.50 to 12.599, of either sign.
type amountRange struct {
	min, max money.Milli
	given    bool
}

func parseAmount(text string) amountRange {
	whole, decimals, _ := strings.Cut(strings.Replace(strings.TrimLeft(strings.TrimSpace(text), "+-"), ",", ".", 1), ".")
	if len(decimals) > 3 || len(whole) > 12 || whole+decimals == "" {
		return amountRange{}
	}
	n, err := strconv.ParseUint(whole+decimals, 10, 63)
	if err != nil {
		return amountRange{}
	}
	step := money.Milli(1)
	for range 3 - len(decimals) {
		step *= 10
	}
	return amountRange{min: money.Milli(n) * step, max: money.Milli(n)*step + step - 1, given: true}
}
