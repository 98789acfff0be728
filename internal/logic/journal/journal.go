// Package journal writes a budget as a file of plain text accounting: a journal that hledger and Ledger read, or a
// Beancount file.
//
// Accounts are assets or liabilities, categories are expenses or income. A linked transfer is one transaction if both
// of its sides have the same date. Otherwise it is two, with an account for money in transit as counterpart. In the
// journal, envelopes are accounts below "budget". Balanced virtual postings change them, so that their balances at the
// end of a month are the Available and To Budget figures of that month. In the Beancount file, directives of
// fava-envelope allocate money to the categories.
//
// Transactions are streamed, a day at a time; memory use does not depend on their number.
//
// Start with Ledger and Beancount.
package journal

import (
	"bufio"
	"io"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/exporter"
	"holdover/internal/model/budget"
)

// Ledger writes a journal for hledger and Ledger. It returns the data that is not in it.
func Ledger(w io.Writer, src *exporter.Source) ([]exporter.Omitted, error) {
	j := newJournal(w, src)
	return j.write(&ledger{journal: j})
}

// Beancount writes a Beancount file with directives of fava-envelope. It returns the data that is not in it.
func Beancount(w io.Writer, src *exporter.Source) ([]exporter.Omitted, error) {
	j := newJournal(w, src)
	return j.write(newBeancount(j))
}

// entry is a transaction of the file.
type entry struct {
	date        civil.Date
	cleared     budget.Cleared // empty if the two sides of a transfer differ
	description string
	tags        []tag
	postings    []posting
	moves       []posting // between envelopes; their sum is zero
}

// posting is an amount that an entry adds to an account.
type posting struct {
	account string
	amount  money.Milli
	cleared budget.Cleared // of the transaction in an account; empty for the other postings
	tags    []tag
}

// tag is a named value in a comment (hledger and Ledger) or in metadata (Beancount).
type tag struct{ name, value string }

// syntax writes the parts of a file in one syntax. Its methods are called in the order of dates.
type syntax interface {
	// component returns a name as a component of an account's name, or "" if none of its characters are permitted.
	component(name string) string
	begin(first civil.Date)
	beginMonth(m civil.Month)
	entry(e *entry)
	endMonth(m civil.Month)
	// balances asserts the balance of each account at the end of a date.
	balances(last civil.Date)
	comment(text string)
}

// journal is the state of writing a file.
type journal struct {
	*exporter.Source
	chart
	out       *bufio.Writer
	format    money.Format
	commodity string
	payees    map[budget.PayeeNo]*payee
	onBudget  map[budget.AccountNo]bool
	envelope  envelopes
	omitted   exporter.Omissions

	begun bool
	next  civil.Month // the next month to begin
	open  civil.Month // the month that has begun and not ended, or 0
}

type payee struct {
	name string
	used bool
}

func newJournal(w io.Writer, src *exporter.Source) *journal {
	j := &journal{
		Source: src, out: bufio.NewWriterSize(w, 64<<10), commodity: commodity(src.Info.Currency.ISOCode),
		format:   money.Format{DecimalDigits: src.Info.Currency.DecimalDigits, DecimalSeparator: "."},
		payees:   make(map[budget.PayeeNo]*payee, len(src.Payees)),
		onBudget: make(map[budget.AccountNo]bool, len(src.Accounts)),
		next:     src.Sheet.First,
	}
	for i := range src.Payees {
		j.payees[src.Payees[i].No] = &payee{name: src.Payees[i].Name}
	}
	for i := range src.Accounts {
		j.onBudget[src.Accounts[i].No] = src.Accounts[i].OnBudget
	}
	return j
}

// commodity returns the name of the currency: its ISO code, or XXX, the code for no currency.
func commodity(iso string) string {
	for _, r := range iso {
		if r < 'A' || r > 'Z' {
			return "XXX"
		}
	}
	if len(iso) != 3 {
		return "XXX"
	}
	return iso
}

func (j *journal) write(to syntax) ([]exporter.Omitted, error) {
	j.chart = newChart(j.Source, to.component)
	j.envelope = newEnvelopes(j)
	last, err := j.writeRows(to)
	if err != nil {
		return nil, err
	}
	j.start(to, 0)
	if last != 0 {
		to.balances(last)
	}
	j.advance(to, j.Sheet.Last().Add(1).Last())
	j.omit()
	for _, o := range slices.Concat(j.Lacks, j.omitted) {
		to.comment("Not in this file: " + o.String())
	}
	return j.omitted, j.out.Flush()
}

// start writes the head of the file, once. day is the first day with a transaction, or 0.
func (j *journal) start(to syntax, day civil.Date) {
	if j.begun {
		return
	}
	j.begun = true
	first := j.Sheet.First.First()
	if len(j.Sheet.Months) == 0 || day != 0 && day < first {
		first = day
	}
	if first == 0 {
		first = civil.MakeDate(1970, 1, 1)
	}
	to.begin(first)
}

// advance ends the months before a date, and begins those up to it. The last month that begins is the one after the
// sheet's last month: it contains the effect of the overspending and the hold of the latter.
func (j *journal) advance(to syntax, day civil.Date) {
	if len(j.Sheet.Months) == 0 {
		return
	}
	for {
		switch {
		case j.open != 0 && j.open.Last() < day:
			to.endMonth(j.open)
			j.open = 0
		case j.open == 0 && j.next <= j.Sheet.Last().Add(1) && j.next.First() <= day:
			to.beginMonth(j.next)
			j.open, j.next = j.next, j.next.Add(1)
		default:
			return
		}
	}
}

func (j *journal) amount(m money.Milli) string { return j.format.Text(m) + " " + j.commodity }

// text writes strings. An error of the output is returned by the final Flush.
func (j *journal) text(parts ...string) {
	for _, s := range parts {
		_, _ = j.out.WriteString(s)
	}
}
