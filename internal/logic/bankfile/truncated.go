package bankfile

import "strings"

// An interrupted download may end inside its last amount, so that 1 is read instead of 150.00. Each format has its
// own check. A file that ends with a line break is complete.

const brokenOff = "the file ends inside this transaction; download it again"

// endsLine reports whether a text ends with a complete line.
func endsLine(text string) bool {
	text = strings.TrimRight(text, " \t\x1a\x00")
	return text == "" || strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r")
}

// breaksOff reports whether a CSV file ends inside the last record: its columns of the amount are missing, or the
// last cell is an amount with fewer decimals than all others.
func (m Mapping) breaksOff(text string, records []record) bool {
	if endsLine(text) || len(records) < 3 {
		return false
	}
	last := records[len(records)-1]
	width := len(last.cells)
	decimals, others := -1, 0
	for _, r := range records[max(m.HeaderRows, len(records)-1-guessed) : len(records)-1] {
		if _, err := m.Order.ParseDate(r.cell(m.Date)); err != nil {
			continue
		}
		others++
		if len(r.cells) < max(m.Amount, m.Debit, m.Credit, m.Direction, m.Fee) {
			return false
		}
		if text := r.cell(width); text != "" {
			if n := decimalsOf(text); decimals >= 0 && n != decimals {
				return false
			} else {
				decimals = n
			}
		}
	}
	switch {
	case others < 2:
		return false
	case width < max(m.Amount, m.Debit, m.Credit, m.Direction, m.Fee):
		return true
	case width != m.Amount && width != m.Debit && width != m.Credit && width != m.Fee:
		return false
	}
	cell := last.cell(width)
	return cell != "" && decimalsOf(cell) < decimals
}

// decimalsOf returns the number of digits after the last separator of an amount.
func decimalsOf(text string) int {
	at := strings.LastIndexAny(text, ".,")
	if at < 0 {
		return 0
	}
	return len(leading(text[at+1:], isDigit))
}
