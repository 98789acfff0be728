package bankfile

import (
	"slices"
	"strings"
	"unicode"
)

// statuses says whether a column says of every row that it is booked or not.
func (g *guess) statuses(column int) bool {
	samples := g.samples(column)
	for _, text := range samples {
		if lower := strings.ToLower(text); !slices.Contains(booked, lower) && !slices.Contains(notBooked, lower) {
			return false
		}
	}
	return len(samples) > 0
}

func (g *guess) findTexts() {
	g.m.BankID = g.byHeader(idWords, func(c int) bool { return g.distinct(c) })
	g.m.Check = g.byHeader(checkWords, func(int) bool { return true })
	if g.m.Payee = g.byHeader(payeeWords, g.names); g.m.Payee != 0 {
		g.m.Payer = g.byHeader(payerWords, g.names)
	} else {
		g.m.Payee = g.byHeader(textWords, g.texts)
	}
	for _, words := range [][]string{memoWords, moreWords} {
		if memo := g.byHeader(words, g.texts); memo != 0 {
			g.m.Memo = []int{memo}
			break
		}
	}
	if g.m.Payee == 0 {
		g.m.Payee = g.longestText()
	}
	if g.m.Memo == nil && len(g.headers.cells) == 0 {
		if memo := g.longestText(); memo != 0 {
			g.m.Memo = []int{memo}
		}
	}
}

// texts says whether a column has words in it.
func (g *guess) texts(column int) bool {
	for _, s := range g.samples(column) {
		if strings.IndexFunc(s, unicode.IsLetter) >= 0 {
			return true
		}
	}
	return false
}

// names says whether a column may have the other party's name.
func (g *guess) names(column int) bool {
	header := strings.ToLower(g.headers.cell(column))
	return g.texts(column) && !slices.ContainsFunc(ownWords, func(w string) bool { return strings.Contains(header, w) })
}

// distinct says whether no value of the column comes twice.
func (g *guess) distinct(column int) bool {
	samples := g.samples(column)
	sorted := slices.Sorted(slices.Values(samples))
	return len(samples) == len(g.rows) && len(slices.Compact(sorted)) == len(samples)
}

func (g *guess) longestText() int {
	best, most := 0, 0
	for c := 1; c <= g.width(); c++ {
		if slices.Contains(g.used, c) || g.amounts(c) || !g.texts(c) {
			continue
		}
		length := 0
		for _, s := range g.samples(c) {
			if !anyDate(s) {
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
