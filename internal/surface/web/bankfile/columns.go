package bankfile

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/app/bankimport"
	"holdover/internal/logic/bankfile"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// maxColumns is the maximum number of columns with a choice of role.
const maxColumns = 60

var columnRoles = []struct {
	role  bankfile.Role
	label string
}{
	{bankfile.NoRole, "ignore"},
	{bankfile.DateRole, "Date"},
	{bankfile.PayeeRole, "Payee"},
	{bankfile.PayeeElseRole, "Payee if the first is empty"},
	{bankfile.PayerRole, "Payer"},
	{bankfile.MemoRole, "Notes"},
	{bankfile.AmountRole, "Amount"},
	{bankfile.DebitRole, "Money out"},
	{bankfile.CreditRole, "Money in"},
	{bankfile.DirectionRole, "Direction"},
	{bankfile.FeeRole, "Fee"},
	{bankfile.BalanceRole, "Balance"},
	{bankfile.BankIDRole, "Bank reference"},
	{bankfile.CheckRole, "Cheque number"},
	{bankfile.StatusRole, "Booking status"},
	{bankfile.AccountRole, "Account"},
	{bankfile.CurrencyRole, "Currency"},
	{bankfile.CategoryRole, "Category"},
}

// other returns the choices for a file without columns: the encoding, and for QIF also the notation of dates and
// amounts, which the format does not specify.
func (d *bankFileDrawing) other() *BankStyle {
	out := BankStyle{}
	if d.File.Format == bankfile.QIF {
		out = d.style()
	}
	out.Encoding = encodings(d.held.Options.Encoding)
	out.Was = bankChoices{map[string][]string{"order": {string(d.Style.Order)}, "decimal": {d.Style.Decimal + d.Style.Group}, "encoding": {d.held.Options.Encoding}}}.reading()
	return &out
}

// style returns the choices for the notation of dates and amounts.
func (d *bankFileDrawing) style() BankStyle {
	s := d.Style
	out := BankStyle{Open: !d.NoQuestions, Order: ui.ChooseOf(string(s.Order),
		ui.Option{Value: "dmy", Label: "day, month, year"}, ui.Option{Value: "mdy", Label: "month, day, year"}, ui.Option{Value: "ymd", Label: "year, month, day"})}
	out.Decimal = ui.ChooseOf(s.Decimal+s.Group,
		ui.Option{Value: ".,", Label: "1,234.56"}, ui.Option{Value: ",.", Label: "1.234,56"}, ui.Option{Value: ", ", Label: "1 234,56"},
		ui.Option{Value: ".'", Label: "1'234.56"}, ui.Option{Value: ". ", Label: "1 234.56"}, ui.Option{Value: ",'", Label: "1'234,56"},
		ui.Option{Value: ".", Label: "1234.56"}, ui.Option{Value: ",", Label: "1234,56"}, ui.Option{Value: bankfile.Cents, Label: "123456 (cents)"})
	return out
}

var mappingSentences = map[bankimport.MappingFrom]string{
	bankimport.MappingGuessed: "The columns were detected from their headers and contents.",
	bankimport.MappingSaved:   "The columns are those of the last file imported into this account.",
	bankimport.MappingAnew:    "The columns are not those of the last file imported into this account, so they were detected again. Check that they are right.",
	bankimport.MappingChosen:  "You chose these columns. They are saved for the next file of this account.",
}

// columns returns the choices for reading a CSV file.
func (d *bankFileDrawing) columns() *BankColumns {
	m := d.Mapping
	c := &BankColumns{BankStyle: d.style(), Delimited: m.Delimiter, Encoded: m.Encoding}
	c.explain(d)
	for _, line := range d.Cells {
		c.Width = min(max(c.Width, len(line)), maxColumns)
	}
	form := map[string][]string{"columns": {strconv.Itoa(c.Width)}}
	for no := 1; no <= c.Width; no++ {
		role := m.RoleOf(no)
		form["col"+strconv.Itoa(no)] = []string{string(role)}
		head := BankColumn{No: no, Name: d.header(no)}
		for _, r := range columnRoles {
			head.Roles = append(head.Roles, ui.ChosenOption(string(r.role), r.label, string(role)))
		}
		c.Heads = append(c.Heads, head)
	}
	c.Lines, c.First = d.firstLines(), d.firstRows()
	c.Delimiter = ui.ChooseOf(m.Delimiter, ui.Option{Value: ",", Label: "comma"}, ui.Option{Value: ";", Label: "semicolon"}, ui.Option{Value: "\t", Label: "tab"}, ui.Option{Value: "|", Label: "|"})
	c.Encoding = encodings(m.Encoding)
	sign := map[bool]string{true: "plus", false: "minus"}[m.Invert]
	if m.Amount == 0 && m.Debit+m.Credit != 0 { // columns of money out and money in have no sign
		sign = ""
	} else {
		c.Sign = ui.ChooseOf(sign, ui.Option{Value: "minus", Label: "minus is money out"}, ui.Option{Value: "plus", Label: "plus is money out"})
	}
	c.Words = d.words()
	for name, value := range map[string]string{
		"header_rows": strconv.Itoa(m.HeaderRows), "delimiter": m.Delimiter, "encoding": m.Encoding, "order": string(m.Order), "decimal": m.Decimal + m.Group, "sign": sign,
	} {
		form[name] = []string{value}
	}
	if len(c.Words) > 0 {
		form["debit_word"] = []string{m.DebitWord}
	}
	c.Was = bankChoices{form}.reading()
	return c
}

// explain sets the origin of the columns, or the advice to check them.
func (c *BankColumns) explain(d *bankFileDrawing) {
	c.Open = c.Open || d.ReadError != nil || d.MappingFrom == bankimport.MappingAnew || d.MappingFrom == bankimport.MappingChosen
	switch {
	case d.ReadError != nil:
		c.Sentence = "Choose what each column is for."
	case d.Bank != "":
		c.Sentence = "The columns are those of files of " + d.Bank + "."
	case d.NoQuestions:
		c.Sentence = mappingSentences[d.MappingFrom]
	}
}

func (d *bankFileDrawing) header(column int) string {
	if at := d.Mapping.HeaderRows - 1; at >= 0 && at < len(d.Cells) && column <= len(d.Cells[at]) {
		return humanize.Clip(strings.TrimSpace(d.Cells[at][column-1]), maxCell)
	}
	return ""
}

// firstLines returns the header and the first rows as they are in the file.
func (d *bankFileDrawing) firstLines() []BankFirstLine {
	var lines []BankFirstLine
	from := max(0, min(d.Mapping.HeaderRows-1, len(d.Cells)-1))
	for i := from; i < len(d.Cells) && i < from+4; i++ {
		line := BankFirstLine{No: i + 1, Above: i < d.Mapping.HeaderRows}
		for _, cell := range d.Cells[i][:min(len(d.Cells[i]), maxColumns)] {
			line.Cells = append(line.Cells, humanize.Clip(cell, maxCell))
		}
		lines = append(lines, line)
	}
	return lines
}

// maxCell is the number of characters of a cell that are shown. Some files have megabytes in one cell.
const maxCell = 200

// firstRows returns the lines that may be the first row.
func (d *bankFileDrawing) firstRows() []ui.Option {
	var all []ui.Option
	for i, cells := range d.Cells {
		text := strconv.Itoa(i+1) + ": " + strings.Join(cells, " · ")
		all = append(all, ui.ChosenOption(strconv.Itoa(i), humanize.Clip(text, 60), strconv.Itoa(d.Mapping.HeaderRows)))
	}
	return all
}

func encodings(chosen string) []ui.Option {
	var all []ui.Option
	for _, name := range bankfile.Encodings() {
		label := name
		if name == "" {
			label = "detected automatically"
		}
		all = append(all, ui.ChosenOption(name, label, chosen))
	}
	return all
}

// words returns the words in the direction's column.
func (d *bankFileDrawing) words() []ui.Option {
	m := d.Mapping
	if m.Direction == 0 {
		return nil
	}
	var words []string
	for i, cells := range d.Cells {
		if i < m.HeaderRows || m.Direction > len(cells) {
			continue
		}
		if w := strings.TrimSpace(cells[m.Direction-1]); w != "" && !slices.Contains(words, w) && len(words) < 12 {
			words = append(words, w)
		}
	}
	if m.DebitWord != "" && !slices.Contains(words, m.DebitWord) {
		words = append(words, m.DebitWord)
	}
	all := []ui.Option{{Value: "", Label: "choose the word"}}
	for _, w := range words {
		all = append(all, ui.ChosenOption(w, w, m.DebitWord))
	}
	return all
}
