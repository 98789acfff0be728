package money

import (
	"slices"
	"strings"
)

// Currency is a currency that a user can choose, with its usual format.
type Currency struct {
	Code, Name string
	symbol     string
	digits     int
	behind     bool    // the symbol follows the amount
	numbers    Numbers // the number format of its country
}

// Numbers is a number format, named by an example: 1,234.56.
type Numbers string

// The number formats that a user can choose from.
const (
	CommaPoint      Numbers = "1,234.56"
	PointComma      Numbers = "1.234,56"
	SpaceComma      Numbers = "1 234,56"
	ApostrophePoint Numbers = "1'234.56"
)

// AllNumbers lists the number formats.
func AllNumbers() []Numbers { return []Numbers{CommaPoint, PointComma, SpaceComma, ApostrophePoint} }

// separators returns the separator of thousands and the decimal separator.
func (n Numbers) separators() (group, decimal string) {
	group, decimal = string(n[1]), string(n[5])
	if group == " " {
		group = "\u00a0"
	}
	return group, decimal
}

var currencies = []Currency{
	{"AUD", "Australian dollar", "$", 2, false, CommaPoint},
	{"BGN", "Bulgarian lev", "лв.", 2, true, SpaceComma},
	{"BHD", "Bahraini dinar", "BD", 3, true, CommaPoint},
	{"BRL", "Brazilian real", "R$", 2, false, PointComma},
	{"CAD", "Canadian dollar", "$", 2, false, CommaPoint},
	{"CHF", "Swiss franc", "CHF", 2, true, ApostrophePoint},
	{"CLP", "Chilean peso", "$", 0, false, PointComma},
	{"CNY", "Chinese yuan", "¥", 2, false, CommaPoint},
	{"CZK", "Czech koruna", "Kč", 2, true, SpaceComma},
	{"DKK", "Danish krone", "kr.", 2, true, PointComma},
	{"EUR", "Euro", "€", 2, true, PointComma},
	{"GBP", "Pound sterling", "£", 2, false, CommaPoint},
	{"HKD", "Hong Kong dollar", "HK$", 2, false, CommaPoint},
	{"HUF", "Hungarian forint", "Ft", 2, true, SpaceComma},
	{"IDR", "Indonesian rupiah", "Rp", 2, false, PointComma},
	{"ILS", "Israeli shekel", "₪", 2, false, CommaPoint},
	{"INR", "Indian rupee", "₹", 2, false, CommaPoint},
	{"ISK", "Icelandic króna", "kr.", 0, true, PointComma},
	{"JOD", "Jordanian dinar", "JD", 3, true, CommaPoint},
	{"JPY", "Japanese yen", "¥", 0, false, CommaPoint},
	{"KRW", "South Korean won", "₩", 0, false, CommaPoint},
	{"KWD", "Kuwaiti dinar", "KD", 3, true, CommaPoint},
	{"MXN", "Mexican peso", "$", 2, false, CommaPoint},
	{"MYR", "Malaysian ringgit", "RM", 2, false, CommaPoint},
	{"NOK", "Norwegian krone", "kr", 2, true, SpaceComma},
	{"NZD", "New Zealand dollar", "$", 2, false, CommaPoint},
	{"OMR", "Omani rial", "RO", 3, true, CommaPoint},
	{"PHP", "Philippine peso", "₱", 2, false, CommaPoint},
	{"PLN", "Polish złoty", "zł", 2, true, SpaceComma},
	{"RON", "Romanian leu", "lei", 2, true, PointComma},
	{"SEK", "Swedish krona", "kr", 2, true, SpaceComma},
	{"SGD", "Singapore dollar", "$", 2, false, CommaPoint},
	{"THB", "Thai baht", "฿", 2, false, CommaPoint},
	{"TND", "Tunisian dinar", "DT", 3, true, SpaceComma},
	{"TRY", "Turkish lira", "₺", 2, false, PointComma},
	{"TWD", "New Taiwan dollar", "NT$", 2, false, CommaPoint},
	{"UAH", "Ukrainian hryvnia", "₴", 2, true, SpaceComma},
	{"USD", "US dollar", "$", 2, false, CommaPoint},
	{"VND", "Vietnamese đồng", "₫", 0, true, PointComma},
	{"ZAR", "South African rand", "R", 2, false, SpaceComma},
}

// Currencies lists the currencies with a known format, by code.
func Currencies() []Currency { return slices.Clone(currencies) }

// FormatOf returns the format of a currency, with the number format of its country unless one is given. An unknown
// currency is shown with its code and two decimals. ok is false unless the code has three letters.
func FormatOf(code string, numbers Numbers) (Format, bool) {
	code = strings.ToUpper(strings.TrimSpace(code))
	notLetter := func(r rune) bool { return r < 'A' || r > 'Z' }
	if len(code) != 3 || strings.ContainsFunc(code, notLetter) {
		return Format{}, false
	}
	c := Currency{Code: code, symbol: code, digits: 2, behind: true, numbers: CommaPoint}
	if i := slices.IndexFunc(currencies, func(c Currency) bool { return c.Code == code }); i >= 0 {
		c = currencies[i]
	}
	if numbers == "" {
		numbers = c.numbers
	}
	if !slices.Contains(AllNumbers(), numbers) {
		return Format{}, false
	}
	f := Format{
		ISOCode: c.Code, DecimalDigits: c.digits, SymbolFirst: !c.behind, CurrencySymbol: c.symbol, DisplaySymbol: true,
	}
	f.GroupSeparator, f.DecimalSeparator = numbers.separators()
	f.ExampleFormat = f.Text(123_456_780)
	return f, true
}
