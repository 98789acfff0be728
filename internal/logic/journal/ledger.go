package journal

import (
	"strings"
	"unicode/utf8"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// ledger writes a journal for hledger and Ledger.
type ledger struct{ *journal }

// stateMarks maps the states of transactions to their marks.
var stateMarks = map[budget.Cleared]string{budget.ClearedYes: "! ", budget.Reconciled: "* "}

var (
	// descriptionReplacer replaces characters that would end a description.
	descriptionReplacer = strings.NewReplacer(";", ",", "|", "/")
	// commentReplacer replaces texts that would be read as the date of a posting.
	commentReplacer = strings.NewReplacer("[", "(", "]", ")", "date:", "date :", "date2:", "date2 :")
)

func (l *ledger) component(name string) string {
	return oneLine(strings.NewReplacer(":", "-", ";", ",").Replace(name))
}

func (l *ledger) begin(civil.Date) {
	l.comment("Budget " + l.Info.Name + ", from Holdover")
	l.comment("")
	l.comment("The envelopes at the end of a month, here 2026-03: hledger balance budget --end 2026-04-01, or")
	l.comment("ledger balance ^budget --end 2026-04-01. " + l.unassigned + " is To Budget. Real accounts alone: --real.")
	l.text("\ncommodity ", l.commodity, "\n")
	if digits := l.format.DecimalDigits; digits > 0 { // both programs accept no common format without decimals
		l.text("    format 1000.", strings.Repeat("0", min(digits, 3)), " ", l.commodity, "\n")
	}
	l.text("\n")
	for _, name := range []string{l.inTransit, l.opening, l.adjustments, l.uncategorised} {
		l.account(name)
	}
	for i := range l.Accounts {
		a := &l.Accounts[i]
		tags := []tag{{"name", nameIfDifferent(a.Name, l.accounts[a.No])}, {"note", a.Note}}
		if a.Closed {
			tags = append(tags, tag{"closed", "yes"})
		}
		if !a.OnBudget {
			tags = append(tags, tag{"tracking", "yes"})
		}
		l.account(l.accounts[a.No], tags...)
	}
	for i := range l.Categories {
		c := &l.Categories[i]
		tags := []tag{{"name", nameIfDifferent(c.Name, l.categories[c.No])}, {"note", c.Note}}
		if c.Hidden {
			tags = append(tags, tag{"hidden", "yes"})
		}
		l.account(l.categories[c.No], tags...)
	}
	l.text("\n")
	for _, name := range []string{l.unassigned, l.held, l.cardDebt, l.withoutCategory} {
		l.account(name)
	}
	for i := range l.Categories {
		if c := &l.Categories[i]; !c.Income {
			l.account(l.envelopes[c.No])
		}
	}
	l.account(l.money)
	l.text("\n")
}

// nameIfDifferent returns the name of a record if the last component of its account differs from it, otherwise "".
func nameIfDifferent(name, account string) string {
	if last(account) == name {
		return ""
	}
	return name
}

func (l *ledger) account(name string, tags ...tag) {
	l.text("account ", name, "\n")
	l.tags("    ", tags)
}

func (l *ledger) beginMonth(m civil.Month) {
	if m > l.Sheet.First {
		l.monthEntry(m.First(), "Overspent in "+m.Add(-1).Name(), "", l.overspentMoves(m.Add(-1)))
		l.monthEntry(m.First(), "Held in "+m.Add(-1).Name(), "", l.releasedMoves(m.Add(-1)))
	}
	l.monthEntry(m.First(), "Budget of "+m.Name(), l.envelope.months[m], l.budgetedMoves(m))
}

func (l *ledger) endMonth(m civil.Month) {
	l.monthEntry(m.Last(), "Charged to cards without money in "+m.Name(), "", l.chargedMoves(m))
	l.monthEntry(m.Last(), "Held for "+m.Add(1).Name(), "", l.heldMoves(m))
}

func (l *ledger) monthEntry(on civil.Date, description, note string, moves []posting) {
	if len(moves) > 0 || note != "" {
		l.entry(&entry{date: on, cleared: budget.Reconciled, description: description, tags: nonEmpty([]tag{{"note", note}}), moves: moves})
	}
}

func (l *ledger) entry(e *entry) {
	l.text(e.date.String(), " ", stateMarks[e.cleared])
	description := oneLine(descriptionReplacer.Replace(e.description))
	if strings.IndexAny(description, "(*!=") == 0 {
		l.text("() ") // an empty code: the description begins after it
	}
	l.text(description, "\n")
	l.tags("    ", e.tags)
	for i := range e.postings {
		p, mark := &e.postings[i], ""
		if e.cleared == "" {
			mark = stateMarks[p.cleared]
		}
		l.posting(mark+p.account, l.amount(p.amount), p.tags)
	}
	for i := range e.moves {
		l.posting("["+e.moves[i].account+"]", l.amount(e.moves[i].amount), e.moves[i].tags)
	}
	l.text("\n")
}

// column and amountColumn are the widths of the columns of accounts and of amounts.
const column, amountColumn = 48, 16

func (l *ledger) posting(account, amount string, tags []tag) {
	gap := max(0, column-utf8.RuneCountInString(account)) + max(0, amountColumn-len(amount))
	l.text("    ", account, "  ", strings.Repeat(" ", gap), amount, "\n")
	l.tags("        ", tags)
}

// tags writes each tag as a comment that both programs read as metadata.
func (l *ledger) tags(indent string, tags []tag) {
	for _, t := range nonEmpty(tags) {
		value := commentReplacer.Replace(oneLine(t.value))
		l.text(indent, "; ", t.name, ": ", value, "\n")
	}
}

func (l *ledger) balances(last civil.Date) {
	l.text(last.String(), " * Balances in Holdover\n")
	for i := range l.Accounts {
		a := &l.Accounts[i]
		l.posting(l.accounts[a.No], l.amount(money.Milli(0))+" = "+l.amount(a.Balance), nil)
	}
	l.text("\n")
}

func (l *ledger) comment(text string) {
	l.text(strings.TrimRight("; "+oneLine(text), " "), "\n")
}
