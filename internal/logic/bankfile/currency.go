package bankfile

import (
	"strings"
	"unicode"

	"golang.org/x/text/currency"

	"holdover/internal/base/money"
)

// writtenCurrencies lists abbreviations of currencies besides ISO 4217 codes and the symbols in package money, in
// lower case without dots.
var writtenCurrencies = "euro fr sfr sek kn km rs rmb ntd tl lek bs nis tk ksh dh dhs дин ден лв р руб грн тг сум тнг 円 元 원 원화 บาท رس دإ دب دج جم دع دأ دك لل دل دم رع رق لس دت ري"

// currencyNames contains all abbreviations, for comparison with a whole word.
var currencyNames = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(writtenCurrencies) {
		names[name] = true
	}
	for _, c := range money.Currencies() {
		if f, known := money.FormatOf(c.Code, ""); known {
			names[plainCurrency(f.CurrencySymbol)] = true
		}
	}
	return names
}()

func plainCurrency(text string) string {
	return strings.ToLower(strings.ReplaceAll(text, ".", ""))
}

// isCurrency reports whether the text next to the digits of an amount is a currency: a symbol, also after up to three
// letters as in "CA$", a code or an abbreviation. "x", "pcs" and "h" are not: "12x" is not 12.00.
func isCurrency(text string) bool {
	name := plainCurrency(text)
	letters := strings.TrimRightFunc(name, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
	if letters != name { // symbols follow the letters
		return len(letters) <= 3 && strings.IndexFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	}
	if letters == "" || currencyNames[letters] {
		return true
	}
	_, err := currency.ParseISO(letters)
	return err == nil
}
