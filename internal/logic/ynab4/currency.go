package ynab4

import (
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"holdover/internal/base/money"
	"holdover/internal/model/conversion"
)

// currencyFormat returns the format of the currency that the user chose, of the file's currency, or of the currency of
// the file's locale. Budgets of YNAB 4 usually have only the locale.
func (c *conversionState) currencyFormat() (money.Format, error) {
	if err := c.opts.CheckCurrency(c.meta.Currency); err != nil {
		return money.Format{}, err
	}
	for _, code := range []string{c.opts.Currency, c.meta.Currency, currencyOf(c.meta.CurrencyLocale)} {
		if f, ok := money.FormatOf(code, ""); ok {
			return f, nil
		}
	}
	return money.Format{}, conversion.AskCurrency("Which currency is the budget in?", money.Currencies())
}

// currencyOf returns the currency of a locale such as de_LI, or "".
func currencyOf(locale string) string {
	region, ok := regionOf(locale)
	if !ok {
		return ""
	}
	unit, ok := currency.FromRegion(region)
	if !ok {
		return ""
	}
	return unit.String()
}

func regionOf(locale string) (language.Region, bool) {
	tag, err := language.Parse(strings.ReplaceAll(locale, "_", "-"))
	if err != nil {
		return language.Region{}, false
	}
	region, confidence := tag.Region()
	return region, confidence == language.Exact
}

// dateFormats maps a language, or a language and region, to its date format.
var dateFormats = map[string]string{
	"en-US": "MM/DD/YYYY", "en": "DD/MM/YYYY", "en-CA": "YYYY-MM-DD", "fr-CA": "YYYY-MM-DD", "es": "DD/MM/YYYY", "fr": "DD/MM/YYYY", "it": "DD/MM/YYYY",
	"pt": "DD/MM/YYYY", "nl": "DD-MM-YYYY", "da": "DD-MM-YYYY", "sv": "YYYY-MM-DD", "ja": "YYYY/MM/DD", "zh": "YYYY/MM/DD", "de": "DD.MM.YYYY",
	"ru": "DD.MM.YYYY", "pl": "DD.MM.YYYY", "cs": "DD.MM.YYYY", "nb": "DD.MM.YYYY", "no": "DD.MM.YYYY", "fi": "DD.MM.YYYY", "tr": "DD.MM.YYYY",
}

// dateFormat returns the date format of a locale.
func dateFormat(locale string) string {
	locale = strings.ReplaceAll(locale, "_", "-")
	if format, known := dateFormats[locale]; known {
		return format
	}
	base, _, _ := strings.Cut(locale, "-")
	if format, known := dateFormats[base]; known {
		return format
	}
	return "YYYY-MM-DD"
}
