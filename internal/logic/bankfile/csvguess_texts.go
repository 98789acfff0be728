package bankfile

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"holdover/internal/base/iterutil"
)

func (g *guess) findTexts() {
	g.findPlaces()
	g.m.BankID = g.byHeader(idWords, g.distinct)
	g.m.Check = g.byHeader(checkWords, func(int) bool { return true })
	if g.m.Payee = g.byHeader(payeeWords, g.names); g.m.Payee != 0 {
		g.m.Payer = g.byHeader(payerWords, g.names)
	} else {
		g.m.Payee = g.byHeader(textWords, func(c int) bool { return g.texts(c) && g.telling(c) })
	}
	for _, words := range [][]string{memoWords, moreWords} {
		if memo := g.byHeader(words, g.texts); memo != 0 {
			g.m.Memo = []int{memo}
			break
		}
	}
	if g.m.Payee == 0 {
		g.m.Payee = g.longestText()
		if g.m.Payee != 0 && g.moreTexts() {
			g.m.asks = ask(g.m.asks, AskColumns)
		}
	}
	if g.m.Memo == nil && g.m.PayeeElse == 0 && g.m.Payee != 0 && g.nameless(g.m.Payee) {
		g.m.PayeeElse = g.byHeader(textWords, g.texts)
	}
	if g.m.Memo == nil && len(g.headers.cells) == 0 {
		if memo := g.longestText(); memo != 0 {
			g.m.Memo = []int{memo}
		}
	}
}

// mostAccounts is the largest number of accounts that a file may have. A column with more values contains the other
// parties' accounts.
const mostAccounts = 8

// findPlaces finds the columns that identify a row's account. Several currencies count as accounts, and not as
// prices, only if the balances prove it.
func (g *guess) findPlaces() {
	whole := func(words []string, most int) func(int) bool {
		return func(c int) bool {
			values := g.values(c)
			return wordScore(g.headers.cell(c), words) > beginning && len(g.samples(c)) == len(g.rows) && len(values) <= most && (len(values) == 1 || len(g.rows) >= 3*len(values))
		}
	}
	g.m.Account = g.byHeader(accountWords, whole(accountWords, mostAccounts))
	g.m.Currency = g.byHeader(currencyWords, whole(currencyWords, mostAccounts))
	if m := g.m; g.m.Currency != 0 && len(g.values(g.m.Currency)) > 1 && (m.Balance == 0 || !g.balances(m)) {
		g.m.Currency = 0
	}
	if g.m.Currency == 0 {
		if g.m.currencies = g.mixed(); g.m.currencies != nil {
			g.m.asks = ask(g.m.asks, AskColumns)
		}
	}
	g.m.Category = g.byHeader(categoryWords, func(c int) bool { return g.texts(c) && wordScore(g.headers.cell(c), categoryWords) > beginning })
}

// mixed returns the currencies of the rows if there are several and no column has one currency for all rows. A file
// of prices has a column with the account's currency next to the shop's.
func (g *guess) mixed() (several []string) {
	for c := 1; c <= g.width(); c++ {
		if values := g.values(c); len(g.samples(c)) == len(g.rows) && wordScore(g.headers.cell(c), currencyWords) > 0 && codes(values) {
			if len(values) == 1 {
				return nil
			}
			several = slices.Sorted(maps.Keys(values))
		}
	}
	return several
}

// Currencies returns the currencies of a guessed file if there are several and the account's is unknown.
func (m *Mapping) Currencies() []string { return m.currencies }

// codes reports whether all values are codes of currencies.
func codes(values map[string]bool) bool {
	for v := range values {
		if len(v) != 3 || strings.IndexFunc(v, func(r rune) bool { return r < 'A' || r > 'Z' }) >= 0 {
			return false
		}
	}
	return len(values) > 0
}

func (g *guess) values(column int) map[string]bool {
	return iterutil.SetOf(g.samples(column), tidy)
}

// texts reports whether a column contains words.
func (g *guess) texts(column int) bool {
	return slices.ContainsFunc(g.samples(column), func(s string) bool { return strings.IndexFunc(s, unicode.IsLetter) >= 0 })
}

// telling reports whether a column may identify the other party. It does not if it contains the kind of transaction,
// or if it has one value for all rows while another column of texts differs.
func (g *guess) telling(column int) bool {
	if wordScore(g.headers.cell(column), kindWords) > beginning {
		return false
	}
	if len(g.rows) < 3 || len(g.values(column)) > 1 {
		return true
	}
	for c := 1; c <= g.width(); c++ {
		if c != column && !slices.Contains(g.used, c) && g.texts(c) && len(g.values(c)) > 1 && wordScore(g.headers.cell(c), kindWords) <= beginning {
			return false
		}
	}
	return true
}

// names reports whether a column may contain the other party's name: words, not only codes, and no header about the
// owner's account.
func (g *guess) names(column int) bool {
	header := fold(g.headers.cell(column))
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(header, w) })
	}
	number := has([]string{"number", "nummer", "iban", "bic", "cislo", "numer", "account no", "konto", "code", "adres", "address", "rachunek"}) && !has([]string{"name", "naam", "nazov", "nazev", "nazwa"})
	return g.texts(column) && (!has(ownWords) || has(otherWords)) && !number && g.telling(column)
}

// nameless reports whether a column has no name in at least one row.
func (g *guess) nameless(column int) bool {
	return slices.ContainsFunc(g.rows, func(r record) bool { return nameIn(r.cell(column)) == "" })
}

// distinct reports whether all values of the column differ.
func (g *guess) distinct(column int) bool {
	samples := g.samples(column)
	return len(samples) == len(g.rows) && len(g.values(column)) == len(samples)
}

// moreTexts reports whether another column has words that differ between rows.
func (g *guess) moreTexts() bool {
	for c := 1; c <= g.width(); c++ {
		if !slices.Contains(g.used, c) && !slices.Contains(g.m.Memo, c) && g.texts(c) && !anyDate(g.samples(c)[0]) && len(g.values(c)) > 1 {
			return true
		}
	}
	return false
}

func (g *guess) longestText() int {
	best, most := 0, 0
	for c := 1; c <= g.width(); c++ {
		if slices.Contains(g.used, c) || g.amounts(c) || !g.texts(c) || !g.telling(c) {
			continue
		}
		length := 0
		for _, s := range g.samples(c) {
			if !anyDate(s) && !accountLike(s) {
				length += len(s)
			}
		}
		if length > most {
			best, most = c, length
		}
	}
	if best > 0 {
		g.used = append(g.used, best)
	}
	return best
}

// accountLike reports whether a text is an account number or a code: one word of letters and digits.
func accountLike(text string) bool {
	return !strings.ContainsAny(text, " *'\"") && strings.ContainsAny(text, "0123456789") && strings.IndexFunc(text, unicode.IsLetter) >= 0 && len(text) < 40
}
