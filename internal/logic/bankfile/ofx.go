package bankfile

import (
	"fmt"
	"regexp"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// readOFX reads OFX 1 (SGML) and OFX 2 (XML), and QFX. It reads tag by tag and requires only the elements of a row,
// because banks omit many of the mandatory ones. See docs/decisions/0003.
func readOFX(data []byte, o Options) (File, error) {
	text := decodeAs(data, o.Encoding, ofxEncoding(data))
	if err := tagsBounded(text); err != nil {
		return File{}, err
	}
	r := ofxReader{file: File{Format: OFX}}
	r.step = o.step()
	scanOFX(text, r.take)
	if r.inRow && (r.last == "TRNAMT" || r.last == "DTPOSTED") && !endsLine(text) {
		r.inRow = false
		r.file.bad(Problem{Line: r.row.line, Field: fmt.Sprintf("transaction %d, %s", r.rows, r.last), What: brokenOff})
	}
	r.endRow()
	return finish(r.file, r.statements, o)
}

var ofxCharset = regexp.MustCompile(`(?i)(?:CHARSET:\s*|encoding=["'])([\w-]+)`)

// ofxEncoding returns the encoding that the header names. It is used only if the file is not UTF-8, because headers
// are often wrong.
func ofxEncoding(data []byte) string {
	if m := ofxCharset.FindSubmatch(data[:min(len(data), 1024)]); m != nil {
		return string(m[1])
	}
	return ""
}

// ofxReader processes the tags and stores its position.
type ofxReader struct {
	file       File
	statements []Statement
	inRow      bool
	row        ofxRow
	rows       int    // number of rows so far; identifies a row in files of one line
	parent     string // the open element among holders, or ""
	last       string // the last tag
	step       money.Milli
}

// ofxRow contains the texts of a STMTTRN.
type ofxRow struct {
	line     int
	lines    map[string]int
	texts    map[string]string
	currency string
}

var statementTags = map[string]bool{"STMTRS": true, "CCSTMTRS": true, "INVSTMTRS": true}

// ofxTypes are the types of accounts by the element of their statement, and by the text of ACCTTYPE.
var ofxTypes = map[string]budget.AccountType{
	"CCSTMTRS": budget.CreditCard, "INVSTMTRS": budget.OtherAsset,
	"CHECKING": budget.Checking, "SAVINGS": budget.Savings, "MONEYMRKT": budget.Savings, "CD": budget.Savings, "CREDITLINE": budget.LineOfCredit,
}

// holders are elements with children that have names with another meaning elsewhere.
var holders = map[string]bool{
	"LEDGERBAL": true, "AVAILBAL": true, "PAYEE": true, "CURRENCY": true, "ORIGCURRENCY": true,
	"BANKACCTTO": true, "CCACCTTO": true, "BANKACCTFROM": true, "CCACCTFROM": true, "INVACCTFROM": true, "BAL": true,
}

func (r *ofxReader) take(t ofxToken) {
	closing := strings.HasPrefix(t.name, "/")
	name := strings.TrimPrefix(t.name, "/")
	r.last = t.name
	switch {
	case name == "STMTTRN":
		r.endRow()
		if r.parent = ""; !closing {
			r.inRow = true
			r.rows++
			r.row = ofxRow{line: t.line, lines: map[string]int{}, texts: map[string]string{}}
		}
	case statementTags[name]:
		r.endRow()
		if r.parent = ""; !closing {
			r.statements = append(r.statements, Statement{Type: ofxTypes[name]})
		}
	case name == "BANKTRANLIST" && closing:
		r.endRow()
	case holders[name] && closing:
		r.parent = ""
	case holders[name]:
		r.parent = name
	case !closing:
		r.leaf(t)
	}
}

func (r *ofxReader) leaf(t ofxToken) {
	value := tidy(t.value)
	if value == "" {
		return
	}
	if !r.inRow {
		r.statementLeaf(t, value)
		return
	}
	switch {
	case r.parent == "CURRENCY" && t.name == "CURSYM":
		r.row.currency = value
	case r.parent == "" || r.parent == "PAYEE" && t.name == "NAME":
		if r.row.texts[t.name] == "" {
			r.row.texts[t.name], r.row.lines[t.name] = value, t.line
		}
	}
}

func (r *ofxReader) statementLeaf(t ofxToken, value string) {
	if len(r.statements) == 0 {
		return
	}
	s := &r.statements[len(r.statements)-1]
	switch {
	case t.name == "CURDEF":
		s.Currency = value
	case t.name == "ACCTID" && strings.HasSuffix(r.parent, "ACCTFROM"):
		s.Account = value
	case t.name == "ACCTTYPE" && r.parent == "BANKACCTFROM":
		s.Type = ofxTypes[strings.ToUpper(value)]
	case t.name == "BALAMT" && r.parent == "LEDGERBAL":
		if amount, err := ofxAmount(value); err == nil {
			s.Closing = &Balance{Amount: amount}
		}
	case t.name == "DTASOF" && r.parent == "LEDGERBAL" && s.Closing != nil:
		s.Closing.Date, _ = ofxDate(value)
	}
}

// endRow creates a row from the collected texts. Old files leave even STMTTRN open.
func (r *ofxReader) endRow() {
	if !r.inRow {
		return
	}
	r.inRow = false
	if len(r.statements) == 0 {
		r.statements = append(r.statements, Statement{})
	}
	s := &r.statements[len(r.statements)-1]
	row, rounded, problem := r.row.read(s.Currency, r.step)
	if problem != nil {
		problem.Field = fmt.Sprintf("transaction %d, %s", r.rows, problem.Field)
		r.file.bad(*problem)
		return
	}
	s.Rows = append(s.Rows, row)
	if rounded {
		r.file.Questions = ask(r.file.Questions, AskRounding)
	}
}

// read creates a row. It rounds an amount with more decimals than the currency has.
func (o ofxRow) read(currency string, step money.Milli) (row Row, rounded bool, problem *Problem) {
	bad := func(field, what string) (Row, bool, *Problem) {
		line := o.lines[field]
		if line == 0 {
			line = o.line
		}
		return Row{}, false, &Problem{Line: line, Field: field, What: what}
	}
	for _, field := range []string{"DTPOSTED", "TRNAMT"} {
		if o.texts[field] == "" {
			return bad(field, "it is missing")
		}
	}
	date, err := ofxDate(o.texts["DTPOSTED"])
	if err != nil {
		return bad("DTPOSTED", err.Error())
	}
	amount, err := ofxAmount(o.texts["TRNAMT"])
	if decimalsOf(o.texts["TRNAMT"]) > 3 && (err != nil || amount%step != 0) { // three digits may be a group of thousands
		amount, err = roundedOFX(o.texts["TRNAMT"], step)
		rounded = true
	}
	if err != nil {
		return bad("TRNAMT", err.Error())
	}
	if o.currency != "" && currency != "" && o.currency != currency {
		return bad("TRNAMT", "the amount is in "+clip(o.currency)+", the account in "+clip(currency))
	}
	payee, memo := o.texts["NAME"], o.texts["MEMO"]
	if payee == "" {
		payee, memo = memo, ""
	}
	return Row{
		Line: o.line, Date: date, Amount: amount, Payee: payee, Memo: memo,
		BankID: o.texts["FITID"], CheckNumber: o.texts["CHECKNUM"],
	}, rounded, nil
}

// ofxDate returns the day as written. The time and zone after it are the bank's. Conversion to another zone would
// move rows to days on which no statement shows them.
func ofxDate(text string) (civil.Date, error) {
	return YearFirst.ParseDate(text)
}

// ofxAmount accepts full stop and comma as decimal sign, and no group separators. If a bank writes both, the last one
// is the decimal sign.
func ofxAmount(text string) (money.Milli, error) {
	return ofxStyle(text).ParseAmount(text)
}

func ofxStyle(text string) Style {
	if dot, comma := strings.LastIndexByte(text, '.'), strings.LastIndexByte(text, ','); comma > dot {
		return Style{Decimal: ",", Group: "."}
	}
	return Style{Decimal: ".", Group: ","}
}

// roundedOFX rounds an amount to the currency's step, halves away from zero.
func roundedOFX(text string, step money.Milli) (money.Milli, error) {
	at := strings.LastIndexAny(text, ".,") + 1
	decimals := leading(text[at:], isDigit) + "0000" // at least four decimals
	exact, err := ofxStyle(text).ParseAmount(text[:at] + decimals[:3] + text[at+len(leading(text[at:], isDigit)):])
	if err != nil {
		return 0, err
	}
	tenths := exact.Abs()*10 + money.Milli(decimals[3]-'0')
	rounded := (tenths + step*5) / (step * 10) * step
	if strings.Contains(text, "-") {
		rounded = -rounded
	}
	return rounded, nil
}
