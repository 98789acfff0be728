package ynabcsv

import (
	"archive/zip"
	"bufio"
	"io"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/csvcell"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// Write writes a budget as a ZIP archive with the two tables of YNAB's export, named after the budget and the day. The
// transactions are streamed. It returns the data that the tables cannot contain.
func Write(w io.Writer, src *exporter.Source, today civil.Date) ([]exporter.Omitted, error) {
	e := newTableWriter(src)
	archive := zip.NewWriter(w)
	name := humanize.FileName(src.Info.Name, "Budget") + " as of " + today.String()
	for _, t := range []struct {
		name  string
		write func() error
	}{{"Register", e.writeRegister}, {"Plan", e.writePlan}} {
		f, err := archive.Create(name + " - " + t.name + ".csv")
		if err != nil {
			return nil, err
		}
		e.out.Reset(f)
		if err := t.write(); err != nil {
			return nil, err
		}
		if err := e.out.Flush(); err != nil {
			return nil, err
		}
	}
	e.omitRecords()
	if text := exporter.OmittedText(slices.Concat(src.Lacks, e.omitted)...); text != "" {
		f, err := archive.Create(exporter.OmittedName)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(f, text); err != nil {
			return nil, err
		}
	}
	return e.omitted, archive.Close()
}

// tableWriter writes the two tables.
type tableWriter struct {
	*exporter.Source
	out        *bufio.Writer
	amounts    money.Format
	omitted    exporter.Omissions
	accounts   map[budget.AccountNo]*writtenAccount
	payees     map[budget.PayeeNo]*writtenPayee
	categories map[budget.CategoryNo]writtenCategory
	evidence   []evidence // what the tables show about each account
	linked     map[[2]int32]bool
}

type writtenAccount struct {
	name     string // unique
	at       int32  // position in the budget and in evidence
	onBudget bool
	used     bool
}

type writtenPayee struct {
	name      string
	transfers budget.AccountNo
	used      bool
}

// writtenCategory is the names of a category in the tables.
type writtenCategory struct {
	categoryName
	income bool
}

// byteOrderMark is the byte order mark by which spreadsheets recognise UTF-8.
const byteOrderMark = "\ufeff"

const (
	registerHeadings = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"`
	planHeadings     = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"`
)

func newTableWriter(src *exporter.Source) *tableWriter {
	e := &tableWriter{
		Source: src, out: bufio.NewWriterSize(nil, 64<<10), amounts: src.Info.Currency,
		accounts: map[budget.AccountNo]*writtenAccount{}, payees: map[budget.PayeeNo]*writtenPayee{}, categories: map[budget.CategoryNo]writtenCategory{},
		evidence: make([]evidence, len(src.Accounts)), linked: map[[2]int32]bool{},
	}
	e.amounts.GroupSeparator = "" // as in YNAB's tables
	taken := map[string]bool{}
	for i := range src.Accounts {
		a := &src.Accounts[i]
		name := a.Name
		for n := 2; taken[name] || name == ""; n++ {
			name = strings.TrimSpace(a.Name + " (" + humanize.Count(n) + ")")
		}
		if taken[name] = true; name != a.Name {
			e.omitted.Omit("names of accounts that are not unique (a number is added)", a.Name)
		}
		e.accounts[a.No] = &writtenAccount{name: name, at: int32(i), onBudget: a.OnBudget}
	}
	for i := range src.Payees {
		p := &src.Payees[i]
		e.payees[p.No] = &writtenPayee{name: e.payeeName(p), transfers: p.TransferAccount}
	}
	e.nameCategories()
	return e
}

// payeeName returns the name of a payee in the register. A name that begins like that of a transfer is changed, because
// readers of the register recognise transfers by it.
func (e *tableWriter) payeeName(p *budget.Payee) string {
	if rest, ok := strings.CutPrefix(p.Name, budget.TransferPayee); ok && p.TransferAccount == 0 {
		e.omitted.Omit("names of payees that look like a transfer (they are changed)", p.Name)
		return "Transfer: " + rest
	}
	if before, rest, ok := strings.Cut(p.Name, partTransfer); ok && p.TransferAccount == 0 {
		e.omitted.Omit("names of payees that look like a transfer (they are changed)", p.Name)
		return before + " / Transfer: " + rest
	}
	return p.Name
}

// nameCategories sets the names of categories in the tables. Names that YNAB reserves are changed.
func (e *tableWriter) nameCategories() {
	groups := map[budget.GroupNo]*budget.Group{}
	for i := range e.Groups {
		groups[e.Groups[i].No] = &e.Groups[i]
	}
	ready := false
	for i := range e.Categories {
		c := &e.Categories[i]
		g := groups[c.Group]
		if c.Income || g == nil {
			if ready {
				e.omitted.Omit("names of further income categories (their income is Ready to Assign in the file)", c.Name)
			}
			ready = true
			e.categories[c.No] = writtenCategory{incomeNames[0], true}
			continue
		}
		n := categoryName{g.Name, c.Name}
		if account := e.accounts[c.Card]; account != nil {
			e.evidence[account.at].categorised = true
			n = categoryName{cardGroup, account.name}
		} else {
			n = e.avoidReserved(n)
		}
		e.categories[c.No] = writtenCategory{n, false}
	}
}

// avoidReserved returns the names of a category, changed if YNAB reserves them.
func (e *tableWriter) avoidReserved(n categoryName) categoryName {
	was := n
	if n.group == cardGroup {
		n.group = userCardGroup
	}
	for _, own := range incomeNames {
		if n == own {
			n.name += " (category)"
		}
	}
	if n != was {
		e.omitted.Omit("names of groups and categories that YNAB reserves (they are changed)", was.group+": "+was.name)
	}
	return n
}

// text writes a text in quotation marks and a comma.
func (e *tableWriter) text(text string) {
	e.quoted(csvcell.Guard(text))
	e.out.WriteByte(',')
}

func (e *tableWriter) quoted(text string) {
	e.out.WriteByte('"')
	_, _ = e.out.WriteString(strings.ReplaceAll(text, `"`, `""`))
	e.out.WriteByte('"')
}

// category writes the three columns of a category.
func (e *tableWriter) category(n categoryName) {
	full := ""
	if n != (categoryName{}) {
		full = n.group + ": " + n.name
	}
	e.text(full)
	e.text(n.group)
	e.text(n.name)
}

// amount writes an amount in the format of the budget, in quotation marks as its decimal sign may be a comma.
func (e *tableWriter) amount(m money.Milli) {
	text := e.amounts.Text(m.Abs())
	if m%e.amounts.Step() != 0 {
		text += "0" // three digits behind a separator could be a group of a larger amount
	}
	if e.amounts.DisplaySymbol && e.amounts.SymbolFirst {
		text = e.amounts.CurrencySymbol + text
	} else if e.amounts.DisplaySymbol {
		text += e.amounts.CurrencySymbol
	}
	if m < 0 {
		text = "-" + text
	}
	e.quoted(text)
}

// writePlan writes the figures of every category and month.
func (e *tableWriter) writePlan() error {
	_, _ = e.out.WriteString(byteOrderMark + planHeadings + "\n")
	for i := range e.Sheet.Months {
		m := e.Sheet.Months[i].Month
		month := m.First().Time().Format("Jan 2006")
		for g := range e.Groups {
			for j := range e.Categories {
				c := &e.Categories[j]
				if c.Group != e.Groups[g].No || e.categories[c.No].income {
					continue
				}
				f := e.Sheet.Cell(c.No, m)
				e.text(month)
				e.category(e.categories[c.No].categoryName)
				e.amount(f.Budgeted)
				e.out.WriteByte(',')
				e.amount(f.Activity)
				e.out.WriteByte(',')
				e.amount(f.Balance)
				e.out.WriteByte('\n')
			}
		}
	}
	return nil
}
