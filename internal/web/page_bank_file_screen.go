package web

import (
	"strconv"
	"strings"

	"holdover/internal/app"
	"holdover/internal/bankfile"
	"holdover/internal/money"
)

// bankFileDrawing draws the preview of a bank's file.
type bankFileDrawing struct {
	*app.BankFile
	figures
	budget *app.Budget
	held   *heldBankFile
	where  string // the filter
	page   int
}

func (d *bankFileDrawing) draw(action string) *BankPreview {
	p := &BankPreview{Action: action + "/" + d.held.id, FileName: d.held.name, Sentence: d.sentence(), Do: d.button()}
	if d.Unread != nil {
		text := faultText(d.Unread)
		p.Unread = &text
	} else if p.Do == "" {
		p.Nothing = "There is nothing to import."
	} else if n := d.Counts.Confirm; n > 0 {
		p.Confirms = "The bank has " + counted(n, "row that you entered: it is marked as cleared.", "rows that you entered: they are marked as cleared.")
	}
	d.facts(p)
	d.problems(p)
	if len(d.Statements) > 1 {
		for i, s := range d.Statements {
			label := s.Account + ", " + counted(s.Rows, "row", "rows")
			p.Accounts = append(p.Accounts, Choosable{strconv.Itoa(i), strings.TrimPrefix(label, ", "), i == d.Statement})
		}
	}
	if n := d.deletedRows(); n > 0 {
		p.Deleted = &BankDeleted{
			Sentence: counted(n, "row was deleted here earlier.", "rows were deleted here earlier."),
			Label:    map[bool]string{true: "Add it again", false: "Add them again"}[n == 1], Again: d.held.options.Deleted,
		}
	}
	switch d.Format {
	case bankfile.CSV:
		p.Columns = d.columns()
	case bankfile.QIF:
		style := d.style()
		p.Style = &style
	case bankfile.OFX, bankfile.CAMT:
	}
	d.rows(p)
	return p
}

// sentence says first what there is.
func (d *bankFileDrawing) sentence() string {
	c := d.Counts
	if d.Unread != nil {
		return "The columns are not clear yet"
	}
	if c.Rows == 0 {
		return "No rows"
	}
	var kinds []string
	for _, k := range []struct {
		n         int
		one, many string
	}{
		{c.New, "new", "new"},
		{c.There, "here already", "here already"},
		{c.Likely, "looks like one that is here", "look like rows that are here"},
		{c.Deleted, "deleted here earlier", "deleted here earlier"},
		{c.Left, "left out", "left out"},
	} {
		if k.n > 0 {
			kinds = append(kinds, counted(k.n, k.one, k.many))
		}
	}
	return counted(c.Rows, "row", "rows") + ": " + strings.Join(kinds, ", ")
}

func (d *bankFileDrawing) button() string {
	switch c := d.Counts; {
	case d.Unread != nil || c.New+c.Confirm == 0:
		return ""
	case c.Confirm == 0:
		return "Import " + counted(c.New, "row", "rows")
	case c.New == 0:
		return "Confirm " + counted(c.Confirm, "row", "rows")
	default:
		return "Import " + counted(c.New, "row", "rows") + ", confirm " + thousands(c.Confirm)
	}
}

var formatNames = map[bankfile.Format]string{
	bankfile.CSV: "CSV", bankfile.OFX: "OFX", bankfile.QIF: "QIF", bankfile.CAMT: "CAMT",
}

// facts say what the file is.
func (d *bankFileDrawing) facts(p *BankPreview) {
	p.Facts = append(p.Facts, BankFact{Label: "File", Text: d.held.name + ", " + formatNames[d.Format]})
	s := d.Statements[d.Statement]
	if s.Account != "" {
		fact := BankFact{Label: "Account in the file", Text: s.Account}
		if d.OtherThan != "" {
			fact.Warn = "The last file imported here was of " + d.OtherThan + "."
		}
		p.Facts = append(p.Facts, fact)
	}
	if s.Currency != "" {
		fact := BankFact{Label: "Currency", Text: s.Currency}
		if !strings.EqualFold(s.Currency, d.budget.Currency) {
			fact.Warn = "The budget is in " + d.budget.Currency + ". Amounts come in as they stand, nothing is converted."
		}
		p.Facts = append(p.Facts, fact)
	}
	if first, last := d.span(); first != "" {
		p.Facts = append(p.Facts, BankFact{Label: "Days", Text: first + " to " + last})
	}
	if d.Closing != nil {
		p.Facts = append(p.Facts, d.closing())
	}
}

// closing says whether the account would agree with the bank.
func (d *bankFileDrawing) closing() BankFact {
	fact := BankFact{Label: "Balance at the bank", Text: d.symbol(d.Closing.Amount).Text}
	if d.Closing.Date != 0 {
		fact.Text += " on " + d.day(d.Closing.Date)
	}
	would := "After the import the account would have " + d.symbol(d.After).Text + " cleared on that day"
	switch apart := d.After - d.Closing.Amount; {
	case apart == 0:
		fact.Good = true
		fact.Text += ". After the import the account agrees with it."
	case apart < 0:
		fact.Warn = would + ", " + d.symbol(-apart).Text + " less."
	default:
		fact.Warn = would + ", " + d.symbol(apart).Text + " more."
	}
	return fact
}

func (d *bankFileDrawing) span() (first, last string) {
	if len(d.BankFile.Rows) == 0 {
		return "", ""
	}
	lo, hi := d.BankFile.Rows[0].Date, d.BankFile.Rows[0].Date
	for i := range d.BankFile.Rows {
		lo, hi = min(lo, d.BankFile.Rows[i].Date), max(hi, d.BankFile.Rows[i].Date)
	}
	return d.day(lo), d.day(hi)
}

// mostProblems is how many lines that cannot be read are listed.
const mostProblems = 100

func (d *bankFileDrawing) problems(p *BankPreview) {
	all := d.BankFile.Problems
	for i, bad := range all {
		if i == mostProblems {
			p.MoreBad = thousands(len(all)-i) + " more are not listed."
			return
		}
		p.Problems = append(p.Problems, BankProblem{Line: thousands(bad.Line), Field: bad.Field, What: bad.What})
	}
}

// suspicious says that spending may be written without a minus.
func (d *bankFileDrawing) suspicious() bool {
	plus := 0
	for i := range d.BankFile.Rows {
		if d.BankFile.Rows[i].Amount > money.Milli(0) {
			plus++
		}
	}
	n := len(d.BankFile.Rows)
	return n >= 5 && plus*10 >= n*8
}
