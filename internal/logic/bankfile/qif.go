package bankfile

import (
	"strings"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// readQIF reads the bank, cash, card and other account lists of a QIF file. The format does not specify the order of
// a date or the decimal sign. They are guessed from all rows together, then taken from the options.
func readQIF(data []byte, o Options) (File, error) {
	f := File{Format: QIF}
	text := decodeAs(data, o.Encoding, "")
	records, ok := f.scanQIF(text)
	if !ok {
		return File{}, tooManyRows()
	}
	var dates, amounts []string
	for _, r := range records {
		if r.texts['D'] != "" {
			dates = append(dates, r.texts['D'])
		}
		if r.amount() != "" {
			amounts = append(amounts, r.amount())
		}
	}
	order, sureOrder := GuessOrder(dates, o.Hint.Order)
	style, sureAmounts := guessDecimal(amounts, o)
	style.Order = order
	f.Style = style.Over(o.Style)
	if !sureOrder && o.Style.Order == "" {
		f.Questions = ask(f.Questions, AskDates)
	}
	if !sureAmounts && o.Style.Decimal == "" {
		f.Questions = ask(f.Questions, AskNumbers)
	}
	if n := len(records); n > 0 && records[n-1].open && strings.IndexByte("TUD$", records[n-1].last) >= 0 && !endsLine(text) {
		f.bad(Problem{Line: records[n-1].line, What: brokenOff})
		records = records[:n-1]
	}
	var statements []Statement
	for _, r := range records {
		if len(statements) == 0 || statements[len(statements)-1].Account != r.account {
			statements = append(statements, Statement{Account: r.account, Type: qifLists[r.list]})
		}
		row, problem := r.read(f.Style)
		if problem != nil {
			f.bad(*problem)
			continue
		}
		if len(r.parts) > 1 && row.Parts == nil {
			f.Questions = ask(f.Questions, AskParts)
		}
		s := &statements[len(statements)-1]
		s.Rows = append(s.Rows, row)
	}
	return finish(f, statements, o)
}

// qifRecord is one record: the text after each letter, and its line.
type qifRecord struct {
	line    int
	account string
	list    string // the type of the list, such as "bank"
	texts   map[byte]string
	lines   map[byte]int
	parts   []qifPart
	last    byte // letter of the last line
	open    bool // whether the record has no ^ at its end
}

// qifPart is a part of a split: S begins it; E and $ follow.
type qifPart struct{ category, memo, amount string }

// amount returns T, or U if a program writes only that.
func (r qifRecord) amount() string {
	if r.texts['T'] != "" {
		return r.texts['T']
	}
	return r.texts['U']
}

// qifLists are the types of accounts by the lists of their records.
var qifLists = map[string]budget.AccountType{
	"bank": budget.Checking, "cash": budget.Cash, "ccard": budget.CreditCard, "oth a": budget.OtherAsset, "oth l": budget.OtherLiability,
}

// scanQIF collects the records of account lists. It skips other lists, which contain no transactions. Investments do,
// and are reported as omitted. ok is false if there are too many records.
func (f *File) scanQIF(text string) (records []qifRecord, ok bool) {
	list, account := "bank", ""
	rec := qifRecord{}
	end := func() {
		switch {
		case len(rec.texts) == 0:
		case list == "account":
			account = tidy(rec.texts['N'])
		case qifLists[list] != "":
			rec.account, rec.list = account, list
			records = append(records, rec)
		}
		rec = qifRecord{}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	i := -1
	for line := range strings.Lines(text) {
		i++
		line = strings.TrimSpace(line)
		switch {
		case len(records) > mostRows:
			return nil, false
		case line == "":
		case line[0] == '^':
			end()
		case line[0] == '!':
			end()
			header := strings.ToLower(strings.TrimSpace(line[1:]))
			if kind, ok := strings.CutPrefix(header, "type:"); ok {
				if list = strings.TrimSpace(kind); list == "invst" {
					f.bad(Problem{Line: i + 1, Field: "!Type:Invst", What: "investments are not supported"})
				}
			} else if header == "account" {
				list = "account"
			}
		default:
			rec.add(i+1, line)
		}
	}
	rec.open = true
	end()
	return records, len(records) <= mostRows
}

func (r *qifRecord) add(line int, text string) {
	if r.texts == nil {
		*r = qifRecord{line: line, texts: map[byte]string{}, lines: map[byte]int{}}
	}
	letter, value := text[0], strings.TrimSpace(text[1:])
	r.last = letter
	if letter == 'S' && len(r.parts) < mostParts {
		r.parts = append(r.parts, qifPart{category: value})
	}
	if n := len(r.parts); n > 0 {
		switch letter {
		case 'E':
			r.parts[n-1].memo = value
		case '$':
			r.parts[n-1].amount = value
		}
	}
	if _, seen := r.texts[letter]; !seen { // parts of a split repeat letters
		r.texts[letter], r.lines[letter] = value, line
	}
}

// mostParts is the maximum number of parts of a split.
const mostParts = 1000

func (r qifRecord) read(s Style) (Row, *Problem) {
	date, err := s.Order.ParseDate(r.texts['D'])
	if err != nil {
		return Row{}, r.problem('D', "D (date)", err)
	}
	amount, err := s.ParseAmount(r.amount())
	if err != nil {
		return Row{}, r.problem('T', "T (amount)", err)
	}
	row := Row{Line: r.line, Date: date, Amount: amount, Payee: tidy(r.texts['P']), Memo: tidy(r.texts['M']), CheckNumber: tidy(r.texts['N'])}
	if row.Parts = r.split(s, amount); len(row.Parts) == 1 { // a single part is the whole
		row.Category, row.Transfer, row.Parts = row.Parts[0].Category, row.Parts[0].Transfer, nil
	} else if row.Parts == nil {
		row.Category, row.Transfer = r.purpose(r.texts['L'])
	}
	return row, nil
}

// split returns the parts of a split, or nil if their amounts do not add up to the row's.
func (r qifRecord) split(s Style, whole money.Milli) (parts []Part) {
	for _, p := range r.parts {
		amount, err := s.ParseAmount(p.amount)
		if err != nil {
			return nil
		}
		category, transfer := r.purpose(p.category)
		parts = append(parts, Part{Amount: amount, Category: category, Transfer: transfer, Memo: tidy(p.memo)})
		whole -= amount
	}
	if whole != 0 {
		return nil
	}
	return parts
}

// purpose splits the text of L or S: a category, without the class after it, or in brackets the account of a
// transfer. The row of the opening balance names the account itself.
func (r qifRecord) purpose(text string) (category, transfer string) {
	if inner, found := strings.CutPrefix(text, "["); found {
		inner, _, _ = strings.Cut(inner, "]")
		if transfer = tidy(inner); strings.EqualFold(transfer, r.account) {
			transfer = ""
		}
		return "", transfer
	}
	name, _, _ := strings.Cut(text, "/")
	return tidy(name), ""
}

func (r qifRecord) problem(letter byte, field string, err error) *Problem {
	line := r.lines[letter]
	if line == 0 {
		line = r.line
	}
	if r.texts[letter] == "" && (letter != 'T' || r.texts['U'] == "") {
		return &Problem{Line: line, Field: field, What: "it is missing"}
	}
	return &Problem{Line: line, Field: field, What: err.Error()}
}
