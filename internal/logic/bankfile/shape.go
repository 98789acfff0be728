package bankfile

import (
	"slices"

	"holdover/internal/base/iterutil"
)

// Shape describes a bank's CSV files: the mapping that reads them, and the header by which the next file is
// recognised.
type Shape struct {
	Mapping Mapping  `json:"mapping"`
	Header  []string `json:"header,omitempty"` // empty for files without header
	Width   int      `json:"width"`            // number of columns of the first row
	Proven  bool     `json:"proven,omitempty"` // the balances agreed with the rows
}

// ShapeOf returns the shape of a file that is read with a mapping.
func ShapeOf(data []byte, m Mapping) Shape {
	s := Shape{Mapping: m}
	records, err := m.head(data)
	if err != nil {
		return s
	}
	if m.HeaderRows > 0 && m.HeaderRows <= len(records) {
		s.Header = records[m.HeaderRows-1].tidied()
	}
	if m.HeaderRows < len(records) {
		s.Width = len(records[m.HeaderRows].cells)
	}
	g := m.remembered(records, Options{})
	s.Proven = m.Balance != 0 && g.balances(m)
	return s
}

// remembered returns a guess of the mapping and the rows of a file.
func (m Mapping) remembered(records []record, o Options) guess {
	g := guess{o: o, m: m, records: records}
	if m.HeaderRows > 0 && m.HeaderRows <= len(records) {
		g.headers = records[m.HeaderRows-1]
	}
	for _, r := range records[min(max(m.HeaderRows, 0), len(records)):] {
		if anyDate(r.cell(m.Date)) && r.balanceLine() == "" {
			g.rows = append(g.rows, r)
		}
	}
	return g
}

// Recall returns the stored mapping if the file has the shape. It corrects the mapping if the file disproves it: by
// dates such as 04/25, by amounts that the style cannot read, by balances that follow from one another only in other
// columns, or by signs. Questions that the file leaves open keep their earlier answer.
func (s Shape) Recall(data []byte, o Options) (m Mapping, corrected, fits bool) {
	if m, fits = s.Fits(data); !fits {
		return m, false, false
	}
	records, err := m.head(data)
	if err != nil {
		return m, false, true
	}
	g := m.remembered(records, o)
	dates := g.samples(m.Date)
	if order, _ := GuessOrder(dates, m.Order); len(order.dates(dates)) > len(m.Order.dates(dates)) {
		m.Order, corrected = order, true
	}
	amounts := slices.Concat(g.samples(m.Amount), g.samples(m.Debit), g.samples(m.Credit))
	if style, _ := guessDecimal(amounts, o); style.readable(amounts) > m.Style.readable(amounts) {
		m.Decimal, m.Group, corrected = style.Decimal, style.Group, true
	}
	g.m = m
	if m.Balance != 0 && g.balances(m) {
		return m, corrected, true
	}
	o.Encoding, o.Delimiter, o.Hint = m.Encoding, m.Delimiter, m.Style
	fresh, err := GuessMapping(data, o)
	switch {
	case err == nil && fresh.proven && !g.sameAmounts(fresh):
		return fresh, true, true
	case s.Proven && len(g.rows) > 1:
		m.asks, corrected = ask(m.asks, AskColumns), true
	case err == nil && fresh.bank == "" && fresh.Amount == m.Amount && fresh.Invert != m.Invert && !slices.Contains(fresh.asks, AskSigns):
		m.Invert, m.asks, corrected = fresh.Invert, ask(m.asks, AskSigns), true
	}
	return m, corrected, true
}

// readable returns the number of texts that are amounts in the style.
func (s Style) readable(texts []string) (n int) {
	for _, text := range texts {
		if _, err := s.ParseAmount(text); err == nil {
			n++
		}
	}
	return n
}

// sameAmounts reports whether another mapping reads the same amounts.
func (g *guess) sameAmounts(other Mapping) bool {
	return !slices.ContainsFunc(g.rows, func(r record) bool {
		a, failed := g.m.row(r)
		b, failedToo := other.row(r)
		return (failed == nil) != (failedToo == nil) || failed == nil && a.Amount != b.Amount
	})
}

// Fits reports whether a file has the shape, and returns the mapping to read it with. The number of lines above the
// header may differ from the last file.
func (s Shape) Fits(data []byte) (Mapping, bool) {
	m := s.Mapping
	if m.Validate() != nil {
		return m, false
	}
	records, err := m.head(data)
	if err != nil {
		return m, false
	}
	for i, r := range records {
		if len(s.Header) > 0 && slices.Equal(r.tidied(), s.Header) {
			m.HeaderRows = i + 1
			return m, true
		}
	}
	if len(s.Header) > 0 || m.HeaderRows >= len(records) || len(records[m.HeaderRows].cells) != s.Width {
		return m, false
	}
	_, problem := m.row(records[m.HeaderRows])
	return m, problem == nil
}

// head returns the first records of a file.
func (m Mapping) head(data []byte) ([]record, error) {
	return readRecords(tableText(data, m.Encoding), m.Delimiter, guessed)
}

func (r record) tidied() []string {
	return iterutil.Map(r.cells, tidy)
}
