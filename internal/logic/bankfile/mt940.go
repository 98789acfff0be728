package bankfile

import (
	"fmt"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// readMT940 reads MT940 statements and MT942 interim reports as banks write them: with or without SWIFT's envelope,
// several in one file. If the balances of a statement do not agree with its rows, it reports a problem. mt940_info.go
// extracts the other party from the text after a row.
func readMT940(data []byte, o Options) (File, error) {
	r := mtReader{file: File{Format: MT940}, options: o}
	text := tableText(data, o.Encoding)
	var last mtField
	for f := range mtFields(text) {
		if r.take(f); r.rows > mostRows || len(r.statements) > mostRows {
			return File{}, tooManyRows()
		}
		last = f
	}
	if last.tag == "61" && r.row != nil && !endsLine(text) && endsInAmount(last.text) {
		s := r.statement()
		s.Rows, r.row, r.broken = s.Rows[:len(s.Rows)-1], nil, true
		r.file.bad(Problem{Line: last.line, Field: "field 61", What: brokenOff})
	}
	r.endStatement()
	return finish(r.file, r.statements, o)
}

// looksMT940 reports whether a text begins with the fields of a statement, after any envelope.
func looksMT940(head string) bool {
	first := strings.Index(head, ":20:")
	if first < 0 || first > 0 && head[first-1] != '\n' && head[first-1] != '\r' && head[first-1] != ':' && strings.TrimSpace(head[:first]) != "" {
		return false
	}
	rest := head[first:]
	return strings.Contains(rest, ":25") && (strings.Contains(rest, ":60") || strings.Contains(rest, ":28"))
}

// mtField is a field: its tag without colons, and its text, which may have several lines.
type mtField struct {
	line int
	tag  string
	text string
}

// mtFields yields the fields in order. A line that does not begin a field continues the one before. SWIFT's envelope
// and its end are skipped.
func mtFields(text string) func(yield func(mtField) bool) {
	return func(yield func(mtField) bool) {
		var field mtField
		var b strings.Builder
		number := 0
		for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
			number++
			line = strings.TrimRight(line, "\r\n\x1a")
			trimmed := strings.TrimLeft(line, " \ufeff\x1a\x01")
			if at := strings.Index(trimmed, ":20:"); at > 0 && strings.HasPrefix(trimmed, "{") {
				trimmed = trimmed[at:]
			}
			tag, rest, starts := mtTag(trimmed)
			if ends := trimmed == "-" || strings.HasPrefix(trimmed, "-}"); !starts && !ends {
				if field.tag != "" && b.Len() < mostText {
					b.WriteString("\n" + line)
				}
				continue
			}
			if field.text = b.String(); field.tag != "" && !yield(field) {
				return
			}
			field = mtField{line: number, tag: tag}
			b.Reset()
			b.WriteString(rest)
		}
		if field.text = b.String(); field.tag != "" {
			yield(field)
		}
	}
}

// mtTag returns the tag at the beginning of a line: two digits and an optional letter between colons, or NS, which
// some banks add.
func mtTag(line string) (tag, rest string, ok bool) {
	inner, found := strings.CutPrefix(line, ":")
	if !found {
		return "", "", false
	}
	tag, _, ok = strings.Cut(inner[:min(len(inner), 4)], ":")
	if !ok || len(tag) < 2 || len(tag) > 3 || tag != "NS" && !onlyDigits(tag[:2]) {
		return "", "", false
	}
	return tag, inner[len(tag)+1:], true
}

type mtReader struct {
	options    Options
	file       File
	statements []Statement
	rows       int
	open       bool // whether a statement is open
	opening    *Balance
	row        *Row     // the last row, until its texts are complete
	info       []string // its fields 86; some banks write one for each line
	broken     bool     // whether a row of the statement could not be read
	closedAt   int      // line of the closing balance
}

func (r *mtReader) statement() *Statement {
	if !r.open {
		r.open, r.opening, r.broken = true, nil, false
		r.statements = append(r.statements, Statement{})
	}
	return &r.statements[len(r.statements)-1]
}

func (r *mtReader) take(f mtField) {
	if f.tag != "86" && f.tag != "NS" {
		r.endRow()
	}
	switch f.tag {
	case "20":
		r.endStatement()
		r.statement()
	case "25", "25P":
		s := r.statement()
		s.Account, s.Currency = mtAccount(f.text)
	case "60F", "60M":
		r.balance(f, func(s *Statement, b *Balance) { r.opening = b })
	case "62F", "62M":
		r.balance(f, func(s *Statement, b *Balance) { s.Closing, r.closedAt = b, f.line })
	case "61":
		r.entry(f)
	case "86":
		if r.row != nil && len(r.info) < mostInfo {
			r.info = append(r.info, f.text)
		}
	case "NS":
		if r.row != nil {
			describeNS(r.row, f.text)
		}
	}
}

const mostInfo = 50

// endRow completes the last row with its texts.
func (r *mtReader) endRow() {
	if r.row != nil {
		describeMT(r.row, strings.Join(r.info, "\n"))
	}
	r.row, r.info = nil, nil
}

// mtAccount returns the account's number, without the currency that some banks append.
func mtAccount(text string) (account, currency string) {
	account = tidy(text)
	if n := len(account); n > 10 && !strings.ContainsAny(account[n-3:], "0123456789/ ") && isDigit(rune(account[n-4])) {
		return account[:n-3], account[n-3:]
	}
	if number, code, found := strings.Cut(account, " "); found && len(code) == 3 {
		return number, code
	}
	return account, ""
}

// balance parses "C260131EUR1234,56".
func (r *mtReader) balance(f mtField, set func(*Statement, *Balance)) {
	s := r.statement()
	text := tidy(f.text)
	balance, ok := mtBalance(text)
	if !ok {
		r.file.bad(Problem{Line: f.line, Field: "field " + f.tag, What: fmt.Sprintf("%q is not a balance", clip(text))})
		return
	}
	s.Currency = text[7:10]
	set(s, &balance)
}

func mtBalance(text string) (b Balance, ok bool) {
	if len(text) < len("C260131EUR1") || text[0] != 'C' && text[0] != 'D' {
		return b, false
	}
	date, err := mtDate(text[1:7])
	amount, amountErr := mtAmount(text[10:])
	if text[0] == 'D' {
		amount = -amount
	}
	return Balance{date, amount}, err == nil && amountErr == nil
}

// endStatement compares the balances with the rows between them.
func (r *mtReader) endStatement() {
	r.endRow()
	if !r.open {
		return
	}
	r.open = false
	s := &r.statements[len(r.statements)-1]
	if r.opening == nil || s.Closing == nil || r.broken {
		return
	}
	var sum money.Milli
	for i := range s.Rows {
		sum += s.Rows[i].Amount
	}
	if made := r.opening.Amount + sum; made != s.Closing.Amount {
		r.file.bad(Problem{Line: r.closedAt, Field: "closing balance", What: fmt.Sprintf("it is %s, but the opening balance and the transactions make %s", r.options.text(s.Closing.Amount), r.options.text(made))})
		s.Closing = nil
	}
}

func mtDate(text string) (civil.Date, error) {
	if len(text) != 6 || !onlyDigits(text) {
		return 0, notDate(text)
	}
	if d := civil.MakeDate(yearOf(text[:2]), number(text[2:4]), number(text[4:])); d != 0 {
		return d, nil
	}
	return 0, notDate(text)
}

// mtAmount parses an amount with a decimal comma. Some banks write a full stop instead, which it accepts.
func mtAmount(text string) (money.Milli, error) {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "-+") || strings.HasPrefix(text, ",") { // a digit always precedes the comma
		return 0, apperr.New(apperr.Invalid, "%q is not an amount", clip(text))
	}
	s := Style{Decimal: ","}
	if strings.Contains(text, ".") {
		s.Decimal = "."
	}
	return s.ParseAmount(strings.TrimSuffix(text, ","))
}
