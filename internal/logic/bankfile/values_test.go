package bankfile

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

var (
	english = Style{Order: DayFirst, Decimal: ".", Group: ","}
	german  = Style{Order: DayFirst, Decimal: ",", Group: "."}
	french  = Style{Order: DayFirst, Decimal: ",", Group: " "}
	swiss   = Style{Order: DayFirst, Decimal: ".", Group: "'"}
)

func TestParseAmounts(t *testing.T) {
	for _, c := range []struct {
		s    Style
		text string
		want money.Milli
	}{
		{english, "1,234.56", 1234560},
		{english, "-0.5", -500},
		{english, ".50", 500},
		{english, "5.", 5000},
		{english, "$ -12", -12000},
		{english, "(1,000.00)", -1000000},
		{english, "12.34-", -12340},
		{english, "12.34 DR", -12340},
		{english, "12.34 CR", 12340},
		{german, "12,34 S", -12340},
		{german, "12,34 EUR H", 12340},
		{english, "12.34D", -12340},
		{english, "USD 12.34", 12340},
		{english, "+7", 7000},
		{english, "12,34,567.89", 1234567890},
		{english, "0.005", 5},
		{english, "\u22121.5", -1500},
		{english, "1.50000", 1500},
		{english, "R$ 3.10", 3100},
		{english, "-€7.00", -7000},
		{german, "1.234,56", 1234560},
		{german, "-12,3 €", -12300},
		{german, "1234,56", 1234560},
		{german, "12,345", 12345},
		{french, "1 234,56", 1234560},
		{french, "1\u202f234,56\u00a0€", 1234560},
		{swiss, "1'234.50", 1234500},
		{swiss, "1’234.50", 1234500},
		{english, "1000000000000", money.Limit},
		{german, "12 EUR", 12000},
		{german, "kr 12", 12000},
		{german, "kr. 12,50", 12500},
		{german, "Fr. 12,50", 12500},
		{english, "CA$12.50", 12500},
		{english, "US$ -12.50", -12500},
		{english, "12.50 usd", 12500},
		{english, "12.50 Kč", 12500},
		{english, "12.50 руб.", 12500},
		{english, "12.50 ر.س", 12500},
		{german, "12,-", 12000}, // a dash in place of cents is not a minus
		{german, "-12,-", -12000},
		{german, "12,--", 12000},
		{german, "12,– €", 12000},
		{german, "1.200,- EUR", 1200000},
		{swiss, "CHF 12.—", 12000},
		{german, "12,50-", -12500},
	} {
		if got, err := c.s.ParseAmount(c.text); got != c.want || err != nil {
			t.Errorf("%q: %v, %v; want %v", c.text, got, err, c.want)
		}
	}
	for _, c := range []struct {
		s    Style
		text string
		what string
	}{
		{german, "12.34", "not an amount"}, // would be a hundred times the amount
		{english, "12,34", "not an amount"},
		{english, "1.2.3", "not an amount"},
		{english, "", "it is empty"},
		{english, "-", "not an amount"},
		{english, "--5", "not an amount"},
		{english, "-5-", "not an amount"},
		{english, "1e5", "not an amount"},
		{english, "1/3", "not an amount"},
		{english, "twelve", "not an amount"},
		{english, "pending 5", "not an amount"},
		{english, "12x", "not an amount"},
		{english, "x12", "not an amount"},
		{english, "12 pcs", "not an amount"},
		{english, "5 kg", "not an amount"},
		{english, "POS 12.50", "not an amount"},
		{english, "EURO$ 12", "not an amount"},
		{english, "USD EUR 12", "not an amount"},
		{english, "0x10", "not an amount"},
		{english, "0.0005", "three decimals"},
		{english, "1000000000000.001", "too large"},
		{english, strings.Repeat("9", 400), "too large"},
		{Style{}, "5", "not an amount"},
		{english, "٣", "not an amount"},
	} {
		if got, err := c.s.ParseAmount(c.text); err == nil || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%q is parsed as %v, error %v", c.text, got, err)
		}
	}
}

// An amount in any format of a budget is parsed exactly.
func TestFormattedAmountsAreParsedBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := money.Milli(rapid.Int64Range(-int64(money.Limit), int64(money.Limit)).Draw(t, "amount"))
		s := rapid.SampledFrom([]Style{english, german, french, swiss}).Draw(t, "style")
		f := money.Format{
			DecimalDigits: rapid.IntRange(0, 3).Draw(t, "digits"), DecimalSeparator: s.Decimal, GroupSeparator: s.Group,
			CurrencySymbol: rapid.SampledFrom([]string{"$", "€", "kr", "CHF"}).Draw(t, "symbol"),
			SymbolFirst:    rapid.Bool().Draw(t, "first"), DisplaySymbol: rapid.Bool().Draw(t, "shown"),
		}
		if got, err := s.ParseAmount(f.WithSymbol(m)); err != nil || got != m {
			t.Fatalf("%q is parsed as %v, error %v", f.WithSymbol(m), got, err)
		}
	})
}

func TestGuessDecimal(t *testing.T) {
	for _, c := range []struct {
		samples string // separated by |
		hint    Style
		want    string
		sure    bool
	}{
		{"12.34|-5.00", german, ".", true},
		{"1.234,56|7", Style{}, ",", true},
		{"12,34", Style{}, ",", true},
		{"1 234,56", Style{}, ",", true},
		{"1'234.56", Style{}, ".", true},
		{"1.234|5.678", german, ",", false},
		{"1.234|5.678", english, ".", false},
		{"1.234|12.34", german, ".", true},
		{"7|8", german, ",", true},
		{"12.34|Total", Style{}, ".", false},
	} {
		got, sure := guessDecimal(strings.Split(c.samples, "|"), Options{Hint: c.hint})
		if got.Decimal != c.want || sure != c.sure {
			t.Errorf("%s: decimal separator %q, sure %v; want %q, %v", c.samples, got.Decimal, sure, c.want, c.sure)
		}
	}
}

func TestParseDates(t *testing.T) {
	for _, c := range []struct {
		o    DateOrder
		text string
		want string
	}{
		{YearFirst, "2026-01-02", "2026-01-02"},
		{YearFirst, "2026/1/2", "2026-01-02"},
		{YearFirst, "20260102", "2026-01-02"},
		{YearFirst, "2026-01-02T23:30:00-05:00", "2026-01-02"},
		{YearFirst, "20260102233000.000[-5:EST]", "2026-01-02"},
		{YearFirst, "2026-Jan-02", "2026-01-02"},
		{YearFirst, "26-01-02", "2026-01-02"},
		{DayFirst, "02.01.2026", "2026-01-02"},
		{DayFirst, "2.1.26", "2026-01-02"},
		{DayFirst, "02012026", "2026-01-02"},
		{DayFirst, "2 Jan 2026", "2026-01-02"},
		{DayFirst, "02-MÄRZ-2026", "2026-03-02"},
		{DayFirst, "2. Dezember 2026", "2026-12-02"},
		{DayFirst, "02.01.2026 14:05", "2026-01-02"},
		{DayFirst, "Fri, 2 Jan 2026", "2026-01-02"},
		{DayFirst, "2 juil. 2026", "2026-07-02"},
		{MonthFirst, "1/2/2026", "2026-01-02"},
		{MonthFirst, "01/02/99", "1999-01-02"},
		{MonthFirst, "1/2' 6", "2006-01-02"},
		{MonthFirst, "1/ 2'26", "2026-01-02"},
		{MonthFirst, "Jan 2, 2026", "2026-01-02"},
	} {
		if got, err := c.o.ParseDate(c.text); got.String() != c.want || err != nil {
			t.Errorf("%s %q: day %v, error %v, want %s", c.o, c.text, got, err, c.want)
		}
	}
	for _, text := range []string{
		"", "Pending", "2026-02-30", "31/31/2026", "1.2.3.4", "12", "1234567", "2026", "1/2", "-1/2/2026", "0000-01-01", "2026-1-100", "Foo Bar Baz", "Mon Mon Mon Mon",
	} {
		for _, o := range []DateOrder{YearFirst, DayFirst, MonthFirst} {
			if d, err := o.ParseDate(text); err == nil {
				t.Errorf("%s %q is parsed as %v, want an error", o, text, d)
			}
		}
	}
}

func TestGuessOrderOfDayAndMonth(t *testing.T) {
	for _, c := range []struct {
		samples string
		hint    DateOrder
		want    DateOrder
		sure    bool
	}{
		{"2026-01-02|2026-01-03", DayFirst, YearFirst, true},
		{"13/01/2026|02/03/2026", MonthFirst, DayFirst, true},
		{"01/13/26|02/03/26", DayFirst, MonthFirst, true},
		{"01/02/2026|05/02/2026|09/02/2026|01/03/2026", MonthFirst, DayFirst, true}, // sorted in one order only
		{"01/02/2026", MonthFirst, MonthFirst, false},
		{"01/02/2026", "", DayFirst, false},
		{"2 Jan 2026|3 Feb 2026", MonthFirst, DayFirst, true},
		{"26-01-31|26-02-30", DayFirst, DayFirst, true},
		{"05/01/2026|05/02/2026|05/03/2026|05/11/2026", DayFirst, MonthFirst, false}, // a monthly payment, which was read as four days of May without a question
		{"01/05/2026|02/05/2026|03/05/2026|11/05/2026", MonthFirst, DayFirst, false},
		{"01/05/2026|02/05/2026|03/05/2026|11/05/2026", DayFirst, DayFirst, true},
	} {
		if got, sure := GuessOrder(strings.Split(c.samples, "|"), c.hint); got != c.want || sure != c.sure {
			t.Errorf("%s: order %s, sure %v; want %s, %v", c.samples, got, sure, c.want, c.sure)
		}
	}
	for pattern, want := range map[string]DateOrder{"DD.MM.YYYY": DayFirst, "MM/DD/YYYY": MonthFirst, "YYYY-MM-DD": YearFirst, "": "", "x": ""} {
		if got := OrderOf(pattern); got != want {
			t.Errorf("the order of %q is %q, want %q", pattern, got, want)
		}
	}
}

// A date in any of the usual forms is parsed to itself.
func TestFormattedDatesAreParsedBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := civil.MakeDate(1970, 1, 1).AddDays(rapid.IntRange(0, 36000).Draw(t, "day"))
		layouts := map[DateOrder][]string{
			YearFirst:  {"2006-01-02", "20060102", "2006/1/2", "20060102150405"},
			DayFirst:   {"02.01.2006", "2/1/06", "2 January 2006", "02-Jan-06", "02012006"},
			MonthFirst: {"01/02/2006", "1/2/06", "January 2, 2006", "Jan 02 06"},
		}
		o := rapid.SampledFrom([]DateOrder{YearFirst, DayFirst, MonthFirst}).Draw(t, "order")
		layout := rapid.SampledFrom(layouts[o]).Draw(t, "layout")
		if got, err := o.ParseDate(d.Time().Format(layout)); err != nil || got != d {
			t.Fatalf("%s is parsed as %s, error %v", d.Time().Format(layout), got, err)
		}
	})
}
