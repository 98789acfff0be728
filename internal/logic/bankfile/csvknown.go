package bankfile

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// knownBank defines how to read the CSV files of a bank, by the names of its columns. The entries are data in
// banks.json.
type knownBank struct {
	Bank   string      `json:"bank"`
	Header []headerKey `json:"header"` // further columns by which the file is recognised
	Style
	Columns map[Role]headerKey `json:"columns"`
	Memo    []headerKey        `json:"memo"`
	Out     string             `json:"out"` // text for money out in the direction's column
	Invert  bool               `json:"invert"`
	// Name matches the other party's name in the payee's column. The first non-empty group is the name; the whole
	// text becomes the notes.
	Name pattern `json:"name"`
	// Width and Holds identify files without column names: the number of columns, and the form of some of them. The
	// columns are then named #1, #2, ...
	Width int             `json:"width"`
	Holds map[int]pattern `json:"holds"`
}

// pattern is the form of a column's cells.
type pattern struct{ *regexp.Regexp }

// UnmarshalText parses a regular expression.
func (p *pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile(string(text))
	return err
}

// nameless reports whether a record is a row of the bank's files without column names.
func (b *knownBank) nameless(r record) bool {
	if b.Width == 0 || len(r.cells) != b.Width {
		return false
	}
	for column, looks := range b.Holds {
		if !looks.MatchString(r.cell(column)) {
			return false
		}
	}
	return true
}

//go:embed banks.json
var banksJSON []byte

// knownBanks lists the entries. A test reads each of them.
var knownBanks = func() []knownBank {
	var all []knownBank
	if err := json.Unmarshal(banksJSON, &all); err != nil {
		panic(fmt.Sprintf("banks.json: %v", err))
	}
	return all
}()

// headerLines is the number of lines at the top of a file that may contain its header.
const headerLines = 40

// known sets the columns of the known bank with the same header as the file.
func (g *guess) known() bool {
	for i, r := range g.records[:min(len(g.records), headerLines)] {
		if len(r.cells) < 3 || len(r.cells) > mostColumns {
			continue
		}
		at := columnsOf(r)
		for _, bank := range knownBanks {
			if bank.Width > 0 {
				if m, ok := bank.mapping(at); ok && bank.nameless(r) && g.reads(m, bank, record{}, i) {
					return true
				}
			} else if m, ok := bank.mapping(at); ok && g.reads(m, bank, r, i+1) {
				return true
			}
		}
	}
	return false
}

// headerKey is a column's name in the form that is compared.
type headerKey string

func keyOf(name string) headerKey { return headerKey(strings.ToLower(tidy(name))) }

// UnmarshalText computes the key once, and not for each line of a file.
func (k *headerKey) UnmarshalText(name []byte) error {
	*k = keyOf(string(name))
	return nil
}

// mapping returns the bank's mapping if all its columns exist.
func (b *knownBank) mapping(at map[headerKey]int) (m Mapping, ok bool) {
	for _, name := range b.Header {
		if at[name] == 0 {
			return m, false
		}
	}
	for role, name := range b.Columns {
		column := at[name]
		if column == 0 {
			return m, false
		}
		m.Assign(role, column)
	}
	for _, name := range b.Memo {
		if column := at[name]; column != 0 && column != m.PayeeElse {
			m.Memo = append(m.Memo, column)
		}
	}
	m.DebitWord, m.Invert, m.Style, m.bank = b.Out, b.Invert, b.Style, b.Bank
	return m, true
}

// nameIn finds the name in a payee's text.
func (p pattern) nameIn(text string) string {
	found := p.FindStringSubmatch(text)
	for i := 1; i < len(found); i++ {
		if group := tidy(found[i]); group != "" && group != tidy(text) {
			return group
		}
	}
	return ""
}

// findName sets the name pattern of the known bank with the file's header, if the payee's column is the bank's.
func (m *Mapping) findName(header record) {
	if m.Payee == 0 || len(header.cells) < 3 {
		return
	}
	at := columnsOf(header)
	for _, bank := range knownBanks {
		if bank.Name.Regexp == nil {
			continue
		}
		if columns, ok := bank.mapping(at); ok && columns.Payee == m.Payee {
			m.name = bank.Name
			return
		}
	}
}

// columnsOf returns the columns of a header by their names and numbers.
func columnsOf(header record) map[headerKey]int {
	at := make(map[headerKey]int, len(header.cells))
	for c := min(len(header.cells), mostColumns); c > 0; c-- { // of two equal names the first is used
		at[keyOf(header.cell(c))] = c
		at[headerKey(fmt.Sprintf("#%d", c))] = c
	}
	return at
}

// reads sets the bank's columns if the rows fit them. The header alone may be that of another bank.
func (g *guess) reads(m Mapping, bank knownBank, header record, headerRows int) bool {
	try := *g
	try.m = m
	try.m.Encoding, try.m.Delimiter, try.m.HeaderRows = g.m.Encoding, g.m.Delimiter, headerRows
	try.headers = header
	try.gather()
	if len(try.rows) == 0 {
		return false
	}
	if try.m.Order == "" {
		var sure bool
		if try.m.Order, sure = GuessOrder(try.samples(try.m.Date), g.o.Hint.Order); !sure {
			try.m.asks = ask(try.m.asks, AskDates)
		}
	}
	if bank.Decimal == "" {
		try.findStyle(nil)
	}
	read := 0
	for _, r := range try.rows {
		_, problem := try.m.row(r) // rows not booked, or without a direction, count as readable
		if problem == nil || problem.Field == fmt.Sprintf("column %d", try.m.Status) || problem.Field == fmt.Sprintf("column %d", try.m.Direction) {
			read++
		}
	}
	if read*2 < len(try.rows) {
		return false
	}
	if try.m.Balance != 0 {
		asks := slices.Clone(try.m.asks)
		turned, proven := try.m.Invert, try.provesOne(try.m)
		if proven && turned != try.m.Invert {
			asks = ask(asks, AskSigns) // the balances contradict the entry
		}
		try.m.asks, try.m.proven = asks, proven
	}
	g.m, g.rows, g.headers = try.m, try.rows, try.headers
	return true
}
