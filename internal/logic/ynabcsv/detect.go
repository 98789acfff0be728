package ynabcsv

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/conversion"
)

// mostDates is the number of different dates in a register; a century has a fifth of it.
const mostDates = 200_000

// longestDate is the largest length of a date in bytes.
const longestDate = 64

// detectNotation reads both tables and returns their notation. It returns the error of [conversion.Ask] if they can be read
// in several ways and opts has no answer.
func detectNotation(e *export, opts conversion.Options) (n notation, err error) {
	amounts := newAmountEvidence()
	var dates []example
	seen := map[string]bool{}
	if err := e.register.each(func(r *record) error {
		text := r.cell(dateColumn)
		if !seen[text] {
			if len(text) > longestDate {
				return r.fail("%q is not a date", excerpt(text))
			}
			if len(dates) == mostDates {
				return r.fail("the table has more than %d different dates", mostDates).WithHint("Check that it is the right file.")
			}
			text = strings.Clone(text)
			seen[text] = true
			dates = append(dates, example{text, r.line, r.table})
		}
		return addAll(amounts, r, outflowColumn, inflowColumn)
	}); err != nil {
		return n, err
	}
	if err := e.plan.each(func(r *record) error {
		return addAll(amounts, r, assignedColumn, activityColumn, outflowsColumn, availableColumn)
	}); err != nil {
		return n, err
	}
	if err := n.setDates(dates, opts); err != nil {
		return n, err
	}
	if n.style, err = amounts.style(opts); err != nil {
		return n, err
	}
	n.currency, err = amounts.currency(n.style, opts)
	return n, err
}

func addAll(p *amountEvidence, r *record, all ...column) error {
	for _, c := range all {
		if err := p.add(r, c); err != nil {
			return err
		}
	}
	return nil
}

// setDates sets the order of day, month and year, and parses all dates.
func (n *notation) setDates(dates []example, opts conversion.Options) error {
	n.dates = make(map[string]civil.Date, len(dates))
	if len(dates) == 0 {
		return nil
	}
	texts := make([]string, len(dates))
	for i := range dates {
		texts[i] = dates[i].text
	}
	var sure bool
	if n.order = bankfile.DateOrder(opts.Dates); n.order == "" {
		if n.order, sure = bankfile.GuessOrder(texts, ""); !sure {
			if q := askDates(texts); q != nil {
				return conversion.Ask(*q)
			}
		}
	}
	for _, at := range dates {
		d, err := n.order.ParseDate(at.text)
		if err != nil || d.FarOff() {
			return at.fail("%q is not a date in the order %s", excerpt(at.text), orderNames[n.order]).
				WithHint("All dates of the register must have one order. If this one was edited, export the plan again.")
		}
		n.dates[at.text] = d
	}
	n.dateFormat = patternOf(n.order, texts[0])
	return nil
}

var orderNames = map[bankfile.DateOrder]string{
	bankfile.DayFirst: "day, month, year", bankfile.MonthFirst: "month, day, year", bankfile.YearFirst: "year, month, day",
}

// askDates returns the question with the first date that two orders read differently, or nil if there is none.
func askDates(texts []string) *conversion.Question {
	for _, text := range texts {
		q := conversion.Question{Field: "dates", Text: fmt.Sprintf("Which day is %s?", text)}
		labels := map[string]bool{}
		for _, o := range []bankfile.DateOrder{bankfile.DayFirst, bankfile.MonthFirst, bankfile.YearFirst} {
			d, err := o.ParseDate(text)
			if err != nil || d.FarOff() || !fitsAll(o, texts) {
				continue
			}
			label := d.Time().Format("2 January 2006")
			if !labels[label] {
				labels[label] = true
				q.Answers = append(q.Answers, conversion.Answer{Value: string(o), Label: label})
			}
		}
		if len(q.Answers) > 1 {
			return &q
		}
	}
	return nil
}

func fitsAll(o bankfile.DateOrder, texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool {
		_, err := o.ParseDate(text)
		return err != nil
	})
}

// patternOf returns the date format of a text, such as DD.MM.YYYY.
func patternOf(o bankfile.DateOrder, text string) string {
	sign := "-"
	if i := strings.IndexAny(text, "./-"); i >= 0 {
		sign = text[i : i+1]
	}
	parts := map[bankfile.DateOrder][]string{
		bankfile.DayFirst: {"DD", "MM", "YYYY"}, bankfile.MonthFirst: {"MM", "DD", "YYYY"}, bankfile.YearFirst: {"YYYY", "MM", "DD"},
	}
	return strings.Join(parts[o], sign)
}

// style returns the separators of amounts.
func (p *amountEvidence) style(opts conversion.Options) (s bankfile.Style, err error) {
	switch sign := opts.Decimals; {
	case sign == "." || sign == ",":
		s.Decimal = sign
	case len(p.decimal) > 1:
		return s, p.contradiction(p.decimal['.'], p.decimal[','])
	case len(p.decimal) == 1:
		for sign := range p.decimal {
			s.Decimal = string(sign)
		}
	case len(p.ambiguous) > 1:
		return s, p.contradiction(p.ambiguous['.'], p.ambiguous[','])
	case len(p.ambiguous) == 1 && !p.plain:
		for _, at := range p.ambiguous {
			return s, conversion.Ask(askDecimals(at.text))
		}
	}
	for sign := range p.ambiguous {
		if s.Decimal == "" { // other amounts have no decimals
			s.Decimal = otherSign(sign)
		}
	}
	s.Decimal = cmp.Or(s.Decimal, ".")
	return s, p.addGroup(&s)
}

// addGroup sets the separator of groups, which must not be the decimal sign.
func (p *amountEvidence) addGroup(s *bankfile.Style) error {
	groups := maps.Clone(p.group)
	for sign, at := range p.ambiguous {
		if string(sign) != s.Decimal {
			keepFirst(groups, sign, at)
		} else if p.digits > 0 && p.digits < 3 {
			return at.fail("%q can be read in two ways", at.text).WithHint(unchangedHint)
		}
	}
	for sign, at := range groups {
		if string(sign) == s.Decimal {
			return at.fail("%q is not an amount with the decimal sign %s", at.text, s.Decimal).WithHint(unchangedHint)
		}
		if s.Group != "" && s.Group != string(sign) {
			return at.fail("%q has other separators than the amounts before it", at.text).WithHint(unchangedHint)
		}
		s.Group = string(sign)
	}
	return nil
}

func (p *amountEvidence) contradiction(a, b example) error {
	if a.of == nil || b.of == nil {
		return apperr.New(apperr.Invalid, "the amounts have different decimal signs").WithHint(unchangedHint)
	}
	return b.fail("%q has another decimal sign than %q in %s, line %d", b.text, a.text, a.of.name, a.line).
		WithHint(unchangedHint)
}

func otherSign(sign rune) string {
	if sign == '.' {
		return ","
	}
	return "."
}

func askDecimals(text string) conversion.Question {
	digits := parseWritten(text).digits
	at := strings.IndexAny(digits, ".,")
	whole, rest := digits[:at], digits[at+1:]
	return conversion.Question{
		Field: "decimals", Text: fmt.Sprintf("Which amount is %s?", text),
		Answers: []conversion.Answer{
			{Value: otherSign(rune(digits[at])), Label: whole + rest + ", without decimals"},
			{Value: digits[at : at+1], Label: whole + " and " + rest + " thousandths"},
		},
	}
}

// currency returns the format of amounts.
func (p *amountEvidence) currency(s bankfile.Style, opts conversion.Options) (money.Format, error) {
	digits := p.digits
	if _, thousandths := p.ambiguous[rune(s.Decimal[0])]; thousandths && digits == 0 {
		digits = 3
	}
	if p.plain {
		digits = 0
	}
	f := money.Format{
		DecimalDigits: min(digits, 3), DecimalSeparator: s.Decimal, GroupSeparator: s.Group,
	}
	if f.GroupSeparator == "" {
		f.GroupSeparator = otherSign(rune(s.Decimal[0]))
	} else if f.GroupSeparator == " " {
		f.GroupSeparator = "\u00a0"
	}
	found, err := p.symbol()
	if err != nil {
		return f, err
	}
	f.CurrencySymbol, f.SymbolFirst, f.DisplaySymbol = found.text, found.first, found.text != ""
	code, among := currencyOf(found.text, f.DecimalDigits)
	if err := opts.CheckCurrency(code); err != nil {
		return f, err
	}
	if code = cmp.Or(code, opts.Currency); code == "" {
		text := "Which currency are the amounts in?"
		if found.text != "" {
			text = fmt.Sprintf("Which currency does %s stand for?", found.text)
		}
		return f, conversion.AskCurrency(text, among)
	}
	usual, _ := money.FormatOf(code, "")
	if f.CurrencySymbol == "" {
		f.CurrencySymbol, f.SymbolFirst = usual.CurrencySymbol, usual.SymbolFirst
	}
	if p.plain && p.digits > 0 { // only some amounts have decimals
		f.DecimalDigits = usual.DecimalDigits
	}
	f.ISOCode = usual.ISOCode
	f.ExampleFormat = f.Text(123_456_780)
	return f, nil
}

// symbol returns the currency symbol of all amounts.
func (p *amountEvidence) symbol() (found symbol, err error) {
	delete(p.symbols, symbol{}) // amounts without a symbol
	var at example
	for _, s := range slices.SortedFunc(maps.Keys(p.symbols), func(a, b symbol) int { return cmp.Compare(p.symbols[a].line, p.symbols[b].line) }) {
		if at.of != nil && s.text != found.text {
			return found, p.symbols[s].fail("%q has another currency symbol than %q in %s, line %d", p.symbols[s].text, at.text, at.of.name, at.line).
				WithHint("A plan has one currency. Export the plan again, and do not change the files in another program.")
		}
		if at.of == nil {
			found, at = s, p.symbols[s]
		}
	}
	return found, nil
}

// currencyOf returns the code of the currency that a symbol stands for. If several have the symbol, it returns those.
func currencyOf(symbol string, digits int) (string, []money.Currency) {
	all := money.Currencies()
	if i := slices.IndexFunc(all, func(c money.Currency) bool { return c.Code == symbol }); i >= 0 {
		return symbol, nil
	}
	if symbol == "$" { // that of many countries
		return "", dollars(all)
	}
	fits := slices.DeleteFunc(slices.Clone(all), func(c money.Currency) bool {
		usual, _ := money.FormatOf(c.Code, "")
		return usual.CurrencySymbol != symbol
	})
	if exact := slices.DeleteFunc(slices.Clone(fits), func(c money.Currency) bool {
		usual, _ := money.FormatOf(c.Code, "")
		return usual.DecimalDigits != digits
	}); len(exact) == 1 {
		return exact[0].Code, nil
	}
	if len(fits) == 1 {
		return fits[0].Code, nil
	}
	if len(fits) == 0 {
		fits = all
	}
	return "", fits
}

// dollars returns the currencies that can be written with $, the US dollar first.
func dollars(all []money.Currency) (list []money.Currency) {
	for _, c := range all {
		usual, _ := money.FormatOf(c.Code, "")
		switch {
		case c.Code == "USD":
			list = slices.Insert(list, 0, c)
		case strings.Contains(usual.CurrencySymbol, "$") || strings.Contains(strings.ToLower(c.Name), "dollar") || strings.Contains(strings.ToLower(c.Name), "peso"):
			list = append(list, c)
		}
	}
	return list
}
